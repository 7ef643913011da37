package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"familiar/cmd/familiar/internal/cli"
	"familiar/cmd/familiar/internal/daemon"
	"familiar/cmd/familiar/internal/install"
	"familiar/cmd/familiar/internal/run"
	"familiar/companion/journal"
	"familiar/companion/protocol"
	"familiar/engine/record"
)

// crowd is a daemon in real time, on a real network and a real disk, with a game of six and eight phones. Its chips are
// emulated; transfers on their wires can take as long as on real ones.
type crowd struct {
	*testing.B
	state  string
	daemon *daemon.Daemon
	seated []*networkPhone // ann, ben, …
	all    []*listener
	stop   func()
}

// listener records what a phone hears.
type listener struct {
	*networkPhone
	heard chan time.Time
}

var crowdSeats = []string{"ann", "ben", "cai", "dee", "eli", "fay"}

// Characters without a green border: on another player's altar they can only be the sacrifice of the player whose turn it is.
var plainCards = []string{"monk", "baker", "page", "nun", "cook", "scribe", "bishop", "healer", "friar", "abbot", "duchess", "judge"}

func newCrowd(b *testing.B, wires bool) *crowd {
	b.Helper()
	c := &crowd{B: b, state: b.TempDir()}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	command := run.Command{Paths: install.Paths{State: c.state}}
	w := cli.Env{Ctx: context.Background(), Games: games(), Stdout: io.Discard, Stderr: io.Discard}
	if c.daemon, err = command.Start(w, slog.New(slog.DiscardHandler), l); err != nil {
		b.Fatal(err)
	}
	c.daemon.Virtual().Bench().Pace(wires)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- c.daemon.Run(ctx) }()
	c.stop = func() {
		for _, p := range c.all {
			p.close()
		}
		cancel()
		if err := <-ended; err != nil {
			b.Error(err)
		}
	}
	callAll(b, l.Addr().String(), func(p *networkPhone, seated bool) {
		c.all = append(c.all, &listener{p, make(chan time.Time, 1)})
		if seated {
			c.seated = append(c.seated, p)
		}
	})
	return c
}

// callAll connects eight phones, begins a game of six on the first one, and reveals the first card.
func callAll(b *testing.B, address string, each func(p *networkPhone, seated bool)) {
	b.Helper()
	for i := range len(crowdSeats) + 2 {
		p, err := connectPhone(address, "", "")
		if err != nil {
			b.Fatal(err)
		}
		if i == 0 {
			must(b, p, protocol.StartRequest{Game: "sacrilege", Seats: crowdSeats})
			must(b, p, protocol.MoveRequest{Seat: "table", Verb: "reveal", Args: []string{"king"}})
		}
		if i < len(crowdSeats) {
			must(b, p, protocol.SitRequest{Seat: crowdSeats[i]})
		}
		each(p, i < len(crowdSeats))
	}
}

func must(t testing.TB, p *networkPhone, r protocol.Request) {
	t.Helper()
	if a, err := p.do(r); err != nil || !a.OK {
		t.Fatalf("%+v: %+v, %v", r, a, err)
	}
}

// expect makes all phones listen for a snapshot with some words in it.
func (c *crowd) expect(words string) {
	for _, p := range c.all {
		p.listenFor([]byte(words), p.heard)
	}
}

// heard waits until all phones have heard it, and returns when the last one did.
func (c *crowd) heard() time.Time {
	c.Helper()
	var last time.Time
	late := time.After(patience)
	for _, p := range c.all {
		select {
		case at := <-p.heard:
			if at.After(last) {
				last = at
			}
		case <-p.broken:
			c.Fatal(p.reason)
		case <-late:
			c.Fatal("a phone was never shown what happened")
		}
	}
	return last
}

// lay puts a card on an emulated reader.
func (c *crowd) lay(card, reader string) {
	c.Helper()
	i := slices.IndexFunc(c.daemon.Virtual().Tags(), func(t daemon.VirtualTag) bool { return t.Word == card })
	if i < 0 {
		c.Fatalf("there is no card %q", card)
	}
	if err := c.daemon.Virtual().Bench().Lay(c.daemon.Virtual().Tags()[i].UID, reader); err != nil {
		c.Fatal(err)
	}
}

func (c *crowd) lift(card string) {
	i := slices.IndexFunc(c.daemon.Virtual().Tags(), func(t daemon.VirtualTag) bool { return t.Word == card })
	c.daemon.Virtual().Bench().Lift(c.daemon.Virtual().Tags()[i].UID)
}

// written returns when a statement was last made, from the journal; any one if said is empty. standing is how many moves
// were not undone.
func (c *crowd) written(said string) (at time.Time, standing int) {
	c.Helper()
	names, err := filepath.Glob(filepath.Join(c.state, journal.Folder, "*.table"))
	if err != nil || len(names) != 1 {
		c.Fatalf("%q, %v", names, err)
	}
	data, err := os.ReadFile(names[0])
	if err != nil {
		c.Fatal(err)
	}
	for text := range strings.Lines(string(data)) {
		line, err := record.ParseLine(strings.TrimSpace(text))
		if err != nil {
			c.Fatal(err)
		}
		switch line.Kind {
		case record.Play:
			standing++
		case record.Undo:
			standing--
		default:
			continue
		}
		if said != "" && line.Statement() != said {
			continue
		}
		stamp, _, _ := strings.Cut(line.Comment, " ")
		if at, err = time.Parse(time.RFC3339Nano, stamp); err != nil {
			c.Fatal(err)
		}
	}
	if at.IsZero() {
		c.Fatalf("%q is not in the journal", said)
	}
	return at, standing
}

// BenchmarkCardToPhones measures the way of a card: from the field of a reader to the last of eight phones. read-ms is the time until the
// move is known, which is the wait for the next poll and the reading of the tag; told-ms is the rest: the disk, the rules and
// the network.
func BenchmarkCardToPhones(b *testing.B) {
	b.Run("wires", func(b *testing.B) { benchmarkCard(b, true) })
	b.Run("no wires", func(b *testing.B) { benchmarkCard(b, false) })
}

func benchmarkCard(b *testing.B, wires bool) {
	c := newCrowd(b, wires)
	defer c.stop()
	var whole, read, told []time.Duration
	for i := 0; b.Loop(); i++ {
		b.StopTimer()
		card, reader := plainCards[i%len(plainCards)], fmt.Sprint("altar-", 2+i%5)
		c.expect(`"undoable":2`)
		// At a random moment between two polls, and not shortly after other news.
		time.Sleep(50*time.Millisecond + time.Duration(rand.IntN(20_000))*time.Microsecond)
		b.StartTimer()
		laid := time.Now()
		c.lay(card, reader)
		heard := c.heard()
		b.StopTimer()
		known, _ := c.written("")
		whole, read, told = append(whole, heard.Sub(laid)), append(read, known.Sub(laid)), append(told, heard.Sub(known))
		c.expect(`"undoable":1`)
		must(b, c.seated[i%len(c.seated)], protocol.UndoRequest{})
		c.heard()
		c.lift(card)
		b.StartTimer()
	}
	b.ReportMetric(0, "ns/op")
	metric(b, "ms/p50", whole, 50)
	metric(b, "ms/p99", whole, 99)
	metric(b, "read-ms/p50", read, 50)
	metric(b, "told-ms/p50", told, 50)
}

// BenchmarkCardToPanel measures the way of a card to the panel: from the field of a reader until the first byte of the new picture is sent. known-ms is
// the part after the move is known: the disk, the rules and the drawing. The panel rests before, as it usually does, because it
// is drawn at most once a second.
func BenchmarkCardToPanel(b *testing.B) {
	c := newCrowd(b, true)
	defer c.stop()
	panel := c.daemon.Virtual().Bench().Panel
	var whole, known []time.Duration
	for i := 0; b.Loop(); i++ {
		card, reader := plainCards[i%len(plainCards)], fmt.Sprint("altar-", 2+i%5)
		time.Sleep(3*time.Second + time.Duration(rand.IntN(20_000))*time.Microsecond)
		before, _ := panel.Traffic()
		c.expect(`"undoable":2`)
		laid := time.Now()
		c.lay(card, reader)
		for now := before; now == before; now, _ = panel.Traffic() {
			time.Sleep(50 * time.Microsecond)
		}
		drawn := time.Now()
		c.heard()
		made, _ := c.written("")
		whole, known = append(whole, drawn.Sub(laid)), append(known, drawn.Sub(made))
		c.expect(`"undoable":1`)
		must(b, c.seated[i%len(c.seated)], protocol.UndoRequest{})
		c.heard()
		c.lift(card)
	}
	b.ReportMetric(0, "ns/op")
	metric(b, "ms/p50", whole, 50)
	metric(b, "known-ms/p50", known, 50)
	metric(b, "known-ms/p99", known, 99)
}

// metric reports a percentile in milliseconds.
func metric(b *testing.B, name string, all []time.Duration, percent int) {
	all = slices.Sorted(slices.Values(all))
	at := all[min(len(all)-1, len(all)*percent/100)]
	b.ReportMetric(float64(at)/float64(time.Millisecond), name)
}

// BenchmarkPrayer prays while cards are put on all readers, and reports how late the amen comes: in the journal, and on the last of eight
// phones.
func BenchmarkPrayer(b *testing.B) {
	c := newCrowd(b, true)
	defer c.stop()
	for _, card := range []string{"knight", "miller"} { // for an altar of six
		must(b, c.seated[0], protocol.MoveRequest{Seat: "table", Verb: "amend", Args: []string{card, "deck", "ann.altar"}})
	}
	_, before := c.written("")
	var late, shown []time.Duration
	for b.Loop() {
		must(b, c.seated[0], protocol.MoveRequest{Verb: "pray"})
		stop := c.disturb()
		time.Sleep(time.Second) // until the prayer is on all phones
		c.expect(`"ritual":"none"`)
		heard := c.heard()
		stop()
		prayed, _ := c.written("ann: pray")
		ended, after := c.written("table: amen")
		late, shown = append(late, ended.Sub(prayed)-6*time.Second), append(shown, heard.Sub(prayed)-6*time.Second)
		must(b, c.seated[0], protocol.UndoRequest{Steps: after - before})
	}
	b.ReportMetric(0, "ns/op")
	metric(b, "ms/late/p50", late, 50)
	metric(b, "ms/late/max", late, 100)
	metric(b, "ms/shown/max", shown, 100)
}

// disturb puts cards on all readers all the time: during a prayer each of them is refused, with a reason that everybody sees.
func (c *crowd) disturb() (stop func()) {
	var wait sync.WaitGroup
	done, readers := make(chan struct{}), c.daemon.Virtual().State().Readers
	wait.Go(func() {
		for i := 0; ; i++ {
			card := plainCards[i%4] // none of the cards on the altar
			c.lay(card, readers[i%len(readers)].Name)
			select {
			case <-done:
				c.lift(card)
				return
			case <-time.After(time.Duration(10+rand.IntN(20)) * time.Millisecond):
			}
		}
	})
	return func() {
		close(done)
		wait.Wait()
	}
}
