package player

import (
	"slices"
	"time"

	"familiar/cmd/familiar/internal/rig"
	"familiar/companion/presence"
	"familiar/companion/protocol"
	"familiar/engine"
)

// Persistent plays a game on a table where anything may fail at any time. A move that cannot be made in one way is made in another, and a phone always
// works.
type Persistent struct {
	*Player
	Slowest time.Duration        // the longest wait of a phone for its answer
	rests   map[string]time.Time // until when no card is put on a reader
}

// NewPersistent lets a player survive faults.
func NewPersistent(p *Player) *Persistent {
	return &Persistent{Player: p, rests: map[string]time.Time{}}
}

// PlayUntil plays until ended is closed. It always waits for that.
func (s *Persistent) PlayUntil(ended <-chan struct{}) {
	defer func() { <-ended }()
	s.Helper()
	for {
		s.persist()
		s.Pass(time.Duration(s.rng.IntN(200)) * time.Millisecond)
		select {
		case <-ended:
			return
		default:
		}
	}
}

// persist makes a move, in some way.
func (s *Persistent) persist() {
	s.Helper()
	if timer := s.Reference.State().Status().Timer; timer.For > 0 && !timer.Paused {
		s.Pass(s.timeLeft() + rig.NewsDelay)
		s.expectMade(timer.Then)
		return
	}
	m, ok := s.strategy.Next(s.Reference.State())
	switch {
	case !ok, s.Reference.State().Status().Over:
		s.undoMoves(2 + s.rng.IntN(20)) // and a new end of the game
	case s.rng.IntN(20) == 0:
		s.undoMoves(1)
	case s.rng.IntN(4) > 0 && s.makeWithCard(m), s.rng.IntN(2) == 0 && s.makeByHand(m):
	default:
		s.MakeMove(m)
	}
}

// Calm plays until no clock runs and a move is possible.
func (s *Persistent) Calm() engine.Move {
	s.Helper()
	for {
		status := s.Reference.State().Status()
		if m, ok := s.strategy.Next(s.Reference.State()); ok && !status.Over && status.Timer.For == 0 {
			return m
		}
		s.persist()
	}
}

// MakeMove makes a move on a phone.
func (s *Persistent) MakeMove(m engine.Move) {
	s.Helper()
	s.send(s.phoneOf(m), s.request(m))
	s.expectMade(m)
}

// send makes a request, which is answered at once, whatever fails.
func (s *Persistent) send(phone *rig.Phone, r protocol.Request) {
	s.Helper()
	asked := time.Now()
	phone.Must(r)
	s.Slowest = max(s.Slowest, time.Since(asked)-rig.NewsDelay)
}

// undoMoves undoes the last moves on a phone.
func (s *Persistent) undoMoves(n int) {
	s.Helper()
	if n = min(n, len(s.Reference.Moves())); n == 0 {
		return
	}
	before := s.undoable()
	if n == 1 && s.rng.IntN(2) == 0 {
		s.Press("yes", true)
		s.Inputs[map[bool]string{true: "undo by button", false: "undo, not noticed"}[s.undoable() < before]]++
	}
	if s.undoable() == before {
		s.send(s.Phones[s.rng.IntN(len(s.Phones))], protocol.UndoRequest{Steps: n})
	}
	s.Reference.TakeBack(n)
	left := len(s.texts) - n
	s.texts, s.repeats = s.texts[:left], s.repeats[:left]
	s.Inputs["undo"]++
	s.compareJournal("undo")
}

// makeWithCard puts down the card of a move for as long as reading may take, and reports whether the move was made. The card is lifted at once, so another one on
// the same reader would take its place: that reader rests.
func (s *Persistent) makeWithCard(m engine.Move) bool {
	s.Helper()
	state := s.Reference.State()
	c := state.Catalog()
	if m.Arity() == 0 || c.Class(m.Args[0])&engine.ClassCard == 0 || len(s.Tags[c.Word(m.Args[0])]) == 0 {
		return false
	}
	one := piece{m.Args[0], s.Tags[c.Word(m.Args[0])][0], true}
	var suit []string
	for _, r := range s.Wiring.Readers {
		if s.accepts(r, m, one, true) && !time.Now().Before(s.rests[r.Name]) {
			suit = append(suit, r.Name)
		}
	}
	if len(suit) == 0 {
		return false
	}
	s.AwaitLifted(one.uid)
	before := s.undoable()
	reader := suit[s.rng.IntN(len(suit))]
	s.Put(reader, one.uid)
	patience := time.Duration(1+s.rng.IntN(20)) * 100 * time.Millisecond
	for waited := time.Duration(0); waited < patience && s.undoable() == before && s.phoneOf(m).Snapshot().Game.Gesture == nil; waited += 20 * time.Millisecond {
		s.Pass(20 * time.Millisecond)
	}
	s.rests[reader] = time.Now().Add(2 * presence.CardRepeat)
	g := s.phoneOf(m).Snapshot().Game.Gesture
	switch {
	case s.undoable() > before:
		s.Inputs["card"]++
	case g != nil && slices.Equal(g.Words, []string{c.Word(one.name)}):
		s.Inputs["card, asked"]++
		s.answer(m, before)
	default:
		s.Inputs["card, not read"]++
		s.Lift(one.uid)
		if s.undoable() == before {
			return false
		}
	}
	s.Lift(one.uid)
	s.expectMade(m)
	return true
}

// answer answers questions about a card, on a phone.
func (s *Persistent) answer(m engine.Move, before int) {
	s.Helper()
	settled := 0
	for range 8 {
		phone := s.phoneOf(m)
		g := phone.Snapshot().Game.Gesture
		if s.undoable() > before || g == nil {
			break
		}
		var option int
		if option, settled = s.optionFor(m, settled, g); option < 0 {
			break
		}
		s.send(phone, protocol.PickRequest{Gesture: g.ID, Option: option})
	}
	if s.undoable() == before {
		s.send(s.phoneOf(m), s.request(m))
	}
}

// makeByHand makes a move with the button or the knob, if it is possible with these, and reports whether it was made.
func (s *Persistent) makeByHand(m engine.Move) bool {
	s.Helper()
	c := s.Reference.State().Catalog()
	if m.Seat != s.Reference.State().Status().Ask.Seat {
		return false
	}
	way, item := "", map[string]string{"draw": "Draw", "end": "End the turn"}[c.Word(m.Verb)]
	before := s.undoable()
	switch {
	case item == "":
		return false
	case item == "Draw" && s.rng.IntN(2) == 0:
		way = "button"
		s.Press("draw", false)
	default:
		way = "knob"
		s.dial(item)
	}
	s.Pass(rig.NewsDelay)
	if s.undoable() == before {
		s.Inputs[way+", not noticed"]++
		return false
	}
	s.Inputs[way]++
	moves := s.JournalHistory([]engine.Game{s.game}).Moves()
	if made := moves[len(moves)-1]; made.Seat == m.Seat && made.Verb == m.Verb {
		m = made // neither button nor knob says which card is drawn
	}
	s.expectMade(m)
	return true
}

// dial chooses from the list of the knob as a person who looks at the panel.
func (s *Persistent) dial(item string) {
	s.Helper()
	choice := func() (at, wanted int, open bool) {
		list := s.Daemon.Stage().Scene().Choice
		if list == nil {
			return 0, -1, false
		}
		return list.At, slices.Index(list.Items, item), true
	}
	if _, _, open := choice(); !open {
		s.Press("knob", false)
		s.Pass(rig.NewsDelay)
	}
	at, wanted, open := choice()
	if !open {
		return
	}
	if wanted >= 0 {
		if err := s.Daemon.Virtual().Bench().Turn("knob", wanted-at); err != nil {
			s.Fatal(err)
		}
	}
	s.Pass(500 * time.Millisecond) // the time it takes to read the chosen item
	at, wanted, open = choice()
	if open {
		s.Press("knob", at != wanted) // a long push closes the list
	}
}

// expectMade makes a move in the reference: the table must have made it, and no other one.
func (s *Persistent) expectMade(m engine.Move) {
	s.Helper()
	s.playReference(m, 0)
	s.Moves++
	s.compareJournal(s.Reference.State().Catalog().Format(m))
}

// compareJournal compares the journal with the moves of the test.
func (s *Persistent) compareJournal(after string) {
	s.Helper()
	if got := s.JournalHistory([]engine.Game{s.game}).Moves(); !slices.Equal(got, s.Reference.Moves()) {
		c := s.Reference.State().Catalog()
		last := "nothing"
		if len(got) > 0 {
			last = c.Format(got[len(got)-1])
		}
		s.Fatalf("after %s the journal holds %d moves, not %d; the last one is %s", after, len(got), len(s.Reference.Moves()), last)
	}
}
