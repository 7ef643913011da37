package companion

import (
	"slices"
	"time"

	"familiar/companion/journal"
	"familiar/engine"
	"familiar/engine/lang"
)

// refused is why moves were not made.
type refused struct {
	moves    []engine.Move // the one that cannot be made, or all of them
	before   engine.State  // in which that is
	why      engine.Violation
	cause    error                  // the journal could not take it
	observed *observation           // nothing but this may be told of the moves; nil: all of them
	rendered map[*localizer]Verdict // in the languages in which somebody has read it
}

// make plays moves one after the other, after taking back the last ones: all of it or nothing. First the moves are checked, then
// they are written to disk, then they are the state.
func (t *Table) make(undo int, moves []engine.Move, source string) *refused {
	g := t.game
	if r := g.tried(undo, moves); r != nil {
		return r
	}
	if err := g.journal.Append(g.lines(undo, moves, source)...); err != nil {
		return &refused{moves: moves, before: g.history.State(), cause: err}
	}
	t.diskWrites()
	g.passed(time.Now())
	if undo > 0 || slices.ContainsFunc(moves, func(m engine.Move) bool { return m.Verb != g.hold }) {
		t.leftovers = leftovers{}
	}
	before := g.history.State().Status()
	t.sound(CueAccept)
	if undo > 0 {
		g.takeBack(undo)
		t.putAside(observation{})
	}
	for i, m := range moves {
		t.settles(m)
		g.play(m, source)
		if i > 0 && m == moves[i-1] {
			g.onceMore()
		}
		t.hear(g.log[len(g.log)-1].heard)
	}
	t.settle()
	t.lookAgain()
	switch now := g.history.State().Status(); {
	case now.Over && !before.Over:
		t.sound(CueWin)
		t.log.Info("a game is over", "record", g.journal.Name(), "end", g.ending())
	case t.cue == CueAccept && now.Turn != before.Turn:
		t.sound(CueTurn)
	}
	return nil
}

// tried plays moves without consequence, and says which one is refused; nil: none.
func (g *game) tried(undo int, moves []engine.Move) *refused {
	state := g.history.State()
	switch {
	case undo > 0:
		state = g.history.At(len(g.log) - undo)
	case len(moves) > 1:
		state = state.Clone()
	}
	for i, m := range moves {
		if v := state.Check(m); !v.OK() {
			return &refused{moves: moves[i : i+1], before: state, why: v}
		}
		if i < len(moves)-1 {
			state.Play(m)
		}
	}
	return nil
}

// lines is what the journal says of moves that follow the taking back of others.
func (g *game) lines(undo int, moves []engine.Move, source string) []journal.Line {
	now := time.Now()
	lines := make([]journal.Line, 0, undo+len(moves))
	for range undo {
		lines = append(lines, journal.Line{Words: undoLine, At: now, Source: source})
	}
	for _, m := range moves {
		lines = append(lines, journal.Line{Words: g.catalog.Format(m), At: now, Source: source})
	}
	return lines
}

// hear sounds what a game says of an event.
func (t *Table) hear(c engine.Cue) {
	switch c {
	case engine.CueFanfare:
		t.sound(CueFanfare)
	case engine.CueThud:
		t.sound(CueThud)
	}
}

// takeBack undoes the last moves that stand, or says why it does not.
func (t *Table) takeBack(steps int, source string) error {
	stand := len(t.game.log)
	switch {
	case stand == 0:
		return lang.T("there is no move to take back")
	case steps < 1 || steps > stand:
		return lang.T("there are {1} moves to take back, not {2}", stand, steps)
	}
	if r := t.make(steps, nil, source); r != nil {
		return t.notWritten(r.cause)
	}
	text := lang.T("The last move was taken back.")
	if steps > 1 {
		text = lang.T("The last {1} moves were taken back.", steps)
	}
	t.announce(verdict{ok: true, text: text}, Everyone)
	return nil
}

// settle has the clock follow a new state.
func (t *Table) settle() {
	was := t.timer.running
	t.follow(time.Now())
	if t.timer.running && !was {
		t.sound(CueBegin)
	}
}

// follow has the clock follow what happened at a moment. It stands still as long as the engine says so, while the game is paused, and while it is
// asked what a card that was shown in time is, or will be: who shows it has done all that six seconds allow.
func (t *Table) follow(at time.Time) {
	if t.game == nil {
		return
	}
	timer := t.game.history.State().Status().Timer
	timer.Paused = timer.Paused || t.paused() || slices.ContainsFunc(t.askedAbout(), func(q *gesture) bool { return q.laid(t.game.catalog) })
	t.timer.follow(timer, at)
}

// timerEnds plays what the engine wanted at the end of its timer.
func (t *Table) timerEnds() {
	then := t.timer.then
	t.timer.alarm.stop()
	if r := t.make(0, []engine.Move{then}, sourceClock); r != nil {
		t.refuse(r, anything())
		t.timer.retry()
		return
	}
	t.verdictOK()
}
