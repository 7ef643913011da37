package companion

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"familiar/companion/archive"
	"familiar/companion/hintsearch"
	"familiar/companion/library"
	"familiar/companion/listeditor"
	"familiar/companion/protocol"
	"familiar/companion/scene"
	"familiar/engine"
	"familiar/engine/lang"
)

// ErrEnded is the answer of a table that has ended.
var ErrEnded error = lang.T("the table has ended")

// Table is one table. What it holds beside its mailbox belongs to the goroutine of Run.
type Table struct {
	opt      Options
	log      *slog.Logger
	mailbox  *mailbox
	revision int64

	announcer announcer
	disk      disk
	wiring    wiring
	buzzer    buzzer
	tags      tagBook
	roster    roster
	referee   referee
	dial      dial
	probes    cardProbes
	last      lastGame
	library   *library.Library
	archive   *archive.Archive
	editor    *listeditor.Editor
	searches  hintsearch.Searches
}

// New makes a table over its state directory: tags, phones and the last unfinished game are read. What cannot be read is set
// aside or left alone, and said in the notices of every snapshot. Nobody else can have the same state until the table has ended.
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
	t.announcer.log = opt.Log
	t.disk = disk{dir: opt.State, announcer: &t.announcer, log: opt.Log}
	t.wiring = wiring{readers: opt.Readers, buttons: opt.Buttons, knobs: opt.Knobs, stats: opt.ReaderStats}
	t.library = &library.Library{Games: opt.Games, State: opt.State}
	t.roster.log, t.roster.announcer = opt.Log, &t.announcer
	t.buzzer = buzzer{wiring: &t.wiring, roster: &t.roster, announcer: &t.announcer}
	t.tags = tagBook{log: opt.Log, library: t.library, announcer: &t.announcer}
	t.referee = referee{log: opt.Log, disk: &t.disk, announcer: &t.announcer, wiring: &t.wiring, tags: &t.tags, buzzer: &t.buzzer}
	t.referee.intake.catchUp = opt.CatchUp
	t.editor = listeditor.New(t.library)
	names := t.wiring // the archive's own: it is used by other goroutines
	t.archive = archive.New(t.library, names.sourceTitle)
	if err := t.open(); err != nil {
		return nil, errors.Join(err, t.disk.letGo())
	}
	return t, nil
}

// Run is the table's life: it returns when ctx ends, with everything written.
func (t *Table) Run(ctx context.Context) error {
	defer close(t.mailbox.ended)
	t.show()
	for {
		select {
		case <-ctx.Done():
			t.referee.stop()
			t.announcer.fade.Stop()
			t.dial.idle.Stop()
			t.searches.Close()
			return t.close()
		case e := <-t.mailbox.events:
			t.take(e)
		case <-t.mailbox.heartbeat:
		case <-t.referee.timer.Wake():
			t.wakeUp()
		case <-t.announcer.fade.Wake():
			t.announcer.fades()
			t.show()
		case <-t.referee.intake.debounce.Wake():
			if t.referee.debounced(len(t.mailbox.events) > 0) {
				t.show()
			}
		case <-t.dial.idle.Wake():
			t.dial.close()
			t.show()
		}
	}
}

// take does what happened at the table. If the timer had ended by then, its end comes first.
func (t *Table) take(e event) {
	if t.referee.timer.EndedBefore(e.at) {
		t.timeIsOver(e)
		return
	}
	t.do(e)
}

func (t *Table) do(e event) {
	t.referee.now = e.at
	e.do(t)
	t.referee.follow(e.at)
	t.show()
	if e.told != nil {
		e.told(t)
	}
}

// wakeUp is called at every tick of a running timer and at its end.
func (t *Table) wakeUp() {
	if t.referee.timer.Due(time.Now()) {
		t.timeIsOver()
		return
	}
	t.announcer.sound(scene.CueTick)
	t.show()
}

// timeIsOver is called at the end of the timer with what waits to be done. What happened in time comes first, however busy the table
// was, then the end, if it still is one, and then what came too late.
func (t *Table) timeIsOver(waiting ...event) {
	for all := false; !all; {
		select {
		case e := <-t.mailbox.events:
			waiting = append(waiting, e)
		default:
			all = true
		}
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

// show makes a new revision and shows it to everybody: first the wired table, then the phones. It is called after whatever
// happened at the table.
func (t *Table) show() {
	t.referee.intake.takeUp()
	t.followSearches()
	t.dial.follow(t.menus())
	t.revision++
	ref := &t.referee
	l := presenter{
		at: time.Now(), revision: t.revision, game: ref.game, intake: &ref.intake, timer: &ref.timer, settings: ref.settings, announcer: &t.announcer,
		wiring: &t.wiring, buzzer: &t.buzzer, tags: &t.tags, roster: &t.roster, disk: &t.disk, dial: &t.dial, joinURL: t.opt.JoinURL,
	}
	l.prepare()
	t.opt.Show(l.scene())
	t.announcer.cue = scene.CueNone
	l.showPhones()
}

// TagArrived tells the table that a tag has come into the field of a reader.
func (t *Table) TagArrived(ctx context.Context, reader, uid string, at time.Time) error {
	return t.mailbox.hand(ctx, event{at: at, do: func(t *Table) { t.tagArrived(reader, uid) }})
}

// TagPresent tells the table that a tag lay in the field of a reader before anybody looked: it was laid for something else.
func (t *Table) TagPresent(ctx context.Context, reader, uid string, at time.Time) error {
	return t.mailbox.hand(ctx, event{at: at, do: func(t *Table) { t.tagPresent(reader, uid) }})
}

// TagLeft tells the table that a tag has left the field of a reader.
func (t *Table) TagLeft(ctx context.Context, reader, uid string, at time.Time) error {
	return t.mailbox.hand(ctx, event{at: at, do: func(t *Table) { t.tagLeft(reader, uid) }})
}

// Press tells the table that a button was pressed.
func (t *Table) Press(ctx context.Context, button string, long bool, at time.Time) error {
	return t.mailbox.hand(ctx, event{at: at, do: func(t *Table) { t.pressed(button, long) }})
}

// Turn tells the table that a knob was turned, by so many steps clockwise; less than 0: the other way.
func (t *Table) Turn(ctx context.Context, knob string, steps int, at time.Time) error {
	return t.mailbox.hand(ctx, event{at: at, do: func(t *Table) { t.turned(knob, steps) }})
}

// Push tells the table that a knob was pushed.
func (t *Table) Push(ctx context.Context, knob string, long bool, at time.Time) error {
	return t.mailbox.hand(ctx, event{at: at, do: func(t *Table) { t.pushed(knob, long) }})
}

// Device tells the table how a device is.
func (t *Table) Device(ctx context.Context, d protocol.Device) error {
	return t.mailbox.hand(ctx, event{at: time.Now(), do: func(t *Table) {
		if t.wiring.note(d) {
			t.announcer.sound(scene.CueTrouble)
		}
	}})
}

// Heartbeat waits until the table's goroutine has dealt with one thing and asks for the next: as long as it returns, the table is not stuck.
func (t *Table) Heartbeat(ctx context.Context) error {
	return t.mailbox.beat(ctx)
}

// Redraw shows the table again, because something has changed of which it does not know: the address under which it is found.
func (t *Table) Redraw(ctx context.Context) error {
	return t.mailbox.hand(ctx, event{at: time.Now(), do: func(t *Table) {}})
}

// Games are the games that this table knows.
func (t *Table) Games() []engine.Game { return t.library.Games }
