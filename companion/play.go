package companion

import (
	"slices"
	"time"

	"familiar/companion/resolver"
	"familiar/companion/scene"
	"familiar/engine"
	"familiar/engine/lang"
	"familiar/engine/record"
)

// commit makes moves after taking back the last ones: all of it or nothing. They must be legal, as those of an outcome are. They are written to disk first, and
// then they are the state. The error says why they cannot be written.
func (t *Table) commit(undo int, moves []engine.Move, source string) error {
	g := t.game
	step := record.Step{Undo: undo, At: time.Now(), Source: source}
	for _, m := range moves {
		step.Moves = append(step.Moves, g.Catalog.Format(m))
	}
	if err := g.Write(step); err != nil {
		return err
	}
	t.disk.writes()
	if undo > 0 || slices.ContainsFunc(moves, func(m engine.Move) bool { return m.Verb != g.Hold }) {
		t.intake.leftovers = leftovers{}
	}
	before := g.History.State().Status()
	t.announcer.sound(scene.CueAccept)
	if undo > 0 {
		g.TakeBack(undo)
		t.intake.putAside(resolver.Observation{})
	}
	for _, m := range moves {
		t.intake.settles(g.History.State(), m)
		g.Play(m)
		t.hear(g.Log[len(g.Log)-1].Cue)
	}
	t.settle()
	t.intake.lookAgain(g)
	switch now := g.History.State().Status(); {
	case now.Over && !before.Over:
		t.announcer.sound(scene.CueWin)
		t.log.Info("a game is over", "record", g.Journal.Name(), "end", g.Ending())
	case t.announcer.cue == scene.CueAccept && now.Turn != before.Turn:
		t.announcer.sound(scene.CueTurn)
	}
	return nil
}

// hear sounds what a game says of an event.
func (t *Table) hear(c engine.Cue) {
	switch c {
	case engine.CueFanfare:
		t.announcer.sound(scene.CueFanfare)
	case engine.CueThud:
		t.announcer.sound(scene.CueThud)
	}
}

// takeBack undoes the last moves that stand, or says why it does not.
func (t *Table) takeBack(steps int, source string) error {
	stand := len(t.game.Log)
	switch {
	case stand == 0:
		return lang.T("there is no move to take back")
	case steps < 1 || steps > stand:
		return lang.T("there are {1} moves to take back, not {2}", stand, steps)
	}
	if err := t.commit(steps, nil, source); err != nil {
		return t.disk.notWritten(err)
	}
	text := lang.T("The last move was taken back.")
	if steps > 1 {
		text = lang.T("The last {1} moves were taken back.", steps)
	}
	t.announcer.announce(verdict{ok: true, text: text}, resolver.Everyone, scene.CueNone)
	return nil
}

// settle has the clock follow a new state.
func (t *Table) settle() {
	was := t.timer.Running
	t.follow(time.Now())
	if t.timer.Running && !was {
		t.announcer.sound(scene.CueBegin)
	}
}

// follow has the clock follow what happened at a moment. It stands still as long as the engine says so, while the game is paused, and while it is
// asked what a card that was shown in time is, or will be: who shows it has done all that six seconds allow.
func (t *Table) follow(at time.Time) {
	if t.game == nil {
		return
	}
	timer := t.game.History.State().Status().Timer
	timer.Paused = timer.Paused || t.paused() || slices.ContainsFunc(t.intake.askedAbout(), func(q *gesture) bool { return q.ShowsOpenCard(t.game.Catalog) })
	t.timer.Follow(timer, at)
}

// timerEnds plays what the engine wanted at the end of its timer.
func (t *Table) timerEnds() {
	then := t.timer.Then
	t.timer.Silence()
	out := t.intake.situation(t.game).Play(resolver.Anything(), 0, then)
	if out.Kind == resolver.Refuse {
		t.announcer.refuse(out.Refusals)
		t.timer.Retry()
		return
	}
	if err := t.commit(0, out.Moves, sourceClock); err != nil {
		t.refuseMoves(out, err)
		t.timer.Retry()
		return
	}
	t.announcer.announceMove(t.game)
}
