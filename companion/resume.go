package companion

import (
	"errors"

	"familiar/companion/journal"
	"familiar/companion/palette"
	"familiar/companion/session"
	"familiar/companion/settings"
	"familiar/engine/lang"
)

// open reads the state directory.
func (t *Table) open() error {
	if err := t.disk.hold(); err != nil {
		return err
	}
	t.disk.completeRestore()
	t.roster.open(t.opt.State)
	t.referee.settings = t.roster.settings()
	t.disk.trouble(journal.Try(t.opt.State))
	t.tags.open(t.opt.State)
	return t.resume()
}

func (t *Table) close() error {
	if t.referee.game == nil {
		return t.disk.letGo()
	}
	return errors.Join(t.referee.game.Journal.Close(), t.disk.letGo())
}

// resume goes on with the last unfinished game.
func (t *Table) resume() error {
	j, loaded, err := journal.Resume(t.opt.State)
	if err != nil {
		return err
	}
	for _, d := range loaded.Damage {
		t.announcer.notice("warning", d)
	}
	t.disk.trouble(loaded.Unwritable)
	if j == nil {
		t.rememberLast()
		return nil
	}
	g, err := t.library.Begin(loaded.Setup, loaded.Cards)
	if err != nil {
		t.announcer.notice("warning", lang.T("The last game cannot go on: {1} Its record is kept: {2}", lang.Sentence(err), j.Path()))
		return j.Close()
	}
	g.KeepIn(j, loaded.Began)
	if n, err := g.Replay(loaded.Steps); err != nil {
		if g, err = t.cutShort(j, loaded, n, err); err != nil {
			return errors.Join(err, j.Close())
		}
	}
	t.referee.game = g
	if t.roster.settings().Game.ID != j.Name() {
		t.roster.settings().Game = settings.Game{ID: j.Name()}
	}
	if colours, err := palette.Assign(g.Setup.Seats, t.roster.settings().Game.Colours); err == nil {
		g.Colours = colours
	}
	t.referee.settle()
	t.referee.stillPaused()
	t.log.Info("the game goes on", "record", j.Name(), "moves", len(g.Log))
	return nil
}

// rememberLast looks how the last game began, if its record tells that.
func (t *Table) rememberLast() {
	names, err := journal.Names(t.opt.State)
	if err != nil || len(names) == 0 {
		return
	}
	if g, err := journal.Glance(t.opt.State, names[0]); err == nil {
		t.last.played = played{setup: g.Setup}
	}
}

// cutShort goes on with as much of a game as can be replayed: the rules or the card list may have changed since. n lines of its journal can be.
func (t *Table) cutShort(j *journal.Journal, loaded *journal.Loaded, n int, why error) (*session.Game, error) {
	left, beside, err := j.SetAside(n)
	if beside == "" {
		t.disk.trouble(err)
		t.announcer.notice("warning", lang.T("The game goes on from its move {1}: {2} What followed is set aside as soon as the disk can be written to.", left, lang.Sentence(why)))
	} else {
		t.announcer.notice("warning", lang.T("The game goes on from its move {1}: {2} What followed is kept in {3}.", left, lang.Sentence(why), beside))
	}
	// What the moves that are set aside left behind goes with the game that has made them.
	g, err := t.library.Begin(loaded.Setup, loaded.Cards)
	if err != nil {
		return nil, err
	}
	g.KeepIn(j, loaded.Began)
	whole := 0
	for lines := 0; lines < left; whole++ {
		lines += loaded.Steps[whole].Lines()
	}
	_, err = g.Replay(loaded.Steps[:whole])
	return g, err
}
