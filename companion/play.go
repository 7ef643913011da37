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
func (ref *referee) commit(undo int, moves []engine.Move, source string) error {
	g := ref.game
	step := record.Step{Undo: undo, At: time.Now(), Source: source}
	for _, m := range moves {
		step.Moves = append(step.Moves, g.Catalog.Format(m))
	}
	if err := g.Write(step); err != nil {
		return err
	}
	ref.disk.writes()
	if undo > 0 || slices.ContainsFunc(moves, func(m engine.Move) bool { return m.Verb != g.Hold }) {
		ref.intake.leftovers = leftovers{}
	}
	before := g.History.State().Status()
	ref.announcer.sound(scene.CueAccept)
	if undo > 0 {
		g.TakeBack(undo)
		ref.intake.putAside(resolver.Observation{})
	}
	for _, m := range moves {
		ref.intake.settles(g.History.State(), m)
		g.Play(m)
		ref.hear(g.Log[len(g.Log)-1].Cue)
	}
	ref.settle()
	ref.intake.lookAgain(g)
	switch now := g.History.State().Status(); {
	case now.Over && !before.Over:
		ref.announcer.sound(scene.CueWin)
		ref.log.Info("a game is over", "record", g.Journal.Name(), "end", g.Ending())
	case ref.announcer.cue == scene.CueAccept && now.Turn != before.Turn:
		ref.announcer.sound(scene.CueTurn)
	}
	return nil
}

// hear sounds what a game says of an event.
func (ref *referee) hear(c engine.Cue) {
	switch c {
	case engine.CueFanfare:
		ref.announcer.sound(scene.CueFanfare)
	case engine.CueThud:
		ref.announcer.sound(scene.CueThud)
	}
}

// takeBack undoes the last moves that stand, or says why it does not.
func (ref *referee) takeBack(steps int, source string) error {
	stand := len(ref.game.Log)
	switch {
	case stand == 0:
		return lang.T("there is no move to take back")
	case steps < 1 || steps > stand:
		return lang.T("there are {1} moves to take back, not {2}", stand, steps)
	}
	if err := ref.commit(steps, nil, source); err != nil {
		return ref.disk.notWritten(err)
	}
	text := lang.T("The last move was taken back.")
	if steps > 1 {
		text = lang.T("The last {1} moves were taken back.", steps)
	}
	ref.announcer.announce(verdict{ok: true, text: text}, resolver.Everyone, scene.CueNone)
	return nil
}

// undo takes the last gesture back, or says why it does not.
func (ref *referee) undo(source string) {
	if problem := ref.takeBack(ref.game.LastGesture(), source); problem != nil {
		ref.announcer.refuseText(problem, resolver.Everyone)
	}
}

// settle has the clock follow a new state.
func (ref *referee) settle() {
	was := ref.timer.Running
	ref.follow(time.Now())
	if ref.timer.Running && !was {
		ref.announcer.sound(scene.CueBegin)
	}
}

// follow has the clock follow what happened at a moment. It stands still as long as the engine says so, while the game is paused, and while it is
// asked what a card that was shown in time is, or will be: who shows it has done all that six seconds allow.
func (ref *referee) follow(at time.Time) {
	if ref.game == nil {
		return
	}
	timer := ref.game.History.State().Status().Timer
	timer.Paused = timer.Paused || ref.paused() || slices.ContainsFunc(ref.intake.askedAbout(), func(q *gesture) bool { return q.ShowsOpenCard(ref.game.Catalog) })
	ref.timer.Follow(timer, at)
}

// timerEnds plays what the engine wanted at the end of its timer.
func (ref *referee) timerEnds() {
	then := ref.timer.Then
	ref.timer.Silence()
	out := ref.situation().Play(resolver.Anything(), 0, then)
	if out.Kind == resolver.Refuse {
		ref.announcer.refuse(out.Refusals)
		ref.timer.Retry()
		return
	}
	if err := ref.commit(0, out.Moves, sourceClock); err != nil {
		ref.refuseMoves(out, err)
		ref.timer.Retry()
		return
	}
	ref.announcer.announceMove(ref.game)
}

// refuseMoves refuses moves that the disk has not taken.
func (ref *referee) refuseMoves(out resolver.Outcome, cause error) {
	to := out.Observation.Audience()
	tried := ref.game.Moves(resolver.Redacted(ref.game.History.State(), out.Moves, to.Viewer())...)
	ref.announcer.announce(verdict{text: tried, words: lang.Sentence(ref.disk.notWritten(cause))}, to, scene.CueRefuse)
}
