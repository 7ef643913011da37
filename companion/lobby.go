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
	if t.referee.game != nil && !t.referee.game.Over() {
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
	record, err := journal.Create(t.opt.State, setup, now, g.OwnPack)
	if err != nil {
		return t.disk.notDone(err, lang.T("the record of the game cannot be written: {1}", err))
	}
	g.KeepIn(record, now)
	t.disk.writes()
	if t.referee.game != nil {
		if err := t.referee.game.Journal.Finish(t.referee.game.Ending(), now); err != nil {
			t.announcer.notice("warning", lang.T("The end of the last game could not be written: {1}.", err))
		}
		t.leaveGame()
	}
	t.referee.game = g
	t.roster.settings().Game = settings.Game{ID: g.Journal.Name(), Colours: colours}
	t.roster.moveOn(t.last.id, g)
	t.referee.settle()
	t.announcer.sound(scene.CueAccept)
	t.log.Info("a game begins", "game", setup.Game, "players", session.Players(setup.Seats), "record", g.Journal.Name())
	return nil
}

// end ends the game, given up if it is not over; its record stays.
func (t *Table) end() error {
	if err := t.referee.game.Journal.Finish(t.referee.game.Ending(), time.Now()); err != nil {
		return t.disk.notDone(err, lang.T("the end cannot be written: {1}", err))
	}
	t.log.Info("the game was put away", "record", t.referee.game.Journal.Name(), "end", t.referee.game.Ending())
	t.disk.writes()
	t.leaveGame()
	return nil
}

// leaveGame clears the table.
func (t *Table) leaveGame() {
	if err := t.referee.game.Journal.Close(); err != nil {
		t.announcer.notice("warning", lang.T("The record of the last game could not be closed: {1}.", err))
	}
	t.last = lastGame{t.referee.game.Journal.Name(), t.lastPlayed()}
	t.roster.settings().Game = settings.Game{}
	t.probes.clear()
	t.referee.leave()
}

// lastGame is the game before the one on the table: those who played it keep their seats, and another one can begin like it.
type lastGame struct {
	id     string
	played played
}

// played is how a game began, to begin one like it.
type played struct {
	setup   engine.Setup
	colours map[string]string // chosen ones, by seat
}

// lastPlayed is the game on the table, or else the last one; without a game if none is known.
func (t *Table) lastPlayed() played {
	if t.referee.game != nil {
		return played{t.referee.game.Setup, t.roster.settings().Game.Colours}
	}
	return t.last.played
}
