package companion

import (
	"familiar/companion/settings"
	"familiar/engine"
	"familiar/engine/lang"
)

// A game that is paused stands still: its clock does, and nothing that is laid, pressed or told makes a move. What was asked stays asked. The table can be
// put right all the same: moves can be taken back, and amended. At a table anybody says stop, and anybody says go on: every phone with a seat may, and the host.

var errPaused = lang.T("the game is paused: somebody has to let it go on first")

func (ref *referee) paused() bool { return ref.game != nil && ref.settings.Game.Pause != nil }

// pause stops the game for a phone, or lets it go on, and reports whether that is anything new.
func (ref *referee) pause(c caller, on bool) (changed bool, refused error) {
	switch {
	case ref.game == nil:
		return false, errNoGame
	case c.guest():
		return false, errWatch
	case on == ref.paused():
		return false, nil
	case !on:
		ref.settings.Game.Pause = nil
	case ref.game.Over():
		return false, errOver
	default:
		by := "table"
		if c.seat != engine.Public {
			by = ref.game.Catalog.SeatWord(c.seat)
		}
		kept := &settings.Pause{By: by}
		ref.settings.Game.Pause = kept
		ref.follow(ref.now)
		kept.Run, kept.Left = ref.timer.Run, ref.timer.Left()
		ref.intake.debounce.Stop() // what was laid together is asked about
	}
	return true, nil
}

// stillPaused goes on with a pause after a restart: the clock has what it had left.
func (ref *referee) stillPaused() {
	if p := ref.settings.Game.Pause; p != nil && ref.timer.Running && ref.timer.Run == p.Run {
		ref.timer.SetLeft(p.Left)
	}
}

// standsStill reports whether what was shown or pressed does nothing because the game is paused.
func (ref *referee) standsStill(word string) bool {
	return ref.paused() && word != commandUndo && word != commandDrop && word != commandMute
}
