package companion

import (
	"fmt"

	"familiar/companion/protocol"
	"familiar/companion/settings"
	"familiar/engine"
	"familiar/engine/lang"
)

// A game that is paused stands still: its clock does, and nothing that is laid, pressed or told makes a move. What was asked stays asked. The table can be
// put right all the same: moves can be taken back, and amended. At a table anybody says stop, and anybody says go on: every phone with a seat may, and the host.

var errPaused = lang.T("the game is paused: somebody has to let it go on first")

func (t *Table) paused() bool { return t.game != nil && t.settings.Game.Pause != nil }

// askPause stops the game, or lets it go on.
func (t *Table) askPause(p *Phone, r protocol.PauseRequest) answer {
	seat := t.seatOf(p)
	switch {
	case t.game == nil:
		return answered(errNoGame)
	case seat == engine.Public && !p.kept.Host:
		return answered(errWatch)
	case r.On == t.paused():
		return done
	case !r.On:
		t.settings.Game.Pause = nil
	case t.game.History.State().Status().Over:
		return answered(errOver)
	default:
		by := "table"
		if seat != engine.Public {
			by = t.game.Catalog.SeatWord(seat)
		}
		kept := &settings.Pause{By: by}
		t.settings.Game.Pause = kept
		t.follow(t.now)
		kept.Run, kept.Left = t.timer.Run, t.timer.Left()
		t.intake.debounce.Stop() // what was laid together is asked about
	}
	t.keepDesk()
	return done
}

// stillPaused goes on with a pause after a restart: the clock has what it had left.
func (t *Table) stillPaused() {
	if p := t.settings.Game.Pause; p != nil && t.timer.Running && t.timer.Run == p.Run {
		t.timer.SetLeft(p.Left)
	}
}

// standsStill reports whether what was shown or pressed does nothing because the game is paused.
func (t *Table) standsStill(word string) bool {
	return t.paused() && word != commandUndo && word != commandDrop && word != commandMute
}

// pausedBy says who has paused the game, for the wired table.
func (t *Table) pausedBy() string {
	c := t.game.Catalog
	who := t.game.Who(c.Seat(c.Name(t.settings.Game.Pause.By)))
	return fmt.Sprintf("Paused by %s. A phone lets it go on.", who.In(engine.English))
}
