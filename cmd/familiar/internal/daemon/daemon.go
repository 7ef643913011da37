package daemon

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"sync"
	"time"

	systemd "github.com/coreos/go-systemd/v22/daemon"

	"familiar/companion"
	"familiar/companion/protocol"
	"familiar/companion/stage"
	"familiar/companion/tags"
	"familiar/engine"
	"familiar/hw"
	"familiar/hw/nfc"
	"familiar/web"
)

// Options say how a daemon is put together.
type Options struct {
	Games    []engine.Game
	Listener net.Listener // for the page; Run closes it
	Config   *hw.Config   // the devices
	Virtual  bool         // the devices are emulated, and played with in a browser
	Fault    error        // why there is no better config; every phone shows it. nil: nothing is wrong
	State    string       // the state directory
	Boot     string       // see companion.Options.Boot
	Hosts    []string     // further names under which this machine is reached
	TLS      TLS          // whether the page is served over TLS, too
	Version  string
	Log      *slog.Logger
}

// Daemon is a running Familiar: all parts, wired together.
type Daemon struct {
	log      *slog.Logger
	listener net.Listener
	home     home
	table    *companion.Table
	stage    *stage.Stage
	wired    *hw.Devices
	virtual  *VirtualTable // nil: the devices are real
	server   *web.Server
	events   chan deviceEvent // for the table
}

// New makes all parts. Only the goroutines of the devices run already; they end with Run.
func New(o Options) (*Daemon, error) {
	d := &Daemon{
		log: o.Log, listener: o.Listener, events: make(chan deviceEvent, 64),
	}
	secure, hosts := d.openTLS(o)
	d.home.update(o.Listener.Addr())
	if o.Virtual {
		if err := d.openVirtual(o); err != nil {
			return nil, err
		}
	} else if controller, err := InitHost(); err != nil {
		return nil, err
	} else if controller != "" {
		d.log.Info("the header's pins are the kernel's", "controller", controller)
	}
	d.wired = hw.Open(o.Config, d.system(), d.listen())
	d.stage = stage.New(devicesOf(d.wired, o.Config))
	var err error
	if d.table, err = d.newTable(o); err != nil {
		over, stop := context.WithCancel(context.Background())
		stop()
		return nil, errors.Join(err, d.wired.Run(over), d.closeVirtual())
	}
	if o.Fault != nil {
		d.listen().Health(hw.Health{Device: "config", Text: o.Fault.Error()})
	}
	d.server = web.New(web.Options{
		Table: web.Of(d.table), Bench: benchOf(d.virtual), Version: o.Version, Hosts: hosts, URL: d.home.fixed, Page: web.Page(), Logger: o.Log,
		TLS: secure, TLSFault: d.tlsFault,
	})
	return d, nil
}

// Table returns the table that phones and devices share.
func (d *Daemon) Table() *companion.Table { return d.table }

// Stage returns what the wired table shows and lets hear.
func (d *Daemon) Stage() *stage.Stage { return d.stage }

// Wired returns the devices, which may be emulated.
func (d *Daemon) Wired() *hw.Devices { return d.wired }

// Virtual returns the virtual table; nil if the devices are real.
func (d *Daemon) Virtual() *VirtualTable { return d.virtual }

// URL returns where phones find the table.
func (d *Daemon) URL() string { return d.home.url() }

func (d *Daemon) newTable(o Options) (*companion.Table, error) {
	opt := companion.Options{
		Games: o.Games, State: o.State, Boot: o.Boot, Log: d.log, Show: d.stage.Show, ReaderStats: d.readerStats, TLS: o.TLS.On,
		JoinURL: func(code string) string { return d.home.url() + "/#join=" + code }, Readers: Readers(o.Config), Buttons: Buttons(o.Config), Knobs: Knobs(o.Config),
	}
	return companion.New(opt)
}

// Readers, Buttons and Knobs return the devices of a config by which people tell the table something.
func Readers(c *hw.Config) (all []companion.Reader) {
	for _, r := range c.Readers {
		all = append(all, companion.Reader{Name: r.Name, Title: r.Title, Seat: r.Seat, Place: r.Place})
	}
	return all
}

func Buttons(c *hw.Config) (all []companion.Button) {
	for _, b := range c.Buttons {
		all = append(all, companion.Button{Name: b.Name, Title: b.Title, Press: b.Press, Long: b.Long, Seat: b.Seat})
	}
	return all
}

func Knobs(c *hw.Config) (all []companion.Knob) {
	for _, k := range c.Knobs {
		all = append(all, companion.Knob{Name: k.Name, Title: k.Title, Seat: k.Seat})
	}
	return all
}

// readerStats returns the statistics of the readers.
func (d *Daemon) readerStats() []companion.ReaderStats {
	var all []companion.ReaderStats
	for _, r := range d.wired.Readers() {
		all = append(all, companion.ReaderStats{
			Device: r.Reader, Answered: r.LastAnswer, Polls: r.Polls, Errors: r.Errors, Retries: r.Retries, Returns: r.Reopenings,
		})
	}
	return all
}

// deviceEvent is an event of a device for the table: a turn of a knob, or anything else.
type deviceEvent struct {
	deliver func(context.Context) error // for anything but a turn

	knob  string // the knob that was turned; "" if the event is not a turn
	steps int
	at    time.Time
}

// listen queues the events of the devices, which keeps the order of each device's events. The table gets them once it runs.
func (d *Daemon) listen() hw.Listener {
	return hw.Listener{
		Tag: func(e nfc.Event) {
			d.events <- deviceEvent{deliver: func(ctx context.Context) error {
				take := d.table.TagArrived
				switch e.Kind {
				case nfc.Left:
					take = d.table.TagLeft
				case nfc.Found:
					take = d.table.TagPresent
				}
				return take(ctx, e.Reader, e.Tag.String(), e.At)
			}}
		},
		Press: func(button string, long bool, at time.Time) {
			d.events <- deviceEvent{deliver: func(ctx context.Context) error { return d.table.Press(ctx, button, long, at) }}
		},
		Turn: func(knob string, steps int, at time.Time) { d.events <- deviceEvent{knob: knob, steps: steps, at: at} },
		Push: func(knob string, long bool, at time.Time) {
			d.events <- deviceEvent{deliver: func(ctx context.Context) error { return d.table.Push(ctx, knob, long, at) }}
		},
		Health: func(h hw.Health) {
			d.log.Info("device", "name", h.Device, "ok", h.OK, "text", h.Text)
			d.events <- deviceEvent{deliver: func(ctx context.Context) error {
				return d.table.Device(ctx, protocol.Device{Name: h.Device, OK: h.OK, Text: h.Text})
			}}
		},
	}
}

// failed logs why the table could not take an event. The end of the table is not worth a line.
func (d *Daemon) failed(err error) {
	if err != nil && !errors.Is(err, companion.ErrEnded) && !errors.Is(err, context.Canceled) {
		d.log.Warn("the table did not take what a device said", "error", err)
	}
}

// Run runs all parts until ctx ends or one of them fails, and waits until all have ended: first phones and devices, then the table that
// they use.
func (d *Daemon) Run(ctx context.Context) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	tableCtx, stopTable := context.WithCancel(context.WithoutCancel(ctx))
	defer stopTable()
	var outer, inner sync.WaitGroup
	var errs [3]error
	part := func(w *sync.WaitGroup, err *error, run func() error) {
		w.Go(func() {
			defer stop()
			*err = run()
		})
	}
	part(&inner, &errs[0], func() error { return d.table.Run(tableCtx) })
	inner.Go(func() { d.stage.Run(tableCtx) })
	inner.Go(func() { d.pass(tableCtx) })
	part(&outer, &errs[1], func() error { return d.wired.Run(ctx) })
	part(&outer, &errs[2], func() error { return d.server.Serve(ctx, d.listener) })
	outer.Go(func() { d.watchHome(ctx) })
	outer.Go(func() { d.watchTable(ctx) })
	<-ctx.Done()
	notify(systemd.SdNotifyStopping)
	outer.Wait()
	stopTable()
	inner.Wait()
	return errors.Join(append(errs[:], d.closeVirtual())...)
}

// system returns where the devices are: on the virtual table, if there is one.
func (d *Daemon) system() hw.System {
	if d.virtual == nil {
		return hw.System{}
	}
	return d.virtual.bench.System()
}

func (d *Daemon) closeVirtual() error {
	if d.virtual == nil {
		return nil
	}
	return d.virtual.Close()
}

// openVirtual opens the virtual table. It enrols the virtual tags, unless some are enrolled already: they may be somebody's real ones.
func (d *Daemon) openVirtual(o Options) error {
	var all []VirtualTag
	known, loadErr := tags.Load(o.State)
	fresh := make(map[tags.Box]map[tags.UID]string)
	for _, g := range o.Games {
		made, err := VirtualTags(g)
		if err != nil {
			return err
		}
		all = append(all, made...)
		box := tags.Box{Game: g.ID, Pack: engine.HousePack}
		if loadErr != nil || known.Boxes()[box] > 0 {
			continue
		}
		stickers := make(map[tags.UID]string)
		for _, t := range made {
			stickers[tags.UID(t.UID.String())] = t.Word
		}
		fresh[box] = stickers
	}
	if len(fresh) > 0 {
		if err := known.AssignBoxes(fresh); err != nil {
			d.log.Warn("the virtual tags could not be enrolled", "error", err)
		}
	}
	var err error
	d.virtual, err = newVirtualTable(o.Config, all)
	return err
}

// pass passes events on to the table.
func (d *Daemon) pass(ctx context.Context) {
	for {
		var e deviceEvent
		select {
		case e = <-d.events:
		case <-ctx.Done():
			return
		}
		for more := true; more; {
			select {
			case next := <-d.events:
				if !e.merge(next) {
					d.deliver(ctx, e)
					e = next
				}
			default:
				more = false
			}
		}
		d.deliver(ctx, e)
	}
}

// merge joins the next event to a turn if it turns the same knob further in the same direction, and reports whether it did. The table shows every event on
// all phones, which takes longer than a step of a fast hand, so waiting steps are shown as one turn. Turns in opposite directions stay separate, because
// a list stops at its ends.
func (e *deviceEvent) merge(next deviceEvent) bool {
	if e.knob == "" || e.knob != next.knob || (e.steps > 0) != (next.steps > 0) {
		return false
	}
	e.steps, e.at = e.steps+next.steps, next.at
	return true
}

// deliver hands an event to the table.
func (d *Daemon) deliver(ctx context.Context, e deviceEvent) {
	if e.knob != "" {
		d.failed(d.table.Turn(ctx, e.knob, e.steps, e.at))
		return
	}
	d.failed(e.deliver(ctx))
}
