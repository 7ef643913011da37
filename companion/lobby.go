package companion

import (
	"time"

	"familiar/companion/journal"
	"familiar/companion/palette"
	"familiar/companion/scene"
	"familiar/companion/session"
	"familiar/companion/settings"
	"familiar/engine"
	"familiar/engine/lang"
)

// start begins a game. One that is over makes room for it; until the new record is on disk the old game stays.
func (t *Table) start(setup engine.Setup, colours map[string]string) error {
	if t.game != nil && !t.game.History.State().Status().Over {
		return lang.T("a game is under way: end it first")
	}
	g, err := t.library.Begin(setup, "")
	if err != nil {
		return err
	}
	if g.Colours, err = palette.Assign(setup.Seats, colours); err != nil {
		return err
	}
	now := time.Now()
	record, err := journal.Create(t.opt.State, setup, now, g.Own)
	if err != nil {
		return t.disk.notDone(err, lang.T("the record of the game cannot be written: {1}", err))
	}
	g.KeepIn(record, now)
	t.disk.writes()
	if t.game != nil {
		if err := t.game.Journal.Finish(t.game.Ending(), now); err != nil {
			t.announcer.notice("warning", lang.T("The end of the last game could not be written: {1}.", err))
		}
		t.leaveGame()
	}
	t.game = g
	t.settings.Game = settings.Game{ID: g.Journal.Name(), Colours: colours}
	t.keepSeats()
	t.settle()
	t.announcer.sound(scene.CueAccept)
	t.log.Info("a game begins", "game", setup.Game, "players", session.Players(setup.Seats), "record", g.Journal.Name())
	return nil
}

// keepSeats leaves those who played the game before in their seats, as far as they play again.
func (t *Table) keepSeats() {
	moved := t.access.Move(t.last, t.game.Journal.Name(), t.game.Setup.Seats)
	if len(moved) == 0 {
		return
	}
	for _, p := range t.phones {
		if f, ok := moved[p.hash]; ok {
			p.kept.Game, p.kept.Seat = f.Game, f.Seat
		}
	}
	t.keepDesk()
}

// end ends the game, given up if it is not over; its record stays.
func (t *Table) end() error {
	if err := t.game.Journal.Finish(t.game.Ending(), time.Now()); err != nil {
		return t.disk.notDone(err, lang.T("the end cannot be written: {1}", err))
	}
	t.log.Info("the game was put away", "record", t.game.Journal.Name(), "end", t.game.Ending())
	t.disk.writes()
	t.leaveGame()
	return nil
}

// leaveGame clears the table.
func (t *Table) leaveGame() {
	if err := t.game.Journal.Close(); err != nil {
		t.announcer.notice("warning", lang.T("The record of the last game could not be closed: {1}.", err))
	}
	t.last, t.played = t.game.Journal.Name(), t.lastPlayed()
	t.settings.Game = settings.Game{}
	t.game, t.probes = nil, nil
	t.intake.clear()
	t.announcer.forget()
	t.unknown = ""
	t.timer.Stop()
}

// played is how a game began, to begin one like it.
type played struct {
	setup   engine.Setup
	colours map[string]string // chosen ones, by seat
}

// lastPlayed is the game on the table, or else the last one; without a game if none is known.
func (t *Table) lastPlayed() played {
	if t.game != nil {
		return played{t.game.Setup, t.settings.Game.Colours}
	}
	return t.played
}
