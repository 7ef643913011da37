package companion_test

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"familiar/companion"
	"familiar/companion/access"
	"familiar/companion/journal"
	"familiar/companion/protocol"
	"familiar/companion/tags"
	"familiar/engine"
	"familiar/engine/sacrilege"
)

// unruly is a table at which anything may happen.
type unruly struct {
	testing.TB
	dir    string
	table  *companion.Table
	phones []*companion.Phone
	words  []string
	stop   func()
}

var unrulySeats = []string{"ann", "ben", "cai"}

func newUnruly(tb testing.TB, dir string) *unruly {
	tb.Helper()
	u := &unruly{TB: tb, dir: dir}
	state, err := sacrilege.Game().New(engine.Setup{Game: "sacrilege", Seats: unrulySeats}, sacrilege.Game().House)
	if err != nil {
		tb.Fatal(err)
	}
	u.words = append(state.Catalog().Words(), "confirm", "undo", "drop", "table", "0", "1", "goblin", "")
	all := make(map[tags.UID]string)
	for _, w := range u.words {
		if engine.IsName(w) {
			all[tags.UID(uidOf(w))] = w
		}
	}
	known, err := tags.Load(u.dir)
	if err == nil {
		err = known.AssignAll(tags.Box{Game: "sacrilege"}, all)
	}
	if err != nil {
		tb.Fatal(err)
	}
	u.start()
	return u
}

var unrulyReaders = []companion.Reader{
	{Name: "altar-1", Seat: 1, Place: "altar"}, {Name: "hand-1", Seat: 1, Place: "hand"}, {Name: "seat-2", Seat: 2}, {Name: "middle"},
	{Name: "grave", Place: "grave"}, {Name: "altar-3", Seat: 3, Place: "altar"}, {Name: "hand-3", Seat: 3, Place: "hand"},
}

func (u *unruly) start() {
	u.Helper()
	opt := companion.Options{
		Games: []engine.Game{sacrilege.Game()}, State: u.dir, Readers: unrulyReaders,
		Buttons: []companion.Button{
			{Name: "a", Press: "draw", Long: "undo"}, {Name: "b", Press: "confirm", Long: "drop"}, {Name: "c", Press: "pray", Long: "end", Seat: 2},
			{Name: "d", Press: "hold", Long: "invoke", Seat: 1}, {Name: "e", Press: "ann", Long: "nonsense"},
			{Name: "f", Press: "pass done skip end", Long: "drop confirm hold ann"},
		},
	}
	table, err := companion.New(opt)
	if err != nil {
		u.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- table.Run(ctx) }()
	u.table, u.phones = table, nil
	u.stop = func() {
		cancel()
		if err := <-ended; err != nil {
			u.Error(err)
		}
	}
	for i := range 4 {
		p, err := table.Join(ctx, access.Visitor{Code: table.JoinCode(), Local: i == 0})
		if err != nil {
			u.Fatal(err)
		}
		u.phones = append(u.phones, p)
		if i > 0 {
			u.ask(i, protocol.SitRequest{Seat: unrulySeats[i-1]})
		}
	}
}

// ask makes a request, which must be answered.
func (u *unruly) ask(phone int, r protocol.Request) {
	u.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	p := u.phones[phone%len(u.phones)]
	a := p.Do(ctx, r)
	if ctx.Err() != nil || !a.OK && a.Text == "" {
		u.Fatalf("%s %+v is answered by %+v", r.Kind(), r, a)
	}
	if !json.Valid(p.Snapshot().Bytes()) {
		u.Fatal("no snapshot")
	}
}

func (u *unruly) word(b byte) string { return u.words[int(b)%len(u.words)] }

// happen lets a few bytes mean something at the table.
func (u *unruly) happen(b [4]byte) {
	u.Helper()
	var err error
	switch r := unrulyReaders[int(b[1])%len(unrulyReaders)]; b[0] % 12 {
	case 0, 1, 2:
		err = u.table.TagArrived(context.Background(), r.Name, uidOf(u.word(b[2])), time.Now().Add(time.Duration(b[3])*50*time.Millisecond))
	case 3:
		err = u.table.TagArrived(context.Background(), r.Name, string(b[:]), time.Time{})
	case 4, 5:
		err = u.table.Press(context.Background(), string('a'+rune(b[1]%7)), b[2]%2 == 1, time.Now())
	case 6:
		u.answer(b)
	case 7:
		u.likelyMove(b)
	case 8:
		u.ask(int(b[1]), protocol.MoveRequest{Seat: "table", Verb: u.word(b[2]), Args: []string{u.word(b[3])}})
	case 9:
		u.ask(int(b[1]), protocol.StartRequest{Game: "sacrilege", Seats: unrulySeats})
	case 10:
		verb, seat, args := u.word(b[3]), u.word(b[2]*7), []string{u.word(b[3] * 3), u.word(b[1])}
		phone, on := u.known(b[3]), b[3]%3 == 0
		actions := []string{"begin", "skip", "redo", "stop", "name", ""}
		requests := []protocol.Request{
			protocol.CheckRequest{Verb: verb, Args: args, Seat: seat}, protocol.UndoRequest{Steps: int(b[3])%5 - 1}, protocol.DropRequest{},
			protocol.SitRequest{Seat: seat}, protocol.StandRequest{},
			protocol.EnrolRequest{Action: actions[int(b[3])%len(actions)], Game: "sacrilege", Args: args},
			protocol.MoveRequest{Verb: verb, Args: args, Seat: seat}, protocol.PauseRequest{On: on}, protocol.GiveRequest{Phone: phone, Seat: seat},
			protocol.HostRequest{Phone: phone, On: on}, protocol.CodeRequest{}, protocol.KnocksRequest{}, protocol.KickRequest{Phone: phone},
		}
		u.ask(int(b[1]), requests[int(b[2])%len(requests)])
	case 11:
		if b[1]%64 == 0 {
			u.stop()
			u.checkJournals()
			u.start()
			break
		}
		if b[2]%4 == 3 {
			err = u.table.TagLeft(context.Background(), r.Name, uidOf(u.word(b[3])), time.Now())
			break
		}
		err = u.table.Device(context.Background(), protocol.Device{Name: r.Name, OK: b[2]%2 == 0, Text: "check its wires"})
	}
	if err != nil {
		u.Fatal(err)
	}
}

// known is a phone as hosts see it.
func (u *unruly) known(b byte) string {
	u.Helper()
	all := u.phones[0].Snapshot().Phones
	if len(all) == 0 || b > 200 {
		return "nobody's"
	}
	return all[int(b)%len(all)].ID
}

// answer answers the question that is open, if there is one.
func (u *unruly) answer(b [4]byte) {
	u.Helper()
	p := u.phones[int(b[1])%len(u.phones)]
	if g := p.Snapshot().Game; g != nil && g.Gesture != nil {
		u.ask(int(b[1]), protocol.PickRequest{Gesture: g.Gesture.ID, Option: int(b[2])%(len(g.Gesture.Options)+2) - 1})
	}
}

// likelyMove makes one of the moves that a phone offers.
func (u *unruly) likelyMove(b [4]byte) {
	u.Helper()
	g := u.phones[int(b[1])%len(u.phones)].Snapshot().Game
	if g == nil {
		return
	}
	r := protocol.MoveRequest{}
	tree := g.Moves.Plain()
	if b[2]%2 == 1 || len(tree) == 0 {
		r.Seat, tree = "table", g.TableMoves.Plain()
	}
	for random := rand.New(rand.NewPCG(uint64(b[2]), uint64(b[3]))); len(tree) > 0; {
		var words []string
		for _, w := range u.words { // in an order that is the same each time
			if _, ok := tree[w]; ok {
				words = append(words, w)
			}
		}
		if len(words) == 0 {
			break
		}
		w := words[random.IntN(len(words))]
		if r.Verb == "" {
			r.Verb = w
		} else if w != "" {
			r.Args = append(r.Args, w)
		}
		tree = tree[w]
	}
	u.ask(int(b[1]), r)
}

// checkJournals sees to it that every game can be replayed to its end: nothing in any journal is damaged.
func (u *unruly) checkJournals() {
	u.Helper()
	games, err := journal.List(u.dir)
	if err != nil {
		u.Fatal(err)
	}
	for _, g := range games {
		if g.Damage != nil {
			u.Fatalf("%s: %s", g.Name, g.Damage)
		}
	}
	table, err := companion.New(companion.Options{Games: []engine.Game{sacrilege.Game()}, State: u.dir})
	if err != nil {
		u.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- table.Run(ctx) }()
	p, err := table.Join(ctx, access.Visitor{Local: true})
	if err != nil {
		u.Fatal(err)
	}
	if n := p.Snapshot().Notices; len(n) > 0 {
		u.Fatalf("not all is replayed: %+v", n)
	}
	cancel()
	if err := <-ended; err != nil {
		u.Fatal(err)
	}
}

// inputsATable is how many inputs one table takes before its journals are looked at and another one takes its place: to begin takes longer than all that
// happens.
const inputsATable = 200

// FuzzRequest lets anything happen at a table, in words and in bytes: it answers, it does not panic, and its journal replays. What one input has begun the
// next one finds.
func FuzzRequest(f *testing.F) {
	f.Add([]byte(`{"type":"move","verb":"draw"}`), []byte{9, 0, 0, 0, 0, 3, 40, 0, 7, 1, 3, 1, 7, 2, 0, 9, 6, 1, 1, 0, 4, 0, 0, 0, 4, 2, 1, 0})
	f.Add([]byte(`{"type":"start","game":"sacrilege","seats":["ann","ben"],"options":{"chain":"stack"}}`), []byte{7, 0, 1, 1, 11, 0, 0, 0})
	f.Add([]byte(`{"type":"undo","steps":9223372036854775807}`), []byte{9, 0, 0, 0, 4, 0, 1, 0, 0, 1, 30, 0, 0, 3, 31, 0, 6, 2, 2, 2})
	for seed := range 200 {
		random := rand.New(rand.NewPCG(uint64(seed), 7))
		events := []byte{9, 0, 0, 0, 7, 0, 1, 9}
		for range 4 * 14 {
			events = append(events, byte(random.IntN(256)))
		}
		f.Add([]byte(`{"type":"pick","option":-1}`), events)
	}
	var u *unruly
	taken, dir := 0, f.TempDir()
	over := func() {
		if u != nil {
			u.stop()
			u.checkJournals()
		}
	}
	f.Cleanup(func() {
		if u != nil {
			u.TB = f
		}
		over()
	})
	f.Fuzz(func(t *testing.T, request, events []byte) {
		if u != nil {
			u.TB = t
		}
		if taken++; u == nil || taken%inputsATable == 0 {
			over()
			u = newUnruly(t, filepath.Join(dir, strconv.Itoa(taken)))
		}
		for n := 0; len(events) >= 4 && n < 16; n++ {
			u.happen([4]byte(events[:4]))
			events = events[4:]
		}
		var head struct{ Type protocol.Kind }
		if json.Unmarshal(request, &head) != nil {
			return
		}
		if r, err := protocol.Kinds.Decode(head.Type, request); err == nil {
			u.ask(taken, r)
		}
	})
}
