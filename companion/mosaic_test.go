package companion_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"familiar/companion"
	"familiar/companion/protocol"
	"familiar/companion/tags"
	"familiar/engine"
)

// mosaic is a game with thousands of legal moves at a time: tiles of six shapes and four stones are laid on a large board, one by each player
// in turn. Nothing else is done in it, but passing.
type mosaic struct {
	catalog *engine.Catalog
	laid    map[engine.Name]bool
	taken   [mosaicSide * mosaicSide]bool
	turn    engine.Seat
}

const mosaicSide = 14

const (
	classTile = engine.FirstClass << iota
	classField
	classTurned
)

const (
	verbLay engine.Name = 1 + iota
	verbPass
	verbHold
	firstTurned
	firstField = firstTurned + 4
	firstTile  = firstField + mosaicSide*mosaicSide
)

// mosaicShapes are the fields that a tile covers, and how many ways there are to turn it.
var mosaicShapes = []struct {
	fields [][2]int
	turns  int
}{
	{[][2]int{{0, 0}, {1, 0}, {2, 0}, {0, 1}, {0, 2}}, 4}, {[][2]int{{0, 0}, {1, 0}, {0, 1}}, 4}, {[][2]int{{0, 0}, {-1, 0}, {1, 0}, {0, 1}}, 4},
	{[][2]int{{0, 0}, {1, 0}, {2, 0}, {3, 0}}, 2}, {[][2]int{{0, 0}, {1, 0}, {2, 0}}, 2}, {[][2]int{{0, 0}, {1, 0}}, 2},
}

var mosaicStones = []string{"jet", "jade", "onyx", "opal"}

func mosaicGame() engine.Game {
	return engine.Game{
		ID: "mosaic", MinSeats: 2, MaxSeats: 4,
		Rules: engine.Written("# Mosaic\n\n## Refusals\n\n### `no`\nNo.\n"),
		Words: engine.Written("title = \"Mosaic\"\nabout = \"Tiles.\"\n[moves]\nlay = \"{seat} lays {1} on {2}, {3}.\"\n"),
		New: func(setup engine.Setup, _ []byte) (engine.State, error) {
			entries := []engine.Entry{
				{Word: "lay", Class: engine.ClassVerb}, {Word: "pass", Class: engine.ClassVerb}, {Word: "hold", Class: engine.ClassVerb},
				{Word: "r0", Class: classTurned}, {Word: "r90", Class: classTurned}, {Word: "r180", Class: classTurned}, {Word: "r270", Class: classTurned},
			}
			for i := range mosaicSide * mosaicSide {
				entries = append(entries, engine.Entry{Word: fmt.Sprintf("%c%d", 'a'+i/mosaicSide, i%mosaicSide+1), Class: classField})
			}
			for shape := range mosaicShapes {
				for _, stone := range mosaicStones {
					entries = append(entries, engine.Entry{Word: fmt.Sprintf("shape%d-%s", shape, stone), Class: classTile | engine.ClassThing, Copies: 1})
				}
			}
			c, err := engine.NewCatalog(entries, setup.Seats, []engine.Signature{
				{Verb: verbLay, Args: []engine.Class{classTile, classField, classTurned}}, {Verb: verbPass, Cardless: true},
				{Verb: verbHold, Args: []engine.Class{engine.ClassCard}},
			})
			return &mosaic{catalog: c, laid: make(map[engine.Name]bool)}, err
		},
	}
}

// covers lists what a tile of a shape covers; false if it does not fit there.
func (s *mosaic) covers(shape, field, turned int) (fields [5]int, n int, ok bool) {
	for _, step := range mosaicShapes[shape].fields {
		x, y := step[0], step[1]
		for range turned {
			x, y = y, -x
		}
		x, y = x+field/mosaicSide, y+field%mosaicSide
		if x < 0 || y < 0 || x >= mosaicSide || y >= mosaicSide || s.taken[x*mosaicSide+y] {
			return fields, n, false
		}
		fields[n] = x*mosaicSide + y
		n++
	}
	return fields, n, true
}

func (s *mosaic) Catalog() *engine.Catalog { return s.catalog }

func (s *mosaic) Moves(yield func(engine.Move) bool) {
	for i := range len(mosaicShapes) * len(mosaicStones) {
		tile, shape := firstTile+engine.Name(i), i/len(mosaicStones)
		if s.laid[tile] {
			continue
		}
		for field := range mosaicSide * mosaicSide {
			for turned := range mosaicShapes[shape].turns {
				if _, _, ok := s.covers(shape, field, turned); ok && !yield(engine.NewMove(s.turn, verbLay, tile, firstField+engine.Name(field), firstTurned+engine.Name(turned))) {
					return
				}
			}
		}
	}
	yield(engine.NewMove(s.turn, verbPass))
}

func (s *mosaic) Check(m engine.Move) engine.Violation {
	if _, ok := s.catalog.Match(m); !ok || m.Seat != s.turn || m.Verb == verbHold {
		return engine.Violate("no")
	}
	if m.Verb == verbPass {
		return engine.Violation{}
	}
	shape, turned := int(m.Args[0]-firstTile)/len(mosaicStones), int(m.Args[2]-firstTurned)
	if _, _, ok := s.covers(shape, int(m.Args[1]-firstField), turned); !ok || s.laid[m.Args[0]] || turned >= mosaicShapes[shape].turns {
		return engine.Violate("no", m.Args[:]...)
	}
	return engine.Violation{}
}

func (s *mosaic) Play(m engine.Move) engine.Violation {
	if v := s.Check(m); !v.OK() {
		return v
	}
	if m.Verb == verbLay {
		fields, n, _ := s.covers(int(m.Args[0]-firstTile)/len(mosaicStones), int(m.Args[1]-firstField), int(m.Args[2]-firstTurned))
		for _, f := range fields[:n] {
			s.taken[f] = true
		}
		s.laid[m.Args[0]] = true
	}
	s.turn = (s.turn + 1) % engine.Seat(s.catalog.Seats())
	return engine.Violation{}
}

func (s *mosaic) Clone() engine.State {
	c := *s
	c.laid = maps.Clone(s.laid)
	return &c
}

func (s *mosaic) CopyTo(other engine.State)                                 { *other.(*mosaic) = *s.Clone().(*mosaic) }
func (s *mosaic) WithTurnOf(engine.Seat) (engine.State, bool)               { return nil, false }
func (s *mosaic) View(engine.Seat) engine.State                             { return s.Clone() }
func (s *mosaic) Redacted(m engine.Move, _ engine.Seat) (engine.Move, bool) { return m, true }
func (s *mosaic) Events() []engine.Move                                     { return nil }
func (s *mosaic) Destination(engine.Move) engine.Name                       { return engine.None }
func (s *mosaic) Facts(yield func(path, value string) bool)                 { yield("laid", fmt.Sprint(len(s.laid))) }
func (s *mosaic) Status() engine.Status {
	return engine.Status{Turn: s.turn, Winner: engine.Nobody, Ask: engine.Ask{Seat: s.turn, Key: "turn"}}
}

func newMosaic(t testing.TB) *mosaic {
	t.Helper()
	state, err := mosaicGame().New(engine.Setup{Seats: []string{"ann", "ben", "cai", "dan"}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return state.(*mosaic)
}

// plainTree is the tree of a seat's moves with a key for every word, made move by move.
func plainTree(state engine.State, seat engine.Seat) protocol.Tree {
	c, tree := state.Catalog(), protocol.Tree{}
	for m := range state.Moves {
		if m.Seat != seat {
			continue
		}
		level := tree
		for _, word := range append([]string{c.Word(m.Verb)}, strings.Fields(c.FormatArgs(m))...) {
			if level[word] == nil {
				level[word] = protocol.Tree{}
			}
			level = level[word]
		}
	}
	return tree
}

// The tree of thousands of moves is small and complete, on an empty board and as it fills up.
func TestTreeOfThousands(t *testing.T) {
	s := newMosaic(t)
	random := rand.New(rand.NewPCG(1, 2))
	for n := range 24 {
		tree := companion.LegalTree(s, s.turn)
		data, err := json.Marshal(tree)
		if err != nil {
			t.Fatal(err)
		}
		moves := slices.Collect(s.Moves)
		if len(data) > 6<<10 {
			t.Errorf("%d tiles lie: %d moves are %d bytes", n, len(moves), len(data))
		}
		var told protocol.Tree
		if err := json.Unmarshal(data, &told); err != nil {
			t.Fatal(err)
		}
		if got, want := told.Plain(), plainTree(s, s.turn); !reflect.DeepEqual(got, want) {
			t.Fatalf("%d tiles lie: %v, not %v", n, got, want)
		}
		if other := companion.LegalTree(s, s.turn^1); len(other) > 0 {
			t.Errorf("%d tiles lie: another seat may move: %v", n, other)
		}
		s.Play(moves[random.IntN(len(moves)-1)])
	}
}

// BenchmarkLayings measures how the legal moves are told where there are thousands: the tree and its JSON, without listing them.
func BenchmarkLayings(b *testing.B) {
	s := newMosaic(b)
	listed := &listedMoves{s, slices.Collect(s.Moves)}
	size := 0
	b.ReportAllocs()
	for b.Loop() {
		data, err := json.Marshal(companion.LegalTree(listed, s.turn))
		if err != nil {
			b.Fatal(err)
		}
		size = len(data)
	}
	b.ReportMetric(float64(len(listed.moves)), "moves")
	b.ReportMetric(float64(size), "B/tree")
}

// listedMoves is a state whose moves are listed already.
type listedMoves struct {
	engine.State
	moves []engine.Move
}

func (l *listedMoves) Moves(yield func(engine.Move) bool) {
	for _, m := range l.moves {
		if !yield(m) {
			return
		}
	}
}

// tableOfTiles is a table of four who lay tiles, with a phone for each, one more, and stickers on the tiles.
func tableOfTiles(b *testing.B) (*companion.Table, []*companion.Phone) {
	b.Helper()
	dir := b.TempDir()
	all := make(map[tags.UID]string)
	for _, n := range newMosaic(b).catalog.Names(classTile) {
		word := newMosaic(b).catalog.Word(n)
		all[tags.UID(uidOf(word))] = word
	}
	known, err := tags.Load(dir)
	if err == nil {
		err = known.AssignAll(tags.Box{Game: "mosaic"}, all)
	}
	if err != nil {
		b.Fatal(err)
	}
	return tableOf(b, companion.Options{
		Games: []engine.Game{mosaicGame()}, State: dir, Readers: []companion.Reader{{Name: "middle"}},
		Buttons: []companion.Button{{Name: "lay", Press: "lay"}, {Name: "drop", Press: "drop"}},
	}, "mosaic", "ann", "ben", "cai", "dan")
}

// BenchmarkThousands measures what is shown at a table with thousands of legal moves, until the JSON of every phone's snapshot is made: a tile on a
// reader, which hundreds of moves fit; a button, which all fit; and a tile that lies on the board already, which none does.
func BenchmarkThousands(b *testing.B) {
	for _, c := range []struct {
		name string
		show func(*companion.Table)
	}{
		{"tile", func(t *companion.Table) { t.TagArrivedNow("middle", uidOf("shape0-opal")) }},
		{"verb", func(t *companion.Table) { t.PressNow("lay") }},
		{"no match", func(t *companion.Table) { t.TagArrivedNow("middle", uidOf("shape5-opal")) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			table, phones := tableOfTiles(b)
			mustDo(b, phones[0], move("lay", "shape5-opal", "a1", "r0"))
			b.ReportAllocs()
			for b.Loop() {
				c.show(table)
				table.ShowAgain()
				for _, p := range phones {
					p.Snapshot().Bytes()
				}
				table.PressNow("drop")
			}
		})
	}
}
