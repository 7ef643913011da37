package player

import (
	"fmt"
	"math/rand/v2"
	"time"

	"familiar/cmd/familiar/internal/rig"
	"familiar/companion/protocol"
	"familiar/engine"
)

// Player plays a game at a rig, and makes the same moves in an engine of its own.
type Player struct {
	*rig.Rig
	rng          *rand.Rand
	strategy     *Strategy
	game         engine.Game
	words        *engine.Phrases
	Reference    *engine.History
	Phones       []*rig.Phone // one for each seat, then a watcher
	Moves        int
	MovesByVerb  map[string]int // moves, by verb
	Inputs       map[string]int // how many moves were made in each way
	devicesReady bool           // all devices have answered
	texts        [][]string     // the texts of the moves that stand, by phone; "": not shown
	repeats      []int          // how often its gesture had made each of them before
	left         []leftPiece    // on readers, in the order in which they were put down
}

// New sits down at a table with a game under way, or begins the game if no move stands.
func New(r *rig.Rig, game engine.Game, strategy *Strategy, reference *engine.History) *Player {
	r.Helper()
	words, err := engine.ParsePhrases(game.Words.Read())
	if err != nil {
		r.Fatal(err)
	}
	p := &Player{
		Rig: r, rng: strategy.rng, strategy: strategy, game: game, words: words, Reference: reference, MovesByVerb: make(map[string]int), Inputs: make(map[string]int),
	}
	r.UseWords(words)
	ReportFailure(r, game, strategy)
	c := reference.State().Catalog()
	var seats []string
	for seat := range c.Seats() {
		seats = append(seats, c.SeatWord(engine.Seat(seat)))
	}
	host := r.Phone("127.0.0.1", "")
	if len(reference.Moves()) == 0 {
		host.Must(protocol.StartRequest{Game: game.ID, Seats: seats})
	}
	for i, seat := range seats {
		phone := r.Phone(fmt.Sprintf("192.0.2.%d", i+1), "")
		phone.Must(protocol.SitRequest{Seat: seat})
		phone.Seat = i
		p.Phones = append(p.Phones, phone)
	}
	p.Phones = append(p.Phones, host)
	state := reference.At(0)
	for _, m := range reference.Moves() {
		p.noteTexts(state, m, 0)
		state.Play(m)
	}
	return p
}

// Play plays random legal moves until the game is over or that many moves were made.
func (p *Player) Play(most int) {
	p.Helper()
	for !p.Reference.State().Status().Over && p.Moves < most && !p.Failed() {
		p.step()
		p.Moves++
	}
}

// step does one thing at the table: a move in one of several ways, or letting a timer run out. Sometimes it shows a hand or undoes
// a move.
func (p *Player) step() {
	p.Helper()
	p.ActAs("")
	if timer := p.Reference.State().Status().Timer; timer.For > 0 && !timer.Paused && (p.rng.IntN(3) == 0 || p.timeLeft() < 3*time.Second) {
		p.waitForTimer(timer)
		return
	}
	if p.rng.IntN(30) == 0 && len(p.Reference.Moves()) > 1 {
		p.undo()
	}
	if p.rng.IntN(10) == 0 {
		p.showHand()
	}
	if p.Reference.State().Status().Timer.For == 0 && p.rng.IntN(20) == 0 {
		p.checkSecrecy()
	}
	if p.Reference.State().Status().Timer.For == 0 && p.rng.IntN(10) == 0 {
		p.checkImpossible()
	}
	m, ok := p.strategy.Next(p.Reference.State())
	if !ok {
		p.undoImpossibleHold()
		return
	}
	if timer := p.Reference.State().Status().Timer; timer.For > 0 && !timer.Paused && m == timer.Then {
		p.waitForTimer(timer) // on a phone this move is refused: only the clock ends the time
		return
	}
	p.Verbosef("%s", p.Reference.State().Catalog().Format(m))
	if moves := repeats(p.Reference.State(), m); len(moves) > 1 && p.rng.IntN(2) == 0 {
		p.makeRepeated(moves)
		p.expect(moves...)
		return
	}
	if moves := p.simultaneousMoves(m); len(moves) > 1 && p.rng.IntN(3) > 0 {
		for _, made := range p.dropTogether(moves) {
			p.playReference(made, 0)
		}
		p.Compare("what fell at once")
		return
	}
	p.expect(p.makeMove(m))
}

// expect makes a move in the reference too, or one that was made several times in one gesture, and compares everything.
func (p *Player) expect(moves ...engine.Move) {
	p.Helper()
	for i, m := range moves {
		p.playReference(m, i)
	}
	p.Compare(p.Reference.State().Catalog().Format(moves[0]))
}

// playReference makes a move in the reference; its gesture has made it again times before.
func (p *Player) playReference(m engine.Move, again int) {
	p.Helper()
	c := p.Reference.State().Catalog()
	p.noteTexts(p.Reference.State(), m, again)
	if v := p.Reference.Play(m); !v.OK() {
		p.Fatalf("%s was made at the table, and the engine refuses it by %s", c.Format(m), v.Rule)
	}
	p.MovesByVerb[c.Word(m.Verb)]++
}

// noteTexts writes down the text of the next move, for each phone.
func (p *Player) noteTexts(state engine.State, m engine.Move, again int) {
	p.repeats = append(p.repeats, again)
	reads := make([]string, len(p.Phones))
	for i, phone := range p.Phones {
		if known, ok := state.Redacted(m, phone.Viewer()); ok {
			reads[i] = p.words.Move(state.Catalog(), known)
		}
	}
	p.texts = append(p.texts, reads)
}

// waitForTimer waits for the end of a timer.
func (p *Player) waitForTimer(timer engine.Timer) {
	p.Helper()
	p.AddStep("Everybody waits until the time is up.")
	p.Pass(p.timeLeft() + rig.NewsDelay)
	p.expect(timer.Then)
}

// timeLeft returns the time that phones show.
func (p *Player) timeLeft() time.Duration {
	p.Helper()
	timer := p.Phones[0].Snapshot().Game.Timer
	if timer == nil {
		p.Fatal("no phone shows the timer")
	}
	return time.Duration(timer.Left) * time.Millisecond
}

// undoImpossibleHold undoes what was shown of a hand if the open question has no answer left: then it cannot be true.
func (p *Player) undoImpossibleHold() {
	p.Helper()
	c, moves := p.Reference.State().Catalog(), p.Reference.Moves()
	if last := moves[len(moves)-1]; c.Word(last.Verb) != "hold" {
		p.Fatalf("after %s nothing is legal", c.Format(last))
	}
	p.Inputs["impossible hold undone"]++
	p.undo()
}

func (p *Player) undo() {
	p.Helper()
	if p.rng.IntN(2) == 0 {
		p.Press("yes", true)
	} else {
		p.Phones[p.rng.IntN(len(p.Phones))].Must(protocol.UndoRequest{})
	}
	left := len(p.texts) - 1 - p.repeats[len(p.repeats)-1]
	p.Reference.TakeBack(len(p.texts) - left)
	p.texts, p.repeats = p.texts[:left], p.repeats[:left]
	p.Compare("undo")
}

// showHand shows a card that may be in a hand, on the phone of its seat.
func (p *Player) showHand() {
	p.Helper()
	state := p.Reference.State()
	c := state.Catalog()
	hold := c.Name("hold")
	cards := c.Names(engine.ClassCard)
	seat := p.rng.IntN(c.Seats())
	for range 20 {
		m := engine.NewMove(engine.Seat(seat), hold, cards[p.rng.IntN(len(cards))])
		if several := engine.NewMove(m.Seat, hold, m.Args[0], engine.Number(2+p.rng.IntN(4))); state.Check(several).OK() {
			m = several
		}
		if state.Check(m).OK() {
			p.Phones[seat].Must(p.request(m))
			p.expect(m)
			return
		}
	}
}
