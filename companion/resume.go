package companion

import (
	"errors"
	"path/filepath"

	"familiar/companion/access"
	"familiar/companion/crashloop"
	"familiar/companion/durable"
	"familiar/companion/journal"
	"familiar/companion/palette"
	"familiar/companion/protocol"
	"familiar/companion/scene"
	"familiar/companion/session"
	"familiar/companion/settings"
	"familiar/companion/tags"
	"familiar/engine/lang"
	"familiar/engine/record"
)

// openState reads the state directory.
func (t *Table) openState() error {
	if err := t.disk.hold(); err != nil {
		return err
	}
	if t.disk.held != nil {
		if err := durable.Tidy(t.opt.State); err != nil {
			t.log.Warn("what an interrupted write has left cannot be removed", "error", err)
		}
	}
	t.disk.completeRestore()
	t.disk.watch = crashloop.Begin(t.opt.State, t.opt.Boot, t.announcer.Notice)
	t.disk.watch.Reading(access.File)
	t.roster.open(t.opt.State)
	t.referee.settings = t.roster.settings()
	t.disk.report(journal.Try(t.opt.State))
	t.disk.watch.Reading(tags.File)
	t.tags.open(t.opt.State)
	return nil
}

func (t *Table) closeState() error {
	t.roster.saver.End()
	t.disk.watch.Done()
	if t.referee.game == nil {
		return t.disk.release()
	}
	return errors.Join(t.referee.game.Journal.Close(), t.disk.release())
}

// longGame is how many lines of a journal a slow machine replays in half a second. For a longer game the panel says why nothing happens.
const longGame = 5000

// resume continues the last unfinished game.
func (t *Table) resume() error {
	if names, err := journal.Names(t.opt.State); err == nil && len(names) > 0 {
		t.disk.watch.Reading(filepath.Join(journal.Folder, names[0]))
	}
	j, loaded, err := journal.Resume(t.opt.State)
	if err != nil {
		return err
	}
	if j != nil && t.disk.watch.Reading(filepath.Join(journal.Folder, filepath.Base(j.Path()))) {
		return errors.Join(j.Close(), t.resume())
	}
	for _, d := range append(loaded.Damage, journal.Lost(t.opt.State, t.roster.settings().Game.ID)...) {
		t.announcer.Notice(d)
	}
	t.disk.report(loaded.Unwritable)
	if j == nil {
		t.roster.settings().Game = settings.Game{}
		t.roster.endHosts()
		t.readLastGame()
		return nil
	}
	g, err := t.library.Begin(loaded.Setup, loaded.Cards)
	if err != nil {
		t.announcer.Notice(lang.T("The last game cannot go on: {1} Its record is kept: {2}", lang.Sentence(err), filepath.Join(journal.Folder, j.Name())))
		return j.Close()
	}
	g.KeepIn(j, loaded.Began)
	if record.Lines(loaded.Steps) > longGame {
		t.opt.Show(scene.Scene{Phase: protocol.PhaseLobby, Title: g.Words.Title, Prompt: "Reading the last game …", Turn: -1, Asked: -1, Winner: -1})
	}
	if n, err := g.Replay(loaded.Steps); err != nil {
		if g, err = t.replayPart(j, loaded, n, err); err != nil {
			return errors.Join(err, j.Close())
		}
	}
	t.referee.game = g
	if t.roster.settings().Game.ID != j.Name() {
		t.roster.settings().Game = settings.Game{ID: j.Name()}
		t.roster.endHosts()
	}
	if colours, err := palette.Assign(g.Setup.Seats, t.roster.settings().Game.Colours); err == nil {
		g.Colours = colours
	}
	t.referee.syncTimer()
	t.referee.restorePause()
	t.log.Info("the game goes on", "record", j.Name(), "moves", len(g.Log))
	return nil
}

// readLastGame reads how the last game began, if its record says so.
func (t *Table) readLastGame() {
	names, err := journal.Names(t.opt.State)
	if err != nil || len(names) == 0 {
		return
	}
	if g, err := journal.Glance(t.opt.State, names[0]); err == nil {
		t.last = lastGame{id: names[0], setup: gameSetup{setup: g.Setup}}
	}
}

// replayPart continues a game with the first steps of its journal, at most n and as many as can be replayed: the rules or the card list may have changed since.
func (t *Table) replayPart(j *journal.Journal, loaded *journal.Loaded, n int, why error) (g *session.Game, err error) {
	for refused := why; refused != nil; {
		why = refused
		// A new game: the refused step has changed the last one.
		if g, err = t.library.Begin(loaded.Setup, loaded.Cards); err != nil {
			return nil, err
		}
		g.KeepIn(j, loaded.Began)
		n, refused = g.Replay(loaded.Steps[:n])
	}
	left, beside, err := j.SetAside(record.Lines(loaded.Steps[:n]))
	t.disk.report(err)
	if beside == "" {
		t.announcer.Notice(lang.T("The game goes on from its move {1}: {2} What followed is set aside as soon as the disk can be written to.", left, lang.Sentence(why)))
	} else {
		t.announcer.Notice(lang.T("The game goes on from its move {1}: {2} What followed is kept in {3}.", left, lang.Sentence(why), beside))
	}
	return g, nil
}
