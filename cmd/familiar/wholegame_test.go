package main

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"iter"
	"math/rand/v2"
	"os"
	"os/exec"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"familiar/companion/journal"
	"familiar/companion/protocol"
	"familiar/companion/scene"
	"familiar/companion/stage"
	"familiar/engine"
	"familiar/engine/enginetest"
	"familiar/engine/record"
)

// player plays a game through the rig, and follows it with an engine of its own.
type player struct {
	*rig
	rng    *rand.Rand
	course *course
	game   engine.Game
	words  *engine.Phrases
	truth  *engine.History
	phones []*phoneClient // one for each seat, then a watcher
	moves  int
	played map[string]int // moves, by verb
	ways   map[string]int // how many moves were made in each way
	up     bool           // all devices have answered
	log    [][]string     // the texts of the moves that stand, by phone; "": not shown
	again  []int          // how often its gesture had made each of them before
	lying  []leftLying    // on readers, in the order in which they were put down
}

// newPlayer sits down at a table with a game under way, or begins the game if no move stands.
func newPlayer(r *rig, game engine.Game, course *course, truth *engine.History) *player {
	r.Helper()
	words, err := engine.ParsePhrases(game.Words)
	if err != nil {
		r.Fatal(err)
	}
	p := &player{
		rig: r, rng: course.rng, course: course, game: game, words: words, truth: truth, played: make(map[string]int), ways: make(map[string]int),
	}
	c := truth.State().Catalog()
	var seats []string
	for seat := range c.Seats() {
		seats = append(seats, c.SeatWord(engine.Seat(seat)))
	}
	host := r.phone("127.0.0.1", "")
	if len(truth.Moves()) == 0 {
		host.must(protocol.StartRequest{Game: game.ID, Seats: seats})
	}
	for i, seat := range seats {
		phone := r.phone(fmt.Sprintf("192.0.2.%d", i+1), "")
		phone.must(protocol.SitRequest{Seat: seat})
		phone.seat = i
		p.phones = append(p.phones, phone)
	}
	p.phones = append(p.phones, host)
	state := truth.At(0)
	for _, m := range truth.Moves() {
		p.note(state, m, 0)
		state.Play(m)
	}
	return p
}

// play plays random legal moves until the game is over or that many moves were made.
func (p *player) play(most int) {
	p.Helper()
	for !p.truth.State().Status().Over && p.moves < most && !p.Failed() {
		p.step()
		p.moves++
	}
}

// step does one thing at the table: a move in one of several ways, or letting a timer run out. Sometimes it shows a hand or undoes
// a move.
func (p *player) step() {
	p.Helper()
	if timer := p.truth.State().Status().Timer; timer.For > 0 && !timer.Paused && (p.rng.IntN(3) == 0 || p.left() < 3*time.Second) {
		p.runOut(timer)
		return
	}
	if p.rng.IntN(30) == 0 && len(p.truth.Moves()) > 1 {
		p.undo()
	}
	if p.rng.IntN(10) == 0 {
		p.showHand()
	}
	if p.truth.State().Status().Timer.For == 0 && p.rng.IntN(20) == 0 {
		p.tellTwins()
	}
	if p.truth.State().Status().Timer.For == 0 && p.rng.IntN(10) == 0 {
		p.tellFalse()
	}
	m, ok := p.course.next(p.truth.State())
	if !ok {
		p.takeBackHold()
		return
	}
	if timer := p.truth.State().Status().Timer; timer.For > 0 && !timer.Paused && m == timer.Then {
		p.runOut(timer) // on a phone this move is refused: only the clock ends the time
		return
	}
	p.verbosely("%s", p.truth.State().Catalog().Format(m))
	if moves := asOften(p.truth.State(), m); len(moves) > 1 && p.rng.IntN(2) == 0 {
		p.tellAll(moves)
		p.took(moves...)
		return
	}
	if moves := p.fallAtOnce(m); len(moves) > 1 && p.rng.IntN(3) > 0 {
		for _, made := range p.tellFallen(moves) {
			p.follow(made, 0)
		}
		p.agree("what fell at once")
		return
	}
	p.took(p.tell(m))
}

// took follows a move, or one that was made several times in one gesture, and compares everything.
func (p *player) took(moves ...engine.Move) {
	p.Helper()
	for i, m := range moves {
		p.follow(m, i)
	}
	p.agree(p.truth.State().Catalog().Format(moves[0]))
}

// follow makes a move in the test's own engine; its gesture has made it again times before.
func (p *player) follow(m engine.Move, again int) {
	p.Helper()
	c := p.truth.State().Catalog()
	p.note(p.truth.State(), m, again)
	if v := p.truth.Play(m); !v.OK() {
		p.Fatalf("%s was told, and is refused by %s", c.Format(m), v.Rule)
	}
	p.played[c.Word(m.Verb)]++
}

// note writes down the text of the next move, for each phone.
func (p *player) note(state engine.State, m engine.Move, again int) {
	p.again = append(p.again, again)
	reads := make([]string, len(p.phones))
	for i, phone := range p.phones {
		if told, ok := state.Redacted(m, phone.viewer()); ok {
			reads[i] = p.words.Move(state.Catalog(), told)
		}
	}
	p.log = append(p.log, reads)
}

// course is how a random game proceeds.
type course struct {
	rng   *rand.Rand
	eager [][]string // verbs that are preferred whenever they are possible: each time one of these lists
	prize string     // a fact of a seat that wins the game if it is high enough: chance alone hardly ever does that
	every int        // after that many moves an amend raises the prize of a seat
	since int        // moves since then
}

// next picks a move: a legal one, or sometimes an amend that brings the end nearer.
func (c *course) next(state engine.State) (engine.Move, bool) {
	if c.since++; c.since > c.every {
		c.since = 0
		if m, ok := c.nearer(state); ok {
			return m, true
		}
	}
	return c.chance(state)
}

// nearer finds an amend after which a seat has more of the prize.
func (c *course) nearer(state engine.State) (engine.Move, bool) {
	cat := state.Catalog()
	for _, seat := range c.rng.Perm(cat.Seats()) {
		word := cat.SeatWord(engine.Seat(seat))
		prize := word + "." + c.prize
		had, ok := engine.Fact(state, prize)
		if !ok {
			continue
		}
		for m := range amendsOf(state, word) {
			after := state.Clone()
			after.Play(m)
			if has, _ := engine.Fact(after, prize); moreThan(has, had) {
				return m, true
			}
		}
	}
	return engine.Move{}, false
}

// amendsOf lists the legal amends that name something of a seat.
func amendsOf(state engine.State, seat string) iter.Seq[engine.Move] {
	c := state.Catalog()
	return func(yield func(engine.Move) bool) {
		for _, f := range c.Signatures(c.Name("amend")) {
			if !amendsFrom(c, f, nil, func(args []engine.Name) bool {
				m := engine.NewMove(engine.Nobody, f.Verb, args...)
				own := slices.ContainsFunc(args, func(n engine.Name) bool { return strings.HasPrefix(c.Word(n), seat+".") })
				return !own || !state.Check(m).OK() || yield(m)
			}) {
				return
			}
		}
	}
}

// amendsFrom lists all arguments of a form that begin with args.
func amendsFrom(c *engine.Catalog, f engine.Signature, args []engine.Name, yield func([]engine.Name) bool) bool {
	if len(args) == len(f.Args) {
		return yield(args)
	}
	for _, n := range enginetest.Fitting(c, f.Args[len(args)]) {
		if !amendsFrom(c, f, append(args, n), yield) {
			return false
		}
	}
	return true
}

// moreThan reports whether one fact is larger than another, as a number or as a list of words.
func moreThan(a, b string) bool { return worth(a) > worth(b) }

func worth(fact string) int {
	if n, err := strconv.Atoi(fact); err == nil || fact == "none" {
		return n
	}
	return len(strings.Fields(fact))
}

// chance picks a legal move, preferring some verbs.
func (c *course) chance(state engine.State) (engine.Move, bool) {
	var all, eager []engine.Move
	first := c.eager[c.rng.IntN(len(c.eager))]
	for m := range state.Moves {
		all = append(all, m)
		if slices.Contains(first, state.Catalog().Word(m.Verb)) {
			eager = append(eager, m)
		}
	}
	if len(eager) > 0 {
		all = eager
	}
	if len(all) == 0 {
		return engine.Move{}, false
	}
	// Choose the verb first, so that a verb with many cards does not crowd out the others.
	verb := all[c.rng.IntN(len(all))]
	if c.rng.IntN(2) == 0 {
		verbs := make(map[engine.Name][]engine.Move)
		var names []engine.Name
		for _, m := range all {
			if verbs[m.Verb] == nil {
				names = append(names, m.Verb)
			}
			verbs[m.Verb] = append(verbs[m.Verb], m)
		}
		of := verbs[names[c.rng.IntN(len(names))]]
		verb = of[c.rng.IntN(len(of))]
	}
	return verb, true
}

// runOut waits for the end of a timer.
func (p *player) runOut(timer engine.Timer) {
	p.Helper()
	p.pass(p.left() + newsTime)
	p.took(timer.Then)
}

// left returns the time that phones show.
func (p *player) left() time.Duration {
	p.Helper()
	timer := p.phones[0].sees().Game.Timer
	if timer == nil {
		p.Fatal("no phone shows the timer")
	}
	return time.Duration(timer.Left) * time.Millisecond
}

// takeBackHold undoes what was shown of a hand if the open question has no answer left: then it cannot be true.
func (p *player) takeBackHold() {
	p.Helper()
	c, moves := p.truth.State().Catalog(), p.truth.Moves()
	if last := moves[len(moves)-1]; c.Word(last.Verb) != "hold" {
		p.Fatalf("after %s nothing is legal", c.Format(last))
	}
	p.ways["false hold"]++
	p.undo()
}

func (p *player) undo() {
	p.Helper()
	if p.rng.IntN(2) == 0 {
		p.press("yes", true)
	} else {
		p.phones[p.rng.IntN(len(p.phones))].must(protocol.UndoRequest{})
	}
	left := len(p.log) - 1 - p.again[len(p.again)-1]
	p.truth.TakeBack(len(p.log) - left)
	p.log, p.again = p.log[:left], p.again[:left]
	p.agree("undo")
}

// showHand shows a card that may be in a hand, on the phone of its seat.
func (p *player) showHand() {
	p.Helper()
	state := p.truth.State()
	c := state.Catalog()
	hold := c.Name("hold")
	cards := c.Names(engine.ClassCard)
	seat := p.rng.IntN(c.Seats())
	for range 20 {
		m := engine.NewMove(engine.Seat(seat), hold, cards[p.rng.IntN(len(cards))])
		if several := engine.NewMove(m.Seat, hold, m.Args[0], engine.Number(2+p.rng.IntN(4))); state.Check(several).OK() {
			m = several
		}
		if state.Check(m).OK() {
			p.phones[seat].must(p.request(m))
			p.took(m)
			return
		}
	}
}

// agree compares journal, phones and panel with the engine.
func (p *player) agree(after string) {
	p.Helper()
	p.agreeTold(after)
	if p.truth.State().Status().Over || p.rng.IntN(4) == 0 { // this takes a second
		p.agreeDevices(after)
	}
}

// agreeTold compares the journal, the phones and the scene with the engine.
func (p *player) agreeTold(after string) {
	p.Helper()
	state := p.truth.State()
	if got := p.journalMoves([]engine.Game{p.game}); !slices.Equal(got.Moves(), p.truth.Moves()) {
		p.Errorf("after %s the journal holds %d moves, not %d", after, len(got.Moves()), len(p.truth.Moves()))
	}
	for i, phone := range p.phones {
		p.agreePhone(after, phone, state.View(phone.viewer()), phone.viewer())
		p.agreeLog(after, i)
	}
	sc, seen := p.scene()
	if !seen {
		return
	}
	status := state.View(engine.Public).Status()
	if sc.Turn != number(status.Turn) || sc.Asked != number(status.Ask.Seat) || sc.Winner != number(status.Winner) {
		p.Errorf("after %s the scene has turn %d, asked %d, winner %d, and the game %+v", after, sc.Turn, sc.Asked, sc.Winner, status)
	}
	p.agreeCounts(after, state, sc)
}

// agreeCounts compares the counts of the scene with the facts. Rare counts are shown while somebody has some.
func (p *player) agreeCounts(after string, state engine.State, sc scene.Scene) {
	p.Helper()
	c := state.Catalog()
	column := 0
	for _, count := range p.words.Counts {
		values, there := make([]string, c.Seats()), !count.Rare
		for i := range values {
			fact, ok := engine.Fact(state, c.SeatWord(engine.Seat(i))+"."+count.Fact)
			values[i], there = count.Text(fact), there || ok
		}
		if !there {
			continue
		}
		for i, want := range values {
			if column >= len(sc.Counts) || sc.Counts[column] != count.Short || sc.Seats[i].Counts[column] != want {
				p.Errorf("after %s the scene has %v of seat %d as %v, not %s of %s", after, sc.Counts, i, sc.Seats[i].Counts, count.Short, want)
			}
		}
		column++
	}
	if column != len(sc.Counts) {
		p.Errorf("after %s the scene counts %v", after, sc.Counts)
	}
}

func number(s engine.Seat) int {
	if s >= engine.NoSeat {
		return -1
	}
	return int(s)
}

// agreePhone compares the snapshot of a phone with the view of its seat.
func (p *player) agreePhone(after string, phone *phoneClient, view engine.State, seat engine.Seat) {
	p.Helper()
	s := phone.sees()
	g := s.Game
	want := make(map[string]string)
	for path, value := range view.Facts {
		want[path] = value
	}
	if !reflect.DeepEqual(g.Facts, want) {
		p.Errorf("after %s seat %d sees\n%v\nand not\n%v", after, phone.seat, g.Facts, want)
	}
	moves, table := protocol.Tree{}, protocol.Tree{}
	c := view.Catalog()
	for m := range view.Moves {
		words := append([]string{c.Word(m.Verb)}, strings.Fields(c.FormatArgs(m))...)
		switch f, _ := c.Match(m); {
		case f.Laid: // only readers make such moves
		case m.Seat == engine.Nobody:
			grow(table, words)
		case m.Seat == seat:
			grow(moves, words)
		}
	}
	if its, others := g.Moves.Plain(), g.TableMoves.Plain(); !reflect.DeepEqual(its, moves) || !reflect.DeepEqual(others, table) {
		p.Errorf("after %s seat %d is offered %v and %v, not %v and %v", after, phone.seat, its, others, moves, table)
	}
	if g.Undoable != len(p.truth.Moves()) {
		p.Errorf("after %s seat %d may undo %d moves of %d", after, phone.seat, g.Undoable, len(p.truth.Moves()))
	}
	for path := range g.Facts {
		if owner, ok := strings.CutSuffix(path, ".hand.seen"); ok && owner != c.SeatWord(seat) {
			p.Errorf("after %s seat %d is told %s", after, phone.seat, path)
		}
	}
	phone.mu.Lock()
	for _, leak := range phone.leaked {
		p.Errorf("after %s seat %d was sent %s", after, phone.seat, leak)
	}
	phone.leaked = nil
	phone.mu.Unlock()
}

// grow adds a list of words to a tree, with a key for each word. A level where a move may end, although others go on, has an empty key.
func grow(t protocol.Tree, words []string) {
	for i, w := range words {
		below, known := t[w]
		if !known {
			below = protocol.Tree{}
			t[w] = below
		}
		ends, last := known && len(below) == 0, i == len(words)-1
		if ends && !last || last && len(below) > 0 {
			below[""] = protocol.Tree{}
		}
		t = below
	}
}

// agreeLog compares the last moves on a phone with their texts for its seat.
func (p *player) agreeLog(after string, phone int) {
	p.Helper()
	log := p.phones[phone].sees().Game.Log
	for i := len(p.log) - 1; i >= 0 && len(log) > 0; i-- {
		want := p.log[i][phone]
		if want == "" {
			continue // this move is hidden from the phone
		}
		last := log[len(log)-1]
		if last.Text != want || last.N != i+1 || last.Repeat != p.again[i] {
			p.Errorf("after %s seat %d is told as move %d %q, not %q", after, p.phones[phone].seat, last.N, last.Text, want)
			return
		}
		log = log[:len(log)-1]
	}
}

// agreeDevices waits until panel and lamps show the scene. While a clock runs, they may show a moment that is just past: the panel needs
// about a second to show a second.
func (p *player) agreeDevices(after string) {
	p.Helper()
	panelLag, ringLag := time.Duration(0), time.Duration(0)
	if timer := p.phones[0].sees().Game.Timer; timer != nil && !timer.Paused {
		if p.left() < 4500*time.Millisecond {
			return // the time would run out meanwhile
		}
		panelLag, ringLag = 1500*time.Millisecond, 120*time.Millisecond
	}
	if _, seen := p.scene(); !seen {
		if panelLag == 0 && p.panelPicture() != nil {
			p.settlesOn(after, p.tape.nextPicture(p.T, after))
		}
		return
	}
	p.agreePanel(after, panelLag)
	p.settles(after, "the ring", func(sc scene.Scene) bool {
		got := p.devices().Lights()
		return lately(ringLag, 10*time.Millisecond, func(at time.Time) bool {
			return slices.EqualFunc(got, stage.Lamps(sc, stage.Row{Count: len(got)}, at), nearly)
		})
	})
}

// agreePanel waits until the panel shows the scene. panelLag is how late it may be while a clock runs.
func (p *player) agreePanel(after string, panelLag time.Duration) {
	p.Helper()
	if p.panelPicture() == nil {
		return // there is none
	}
	var still scene.Scene // the scene of drawn, while no clock runs
	var drawn image.Image
	screen := p.screen()
	p.settles(after, "the panel", func(sc scene.Scene) bool {
		if panelLag == 0 {
			if drawn == nil || !reflect.DeepEqual(sc, still) {
				still, drawn = sc, stage.Picture(sc, screen, time.Now())
			}
			return sameDots(drawn, p.panelPicture())
		}
		return lately(panelLag, 500*time.Millisecond, func(at time.Time) bool {
			return sameDots(stage.Picture(sc, screen, at), p.panelPicture())
		})
	})
	if panelLag == 0 {
		p.tape.keepPicture(after, p.panelPicture())
	}
}

// lately reports whether a condition held at a moment not long ago.
func lately(ago, step time.Duration, held func(time.Time) bool) bool {
	now := time.Now()
	for back := time.Duration(0); back <= ago; back += step {
		if held(now.Add(-back)) {
			return true
		}
	}
	return false
}

// settles waits until a device shows the scene. The panel makes a partial refresh at most once a second, a full refresh takes two
// seconds, and lamps flash for a moment.
func (p *player) settles(after, device string, shows func(scene.Scene) bool) {
	p.Helper()
	for waited := time.Duration(0); !shows(p.told()); waited += 100 * time.Millisecond {
		if waited > 5*time.Second {
			p.Fatalf("after %s %s does not show the scene", after, device)
		}
		p.pass(100 * time.Millisecond)
	}
}

// settlesOn waits until the panel shows a picture.
func (p *player) settlesOn(after string, picture image.Image) {
	p.Helper()
	for waited := time.Duration(0); !sameDots(picture, p.panelPicture()); waited += 100 * time.Millisecond {
		if waited > 10*time.Second {
			p.Fatalf("after %s the panel does not show what it shows on the other table", after)
		}
		p.pass(100 * time.Millisecond)
	}
}

// nearly reports whether a lamp shows a colour, as exactly as its 32 levels of brightness allow.
func nearly(a, b color.NRGBA) bool {
	near := func(a, b uint8) bool { return max(a, b)-min(a, b) <= 8 }
	return near(a.R, b.R) && near(a.G, b.G) && near(a.B, b.B)
}

// sameDots reports whether two black-and-white pictures are the same.
func sameDots(a, b image.Image) bool {
	size := a.Bounds().Size()
	for y := range size.Y {
		for x := range size.X {
			if dark(a.At(x, y)) != dark(b.At(x, y)) {
				return false
			}
		}
	}
	return size == b.Bounds().Size()
}

func dark(c color.Color) bool {
	switch c := c.(type) {
	case color.Gray:
		return c.Y < 0x80
	default:
		r, _, _, _ := c.RGBA()
		return r < 0x8000
	}
}

// raced is set if the tests run under the race detector.
var raced bool

// TestWholeGames plays random games through emulated chips, buttons and phones: a whole one of each game with as few players as possible, and
// the end of one with more, whose beginning is in the journal. The race detector makes emulated chips ten times as slow; then only the
// fullest tables play.
func TestWholeGames(t *testing.T) {
	const told = 30 // roughly how many moves are made in a game that has begun
	seats := []string{"ann", "ben", "cai", "dee", "eli", "fay"}
	for _, game := range games() {
		for n := game.MinSeats; n <= game.MaxSeats; n++ {
			if raced && n < game.MaxSeats {
				continue
			}
			t.Run(fmt.Sprintf("%s with %d", game.ID, n), func(t *testing.T) {
				if os.Getenv(aloneVariable) == "" {
					t.Parallel()
					runAlone(t)
					return
				}
				c := &course{rng: rand.New(rand.NewPCG(uint64(n), 7)), eager: [][]string{{"pray"}, {"pray", "allot"}}, prize: "books", every: 20}
				state := t.TempDir()
				synctest.Test(t, func(t *testing.T) {
					most := 2 * told
					begun := newHistory(t, game, seats[:n])
					if n == game.MinSeats {
						most = 3000
					} else {
						begun = begin(t, game, seats[:n], c, told, state)
					}
					r := newRig(t, []engine.Game{game}, tableOf(t, game), state)
					defer r.stop()
					p := newPlayer(r, game, c, begun)
					p.agree("the beginning")
					p.play(most)
					if n == game.MinSeats && !p.truth.State().Status().Over && !t.Failed() {
						t.Errorf("the game is not over after %d moves", p.moves)
					}
					largest := 0
					for _, phone := range p.phones {
						largest = max(largest, phone.largest)
					}
					t.Logf("%d moves: %v, told %v; the largest snapshot: %d bytes", p.moves, p.played, p.ways, largest)
				})
			})
		}
	}
}

// aloneVariable is set in a process that runs only one test.
const aloneVariable = "FAMILIAR_TEST_ALONE"

// runAlone runs a test in a process of its own, beside others, because the names of emulated ports are known to a whole process.
func runAlone(t *testing.T) {
	t.Helper()
	itself, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	only := "^" + strings.ReplaceAll(t.Name(), "/", "$/^") + "$"
	cmd := exec.CommandContext(t.Context(), itself, "-test.run="+only, "-test.v="+strconv.FormatBool(testing.Verbose()))
	cmd.Env = append(os.Environ(), aloneVariable+"=yes", "GORACE=atexit_sleep_ms=0")
	out, err := cmd.CombinedOutput()
	if err == nil && bytes.Contains(out, []byte("no tests to run")) {
		err = fmt.Errorf("nothing is called %s", only)
	}
	if err != nil || testing.Verbose() {
		t.Logf("%s", out)
	}
	if err != nil {
		t.Error(err)
	}
}

func newHistory(t *testing.T, game engine.Game, seats []string) *engine.History {
	t.Helper()
	state, err := game.New(engine.Setup{Game: game.ID, Pack: engine.HousePack, Seats: seats}, game.House)
	if err != nil {
		t.Fatal(err)
	}
	return engine.NewHistory(state)
}

// begin plays a random game and writes all but its last moves into a journal.
func begin(t *testing.T, game engine.Game, seats []string, c *course, left int, dir string) *engine.History {
	t.Helper()
	h := newHistory(t, game, seats)
	for !h.State().Status().Over {
		m, ok := c.next(h.State())
		if !ok {
			t.Fatal("nothing is legal")
		}
		h.Play(m)
	}
	h.TakeBack(min(left, len(h.Moves())-1))
	j, err := journal.Create(dir, engine.Setup{Game: game.ID, Pack: engine.HousePack, Seats: seats}, time.Now(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	for i, m := range h.Moves() {
		at := time.Now().Add(time.Duration(i) * time.Second)
		if err := j.Append(record.Step{Moves: []string{h.State().Catalog().Format(m)}, At: at, Source: "phone"}); err != nil {
			t.Fatal(err)
		}
	}
	return h
}
