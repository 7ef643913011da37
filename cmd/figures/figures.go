package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"familiar/engine/record"
)

// figure is a quantity that is measured.
type figure struct {
	title, unit string
	exact       bool // it is the same each time it is measured
}

// The figures. A table has eight phones, six of them with a seat, and a game of sacrilege under way.
var (
	// From the request of a phone to the sending of its snapshot to the last phone.
	moveToPhones = figure{title: "a move to 8 phones", unit: "ms"}
	// From a card on a reader of the bench to the sending of the move's snapshot to the last phone. It includes the wait for the reader's
	// next poll.
	cardToPhones = figure{title: "a card to 8 phones", unit: "ms"}
	// From the start of the program, with an empty state, until /healthz answers.
	start = figure{title: "start", unit: "ms"}
	// The same in a game with a long journal. One statement in twelve is an undo.
	startInGame = figure{title: "start with a long journal", unit: "ms"}
	// The kernel's resident size after cards and moves were measured, and the page and the rules were loaded.
	memory = figure{title: "resident memory", unit: "MiB"}
	// The share of a core that the program uses while nobody does anything.
	idleAwake = figure{title: "idle processor, awake", unit: "%"}
	idleRest  = figure{title: "idle processor, at rest", unit: "%"}

	figures = []figure{moveToPhones, cardToPhones, start, startInGame, memory, idleAwake, idleRest}
)

// snapshotsAfter lists the numbers of moves after which a snapshot is measured: early in a recorded game, and in the middle of it.
var snapshotsAfter = []int{5, 60}

// games are the games whose snapshots are measured, on the phone of the first seat.
var games = []string{"sacrilege", "pantacle", "athame", "oracle", "sator"}

// snapshotOf returns the figure of the snapshot of a game after a number of moves.
func snapshotOf(game string, moves int) figure {
	return figure{title: fmt.Sprintf("snapshot of %s after %d moves", game, moves), unit: "kB", exact: true}
}

// snapshots returns the figures of all snapshots.
func snapshots() (all []figure) {
	for _, game := range games {
		for _, moves := range snapshotsAfter {
			all = append(all, snapshotOf(game, moves))
		}
	}
	return all
}

// workload says how much is done and for how long.
type workload struct {
	starts, cards, moves int           // numbers of them in a round
	idle                 time.Duration // how long an idle table is measured
	rest                 time.Duration // how long an idle table must be idle until it is at rest
	journal              int           // number of statements of the long journal
}

// standard is the workload of figures that can be compared with others.
var standard = workload{starts: 3, cards: 30, moves: 60, idle: 5 * time.Second, rest: 62 * time.Second, journal: 1200}

// program is a program to be measured.
type program struct {
	path     string
	dir      string // folder for its states
	records  string
	workload workload
	results  results
}

// startFull starts the program with an empty state, connects eight phones, and begins a game for six.
func (p *program) startFull(ctx context.Context) (*table, error) {
	state, err := os.MkdirTemp(p.dir, "state")
	if err != nil {
		return nil, err
	}
	t, err := p.start(ctx, state)
	if err != nil {
		return nil, err
	}
	if err := t.fill(); err != nil {
		return nil, errors.Join(err, t.stop())
	}
	return t, nil
}

// writeJournal makes a state with a long journal, and returns its folder.
func (p *program) writeJournal(ctx context.Context) (string, error) {
	t, err := p.startFull(ctx)
	if err != nil {
		return "", err
	}
	for i := range p.workload.journal {
		r := amend(i)
		if i%12 == 1 {
			r = request{Type: "undo"}
		}
		// A phone may send at most twenty messages in a second.
		time.Sleep(time.Second / time.Duration(18*len(t.phones)))
		if err := t.phones[i%len(t.phones)].do(r); err != nil {
			return "", errors.Join(err, t.stop())
		}
	}
	return t.state, t.stop()
}

// amend returns a move that is legal at any time: a correction of a count.
func amend(n int) request {
	return request{Type: "move", Seat: "table", Verb: "amend", Args: []string{"ann.favours", strconv.Itoa(1 + n%2)}}
}

// round measures everything once.
func (p *program) round(ctx context.Context, journal string) error {
	if err := p.measureStarts(ctx, start, nil); err != nil {
		return err
	}
	if err := p.measureStarts(ctx, startInGame, os.DirFS(journal)); err != nil {
		return err
	}
	t, err := p.startFull(ctx)
	if err != nil {
		return err
	}
	err = p.measureTable(t)
	return errors.Join(err, t.stop())
}

func (p *program) measureTable(t *table) error {
	if err := p.measureCards(t); err != nil {
		return err
	}
	if err := p.measureMoves(t); err != nil {
		return err
	}
	if err := t.load("/", "/rules/sacrilege.json"); err != nil {
		return err
	}
	resident, err := t.resident()
	if err != nil {
		return err
	}
	p.results.of(memory).add(resident)
	time.Sleep(2 * time.Second)
	busy, err := t.cpuShare(p.workload.idle)
	if err != nil {
		return err
	}
	p.results.of(idleAwake).add(busy)
	return nil
}

// plainCards are characters without a green border: on another player's altar they can only be the sacrifice of the player whose turn it is.
var plainCards = []string{"monk", "baker", "page", "nun", "cook", "scribe", "bishop", "healer", "friar", "abbot", "duchess", "judge"}

func (p *program) measureCards(t *table) error {
	bench, err := t.dial("/virtual/ws")
	if err != nil {
		return err
	}
	defer bench.close()
	tags, err := bench.tags()
	if err != nil {
		return err
	}
	var all []float64
	for i := range p.workload.cards {
		card, reader := plainCards[i%len(plainCards)], fmt.Sprint("altar-", 2+i%5)
		// At a random moment between two polls, and not shortly after other news.
		time.Sleep(50*time.Millisecond + rand.N(20*time.Millisecond))
		took, err := t.timeUntil(`"undoable":2`, func() error { return bench.do(request{Type: "lay", Tag: tags[card], Reader: reader}) })
		if err != nil {
			return fmt.Errorf("laying %s on %s: %w", card, reader, err)
		}
		all = append(all, took)
		if _, err := t.timeUntil(`"undoable":1`, func() error { return t.phones[i%len(t.phones)].do(request{Type: "undo"}) }); err != nil {
			return err
		}
		if err := bench.do(request{Type: "lift", Tag: tags[card]}); err != nil {
			return err
		}
	}
	p.results.of(cardToPhones).add(all...)
	return nil
}

func (p *program) measureMoves(t *table) error {
	var all []float64
	for i := range p.workload.moves {
		// Not shortly after other news, which come at most sixty times a second.
		time.Sleep(30*time.Millisecond + rand.N(20*time.Millisecond))
		r := amend(i)
		took, err := t.timeUntil(fmt.Sprintf(`"ann.favours":"%s"`, r.Args[1]), func() error { return t.phones[i%len(t.phones)].do(r) })
		if err != nil {
			return err
		}
		all = append(all, took)
	}
	p.results.of(moveToPhones).add(all...)
	return nil
}

// measureRest measures all programs side by side, because a table rests only after a minute without any action.
func measureRest(ctx context.Context, programs []*program, rest time.Duration, rounds int) (err error) {
	tables := make([]*table, len(programs))
	defer func() {
		for _, t := range tables {
			if t != nil {
				err = errors.Join(err, t.stop())
			}
		}
	}()
	for i, p := range programs {
		if tables[i], err = p.startFull(ctx); err != nil {
			return err
		}
	}
	time.Sleep(rest)
	for range rounds {
		for i, p := range programs {
			busy, err := tables[i].cpuShare(p.workload.idle)
			if err != nil {
				return err
			}
			p.results.of(idleRest).add(busy)
		}
	}
	return nil
}

// measureSnapshots plays the beginning of a recorded game of each kind.
func (p *program) measureSnapshots(ctx context.Context) error {
	for _, game := range games {
		if err := p.measureSnapshot(ctx, game); err != nil {
			return fmt.Errorf("%s: %w", game, err)
		}
	}
	return nil
}

// measureSnapshot measures the snapshot of the first seat's phone in a recorded game, early in it and later.
func (p *program) measureSnapshot(ctx context.Context, game string) (err error) {
	rec, err := p.recordOf(game)
	if err != nil {
		return err
	}
	state, err := os.MkdirTemp(p.dir, "state")
	if err != nil {
		return err
	}
	t, err := p.start(ctx, state)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, t.stop()) }()
	options := make(map[string]string)
	for _, o := range rec.Setup.Options {
		options[o.Name] = o.Value
	}
	seated := make(map[string]*phone)
	for _, who := range append([]string{"table"}, rec.Setup.Seats...) {
		if seated[who], err = t.dial("/ws"); err != nil {
			return err
		}
		if who == "table" {
			err = seated[who].do(request{Type: "start", Game: game, Seats: rec.Setup.Seats, Options: options})
		} else {
			err = seated[who].do(request{Type: "sit", Seat: who})
		}
		if err != nil {
			return err
		}
	}
	played := 0
	for _, l := range rec.Lines {
		if l.Kind != record.Play {
			continue
		}
		r := request{Type: "move", Verb: l.Verb, Args: l.Args}
		if l.Seat == "table" {
			r.Seat = l.Seat
		}
		if err := seated[l.Seat].do(r); err != nil {
			return fmt.Errorf("line %d: %w", l.Number, err)
		}
		played++
		if slices.Contains(snapshotsAfter, played) {
			p.results.of(snapshotOf(game, played)).add(seated[rec.Setup.Seats[0]].size())
		}
		if played == snapshotsAfter[len(snapshotsAfter)-1] {
			return nil
		}
	}
	return fmt.Errorf("its record has only %d moves", played)
}

// recordOf returns a record of a whole game.
func (p *program) recordOf(game string) (*record.Record, error) {
	paths, err := filepath.Glob(filepath.Join(p.records, game, "testdata", "*game*.table"))
	if err != nil {
		return nil, err
	}
	if len(paths) == 0 {
		return nil, fmt.Errorf("%s has no record *game*.table", filepath.Join(p.records, game, "testdata"))
	}
	data, err := os.ReadFile(paths[0])
	if err != nil {
		return nil, err
	}
	return record.Parse(paths[0], bytes.NewReader(data))
}

// measureStarts starts the program several times until it answers, each time with its own copy of a state, or with none.
func (p *program) measureStarts(ctx context.Context, f figure, state fs.FS) error {
	var all []float64
	for range p.workload.starts {
		dir, err := os.MkdirTemp(p.dir, "state")
		if err != nil {
			return err
		}
		if state != nil {
			if err := os.CopyFS(dir, state); err != nil {
				return err
			}
		}
		began := time.Now()
		t, err := p.start(ctx, dir)
		if err != nil {
			return err
		}
		all = append(all, milliseconds(time.Since(began)))
		if err := t.stop(); err != nil {
			return err
		}
	}
	p.results.of(f).add(all...)
	return nil
}
