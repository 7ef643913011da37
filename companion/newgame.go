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

// start begins a game. It takes the place of a game that is over, which stays until the new record is on disk.
func (t *Table) start(g *session.Game, colours map[string]string) error {
	if t.referee.game != nil && !t.referee.game.Over() {
		return errUnderWay
	}
	setup := g.Setup
	var err error
	if g.Colours, err = palette.Assign(setup.Seats, colours); err != nil {
		return err
	}
	now := time.Now()
	record, err := journal.Create(t.opt.State, setup, now, g.OwnPack)
	if err != nil {
		return t.disk.requestError(err, lang.T("the record of the game cannot be written: {1}", err))
	}
	g.KeepIn(record, now)
	t.disk.recovered()
	if t.referee.game != nil {
		if err := t.referee.game.Journal.Finish(t.referee.game.Ending(), now); err != nil {
			t.announcer.Notice(lang.T("The end of the last game could not be written: {1}.", err))
		}
		t.closeGame()
	}
	t.referee.game = g
	t.roster.settings().Game = settings.Game{ID: g.Journal.Name(), Colours: colours}
	t.roster.save()
	t.roster.moveSeats(t.last, g)
	t.referee.syncTimer()
	t.announcer.Sound(scene.CueAccept)
	t.log.Info("a game begins", "game", setup.Game, "players", session.Players(setup.Seats), "record", g.Journal.Name())
	return nil
}

// end ends the game; if it is not over, it counts as given up. Its record stays.
func (t *Table) end() error {
	if err := t.referee.game.Journal.Finish(t.referee.game.Ending(), time.Now()); err != nil {
		return t.disk.requestError(err, lang.T("the end cannot be written: {1}", err))
	}
	t.log.Info("the game was ended", "record", t.referee.game.Journal.Name(), "end", t.referee.game.Ending())
	t.disk.recovered()
	t.closeGame()
	return nil
}

// closeGame takes the game off the table.
func (t *Table) closeGame() {
	if err := t.referee.game.Journal.Close(); err != nil {
		t.announcer.Notice(lang.T("The record of the last game could not be closed: {1}.", err))
	}
	t.last = lastGame{t.referee.game.Journal.Name(), t.lastSetup(), t.referee.game.NotedSeats()}
	t.roster.settings().Game = settings.Game{}
	t.roster.endHosts()
	t.tags.endOf(t.last.id)
	t.probes.Clear()
	t.referee.clearGame()
}

// lastGame is the game before the one on the table: its players keep their seats, and another game can begin like it.
type lastGame struct {
	id    string
	setup gameSetup
	noted []string // the seats that its log had notes about
}

// gameSetup is how a game began, so that another one can begin like it.
type gameSetup struct {
	setup   engine.Setup
	colours map[string]string // the chosen ones, by seat
}

// lastSetup returns how the game on the table began, or else the last one; the zero value if none is known.
func (t *Table) lastSetup() gameSetup {
	if t.referee.game != nil {
		return gameSetup{t.referee.game.Setup, t.roster.settings().Game.Colours}
	}
	return t.last.setup
}
