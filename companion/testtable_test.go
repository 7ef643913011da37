package companion_test

import (
	"context"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"familiar/companion"
	"familiar/companion/access"
	"familiar/companion/presence"
	"familiar/companion/protocol"
	"familiar/companion/scene"
	"familiar/companion/tags"
	"familiar/engine"
	"familiar/engine/sacrilege"
)

// testTable is a table under test: the test puts cards on its readers and makes the requests of its phones.
type testTable struct {
	*testing.T
	dir    string
	table  *companion.Table
	shown  sceneRecorder
	stop   func()
	ended  chan error
	uids   map[string]string
	laid   map[string]bool // the readers on which a tag was put, with the tag
	option companion.Options
}

// sceneRecorder records what the wired table shows.
type sceneRecorder struct {
	mu    sync.Mutex
	last  scene.Scene
	heard []scene.Cue
}

func (s *sceneRecorder) show(sc scene.Scene) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last = sc
	if sc.Cue != scene.CueNone {
		s.heard = append(s.heard, sc.Cue)
	}
}

func (s *sceneRecorder) scene() scene.Scene {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.last
}

func (s *sceneRecorder) cues() []scene.Cue {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.heard)
}

// newTestTable starts a table with two altars, a reader for the hand of the first seat and a few buttons.
func newTestTable(t *testing.T, dir string, change func(*companion.Options)) *testTable {
	t.Helper()
	h := &testTable{T: t, dir: dir, uids: make(map[string]string)}
	h.enrolAll()
	h.option = companion.Options{
		Games: []engine.Game{sacrilege.Game()}, State: dir,
		Readers: []companion.Reader{
			{Name: "altar-1", Seat: 1, Place: "altar"},
			{Name: "altar-2", Seat: 2, Place: "altar"},
			{Name: "hand-1", Seat: 1, Place: "hand"},
			{Name: "middle"},
			{Name: "altar-6", Seat: 6, Place: "altar"},
		},
		Buttons: []companion.Button{
			{Name: "draw", Press: "draw"}, {Name: "end", Press: "end", Long: "undo"}, {Name: "pray", Press: "pray"},
			{Name: "yes", Press: "confirm", Long: "drop"},
		},
		Show: h.shown.show,
	}
	if change != nil {
		change(&h.option)
	}
	h.start()
	t.Cleanup(func() { h.stop() })
	return h
}

func (h *testTable) start() {
	h.Helper()
	table, err := companion.New(h.option)
	if err != nil {
		h.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	h.table, h.ended = table, make(chan error, 1)
	go func() { h.ended <- table.Run(ctx) }()
	h.stop = sync.OnceFunc(func() {
		cancel()
		if err := <-h.ended; err != nil {
			h.Error(err)
		}
	})
}

// uidOf returns the UID of the sticker on a card.
func uidOf(word string) string {
	sum := uint32(2166136261)
	for _, b := range []byte(word) {
		sum = (sum ^ uint32(b)) * 16777619
	}
	const digits = "0123456789ABCDEF"
	uid := []byte("04000000000000")
	for i := range 8 {
		uid[2+i] = digits[sum>>(4*i)&15]
	}
	return string(uid)
}

func (h *testTable) enrolAll() {
	h.Helper()
	state, err := sacrilege.Game().Sample("house", sacrilege.Game().House)
	if err != nil {
		h.Fatal(err)
	}
	known, err := tags.Load(h.dir)
	if err != nil {
		h.Fatal(err)
	}
	all := make(map[tags.UID]string)
	for _, n := range state.Catalog().Names(engine.ClassCard) {
		word := state.Catalog().Word(n)
		all[tags.UID(uidOf(word))] = word
	}
	if len(all) != 66 {
		h.Fatalf("%d stickers for 66 cards", len(all))
	}
	if err := known.AssignAll(tags.Box{Game: "sacrilege"}, all); err != nil {
		h.Fatal(err)
	}
}

// layCard puts a card on a reader and waits until the table has handled it.
func (h *testTable) layCard(reader, card string) {
	h.Helper()
	h.tap(reader, uidOf(card))
}

// tap puts a tag on a reader. Where it was already, it is lifted first, for long enough that it counts as laid anew.
func (h *testTable) tap(reader, uid string) {
	h.Helper()
	if h.laid == nil {
		h.laid = make(map[string]bool)
	}
	if h.laid[reader+uid] {
		if err := h.table.TagLeft(h.Context(), reader, uid, time.Now()); err != nil {
			h.Fatal(err)
		}
		time.Sleep(presence.MissedTime)
	}
	h.laid[reader+uid] = true
	if err := h.table.TagArrived(h.Context(), reader, uid, time.Now()); err != nil {
		h.Fatal(err)
	}
	h.settle()
}

func (h *testTable) press(button string, long bool) {
	h.Helper()
	if err := h.table.Press(h.Context(), button, long, time.Now()); err != nil {
		h.Fatal(err)
	}
	h.settle()
}

// settle waits until the table has handled all earlier events.
func (h *testTable) settle() {
	h.Helper()
	if err := h.table.Device(h.Context(), protocol.Device{Name: "clock", OK: true}); err != nil {
		h.Fatal(err)
	}
	synctest.Wait()
}

func (h *testTable) phone(seat string) *companion.Phone {
	h.Helper()
	p, err := h.table.Join(h.Context(), access.Visitor{Local: true})
	if err != nil {
		h.Fatal(err)
	}
	if seat != "" {
		h.must(p, protocol.SitRequest{Seat: seat})
	}
	return p
}

func (h *testTable) must(p *companion.Phone, r protocol.Request) {
	h.Helper()
	if a := p.Do(h.Context(), r); !a.OK {
		h.Fatalf("%s %+v: %s (%s)", r.Kind(), r, a.Text, a.Rule)
	}
	synctest.Wait()
}

// mustRefuse makes a request that must be refused, and returns the answer.
func (h *testTable) mustRefuse(p *companion.Phone, r protocol.Request) protocol.Answer {
	h.Helper()
	a := p.Do(h.Context(), r)
	if a.OK {
		h.Fatalf("%s %+v is taken", r.Kind(), r)
	}
	synctest.Wait()
	return a
}

func (h *testTable) begin(p *companion.Phone, seats ...string) {
	h.Helper()
	h.must(p, protocol.StartRequest{Game: "sacrilege", Seats: seats})
}

func move(verb string, args ...string) protocol.MoveRequest {
	return protocol.MoveRequest{Verb: verb, Args: args}
}

func tableMove(verb string, args ...string) protocol.MoveRequest {
	return protocol.MoveRequest{Seat: "table", Verb: verb, Args: args}
}

// wantNotes checks the notes in the log that a phone reads.
func (h *testTable) wantNotes(p *companion.Phone, want ...string) {
	h.Helper()
	var got []string
	for _, n := range h.game(p).Notes {
		got = append(got, n.Text)
	}
	if !slices.Equal(got, want) {
		h.Errorf("the log says %q, not %q", got, want)
	}
}

// game returns the game as a phone sees it.
func (h *testTable) game(p *companion.Phone) *protocol.Game {
	h.Helper()
	g := p.Snapshot().Game
	if g == nil {
		h.Fatal("no game is under way")
	}
	return g
}

func (h *testTable) expectFact(p *companion.Phone, path, want string) {
	h.Helper()
	if got := h.game(p).Facts[path]; got != want {
		h.Errorf("%s is %q, not %q", path, got, want)
	}
}

// startGame begins a game of ann and ben, with the first card turned up.
func startGame(t *testing.T, dir string, change func(*companion.Options)) (h *testTable, ann, ben *companion.Phone) {
	t.Helper()
	h = newTestTable(t, dir, change)
	host := h.phone("")
	h.begin(host, "ann", "ben")
	ann, ben = h.phone("ann"), h.phone("ben")
	h.layCard("middle", "king")
	h.expectFact(ann, "grave", "king")
	return h, ann, ben
}

// run runs a test in a bubble of synthetic time.
func run(t *testing.T, test func(t *testing.T)) {
	t.Helper()
	synctest.Test(t, test)
}

// atTable runs a test at a new table, in a bubble of synthetic time. change, if it is not nil, changes the table's options.
func atTable(t *testing.T, change func(*companion.Options), test func(t *testing.T, h *testTable)) {
	t.Helper()
	run(t, func(t *testing.T) { test(t, newTestTable(t, t.TempDir(), change)) })
}

// inGame runs a test at a new table with the game of startGame, in a bubble of synthetic time.
func inGame(t *testing.T, change func(*companion.Options), test func(t *testing.T, h *testTable, ann, ben *companion.Phone)) {
	t.Helper()
	run(t, func(t *testing.T) {
		h, ann, ben := startGame(t, t.TempDir(), change)
		test(t, h, ann, ben)
	})
}

// TestPlaying: from its start to its end, a game is on the table.
func TestPlaying(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, _ *companion.Phone) {
		if !h.table.Playing() {
			t.Error("no game is on the table after its start")
		}
		h.must(ann, protocol.EndRequest{})
		if h.table.Playing() {
			t.Error("the game is still on the table after its end")
		}
	})
	atTable(t, nil, func(t *testing.T, h *testTable) {
		if h.table.Playing() {
			t.Error("a game is on a new table")
		}
	})
}

func TestCardOnAnAltarIsAskedAbout(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, _ *companion.Phone) {
		// Ann may have sacrificed the knight or turned it up from the Necronomicon.
		h.layCard("altar-1", "knight")
		g := h.game(ann).Gesture
		if g == nil || g.Kind != "ask" || len(g.Options) != 2 {
			t.Fatalf("gesture %+v", g)
		}
		for i, o := range g.Options {
			if o.Verb == "sacrifice" {
				h.must(ann, protocol.PickRequest{Gesture: g.ID, Option: i})
			}
		}
		h.expectFact(ann, "ann.altar", "knight")
		h.expectFact(ann, "ann.actions", "sacrifice")
		if h.game(ann).Gesture != nil {
			t.Error("the question is still there")
		}
		// With Ann's sacrifice used it can only be Ben's, once she has ended her turn.
		h.layCard("altar-2", "miller")
		if g, v := h.game(ann).Gesture, h.game(ann).Verdict; g == nil || g.Kind != "catch-up" || v != nil {
			t.Errorf("gesture %+v, verdict %+v", g, v)
		}
		h.must(ann, protocol.DropRequest{Gesture: h.game(ann).Gesture.ID})
		h.press("pray", false)
		if v := h.game(ann).Verdict; v == nil || v.OK || v.Rule != "ritual.six" {
			t.Errorf("verdict %+v", v)
		}
		if !slices.Contains(h.shown.cues(), scene.CueRefuse) || !slices.Contains(h.shown.cues(), scene.CueAsk) {
			t.Errorf("cues %v", h.shown.cues())
		}
	})
}

func TestButtonFirstThenCard(t *testing.T) {
	inGame(t, func(o *companion.Options) {
		o.Buttons = append(o.Buttons, companion.Button{Name: "invoke", Press: "invoke"})
	}, func(t *testing.T, h *testTable, ann, _ *companion.Phone) {
		h.press("invoke", false)
		if g := h.game(ann).Gesture; g == nil || g.Kind != "wait" {
			t.Fatalf("gesture %+v", g)
		}
		h.layCard("altar-1", "knight")
		h.expectFact(ann, "ann.actions", "invoke")
		h.press("draw", false)
		h.expectFact(ann, "ann.actions", "draw invoke")
		h.press("end", false)
		h.expectFact(ann, "turn", "ben")
		h.press("end", true) // long: undo
		h.expectFact(ann, "turn", "ann")
	})
}
