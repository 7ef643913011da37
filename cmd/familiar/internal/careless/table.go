package careless

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"familiar/cmd/familiar/internal/daemon"
	"familiar/cmd/familiar/internal/people"
	"familiar/companion"
	"familiar/companion/access"
	"familiar/companion/journal"
	"familiar/companion/protocol"
	"familiar/companion/tags"
	"familiar/engine"
	"familiar/engine/record"
	"familiar/hw"
)

// table is a table without devices, in a bubble of synthetic time: it is told what the drivers of its devices would tell it.
type table struct {
	t      *testing.T
	ctx    context.Context
	table  *companion.Table
	phones []*companion.Phone // of the seats, and then of somebody who watches
	uids   map[people.Tag]string
	copies map[string]int // how many tags there are, by word
	state  string
	field  *field
	trace  trace
	stop   func()
}

// sitWithoutDevices is a sit at a table without devices.
func sitWithoutDevices(t *testing.T, game *people.Game, config *hw.Config, state string, rng *rand.Rand, trace trace) gameTable {
	t.Helper()
	tb := &table{t: t, state: state, trace: trace, uids: make(map[people.Tag]string), copies: make(map[string]int)}
	tb.field = newField(tb, rng)
	stickers, err := daemon.VirtualTags(game.Rules)
	if err != nil {
		t.Fatal(err)
	}
	words := make(map[tags.UID]string)
	for _, s := range stickers {
		tb.uids[people.Tag{Word: s.Word, Copy: tb.copies[s.Word]}] = s.UID.String()
		tb.copies[s.Word]++
		words[tags.UID(s.UID.String())] = s.Word
	}
	known, err := tags.Load(state)
	if err != nil {
		t.Fatal(err)
	}
	if err := known.AssignAll(tags.Box{Game: game.Rules.ID, Pack: engine.HousePack}, words); err != nil {
		t.Fatal(err)
	}
	tb.table, err = companion.New(companion.Options{
		Games: []engine.Game{game.Rules}, State: state, Readers: daemon.Readers(config), Buttons: daemon.Buttons(config), Knobs: daemon.Knobs(config),
	})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	tb.ctx = ctx
	ended := make(chan error, 1)
	go func() { ended <- tb.table.Run(ctx) }()
	tb.stop = func() {
		for _, p := range tb.phones {
			p.Leave()
		}
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
	watcher := tb.join(access.Visitor{Local: true})
	tb.must(watcher, protocol.StartRequest{Game: game.Rules.ID, Seats: game.Seats})
	for i, seat := range game.Seats {
		p := tb.join(access.Visitor{Code: tb.table.JoinCode(), Address: fmt.Sprintf("192.0.2.%d", i+1)})
		tb.must(p, protocol.SitRequest{Seat: seat})
		tb.phones = append(tb.phones, p)
	}
	tb.phones = append(tb.phones, watcher)
	return tb
}

func (tb *table) tags() map[string]int { return tb.copies }

func (tb *table) leave() { tb.stop() }

func (tb *table) join(v access.Visitor) *companion.Phone {
	tb.t.Helper()
	p, err := tb.table.Join(tb.ctx, v)
	if err != nil {
		tb.t.Fatal(err)
	}
	return p
}

func (tb *table) must(p *companion.Phone, r protocol.Request) {
	tb.t.Helper()
	if a := p.Do(tb.ctx, r); !a.OK {
		tb.t.Fatalf("%+v: %s", r, a.Text)
	}
}

func (tb *table) phone(seat int) *companion.Phone {
	if seat == people.Watcher {
		return tb.phones[len(tb.phones)-1]
	}
	return tb.phones[seat]
}

// done waits until an event is handled.
func (tb *table) done(err error) {
	if err != nil {
		tb.t.Fatal(err)
	}
	synctest.Wait()
}

// Put implements people.Table.
func (tb *table) Put(reader string, tag people.Tag) { tb.field.put(reader, tag) }

// Take implements people.Table.
func (tb *table) Take(reader string, tag people.Tag) { tb.field.take(reader, tag) }

// arrive implements antenna.
func (tb *table) arrive(reader string, tag people.Tag) {
	if tb.trace != nil {
		tb.trace("    seen on %s: %s", reader, tag.Word)
	}
	tb.done(tb.table.TagArrived(tb.ctx, reader, tb.uids[tag], time.Now()))
}

// depart implements antenna.
func (tb *table) depart(reader string, tag people.Tag) {
	if tb.trace != nil {
		tb.trace("    gone from %s: %s", reader, tag.Word)
	}
	tb.done(tb.table.TagLeft(tb.ctx, reader, tb.uids[tag], time.Now()))
}

// Press implements people.Table.
func (tb *table) Press(button string) {
	tb.done(tb.table.Press(tb.ctx, button, false, time.Now()))
}

// Ask implements people.Table.
func (tb *table) Ask(seat int, r protocol.Request) protocol.Answer {
	return tb.phone(seat).Do(tb.ctx, r)
}

// See implements people.Table.
func (tb *table) See(seat int) *protocol.Snapshot { return tb.phone(seat).Snapshot() }

// Moves implements people.Table.
func (tb *table) Moves() []string { return standing(tb.t, tb.state) }

// standing returns the moves that stand in the newest journal of a state directory.
func standing(t *testing.T, state string) []string {
	t.Helper()
	names, err := journal.Names(state)
	if err != nil || len(names) == 0 {
		t.Fatalf("there is no journal: %v", err)
	}
	kept, err := journal.Read(state, names[0])
	if err != nil {
		t.Fatal(err)
	}
	var fold record.Fold
	for _, step := range kept.Steps {
		fold.Apply(step)
	}
	var moves []string
	for _, standing := range fold.Standing() {
		moves = append(moves, standing.Move)
	}
	return moves
}

// Wait implements people.Table.
func (tb *table) Wait(d time.Duration) {
	tb.field.pass(d, func(part time.Duration) {
		time.Sleep(part)
		synctest.Wait()
	})
}
