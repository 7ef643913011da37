package main

import (
	"fmt"
	"image"
	"image/color"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"familiar/companion"
	"familiar/companion/stage"
	"familiar/engine"
)

// A small table that plays any game: an altar a seat for four, a hand for the first, one reader for anybody, and buttons.
const wholeGameTable = `
[[reader]]
name = "front-1"
bus = "SPI0.0"
seat = 1
place = "altar"
[[reader]]
name = "front-2"
bus = "SPI0.1"
seat = 2
place = "altar"
[[reader]]
name = "hand-1"
bus = "SPI1.0"
seat = 1
place = "hand"
[[reader]]
name = "middle"
bus = "SPI1.1"

[[button]]
name = "end"
pin = "GPIO16"
press = "end"
[[button]]
name = "draw"
pin = "GPIO5"
press = "draw"
[[button]]
name = "pray"
pin = "GPIO13"
press = "pray"
[[button]]
name = "yes"
pin = "GPIO26"
press = "confirm"
long = "undo"

[panel]
bus = "SPI4.0"
dc = "GPIO25"
reset = "GPIO17"
busy = "GPIO24"
[lamps]
bus = "SPI5.0"
count = 12
brightness = 100
[buzzer]
kind = "passive"
pin = "GPIO18"
`

// player plays a game through the rig, and follows it with an engine of its own.
type player struct {
	*rig
	rng    *rand.Rand
	game   engine.Game
	words  *engine.Phrases
	truth  *engine.History
	phones []*phoneClient // one a seat, then a watcher
	moves  int
	eager  []string // verbs that are always made when they can be
	played map[string]int
}

func newPlayer(r *rig, game engine.Game, seed uint64, seats []string, eager ...string) *player {
	r.Helper()
	words, err := engine.ParsePhrases(game.Words)
	if err != nil {
		r.Fatal(err)
	}
	state, err := game.New(engine.Setup{Game: game.ID, Pack: "house", Seats: seats}, game.House)
	if err != nil {
		r.Fatal(err)
	}
	p := &player{
		rig: r, rng: rand.New(rand.NewPCG(seed, 7)), game: game, words: words, truth: engine.NewHistory(state), eager: eager,
		played: make(map[string]int),
	}
	host := r.phone("127.0.0.1", "")
	host.must(companion.Request{Kind: "start", Game: game.ID, Seats: seats})
	for i, seat := range seats {
		phone := r.phone(fmt.Sprintf("192.0.2.%d", i+1), "")
		phone.must(companion.Request{Kind: "sit", Seat: seat})
		phone.seat = i
		p.phones = append(p.phones, phone)
	}
	p.phones = append(p.phones, host)
	return p
}

// play plays random legal moves until the game is over or so many moves were made.
func (p *player) play(most int) {
	p.Helper()
	for !p.truth.State().Status().Over && p.moves < most && !p.Failed() {
		p.step()
		p.moves++
	}
}

// step does one thing at the table: a move, told in one of several ways, or letting a timer run out; now and then a hand is
// shown or a move taken back.
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
	m, ok := p.choose()
	if !ok {
		p.Fatal("nothing is legal")
	}
	if timer := p.truth.State().Status().Timer; timer.For > 0 && !timer.Paused && m == timer.Then {
		p.runOut(timer) // on a phone it is refused: the clock says when the time is over
		return
	}
	if testing.Verbose() {
		p.Logf("%s", p.truth.State().Catalog().Format(m))
	}
	p.tell(m)
	p.took(m)
}

// took follows a move that was told, and compares everything.
func (p *player) took(m engine.Move) {
	p.Helper()
	c := p.truth.State().Catalog()
	if v := p.truth.Play(m); !v.OK() {
		p.Fatalf("%s was told, and is refused by %s", c.Format(m), v.Rule)
	}
	p.played[c.Word(m.Verb)]++
	p.agree(c.Format(m))
}

// choose picks a legal move, some verbs first.
func (p *player) choose() (engine.Move, bool) {
	state := p.truth.State()
	var all, eager []engine.Move
	for m := range state.Moves {
		all = append(all, m)
		if slices.Contains(p.eager, state.Catalog().Word(m.Verb)) {
			eager = append(eager, m)
		}
	}
	if len(eager) > 0 {
		all = eager
	}
	if len(all) == 0 {
		return engine.Move{}, false
	}
	// First the verb, so that the many cards of one do not drown the others.
	verb := all[p.rng.IntN(len(all))]
	if p.rng.IntN(2) == 0 {
		verbs := make(map[engine.Name][]engine.Move)
		var names []engine.Name
		for _, m := range all {
			if verbs[m.Verb] == nil {
				names = append(names, m.Verb)
			}
			verbs[m.Verb] = append(verbs[m.Verb], m)
		}
		of := verbs[names[p.rng.IntN(len(names))]]
		verb = of[p.rng.IntN(len(of))]
	}
	return verb, true
}

// runOut waits for the end of a timer.
func (p *player) runOut(timer engine.Timer) {
	p.Helper()
	p.pass(p.left() + newsTime)
	p.took(timer.Then)
}

// left is what phones show of the timer.
func (p *player) left() time.Duration {
	p.Helper()
	timer := p.phones[0].sees().Game.Timer
	if timer == nil {
		p.Fatal("no phone shows the timer")
	}
	return time.Duration(timer.Left) * time.Millisecond
}

func (p *player) undo() {
	p.Helper()
	if p.rng.IntN(2) == 0 {
		p.press("yes", true)
	} else {
		p.phones[p.rng.IntN(len(p.phones))].must(companion.Request{Kind: "undo"})
	}
	p.truth.Undo()
	p.agree("undo")
}

// showHand tells of a card that may be in a hand, on the phone of its seat.
func (p *player) showHand() {
	p.Helper()
	state := p.truth.State()
	c := state.Catalog()
	hold := c.Name("hold")
	cards := c.Names(engine.SortCard)
	seat := p.rng.IntN(c.Seats())
	for range 20 {
		m := engine.NewMove(engine.Seat(seat), hold, cards[p.rng.IntN(len(cards))])
		if state.Check(m).OK() {
			p.phones[seat].must(p.request(m))
			p.took(m)
			return
		}
	}
}

func (p *player) request(m engine.Move) companion.Request {
	c := p.truth.State().Catalog()
	r := companion.Request{Kind: "move", Verb: c.Word(m.Verb), Args: strings.Fields(c.Args(m))}
	if m.Seat == engine.Table {
		r.Seat = "table"
	}
	return r
}

// phoneOf is the phone that may tell a move.
func (p *player) phoneOf(m engine.Move) *phoneClient {
	if m.Seat == engine.Table {
		return p.phones[p.rng.IntN(len(p.phones))]
	}
	return p.phones[m.Seat]
}

// tell tells a move in a way that a table might: by cards on readers, by a button, or on a phone. What the table asks back is
// answered on a phone.
func (p *player) tell(m engine.Move) {
	p.Helper()
	c := p.truth.State().Catalog()
	before := p.phones[0].sees().Game.Undoable
	var cards []string
	for _, a := range m.Args[:m.Arity()] {
		if c.Sort(a)&engine.SortCard != 0 {
			cards = append(cards, c.Word(a))
		}
	}
	button := c.Word(m.Verb)
	switch {
	case len(cards) > 0 && p.rng.IntN(4) > 0:
		for i, card := range cards {
			p.lay(p.readerFor(m, i), card)
			if p.phones[0].sees().Game.Undoable > before {
				break
			}
		}
	case len(cards) == 0 && slices.Contains([]string{"end", "draw", "pray"}, button) && p.rng.IntN(2) == 0:
		p.press(button, false)
	default:
		p.phoneOf(m).must(p.request(m))
	}
	p.answerQuestions(m, before)
	for _, card := range cards {
		p.lift(card)
	}
}

// readerFor picks a reader for a card of a move: one that stands for the place where it comes to lie, or the one that stands
// for nothing.
func (p *player) readerFor(m engine.Move, nth int) string {
	state := p.truth.State()
	c := state.Catalog()
	place := c.Word(state.Landing(m))
	if nth > 0 || p.rng.IntN(3) == 0 {
		return "middle"
	}
	for reader, stands := range map[string]string{
		"front-1": c.SeatWord(0) + ".altar", "front-2": c.SeatWord(1) + ".altar",
	} {
		if place == stands {
			return reader
		}
	}
	if place == c.SeatWord(0)+".hand" && m.Seat == 0 {
		return "hand-1"
	}
	return "middle"
}

// answerQuestions answers what the table asks until the move is made.
func (p *player) answerQuestions(m engine.Move, before int) {
	p.Helper()
	for range 8 {
		if p.phones[0].sees().Game.Undoable > before {
			return
		}
		phone := p.phoneOf(m)
		g := phone.sees().Game
		if g.Gesture == nil {
			p.Fatalf("%s: nothing is asked, the verdict is %+v", p.truth.State().Catalog().Format(m), g.Verdict)
		}
		option := p.optionFor(m, g.Gesture)
		if option < 0 {
			// What was shown can wait: the phone says the whole move.
			phone.must(p.request(m))
			continue
		}
		if testing.Verbose() {
			p.Logf("  asked %+v, answer %d", g.Gesture, option)
		}
		phone.must(companion.Request{Kind: "pick", Gesture: g.Gesture.ID, Option: option})
	}
	p.Fatalf("%s: still asked", p.truth.State().Catalog().Format(m))
}

// optionFor finds the answer that leads to a move.
func (p *player) optionFor(m engine.Move, g *companion.Gesture) int {
	c := p.truth.State().Catalog()
	texts := []string{p.words.Move(c, m), p.words.Seat(c, m.Seat), p.words.Verbs[c.Word(m.Verb)]}
	for _, a := range m.Args[:m.Arity()] {
		texts = append(texts, p.words.Name(c, a))
	}
	for _, text := range texts {
		for i, o := range g.Options {
			if sameText(o.Text, text) {
				return i
			}
		}
	}
	return -1
}

// agree compares journal, phones and panel with the engine.
func (p *player) agree(after string) {
	p.Helper()
	state := p.truth.State()
	c := state.Catalog()
	if got := p.journalMoves([]engine.Game{p.game}); !reflect.DeepEqual(got.Moves(), p.truth.Moves()) {
		p.Errorf("after %s the journal holds %d moves, not %d", after, len(got.Moves()), len(p.truth.Moves()))
	}
	for _, phone := range p.phones {
		seat := engine.Table
		if phone.seat >= 0 {
			seat = engine.Seat(phone.seat)
		}
		p.agreePhone(after, phone, state.View(seat), seat)
	}
	scene := p.daemon.stage.Scene()
	status := state.View(engine.Table).Status()
	if scene.Turn != number(status.Turn) || scene.Asked != number(status.Ask.Seat) || scene.Winner != number(status.Winner) {
		p.Errorf("after %s the scene has turn %d, asked %d, winner %d, and the game %+v", after, scene.Turn, scene.Asked, scene.Winner, status)
	}
	for i, seat := range scene.Seats {
		for j, count := range p.words.Counts {
			if want, _ := engine.Fact(state, c.SeatWord(engine.Seat(i))+"."+count.Fact); seat.Counts[j] != want {
				p.Errorf("after %s the scene has %s of seat %d as %s, not %s", after, count.Fact, i, seat.Counts[j], want)
			}
		}
	}
	p.agreeDevices(after)
}

func number(s engine.Seat) int {
	if s >= engine.Stranger {
		return -1
	}
	return int(s)
}

// agreePhone compares what a phone was sent with the view of its seat.
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
	moves, table := companion.Tree{}, companion.Tree{}
	c := view.Catalog()
	for m := range view.Moves {
		words := append([]string{c.Word(m.Verb)}, strings.Fields(c.Args(m))...)
		switch m.Seat {
		case engine.Table:
			table.Add(words...)
		case seat:
			moves.Add(words...)
		}
	}
	if !reflect.DeepEqual(g.Moves, moves) || !reflect.DeepEqual(g.TableMoves, table) {
		p.Errorf("after %s seat %d is offered %v and %v, not %v and %v", after, phone.seat, g.Moves, g.TableMoves, moves, table)
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

// agreeDevices waits until panel and lamps show the scene. What moves with a running clock was right a moment ago: it takes the panel
// about a second to show a second.
func (p *player) agreeDevices(after string) {
	p.Helper()
	panelLag, ringLag := time.Duration(0), time.Duration(0)
	if timer := p.phones[0].sees().Game.Timer; timer != nil && !timer.Paused {
		if p.left() < 4500*time.Millisecond {
			return // the time would be over meanwhile
		}
		panelLag, ringLag = 1500*time.Millisecond, 120*time.Millisecond
	}
	p.settles(after, "the panel", func(scene companion.Scene) bool {
		got := p.panelPicture()
		return lately(panelLag, 500*time.Millisecond, func(at time.Time) bool {
			return sameDots(stage.Picture(scene, got.Bounds().Size(), at), got)
		})
	})
	p.settles(after, "the ring", func(scene companion.Scene) bool {
		got := p.daemon.bench.bench.Lights()
		return lately(ringLag, 10*time.Millisecond, func(at time.Time) bool {
			return slices.EqualFunc(got, stage.Lamps(scene, len(got), at), nearly)
		})
	})
}

// lately tells whether something held at a moment not long ago.
func lately(ago, step time.Duration, held func(time.Time) bool) bool {
	now := time.Now()
	for back := time.Duration(0); back <= ago; back += step {
		if held(now.Add(-back)) {
			return true
		}
	}
	return false
}

// settles waits until a device shows the scene. A partial refresh of the panel comes a second after the one before, a full one takes two
// seconds, and lamps flash for a moment.
func (p *player) settles(after, device string, shows func(companion.Scene) bool) {
	p.Helper()
	for waited := time.Duration(0); !shows(p.daemon.stage.Scene()); waited += 100 * time.Millisecond {
		if waited > 5*time.Second {
			p.Fatalf("after %s %s does not show the scene", after, device)
		}
		p.pass(100 * time.Millisecond)
	}
}

// nearly tells whether a lamp shows a colour, as exactly as its 32 steps of brightness let it.
func nearly(a, b color.NRGBA) bool {
	near := func(a, b uint8) bool { return max(a, b)-min(a, b) <= 8 }
	return near(a.R, b.R) && near(a.G, b.G) && near(a.B, b.B)
}

// sameDots tells whether two pictures of black and white are the same.
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

// TestWholeGames plays whole random games through emulated chips, buttons and phones.
func TestWholeGames(t *testing.T) {
	seats := []string{"ann", "ben", "cai", "dee", "eli", "fay"}
	for _, game := range games() {
		for n := game.Least; n <= game.Most; n++ {
			t.Run(fmt.Sprintf("%s with %d", game.ID, n), func(t *testing.T) {
				state := t.TempDir()
				synctest.Test(t, func(t *testing.T) {
					r := newRig(t, []engine.Game{game}, wholeGameTable, state)
					defer r.stop()
					p := newPlayer(r, game, uint64(n), seats[:n], "pray")
					p.play(3000)
					if !p.truth.State().Status().Over && !t.Failed() {
						t.Errorf("the game is not over after %d moves", p.moves)
					}
					t.Logf("%d moves: %v", p.moves, p.played)
				})
			})
		}
	}
}
