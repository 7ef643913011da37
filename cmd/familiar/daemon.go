package main

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"sync"
	"time"

	"github.com/coreos/go-systemd/v22/daemon"

	"familiar/companion"
	"familiar/companion/protocol"
	"familiar/companion/stage"
	"familiar/companion/tags"
	"familiar/engine"
	"familiar/hw"
	"familiar/hw/nfc"
	"familiar/web"
)

// daemonParts are all parts of a running Familiar.
type daemonParts struct {
	log      *slog.Logger
	listener net.Listener
	home     home
	table    *companion.Table
	stage    *stage.Stage
	wired    *hw.Devices
	bench    *virtualTable
	server   *web.Server
	events   chan deviceEvent // for the table
}

// start makes all parts. Only the goroutines of the devices run already.
func (r runCommand) start(e env, log *slog.Logger, l net.Listener) (*daemonParts, error) {
	d := &daemonParts{
		log: log, listener: l, events: make(chan deviceEvent, 64),
	}
	d.home.look(l.Addr())
	config, wrong := r.config()
	switch {
	case wrong != nil && r.of(e.installed):
		config = new(hw.Config) // nobody reads an error at the start of a service: people play by phones, which show it
	case wrong != nil:
		return nil, wrong
	}
	state, err := r.stateDir()
	if err != nil {
		return nil, err
	}
	if r.Config == "" {
		if err := d.startBench(e, config, state); err != nil {
			return nil, err
		}
	} else if err := initHost(); err != nil {
		return nil, err
	}
	d.wired = hw.Open(config, d.system(), d.listen())
	d.stage = stage.New(devicesOf(d.wired, config))
	if d.table, err = r.newTable(e, d, config, state); err != nil {
		over, stop := context.WithCancel(e.ctx)
		stop()
		return nil, errors.Join(err, d.wired.Run(over), d.closeBench())
	}
	if wrong != nil {
		d.listen().Health(hw.Health{Device: "config", Text: wrong.Error()})
	}
	d.server = web.New(web.Options{
		Table: web.Of(d.table), Bench: benchOf(d.bench), Version: version, Hosts: r.Host, Page: web.Page(), Logger: log,
	})
	return d, nil
}

func (r runCommand) newTable(e env, d *daemonParts, c *hw.Config, state string) (*companion.Table, error) {
	opt := companion.Options{
		Games: e.games, State: state, CatchUp: r.CatchUp, Log: d.log, Show: d.stage.Show, ReaderStats: d.readerStats,
		JoinURL: func(code string) string { return d.home.url() + "/#join=" + code },
	}
	for _, r := range c.Readers {
		opt.Readers = append(opt.Readers, companion.Reader{Name: r.Name, Title: r.Title, Seat: r.Seat, Place: r.Place})
	}
	for _, b := range c.Buttons {
		opt.Buttons = append(opt.Buttons, companion.Button{Name: b.Name, Title: b.Title, Press: b.Press, Long: b.Long, Seat: b.Seat})
	}
	for _, k := range c.Knobs {
		opt.Knobs = append(opt.Knobs, companion.Knob{Name: k.Name, Title: k.Title, Seat: k.Seat})
	}
	return companion.New(opt)
}

// readerStats returns the statistics of the readers.
func (d *daemonParts) readerStats() []companion.ReaderStats {
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
	tell func(context.Context) error // for anything but a turn

	knob  string // the knob that was turned; "" if the event is not a turn
	steps int
	at    time.Time
}

// listen queues the events of the devices, which keeps the order of each device's events. The table gets them once it runs.
func (d *daemonParts) listen() hw.Listener {
	return hw.Listener{
		Tag: func(e nfc.Event) {
			d.events <- deviceEvent{tell: func(ctx context.Context) error {
				tell := d.table.TagArrived
				switch e.Kind {
				case nfc.Left:
					tell = d.table.TagLeft
				case nfc.Found:
					tell = d.table.TagPresent
				}
				return tell(ctx, e.Reader, e.Tag.String(), e.At)
			}}
		},
		Press: func(button string, long bool, at time.Time) {
			d.events <- deviceEvent{tell: func(ctx context.Context) error { return d.table.Press(ctx, button, long, at) }}
		},
		Turn: func(knob string, steps int, at time.Time) { d.events <- deviceEvent{knob: knob, steps: steps, at: at} },
		Push: func(knob string, long bool, at time.Time) {
			d.events <- deviceEvent{tell: func(ctx context.Context) error { return d.table.Push(ctx, knob, long, at) }}
		},
		Health: func(h hw.Health) {
			d.log.Info("device", "name", h.Device, "ok", h.OK, "text", h.Text)
			d.events <- deviceEvent{tell: func(ctx context.Context) error {
				return d.table.Device(ctx, protocol.Device{Name: h.Device, OK: h.OK, Text: h.Text})
			}}
		},
	}
}

// failed logs why the table could not take an event. The end of the table is not worth a line.
func (d *daemonParts) failed(err error) {
	if err != nil && !errors.Is(err, companion.ErrEnded) && !errors.Is(err, context.Canceled) {
		d.log.Warn("the table did not take what a device said", "error", err)
	}
}

// run runs all parts until ctx ends or one of them fails, and waits until all have ended: first phones and devices, then the table that
// they use.
func (d *daemonParts) run(ctx context.Context) error {
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
	notify(daemon.SdNotifyStopping)
	outer.Wait()
	stopTable()
	inner.Wait()
	return errors.Join(append(errs[:], d.closeBench())...)
}

// system returns where the devices are: on the bench, if there is one.
func (d *daemonParts) system() hw.System {
	if d.bench == nil {
		return hw.System{}
	}
	return d.bench.bench.System()
}

func (d *daemonParts) closeBench() error {
	if d.bench == nil {
		return nil
	}
	return d.bench.Close()
}

// startBench starts the virtual table. It enrols the bench's tags, unless some are enrolled already: they may be somebody's real ones.
func (d *daemonParts) startBench(e env, c *hw.Config, state string) error {
	var all []virtualTag
	known, loadErr := tags.Load(state)
	fresh := make(map[tags.Box]map[tags.UID]string)
	for _, g := range e.games {
		made, err := virtualTags(g)
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
			stickers[tags.UID(t.uid.String())] = t.word
		}
		fresh[box] = stickers
	}
	if len(fresh) > 0 {
		if err := known.AssignBoxes(fresh); err != nil {
			d.log.Warn("the virtual tags could not be enrolled", "error", err)
		}
	}
	var err error
	d.bench, err = newVirtualTable(c, all)
	return err
}

// pass passes events on to the table.
func (d *daemonParts) pass(ctx context.Context) {
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
					d.tell(ctx, e)
					e = next
				}
			default:
				more = false
			}
		}
		d.tell(ctx, e)
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

func (d *daemonParts) tell(ctx context.Context, e deviceEvent) {
	if e.knob != "" {
		d.failed(d.table.Turn(ctx, e.knob, e.steps, e.at))
		return
	}
	d.failed(e.tell(ctx))
}
