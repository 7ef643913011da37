package companion

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync/atomic"
	"time"

	"familiar/companion/access"
	"familiar/companion/archive"
	"familiar/companion/clock"
	"familiar/companion/hintsearch"
	"familiar/companion/library"
	"familiar/companion/listeditor"
	"familiar/companion/protocol"
	"familiar/companion/resolver"
	"familiar/companion/scene"
	"familiar/companion/session"
	"familiar/companion/settings"
	"familiar/companion/tags"
	"familiar/engine"
	"familiar/engine/lang"
)

// ErrEnded is the answer of a table that has ended.
var ErrEnded error = lang.T("the table has ended")

// Options are what a table is made of.
type Options struct {
	Games []engine.Game
	// State is the directory in which the table keeps games, tags, phones and the card lists of its owner.
	State   string
	Readers []Reader
	Buttons []Button
	Knobs   []Knob
	// CatchUp takes forgotten moves at once when only one way leads to what was shown, instead of offering it.
	CatchUp bool
	// Show is handed every new scene; it must not block.
	Show func(scene.Scene)
	// ReaderStats returns how the readers did since the start.
	ReaderStats func() []ReaderStats
	// JoinURL makes the address at which phones join with a code.
	JoinURL func(code string) string
	Log     *slog.Logger
}

// Reader is a reader of the wired table and what it stands for.
type Reader struct {
	Name  string
	Title string // as people call it; made of what it stands for when left out
	Seat  int    // counted from 1; 0: nobody's
	Place string // of that seat, or of the table: "altar", "hand", "grave"; "" for any
}

// Button is a button of the wired table and what it does.
type Button struct {
	Name  string
	Title string
	Press string // a verb of the game, a seat, "confirm", "undo", "drop", "again" or "mute"; or several of them, parted by blanks
	Long  string // the same for a long press; or "all": what Press says, as often as the question is open that it answers
	Seat  int    // whose button it is, counted from 1; 0: anybody's
}

// Words of buttons and command tags that no game needs to know.
const (
	commandConfirm = "confirm"
	commandUndo    = "undo"
	commandDrop    = "drop"
	commandRescan  = "again" // shows once more what lies on a reader
	commandMute    = "mute"  // makes the buzzer mute, or heard again
)

// allOfIt is what a button says that is held for all answers that a question wants.
const allOfIt = "all"

func isCommand(word string) bool {
	return slices.Contains([]string{commandConfirm, commandUndo, commandDrop, commandRescan, commandMute}, word)
}

// event is something for the table's goroutine to do.
type event struct {
	at time.Time // when it happened at the table
	do func()
	// told, if there is one, is called when everybody has been shown what came of it.
	told func()
}

// Table is one table.
type Table struct {
	opt       Options
	log       *slog.Logger
	inbox     chan event
	heartbeat chan struct{}
	ended     chan struct{}

	joinCode atomic.Pointer[string]

	// The rest belongs to the goroutine of Run.
	now         time.Time // when it happened what is dealt with
	revision    int64
	tags        *tags.Tags
	unknown     tags.UID          // the last tag shown that is in no list
	unknownTo   resolver.Audience // who may know of it
	enrol       *enrolment
	disk        disk
	access      *access.Access
	settings    *settings.Settings
	archive     *archive.Archive
	library     *library.Library
	editor      *listeditor.Editor
	phones      []*Phone
	probes      []*cardProbe // what is laid for a question; the last one comes first
	probedCards int          // so many things were
	searches    hintsearch.Searches
	game        *session.Game
	last        string // the game before: those who played it keep their seats
	played      played // … and how it began
	timer       clock.Countdown
	dial        *dial // from which somebody chooses; nil: nobody does
	menuIdle    clock.Alarm
	intake      intake
	announcer   announcer
	wiring      wiring
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
	t := &Table{opt: opt, log: opt.Log, inbox: make(chan event, 64), heartbeat: make(chan struct{}), ended: make(chan struct{})}
	t.disk = disk{dir: opt.State, announcer: &t.announcer, log: opt.Log}
	t.announcer.log, t.intake.catchUp = opt.Log, opt.CatchUp
	t.library = &library.Library{Games: opt.Games, State: opt.State}
	t.editor = listeditor.New(t.library)
	t.wiring = wiring{readers: opt.Readers, buttons: opt.Buttons, knobs: opt.Knobs, stats: opt.ReaderStats}
	names := t.wiring // the archive's own: it is used by other goroutines
	t.archive = archive.New(t.library, names.sourceTitle)
	if err := t.open(); err != nil {
		return nil, errors.Join(err, t.disk.letGo())
	}
	return t, nil
}

// Run is the table's life: it returns when ctx ends, with everything written.
func (t *Table) Run(ctx context.Context) error {
	defer close(t.ended)
	t.show()
	for {
		select {
		case <-ctx.Done():
			t.timer.Stop()
			t.announcer.fade.Stop()
			t.intake.debounce.Stop()
			t.menuIdle.Stop()
			t.searches.Close()
			return t.close()
		case e := <-t.inbox:
			t.take(e)
		case <-t.heartbeat:
		case <-t.timer.Wake():
			t.wakeUp()
		case <-t.announcer.fade.Wake():
			t.announcer.fades()
			t.show()
		case <-t.intake.debounce.Wake():
			t.debounced()
		case <-t.menuIdle.Wake():
			t.dialLeft()
		}
	}
}

// take does what happened at the table. If the timer had ended by then, its end comes first.
func (t *Table) take(e event) {
	if t.timer.EndedBefore(e.at) {
		t.timeIsOver(e)
		return
	}
	t.do(e)
}

func (t *Table) do(e event) {
	t.now = e.at
	e.do()
	t.follow(e.at)
	t.show()
	if e.told != nil {
		e.told()
	}
}

// wakeUp is called at every tick of a running timer and at its end.
func (t *Table) wakeUp() {
	if t.timer.Due(time.Now()) {
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
		case e := <-t.inbox:
			waiting = append(waiting, e)
		default:
			all = true
		}
	}
	end := t.timer.Ends()
	var late []event
	for _, e := range waiting {
		if e.at.After(end) {
			late = append(late, e)
			continue
		}
		t.do(e)
	}
	if t.timer.Due(time.Now()) {
		t.timerEnds()
		t.show()
	}
	for _, e := range late {
		t.do(e)
	}
}

// hand gives something to the table's goroutine and waits until it is taken.
func (t *Table) hand(ctx context.Context, e event) error {
	select {
	case t.inbox <- e:
		return nil
	case <-t.ended:
		return ErrEnded
	case <-ctx.Done():
		return ctx.Err()
	}
}

// ask has the table's goroutine find something out, and waits for it: the answer comes when everybody has been shown what
// came of the question. If nobody waits any more, undo is called with what was found, on that goroutine.
func ask[T any](ctx context.Context, t *Table, find func() T, undo func(T)) (T, error) {
	found := make(chan T)
	var answer, none T
	err := t.hand(ctx, event{
		at: time.Now(),
		do: func() { answer = find() },
		told: func() {
			select {
			case found <- answer:
			case <-ctx.Done():
				undo(answer)
			}
		},
	})
	if err != nil {
		return none, err
	}
	select {
	case a := <-found:
		return a, nil
	case <-t.ended:
		return none, ErrEnded
	case <-ctx.Done():
		return none, ctx.Err()
	}
}

// TagArrived tells the table that a tag has come into the field of a reader.
func (t *Table) TagArrived(ctx context.Context, reader, uid string, at time.Time) error {
	return t.hand(ctx, event{at: at, do: func() { t.tagArrived(reader, uid) }})
}

// TagPresent tells the table that a tag lay in the field of a reader before anybody looked: it was laid for something else.
func (t *Table) TagPresent(ctx context.Context, reader, uid string, at time.Time) error {
	return t.hand(ctx, event{at: at, do: func() { t.tagPresent(reader, uid) }})
}

// TagLeft tells the table that a tag has left the field of a reader.
func (t *Table) TagLeft(ctx context.Context, reader, uid string, at time.Time) error {
	return t.hand(ctx, event{at: at, do: func() { t.tagLeft(reader, uid) }})
}

// Press tells the table that a button was pressed.
func (t *Table) Press(ctx context.Context, button string, long bool, at time.Time) error {
	return t.hand(ctx, event{at: at, do: func() { t.pressed(button, long) }})
}

// Turn tells the table that a knob was turned, by so many steps clockwise; less than 0: the other way.
func (t *Table) Turn(ctx context.Context, knob string, steps int, at time.Time) error {
	return t.hand(ctx, event{at: at, do: func() { t.turned(knob, steps) }})
}

// Push tells the table that a knob was pushed.
func (t *Table) Push(ctx context.Context, knob string, long bool, at time.Time) error {
	return t.hand(ctx, event{at: at, do: func() { t.pushed(knob, long) }})
}

// Device tells the table how a device is.
func (t *Table) Device(ctx context.Context, d protocol.Device) error {
	return t.hand(ctx, event{at: time.Now(), do: func() {
		if t.wiring.note(d) {
			t.announcer.sound(scene.CueTrouble)
		}
	}})
}

// Heartbeat waits until the table's goroutine has dealt with one thing and asks for the next: as long as it returns, the table is not stuck.
func (t *Table) Heartbeat(ctx context.Context) error {
	select {
	case t.heartbeat <- struct{}{}:
		return nil
	case <-t.ended:
		return ErrEnded
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Redraw shows the table again, because something has changed of which it does not know: the address under which it is found.
func (t *Table) Redraw(ctx context.Context) error {
	return t.hand(ctx, event{at: time.Now(), do: func() {}})
}

// Games are the games that this table knows.
func (t *Table) Games() []engine.Game { return t.library.Games }
