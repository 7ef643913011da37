package companion_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"familiar/companion"
	"familiar/companion/journal"
	"familiar/companion/protocol"
	"familiar/companion/scene"
	"familiar/engine"
	"familiar/engine/record"
	"familiar/engine/sacrilege"
)

const second = time.Second

// withKnobs gives a table a knob of nobody, one of the second seat, and a reader for the Graveyard.
func withKnobs(o *companion.Options) {
	o.Knobs = []companion.Knob{{Name: "dial", Title: "The knob"}, {Name: "bens", Seat: 2}}
	o.Readers = append(o.Readers, companion.Reader{Name: "grave", Place: "grave"}, companion.Reader{Name: "hand-2", Seat: 2, Place: "hand"})
}

func (h *testTable) turn(knob string, steps int) {
	h.Helper()
	if err := h.table.Turn(h.Context(), knob, steps, time.Now()); err != nil {
		h.Fatal(err)
	}
	h.settle()
}

func (h *testTable) push(knob string, long bool) {
	h.Helper()
	if err := h.table.Push(h.Context(), knob, long, time.Now()); err != nil {
		h.Fatal(err)
	}
	h.settle()
}

// lists compares the list on the panel; an empty title: there is none.
func (h *testTable) lists(title string, items ...string) {
	h.Helper()
	c := h.shown.scene().Choice
	switch {
	case c == nil && title == "":
	case c == nil:
		h.Errorf("no list of %q", title)
	case c.Title != title || !slices.Equal(c.Items, items):
		h.Errorf("the list is %q: %q", c.Title, c.Items)
	}
}

// chosen compares the item that would be taken.
func (h *testTable) chosen(item string) {
	h.Helper()
	if c := h.shown.scene().Choice; c == nil || c.Items[c.At] != item {
		h.Errorf("chosen is not %q, but of %+v", item, c)
	}
}

// take opens the list of a knob if it is closed, turns to an item once the list was read, and pushes.
func (h *testTable) take(knob, item string) {
	h.Helper()
	if h.shown.scene().Choice == nil {
		h.push(knob, false)
	}
	c := h.shown.scene().Choice
	at := -1
	if c != nil {
		at = slices.Index(c.Items, item)
	}
	if at < 0 {
		h.Fatalf("there is no %q in %+v", item, c)
	}
	time.Sleep(second)
	h.turn(knob, at-c.At)
	h.push(knob, false)
}

func (h *testTable) said(ok bool, text string) {
	h.Helper()
	if v := h.shown.scene().Verdict; v == nil || v.OK != ok || !strings.Contains(v.Text+v.Words, text) {
		h.Errorf("the verdict is %+v, not %t, %q", v, ok, text)
	}
}

const annsTurn = "Ann, it is your turn."

// In the lobby a game is chosen, and how many play it.
func TestKnobBeginsAGame(t *testing.T) {
	atTable(t, withKnobs, func(t *testing.T, h *testTable) {
		h.lists("")
		h.push("dial", false)
		h.lists("What shall be played?", "Sacrilege")
		h.take("dial", "Sacrilege")
		h.lists("Sacrilege: how many players?", "2 players", "3 players", "4 players", "5 players", "6 players")
		h.take("dial", "3 players")
		h.lists("Sacrilege: Player 1, Player 2, Player 3", "Begin")
		h.take("dial", "Begin")
		h.lists("")
		phone := h.phone("")
		if g := h.game(phone); len(g.Seats) != 3 || g.Seats[2].Word != "player-3" || g.Seats[0].Title != "Player 1" {
			t.Fatalf("seats %+v", g.Seats)
		}
		h.must(phone, protocol.EndRequest{})

		// The players of a game are those of the next one, also after a restart, and keep their colours.
		h.must(phone, protocol.StartRequest{Game: "sacrilege", Seats: []string{"ann", "ben", "cai"}, Colours: map[string]string{"ben": "white"}})
		white := h.game(phone).Seats[1].Colour
		h.must(phone, protocol.EndRequest{})
		h.push("dial", false)
		h.lists("What shall be played?", "Sacrilege again: Ann, Ben, Cai", "Sacrilege")
		h.take("dial", "Sacrilege")
		h.take("dial", "2 players")
		h.lists("Sacrilege: Ann, Ben", "Begin")
		time.Sleep(second)
		h.push("dial", true)
		h.chosen("2 players")
		h.take("dial", "5 players")
		h.lists("Sacrilege: Ann, Ben, Cai, Player 1, Player 2", "Begin")
		time.Sleep(second)
		h.take("dial", "Begin")
		if g := h.game(phone); len(g.Seats) != 5 || g.Seats[1].Colour != white {
			t.Errorf("seats %+v", g.Seats)
		}
		h.must(phone, protocol.EndRequest{})
		h.stop()
		h.start()
		h.take("dial", "Sacrilege again: Ann, Ben, Cai, Player 1, Player 2")
		if g := h.shown.scene(); g.Phase != "game" || len(g.Seats) != 5 {
			t.Errorf("scene %+v", g)
		}
	})
}

// The game that was played last comes first: with the same players, and then among all games, which are in the order of the house otherwise.
func TestKnobListsTheLastGameFirst(t *testing.T) {
	const asked = "What shall be played?"
	atTable(t, func(o *companion.Options) {
		withKnobs(o)
		o.Games = append(o.Games, boardGame(), tollGame(9, "ann pay 9"))
	}, func(t *testing.T, h *testTable) {
		host := h.phone("")
		h.push("dial", false)
		h.lists(asked, "Sacrilege", "Board", "Toll")
		for _, last := range []struct {
			game  string
			items []string
		}{
			{"toll", []string{"Toll again: Ann, Ben", "Toll", "Sacrilege", "Board"}},
			{"board", []string{"Board again: Ann, Ben", "Board", "Sacrilege", "Toll"}},
			{"sacrilege", []string{"Sacrilege again: Ann, Ben", "Sacrilege", "Board", "Toll"}},
			{"board", []string{"Board again: Ann, Ben", "Board", "Sacrilege", "Toll"}},
		} {
			h.must(host, protocol.StartRequest{Game: last.game, Seats: []string{"ann", "ben"}})
			h.must(host, protocol.EndRequest{})
			h.lists(asked, last.items...)
			time.Sleep(second) // records are in the order of their seconds
		}
		h.stop()
		h.start()
		h.push("dial", false)
		h.lists(asked, "Board again: Ann, Ben", "Board", "Sacrilege", "Toll")
		h.take("dial", "Toll")
		h.lists("Toll: how many players?", "2 players", "3 players", "4 players")
	})
}

// A game that cannot begin is refused on the panel.
func TestKnobCannotBegin(t *testing.T) {
	atTable(t, withKnobs, func(t *testing.T, h *testTable) {
		if err := os.WriteFile(filepath.Join(h.dir, journal.Folder), nil, 0o600); err != nil { // where the records should be
			t.Fatal(err)
		}
		h.take("dial", "Sacrilege")
		h.take("dial", "2 players")
		h.take("dial", "Begin")
		h.said(false, "cannot be written")
		if s := h.shown.scene(); s.Phase != "lobby" || s.Choice != nil || s.Cue == scene.CueNone && !slices.Contains(h.shown.cues(), scene.CueRefuse) {
			t.Errorf("scene %+v", s)
		}
	})
}

// Whoever is awaited can do everything by the knob that needs no card, and anything can be taken back.
func TestKnobMakesMoves(t *testing.T) {
	inGame(t, withKnobs, func(t *testing.T, h *testTable, ann, _ *companion.Phone) {
		h.turn("dial", 1) // shows the list, and nothing else
		h.lists(annsTurn, "Draw", "End the turn", "Undo: The Necronomicon shows King")
		h.chosen("Draw")
		time.Sleep(second)
		h.push("dial", false)
		h.lists("")
		h.said(true, "Ann draws a card.")
		h.expectFact(ann, "ann.hand", "6")
		if log := h.game(ann).Log; log[len(log)-1].Source != "The knob" {
			t.Errorf("the log tells %+v", log[len(log)-1])
		}
		data := h.journalText()
		if !strings.Contains(data, "ann: draw") || !strings.Contains(data, " knob dial ") {
			t.Errorf("the journal is\n%s", data)
		}
		h.take("dial", "Undo: Ann draws a card")
		h.expectFact(ann, "ann.hand", "5")
		h.take("dial", "End the turn")
		h.expectFact(ann, "turn", "ben")
		h.push("dial", false)
		h.lists("Ben, it is your turn.", "Draw", "End the turn", "Undo: Ann ends the turn")
		h.turn("dial", -3)
		h.chosen("Draw")
		h.turn("dial", 1<<62)
		h.turn("dial", 1<<62)
		h.chosen("Undo: Ann ends the turn")
	})
}

func (h *testTable) journalText() string {
	h.Helper()
	names, err := filepath.Glob(filepath.Join(h.dir, journal.Folder, "*.table"))
	if err != nil || len(names) == 0 {
		h.Fatalf("no journal: %v", err)
	}
	data, err := os.ReadFile(names[len(names)-1])
	if err != nil {
		h.Fatal(err)
	}
	return string(data)
}

// What is asked about a card is answered by the knob.
func TestKnobAnswersQuestions(t *testing.T) {
	inGame(t, withKnobs, func(t *testing.T, h *testTable, ann, _ *companion.Phone) {
		h.layCard("altar-1", "knight")
		h.push("dial", false)
		const asked = "Knight: what was done?"
		h.lists(asked, "Ann sacrifices Knight on the altar of Ann", "Ann invokes Knight", "None of these")
		h.take("dial", "None of these")
		h.lists("")
		if g := h.game(ann); g.Gesture != nil || g.Facts["ann.altar"] != "" {
			t.Errorf("gesture %+v, facts %v", g.Gesture, g.Facts)
		}
		h.layCard("altar-1", "knight")
		h.take("dial", "Ann sacrifices Knight on the altar of Ann")
		h.expectFact(ann, "ann.altar", "knight")
		h.expectFact(ann, "ann.actions", "sacrifice")

		// An offer: Ben sacrifices, and nobody has said that Ann's turn is over.
		h.layCard("altar-2", "miller")
		h.push("dial", false)
		h.lists("Miller: was something forgotten?",
			"Ann ends the turn, then Ben sacrifices Miller on the altar of Ben", "Ann ends the turn, then Ben invokes Miller", "None of these")
		h.take("dial", "Ann ends the turn, then Ben invokes Miller")
		h.expectFact(ann, "turn", "ben")
		h.expectFact(ann, "ben.altar", "miller")
		// … whose reward asks for a card, which is given unseen.
		h.push("dial", false)
		h.lists("Ben, give Ann a card of your hand. (Miller)", "Give", "Undo: Ben invokes Miller")
		h.take("dial", "Give")
		h.expectFact(ann, "ann.hand", "5")

		// A card that nobody knows can be left there.
		h.tap("middle", "04010203040506")
		h.push("dial", false)
		h.lists("This tag is not known. Say what it is on a phone, or enrol the tags of the box.", "Leave it")
		h.take("dial", "Leave it")
		if g := h.game(ann).Gesture; g != nil {
			t.Errorf("gesture %+v", g)
		}
	})
}

// A question with many answers is asked step by step; the next step is listed at once.
func TestKnobAnswersStepByStep(t *testing.T) {
	atTable(t, withKnobs, func(t *testing.T, h *testTable) {
		ann := h.phone("")
		h.begin(ann, "ann", "ben", "cai")
		h.layCard("middle", "king")
		h.layCard("middle", "imp") // green: from any hand to any altar
		h.push("dial", false)
		h.lists("Imp: who did it?", "Ann", "Ben", "Cai", "None of these")
		h.take("dial", "Ben")
		h.lists("Imp: which is it?", "Ben sacrifices Imp on the altar of Ann", "Ben sacrifices Imp on the altar of Ben", "Ben sacrifices Imp on the altar of Cai", "None of these")
		h.push("dial", false) // too soon to have read it
		h.chosen("Ben sacrifices Imp on the altar of Ann")
		h.take("dial", "Ben sacrifices Imp on the altar of Cai")
		h.expectFact(ann, "cai.altar", "imp")
		h.lists("")
	})
}

// An open question of the game lists its answers: seats, numbers, and cards that lie open.
func TestKnobAnswersTheGame(t *testing.T) {
	inGame(t, withKnobs, func(t *testing.T, h *testTable, ann, _ *companion.Phone) {
		h.must(ann, move("sacrifice", "imp", "ben"))
		for _, c := range []struct {
			card, title string
			items       []string
		}{
			{"jailer", "Ann, who misses a turn? (Jailer)", []string{"Choose", "Leave it"}},
			{"shade", "Ann, Shade leaves you a choice: which way?", []string{"1", "2", "3"}},
			{"necromancer", "Ann, raise a card from the Graveyard. (Necromancer)", []string{"King, Ann", "King, Ben"}},
			{"plague-doctor", "Ann, discard a card of your choice. (Plague Doctor)", nil},
			{"smuggler", "Ann, move a character from one altar to another. (Smuggler)", []string{"Smuggler, Ann, Ben", "Imp, Ben, Ann"}},
		} {
			h.must(ann, move("sacrifice", c.card, "ann"))
			h.push("dial", false)
			undo := fmt.Sprintf("Undo: Ann sacrifices %s on the altar of Ann", engine.TitleOf(c.card))
			h.lists(c.title, append(c.items, undo)...)
			h.take("dial", undo)
		}
		h.must(ann, move("sacrifice", "jailer", "ann"))
		h.take("dial", "Choose")
		h.lists("Choose", "Ann", "Ben")
		time.Sleep(second)
		h.push("dial", true)
		h.lists("Ann, who misses a turn? (Jailer)", "Choose", "Leave it", "Undo: Ann sacrifices Jailer on the altar of Ann")
		h.take("dial", "Choose")
		h.take("dial", "Ben")
		h.expectFact(ann, "ben.skips", "1")
		time.Sleep(second)
		h.push("dial", true) // none is open
		h.lists("")
		h.push("dial", false)
		time.Sleep(second)
		h.push("dial", true)
		h.lists("")
	})
}

// Things and their places are chosen word by word, and what leaves no choice is not asked.
func TestKnobGoesThroughWords(t *testing.T) {
	run(t, func(t *testing.T) {
		h, _ := newBoardOf(t, t.TempDir(), withKnobs,
			"ann: plant top oak", "ann: plant top elm", "ann: plant left elm", "ann: call feast", "ann: trade raven hound", "ann: greet ben", "ann: greet cai",
			"ben: pass", "ben: trade toad raven")
		h.push("dial", false)
		h.lists("turn", "Plant", "Call: The Feast", "Greet", "Somebody else")
		h.take("dial", "Plant")
		h.lists("Plant", "Top", "left disc, Elm")
		h.take("dial", "Top")
		h.lists("Plant: Top", "Oak", "Elm")
		for _, back := range []string{"Top", "Plant"} {
			time.Sleep(second)
			h.push("dial", true)
			h.chosen(back)
		}
		h.take("dial", "Somebody else")
		h.lists("Who?", "Ben")
		h.take("dial", "Ben")
		h.lists("Ben", "Pass")
		h.take("dial", "Pass")
		h.said(true, "ben: pass")
		h.push("bens", false)
		if c := h.shown.scene().Choice; c.Title != "Ben" || len(c.Items) != 2 || c.Items[0] != "Pass" {
			t.Errorf("the knob of a seat lists %+v", c)
		}
	})
}

// Whose turn it is reads what will be done, if there is but one thing to do.
func TestKnobSaysTheVerb(t *testing.T) {
	run(t, func(t *testing.T) {
		h, _ := newBoardOf(t, t.TempDir(), withKnobs, "ann: plant top oak", "ann: plant top elm")
		h.push("dial", false)
		h.lists("turn", "Plant: Top, Oak", "Plant: Top, Elm")
	})
}

// What was made in one gesture is taken back in one.
func TestKnobTakesBackAGesture(t *testing.T) {
	run(t, func(t *testing.T) {
		h, ann := newToll(t, t.TempDir(), 9, "ann take 4", "ann pay 2")
		h.press("take", true)
		h.take("dial", "Undo: Ann takes a card, 4 times")
		if n := h.game(ann).Undoable; n != 0 {
			t.Errorf("%d moves stand", n)
		}
	})
}

// newBoardOf is newBoard at a table that is changed.
func newBoardOf(t *testing.T, dir string, change func(*companion.Options), legal ...string) (h *testTable, ann *companion.Phone) {
	t.Helper()
	h = newTestTable(t, dir, func(o *companion.Options) {
		change(o)
		o.Games = append(o.Games, boardGame(legal...))
	})
	h.must(h.phone(""), protocol.StartRequest{Game: "board", Seats: []string{"ann", "ben", "cai"}})
	return h, h.phone("ann")
}

// When the table goes on, the list follows it. What is chosen stays if it is still there; nothing is taken that nobody can have read.
func TestKnobFollowsTheTable(t *testing.T) {
	inGame(t, withKnobs, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
		h.push("dial", false)
		h.push("dial", false) // a hand that trembles takes nothing
		h.chosen("Draw")
		time.Sleep(second)
		h.turn("dial", 1)
		h.chosen("End the turn")
		h.must(ann, move("draw"))
		h.lists(annsTurn, "End the turn", "Undo: Ann draws a card")
		h.chosen("End the turn")
		h.push("dial", false) // what is chosen has not changed
		h.expectFact(ann, "turn", "ben")

		// Undo is of the move that was read.
		h.push("dial", false)
		time.Sleep(second)
		h.turn("dial", 9)
		h.chosen("Undo: Ann ends the turn")
		h.must(ben, move("draw"))
		h.push("dial", false)
		h.expectFact(ann, "ben.hand", "6")
		h.chosen("Undo: Ben draws a card")
		time.Sleep(300 * time.Millisecond)
		h.turn("dial", -1) // what was turned from the new list is no more read than it
		h.push("dial", false)
		h.expectFact(ann, "turn", "ben")
		time.Sleep(100 * time.Millisecond)
		h.push("dial", false)
		h.expectFact(ann, "turn", "ann")

		// What is asked about a card comes before all else, with its first answer.
		h.push("dial", false)
		time.Sleep(second)
		h.turn("dial", 1)
		h.layCard("altar-1", "knight")
		h.chosen("Ann sacrifices Knight on the altar of Ann")
		h.push("dial", false)
		h.expectFact(ann, "ann.altar", "")

		// The same words under another question are another item.
		time.Sleep(second)
		h.turn("dial", 9)
		h.chosen("None of these")
		h.layCard("altar-1", "nun")
		h.push("dial", false)
		if g := h.game(ann).Gesture; g == nil {
			t.Error("a question was put away that nobody had read")
		}
		h.chosen("None of these")
		time.Sleep(second)
		h.push("dial", false)
		if g := h.game(ann).Gesture; g == nil || !slices.Equal(g.Words, []string{"knight"}) {
			t.Errorf("the gesture is %+v, and not the one before", g)
		}
	})
}

// A list into which somebody has gone and that is there no more is left.
func TestKnobLeavesWhatIsGone(t *testing.T) {
	inGame(t, withKnobs, func(t *testing.T, h *testTable, ann, _ *companion.Phone) {
		h.must(ann, move("sacrifice", "jailer", "ann"))
		h.take("dial", "Choose")
		time.Sleep(second)
		h.must(ann, move("skip"))
		h.lists(annsTurn, "Draw", "Purge the altar", "End the turn", "Undo: Ann leaves it")
		h.push("dial", false)
		h.expectFact(ann, "ann.hand", "4")
		h.must(ann, protocol.EndRequest{})
		h.lists("What shall be played?", "Sacrilege again: Ann, Ben", "Sacrilege")
	})
}

// A list many levels deep is left as a whole when its first level is gone: a long push then closes the menu, as it does in any first list.
func TestKnobLeavesAllLevelsThatAreGone(t *testing.T) {
	run(t, func(t *testing.T) {
		h, ann := newBoardOf(t, t.TempDir(), withKnobs, "ann: pass", "ben: pass", "ben: plant top oak", "ben: plant top elm", "ben: plant left elm")
		for _, level := range []string{"Somebody else", "Ben", "Plant", "Top"} {
			h.take("dial", level)
		}
		h.must(ann, protocol.EndRequest{})
		h.push("dial", true)
		h.lists("")
	})
}

// Who does not touch the knob for half a minute is done with it. Another knob takes the list over.
func TestKnobIsLeftAlone(t *testing.T) {
	inGame(t, withKnobs, func(t *testing.T, h *testTable, ann, _ *companion.Phone) {
		h.push("dial", false)
		for range 3 {
			time.Sleep(29 * second)
			h.must(ann, protocol.CheckRequest{Verb: "draw"})
			h.turn("dial", 1)
		}
		time.Sleep(30*second - time.Millisecond)
		h.settle()
		h.chosen("Undo: The Necronomicon shows King")
		time.Sleep(2 * time.Millisecond)
		h.settle()
		h.lists("")

		h.push("dial", false)
		time.Sleep(second)
		h.push("bens", true) // closes nothing that is not its own
		h.chosen("Draw")
		h.push("bens", false)
		h.lists("Ben", "Undo: The Necronomicon shows King")
		h.push("dial", false)
		h.chosen("Draw")
		h.expectFact(ann, "ann.hand", "5")
		h.push("nobody's", false)
		h.turn("nobody's", 1)
		h.turn("dial", 0)
		h.chosen("Draw")
	})
}

// A list opens at the first step of the knob, and what was turned further has turned it.
func TestKnobIsTurnedQuickly(t *testing.T) {
	for _, c := range []struct {
		steps  int
		chosen string
	}{
		{1, "Draw"}, {2, "End the turn"}, {50, "Undo: The Necronomicon shows King"}, {-1, "Draw"}, {-3, "Draw"},
	} {
		inGame(t, withKnobs, func(t *testing.T, h *testTable, _, _ *companion.Phone) {
			h.turn("dial", c.steps)
			h.chosen(c.chosen)
		})
	}
}

// A game that is paused can be put right by the knob, and nothing else.
func TestKnobOfAPausedGame(t *testing.T) {
	inGame(t, withKnobs, func(t *testing.T, h *testTable, ann, _ *companion.Phone) {
		h.must(ann, move("draw"))
		h.must(ann, pause(true))
		h.push("dial", false)
		h.lists("The game is paused: somebody has to let it go on first.", "Undo: Ann draws a card")
		h.take("dial", "Undo: Ann draws a card")
		h.take("dial", "Undo: The Necronomicon shows King")
		h.push("dial", false)
		h.lists("The game is paused: somebody has to let it go on first.", "Close")
		h.take("dial", "Close")
		h.lists("")
		h.must(ann, pause(false))
		h.push("dial", false)
		const awaited = "Turn up the top card of the Necronomicon and lay it into the Graveyard."
		h.lists(awaited, "Close")
		h.push("bens", false)
		h.lists(awaited, "Close")
	})
}

// While somebody prays the clock says amen, and nothing else does.
func TestKnobInAPrayer(t *testing.T) {
	inGame(t, withKnobs, func(t *testing.T, h *testTable, ann, _ *companion.Phone) {
		h.altarOfSix(ann)
		h.take("dial", "Pray")
		h.push("dial", false)
		h.lists("Ann is praying: who throws a green card?", "Undo: Ann begins a Dark Ritual")
		time.Sleep(7 * second)
		h.expectFact(ann, "ann.favours", "1")
	})
}

// The buzzer is silenced by the knob, a button, and a host; where there is one.
func TestMute(t *testing.T) {
	atTable(t, func(o *companion.Options) {
		withKnobs(o)
		o.Buttons = append(o.Buttons, companion.Button{Name: "quiet", Press: "draw", Long: "mute"})
	}, func(t *testing.T, h *testTable) {
		host, guest := h.phone(""), h.guest("192.0.2.7")
		muted := func(want bool) {
			t.Helper()
			if got := h.shown.scene().Muted; got != want {
				t.Errorf("muted %t, not %t", got, want)
			}
			for _, p := range []*companion.Phone{host, guest} {
				if got := p.Snapshot().Muted; got == nil || *got != want {
					t.Errorf("a phone sees %v, not %t", got, want)
				}
			}
		}
		if host.Snapshot().Muted != nil {
			t.Error("a buzzer that is not there is muted or not")
		}
		if a := h.mustRefuse(host, protocol.MuteRequest{On: true}); a.Text != "This table has no buzzer." {
			t.Errorf("answer %+v", a)
		}
		h.press("quiet", true)
		h.said(false, "This table has no buzzer.")
		if err := h.table.Device(t.Context(), protocol.Device{Name: "buzzer", OK: true}); err != nil {
			t.Fatal(err)
		}
		h.settle()
		muted(false)
		h.press("quiet", true)
		muted(true)
		h.said(true, "The buzzer is mute.")
		h.take("dial", "Buzzer on")
		h.said(true, "The buzzer is on.")
		muted(false)
		h.take("dial", "Mute the buzzer")
		muted(true)
		h.take("dial", "Buzzer on")
		muted(false)
		h.must(host, protocol.MuteRequest{On: true})
		muted(true)
		if a := h.mustRefuse(guest, protocol.MuteRequest{}); a.Text != "Only the host can do that: whoever began the game, or a browser on the table's own machine." {
			t.Errorf("answer %+v", a)
		}
		h.stop()
		h.start()
		h.settle()
		if !h.shown.scene().Muted {
			t.Error("a restart is heard")
		}
		if err := h.table.Device(t.Context(), protocol.Device{Name: "buzzer", OK: true}); err != nil {
			t.Fatal(err)
		}
		host, guest = h.phone(""), h.phone("")
		h.begin(host, "ann", "ben")
		h.press("quiet", true)
		muted(false)
		h.must(host, protocol.SitRequest{Seat: "ann"})
		h.must(host, pause(true))
		h.press("quiet", true) // also while nothing else may be done
		muted(true)
		h.push("dial", false)
		h.lists("The game is paused: somebody has to let it go on first.", "Buzzer on")
	})
}

// What a hand is told to hold changes no list, whatever is turned and pushed; and nothing comes of that but legal moves.
func TestAnyTurnOfTheKnob(t *testing.T) {
	state, err := sacrilege.Game().Sample("house", sacrilege.Game().House)
	if err != nil {
		t.Fatal(err)
	}
	var cards []string
	for _, n := range state.Catalog().Names(engine.ClassCard) {
		cards = append(cards, state.Catalog().Word(n))
	}
	rapid.Check(t, func(rt *rapid.T) {
		type deed struct {
			What, Who, Card string
			Steps           int
			After           time.Duration
		}
		deeds := rapid.SliceOfN(rapid.Custom(func(rt *rapid.T) deed {
			return deed{
				rapid.SampledFrom([]string{"turn", "turn", "push", "push", "push", "long", "lay", "hold", "wait"}).Draw(rt, "what"),
				rapid.SampledFrom([]string{"dial", "dial", "bens"}).Draw(rt, "knob"),
				rapid.SampledFrom(cards).Draw(rt, "card"),
				rapid.IntRange(-5, 5).Draw(rt, "steps"),
				time.Duration(rapid.IntRange(0, 700).Draw(rt, "ms")) * time.Millisecond,
			}
		}), 1, 60).Draw(rt, "deeds")
		dir, err := os.MkdirTemp("", "knob")
		if err != nil {
			rt.Fatal(err)
		}
		defer os.RemoveAll(dir)
		failure := ""
		synctest.Test(t, func(t *testing.T) {
			h, _, ben := startGame(t, dir, withKnobs)
			defer h.stop()
			for i, d := range deeds {
				time.Sleep(d.After)
				switch d.What {
				case "turn":
					h.turn(d.Who, d.Steps)
				case "push":
					h.push(d.Who, false)
				case "long":
					h.push(d.Who, true)
				case "wait":
					time.Sleep(8 * second)
				case "lay":
					h.layCard([]string{"altar-1", "altar-2", "middle", "grave"}[i%4], d.Card)
				case "hold":
					before := h.choice()
					if h.shown.scene().Phase == "game" && ben.Snapshot().You.Seat == 1 {
						ben.Do(t.Context(), move("hold", d.Card))
						synctest.Wait()
					}
					// Whatever is told takes an offer back.
					if after := h.choice(); after != before && !strings.Contains(before, "Instead of") && !strings.Contains(before, "was something forgotten") {
						failure = fmt.Sprintf("a hand changes the list from %s to %s", before, after)
					}
				}
				if c := h.shown.scene().Choice; c != nil && (len(c.Items) == 0 || c.At < 0 || c.At >= len(c.Items) || c.Title == "" || slices.Contains(c.Items, "")) {
					failure = fmt.Sprintf("after %+v the list is %+v", d, c)
				}
			}
			h.replays(t)
		})
		if failure != "" {
			rt.Fatal(failure)
		}
	})
}

// choice is the list on the panel, but for what can be taken back: there may be a move of which nothing is told.
func (h *testTable) choice() string {
	h.Helper()
	c := h.shown.scene().Choice
	if c == nil {
		return ""
	}
	items := slices.DeleteFunc(slices.Clone(c.Items), func(item string) bool { return item == "Close" || strings.HasPrefix(item, "Undo") })
	return c.Title + " " + strings.Join(items, ", ")
}

// replays reads all journals: every move in them is legal. It is the history that the last one tells.
func (h *testTable) replays(t *testing.T) *engine.History {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(h.dir, journal.Folder, "*.table"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no journal: %v", err)
	}
	var last *engine.History
	for _, name := range names {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		r, err := record.Parse(name, f)
		f.Close()
		if err != nil {
			t.Fatal(err)
		}
		at, failure := record.Begin(r, h.option.Games, func(g engine.Game, _ string) ([]byte, error) { return g.House, nil })
		if failure != nil {
			t.Fatal(failure)
		}
		for _, l := range r.Lines {
			if failure := at.Step(l); failure != nil {
				t.Fatal(failure)
			}
		}
		last = at.History
	}
	return last
}

// When a game is over, its menu begins the next one, or takes back the last move.
func TestKnobAfterTheEnd(t *testing.T) {
	inGame(t, withKnobs, func(t *testing.T, h *testTable, ann, _ *companion.Phone) {
		h.winGame(ann)
		h.push("dial", false)
		h.lists("Ann has won.", "Sacrilege again: Ann, Ben", "Sacrilege", "Undo: Amen: the six seconds are over")
		h.take("dial", "Undo: Amen: the six seconds are over")
		h.expectFact(ann, "ritual", "ann")
		h.must(ann, tableMove("amen"))
		h.take("dial", "Sacrilege again: Ann, Ben")
		if g := h.game(ann); g.Undoable != 0 || ann.Snapshot().Phase != protocol.PhaseGame {
			t.Errorf("no other game has begun: %+v", g)
		}
	})
}

// A game for one player asks for one player.
func TestKnobOfAGameForOne(t *testing.T) {
	alone := boardGame("player-1: pass")
	alone.MinSeats, alone.MaxSeats = 1, 2
	atTable(t, func(o *companion.Options) {
		withKnobs(o)
		o.Games = append(o.Games, alone)
	}, func(t *testing.T, h *testTable) {
		h.take("dial", "Board")
		h.lists("Board: how many players?", "One player", "2 players")
		h.take("dial", "One player")
		h.lists("Board: Player 1", "Begin")
	})
}
