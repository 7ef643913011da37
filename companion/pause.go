package companion

import (
	"familiar/companion/limits"
	"familiar/companion/settings"
	"familiar/engine"
	"familiar/engine/lang"
)

// While a game is paused, its timer stands still, and no card, button or phone makes a move. Questions stay open. Moves can still be taken back and amended, to
// put the table right. Every phone with a seat may pause the game and let it go on, and so may the host, as at any table.

var errPaused = lang.T("the game is paused: somebody has to let it go on first")

func (ref *referee) paused() bool { return ref.game != nil && ref.settings.Game.Pause != nil }

// pause pauses the game for a phone, or lets it go on.
func (ref *referee) pause(c caller, on bool) error {
	switch {
	case ref.game == nil:
		return errNoGame
	case c.guest():
		return errGuest
	case on == ref.paused():
		return nil
	case !on:
		ref.settings.Game.Pause = nil
	case ref.game.Over():
		return errOver
	case !ref.roster.limits.Allow(limits.Pause, ref.limited(c.seat), ref.now) || !ref.roster.limits.Allow(limits.Pauses, "", ref.now):
		return lang.T("you have paused the game very often: wait a moment")
	default:
		by := "table"
		if c.seat != engine.Public {
			by = ref.game.Catalog.SeatWord(c.seat)
		}
		kept := &settings.Pause{By: by}
		ref.settings.Game.Pause = kept
		ref.updateTimer(ref.now)
		kept.Run, kept.Left = ref.timer.Run, ref.timer.Left()
		ref.intake.Debounce.Stop() // cards that were just put down become a question, not a move
		ref.game.NoteAct("pause", c.seat, engine.NoSeat, lang.Sentence(lang.T("{1} has paused the game", ref.game.Who(c.seat))))
	}
	ref.roster.save()
	return nil
}

// restorePause continues a pause after a restart: the timer gets the time that it had left.
func (ref *referee) restorePause() {
	if p := ref.settings.Game.Pause; p != nil && ref.timer.Active && ref.timer.Run == p.Run {
		ref.timer.SetLeft(p.Left)
	}
}

// isStopped reports whether a word has no effect because the game is paused.
func (ref *referee) isStopped(word string) bool {
	return ref.paused() && word != commandUndo && word != commandDrop && word != commandMute
}
