package main

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"familiar/cmd/familiar/internal/player"
	"familiar/cmd/familiar/internal/rig"
	"familiar/companion/stage"
	"familiar/engine"
	"familiar/engine/sacrilege"
)

// A table for two without a button.
const knobTable = `
[[reader]]
name = "altar-1"
bus = "SPI0.0"
seat = 1
place = "altar"
[[reader]]
name = "altar-2"
bus = "SPI0.1"
seat = 2
place = "altar"
[[reader]]
name = "grave"
bus = "SPI1.0"
place = "grave"
[[reader]]
name = "middle"
bus = "SPI1.1"
[[knob]]
a = "GPIO5"
b = "GPIO6"
press = "GPIO13"
[panel]
bus = "SPI4.0"
dc = "GPIO25"
reset = "GPIO17"
busy = "GPIO24"
`

// knobPlayer plays a whole game with cards and a knob only. It follows the game with an engine of its own, and reads the panel.
type knobPlayer struct {
	*rig.Rig
	rng       *rand.Rand
	game      engine.Game
	words     *engine.Phrases
	reference *engine.History
	inputs    map[string]int // how many moves were made in each way
	begun     int            // the run of a prayer that has just begun
}

// play makes random moves, and then some that lead to the end.
func (p *knobPlayer) play(random int) {
	p.Helper()
	for !p.reference.State().Status().Over && !p.Failed() {
		moves := len(p.reference.Moves())
		if moves > random+300 {
			p.Fatal("the game does not come to its end")
		}
		timer := p.reference.State().Status().Timer
		runs := timer.For > 0 && !timer.Paused
		m, ok := p.pick(moves >= random)
		if runs && (!ok || moves >= random || timer.Run != p.begun) {
			p.Pass(timer.For + time.Second)
			p.inputs["clock"]++
			p.playReference(timer.Then)
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
			p.makeMove(m)
		}
	}
}

// pick returns a legal move: any, or one that brings somebody nearer to a prayer.
func (p *knobPlayer) pick(near bool) (engine.Move, bool) {
	p.Helper()
	state := p.reference.State()
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
	// An unseen card need not be named if the move can end before it.
	if last := m.Arity() - 1; last >= 0 && c.Class(m.Args[last])&engine.ClassUnseen != 0 {
		if plain := engine.NewMove(m.Seat, m.Verb, m.Args[:last]...); state.Check(plain).OK() {
			return plain, true
		}
	}
	return m, true
}

// makeMove makes a move. It puts the first card where the card ends and the others beside it, or else it uses the knob. The knob also answers the
// questions in between.
func (p *knobPlayer) makeMove(m engine.Move) {
	p.Helper()
	state := p.reference.State()
	c := state.Catalog()
	before := p.standingMoves()
	var cards []string
	for _, n := range m.Args[:m.Arity()] {
		if c.Class(n)&engine.ClassCard != 0 {
			cards = append(cards, c.Word(n))
		}
	}
	if len(cards) == 0 || p.open(m) && p.rng.IntN(2) == 0 {
		p.inputs["knob"]++
		if !p.ChooseMove(state, p.words, m) {
			p.Fatalf("the lists of the knob do not lead to %s", c.Format(m))
		}
	} else {
		p.inputs["cards"]++
		laid := 0
		for p.standingMoves() == before && laid < len(cards) {
			p.layCard(cards[laid], p.readerFor(m, laid))
			laid++
		}
		cards = cards[laid:]
		if p.standingMoves() != before {
			cards = nil // so a hand has not named them, and puts them down for the next move
		}
	}
	p.answer(m, before)
	// Cards that were named but not put down go where they belong now.
	for _, card := range cards {
		p.layCard(card, "middle")
	}
	p.playReference(m)
	if c.Word(m.Verb) == "pray" && p.rng.IntN(2) == 0 {
		p.begun = p.reference.State().Status().Timer.Run
	}
}

// open reports whether all cards of an answer lie open.
func (p *knobPlayer) open(m engine.Move) bool {
	state := p.reference.State()
	if !state.Status().Ask.Open {
		return false
	}
	lie := " "
	for _, value := range state.View(engine.Public).Facts {
		lie += value + " "
	}
	for _, n := range m.Args[:m.Arity()] {
		if c := state.Catalog(); c.Class(n)&engine.ClassCard != 0 && !strings.Contains(lie, " "+c.Word(n)+" ") {
			return false
		}
	}
	return true
}

// readerFor returns the reader for a card of a move: the first card goes where it ends.
func (p *knobPlayer) readerFor(m engine.Move, i int) string {
	state := p.reference.State()
	place := state.Catalog().Word(state.Destination(m))
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

// layCard puts a card on a reader, and takes it away again, so that it counts separately from the next one.
func (p *knobPlayer) layCard(card, reader string) {
	p.Helper()
	uid := p.Tags[card][0]
	p.Lay(reader, uid)
	p.Pass(500 * time.Millisecond)
	p.Lift(uid)
}

// answer answers questions about cards until a move is made.
func (p *knobPlayer) answer(m engine.Move, before int) {
	p.Helper()
	state := p.reference.State()
	c := state.Catalog()
	whole := strings.TrimSuffix(p.words.Move(c, m), ".")
	for range 10 {
		if p.standingMoves() != before {
			if p.KnobChoice() != nil {
				p.Errorf("a list is left: %+v", p.KnobChoice())
			}
			return
		}
		list := p.KnobList()
		wanted := append([]string{whole, p.words.Seat(c, m.Seat), p.words.Verbs[c.Word(m.Verb)]}, p.titles(m)...)
		i := slices.IndexFunc(wanted, func(w string) bool { return slices.Contains(list.Items[:len(list.Items)-1], w) })
		if i < 0 {
			p.Fatalf("for %s nothing is asked but %+v; %+v", c.Format(m), list, p.ExpectedScene().Verdict)
		}
		p.inputs["answer"]++
		p.Choose(wanted[i])
	}
	p.Fatalf("%s is not made", c.Format(m))
}

func (p *knobPlayer) titles(m engine.Move) []string {
	var titles []string
	for _, n := range m.Args[:m.Arity()] {
		titles = append(titles, p.words.Name(p.reference.State().Catalog(), n))
	}
	return titles
}

func (p *knobPlayer) undo() {
	p.Helper()
	list := p.KnobList()
	i := slices.IndexFunc(list.Items, func(item string) bool { return strings.HasPrefix(item, "Undo: ") })
	if i < 0 {
		p.Fatalf("nothing can be taken back by %+v", list)
	}
	p.Choose(list.Items[i])
	p.reference.TakeBack(1)
	p.inputs["undo"]++
}

// playReference makes the move in the test's own engine, and compares the game on the table with it.
func (p *knobPlayer) playReference(m engine.Move) {
	p.Helper()
	c := p.reference.State().Catalog()
	if v := p.reference.Play(m); !v.OK() {
		p.Fatalf("%s was told, and is refused by %s", c.Format(m), v.Rule)
	}
	if p.standingMoves() != len(p.reference.Moves()) {
		p.Fatalf("after %s %d moves stand, not %d", c.Format(m), p.standingMoves(), len(p.reference.Moves()))
	}
	if got, want := p.ExpectedScene(), p.reference.State().Status(); got.Phase == "game" && got.Turn != int(want.Turn) {
		p.Errorf("after %s it is the turn of %d, not %d", c.Format(m), got.Turn, want.Turn)
	}
}

// standingMoves returns how many moves of the journal were not undone.
func (p *knobPlayer) standingMoves() int {
	p.Helper()
	return len(p.JournalHistory([]engine.Game{p.game}).Moves())
}

// TestKnobGame plays a whole game of Sacrilege through emulated chips, from an empty table to its end and the next game, with cards and a knob only: there is
// no phone, and no button.
func TestKnobGame(t *testing.T) {
	if !rig.OwnProcess(t) {
		return
	}
	state := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		game := sacrilege.Game()
		r := rig.New(t, []engine.Game{game}, knobTable, state)
		defer r.Stop()
		words, err := engine.ParsePhrases(game.Words.Read())
		if err != nil {
			t.Fatal(err)
		}
		truth := player.NewHistory(t, game, []string{"player-1", "player-2"})
		strategy := player.NewStrategy(3)
		r.UseWords(words)
		r.ActAs("The player")
		player.ReportFailure(r, game, strategy)
		p := &knobPlayer{Rig: r, rng: strategy.Rand(), game: game, words: words, reference: truth, inputs: make(map[string]int)}
		p.Pass(5 * time.Second) // until all chips have answered
		for _, item := range []string{"Sacrilege", "2 players", "Begin"} {
			p.Choose(item)
		}
		p.play(60)
		for i, m := range p.JournalHistory([]engine.Game{game}).Moves() {
			if c := truth.State().Catalog(); m != truth.Moves()[i] {
				t.Errorf("move %d is %s, and not %s", i+1, c.Format(m), c.Format(truth.Moves()[i]))
			}
		}
		sc, status := r.ExpectedScene(), truth.State().Status()
		if sc.Phase != "over" || sc.Winner != int(status.Winner) {
			t.Fatalf("the end is %+v", sc)
		}
		t.Logf("%d moves, made by %v", len(truth.Moves()), p.inputs)
		for _, way := range []string{"knob", "cards", "answer", "undo", "clock"} {
			if p.inputs[way] == 0 {
				t.Errorf("nothing was made by %s", way)
			}
		}

		// The panel has the list, and the same players can play again.
		list := p.KnobList()
		if list.Title != words.Seat(truth.State().Catalog(), status.Winner)+" has won." || list.Items[0] != "Sacrilege again: Player 1, Player 2" {
			t.Errorf("the list is %+v", list)
		}
		p.Pass(5 * time.Second)
		picture := p.PanelPicture()
		if !rig.SameDots(stage.Picture(r.ExpectedScene(), stage.Screen{Size: picture.Bounds().Size()}, time.Now()), picture) {
			t.Error("the panel does not show the list")
		}
		p.Choose(list.Items[0])
		if sc := r.ExpectedScene(); sc.Phase != "game" || sc.Verdict != nil {
			t.Errorf("the next game is %+v", sc)
		}
	})
}
