package companion_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"familiar/companion"
	"familiar/engine"
	"familiar/engine/sacrilege"
)

// knobber plays a whole game with cards and a knob, and with nothing else: it follows it with an engine of its own, and reads the panel.
type knobber struct {
	*house
	rng   *rand.Rand
	words *engine.Phrases
	truth *engine.History
	lies  map[string]string // on which reader a card lies
	ways  map[string]int    // in which moves were told
	begun int               // the run of a prayer that has just begun
}

// play makes random moves, and then some that lead to the end.
func (p *knobber) play(random int) {
	p.Helper()
	for !p.truth.State().Status().Over && !p.Failed() {
		moves := len(p.truth.Moves())
		if moves > random+300 {
			p.Fatal("the game does not come to its end")
		}
		timer := p.truth.State().Status().Timer
		runs := timer.For > 0 && !timer.Paused
		m, ok := p.pick(moves >= random)
		if runs && (!ok || moves >= random || timer.Run != p.begun) {
			time.Sleep(timer.For + second)
			p.settle()
			p.ways["clock"]++
			p.follow(timer.Then)
			continue
		}
		if runs {
			p.begun = 0 // there is time for one card
		}
		switch {
		case moves > 0 && p.rng.IntN(15) == 0:
			p.undo()
		case !ok:
			p.Fatal("nothing is legal")
		default:
			p.tell(m)
		}
	}
}

// pick is a legal move: any, or one that brings somebody nearer to a prayer.
func (p *knobber) pick(near bool) (engine.Move, bool) {
	p.Helper()
	state := p.truth.State()
	c, timer := state.Catalog(), state.Status().Timer
	verbs := make(map[engine.Name][]engine.Move)
	var names []engine.Name
	for m := range state.Moves {
		if timer.For > 0 && m == timer.Then {
			continue
		}
		if verbs[m.Verb] == nil {
			names = append(names, m.Verb)
		}
		verbs[m.Verb] = append(verbs[m.Verb], m)
	}
	if near && verbs[c.Name("pray")] != nil {
		return verbs[c.Name("pray")][0], true
	}
	for _, verb := range []string{"sacrifice", "invoke"} {
		for _, m := range verbs[c.Name(verb)] {
			if after := state.Clone(); near && m.Seat == state.Status().Turn && after.Play(m).OK() && !after.Status().Ask.Open {
				if value, _ := engine.Fact(after, c.SeatWord(m.Seat)+".altar.value"); value == "6" || value == "-6" {
					return m, true
				}
			}
		}
	}
	if len(names) == 0 {
		return engine.Move{}, false
	}
	some := verbs[names[p.rng.IntN(len(names))]]
	m := some[p.rng.IntN(len(some))]
	// An unseen card goes without saying where a move can end before it.
	if last := m.Arity() - 1; last >= 0 && c.Sort(m.Args[last])&engine.SortUnseen != 0 {
		if plain := engine.NewMove(m.Seat, m.Verb, m.Args[:last]...); state.Check(plain).OK() {
			return plain, true
		}
	}
	return m, true
}

// tell makes a move: by laying its first card where it comes to lie, and the others beside it, or else by the knob. What is asked meanwhile the knob
// answers.
func (p *knobber) tell(m engine.Move) {
	p.Helper()
	state := p.truth.State()
	c := state.Catalog()
	before := p.moves()
	var cards []string
	for _, n := range m.Args[:m.Arity()] {
		if c.Sort(n)&engine.SortCard != 0 {
			cards = append(cards, c.Word(n))
		}
	}
	if len(cards) == 0 || p.open(m) && p.rng.IntN(2) == 0 {
		p.ways["knob"]++
		p.dial(m)
	} else {
		p.ways["cards"]++
		for i, card := range cards {
			if p.moves() == before {
				p.put(card, p.readerFor(m, i))
			}
		}
	}
	p.answer(m, before)
	p.follow(m)
	p.lift(cards...)
	if timer := p.truth.State().Status().Timer; timer.For == 0 {
		time.Sleep(3 * time.Minute) // until nobody waits any more for cards that were named, and not laid
		p.settle()
	} else if c.Word(m.Verb) == "pray" && p.rng.IntN(2) == 0 {
		p.begun = timer.Run
	}
}

// open tells whether all cards of an answer lie open.
func (p *knobber) open(m engine.Move) bool {
	state := p.truth.State()
	if !state.Status().Ask.Open {
		return false
	}
	lie := " "
	for _, value := range state.View(engine.Table).Facts {
		lie += value + " "
	}
	for _, n := range m.Args[:m.Arity()] {
		if c := state.Catalog(); c.Sort(n)&engine.SortCard != 0 && !strings.Contains(lie, " "+c.Word(n)+" ") {
			return false
		}
	}
	return true
}

// readerFor is the reader for a card of a move: the first one goes where it comes to lie.
func (p *knobber) readerFor(m engine.Move, i int) string {
	state := p.truth.State()
	place := state.Catalog().Word(state.Landing(m))
	switch {
	case i > 0:
	case place == "grave":
		return "grave"
	case place == "player-1.altar":
		return "altar-1"
	case place == "player-2.altar":
		return "altar-2"
	}
	return "middle"
}

func (p *knobber) put(card, reader string) {
	p.Helper()
	p.lift(card)
	p.lies[card] = reader
	p.lay(reader, card)
	time.Sleep(second) // what is laid next is laid after it, not with it
	p.settle()
}

func (p *knobber) lift(cards ...string) {
	p.Helper()
	for _, card := range cards {
		if reader, ok := p.lies[card]; ok {
			if err := p.table.Lift(p.Context(), reader, uidOf(card), time.Now()); err != nil {
				p.Fatal(err)
			}
			delete(p.lies, card)
		}
	}
	p.settle()
}

// dial goes through the lists of the knob until a move is made. A player who is not awaited is somebody else.
func (p *knobber) dial(m engine.Move) {
	p.Helper()
	c := p.truth.State().Catalog()
	p.push("dial", false)
	if ask := p.truth.State().Status().Ask; m.Seat != ask.Seat && m.Seat != engine.Table {
		p.take("dial", "Somebody else")
		p.take("dial", p.words.Seat(c, m.Seat))
	}
	verb := engine.TitleOf(c.Word(m.Verb))
	if v, ok := p.words.Verbs[c.Word(m.Verb)]; ok {
		verb = v
	}
	var names []string
	for _, n := range m.Args[:m.Arity()] {
		names = append(names, p.words.Name(c, n))
	}
	left := strings.Join(append([]string{verb}, names...), ", ")
	for p.shown.scene().Choice != nil && !p.Failed() {
		list := p.shown.scene().Choice
		item := ""
		// The verb may go without saying, and the rest may be said in one or more lists.
		for _, i := range list.Items {
			said := strings.Replace(i, ": ", ", ", 1)
			for _, whole := range []string{left, strings.TrimPrefix(left, verb+", ")} {
				if (whole+", ") == said+", " || strings.HasPrefix(whole+", ", said+", ") && len(i) > len(item) {
					item = i
				}
			}
		}
		if item == "" {
			p.Fatalf("no item of %+v goes on with %q", list, left)
		}
		said := strings.Replace(item, ": ", ", ", 1)
		if !strings.HasPrefix(left, said) {
			left = strings.TrimPrefix(left, verb+", ")
		}
		left = strings.TrimPrefix(strings.TrimPrefix(left, said), ", ")
		p.take("dial", item)
	}
}

// answer answers what is asked about cards until a move is made.
func (p *knobber) answer(m engine.Move, before int) {
	p.Helper()
	state := p.truth.State()
	c := state.Catalog()
	whole := strings.TrimSuffix(p.words.Move(c, m), ".")
	for range 10 {
		if p.moves() != before {
			if p.shown.scene().Choice != nil {
				p.Errorf("a list is left: %+v", p.shown.scene().Choice)
			}
			return
		}
		p.push("dial", false)
		list := p.shown.scene().Choice
		wanted := append([]string{whole, p.words.Seat(c, m.Seat), p.words.Verbs[c.Word(m.Verb)]}, p.titles(m)...)
		i := slices.IndexFunc(wanted, func(w string) bool { return slices.Contains(list.Items[:len(list.Items)-1], w) })
		if i < 0 {
			p.Fatalf("for %s nothing is asked but %+v; %+v", c.Format(m), list, p.shown.scene().Verdict)
		}
		p.ways["answer"]++
		p.take("dial", wanted[i])
		if list := p.shown.scene().Choice; list != nil {
			time.Sleep(31 * second) // somebody else looks at the list first
			p.settle()
		}
	}
	p.Fatalf("%s is not made", c.Format(m))
}

func (p *knobber) titles(m engine.Move) []string {
	var titles []string
	for _, n := range m.Args[:m.Arity()] {
		titles = append(titles, p.words.Name(p.truth.State().Catalog(), n))
	}
	return titles
}

func (p *knobber) undo() {
	p.Helper()
	p.push("dial", false)
	list := p.shown.scene().Choice
	i := slices.IndexFunc(list.Items, func(item string) bool { return strings.HasPrefix(item, "Undo: ") })
	if i < 0 {
		p.Fatalf("nothing can be taken back by %+v", list)
	}
	p.take("dial", list.Items[i])
	p.truth.TakeBack(1)
	p.ways["undo"]++
}

// follow makes a move that was told, and compares the game on the table with it.
func (p *knobber) follow(m engine.Move) {
	p.Helper()
	c := p.truth.State().Catalog()
	if v := p.truth.Play(m); !v.OK() {
		p.Fatalf("%s was told, and is refused by %s", c.Format(m), v.Rule)
	}
	if p.moves() != len(p.truth.Moves()) {
		p.Fatalf("after %s %d moves stand, not %d:\n%s", c.Format(m), p.moves(), len(p.truth.Moves()), p.journalText())
	}
	if got, want := p.shown.scene(), p.truth.State().Status(); got.Phase == "game" && got.Turn != int(want.Turn) {
		p.Errorf("after %s it is the turn of %d, not %d", c.Format(m), got.Turn, want.Turn)
	}
}

// moves is how many moves stand, as the journal tells it.
func (p *knobber) moves() int {
	p.Helper()
	n := 0
	for line := range strings.Lines(p.journalText()) {
		said, _, _ := strings.Cut(line, "#")
		switch said = strings.TrimSpace(said); {
		case said == "table: undo":
			n--
		case strings.Contains(said, ": "):
			n++
		}
	}
	return n
}

// A whole game of Sacrilege, from an empty table to its end and to the next game, is played with cards and a knob alone: no phone, no button.
func TestAWholeGameWithCardsAndKnob(t *testing.T) {
	for seed := range uint64(4) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			dir := t.TempDir()
			run(t, func(t *testing.T) {
				h := newHouse(t, dir, func(o *companion.Options) {
					withKnobs(o)
					o.Buttons = nil
				})
				defer h.stop()
				h.take("dial", "Sacrilege")
				h.take("dial", "2 players")
				h.take("dial", "Begin")
				game := sacrilege.Game()
				words, err := engine.ParsePhrases(game.Words)
				if err != nil {
					t.Fatal(err)
				}
				state, err := game.New(engine.Setup{Game: game.ID, Pack: engine.HousePack, Seats: []string{"player-1", "player-2"}}, game.House)
				if err != nil {
					t.Fatal(err)
				}
				p := &knobber{house: h, rng: rand.New(rand.NewPCG(seed, 1)), words: words, truth: engine.NewHistory(state), lies: make(map[string]string), ways: make(map[string]int)}
				p.play(80)
				h.settle()
				for i, m := range h.replays(t).Moves() {
					if c := state.Catalog(); m != p.truth.Moves()[i] {
						t.Errorf("move %d is %s, and not %s", i+1, c.Format(m), c.Format(p.truth.Moves()[i]))
					}
				}
				scene, status := h.shown.scene(), p.truth.State().Status()
				if scene.Phase != "over" || scene.Winner != int(status.Winner) {
					t.Fatalf("the end is %+v", scene)
				}
				t.Logf("%d moves, told by %v", len(p.truth.Moves()), p.ways)
				for _, way := range []string{"knob", "cards", "answer", "undo", "clock"} {
					if p.ways[way] == 0 {
						t.Errorf("nothing was told by %s", way)
					}
				}

				// The same players play again.
				winner := p.words.Seat(state.Catalog(), status.Winner)
				h.push("dial", false)
				list := h.shown.scene().Choice
				if list.Title != winner+" has won." || !slices.Equal(list.Items[:2], []string{"Sacrilege again: Player 1, Player 2", "Sacrilege"}) || !strings.HasPrefix(list.Items[2], "Undo: ") {
					t.Errorf("the list is %+v", list)
				}
				h.take("dial", list.Items[0])
				h.push("dial", false)
				h.lists("Turn up the top card of the Necronomicon and lay it into the Graveyard.", "Close")
			})
		})
	}
}
