package player

import (
	"slices"
	"strings"
	"time"

	"familiar/cmd/familiar/internal/rig"
	"familiar/companion/protocol"
	"familiar/companion/tags"
	"familiar/engine"
	"familiar/hw"
	"familiar/hw/nfc"
)

// piece is something with a tag that a move names: a card, a disc, a player's token.
type piece struct {
	name engine.Name
	uid  nfc.UID
	card bool
}

// makeMove makes a move in one of the ways that a table has: with tags on readers, with a button, or on a phone. It answers the table's
// questions. It returns the move as the table has made it.
func (p *Player) makeMove(m engine.Move) engine.Move {
	p.Helper()
	p.actAs(m.Seat)
	before := p.undoable()
	pieces := p.pieces(m)
	switch button := p.buttonFor(m); {
	case p.canRescan(m, pieces) && p.rng.IntN(2) == 0:
		p.Inputs["again"]++
		p.Press("again", false)
	case len(pieces) > 0 && p.rng.IntN(4) > 0:
		return p.makeWithTags(m, pieces)
	case button != "" && p.rng.IntN(2) == 0:
		p.Inputs["button"]++
		p.Press(button, false)
	case len(p.Wiring.Knobs) > 0 && len(pieces) == 0 && p.rng.IntN(2) == 0:
		m = p.makeWithKnob(m)
	case p.wordFor(m, nil) != "" && p.rng.IntN(2) == 0:
		p.Inputs["word"]++
		p.Press(p.wordFor(m, nil), false)
	default:
		p.Inputs["phone"]++
		p.phoneOf(m).Must(p.request(m))
	}
	p.answerQuestions(m, before)
	return m
}

// actAs makes a seat the one who uses readers, buttons and knobs in the sentences of a failure.
func (p *Player) actAs(seat engine.Seat) {
	name := ""
	if c := p.Reference.State().Catalog(); int(seat) < c.Seats() {
		name = engine.TitleOf(c.SeatWord(seat))
	}
	p.ActAs(name)
}

// makeWithKnob makes a move with the lists of the knob, or on a phone if they do not lead to it.
// It returns the move as it was entered.
func (p *Player) makeWithKnob(m engine.Move) engine.Move {
	p.Helper()
	state := p.Reference.State()
	if p.ChooseMove(state, p.words, m) {
		p.Inputs["knob"]++
		// An unseen card need not be named if the move can end before it.
		if last := m.Arity() - 1; last >= 0 && state.Catalog().Class(m.Args[last])&engine.ClassUnseen != 0 {
			if plain := engine.NewMove(m.Seat, m.Verb, m.Args[:last]...); state.Check(plain).OK() {
				return plain
			}
		}
		return m
	}
	p.Inputs["phone instead of the knob"]++
	p.phoneOf(m).Must(p.request(m))
	return m
}

// undoable returns how many moves a phone can undo.
func (p *Player) undoable() int { return p.Phones[0].Snapshot().Game.Undoable }

// pieces returns what goes on readers for a move: its cards in their order, and most of the other things in any order.
func (p *Player) pieces(m engine.Move) []piece {
	c := p.Reference.State().Catalog()
	var all, cards []piece
	copies := make(map[engine.Name]int)
	for _, a := range m.Args[:m.Arity()] {
		word := c.Word(a)
		if seat := c.Seat(a); seat != engine.NoSeat {
			word = tags.SeatWord(int(seat) + 1)
		}
		uids := p.Tags[word]
		if copies[a] >= len(uids) {
			continue
		}
		one := piece{a, uids[copies[a]], c.Class(a)&engine.ClassCard != 0}
		copies[a]++
		switch {
		case one.card:
			cards = append(cards, one)
		case p.rng.IntN(4) == 0:
			continue // the table asks for a piece that was not put down
		}
		all = append(all, one)
	}
	p.rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	for i := range all {
		if all[i].card {
			all[i], cards = cards[0], cards[1:]
		}
	}
	for i, one := range all {
		if !slices.ContainsFunc(p.Wiring.Readers, func(r hw.Reader) bool { return p.mayLie(r, m, one, i) && !p.hides(r) }) {
			return nil // the table has no reader for it
		}
	}
	return all
}

// makeWithTags puts the pieces of a move on readers, one after the other or all at once.
func (p *Player) makeWithTags(m engine.Move, pieces []piece) engine.Move {
	p.Helper()
	if p.rng.IntN(2) == 0 || slices.ContainsFunc(pieces, func(one piece) bool { return p.isLeft(one.uid) }) {
		p.takeAwayLeft()
	}
	p.AwaitLifted(uidsOf(pieces)...)
	before := p.undoable()
	var laid []engine.Name // in this order
	on := ""
	if reader := p.oneReader(m, pieces); reader != "" && p.rng.IntN(2) == 0 {
		p.Inputs["together"]++
		p.Lay(reader, uidsOf(pieces)...)
		// The order in which they are meant is up to the table.
		if g := p.phoneOf(m).Snapshot().Game.Gesture; g != nil {
			laid = p.namesOf(g.Words)
		}
	} else {
		p.Inputs["tags"]++
		all := p.rng.IntN(2) == 0 // otherwise the rest is not put down once the table has understood
		late := time.Duration(0)
		for i, one := range pieces {
			on = p.readerFor(m, one, i)
			switch known := p.undoable() > before; {
			case !known:
				laid = append(laid, one.name)
				p.Lay(on, one.uid)
			case all:
				p.Inputs["tags too late"]++
				seen := p.NewestRevision() + 1
				p.Put(on, one.uid)
				p.AwaitRevision(seen, p.DetectionTime(on), rig.MaxResolveTime)
				late = max(late, p.SettleTime(on))
			}
		}
		p.Pass(late)
	}
	if p.undoable() == before && len(pieces) == m.Arity() && p.rng.IntN(3) == 0 {
		p.Inputs["confirm"]++
		p.Press("yes", false)
	}
	p.answerQuestions(p.inOrder(m, laid), before)
	if len(pieces) == 1 && on != "" && p.rng.IntN(2) == 0 {
		p.left = append(p.left, leftPiece{on, pieces[0]})
		p.Pass(400 * time.Millisecond) // the time that lifting takes
	} else {
		p.Lift(uidsOf(pieces)...)
	}
	moves := p.JournalHistory([]engine.Game{p.game}).Moves()
	made := moves[len(moves)-1]
	if !p.sameMove(made, m, laid) {
		c := p.Reference.State().Catalog()
		p.Fatalf("%s was entered, and the table has made %s of it", c.Format(m), c.Format(made))
	}
	return made
}

// leftPiece is a piece that was not taken away, and its reader.
type leftPiece struct {
	reader string
	piece
}

func (p *Player) isLeft(uid nfc.UID) bool {
	return slices.ContainsFunc(p.left, func(l leftPiece) bool { return l.uid == uid })
}

// takeAwayLeft takes away the pieces left lying.
func (p *Player) takeAwayLeft() {
	if len(p.left) == 0 {
		return
	}
	var uids []nfc.UID
	for _, l := range p.left {
		uids = append(uids, l.uid)
	}
	p.Lift(uids...)
	p.left = nil
}

// canRescan reports whether a move can be made with the piece that was put down last and still lies on a reader: one of the player who must answer, or else
// of nobody.
func (p *Player) canRescan(m engine.Move, pieces []piece) bool {
	asked := p.Reference.State().Status().Ask.Seat
	readers := make(map[string]hw.Reader)
	for _, r := range p.Wiring.Readers {
		readers[r.Name] = r
	}
	ranks := func(seat int) int {
		switch {
		case asked == engine.Nobody && seat == 0, asked != engine.Nobody && seat == sceneSeat(asked)+1:
			return 2
		case asked == engine.Nobody || seat == 0:
			return 1
		}
		return 0
	}
	best, rank := -1, 1
	for i, l := range p.left {
		if r := ranks(readers[l.reader].Seat); r >= rank {
			best, rank = i, r
		}
	}
	return best >= 0 && len(pieces) == 1 && p.left[best].name == pieces[0].name && p.accepts(readers[p.left[best].reader], m, pieces[0], true)
}

func uidsOf(pieces []piece) []nfc.UID {
	uids := make([]nfc.UID, len(pieces))
	for i, one := range pieces {
		uids[i] = one.uid
	}
	return uids
}

func (p *Player) namesOf(words []string) []engine.Name {
	var names []engine.Name
	for _, w := range words {
		names = append(names, p.Reference.State().Catalog().Name(w))
	}
	return names
}

// ordered reports whether all names of a move are of the same classes, so that they have an order.
func (p *Player) ordered(m engine.Move) bool {
	signature, ok := p.Reference.State().Catalog().Match(m)
	return ok && !slices.ContainsFunc(signature.Args, func(s engine.Class) bool { return s != signature.Args[0] })
}

// inOrder returns a move with its names in the order in which they were put down, if they have an order.
func (p *Player) inOrder(m engine.Move, laid []engine.Name) engine.Move {
	if !p.ordered(m) {
		return m
	}
	rest := slices.Clone(m.Args[:m.Arity()])
	var names []engine.Name
	for _, n := range laid {
		if i := slices.Index(rest, n); i >= 0 {
			names, rest = append(names, n), slices.Delete(rest, i, i+1)
		}
	}
	return engine.NewMove(m.Seat, m.Verb, append(names, rest...)...)
}

// sameMove reports whether the table has made the move that was entered, with its names in the order in which they were put down.
func (p *Player) sameMove(made, entered engine.Move, laid []engine.Name) bool {
	sorted := func(m engine.Move) engine.Move {
		slices.Sort(m.Args[:m.Arity()])
		return m
	}
	return made == entered || p.ordered(entered) && sorted(made) == sorted(entered) && p.inOrder(made, laid) == made
}

func (p *Player) request(m engine.Move) protocol.MoveRequest {
	c := p.Reference.State().Catalog()
	r := protocol.MoveRequest{Verb: c.Word(m.Verb), Args: strings.Fields(c.FormatArgs(m))}
	if m.Seat == engine.Nobody {
		r.Seat = "table"
	}
	return r
}

// phoneOf returns the phone that may make a move.
func (p *Player) phoneOf(m engine.Move) *rig.Phone {
	if m.Seat == engine.Nobody {
		return p.Phones[p.rng.IntN(len(p.Phones))]
	}
	return p.Phones[m.Seat]
}

// answerQuestions answers the table's questions until the move is made.
func (p *Player) answerQuestions(m engine.Move, before int) {
	p.Helper()
	c := p.Reference.State().Catalog()
	from := 0 // the arguments before this one are settled
	answered := false
	for range 8 {
		if p.undoable() > before {
			return
		}
		phone := p.phoneOf(m)
		g := phone.Snapshot().Game
		if g.Gesture == nil {
			p.Fatalf("%s: nothing is asked, the verdict is %+v", c.Format(m), g.Verdict)
		}
		option := -1
		if option, from = p.optionFor(m, from, g.Gesture); option < 0 {
			// The question can wait: the phone makes the whole move.
			p.Inputs["phone instead"]++
			phone.Must(p.request(m))
			continue
		}
		secret := p.Phones[len(p.Phones)-1].Snapshot().Game.Gesture == nil // a button cannot answer a secret question
		if button := p.wordFor(m, p.namesOf(g.Gesture.Words)); button != "" && !secret && !answered && p.rng.IntN(2) == 0 {
			p.Verbosef("  asked %+v, button %s", g.Gesture, button)
			p.Inputs["answer by button"]++
			p.Press(button, false)
			answered = true
			continue
		}
		p.Verbosef("  asked %+v, answer %d", g.Gesture, option)
		answered = true
		p.Inputs["pick"]++
		phone.Must(protocol.PickRequest{Gesture: g.Gesture.ID, Option: option})
	}
	p.Fatalf("%s: still asked", c.Format(m))
}

// optionFor finds the answer that leads to a move whose first arguments are settled. It returns how many are settled after it.
func (p *Player) optionFor(m engine.Move, settled int, g *protocol.Gesture) (option, then int) {
	c := p.Reference.State().Catalog()
	texts := []string{p.words.Move(c, m), p.words.Seat(c, m.Seat), p.words.Verbs[c.Word(m.Verb)]}
	whole := len(texts)
	for _, a := range m.Args[settled:max(settled, m.Arity())] {
		texts = append(texts, p.words.Name(c, a))
	}
	for i, text := range texts {
		if at := slices.IndexFunc(g.Options, func(o protocol.Option) bool { return sameText(o.Text, text) }); at >= 0 {
			if i >= whole {
				settled += i - whole + 1
			}
			return at, settled
		}
	}
	return -1, settled
}

// sameText reports whether two texts are the same except for case and full stops.
func sameText(a, b string) bool {
	return strings.EqualFold(strings.Trim(a, ". "), strings.Trim(b, ". "))
}
