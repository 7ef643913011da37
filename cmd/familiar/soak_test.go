package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"familiar/cmd/familiar/internal/player"
	"familiar/cmd/familiar/internal/rig"
	"familiar/companion/protocol"
	"familiar/engine"
	"familiar/engine/sacrilege"
	"familiar/hw"
	"familiar/hw/bench"
	"familiar/hw/nfc"
	"familiar/hw/panel"
	"familiar/hw/reader"
	"familiar/hw/virtual"
)

// faultPoint is a part of a table with the ways in which it can fail.
type faultPoint struct {
	name   string
	breaks func(*rand.Rand)
	mends  func()
}

// oneOf picks one of several faults.
func oneOf[F any](rng *rand.Rand, faults ...F) F { return faults[rng.IntN(len(faults))] }

// faultPoints are all parts of a table that can fail.
func faultPoints(b *bench.Bench, c *hw.Config) []faultPoint {
	var all []faultPoint
	add := func(name string, breaks func(*rand.Rand), mends func()) {
		all = append(all, faultPoint{name, breaks, mends})
	}
	for _, r := range c.Readers {
		chip := b.Reader(r.Name)
		add(r.Name, func(rng *rand.Rand) { breakChip(rng, r, chip) }, func() { chip.SetFault(virtual.ChipSound) })
		add("field of "+r.Name, func(rng *rand.Rand) { chip.Field().Jam(noise(rng.Uint64())) }, func() { chip.Field().Jam(nil) })
	}
	bus := b.I2CBus("I2C1")
	add("I2C1", func(rng *rand.Rand) { bus.SetFault(oneOf(rng, virtual.I2CFails, virtual.I2CStuck)) }, func() { bus.SetFault(virtual.I2CSound) })
	add("panel", func(rng *rand.Rand) {
		b.Panel.SetFault(oneOf(rng, virtual.PanelBusFails, virtual.PanelStuck, virtual.PanelHung, virtual.PanelUnplugged, virtual.PanelBrownout))
	}, func() { b.Panel.SetFault(virtual.PanelSound) })
	if b.Lamps != nil {
		add("lamps' port", func(*rand.Rand) { b.Lamps.Fail(virtual.ErrBus) }, func() { b.Lamps.Fail(nil) })
		add("lamps", func(*rand.Rand) { b.Lamps.Unplug(true) }, func() { b.Lamps.Unplug(false) })
	}
	if b.Digits != nil {
		add("digits", func(*rand.Rand) { b.Digits.SetPower(false) }, func() { b.Digits.SetPower(true) })
	}
	if pwm := b.PWM(); pwm != nil {
		add("PWM", func(*rand.Rand) { pwm.Fail(syscall.ENODEV) }, func() { pwm.Fail(nil) })
	}
	for _, pin := range pinsOf(c) {
		line := pinNamed(pin)
		add(pin, func(*rand.Rand) { line.Fail(syscall.ENODEV) }, func() { line.Fail(nil) })
	}
	return all
}

func breakChip(rng *rand.Rand, r hw.Reader, chip bench.Chip) {
	faults := []virtual.ChipFault{
		virtual.ChipLineLow, virtual.ChipLineHigh, virtual.ChipBusFails, virtual.ChipFrozen, virtual.ChipScrambled, virtual.ChipBrownout,
	}
	if r.Chip == reader.PN532 {
		faults = append(faults, virtual.ChipMute, virtual.ChipRefuses, virtual.ChipGlitch)
	}
	if f := oneOf(rng, faults...); rng.IntN(2) == 0 {
		chip.SetFault(f)
	} else {
		chip.FaultAfter(1+rng.IntN(60), f) // in the middle of an exchange
	}
}

// noise answers every frame with random bytes.
func noise(seed uint64) func([]byte) []byte {
	rng := rand.New(rand.NewPCG(seed, 1))
	return func([]byte) []byte {
		said := make([]byte, rng.IntN(8))
		for i := range said {
			said[i] = byte(rng.Uint32())
		}
		return said
	}
}

// pinsOf returns the pins of a table.
func pinsOf(c *hw.Config) []string {
	var pins []string
	for _, b := range c.Buttons {
		pins = append(pins, b.Pin)
	}
	for _, k := range c.Knobs {
		pins = append(pins, k.A, k.B, k.Press)
	}
	if c.Panel.DC != "" {
		pins = append(pins, c.Panel.DC)
	}
	if c.Digits != nil {
		pins = append(pins, c.Digits.Clk, c.Digits.Dio)
	}
	if c.Buzzer != nil && c.Buzzer.Pin != "" {
		pins = append(pins, c.Buzzer.Pin)
	}
	return pins
}

// faultInjector breaks parts of a table at random, for random times, some of them at the same time.
type faultInjector struct {
	rng    *rand.Rand
	parts  []faultPoint
	faults []chan int // the number of present faults of each part: a channel, because breaking a bus may take the time of a transfer
	done   sync.WaitGroup
	count  int // faults so far
}

func newFaultInjector(seed uint64, parts []faultPoint) *faultInjector {
	g := &faultInjector{rng: rand.New(rand.NewPCG(seed, 8)), parts: parts}
	for range parts {
		none := make(chan int, 1)
		none <- 0
		g.faults = append(g.faults, none)
	}
	return g
}

// run lets that many faults come and go.
func (g *faultInjector) run(faults int) {
	for end := g.count + faults; g.count < end; {
		time.Sleep(time.Duration(g.rng.ExpFloat64() * float64(100*time.Millisecond)))
		if g.rng.IntN(100) > 0 {
			g.breaks(g.rng.IntN(len(g.parts)))
			continue
		}
		for i := range g.parts { // all parts at once
			g.breaks(i)
		}
	}
	g.done.Wait()
}

// breaks breaks a part for a millisecond or some seconds.
func (g *faultInjector) breaks(i int) {
	const shortest, longest = float64(time.Millisecond), float64(4 * time.Second)
	d := time.Duration(shortest * math.Pow(longest/shortest, g.rng.Float64()))
	rng := rand.New(rand.NewPCG(g.rng.Uint64(), 8))
	g.count++
	g.done.Go(func() {
		n := <-g.faults[i]
		g.parts[i].breaks(rng)
		g.faults[i] <- n + 1
		time.Sleep(d)
		if n = <-g.faults[i] - 1; n == 0 {
			g.parts[i].mends()
		}
		g.faults[i] <- n
	})
}

// waitAfterFaults waits until everything works again after the last fault.
func (o *faultTable) waitAfterFaults(s *player.Persistent) {
	o.Helper()
	mended := time.Now()
	o.within(recoveryTime, "all but the panel are well", func() bool {
		ill := o.brokenDevices()
		return len(ill) == 0 || o.isInk() && len(ill) == 1 && ill["panel"] != ""
	})
	o.readWithAll(mended)
	if o.Daemon.Virtual().Bench().Lamps != nil {
		o.within(recoveryTime, "the lamps show the scene", o.lampsMatch)
	}
	const hangs = 10 * time.Second // a panel in an endless refresh, until it is reset
	o.within(recoveryTime+hangs+refreshTime[o.Wiring.Panel.Model]-time.Since(mended), "all are well", func() bool { return len(o.brokenDevices()) == 0 })
	if o.Daemon.Virtual().Bench().Buzzer != nil {
		since := time.Now()
		s.MakeMove(s.Calm())
		s.Calm() // a clock that it has started runs to its end
		o.within(recoveryTime, "a tune is heard", func() bool { return o.toneSince(since) })
	}
	o.waitForPanel(s)
	s.CompareData("the faults")
}

// waitForPanel waits until the panel shows the scene. E-paper never answers, so several faults in a row may have looked like a refresh that did not happen: then the
// next full refresh shows everything.
func (o *faultTable) waitForPanel(s *player.Persistent) {
	o.Helper()
	most := recoveryTime + refreshTime[o.Wiring.Panel.Model]
	before, _ := o.Daemon.Virtual().Bench().Panel.Refreshes()
	for waited := time.Duration(0); !o.panelMatches(); waited += 100 * time.Millisecond {
		if full, _ := o.Daemon.Virtual().Bench().Panel.Refreshes(); waited > most && (o.Wiring.Panel.Model == panel.SSD1306 || full > before) {
			o.Fatalf("%s: the panel does not show the scene", o.during)
		}
		if waited > most {
			s.Inputs["panel, late"]++
			s.MakeMove(s.Calm()) // to have something new to show
			s.Calm()             // the same
			o.Pass(time.Second)
		}
		o.Pass(100 * time.Millisecond)
	}
}

// readWithAll puts a tag without a meaning on each reader, and waits until the reader has seen it.
func (o *faultTable) readWithAll(mended time.Time) {
	o.Helper()
	var strangers []nfc.UID
	for i, r := range o.Wiring.Readers {
		uid, err := nfc.NewUID([]byte{0xA8, 0xAB, 0xCD, byte(i)})
		if err != nil {
			o.Fatal(err)
		}
		strangers = append(strangers, uid)
		o.Put(r.Name, uid)
	}
	o.within(recoveryTime-time.Since(mended), "all readers see a tag", func() bool {
		return !slices.ContainsFunc(o.Daemon.Wired().Readers(), func(h hw.ReaderHealth) bool { return h.Tags != 1 })
	})
	o.Lift(strangers...)
	if g := o.phones[0].Snapshot().Game.Gesture; g != nil {
		o.phones[0].Must(protocol.DropRequest{Gesture: g.ID})
	}
}

// TestSoak plays on while ten thousand faults come and go.
func TestSoak(t *testing.T) {
	rounds, each := 10, 340
	if rig.Raced {
		rounds, each = 1, 100
	}
	for i, name := range []string{"ink", "OLED", "whole"} {
		t.Run(name, func(t *testing.T) {
			if !rig.OwnProcess(t) {
				return
			}
			state := t.TempDir()
			synctest.Test(t, func(t *testing.T) {
				game := sacrilege.Game()
				r := rig.New(t, []engine.Game{game}, faultyTables[name], state)
				defer r.Stop()
				c := player.NewStrategy(uint64(i), nil, []string{"sacrifice"}, []string{"sacrifice"})
				s := player.NewPersistent(player.New(r, game, c, player.NewHistory(t, game, []string{"ann", "ben", "cai"})))
				o := &faultTable{Rig: r, phones: s.Player.Phones}
				g := newFaultInjector(uint64(i), faultPoints(r.Daemon.Virtual().Bench(), r.Wiring))
				var before, after size
				for round := range rounds {
					ended := make(chan struct{})
					go func() {
						defer close(ended)
						g.run(each)
					}()
					s.PlayUntil(ended)
					s.Calm()
					o.during = fmt.Sprintf("after %d faults and %d moves", g.count, s.Moves)
					o.waitAfterFaults(s)
					if after = sizeNow(); round == 0 {
						before = after
					}
				}
				if after.heap > before.heap+4<<20 || after.goroutines > before.goroutines {
					t.Errorf("it has grown from %+v to %+v", before, after)
				}
				if s.Slowest > rig.NewsDelay {
					t.Errorf("a phone has waited for its answer for %v", s.Slowest)
				}
				t.Logf("%d faults, %d moves: %v, made by %v; from %+v to %+v", g.count, s.Moves, s.MovesByVerb, s.Inputs, before, after)
			})
		})
	}
}

// size is what a program uses.
type size struct {
	heap       uint64 // bytes in use
	goroutines int
}

func sizeNow() size {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return size{m.HeapAlloc, runtime.NumGoroutine()}
}
