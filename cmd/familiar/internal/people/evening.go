package people

import (
	"time"

	"familiar/companion/protocol"
	"familiar/engine"
)

// Evening is a game that people play at a table, and tell it of.
type Evening struct {
	*Game
	Score Score
	Trace func(format string, args ...any) // logs what is done; nil: nothing is
	// Watch is called whenever the table is compared with the truth: with the moves that were made since the last time, and with how many of them were told. It may be nil.
	Watch func(told int, moves []Noticed)

	table     Table
	layout    Layout
	copies    map[string]int   // how many tags there are, by word
	lying     map[string][]Tag // by reader, the last one on top
	manner    Manner
	careless  *carelessness
	inStep    bool              // when the table was last compared with the truth
	judged    int               // how many moves of the table were judged
	sentences []string          // about the moves that were made in truth, as everybody may know them
	readings  []reading         // false ones, which may be taken back
	told      int               // moves that were told since the table was last compared with the truth
	open      []*telling        // whose cards lie there, and which are not finished
	late      []*telling        // that are told after the next move
	beside    map[Tag]int       // cards that lie beside their readers, until so many moves were made; 0: until somebody looks
	nextLook  int               // the move after which somebody looks
	facts     map[string]string // public ones, in truth, after factsOf moves
	factsOf   int
	noticed   []Noticed     // since the table was last compared with the truth
	clock     int           // the number of the clock that ran last, in truth
	ran       time.Duration // how long it has run
}

// Noticed is a move that was made in truth, as everybody may know it.
type Noticed struct {
	Move  engine.Move
	Known bool // people told it, or its cards lie on their readers
}

// Manner is how people treat the table.
type Manner struct {
	Dose Dose
	// Looks makes people compare the table with the truth every few moves, and put it right. Otherwise they only answer what they are asked.
	Looks bool
	// Usual makes the table take what is usual. People say first what is not.
	Usual bool
}

// Careless people answer the table's own questions so.
const (
	wrongAnswers = 0.02
	noAnswers    = 0.1
	looksEvery   = 5.0 // moves, on average
)

// thinking is how many seconds people take for a move on average, unless a clock runs.
const thinking = 6.0

// NewEvening sits people down at a table where their game has begun.
func NewEvening(g *Game, manner Manner, table Table, layout Layout, copies map[string]int) *Evening {
	e := &Evening{
		Game: g, table: table, layout: layout, copies: copies, lying: make(map[string][]Tag), manner: manner, Score: newScore(),
		careless: newCarelessness(manner.Dose, g.fresh(2)), beside: make(map[Tag]int),
	}
	e.planLook()
	if manner.Usual {
		table.Ask(Watcher, protocol.BoldnessRequest{As: protocol.Usual})
	}
	return e
}

// Play plays to the end of the game, or at most that many moves.
func (e *Evening) Play(most int) error {
	for range most {
		m, ok := e.Next()
		if !ok {
			break
		}
		if clock := e.State().Status().Timer; e.isRunningOut(clock) {
			m = clock.Then
		}
		if err := e.make(m); err != nil {
			return err
		}
	}
	e.finish()
	e.end()
	return nil
}

// make makes a move in truth, and tells the table of it as people do.
func (e *Evening) make(m engine.Move) error {
	t := &telling{move: m, at: e.State().Clone(), slip: e.careless.draw(m), number: len(e.history.Moves()), before: e.made()}
	e.Score.Moves++
	timer := t.at.Status().Timer
	if timer.For == 0 && len(e.open)+len(e.late) == 0 {
		e.wait(t, thinking)
	}
	if timer.For > 0 && !timer.Paused && m == timer.Then {
		t.slip = Neat
		e.trace("%d %s: the time is up", e.Score.Moves, e.format(m))
		e.await(t.before)
		e.told++
	} else {
		e.trace("%d %s (%v)", e.Score.Moves, e.format(m), t.slip)
		e.carry(t)
	}
	if known, ok := t.at.Redacted(m, engine.Public); ok {
		e.noticed = append(e.noticed, Noticed{known, t.slip != Untold || t.seen})
		e.sentences = append(e.sentences, e.Words.Move(t.at.Catalog(), known))
	}
	if err := e.Game.Play(m); err != nil {
		return err
	}
	if t.slip != Late && t.slip != Together {
		e.finish()
	}
	e.tidy()
	if t.slip != Untold && len(e.open) == 0 && len(e.late) == 0 {
		e.compare()
	}
	if e.manner.Looks && e.Score.Moves >= e.nextLook {
		e.look()
	}
	return nil
}

// carry tells a move with its slip, as far as that is done at once.
func (e *Evening) carry(t *telling) {
	switch t.slip {
	case Untold:
		e.forget(t)
	case Late:
		e.late = append(e.late, t)
		for _, p := range e.pieces(t) {
			e.beside[p.tag] = e.Score.Moves + 100
		}
	case Together:
		e.lay(t)
		e.open = append(e.open, t)
		e.wait(t, 0.1)
	case Torn:
		e.lay(t)
		e.wait(t, 0.08)
		for _, p := range t.laid {
			e.take(p.reader, p.tag)
			e.beside[p.tag] = 0
		}
		e.told++
	default:
		e.lay(t)
		e.open = append(e.open, t)
	}
}

// forget does not tell a move. Its cards lie beside their readers, or on them though nobody says what was done, or they come there some moves later.
func (e *Evening) forget(t *telling) {
	pieces := e.pieces(t)
	cause := e.careless.rng.IntN(6)
	for _, p := range pieces {
		switch {
		case !p.card || !e.layout.Stays:
		case cause < 3:
			e.beside[p.tag] = 0
		case cause < 5:
			e.put(p.reader, p.tag)
			t.seen = true
		default:
			e.beside[p.tag] = e.Score.Moves + 1 + e.careless.rng.IntN(4)
		}
	}
}

// finish ends what is open: people wait a moment, answer what they are asked, and then tell what is late.
func (e *Evening) finish() {
	if len(e.open) > 0 {
		e.pass(settling)
	}
	for _, t := range e.open {
		e.answer(t)
		e.clear(t)
		e.told++
	}
	e.open = nil
	for _, t := range e.late {
		e.trace("  late: %s", e.format(t.move))
		for _, p := range e.pieces(t) {
			delete(e.beside, p.tag)
		}
		t.before = e.made()
		e.lay(t)
		e.pass(settling)
		e.answer(t)
		e.clear(t)
		e.told++
	}
	e.late = nil
}

// clear lifts what does not stay on its reader.
func (e *Evening) clear(t *telling) {
	for _, p := range t.laid {
		if !p.stays {
			e.take(p.reader, p.tag)
		}
	}
}

func (e *Evening) trace(format string, args ...any) {
	if e.Trace != nil {
		e.Trace(format, args...)
	}
}

func (e *Evening) format(m engine.Move) string { return e.State().Catalog().Format(m) }

// wait lets some time pass, about so many seconds, as the hands of the player of a move take it.
func (e *Evening) wait(t *telling, seconds float64) {
	e.pass(time.Duration(e.careless.pause(t.move.Seat, seconds) * float64(time.Second)))
}

// pass lets some time pass.
func (e *Evening) pass(d time.Duration) {
	if clock := e.State().Status().Timer; clock.For > 0 && !clock.Paused {
		if clock.Run != e.clock {
			e.clock, e.ran = clock.Run, 0
		}
		e.ran += d
	}
	e.table.Wait(d)
}

// lastMoment is how long before the end of a clock nobody begins another move.
const lastMoment = 2 * time.Second

// isRunningOut reports whether a clock is about to run out, so that people wait for that.
func (e *Evening) isRunningOut(clock engine.Timer) bool {
	return clock.For > 0 && !clock.Paused && clock.Run == e.clock && e.ran > clock.For-lastMoment
}

// settling is how long people look at the table before they go on.
const settling = time.Second

// made returns how many moves stand at the table.
func (e *Evening) made() int {
	if g := e.table.See(Watcher).Game; g != nil {
		return g.Undoable
	}
	return 0
}

// await waits for the end of a timer, if one runs at the table, too.
func (e *Evening) await(before int) {
	for range 20 {
		if g := e.table.See(Watcher).Game; e.made() > before || g == nil || g.Timer == nil {
			return
		}
		e.pass(settling)
	}
}
