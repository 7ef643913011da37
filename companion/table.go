package companion

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"

	"familiar/companion/announce"
	"familiar/companion/archive"
	"familiar/companion/cardprobe"
	"familiar/companion/hintsearch"
	"familiar/companion/library"
	"familiar/companion/listeditor"
	"familiar/companion/protocol"
	"familiar/companion/scene"
	"familiar/companion/wired"
	"familiar/engine"
	"familiar/engine/lang"
)

// ErrEnded means that the table has ended.
var ErrEnded error = lang.T("the table has ended")

// Table is one table: its loop, and the parts that the loop owns. All fields belong to the goroutine of Run, but for mailbox,
// playing, library, archive, editor and the join code of the roster, which any goroutine may use.
type Table struct {
	opt      Options
	log      *slog.Logger
	mailbox  *mailbox
	revision int64
	same     bool        // the event that is being handled has changed nothing that anybody is shown
	playing  atomic.Bool // a game is on the table

	announcer announce.Announcer
	disk      disk
	wiring    wired.Devices
	buzzer    buzzer
	tags      tagBook
	roster    roster
	referee   referee
	dial      dial
	probes    cardprobe.Probes
	last      lastGame
	library   *library.Library
	archive   *archive.Archive
	editor    *listeditor.Editor
	searches  hintsearch.Searches
}

// New makes a table from its state directory: it reads tags, phones and the last unfinished game. Files that cannot be read are set aside or left alone,
// and a notice says so. No other table can use the directory until this one has ended.
func New(opt Options) (*Table, error) {
	if opt.Log == nil {
		opt.Log = slog.New(slog.DiscardHandler)
	}
	if opt.Show == nil {
		opt.Show = func(scene.Scene) {}
	}
	if opt.ReaderStats == nil {
		opt.ReaderStats = func() []ReaderStats { return nil }
	}
	if opt.JoinURL == nil {
		opt.JoinURL = func(code string) string { return "" }
	}
	t := &Table{opt: opt, log: opt.Log, mailbox: newMailbox()}
	t.announcer.Log = opt.Log
	t.disk = disk{dir: opt.State, announcer: &t.announcer, log: opt.Log}
	t.wiring = wired.Devices{Readers: opt.Readers, Buttons: opt.Buttons, Knobs: opt.Knobs, Stats: opt.ReaderStats}
	t.library = &library.Library{Games: opt.Games, State: opt.State}
	t.roster.log, t.roster.announcer = opt.Log, &t.announcer
	t.roster.refused = rate.Sometimes{First: 10, Interval: time.Minute}
	t.buzzer = buzzer{wiring: &t.wiring, roster: &t.roster, announcer: &t.announcer}
	t.tags = tagBook{log: opt.Log, library: t.library, announcer: &t.announcer}
	t.referee = referee{log: opt.Log, disk: &t.disk, announcer: &t.announcer, wiring: &t.wiring, tags: &t.tags, buzzer: &t.buzzer, roster: &t.roster, boldness: opt.Boldness}
	t.editor = listeditor.New(t.library)
	names := t.wiring // a copy, because other goroutines use the archive
	t.archive = archive.New(t.library, names.SourceTitle)
	if err := t.openState(); err != nil {
		return nil, errors.Join(err, t.disk.release())
	}
	return t, nil
}

// Run continues the last game, and runs the table until ctx ends. When it returns, everything is written.
func (t *Table) Run(ctx context.Context) error {
	defer close(t.mailbox.ended)
	defer context.AfterFunc(ctx, t.disk.watch.Stopped)()
	if err := t.resume(); err != nil {
		return errors.Join(err, t.closeState())
	}
	t.disk.watch.Started(t.referee.game != nil)
	t.roster.saver.Begin(t.mailbox.post)
	t.show()
	for {
		select {
		case <-ctx.Done():
			t.referee.stop()
			t.announcer.Stop()
			t.dial.idle.Stop()
			t.searches.Close()
			return t.closeState()
		case e := <-t.mailbox.events:
			if t.referee.timer.EndedBefore(e.at) {
				t.timerEnded(e)
			} else {
				t.do(e)
			}
		case <-t.mailbox.heartbeat:
		case <-t.referee.timer.Wake():
			t.wakeUp()
		case <-t.announcer.Fading():
			t.announcer.Fade()
			t.show()
		case <-t.referee.intake.Debounce.Wake():
			if t.referee.debounced(len(t.mailbox.events) > 0) {
				t.show()
			}
		case <-t.dial.idle.Wake():
			t.dial.close()
			t.show()
		}
	}
}

// do handles an event, and shows everybody the result.
func (t *Table) do(e event) {
	t.referee.now, t.same = e.at, false
	e.do(t)
	t.referee.updateTimer(e.at)
	if !t.same {
		t.show()
	}
	if e.afterShow != nil {
		e.afterShow(t)
	}
}

// wakeUp is called at every tick of a running timer, and at its end.
func (t *Table) wakeUp() {
	if t.referee.timer.Due(time.Now()) {
		t.timerEnded()
		return
	}
	t.announcer.Sound(scene.CueTick)
	t.show()
}

// timerEnded is called at the end of the timer, with the events that were taken from the mailbox already. Events that happened in time come first, however
// busy the table was; then the end of the timer, if it still runs out; then the late events.
func (t *Table) timerEnded(waiting ...event) {
	for len(t.mailbox.events) > 0 {
		waiting = append(waiting, <-t.mailbox.events)
	}
	end := t.referee.timer.Ends()
	var late []event
	for _, e := range waiting {
		if e.at.After(end) {
			late = append(late, e)
			continue
		}
		t.do(e)
	}
	if t.referee.timer.Due(time.Now()) {
		t.referee.timerEnds()
		t.show()
	}
	for _, e := range late {
		t.do(e)
	}
}

// show makes a new revision and shows it to everybody: first the wired table, then the phones. It is called when an event has changed what they show.
func (t *Table) show() {
	t.referee.intake.ResumeNext()
	t.followSearches()
	t.dial.follow(t.menus())
	t.revision++
	t.playing.Store(t.referee.game != nil)
	ref := &t.referee
	pr := presenter{
		at: time.Now(), revision: t.revision, game: ref.game, intake: &ref.intake, timer: &ref.timer, settings: ref.settings, announcer: &t.announcer,
		wiring: &t.wiring, buzzer: &t.buzzer, tags: &t.tags, roster: &t.roster, disk: &t.disk, dial: &t.dial, joinURL: t.opt.JoinURL,
	}
	pr.prepare()
	t.opt.Show(pr.scene())
	t.announcer.Played()
	pr.showPhones()
}

// TagArrived tells the table that a tag has come into the field of a reader.
func (t *Table) TagArrived(ctx context.Context, reader, uid string, at time.Time) error {
	return t.mailbox.put(ctx, event{at: at, do: func(t *Table) { t.tagArrived(reader, uid) }})
}

// TagPresent tells the table that a tag was in the field of a reader before the table first asked: it was put there for something else, and makes no move.
func (t *Table) TagPresent(ctx context.Context, reader, uid string, at time.Time) error {
	return t.mailbox.put(ctx, event{at: at, do: func(t *Table) { t.tagPresent(reader, uid) }})
}

// TagLeft tells the table that a tag has left the field of a reader.
func (t *Table) TagLeft(ctx context.Context, reader, uid string, at time.Time) error {
	return t.mailbox.put(ctx, event{at: at, do: func(t *Table) { t.tagLeft(reader, uid) }})
}

// Press tells the table that a button was pressed.
func (t *Table) Press(ctx context.Context, button string, long bool, at time.Time) error {
	return t.mailbox.put(ctx, event{at: at, do: func(t *Table) { t.pressed(button, long) }})
}

// Turn tells the table that a knob was turned by some steps, clockwise if positive.
func (t *Table) Turn(ctx context.Context, knob string, steps int, at time.Time) error {
	return t.mailbox.put(ctx, event{at: at, do: func(t *Table) { t.turned(knob, steps) }})
}

// Push tells the table that a knob was pushed.
func (t *Table) Push(ctx context.Context, knob string, long bool, at time.Time) error {
	return t.mailbox.put(ctx, event{at: at, do: func(t *Table) { t.pushed(knob, long) }})
}

// Device tells the table whether a device works.
func (t *Table) Device(ctx context.Context, d protocol.Device) error {
	return t.mailbox.put(ctx, event{at: time.Now(), do: func(t *Table) {
		if t.wiring.Set(d) {
			t.announcer.Sound(scene.CueTrouble)
		}
	}})
}

// Heartbeat waits until the table's goroutine asks for its next event. As long as Heartbeat returns, the table is not stuck.
func (t *Table) Heartbeat(ctx context.Context) error {
	return t.mailbox.beat(ctx)
}

// Redraw shows the table again, because something outside of it has changed: the address at which phones find it.
func (t *Table) Redraw(ctx context.Context) error {
	return t.mailbox.put(ctx, event{at: time.Now(), do: func(t *Table) {}})
}

// Games returns the games that this table knows.
func (t *Table) Games() []engine.Game { return t.library.Games }

// Playing reports whether a game is on the table. It may be called from any goroutine.
func (t *Table) Playing() bool { return t.playing.Load() }
