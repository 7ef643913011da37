package companion

import (
	"slices"
	"time"

	"familiar/companion/intake"
	"familiar/companion/limits"
	"familiar/companion/presence"
	"familiar/companion/resolver"
	"familiar/companion/scene"
	"familiar/companion/session"
	"familiar/companion/wired"
	"familiar/engine"
	"familiar/engine/lang"
	"familiar/engine/record"
)

// commit takes back the last undo moves and makes others: all of it, or nothing. The moves must be legal, as those of an outcome are. They are written to
// disk before they change the position; the error says why they cannot be written.
func (ref *referee) commit(undo int, moves []engine.Move, source string) error {
	g := ref.game
	step := record.Step{Undo: undo, At: time.Now(), Source: source}
	for _, m := range moves {
		step.Moves = append(step.Moves, g.Catalog.Format(m))
	}
	before, onlyHolds := g.History.State().Status(), g.AreHolds(undo, moves)
	if err := g.Write(step); err != nil {
		return err
	}
	ref.disk.recovered()
	ref.intake.Taken = nil
	if undo > 0 || !onlyHolds {
		ref.intake.Leftovers = presence.Leftovers{}
	}
	ref.announcer.Sound(scene.CueAccept)
	if undo > 0 {
		ref.intake.TakenBack(len(g.Log), onlyHolds)
	}
	for _, m := range moves {
		ref.intake.DropSettled(g.History.State(), m, len(g.Log)+1)
		g.Play(m)
		if cue, ok := cues[g.Log[len(g.Log)-1].Cue]; ok {
			ref.announcer.Sound(cue)
		}
	}
	ref.syncTimer()
	ref.intake.Refresh(g, onlyHolds)
	switch now := g.History.State().Status(); {
	case now.Over && !before.Over:
		ref.announcer.Sound(scene.CueWin)
		ref.log.Info("a game is over", "record", g.Journal.Name(), "end", g.Ending())
	case ref.announcer.Cue() == scene.CueAccept && now.Turn != before.Turn:
		ref.announcer.Sound(scene.CueTurn)
	}
	return nil
}

// cues are the sounds of events for which a game asks.
var cues = map[engine.Cue]scene.Cue{engine.CueFanfare: scene.CueFanfare, engine.CueThud: scene.CueThud}

// takeBack undoes that many of the last moves that stand, or with 0 those of the last gesture, and says by whom. by is NoSeat if that is not known. The error
// says why it cannot.
func (ref *referee) takeBack(steps int, source string, by engine.Seat) error {
	stand := len(ref.game.Log)
	if steps == 0 {
		steps = ref.game.LastGesture()
	}
	switch {
	case stand == 0:
		return lang.T("there is no move to take back")
	case steps < 1 || steps > stand:
		return lang.T("there are {1} moves to take back, not {2}", stand, steps)
	case steps > session.MostTakenBack:
		return lang.T("at most {1} moves can be taken back at a time", session.MostTakenBack)
	}
	lost := ref.intake.LostByUndo()
	if err := ref.mayDrop(lost, by); err != nil {
		return err
	}
	note := ref.takingBack(steps, by)
	if err := ref.commit(steps, nil, source); err != nil {
		return ref.disk.moveError(err)
	}
	note()
	ref.noteDrop(lost, by)
	ref.announcer.Announce(session.TakenBack(steps, ref.game.WhoKnown(by)), resolver.Everyone, scene.CueNone)
	return nil
}

// takingBack is called before the last moves are taken back, and returns a function to be called after that. The function notes in the log who saw hidden cards by
// these moves, and who took back moves of somebody else. by is who takes them back, NoSeat if that is not known.
func (ref *referee) takingBack(steps int, by engine.Seat) (note func()) {
	if steps == 0 {
		return func() {}
	}
	lookers, felt := ref.game.HiddenAgain(steps)
	isOwn := ref.game.AreOwn(steps, by)
	return func() {
		ref.game.NoteLookers(lookers, ref.game.WhoKnown(by))
		if (felt || len(lookers) > 0) && by != engine.NoSeat { // each look reveals a little of a hand, as a conflict does
			ref.roster.limits.Allow(limits.Conflict, ref.limited(by), ref.now)
		}
		if by != engine.NoSeat && !isOwn {
			ref.game.NoteAct("undo", by, engine.NoSeat, session.TakenBack(steps, ref.game.WhoKnown(by)))
		}
	}
}

// undo takes back the last gesture, or announces why it cannot.
func (ref *referee) undo(source string) {
	if problem := ref.takeBack(0, source, engine.NoSeat); problem != nil {
		ref.announcer.RefuseText(problem, resolver.Everyone)
	}
}

// syncTimer makes the timer agree with a new position, with a sound if it starts.
func (ref *referee) syncTimer() {
	was := ref.timer.Active
	ref.updateTimer(time.Now())
	if ref.timer.Active && !was {
		ref.announcer.Sound(scene.CueBegin)
	}
}

// updateTimer makes the timer agree with the game at a moment. It stands still while the engine says so, while the game is paused, and while there is a
// question about an open card: a player who shows a card in time has done all that six seconds allow.
func (ref *referee) updateTimer(at time.Time) {
	if ref.game == nil {
		return
	}
	timer := ref.game.History.State().Status().Timer
	timer.Paused = timer.Paused || ref.paused() || slices.ContainsFunc(ref.intake.OpenGestures(), func(q *intake.Gesture) bool { return q.ShowsOpenCard(ref.game.Catalog) })
	ref.timer.Follow(timer, at)
}

// timerEnds makes the move that the engine wants at the end of its timer.
func (ref *referee) timerEnds() {
	then := ref.timer.Then
	ref.timer.Silence()
	out := ref.situation().Play(resolver.Anything(), 0, then)
	if out.Kind == resolver.Refuse {
		ref.announcer.Refuse(out.Refusals...)
		ref.timer.Retry()
		return
	}
	if err := ref.commit(0, out.Moves, wired.SourceClock); err != nil {
		ref.refuseMoves(out, err)
		ref.timer.Retry()
		return
	}
	ref.announcer.AnnounceMove(ref.game)
}

// refuseMoves announces that moves could not be written to disk.
func (ref *referee) refuseMoves(out resolver.Outcome, cause error) {
	to := out.Observation.Audience()
	moves := ref.game.Moves(resolver.Redacted(ref.game.History.State(), out.Moves, to.Viewer())...)
	ref.announcer.Refuse(resolver.Refusal{To: to, Text: moves, Reason: lang.Sentence(ref.disk.moveError(cause))})
}
