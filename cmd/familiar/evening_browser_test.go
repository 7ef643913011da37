//go:build evenings

package main

import (
	_ "embed"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"familiar/cmd/familiar/internal/player"
	"familiar/companion"
	"familiar/companion/access"
	"familiar/companion/journal"
	"familiar/companion/protocol"
	"familiar/engine"
	"familiar/engine/record"
)

var axe = flag.String("axe", "", "examine every state of the page with axe-core: its axe.min.js")

// look.js reports what is wrong with a page, what it shows, and what a finger could tap.
//
//go:embed testdata/look.js
var lookScript string

// screens are the screens of six players, four of them phones: width and height in px.
var screens = [][2]int64{{360, 740}, {390, 844}, {768, 1024}, {1920, 1080}, {390, 844}, {360, 740}}

// evening is a game with six screens, some of which only watch, and a television.
type evening struct {
	*served
	game       engine.Game
	rng        *rand.Rand
	strategy   *player.Strategy
	raiseEvery int              // after how many moves a fact is raised
	host       *companion.Phone // only watches
	phones     []*page
	tv         *page
	seen       map[string]bool // states of the page that were examined, by screen
	known      map[string]bool // problems that were reported
	names      []string
	made       int // moves
	taps       int
	idle       int // attempts since the last move
	helped     int // moves that no tap has found
}

// TestEvenings plays every game to its end on six screens and a television, with fingers that tap whatever they find, and with cards on readers. It
// examines each new state of a page. It takes most of an hour: `make evenings` builds and runs it.
func TestEvenings(t *testing.T) {
	for _, g := range games() {
		t.Run(g.ID, func(t *testing.T) {
			e := sitDown(t, g)
			defer func() {
				t.Logf("%d moves, %d taps, %d states looked at, %d moves helped", e.made, e.taps, len(e.seen), e.helped)
			}()
			e.play(4000)
			if phase := e.host.Snapshot().Phase; phase != "over" {
				t.Errorf("the game is not over: %s", phase)
			}
			for i, p := range e.phones {
				p.until(func() string {
					if text := p.text("#table .ask"); !strings.Contains(text, "win") && !strings.Contains(text, "over") {
						return "a phone does not tell that the game is over: " + text
					}
					return ""
				})
				e.look(i)
			}
			e.tv.whole(g.ID + "-tv-over")
			e.goAround()
		})
	}
}

// sitDown begins a game with as many players as possible.
func sitDown(t *testing.T, g engine.Game) *evening {
	t.Helper()
	s := serve(t, t.TempDir(), 0)
	strategy := player.NewStrategy(6, []string{"pray"})
	e := &evening{
		served: s, game: g, rng: strategy.Rand(), seen: make(map[string]bool), known: make(map[string]bool), names: []string{"Ann", "Ben", "Cai", "Dee", "Eli", "Fay"},
		strategy: strategy, raiseEvery: 12,
	}
	var err error
	if e.host, err = s.daemon.Table().Join(t.Context(), access.Visitor{Local: true}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.host.Leave)
	for i, size := range screens {
		if i == 0 {
			e.phones = append(e.phones, s.open("/", size[0], size[1]))
		} else {
			e.phones = append(e.phones, s.openInRoom(s.invitation(), size[0], size[1]))
		}
		e.phones[i].keepStill()
	}
	e.tv = s.openInRoom("/tv#join="+s.daemon.Table().JoinCode(), 1920, 1080)
	e.tv.reads("#wait", "The table is ready")
	e.tv.whole(g.ID + "-tv-wait")

	ann := e.phones[0]
	ann.reads("#lobby", "Begin a game")
	ann.run(chromedp.Evaluate(fmt.Sprintf(`document.querySelector("#lobby [value=%s]").click()`, g.ID), nil))
	for n := max(2, g.MinSeats); n < g.MaxSeats; n++ {
		ann.press("#lobby", "Another player")
	}
	for i, name := range e.names[:g.MaxSeats] {
		ann.fill(i, name)
	}
	for i := range e.phones {
		e.look(i)
	}
	ann.press("#lobby", "Begin")
	for i, p := range e.phones {
		if i < g.MaxSeats {
			p.press("#table", e.names[i])
		} else {
			p.press("#table", "Only watch")
		}
	}
	return e
}

// finger is the report of a page: what is wrong with it, its state, and what could be tapped.
type finger struct {
	Problems []string
	State    string
	Dialog   bool
	Targets  []struct {
		Key   string
		Label string
		Kind  string // its look, or its place: "gold", "link", "icon", "board", "picture" or "plain"
	}
}

// lateAfter is the number of moves after which the test brings the end nearer more often.
const lateAfter = 80

// play taps until the game is over or that many moves were made. Sometimes it puts a card on a reader, or looks at something else.
func (e *evening) play(most int) {
	e.Helper()
	for moves := 0; e.made < most && e.host.Snapshot().Phase == "game" && len(e.known) < 20; {
		if e.rng.IntN(8) == 0 && e.host.Snapshot().Game.Gesture == nil {
			e.layOne()
		}
		at := e.next()
		e.try(at)
		if e.rng.IntN(20) == 0 {
			e.wander(at)
		}
		now := e.host.Snapshot().Game.Undoable
		if e.idle++; now == moves {
			if e.idle > 25 {
				e.help()
			}
			continue
		}
		moves, e.idle = now, 0
		if e.made++; e.made%4 == 0 {
			e.tv.whole("")
			e.look(e.rng.IntN(len(e.phones)))
		}
		if e.made%e.raiseEvery == 0 {
			e.raise()
		}
		if e.made == lateAfter {
			e.raiseEvery /= 6
		}
	}
}

// try taps on a phone until a move is made, or until it gives up. A sheet that composes a move gets more taps than others.
func (e *evening) try(at int) {
	e.Helper()
	p, before := e.phones[at], e.host.Snapshot().Game.Undoable
	for tapped := 0; tapped < 12; tapped++ {
		f := e.look(at)
		if f.Dialog && tapped > 1 && !strings.Contains(f.State, "builder") {
			break
		}
		if !e.tap(p, f) {
			time.Sleep(100 * time.Millisecond)
			break
		}
		if g := e.host.Snapshot().Game; g == nil || g.Undoable != before {
			break
		}
	}
	e.close(at)
}

// close closes the sheets of a phone.
func (e *evening) close(at int) {
	e.Helper()
	for range 6 {
		if !e.look(at).Dialog {
			return
		}
		e.phones[at].run(chromedp.KeyEvent(kb.Escape))
		time.Sleep(50 * time.Millisecond)
	}
	e.problem(e.phones[at], "", "a sheet does not go away")
}

// next returns whose turn it is to tap: usually the player who must answer.
func (e *evening) next() int {
	g := e.host.Snapshot().Game
	for _, seat := range []int{g.Ask.Seat, g.Turn} {
		if seat >= 0 && e.rng.IntN(6) > 0 {
			return seat
		}
	}
	return e.rng.IntN(e.game.MaxSeats)
}

// look reads what a phone shows, and examines states that are new on such a screen.
func (e *evening) look(at int) finger {
	e.Helper()
	p := e.phones[at]
	var f finger
	p.run(chromedp.Evaluate(lookScript, &f))
	state := fmt.Sprintf("%d %s", screens[at][0], f.State)
	if g := e.host.Snapshot().Game; g != nil {
		state += " " + g.Ask.Key
		if g.Ask.Seat == at {
			state += ", asked"
		}
	}
	for _, problem := range f.Problems {
		e.problem(p, state, problem)
	}
	if !e.seen[state] {
		e.seen[state] = true
		name := fmt.Sprintf("%s-%d-%03d", e.game.ID, screens[at][0], len(e.seen))
		p.sound(name)
		e.examine(p, name+" "+state)
	}
	return f
}

// problem reports a problem once, with a screenshot.
func (e *evening) problem(p *page, state, what string) {
	e.Helper()
	if e.known[what] {
		return
	}
	e.known[what] = true
	p.shot(fmt.Sprintf("problem-%s-%d", e.game.ID, e.taps))
	e.Errorf("after %d taps, %s: %s", e.taps, state, what)
}

// examine runs axe-core on a page.
func (e *evening) examine(p *page, what string) {
	e.Helper()
	if *axe == "" {
		return
	}
	script, err := os.ReadFile(*axe)
	if err != nil {
		e.Fatal(err)
	}
	var violations []string
	p.run(chromedp.Evaluate(string(script), nil), chromedp.Evaluate(`axe.run(document, { resultTypes: ["violations"] }).then((r) => r.violations.map((v) =>
		v.id + ": " + v.nodes.slice(0, 2).map((n) => n.target.join(" ") + " " + n.failureSummary.replace(/\s+/g, " ").slice(0, 200)).join("; ")))`, &violations, awaited))
	for _, v := range violations {
		e.problem(p, what, v)
	}
}

// Targets that lead away from the game, or back in it.
var aside = []string{"undo", "take-back", "amend", "hold", "may", "reach", "seat-again", "another", "drop", "rule", "search", "knocks", "zoom"}

// liking is how likely a finger chooses a kind of target.
var liking = map[string]int{"gold": 12, "board": 6, "picture": 6, "plain": 4, "icon": 1, "link": 1}

// tap taps one target of a page, likely ones more often. It reports whether there was any.
func (e *evening) tap(p *page, f finger) bool {
	e.Helper()
	kinds, sum := make(map[string][]int), 0
	for i, t := range f.Targets {
		if begins, _, _ := strings.Cut(t.Key, "-"); slices.Contains(aside, begins) || slices.Contains(aside, t.Key) {
			continue
		}
		if kinds[t.Kind] = append(kinds[t.Kind], i); len(kinds[t.Kind]) == 1 {
			sum += liking[t.Kind]
		}
	}
	if sum == 0 {
		return false
	}
	n := e.rng.IntN(sum)
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		if n -= liking[kind]; n < 0 {
			e.taps++
			return e.touch(p, kinds[kind][e.rng.IntN(len(kinds[kind]))])
		}
	}
	return false
}

// touch touches a target, as a finger does, or a mouse on a screen that has one.
func (e *evening) touch(p *page, target int) bool {
	e.Helper()
	var at struct {
		X, Y  float64
		Under string
		Gone  bool
	}
	p.run(chromedp.Evaluate(fmt.Sprintf("fingerOn(%d, %f, %f)", target, e.rng.Float64(), e.rng.Float64()), &at))
	switch {
	case at.Gone:
		return false // the table has moved on
	case at.Under != "":
		e.problem(p, "a target", "lies under "+at.Under)
		return false
	}
	if p.touches {
		p.run(input.DispatchTouchEvent(input.TouchStart, []*input.TouchPoint{{X: at.X, Y: at.Y}}), input.DispatchTouchEvent(input.TouchEnd, []*input.TouchPoint{}))
	} else {
		p.run(chromedp.MouseClickXY(at.X, at.Y))
	}
	time.Sleep(60 * time.Millisecond)
	return true
}

// truth returns the game from the journal.
func (e *evening) truth() engine.State {
	e.Helper()
	names, err := filepath.Glob(filepath.Join(e.state, journal.Folder, "*.table"))
	if err != nil || len(names) != 1 {
		e.Fatalf("journals %v: %v", names, err)
	}
	f, err := os.Open(names[0])
	if err != nil {
		e.Fatal(err)
	}
	defer f.Close()
	rec, err := record.Parse(names[0], f)
	if err != nil {
		e.Fatal(err)
	}
	table, failure := record.Begin(rec, games(), nil)
	for i := 0; failure == nil && i < len(rec.Lines); i++ {
		failure = table.Step(rec.Lines[i])
	}
	if failure != nil {
		e.Fatal(failure)
	}
	return table.History.State()
}

// layOne puts a card of a legal move on a reader.
func (e *evening) layOne() {
	e.Helper()
	state := e.truth()
	m, ok := e.strategy.RandomMove(state)
	if !ok || len(m.Args) == 0 {
		return
	}
	c := state.Catalog()
	for _, a := range m.Args[:m.Arity()] {
		if word := c.Word(a); c.Class(a)&engine.ClassCard != 0 && word != "?" && e.hasTag(word) {
			reader := "table"
			if m.Seat < engine.NoSeat && e.rng.IntN(2) == 0 {
				reader = fmt.Sprintf("altar-%d", m.Seat+1)
			}
			e.lay(reader, word)
			return
		}
	}
}

func (e *evening) hasTag(word string) bool {
	for _, tag := range e.daemon.Virtual().State().Tags {
		if tag.Word == word {
			return true
		}
	}
	return false
}

// prizes are facts of a seat that win a game: by chance alone they take hundreds of moves.
var prizes = []string{"books", "favours", "flames", "influence"}

// raise amends the state so that somebody has more of what wins, or else makes a move after which a player needs less, if the game has
// such a fact.
func (e *evening) raise() {
	e.Helper()
	state := e.truth()
	for _, fact := range prizes {
		if m, ok := e.strategy.Raise(state, fact); ok {
			e.say(state, m)
			return
		}
	}
	needs := func(s engine.State, seat engine.Seat) string {
		n, _ := engine.Fact(s, s.Catalog().SeatWord(seat)+".needs")
		return n
	}
	for m := range state.Moves {
		if m.Seat >= engine.NoSeat {
			continue
		}
		after := state.Clone()
		after.Play(m)
		if player.MoreThan(needs(state, m.Seat), needs(after, m.Seat)) {
			e.say(state, m)
			return
		}
	}
}

// say makes a move in words, at the table itself. If the clock was faster, the move is refused.
func (e *evening) say(state engine.State, m engine.Move) {
	e.Helper()
	c := state.Catalog()
	e.ask(protocol.MoveRequest{Seat: c.SeatWord(m.Seat), Verb: c.Word(m.Verb), Args: strings.Fields(c.FormatArgs(m))})
}

// help makes a move if the fingers have found none for a long time.
func (e *evening) help() {
	e.Helper()
	state := e.truth()
	c := state.Catalog()
	for range 20 {
		m, ok := e.strategy.RandomMove(state)
		if !ok || state.Status().Timer.For > 0 && m == state.Status().Timer.Then {
			continue
		}
		e.helped++
		e.idle = 0
		e.Logf("after %d taps nobody has found %s", e.taps, c.Format(m))
		if m.Seat < engine.NoSeat {
			e.phones[m.Seat].shot(fmt.Sprintf("helped-%s-%d", e.game.ID, e.taps))
			e.phones[m.Seat].run(chromedp.KeyEvent(kb.Escape))
		}
		e.say(state, m)
		return
	}
}

// wander opens something besides the game, and comes back.
func (e *evening) wander(at int) {
	e.Helper()
	p := e.phones[at]
	var opened bool
	p.run(chromedp.Evaluate(fmt.Sprintf("wander(%d)", e.rng.IntN(1000)), &opened))
	if !opened {
		return
	}
	time.Sleep(150 * time.Millisecond)
	e.look(at)
	e.close(at)
}

// goAround examines everything besides games, on every screen.
func (e *evening) goAround() {
	e.Helper()
	e.phones[0].press("#table", "Another game")
	for at := range 4 {
		p := e.phones[at]
		p.until(func() string {
			if p.text("#lobby") == "" {
				return "there is no lobby"
			}
			return ""
		})
		for n := range 12 {
			var opened bool
			p.run(chromedp.Evaluate(fmt.Sprintf("wander(%d)", n), &opened))
			if !opened {
				break
			}
			time.Sleep(300 * time.Millisecond)
			e.look(at)
			// Further steps, wherever they lead.
			for range 3 {
				f := e.look(at)
				if !f.Dialog || !e.tap(p, f) {
					break
				}
				time.Sleep(200 * time.Millisecond)
				e.look(at)
			}
			e.close(at)
		}
	}
	all := slices.Sorted(maps.Keys(e.seen))
	if *pictures != "" {
		data, err := json.MarshalIndent(all, "", "\t")
		if err == nil {
			err = os.WriteFile(filepath.Join(*pictures, e.game.ID+"-states.json"), data, 0o644)
		}
		if err != nil {
			e.Error(err)
		}
	}
}
