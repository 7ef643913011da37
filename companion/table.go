package companion

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"familiar/companion/journal"
	"familiar/companion/tags"
	"familiar/engine"
)

// ErrEnded is the answer of a table that has ended.
var ErrEnded = errors.New("the table has ended")

// Options are what a table is made of.
type Options struct {
	Games []engine.Game
	// Pack reads a card list that is not the house's own.
	Pack func(game engine.Game, name string) ([]byte, error)
	// State is the directory in which the table keeps games, tags and phones.
	State   string
	Readers []Reader
	Buttons []Button
	// CatchUp takes forgotten moves at once when only one way leads to what was shown, instead of offering it.
	CatchUp bool
	// Show is handed every new scene; it must not block.
	Show func(Scene)
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
	Press string // a verb of the game, a seat, "confirm", "undo" or "drop"
	Long  string // the same for a long press
	Seat  int    // whose button it is, counted from 1; 0: anybody's
}

// Words of buttons and command tags that no game needs to know.
const (
	commandConfirm = "confirm"
	commandUndo    = "undo"
	commandDrop    = "drop"
)

// event is something for the table's goroutine to do.
type event struct {
	at time.Time // when it happened at the table
	do func()
}

// Table is one table.
type Table struct {
	opt   Options
	log   *slog.Logger
	inbox chan event
	ended chan struct{}

	// The rest belongs to the goroutine of Run.
	revision int64
	tags     *tags.Tags
	unknown  string // the last tag shown that is in no list
	enrol    *enrolment
	desk     *desk
	phones   []*Phone
	game     *game
	timer    countdown
	gesture  *gesture
	gestures int
	verdict  *Verdict
	secret   string // the seat that alone may see gesture and verdict: its word; "" for everybody
	verdicts int
	cue      Cue
	cues     int
	devices  []Device
	notices  []Notice
	seen     map[viewer]*Snapshot // snapshots of this revision
}

// New makes a table over its state directory: tags, phones and the last unfinished game are read. What cannot be read is set
// aside or left alone, and said in the notices of every snapshot.
func New(opt Options) (*Table, error) {
	if opt.Log == nil {
		opt.Log = slog.New(slog.DiscardHandler)
	}
	if opt.Show == nil {
		opt.Show = func(Scene) {}
	}
	if opt.JoinURL == nil {
		opt.JoinURL = func(code string) string { return "" }
	}
	t := &Table{opt: opt, log: opt.Log, inbox: make(chan event, 64), ended: make(chan struct{})}
	if err := t.open(); err != nil {
		return nil, err
	}
	return t, nil
}

// Run is the table's life: it returns when ctx ends, with everything written.
func (t *Table) Run(ctx context.Context) error {
	defer close(t.ended)
	t.show()
	for {
		wake := t.timer.wake()
		select {
		case <-ctx.Done():
			t.timer.stop()
			return t.close()
		case e := <-t.inbox:
			t.do(e)
		case <-wake:
			t.wakeUp()
		}
	}
}

func (t *Table) do(e event) {
	e.do()
	t.show()
}

// wakeUp is called at every tick of a running timer and at its end. Cards that were shown in time come first, however busy
// the table was.
func (t *Table) wakeUp() {
	now := time.Now()
	end, over := t.timer.due(now)
	if !over {
		t.sound(CueTick)
		t.show()
		return
	}
	for late := false; !late; {
		select {
		case e := <-t.inbox:
			if late = e.at.After(end); late {
				defer t.do(e)
				continue
			}
			t.do(e)
		default:
			late = true
		}
	}
	if _, over = t.timer.due(now); over {
		t.timerEnds()
		t.show()
	}
}

// hand gives something to the table's goroutine and waits until it is taken.
func (t *Table) hand(ctx context.Context, at time.Time, do func()) error {
	select {
	case t.inbox <- event{at, do}:
		return nil
	case <-t.ended:
		return ErrEnded
	case <-ctx.Done():
		return ctx.Err()
	}
}

// ask has the table's goroutine find something out, and waits for it. If nobody waits any more, undo is called with what was
// found, on that goroutine.
func ask[T any](ctx context.Context, t *Table, find func() T, undo func(T)) (T, error) {
	found := make(chan T)
	var none T
	err := t.hand(ctx, time.Now(), func() {
		answer := find()
		select {
		case found <- answer:
		case <-ctx.Done():
			undo(answer)
		}
	})
	if err != nil {
		return none, err
	}
	select {
	case answer := <-found:
		return answer, nil
	case <-t.ended:
		return none, ErrEnded
	case <-ctx.Done():
		return none, ctx.Err()
	}
}

// Sight tells the table that a tag has come into the field of a reader.
func (t *Table) Sight(ctx context.Context, reader, uid string, at time.Time) error {
	return t.hand(ctx, at, func() { t.sighted(reader, uid) })
}

// Press tells the table that a button was pressed.
func (t *Table) Press(ctx context.Context, button string, long bool, at time.Time) error {
	return t.hand(ctx, at, func() { t.pressed(button, long) })
}

// Device tells the table how a device is.
func (t *Table) Device(ctx context.Context, d Device) error {
	return t.hand(ctx, time.Now(), func() { t.deviceIs(d) })
}

// Games are the games that this table knows.
func (t *Table) Games() []engine.Game { return t.opt.Games }

func (t *Table) deviceIs(d Device) {
	for i := range t.devices {
		if t.devices[i].Name == d.Name {
			if t.devices[i].OK && !d.OK {
				t.sound(CueTrouble)
			}
			t.devices[i] = d
			return
		}
	}
	t.devices = append(t.devices, d)
}

func (t *Table) notice(level, text string) {
	t.log.Warn("notice", "text", text)
	for _, n := range t.notices {
		if n.Text == text {
			return
		}
	}
	t.notices = append(t.notices, Notice{level, text})
	if len(t.notices) > maxNotices {
		t.notices = t.notices[1:]
	}
}

const maxNotices = 8

func (t *Table) sound(c Cue) {
	t.cue = c
	t.cues++
}

// open reads the state directory.
func (t *Table) open() error {
	desk, err := openDesk(t.opt.State)
	if err != nil {
		return err
	}
	t.desk = desk
	if desk.damage != "" {
		t.notice("warning", desk.damage)
	}
	t.tags, err = tags.Load(t.opt.State)
	if err != nil {
		t.notice("warning", err.Error())
	}
	return t.resume()
}

func (t *Table) close() error {
	if t.game == nil {
		return nil
	}
	return t.game.journal.Close()
}

// resume goes on with the last unfinished game.
func (t *Table) resume() error {
	j, loaded, err := journal.Resume(t.opt.State)
	if err != nil {
		return err
	}
	for _, d := range loaded.Damage {
		t.notice("warning", d)
	}
	if j == nil {
		return nil
	}
	g, err := t.begin(loaded.Setup)
	if err != nil {
		t.notice("warning", "The last game cannot go on: "+sentence(err)+" Its record is kept: "+j.Path())
		return j.Close()
	}
	g.journal, g.started, g.names = j, loaded.Began, namesOf(g, j.Name())
	if n, err := g.replay(loaded.Lines); err != nil {
		if err := t.cutShort(g, loaded.Lines, n, err); err != nil {
			return errors.Join(err, j.Close())
		}
	}
	t.game = g
	t.settle()
	return nil
}

// cutShort goes on with as much of a game as can be replayed: the rules or the card list may have changed since.
func (t *Table) cutShort(g *game, lines []journal.Line, n int, why error) error {
	left, beside, err := g.journal.SetAside(n)
	if err != nil {
		return err
	}
	t.notice("warning", fmt.Sprintf("The game goes on from its move %d: %s What followed is kept in %s.", left, sentence(why), beside))
	fresh, err := t.begin(g.setup)
	if err != nil {
		return err
	}
	g.history, g.log = fresh.history, nil
	_, err = g.replay(lines[:left])
	return err
}
