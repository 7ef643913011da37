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

// TestPowerCuts cuts the power of a machine at any moment, over and over, while phones play on it, edit card lists and send guests away, and checks
// what is left when the power is back. Its disk loses any part of the writes that were not flushed.
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
	if sum.moves == 0 || sum.guests == 0 || sum.lost.Kept == 0 || sum.lost.Torn == 0 || sum.lost.Dropped == 0 {
		t.Error("that is too little to tell anything")
	}
}

// TestPowerCutsAreFelt does the same to a Familiar whose writes are never flushed: it loses acknowledged moves. So a Familiar that loses nothing is not just
// lucky.
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
			if !slices.ContainsFunc(w.losses, regexp.MustCompile(`was acknowledged|games were begun and|who was sent away`).MatchString) {
				t.Fatalf("no game has lost anything in %d cuts: %q", cuts, w.losses)
			}
			t.Logf("%d losses after %d cuts: %q", len(w.losses), cuts, w.losses)
		})
	}
}

// TestPowerCutWithAFullDisk cuts the power of a machine with a full disk, twice: everything acknowledged is there, and the game goes on when there
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

// TestPowerCutWithAWornDisk does the same with a disk that takes no more writes until the power comes back, like a worn-out card.
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

// playUntilRefused plays, calls do, and plays on until a request is refused with these words, and for a while after that.
func (o *outage) playUntilRefused(do func(), words string) {
	o.Helper()
	o.host().stays = true
	o.play(o.running, func() {
		o.await(20, patience)
		do()
		late := time.After(patience)
		for {
			select {
			case a := <-o.answers:
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

// witness records the failures of a test that must fail.
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

// watch runs do until it ends or fails for good.
func (w *witness) watch(do func()) {
	var watched sync.WaitGroup
	watched.Go(do)
	watched.Wait()
}

// outage is a table on a machine that loses its power again and again.
type outage struct {
	*crashTest
	house   *powerHouse
	disk    *emulator.Disk
	running *powered
	words   string        // for the guest's kernel
	length  time.Duration // of a start, from when the guest looks at the disk
	figures
}

// figures are logged about outages in the end.
type figures struct {
	cuts    int
	starts  int           // starts with a cut
	mended  int           // starts that had to repair more of the file system than by replaying its journal
	lost    emulator.Cut  // the fate of writes that were not flushed
	up      time.Duration // the total time of all other starts, until the daemon was up
	ups     int
	written int64 // in bytes, while nothing else wrote
	rested  int   // moves that were acknowledged during that
}

// tornLine is a line of a journal, but without blanks, so that it can be a word for the kernel.
const tornLine = "table:reveal#2026-11-21T18:30:02.123Z-phone-aac14c4"

func (h *powerHouse) newOutage(t testing.TB, game engine.Game, seed uint64, words string) *outage {
	o := &outage{crashTest: newCrashTest(t, game, seed), house: h, words: words, length: 2 * time.Second}
	o.refresh = func() { o.fetch("now") }
	for _, uid := range slices.Sorted(maps.Keys(o.lists.tags))[5:] {
		delete(o.lists.tags, uid) // fewer tags leave more time for moves
	}
	o.format()
	return o
}

// cycle is the life of a machine: it starts, is checked, is played on, and loses its power. Sometimes it loses its power while it starts, and sometimes
// it finds a partial line in its journal, as a cut can leave it.
func (o *outage) cycle() {
	o.Helper()
	words := o.words
	if o.rng.IntN(4) == 0 {
		words += " tear=" + tornLine[:1+o.rng.IntN(len(tornLine)-1)]
	}
	o.start(words)
	if o.rng.IntN(4) > 0 {
		o.comeUp()
		o.play(o.running, func() { o.await(o.rng.IntN(25), 5*time.Second) }, o.guests.visit)
	} else {
		o.awaitLine(func(line string) bool { return line == diskIsThere })
		time.Sleep(time.Duration(o.rng.Int64N(int64(o.length))))
		o.running.kill()
		o.killedStarts++
		o.starts++
	}
	o.cuts++
	o.lost.Add(o.running.lost)
}

// comeUp waits until the machine is up, checks its journals, and reconnects all phones.
func (o *outage) comeUp() {
	o.Helper()
	o.ready()
	o.fetch("found")
	o.torn = o.tornTail()
	o.fetch("now")
	damaged, err := filepath.Glob(filepath.Join(o.state, "*.damaged-*"))
	if err != nil || len(damaged) > 0 {
		o.Errorf("there are %q: %v", damaged, err)
	}
	o.checkState()
	o.reconnect(o.running)
}

// measure measures how much a move writes to the disk while nothing else does.
func (o *outage) measure() {
	o.Helper()
	o.host().lists = nil // edits of card lists would be counted, too
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

// lastLife checks what the last cut has left.
func (o *outage) lastLife() {
	o.Helper()
	o.start("still")
	o.comeUp()
	o.running.kill()
	o.Logf("%d acknowledged, %d more in the journals, %d damaged parts set aside; %d guests sent away, %d new codes",
		o.moves, o.unacknowledged, len(o.asides), len(o.guests.removed), len(o.guests.replaced))
	if o.moves == 0 {
		o.Error("nothing was played")
	}
}

// outages are the figures of several outages.
type outages struct {
	mu sync.Mutex
	figures
	moves, guests int
}

func (s *outages) add(o *outage) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.moves, s.guests = s.moves+o.moves, s.guests+len(o.guests.removed)
	s.cuts += o.cuts
	s.starts += o.starts
	s.mended += o.mended
	s.lost.Add(o.lost)
	s.up, s.ups = s.up+o.up, s.ups+o.ups
	s.written, s.rested = s.written+o.written, s.rested+o.rested
}

func (s *outages) String() string {
	return fmt.Sprintf("%d starts were cut, %d mended a torn file system; %d moves were acknowledged, and %d guests were sent away; of unflushed writes %d were kept, %d torn, %d dropped; up after %v; a move writes %d KiB",
		s.starts, s.mended, s.moves, s.guests, s.lost.Kept, s.lost.Torn, s.lost.Dropped, (s.up / time.Duration(max(1, s.ups))).Round(10*time.Millisecond), s.written/int64(max(1, s.rested))>>10)
}
