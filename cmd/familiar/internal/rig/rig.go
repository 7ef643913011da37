package rig

import (
	"context"
	"log/slog"
	"maps"
	"math"
	"net"
	"slices"
	"sync"
	"testing"
	"time"

	"familiar/cmd/familiar/internal/daemon"
	"familiar/companion/presence"
	"familiar/companion/protocol"
	"familiar/companion/scene"
	"familiar/engine"
	"familiar/engine/record"
	"familiar/hw"
	"familiar/hw/nfc"
	"familiar/hw/reader"
)

// Rig is a table that is played on with emulated chips and with phones, and what it has recorded so far.
type Rig struct {
	*testing.T
	Venue
	Wiring    *hw.Config
	Daemon    *daemon.Daemon // nil if it runs on another machine
	End       func() error   // of the daemon
	Stop      func()         // which must not return an error
	phones    []*Phone
	Tags      map[string][]nfc.UID // by word, one for each copy
	Recording *Recording           // nil: nothing is kept

	lying   map[nfc.UID]string  // the readers of tags
	lifted  map[nfc.UID]release // the tags that were lifted last
	pressed release             // the button that was pressed last
	journal *record.Playback    // the part that was read
	read    int                 // its length in bytes
	steps   steps
}

// New starts a daemon with a config and a state directory.
func New(t *testing.T, games []engine.Game, config, state string) *Rig {
	t.Helper()
	pipes := NewPipes()
	d, err := NewDaemon(games, config, state, pipes, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	r := NewAt(t, NewBubble(d, pipes, state), config, d.Virtual().Tags())
	r.Daemon = d
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- d.Run(ctx) }()
	r.End = sync.OnceValue(func() error {
		r.hangUp()
		cancel()
		return <-ended
	})
	r.Stop = func() {
		if err := r.End(); err != nil {
			t.Error(err)
		}
	}
	return r
}

// NewAt returns the table at a venue where a daemon with that config runs already. Its tags are those of virtual tables.
func NewAt(t *testing.T, v Venue, config string, all []daemon.VirtualTag) *Rig {
	t.Helper()
	wiring, err := hw.ParseConfig([]byte(config))
	if err != nil {
		t.Fatal(err)
	}
	r := &Rig{T: t, Venue: v, Wiring: wiring, Tags: make(map[string][]nfc.UID), lying: make(map[nfc.UID]string), lifted: make(map[nfc.UID]release), steps: newSteps(all)}
	for _, tag := range all {
		r.Tags[tag.Word] = append(r.Tags[tag.Word], tag.UID)
	}
	r.Stop = r.hangUp
	return r
}

// hangUp disconnects all phones.
func (r *Rig) hangUp() {
	for _, p := range r.phones {
		p.Close()
	}
}

// NewDaemon makes a daemon over the emulated devices of a config.
func NewDaemon(games []engine.Game, config, state string, l net.Listener, log *slog.Logger) (*daemon.Daemon, error) {
	wiring, err := hw.ParseConfig([]byte(config))
	if err != nil {
		return nil, err
	}
	return daemon.New(daemon.Options{Games: games, Listener: l, Config: wiring, Virtual: true, State: state, Log: log})
}

// ExpectedScene returns what panel, lamps and buzzer must show.
func (r *Rig) ExpectedScene() scene.Scene {
	r.Helper()
	sc, seen := r.Scene()
	if !seen {
		r.Fatal("what the devices must show cannot be seen from here")
	}
	return sc
}

// Lay puts tags on a reader, all at once, and waits until the driver has seen them.
func (r *Rig) Lay(reader string, uids ...nfc.UID) {
	r.Helper()
	r.AwaitLifted(uids...)
	r.awaitNext(reader, uids...)
	known := r.NewestRevision()
	for _, uid := range uids {
		r.Put(reader, uid)
	}
	least := r.DetectionTime(reader)
	if r.noTimerRuns() {
		least = min(least, usualDetection)
	}
	r.Pass(r.SettleTime(reader))
	r.AwaitRevision(known+int64(len(uids)), least, MaxResolveTime)
}

// NewestRevision returns the newest revision of the table that a phone shows. A slow daemon sends it to one phone after the other, so NewestRevision waits until
// all phones show the same one.
func (r *Rig) NewestRevision() int64 {
	least, most := r.revisions()
	for waited := time.Duration(0); r.Slow() && least < most && waited < MaxResolveTime; waited += NewsDelay {
		r.Pass(NewsDelay)
		least, most = r.revisions()
	}
	return most
}

// revisions returns the oldest and the newest revision that phones show.
func (r *Rig) revisions() (least, most int64) {
	least = math.MaxInt64
	for _, p := range r.phones {
		if s := p.Snapshot(); s != nil {
			least, most = min(least, s.Revision), max(most, s.Revision)
		}
	}
	return least, most
}

// AwaitRevision waits until all phones show a revision of the table: for at least one duration, which is enough in a bubble, and for at most another. A revision
// that never comes is not an error here, because the caller compares what phones show.
func (r *Rig) AwaitRevision(revision int64, least, most time.Duration) {
	r.Pass(least)
	oldest, _ := r.revisions()
	for waited := least; oldest < revision && waited < most; waited += NewsDelay {
		r.Pass(NewsDelay)
		oldest, _ = r.revisions()
	}
}

// MaxResolveTime is the longest time that an emulated Raspberry Pi needs to resolve a card.
const MaxResolveTime = 3 * time.Second

// settle waits until a slow table has handled all waiting events. It sends a query that changes nothing, until the answer to that is the only new
// revision.
func (r *Rig) settle() {
	r.Helper()
	for known, more := r.NewestRevision(), r.Slow(); more; {
		r.phones[0].Must(protocol.DevicesRequest{})
		now := r.NewestRevision()
		known, more = now, now > known+1
	}
}

// DetectionTime is how long a reader may take to see a tag. A slow one takes a tenth of a second for four tags, and may have to wait as long for an OLED
// on its bus.
func (r *Rig) DetectionTime(reader string) time.Duration {
	if isSlow(r.reader(reader)) {
		return 400 * time.Millisecond
	}
	return usualDetection
}

// usualDetection is the longest time that a reader takes to see a tag while nothing else uses its bus.
const usualDetection = 60 * time.Millisecond

// isSlow reports whether the chip of a reader takes long for a poll: then it wants a pause of its own between two polls.
func isSlow(r hw.Reader) bool {
	d, err := reader.Find(r.Chip)
	return err == nil && d.Interval > 0
}

// reader returns a reader of the config.
func (r *Rig) reader(name string) hw.Reader {
	return r.Wiring.Readers[slices.IndexFunc(r.Wiring.Readers, func(w hw.Reader) bool { return w.Name == name })]
}

// release is when a tag was taken from a reader, or a finger from a button.
type release struct {
	from string
	at   time.Time
}

// noticed is how long it takes at most until a reader, even a slow one, has noticed that a tag has gone.
const noticed = time.Second

// AwaitLifted waits until tags that were lifted count as laid anew when they are put on a reader again, unless a clock runs.
func (r *Rig) AwaitLifted(uids ...nfc.UID) {
	for _, uid := range uids {
		l := r.lifted[uid]
		wait := noticed + presence.CardRepeat
		if slices.Contains(slices.Collect(maps.Values(r.lying)), l.from) {
			wait = noticed + presence.MissedTime
		}
		if left := time.Until(l.at.Add(wait)); left > 0 && r.noTimerRuns() {
			r.Pass(left)
		}
	}
}

// awaitNext waits until a card that is laid on the reader of a place makes a move of its own. Laid sooner after another one was lifted there, it replaces that one, as if
// the wrong card had been laid first. It does not wait while a clock runs.
func (r *Rig) awaitNext(reader string, uids ...nfc.UID) {
	i := slices.IndexFunc(r.Wiring.Readers, func(other hw.Reader) bool { return other.Name == reader })
	if len(uids) != 1 || r.Wiring.Readers[i].Place == "" || !r.noTimerRuns() {
		return
	}
	for uid, l := range r.lifted {
		if left := time.Until(l.at.Add(noticed + presence.CardRepeat)); uid != uids[0] && l.from == reader && left > 0 {
			r.Pass(left)
		}
	}
}

// Put moves a tag onto a reader, from wherever it is.
func (r *Rig) Put(reader string, uid nfc.UID) {
	r.Helper()
	r.AddStep("%s lays %s on the reader “%s”.", r.steps.actor, r.steps.sticker(uid), reader)
	if err := r.Devices().Lay(uid, reader); err != nil {
		r.Fatal(err)
	}
	r.lying[uid] = reader
}

// SettleTime returns how long a tag must lie on a reader before it counts.
func (r *Rig) SettleTime(reader string) time.Duration {
	return time.Duration(r.reader(reader).Settle)
}

// Lift takes tags away and waits until the readers have noticed.
func (r *Rig) Lift(uids ...nfc.UID) {
	known := r.NewestRevision()
	for _, uid := range uids {
		r.AddStep("%s takes %s away.", r.steps.actor, r.steps.sticker(uid))
		r.Devices().Lift(uid)
		r.lifted[uid] = release{r.lying[uid], time.Now()}
		delete(r.lying, uid)
	}
	const usually, late = 400 * time.Millisecond, 800 * time.Millisecond
	switch {
	case !slices.ContainsFunc(r.Wiring.Readers, isSlow):
		r.Pass(usually)
	case !r.noTimerRuns():
		r.Pass(late)
	default:
		r.AwaitRevision(known+int64(len(uids)), usually, late)
	}
}

// noTimerRuns reports whether every new revision comes from an action of the test: there is a phone that shows it, and no timer ticks.
func (r *Rig) noTimerRuns() bool {
	if len(r.phones) == 0 {
		return false
	}
	s := r.phones[0].Snapshot()
	return s.Game == nil || s.Game.Timer == nil || s.Game.Timer.Paused
}

// Press presses a button or a knob, or holds it, and waits until phones show the effect. Two players do not press the same button at the same time.
func (r *Rig) Press(button string, long bool) {
	r.Helper()
	if left := time.Until(r.pressed.at.Add(presence.DoublePress)); r.pressed.from == button && left > 0 && r.noTimerRuns() {
		r.Pass(left)
	}
	known := r.NewestRevision()
	verb, what := "presses", "button"
	if long {
		verb = "holds"
	}
	if slices.ContainsFunc(r.Wiring.Knobs, func(k hw.Knob) bool { return k.Name == button }) {
		what = "knob"
	}
	r.AddStep("%s %s the %s “%s”.", r.steps.actor, verb, what, button)
	if err := r.Devices().Press(button, long); err != nil {
		r.Fatal(err)
	}
	r.pressed = release{button, time.Now()}
	r.AwaitRevision(known+1, 60*time.Millisecond, MaxResolveTime)
}

// Verbosef logs with -v.
func (r *Rig) Verbosef(format string, args ...any) {
	r.Helper()
	if testing.Verbose() {
		r.Logf(format, args...)
	}
}
