package enginetest

import (
	"fmt"
	"math/rand/v2"

	"familiar/engine"
)

// maxChecked is how many listed moves of a state are checked. A longer list has the same move in many places, so a random sample is enough.
const maxChecked = 500

// checkListed checks that every listed move is well formed, listed once, legal and playable, that its Destination is a place or None, and that the same move with an
// argument too many is refused.
func checkListed(t *trace) error {
	rng := t.rng()
	for s := range t.states() {
		c := s.Catalog()
		listed := make(map[engine.Move]bool)
		var moves []engine.Move
		for m := range s.Moves {
			f, ok := c.Match(m)
			switch {
			case listed[m]:
				return fmt.Errorf("%s is listed twice", c.Format(m))
			case !ok:
				return fmt.Errorf("%s is listed, and no signature fits it", c.Format(m))
			case isUnlisted(c, f.Verb):
				return fmt.Errorf("%s is listed: hold and amend never are", c.Format(m))
			}
			listed[m] = true
			moves = append(moves, m)
		}
		if err := checkHalfwayStop(s, len(moves)); err != nil {
			return err
		}
		if len(moves) > maxChecked {
			rng.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
			moves = moves[:maxChecked]
		}
		for _, m := range moves {
			if v := s.Check(m); !v.OK() {
				return fmt.Errorf("%s is listed, and refused for %s", c.Format(m), v.Rule)
			}
			if longer := withOneMore(c, m); s.Check(longer).OK() {
				if _, ok := c.Match(longer); !ok {
					return fmt.Errorf("%s is malformed, and legal", c.Format(longer))
				}
			}
			if place := s.Destination(m); place != engine.None && c.Class(place)&(engine.ClassPlace|engine.ClassHand) == 0 {
				return fmt.Errorf("%s lands in %s, which is no place", c.Format(m), c.Word(place))
			}
			if rng.IntN(len(moves)) < 4 {
				if v := s.Clone().Play(m); !v.OK() {
					return fmt.Errorf("%s is listed, and refused for %s when it is played", c.Format(m), v.Rule)
				}
			}
		}
	}
	return nil
}

// withOneMore returns a move with one argument more, a seat; the move itself if it has as many as a move can have.
func withOneMore(c *engine.Catalog, m engine.Move) engine.Move {
	if n := m.Arity(); n < engine.MaxArgs {
		m.Args[n] = c.SeatName(0)
	}
	return m
}

// checkHalfwayStop checks that lists end when the caller stops them.
func checkHalfwayStop(s engine.State, moves int) error {
	n := 0
	s.Moves(func(engine.Move) bool { n++; return n < (moves+1)/2 })
	if moves > 0 && n != max(1, (moves+1)/2) {
		return fmt.Errorf("the list of %d moves goes on after yield has returned false: %d", moves, n)
	}
	n = 0
	s.Facts(func(string, string) bool { n++; return n < 2 })
	if n != 2 {
		return fmt.Errorf("the list of facts goes on after yield has returned false: %d", n)
	}
	return nil
}

// isUnlisted reports whether moves of a verb may be legal without being listed.
func isUnlisted(c *engine.Catalog, verb engine.Name) bool {
	word := c.Word(verb)
	return word == "hold" || word == "amend"
}

// maxPerSignature is how many moves of one signature and seat are all tried; of more moves a random sample is tried.
const maxPerSignature = 4000

// universe tries all possible moves in the states of random games with the small card list: legal moves must be listed, and all others must be
// refused by a rule of the page and change nothing.
func (s *suite) universe() error {
	small := *s
	small.deals, small.games = nil, nil
	for _, d := range s.deals {
		d.pack = s.cfg.Small
		if _, err := d.begin(); err == nil {
			small.deals = append(small.deals, d)
		}
	}
	if len(small.deals) == 0 {
		return fmt.Errorf("no game begins with the small card list")
	}
	share := s.cfg.Checks / (len(small.deals) * s.cfg.Games)
	return each(func(t *trace) error { return checkUniverse(t, share) })(&small)
}

func checkUniverse(t *trace, share int) error {
	rng := t.rng()
	moves := append(allMoves(rng, t.first.Catalog()), malformed(rng, t.first.Catalog())...)
	each := share / (len(t.moves) + 1)
	for s := range t.states() {
		listed := make(map[engine.Move]bool)
		for m := range s.Moves {
			listed[m] = true
		}
		was := digest(s)
		if len(moves) <= each {
			for _, m := range moves {
				if err := t.suite.tryMove(s, m, listed); err != nil {
					return err
				}
			}
		} else {
			for range each {
				if err := t.suite.tryMove(s, moves[rng.IntN(len(moves))], listed); err != nil {
					return err
				}
			}
		}
		if err := playRefused(rng, s, was, moves); err != nil {
			return err
		}
	}
	return nil
}

// playRefused plays some of the refused moves: Play must refuse them as Check does, and change nothing.
func playRefused(rng *rand.Rand, s engine.State, was uint64, moves []engine.Move) error {
	var refused []engine.Move
	kept := s.Clone()
	for range 40 {
		m := moves[rng.IntN(len(moves))]
		v := kept.Check(m)
		if v.OK() {
			continue
		}
		if played := kept.Play(m); played != v {
			return fmt.Errorf("%s is refused for %s, and when played for %q", s.Catalog().Format(m), v.Rule, played.Rule)
		}
		refused = append(refused, m)
	}
	err := unchanged("moves that are refused change something", was, lazyText(s), kept)
	for i := 0; err != nil && i < len(refused); i++ {
		alone := s.Clone()
		alone.Play(refused[i])
		if e := unchanged(s.Catalog().Format(refused[i])+" is refused, and changes something", was, lazyText(s), alone); e != nil {
			return e
		}
	}
	return err
}

// tryMove compares the verdict on a move with the list of legal moves.
func (s *suite) tryMove(state engine.State, m engine.Move, listed map[engine.Move]bool) error {
	c, v := state.Catalog(), state.Check(m)
	if !v.OK() {
		if listed[m] {
			return fmt.Errorf("%s is listed, and refused for %s", c.Format(m), v.Rule)
		}
		return s.noteRefusal(c, m, v)
	}
	if _, ok := c.Match(m); !ok {
		return fmt.Errorf("%s is malformed, and legal", c.Format(m))
	}
	if listed[m] || isUnlisted(c, m.Verb) || listed[withUnseen(c, m)] || s.cfg.Unlisted != nil && s.cfg.Unlisted(state, m) {
		return nil
	}
	return fmt.Errorf("%s is legal, and not listed", c.Format(m))
}

func (s *suite) noteRefusal(c *engine.Catalog, m engine.Move, v engine.Violation) error {
	if s.refused[v.Rule] {
		return nil
	}
	if _, ok := s.book.Rule(v.Rule); !ok {
		return fmt.Errorf("%s is refused for %s, of which the rules page has no words", c.Format(m), v.Rule)
	}
	s.refused[v.Rule] = true
	return nil
}

// withUnseen returns a move with the `?` that may be left out.
func withUnseen(c *engine.Catalog, m engine.Move) engine.Move {
	if n := m.Arity(); n < engine.MaxArgs {
		m.Args[n] = c.Name("?")
	}
	return m
}

// allMoves lists the moves of all signatures by all seats, including moves of Nobody by players and the reverse.
func allMoves(rng *rand.Rand, c *engine.Catalog) []engine.Move {
	seats := []engine.Seat{engine.Nobody}
	for i := range c.Seats() {
		seats = append(seats, engine.Seat(i))
	}
	var moves []engine.Move
	for _, verb := range c.Names(engine.ClassVerb) {
		for _, f := range c.Signatures(verb) {
			for _, seat := range seats {
				if f.ByNobody != (seat == engine.Nobody) {
					moves = append(moves, signatureMoves(rng, c, f, seat, 40)...)
					continue
				}
				moves = append(moves, signatureMoves(rng, c, f, seat, maxPerSignature)...)
			}
		}
	}
	return moves
}

// signatureMoves lists the moves of a signature by a seat, or draws a sample of them if there are more than most.
func signatureMoves(rng *rand.Rand, c *engine.Catalog, f engine.Signature, seat engine.Seat, most int) []engine.Move {
	choices := make([][]engine.Name, len(f.Args))
	total := 1
	for i, class := range f.Args {
		choices[i] = Fitting(c, class)
		total = min(total*len(choices[i]), 1<<24)
	}
	moves := make([]engine.Move, 0, min(total, most))
	for n := range min(total, most) {
		if total > most {
			n = int(rng.Int64N(int64(total)))
		}
		m := engine.Move{Seat: seat, Verb: f.Verb}
		for i, names := range choices {
			m.Args[i] = names[n%len(names)]
			n /= len(names)
		}
		moves = append(moves, m)
	}
	return moves
}

// malformed returns moves that fit no signature: other verbs, seats that do not exist, arguments that are too many, too few or of the wrong class.
// Some are well formed by chance; they are checked like any other.
func malformed(rng *rand.Rand, c *engine.Catalog) []engine.Move {
	strange := []engine.Name{engine.Unknown, engine.Number(0), engine.Number(engine.MaxNumber), engine.Name(c.Len()), c.Name("?")}
	moves := []engine.Move{
		{}, {Seat: engine.Nobody}, {Seat: engine.NoSeat}, {Verb: engine.Unknown}, {Seat: engine.NoSeat, Verb: engine.Unknown},
		{Seat: engine.Seat(c.Seats())}, {Verb: engine.Number(3)}, {Seat: engine.Nobody, Verb: engine.Name(c.Len())},
	}
	for n := 1; n < c.Len(); n++ {
		verb := engine.Name(n)
		moves = append(moves, engine.NewMove(engine.Nobody, verb), engine.NewMove(0, verb),
			engine.NewMove(engine.NoSeat, verb), engine.NewMove(engine.Seat(c.Seats()), verb))
		for _, f := range c.Signatures(verb) {
			for range 8 {
				m := randomMove(rng, c, f)
				switch rng.IntN(4) {
				case 0:
					m.Args[rng.IntN(len(f.Args)+1)%engine.MaxArgs] = strange[rng.IntN(len(strange))]
				case 1:
					m.Args[rng.IntN(len(f.Args)+1)%engine.MaxArgs] = engine.Name(1 + rng.IntN(c.Len()-1))
				case 2:
					m.Args[max(0, len(f.Args)-1)] = engine.None
				case 3:
					m.Seat = engine.NoSeat
				}
				moves = append(moves, m)
			}
		}
	}
	return moves
}
