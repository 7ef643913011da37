package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"familiar/companion/protocol"
	"familiar/engine"
	"familiar/engine/sacrilege"
	"familiar/hw"
	"familiar/hw/bench"
	"familiar/hw/nfc"
	"familiar/hw/virtual"
)

// breakable is a part of a table with the ways in which it can fail.
type breakable struct {
	name   string
	breaks func(*rand.Rand)
	mends  func()
}

// oneOf picks one of several faults.
func oneOf[F any](rng *rand.Rand, faults ...F) F { return faults[rng.IntN(len(faults))] }

// breakables are all parts of a table that can fail.
func breakables(b *bench.Bench, c *hw.Config) []breakable {
	var all []breakable
	add := func(name string, breaks func(*rand.Rand), mends func()) {
		all = append(all, breakable{name, breaks, mends})
	}
	for _, r := range c.Readers {
		chip := b.Reader(r.Name)
		add(r.Name, func(rng *rand.Rand) { breakChip(rng, r, chip) }, func() { chip.SetFault(virtual.ChipSound) })
		add("field of "+r.Name, func(rng *rand.Rand) { chip.Field().Jam(noise(rng.Uint64())) }, func() { chip.Field().Jam(nil) })
	}
	bus := b.I2C("I2C1")
	add("I2C1", func(rng *rand.Rand) { bus.SetFault(oneOf(rng, virtual.I2CFails, virtual.I2CStuck)) }, func() { bus.SetFault(virtual.I2CSound) })
	add("panel", func(rng *rand.Rand) {
		b.Panel.SetFault(oneOf(rng, virtual.PanelBusFails, virtual.PanelStuck, virtual.PanelHung, virtual.PanelUnplugged, virtual.PanelBrownout))
	}, func() { b.Panel.SetFault(virtual.PanelSound) })
	if b.Lamps != nil {
		add("lamps' port", func(*rand.Rand) { b.Lamps.Fail(virtual.ErrBus) }, func() { b.Lamps.Fail(nil) })
		add("lamps", func(*rand.Rand) { b.Lamps.Unplug(true) }, func() { b.Lamps.Unplug(false) })
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
	if r.Chip == hw.ChipPN532 {
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
	if c.Buzzer != nil && c.Buzzer.Pin != "" {
		pins = append(pins, c.Buzzer.Pin)
	}
	return pins
}

// gremlin breaks parts of a table at random, for random times, some of them at the same time.
type gremlin struct {
	rng    *rand.Rand
	parts  []breakable
	faults []chan int // the number of present faults of each part: a channel, because breaking a bus may take the time of a transfer
	done   sync.WaitGroup
	count  int // faults so far
}

func newGremlin(seed uint64, parts []breakable) *gremlin {
	g := &gremlin{rng: rand.New(rand.NewPCG(seed, 8)), parts: parts}
	for range parts {
		none := make(chan int, 1)
		none <- 0
		g.faults = append(g.faults, none)
	}
	return g
}

// run lets that many faults come and go.
func (g *gremlin) run(faults int) {
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
func (g *gremlin) breaks(i int) {
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

// survivor plays a game on a table where anything may fail at any time. A move that cannot be made in one way is made in another, and a phone always
// works.
type survivor struct {
	*player
	slowest time.Duration // the longest wait of a phone for its answer
}

// playsUntil plays until ended is closed. It always waits for that.
func (s *survivor) playsUntil(ended <-chan struct{}) {
	defer func() { <-ended }()
	s.Helper()
	for {
		s.step()
		s.pass(time.Duration(s.rng.IntN(200)) * time.Millisecond)
		select {
		case <-ended:
			return
		default:
		}
	}
}

// step makes a move, in some way.
func (s *survivor) step() {
	s.Helper()
	if timer := s.truth.State().Status().Timer; timer.For > 0 && !timer.Paused {
		s.pass(s.left() + newsTime)
		s.made(timer.Then)
		return
	}
	m, ok := s.course.next(s.truth.State())
	switch {
	case !ok, s.truth.State().Status().Over:
		s.takeBack(2 + s.rng.IntN(20)) // and a new end of the game
	case s.rng.IntN(20) == 0:
		s.takeBack(1)
	case s.rng.IntN(4) > 0 && s.byCard(m), s.rng.IntN(2) == 0 && s.byHand(m):
	default:
		s.tell(m)
	}
}

// calms plays until no clock runs and a move is possible.
func (s *survivor) calms() engine.Move {
	s.Helper()
	for {
		status := s.truth.State().Status()
		if m, ok := s.course.next(s.truth.State()); ok && !status.Over && status.Timer.For == 0 {
			return m
		}
		s.step()
	}
}

// tell makes a move on a phone.
func (s *survivor) tell(m engine.Move) {
	s.Helper()
	s.byPhone(s.phoneOf(m), s.request(m))
	s.made(m)
}

// byPhone makes a request, which is answered at once, whatever fails.
func (s *survivor) byPhone(phone *phoneClient, r protocol.Request) {
	s.Helper()
	asked := time.Now()
	phone.must(r)
	s.slowest = max(s.slowest, time.Since(asked)-newsTime)
}

// takeBack undoes the last moves on a phone.
func (s *survivor) takeBack(n int) {
	s.Helper()
	if n = min(n, len(s.truth.Moves())); n == 0 {
		return
	}
	before := s.undoable()
	if n == 1 && s.rng.IntN(2) == 0 {
		s.press("yes", true)
		s.ways[map[bool]string{true: "undo by button", false: "undo, not heard"}[s.undoable() < before]]++
	}
	if s.undoable() == before {
		s.byPhone(s.phones[s.rng.IntN(len(s.phones))], protocol.Request{Kind: "undo", Steps: n})
	}
	s.truth.TakeBack(n)
	left := len(s.log) - n
	s.log, s.again = s.log[:left], s.again[:left]
	s.ways["undo"]++
	s.holds("undo")
}

// byCard puts down the card of a move for as long as reading may take, and reports whether the move was made.
func (s *survivor) byCard(m engine.Move) bool {
	s.Helper()
	state := s.truth.State()
	c := state.Catalog()
	if m.Arity() == 0 || c.Class(m.Args[0])&engine.ClassCard == 0 || len(s.tags[c.Word(m.Args[0])]) == 0 {
		return false
	}
	one := piece{m.Args[0], s.tags[c.Word(m.Args[0])][0], true}
	var suit []string
	for _, r := range s.wiring.Readers {
		if s.suits(r, m, one, true) {
			suit = append(suit, r.Name)
		}
	}
	if len(suit) == 0 {
		return false
	}
	before := s.undoable()
	reader := suit[s.rng.IntN(len(suit))]
	s.drop(reader, one.uid)
	patience := time.Duration(1+s.rng.IntN(20)) * 100 * time.Millisecond
	for waited := time.Duration(0); waited < patience && s.undoable() == before && s.phoneOf(m).sees().Game.Gesture == nil; waited += 20 * time.Millisecond {
		s.pass(20 * time.Millisecond)
	}
	g := s.phoneOf(m).sees().Game.Gesture
	switch {
	case s.undoable() > before:
		s.ways["card"]++
	case g != nil && slices.Equal(g.Words, []string{c.Word(one.name)}):
		s.ways["card, asked"]++
		s.answer(m, before)
	default:
		s.ways["card, not read"]++
		s.lift(one.uid)
		if s.undoable() == before {
			return false
		}
	}
	s.lift(one.uid)
	s.made(m)
	return true
}

// answer answers questions about a card, on a phone.
func (s *survivor) answer(m engine.Move, before int) {
	s.Helper()
	settled := 0
	for range 8 {
		phone := s.phoneOf(m)
		g := phone.sees().Game.Gesture
		if s.undoable() > before || g == nil {
			break
		}
		var option int
		if option, settled = s.optionFor(m, settled, g); option < 0 {
			break
		}
		s.byPhone(phone, protocol.Request{Kind: "pick", Gesture: g.ID, Option: option})
	}
	if s.undoable() == before {
		s.byPhone(s.phoneOf(m), s.request(m))
	}
}

// byHand makes a move with the button or the knob, if it is possible with these, and reports whether it was made.
func (s *survivor) byHand(m engine.Move) bool {
	s.Helper()
	c := s.truth.State().Catalog()
	if m.Seat != s.truth.State().Status().Ask.Seat {
		return false
	}
	way, item := "", map[string]string{"draw": "Draw", "end": "End the turn"}[c.Word(m.Verb)]
	before := s.undoable()
	switch {
	case item == "":
		return false
	case item == "Draw" && s.rng.IntN(2) == 0:
		way = "button"
		s.press("draw", false)
	default:
		way = "knob"
		s.dial(item)
	}
	s.pass(newsTime)
	if s.undoable() == before {
		s.ways[way+", not heard"]++
		return false
	}
	s.ways[way]++
	moves := s.journalMoves([]engine.Game{s.game}).Moves()
	if made := moves[len(moves)-1]; made.Seat == m.Seat && made.Verb == m.Verb {
		m = made // neither button nor knob says which card is drawn
	}
	s.made(m)
	return true
}

// dial chooses from the list of the knob as a person who looks at the panel.
func (s *survivor) dial(item string) {
	s.Helper()
	choice := func() (at, wanted int, open bool) {
		list := s.daemon.Stage().Scene().Choice
		if list == nil {
			return 0, -1, false
		}
		return list.At, slices.Index(list.Items, item), true
	}
	if _, _, open := choice(); !open {
		s.press("knob", false)
		s.pass(newsTime)
	}
	at, wanted, open := choice()
	if !open {
		return
	}
	if wanted >= 0 {
		if err := s.daemon.Virtual().Bench().Turn("knob", wanted-at); err != nil {
			s.Fatal(err)
		}
	}
	s.pass(500 * time.Millisecond) // the time it takes to read the chosen item
	at, wanted, open = choice()
	if open {
		s.press("knob", at != wanted) // a long push closes the list
	}
}

// made follows a move: the table must have made it, and no other one.
func (s *survivor) made(m engine.Move) {
	s.Helper()
	s.follow(m, 0)
	s.moves++
	s.holds(s.truth.State().Catalog().Format(m))
}

// holds compares the journal with the moves of the test.
func (s *survivor) holds(after string) {
	s.Helper()
	if got := s.journalMoves([]engine.Game{s.game}).Moves(); !slices.Equal(got, s.truth.Moves()) {
		c := s.truth.State().Catalog()
		last := "nothing"
		if len(got) > 0 {
			last = c.Format(got[len(got)-1])
		}
		s.Fatalf("after %s the journal holds %d moves, not %d; the last one is %s", after, len(got), len(s.truth.Moves()), last)
	}
}

// isWell waits until everything works again after the last fault.
func (s *survivor) isWell(o *ordeal) {
	s.Helper()
	mended := time.Now()
	o.within(again, "all but the panel are well", func() bool {
		ill := o.ill()
		return len(ill) == 0 || o.isInk() && len(ill) == 1 && ill["panel"] != ""
	})
	s.readsAll(o, mended)
	if o.daemon.Virtual().Bench().Lamps != nil {
		o.within(again, "the lamps show the scene", o.lit)
	}
	const hangs = 10 * time.Second // a panel in an endless refresh, until it is reset
	o.within(again+hangs+refreshing[o.wiring.Panel.Model]-time.Since(mended), "all are well", func() bool { return len(o.ill()) == 0 })
	if o.daemon.Virtual().Bench().Buzzer != nil {
		since := time.Now()
		s.tell(s.calms())
		o.within(again, "a tune is heard", func() bool { return o.heard(since) })
	}
	s.draws(o)
	s.agreeTold("the faults")
}

// draws waits until the panel shows the scene. E-paper never answers, so several faults in a row may have looked like a refresh that did not happen: then the
// next full refresh shows everything.
func (s *survivor) draws(o *ordeal) {
	s.Helper()
	most := again + refreshing[o.wiring.Panel.Model]
	before, _ := o.daemon.Virtual().Bench().Panel.Refreshes()
	for waited := time.Duration(0); !o.drawn(); waited += 100 * time.Millisecond {
		if full, _ := o.daemon.Virtual().Bench().Panel.Refreshes(); waited > most && (o.wiring.Panel.Model == hw.PanelOLED || full > before) {
			s.Fatalf("%s: the panel does not show the scene", o.during)
		}
		if waited > most {
			s.ways["panel, late"]++
			s.tell(s.calms()) // to have something new to show
			s.pass(time.Second)
		}
		s.pass(100 * time.Millisecond)
	}
}

// readsAll puts a tag without a meaning on each reader, and waits until the reader has seen it.
func (s *survivor) readsAll(o *ordeal, mended time.Time) {
	s.Helper()
	var strangers []nfc.UID
	for i, r := range s.wiring.Readers {
		uid, err := nfc.NewUID([]byte{0xA8, 0xAB, 0xCD, byte(i)})
		if err != nil {
			s.Fatal(err)
		}
		strangers = append(strangers, uid)
		s.drop(r.Name, uid)
	}
	o.within(again-time.Since(mended), "all readers see a tag", func() bool {
		return !slices.ContainsFunc(s.daemon.Wired().Readers(), func(h hw.ReaderHealth) bool { return h.Tags != 1 })
	})
	s.lift(strangers...)
	if g := s.phones[0].sees().Game.Gesture; g != nil {
		s.phones[0].must(protocol.Request{Kind: "drop", Gesture: g.ID})
	}
}

// TestSoak plays on while ten thousand faults come and go.
func TestSoak(t *testing.T) {
	rounds, each := 10, 340
	if raced {
		rounds, each = 1, 100
	}
	for i, name := range []string{"ink", "OLED", "whole"} {
		t.Run(name, func(t *testing.T) {
			if os.Getenv(aloneVariable) == "" {
				t.Parallel()
				runAlone(t)
				return
			}
			state := t.TempDir()
			synctest.Test(t, func(t *testing.T) {
				game := sacrilege.Game()
				r := newRig(t, []engine.Game{game}, faultyTables[name], state)
				defer r.stop()
				c := &course{rng: rand.New(rand.NewPCG(uint64(i), 9)), eager: [][]string{{}, {"sacrifice"}, {"sacrifice"}}, prize: "books", every: 1 << 30}
				s := &survivor{player: newPlayer(r, game, c, newHistory(t, game, []string{"ann", "ben", "cai"}))}
				o := &ordeal{rig: r, phones: s.player.phones}
				g := newGremlin(uint64(i), breakables(r.daemon.Virtual().Bench(), r.wiring))
				var before, after size
				for round := range rounds {
					ended := make(chan struct{})
					go func() {
						defer close(ended)
						g.run(each)
					}()
					s.playsUntil(ended)
					s.calms()
					o.during = fmt.Sprintf("after %d faults and %d moves", g.count, s.moves)
					s.isWell(o)
					if after = sizeNow(); round == 0 {
						before = after
					}
				}
				if after.heap > before.heap+4<<20 || after.goroutines > before.goroutines {
					t.Errorf("it has grown from %+v to %+v", before, after)
				}
				if s.slowest > newsTime {
					t.Errorf("a phone has waited for its answer for %v", s.slowest)
				}
				t.Logf("%d faults, %d moves: %v, told %v; from %+v to %+v", g.count, s.moves, s.played, s.ways, before, after)
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
