//go:build machine

package main

import (
	"flag"
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"familiar/engine"
	emulator "familiar/systemd/machine"
)

var cycles = flag.Int("cycles", 15, "how often the power is cut")

// TestPowerCuts cuts the power of a machine at any moment, over and over, while phones play at it and keep card lists, and looks at what it makes of that
// when the power is back. Its disk forgets any part of what was not flushed.
func TestPowerCuts(t *testing.T) {
	house := newPowerHouse(t)
	begun := time.Now()
	var sum outages
	t.Run("games", func(t *testing.T) {
		for n, game := range games() {
			share := (*cycles + n) / len(games())
			t.Run(game.ID, func(t *testing.T) {
				t.Parallel()
				o := house.newOutage(t, game, uint64(n), "")
				o.measure()
				for range share {
					o.cycle()
				}
				o.lastLife()
				sum.add(o)
			})
		}
	})
	took := time.Since(begun)
	t.Logf("%d cuts in %v, %.1f s each; %s", sum.cuts, took.Round(time.Second), took.Seconds()/float64(max(1, sum.cuts)), &sum)
	if sum.moves == 0 || sum.lost.Kept == 0 || sum.lost.Torn == 0 || sum.lost.Dropped == 0 {
		t.Error("that is too little to tell anything")
	}
}

// TestPowerCutsAreFelt has the same done to a Familiar whose writes are never flushed: it loses what was acknowledged. So who loses nothing has done
// something for it.
func TestPowerCutsAreFelt(t *testing.T) {
	house := newPowerHouse(t)
	for n, game := range games()[:3] {
		t.Run(game.ID, func(t *testing.T) {
			t.Parallel()
			const most = 8
			w := &witness{TB: t}
			cuts := 0
			w.watch(func() {
				o := house.newOutage(w, game, uint64(n), "nosync")
				for ; cuts < most && len(w.losses) == 0; cuts++ {
					o.cycle()
				}
			})
			if !slices.ContainsFunc(w.losses, regexp.MustCompile(`was acknowledged and is not|games were begun and`).MatchString) {
				t.Fatalf("no game has lost anything in %d cuts: %q", cuts, w.losses)
			}
			t.Logf("%d losses after %d cuts: %q", len(w.losses), cuts, w.losses)
		})
	}
}

// TestPowerCutWithAFullDisk cuts the power of a machine whose disk has no room left, twice: what was acknowledged is there, and the game goes on when there
// is room.
func TestPowerCutWithAFullDisk(t *testing.T) {
	o := newPowerHouse(t).newOutage(t, games()[0], 1, "")
	o.start("still")
	o.comeUp()
	o.playUntilRefused(func() { o.order("fill") }, "the move is not made")

	o.full = true
	o.start("still")
	o.comeUp()
	o.play(o.running, func() { o.await(5, 5*time.Second) })

	o.start("still")
	o.comeUp()
	o.order("free")
	before := o.moves
	o.full = false
	o.play(o.running, func() { o.await(30, patience) })
	o.lastLife()
	if o.moves == before {
		t.Error("no move was made with room")
	}
}

// TestPowerCutWithAWornDisk does so where the disk takes no more writes, as a card that is worn out does, until the power comes back.
func TestPowerCutWithAWornDisk(t *testing.T) {
	o := newPowerHouse(t).newOutage(t, games()[0], 2, "")
	o.start("still")
	o.comeUp()
	o.playUntilRefused(func() {
		o.running.worn = true
		o.disk.Wear(true)
	}, "cannot be written to, so the move is not made")
	o.disk.Wear(false)
	o.lastLife()
}

// playUntilRefused plays, does something, and plays on until somebody is refused something in these words, and for a while after that.
func (o *outage) playUntilRefused(do func(), words string) {
	o.Helper()
	o.host().stays = true
	o.play(o.running, func() {
		o.await(20, patience)
		do()
		late := time.After(patience)
		for {
			select {
			case a := <-o.told:
				if !a.OK && strings.Contains(a.Text, words) {
					o.Logf("told is: %s", a.Text)
					o.await(5, time.Second)
					return
				}
			case <-late:
				o.Errorf("nobody is told %q", words)
				return
			}
		}
	})
}

// witness takes down the failures of a test that has to fail.
type witness struct {
	testing.TB
	mu     sync.Mutex
	losses []string
}

func (w *witness) Errorf(format string, args ...any) {
	w.Error(fmt.Sprintf(format, args...))
}

func (w *witness) Error(args ...any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.losses = append(w.losses, fmt.Sprint(args...))
}

func (w *witness) Fatalf(format string, args ...any) {
	w.Errorf(format, args...)
	runtime.Goexit()
}

func (w *witness) Fatal(args ...any) {
	w.Error(args...)
	runtime.Goexit()
}

// watch watches something until it ends or fails for good.
func (w *witness) watch(do func()) {
	var watched sync.WaitGroup
	watched.Go(do)
	watched.Wait()
}

// outage is a table whose machine loses its power again and again.
type outage struct {
	*calamity
	house   *powerHouse
	disk    *emulator.Disk
	running *powered
	words   string // for the guest
	code    string
	length  time.Duration // of a start, from when the disk is looked at
	figures
}

// figures are what is told of outages in the end.
type figures struct {
	cuts    int
	starts  int           // that were cut
	mended  int           // starts that had to mend more of the file system than to go through its journal
	lost    emulator.Cut  // what became of what was not flushed
	up      time.Duration // the time of all other starts together, until the daemon was up
	ups     int
	written int64 // bytes, while nobody else wrote
	rested  int   // moves that were acknowledged meanwhile
}

// tornLine is a line of a journal, as far as a word for the kernel can be one.
const tornLine = "table:reveal#2026-11-21T18:30:02.123Z-phone-aac14c4"

func (h *powerHouse) newOutage(t testing.TB, game engine.Game, seed uint64, words string) *outage {
	o := &outage{calamity: newCalamity(t, game, seed), house: h, words: words, length: 2 * time.Second}
	o.refresh = func() { o.fetch("now") }
	for _, uid := range slices.Sorted(maps.Keys(o.lists.tags))[5:] {
		delete(o.lists.tags, uid) // the fewer, the more time there is for moves
	}
	o.format()
	return o
}

// cycle is a machine's life: it comes up, is looked at, is played with, and loses its power. Now and then it does so while it comes up, and now and then
// what a cut can leave of a line lies in its way.
func (o *outage) cycle() {
	o.Helper()
	words := o.words
	if o.rng.IntN(4) == 0 {
		words += " tear=" + tornLine[:1+o.rng.IntN(len(tornLine)-1)]
	}
	o.start(words)
	if o.rng.IntN(4) > 0 {
		o.comeUp()
		o.play(o.running, func() { o.await(o.rng.IntN(25), 5*time.Second) })
	} else {
		o.awaitLine(func(line string) bool { return line == diskIsThere })
		time.Sleep(time.Duration(o.rng.Int64N(int64(o.length))))
		o.running.kill()
		o.short++
		o.starts++
	}
	o.cuts++
	o.lost.Add(o.running.lost)
}

// await waits until so much was acknowledged, and a moment longer, but not for ever.
func (o *outage) await(answers int, most time.Duration) {
	late := time.After(most)
	for answers > 0 {
		select {
		case a := <-o.told:
			if a.OK {
				answers--
			}
		case <-late:
			return
		}
	}
	time.Sleep(time.Duration(o.rng.IntN(100_000)) * time.Microsecond)
}

// comeUp waits until the machine is up, looks through what it has, and brings everybody back.
func (o *outage) comeUp() {
	o.Helper()
	o.ready()
	o.fetch("found")
	o.torn = o.half()
	o.fetch("now")
	damaged, err := filepath.Glob(filepath.Join(o.state, "*.damaged-*"))
	if err != nil || len(damaged) > 0 {
		o.Errorf("there are %q: %v", damaged, err)
	}
	o.lookThrough()
	o.comeBack(o.running)
}

// measure looks how much a move writes to the disk where nobody else does.
func (o *outage) measure() {
	o.Helper()
	o.host().lists = nil // whose writes are no moves'
	defer func() { o.host().lists = o.lists }()
	o.start("still")
	o.comeUp()
	before := o.disk.Written()
	o.play(o.running, func() { o.await(50, patience) })
	o.written = o.disk.Written() - before
	for _, p := range o.players {
		o.rested += len(p.acks)
	}
}

// lastLife looks at what the last cut has left.
func (o *outage) lastLife() {
	o.Helper()
	o.start("still")
	o.comeUp()
	o.running.kill()
	o.Logf("%d acknowledged, %d more in the journals, %d damaged parts set aside", o.moves, o.unheard, len(o.asides))
	if o.moves == 0 {
		o.Error("nothing was played")
	}
}

// outages are the figures of several.
type outages struct {
	mu sync.Mutex
	figures
	moves int
}

func (s *outages) add(o *outage) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.moves += o.moves
	s.cuts += o.cuts
	s.starts += o.starts
	s.mended += o.mended
	s.lost.Add(o.lost)
	s.up, s.ups = s.up+o.up, s.ups+o.ups
	s.written, s.rested = s.written+o.written, s.rested+o.rested
}

func (s *outages) String() string {
	return fmt.Sprintf("%d starts were cut, %d mended a torn file system; %d moves were acknowledged; of unflushed writes %d were kept, %d torn, %d dropped; up after %v; a move writes %d KiB",
		s.starts, s.mended, s.moves, s.lost.Kept, s.lost.Torn, s.lost.Dropped, (s.up / time.Duration(max(1, s.ups))).Round(10*time.Millisecond), s.written/int64(max(1, s.rested))>>10)
}
