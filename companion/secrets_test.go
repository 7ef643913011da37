package companion_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"familiar/companion"
	"familiar/companion/access"
	"familiar/companion/presence"
	"familiar/companion/protocol"
	"familiar/companion/scene"
	"familiar/engine/athame"
)

func TestHandIsSeenByItsSeatAlone(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
		watcher := h.phone("")
		// Ann's turn: a card on her own hand's reader may have been drawn, or be shown.
		h.layCard("hand-1", "monk")
		for _, p := range []*companion.Phone{ben, watcher} {
			if g := h.game(p).Gesture; g != nil {
				t.Errorf("somebody else sees %+v", g)
			}
		}
		if strings.Contains(h.shown.scene().Prompt, "onk") {
			t.Errorf("the panel shows: %s", h.shown.scene().Prompt)
		}
		g := h.game(ann).Gesture
		if g == nil || g.Kind != "ask" {
			t.Fatalf("gesture %+v", g)
		}
		for i, o := range g.Options {
			if o.Verb == "hold" {
				h.must(ann, protocol.PickRequest{Gesture: g.ID, Option: i})
			}
		}
		h.expectFact(ann, "ann.hand.seen", "monk")
		h.expectFact(ben, "ann.hand.seen", "")
		for _, p := range []*companion.Phone{ben, watcher} {
			for _, l := range h.game(p).Log {
				if strings.Contains(l.Text, "Monk") {
					t.Errorf("the log shows: %s", l.Text)
				}
			}
			if v := h.game(p).Verdict; v != nil && strings.Contains(v.Text, "Monk") {
				t.Errorf("the verdict shows: %s", v.Text)
			}
		}
	})
}

func TestRefusalAtAHandStaysSecret(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
		before := h.game(ben).Verdict
		h.layCard("hand-1", "king") // it lies in the Graveyard
		if v := h.game(ann).Verdict; v == nil || v.OK {
			t.Errorf("verdict %+v", v)
		}
		for _, v := range []*protocol.Verdict{h.game(ben).Verdict, h.shown.scene().Verdict} {
			if v == nil || !reflect.DeepEqual(v, before) {
				t.Errorf("others see %+v", v)
			}
		}
	})
}

// Confirming a question about a hand shows nothing to others.
func TestConfirmingAtAHandStaysSecret(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
		before := h.game(ben).Verdict
		h.layCard("hand-1", "monk")
		h.press("yes", false)
		if v := h.game(ann).Verdict; v == nil || v.OK || !strings.HasPrefix(v.Words, "That can still mean several things: ") {
			t.Errorf("verdict %+v", v)
		}
		for _, v := range []*protocol.Verdict{h.game(ben).Verdict, h.shown.scene().Verdict} {
			if v == nil || !reflect.DeepEqual(v, before) {
				t.Errorf("others see %+v", v)
			}
		}
	})
}

func TestPhonesMoveTheirOwnSeatOnly(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, _, ben *companion.Phone) {
		a := h.mustRefuse(ben, protocol.MoveRequest{Seat: "ann", Verb: "draw"})
		if a.Text != "You sit at the seat of Ben, not of ann." {
			t.Errorf("answer %+v", a)
		}
		if a := h.mustRefuse(ben, move("draw")); a.Rule != "turn.other" {
			t.Errorf("answer %+v", a)
		}
		second := h.phone("")
		if a := h.mustRefuse(second, protocol.SitRequest{Seat: "ben"}); a.Text != "Another phone has the seat of Ben: it can give it back, or the host can take it while that phone is away." {
			t.Errorf("answer %+v", a)
		}
		if a := h.mustRefuse(second, move("draw")); a.Text != "You are watching: take a seat first." {
			t.Errorf("answer %+v", a)
		}
	})
}

// A check is answered from what the phone may know.
func TestCheckTellsNoSecrets(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
		h.must(ben, move("hold", "imp"))
		check := protocol.CheckRequest{Verb: "sacrifice", Args: []string{"imp", "ann"}}
		h.must(ann, check) // as far as Ann knows she may have it
		h.mustRefuse(ann, protocol.CheckRequest{Verb: "sacrifice", Args: []string{"king", "ann"}})
	})
}

// A player who tries moves on a phone to find out another hand is refused in public.
func TestGuessingHandsIsPublic(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
		h.must(ben, move("hold", "nun", "page", "abbot", "jailer"))
		h.must(ben, move("hold", "witness"))
		before := h.game(ben).Verdict.N
		h.mustRefuse(ann, tableMove("amend", "king", "deck", "ann.hand")) // lies open elsewhere, as everybody knows
		if v := h.game(ben).Verdict; v.N != before {
			t.Errorf("verdict %+v", v)
		}
		probe := tableMove("amend", "monk", "ben.hand", "deck")
		h.must(ann, protocol.CheckRequest{Seat: "table", Verb: probe.Verb, Args: probe.Args})
		a := h.mustRefuse(ann, probe)
		for _, v := range []*protocol.Verdict{h.game(ann).Verdict, h.game(ben).Verdict, h.shown.scene().Verdict} {
			if v.N == before || v.OK || v.Rule != a.Rule || !strings.HasPrefix(v.Text, "Put right: an unseen card ") || len(v.Names) > 0 {
				t.Errorf("verdict %+v", v)
			}
		}
		// The same holds for a move of her own that only Ben's hand forbids.
		before = h.game(ben).Verdict.N
		h.must(ann, protocol.CheckRequest{Verb: "draw", Args: []string{"nun"}})
		a = h.mustRefuse(ann, move("draw", "nun"))
		for _, v := range []*protocol.Verdict{h.game(ben).Verdict, h.shown.scene().Verdict} {
			if v.N == before || v.OK || v.Rule != a.Rule || strings.Contains(v.Text, "Nun") || len(v.Names) > 0 {
				t.Errorf("verdict %+v", v)
			}
		}
		const told = "Ann has told something that does not fit what Ben has told."
		if h.mustRefuse(ann, move("hold", "nun")); h.game(ben).Verdict.Text != told || h.game(ben).Verdict.Rule == "" {
			t.Errorf("verdict %+v", h.game(ben).Verdict)
		}
		if n := h.game(ben).Notes; len(n) != 3 || n[2].Text != told {
			t.Errorf("the log says %+v", n)
		}
	})
}

// A player who tries card after card, and takes back each that is taken, finds out no more of another hand. What the log says of it stays.
func TestSweepWithUndosIsSlow(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
		h.must(ben, move("hold", hands[0][:4]...))
		refused := 0
		for _, card := range []string{"imp", "monk", "cook", "friar", "nun", "baker", "page", "miller", "leech", "saint"} {
			switch a := ann.Do(t.Context(), move("hold", card)); {
			case a.OK:
				h.must(ann, protocol.UndoRequest{})
			case a.Text != waitAMinute:
				refused++
			}
		}
		if refused != 3 {
			t.Errorf("%d cards of another hand were tried at once", refused)
		}
		if h.mustRefuse(ann, move("hold", "monk")).Text != waitAMinute {
			t.Error("one more is tried")
		}
		const told = "Ann has told something that does not fit what Ben has told."
		h.wantNotes(ben, told, told, told)
	})
}

// A host without a seat, who puts right what lies in hands or openly, finds out no more than a player, and is named.
func TestSweepByAHostIsSlow(t *testing.T) {
	for _, to := range []string{"ann.hand", "grave"} {
		t.Run(to, func(t *testing.T) {
			inGame(t, nil, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
				host := h.phone("")
				h.must(ben, move("hold", hands[0][:4]...))
				for n := range 10 {
					a := h.mustRefuse(host, tableMove("amend", hands[0][n%4], "deck", to))
					if (a.Text == waitAMinute) != (n >= 3) {
						t.Errorf("try %d is answered %+v", n, a)
					}
				}
				if n := h.game(ben).Notes; len(n) != 3 || n[0].Text != "The host has told something that does not fit what Ben has told." {
					t.Errorf("the log says %+v", n)
				}
				h.must(host, tableMove("amend", "turn", "ben"))
			})
		})
	}
}

const waitAMinute = "You have told too much that cannot be: wait a minute."

// A player who tries all cards, in secret or openly, finds out one of them in twenty seconds after the third, and everybody reads who it was. Nobody else has to wait.
func TestSweepOfHandsIsSlow(t *testing.T) {
	for name, try := range map[string]func(card string) protocol.MoveRequest{
		"in secret": func(card string) protocol.MoveRequest { return move("hold", card) },
		"openly":    func(card string) protocol.MoveRequest { return move("sacrifice", card, "ann") },
	} {
		t.Run(name, func(t *testing.T) {
			inGame(t, nil, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
				h.must(ben, move("hold", hands[0][:4]...))
				begin, found := time.Now(), 0
				for n := range 60 {
					a := ann.Do(h.Context(), try(hands[0][n%4]))
					if a.OK {
						t.Fatalf("%s is taken", hands[0][n%4])
					}
					if a.Text != waitAMinute {
						found++
					}
					time.Sleep(time.Second)
				}
				if most := 3 + int(time.Since(begin)/(20*time.Second)); found > most {
					t.Errorf("%d answers within a minute tell of Ben's hand", found)
				}
				if n := h.game(ben).Notes; len(n) != found || n[0].Text != "Ann has told something that does not fit what Ben has told." {
					t.Errorf("after %d answers the log says %+v", found, n)
				}
				h.must(ben, move("hold", "saint"))
				h.mustRefuseWith(ann, try("monk"), waitAMinute)
				h.must(ann, tableMove("amend", "?", "deck", "ann.hand"))
				h.must(ann, move("draw"))
			})
		})
	}
}

// A player who tells cards as the own that another one holds is named as soon as the holder tells one of them: the table does not know which of the two is right.
func TestCardsOfOthersToldAsTheOwnAreNamed(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
		h.must(ben, move("hold", "monk", "friar"))
		h.mustRefuse(ann, move("hold", "monk"))
		h.wantNotes(ann, "Ann has told something that does not fit what Ben has told.")
		h.must(ben, protocol.UndoRequest{Steps: 1})
		h.must(ann, move("hold", "monk"))
	})
}

// whatOthersSee returns all that some phones and the panel show, and how many sounds there were, without counters.
func (h *testTable) whatOthersSee(phones ...*companion.Phone) string {
	h.Helper()
	sc := h.shown.scene()
	sc.Cue, sc.CueN, sc.Code = scene.CueNone, 0, ""
	seen := []any{sc, len(h.shown.cues())}
	for _, p := range phones {
		game := *h.game(p)
		game.ID = ""
		seen = append(seen, game)
	}
	data, err := json.Marshal(seen)
	if err != nil {
		h.Fatal(err)
	}
	return string(data)
}

// Two hands of Ben's, and cards that are in neither.
var hands = [2][]string{{"monk", "friar", "baker", "miller", "saint"}, {"nun", "page", "abbot", "jailer", "witness"}}

// A player who lays card after card on the reader of the own hand finds out no more of another hand than one with a phone, and is named.
func TestSweepByAHandReaderIsSlow(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
		h.must(ben, move("hold", hands[0][:4]...))
		h.must(ann, tableMove("amend", "turn", "ben")) // so that a card there is shown, and nothing else
		for n, card := range hands[0][:4] {
			h.layCard("hand-1", card)
			time.Sleep(time.Second)
			if v := h.game(ann).Verdict; v == nil || v.OK || (v.Words == waitAMinute) != (n >= 3) {
				t.Errorf("card %d: Ann reads %+v", n, v)
			}
			h.lift("hand-1", card)
		}
		told := "Ann has told something that does not fit what Ben has told."
		h.wantNotes(ben, told, told, told)
		time.Sleep(time.Minute)
		h.layCard("hand-1", "duke")
		if v := h.game(ann).Verdict; v.Words == waitAMinute {
			t.Errorf("a minute later Ann reads %+v", v)
		}
	})
}

// A player who answers questions about cards, to find out whether others hold them, is named and slowed, as with moves. So is a host without a seat.
func TestSweepByAnswersIsSlow(t *testing.T) {
	for name, sweeper := range map[string]func(h *testTable, ben *companion.Phone) *companion.Phone{
		"Ben":      func(_ *testTable, ben *companion.Phone) *companion.Phone { return ben },
		"The host": func(h *testTable, _ *companion.Phone) *companion.Phone { return h.phone("") },
	} {
		t.Run(name, func(t *testing.T) {
			inGame(t, nil, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
				p := sweeper(h, ben)
				h.must(ann, move("hold", hands[0][:4]...))
				h.must(ann, tableMove("amend", "turn", "ben"))
				for n, card := range hands[0][:4] {
					h.layCard("middle", card)
					g := h.game(p).Gesture
					draw := slices.IndexFunc(g.Options, func(o protocol.Option) bool { return o.Verb == "draw" })
					if a := h.mustRefuse(p, protocol.PickRequest{Gesture: g.ID, Option: draw}); (a.Text == waitAMinute) != (n >= 3) {
						t.Errorf("%s is answered %+v", card, a)
					}
					h.lift("middle", card)
				}
				told := name + " has told something that does not fit what Ann has told."
				h.wantNotes(ann, told, told, told)
			})
		})
	}
}

// Cards on a reader that stands for no hand may be laid by anybody. The table notes only that there are many that a hand forbids.
func TestSweepByACommonReaderIsNoted(t *testing.T) {
	run(t, func(t *testing.T) {
		h, ann, ben := startWithKnownHand(t, t.TempDir(), hands[0], nil)
		h.must(ben, move("invoke", "knight"))
		for n, card := range []string{"cook", "nun", "page", "abbot"} {
			h.layCard("altar-2", card)
			if notes := h.game(ann).Notes; len(notes) > 0 != (n >= 3) {
				t.Errorf("after %s the log says %+v", card, notes)
			}
			h.lift("altar-2", card)
		}
	})
}

// A move that shows a hand may be told though nobody has made it, and be taken back at once. Everybody reads who has seen the hand by that.
func TestLookingAndTakingBackIsNoted(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
		h.must(ann, move("hold", hands[0][:4]...))
		h.must(ben, tableMove("amend", "turn", "ben"))
		h.must(ben, tableMove("amend", "traitor", "deck", "ben.hand"))
		h.must(ben, move("sacrifice", "traitor", "ben"))
		h.must(ben, move("choose", "ann"))
		if seen := h.game(ben).Facts["ben.hand.seen"]; seen != "baker friar miller monk" {
			t.Fatalf("Ben sees %q", seen)
		}
		h.must(ben, protocol.UndoRequest{Steps: 4})
		for _, p := range []*companion.Phone{ann, h.guest("192.0.2.7")} {
			h.wantNotes(p, "Ben has seen hidden cards, and the moves for that were taken back.", "Ben has taken the last 4 moves back.")
		}
	})
}

// inAthame begins a game of athame, up to the first turn, which is Ann's.
func inAthame(t *testing.T, test func(t *testing.T, h *testTable, host, ann, ben *companion.Phone)) {
	t.Helper()
	dir := t.TempDir()
	enrolled(t, dir, athame.Game())
	run(t, func(t *testing.T) {
		h := newTestTable(t, dir, func(o *companion.Options) { o.Games = append(o.Games, athame.Game()) })
		host := h.phone("")
		h.must(host, protocol.StartRequest{Game: "athame", Seats: []string{"ann", "ben"}})
		ann, ben := h.phone("ann"), h.phone("ben")
		for _, card := range []string{"square", "triangle", "circle", "line"} {
			h.must(host, tableMove("reveal", card))
		}
		h.must(ann, move("ritual", "ring-of-ash"))
		h.must(ben, move("ritual", "ring-of-thorns"))
		test(t, h, host, ann, ben)
	})
}

// What others see of a card that is laid at a hand again, after a moment or later, does not depend on whether it has a tag of its own or one for all copies.
func TestLayingAgainAtAHandTellsNoSort(t *testing.T) {
	for _, lifted := range []time.Duration{presence.TokenRepeat / 2, presence.CardRepeat - time.Millisecond, presence.CardRepeat, presence.MissedTime} {
		var seen [2][]string
		for i, card := range []string{"night-bell", "square"} {
			inAthame(t, func(t *testing.T, h *testTable, _, ann, ben *companion.Phone) {
				h.must(ann, tableMove("amend", "?", "bank", "ann.hand"))
				for range 3 {
					h.layCard("hand-1", card)
					seen[i] = append(seen[i], seenBy(ben))
					h.lift("hand-1", card)
					clear(h.laid) // this test waits by itself
					time.Sleep(lifted)
				}
			})
		}
		if diff := cmp.Diff(seen[0], seen[1]); diff != "" {
			t.Errorf("lifted for %v: %s", lifted, diff)
		}
	}
}

// What a player has told of the own hand, or has given away, forbids what the player tells next. Only this player reads that, and it is no contradiction to what others have told. So a check
// says the same as the move.
func TestContradictingOneselfIsPrivate(t *testing.T) {
	inAthame(t, func(t *testing.T, h *testTable, host, ann, ben *companion.Phone) {
		h.must(ann, tableMove("amend", "?", "bank", "ann.hand"))
		h.must(ann, move("hold", "night-bell"))
		h.must(ann, tableMove("amend", "night-bell", "ann.hand", "ben.hand"))
		h.must(ann, tableMove("amend", "?", "bank", "ann.hand"))
		again := []string{"night-bell"}
		before := []*protocol.Game{h.game(ben), h.game(host)}
		checked := h.mustRefuse(ann, protocol.CheckRequest{Verb: "hold", Args: again})
		if a := h.mustRefuse(ann, move("hold", again...)); a.Rule != "hold.hand" || !reflect.DeepEqual(a, checked) {
			t.Errorf("Ann reads %+v, and before that %+v", a, checked)
		}
		h.layCard("hand-1", again[0])
		if v := h.game(ann).Verdict; v.OK || v.Rule != "hold.hand" {
			t.Errorf("Ann reads %+v", v)
		}
		if diff := cmp.Diff(before, []*protocol.Game{h.game(ben), h.game(host)}); diff != "" {
			t.Errorf("others see a difference: %s", diff)
		}
		// After it was taken back that the card went to Ben, she has it.
		h.must(ann, protocol.UndoRequest{Steps: 2})
		h.must(ann, protocol.CheckRequest{Verb: "hold", Args: again})
		h.must(ann, move("hold", again...))
	})
}

// Who tells that there are two or more of a card in the own hand has seen no hidden cards: what others read does not depend on how many there are.
func TestTellingSeveralCardsIsNoLook(t *testing.T) {
	inAthame(t, func(t *testing.T, h *testTable, host, _, ben *companion.Phone) {
		for n, cards := range [][]string{{"triangle"}, {"triangle", "3"}, {"square", "2", "triangle", "triangle"}} {
			h.must(ben, move("hold", cards...))
			h.must(host, protocol.UndoRequest{Steps: 1})
			h.wantNotes(host, slices.Repeat([]string{"The host has taken the last move back."}, n+1)...)
		}
	})
}

// The cards that a move has shown may be hidden again before it is taken back, or lie among others of their kind. That changes nothing.
func TestLookingAndHidingIsNoted(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
		h.must(ann, move("hold", hands[0][:4]...))
		h.must(ben, tableMove("amend", "turn", "ben"))
		h.must(ben, move("sacrifice", "duchess", "ann"))
		h.must(ben, tableMove("amend", "?", "ben.hand", "ann.hand"))
		h.expectFact(ben, "ben.hand.seen", "")
		h.must(ben, protocol.UndoRequest{Steps: 3})
		h.wantNotes(ann, "Ben has seen hidden cards, and the moves for that were taken back.", "Ben has taken the last 3 moves back.")
	})
}

// A player who says what a tag is ends no question about what another one has shown.
func TestNamingATagSetsNothingAside(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
		h.tap("middle", "04AABBCCDDEEFF")
		h.layCard("middle", "monk")
		before := h.game(ann).Gesture
		if before == nil || before.Kind == "unknown" {
			t.Fatalf("nothing is asked about the card: %+v", before)
		}
		h.must(ben, protocol.EnrolRequest{Action: "name", Args: []string{"imp"}})
		if after := h.game(ann).Gesture; after == nil || after.ID != before.ID {
			t.Errorf("%+v is asked, and before %q", after, before.Text)
		}
	})
}

// Whoever answers for a player, sets aside what a player has shown, or takes a player's move back is named in the log.
func TestAnswersForOthersAreNamed(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
		ask := func() *protocol.Gesture {
			h.layCard("middle", "knight")
			g := h.game(ben).Gesture
			if g == nil || len(g.Options) < 2 || g.Options[0].Seat != 0 {
				t.Fatalf("gesture %+v", g)
			}
			return g
		}
		h.must(ann, protocol.DropRequest{Gesture: ask().ID})
		h.must(ann, protocol.PickRequest{Gesture: ask().ID})
		h.must(ann, protocol.UndoRequest{})
		h.wantNotes(ann)
		h.must(ben, protocol.DropRequest{Gesture: ask().ID})
		h.must(ben, protocol.PickRequest{Gesture: ask().ID})
		h.must(ben, protocol.UndoRequest{})
		host := h.phone("")
		h.must(host, protocol.DropRequest{Gesture: ask().ID})
		h.must(host, protocol.PickRequest{Gesture: ask().ID})
		h.must(host, protocol.UndoRequest{Steps: 1})
		h.wantNotes(ann, "Ben has set aside what was shown.", "Ben has answered for Ann.", "Ben has taken the last move back.",
			"The host has set aside what was shown.", "The host has answered for Ann.", "The host has taken the last move back.")
	})
}

// Whoever says which moves another player forgot, or which move stands in place of another player's, is named, too.
func TestMovesOfOthersAreNamed(t *testing.T) {
	pick := func(t *testing.T, h *testTable, ben *companion.Phone, kind protocol.GestureKind) {
		t.Helper()
		g := h.game(ben).Gesture
		if g == nil || g.Kind != kind {
			t.Fatalf("gesture %+v", g)
		}
		h.must(ben, protocol.PickRequest{Gesture: g.ID})
	}
	t.Run("forgotten", func(t *testing.T) {
		inGame(t, nil, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
			h.mustRefuse(ben, move("end"))
			pick(t, h, ben, "catch-up")
			h.wantNotes(ann, "Ben has answered for Ann.")
		})
	})
	t.Run("in place of another", func(t *testing.T) {
		inGame(t, nil, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
			h.must(ann, move("sacrifice", "knight", "ann"))
			h.layCard("altar-2", "knight")
			pick(t, h, ben, "replace")
			h.wantNotes(ann, "Ben has taken the last move back.", "Ben has answered for Ann.")
		})
	})
}

// Refused moves put questions about what was forgotten in the place of another one. There is always time to answer that one.
func TestQuestionsOfOthersCanBeAnswered(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
		h.layCard("middle", "knight")
		own := h.game(ann).Gesture
		for range 128 { // eight seconds, in which Ann looks at her question
			h.mustRefuse(ben, move("end"))
			time.Sleep(time.Second / 16)
			if g := h.game(ann).Gesture; g == nil || g.ID != own.ID {
				t.Fatalf("Ann is asked %+v", g)
			}
		}
		h.must(ann, protocol.PickRequest{Gesture: own.ID})
	})
}

// What is put right on a phone changes the game for everybody: the log says who did it.
func TestPuttingRightIsNamed(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
		h.must(ben, tableMove("amend", "turn", "ben"))
		h.must(h.phone(""), tableMove("amend", "turn", "ann"))
		var sources []string
		for _, line := range h.game(ann).Log {
			sources = append(sources, line.Source)
		}
		if want := []string{"Ben's phone", "the host's phone"}; !slices.Equal(sources[len(sources)-2:], want) {
			t.Errorf("the log names %q, not %q", sources, want)
		}
	})
}

// That everything was taken back makes no new game of it: who takes a seat is still told, and who had one gets no other one.
func TestSeatIsTakenAfterAllWasTakenBack(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
		guest := h.guest("192.0.2.7")
		h.must(ben, protocol.StandRequest{})
		h.must(guest, protocol.SitRequest{Seat: "ben"})
		h.must(guest, move("hold", "imp"))
		h.must(guest, protocol.UndoRequest{Steps: h.game(guest).Undoable})
		h.must(guest, protocol.StandRequest{})
		h.must(ann, protocol.StandRequest{})
		h.mustRefuseWith(guest, protocol.SitRequest{Seat: "ann"}, "You have had the seat of Ben in this game: only the host can give you another one.")
		h.must(h.guest("192.0.2.8"), protocol.SitRequest{Seat: "ann"})
		h.wantNotes(ben, "A phone has taken the seat of Ben.", "Ben has taken the last 2 moves back.", "A phone has taken the seat of Ann.")
	})
}

// Everybody reads who has named a tag, because the tag may lie to the table.
func TestNamerOfATagIsNamed(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
		h.tap("middle", "04aabbccddeeff")
		h.must(ben, protocol.EnrolRequest{Action: "name", Args: []string{"monk"}})
		if n := h.game(ann).Notes; len(n) != 1 || n[0].Text != "Ben has said that a tag is Monk." {
			t.Errorf("the log says %+v", n)
		}
	})
}

// A seat that enters very many moves has to wait, and is named; the other players and the table's own machine go on.
func TestVeryManyMoves(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, _ *companion.Phone) {
		h.must(ann, protocol.StandRequest{})
		guest := h.guest("192.0.2.7")
		h.must(guest, protocol.SitRequest{Seat: "ann"})
		second, err := h.table.Join(t.Context(), access.Visitor{Token: guest.Token(), Address: "192.0.2.7"})
		if err != nil {
			t.Fatal(err)
		}
		const says = "You have entered very many moves: wait a moment, then go on."
		for range 150 {
			for _, p := range []*companion.Phone{guest, second} {
				h.must(p, move("hold", "monk"))
				h.must(p, protocol.UndoRequest{})
			}
		}
		for range 5 {
			h.mustRefuseWith(guest, move("hold", "monk"), says)
			h.mustRefuseWith(second, protocol.UndoRequest{}, says)
		}
		named := 0
		for _, n := range h.game(ann).Notes {
			if n.Text == "Ann enters very many moves." {
				named++
			}
		}
		if named != 1 {
			t.Errorf("the log says %+v", h.game(ann).Notes)
		}
		h.must(h.phone(""), tableMove("amend", "turn", "ben"))
		time.Sleep(time.Second)
		h.must(guest, move("hold", "monk"))
		h.must(guest, protocol.UndoRequest{})
		time.Sleep(500 * time.Millisecond)
		entered, next := 0, []protocol.Request{move("hold", "monk"), protocol.UndoRequest{}}
		for range 20 * 60 {
			time.Sleep(time.Second / 20)
			if guest.Do(t.Context(), next[entered%2]).OK {
				entered++
			}
		}
		if entered < 230 || entered > 250 {
			t.Errorf("%d moves and undos were entered within a minute, not four a second", entered)
		}
	})
}

// A later host who enters very many moves keeps no earlier host from putting something right. With several phones that are hosts it enters no more.
func TestVeryManyMovesOfLaterHosts(t *testing.T) {
	atTable(t, nil, func(t *testing.T, h *testTable) {
		owner := h.guest("192.0.2.6")
		h.begin(owner, "ann", "ben")
		h.must(owner, tableMove("reveal", "king"))
		var later []*companion.Phone
		for n := range 3 {
			p := h.guest(fmt.Sprintf("192.0.2.%d", 7+n))
			h.must(owner, protocol.HostRequest{Phone: h.phoneView(owner, func(v protocol.PhoneView) bool { return !v.Host }).ID, On: true})
			later = append(later, p)
		}
		written := 0
		for range 1000 {
			for _, p := range later {
				if p.Do(t.Context(), tableMove("amend", "turn", "ben")).OK {
					written++
				}
			}
		}
		if written < 600 || written > 3*600 {
			t.Errorf("the later hosts have entered %d moves", written)
		}
		for _, p := range later {
			h.mustRefuseWith(p, tableMove("amend", "turn", "ann"), "You have entered very many moves: wait a moment, then go on.")
		}
		h.must(owner, tableMove("amend", "turn", "ann"))
		h.must(owner, protocol.UndoRequest{})
	})
}

// startWithKnownHand begins a game in which it is Ben's turn and he has shown his whole hand to the table.
func startWithKnownHand(t *testing.T, dir string, hand []string, change func(*companion.Options)) (h *testTable, ann, ben *companion.Phone) {
	t.Helper()
	h, ann, ben = startGame(t, dir, change)
	h.must(ben, move("hold", hand[:4]...))
	h.must(ben, move("hold", hand[4:]...))
	h.must(ann, tableMove("amend", "turn", "ben"))
	return h, ann, ben
}

// A move that everybody takes for possible, and that only a disclosed hand rules out, is refused to that seat only: nobody else sees or hears anything.
func TestRefusalThatRevealsAHand(t *testing.T) {
	for _, hand := range hands {
		run(t, func(t *testing.T) {
			h, ann, ben := startWithKnownHand(t, t.TempDir(), hand, func(o *companion.Options) {
				o.Buttons = append(o.Buttons, companion.Button{Name: "sacrifice", Press: "sacrifice"}, companion.Button{Name: "to-ben", Press: "ben"})
			})
			watcher := h.phone("")
			unseen := func(what string, do func()) {
				t.Helper()
				n := 0
				if v := h.game(ben).Verdict; v != nil {
					n = v.N
				}
				before := h.whatOthersSee(ann, watcher)
				do()
				if v := h.game(ben).Verdict; v == nil || v.N == n || v.OK || v.Rule == "" || !strings.Contains(v.Text, "Cook") {
					t.Errorf("%s: Ben reads %+v", what, v)
				}
				if after := h.whatOthersSee(ann, watcher); after != before {
					t.Errorf("%s: others see\n%s\nand saw\n%s", what, after, before)
				}
			}
			h.must(ben, move("invoke", "knight"))
			unseen("laid", func() { h.layCard("altar-2", "cook") })
			h.press("sacrifice", false)
			h.layCard("middle", "cook")
			g := h.game(ann).Gesture
			if g == nil || len(g.Options) != 2 {
				t.Fatalf("gesture %+v", g)
			}
			pick := protocol.PickRequest{Gesture: g.ID}
			unseen("picked by himself", func() {
				if a := h.mustRefuse(ben, pick); a.Rule != h.game(ben).Verdict.Rule {
					t.Errorf("answer %+v", a)
				}
			})
			unseen("confirmed", func() {
				h.press("to-ben", false)
			})
			// Who answers in Ben's place finds out something, and is named.
			if a := h.mustRefuse(ann, pick); a.Rule != "" || len(a.Names) > 0 || !strings.Contains(a.Text, "has been told why") {
				t.Errorf("answer %+v", a)
			}
			h.wantNotes(watcher, "Ann has told something that does not fit what Ben has told.")
		})
	}
}

// An open move of the table that a disclosed hand rules out is refused to all without a reason; only the seat of that hand reads the reason.
func TestTableMoveRefusalThatRevealsAHand(t *testing.T) {
	atTable(t, func(o *companion.Options) {
		o.Buttons = append(o.Buttons, companion.Button{Name: "reveal", Press: "reveal"})
	}, func(t *testing.T, h *testTable) {
		host := h.phone("")
		h.begin(host, "ann", "ben")
		ann, ben := h.phone("ann"), h.phone("ben")
		h.must(ben, move("hold", "monk"))
		h.press("reveal", false) // the verb beside the card is not what was refused
		h.layCard("middle", "monk")
		for _, v := range []*protocol.Verdict{h.game(ann).Verdict, h.game(host).Verdict, h.shown.scene().Verdict} {
			if v == nil || v.OK || v.Text != "Monk" || v.Rule != "" || len(v.Names) > 0 || v.Words != "It does not fit what the table knows." {
				t.Errorf("verdict %+v", v)
			}
		}
		if v := h.game(ben).Verdict; v.OK || v.Rule == "" {
			t.Errorf("Ben reads %+v", v)
		}
		h.layCard("middle", "king")
		h.expectFact(ann, "grave", "king")
		if v := h.game(ben).Verdict; !v.OK {
			t.Errorf("Ben reads %+v", v)
		}
	})
}

// A host who takes one free seat after the other, to try out cards for each, is slowed as if it had stayed.
func TestSweepFromSeatToSeatIsSlow(t *testing.T) {
	atTable(t, nil, func(t *testing.T, h *testTable) {
		host := h.phone("")
		h.begin(host, "ann", "ben", "cid", "dan")
		ann := h.phone("ann")
		h.must(ann, move("hold", hands[0][:4]...))
		tried := 0
		for _, seat := range []string{"ben", "cid", "dan"} {
			h.must(host, protocol.SitRequest{Seat: seat})
			h.must(host, protocol.LeaveRequest{Others: true}) // gives it a new token, with which it is the same phone
			for _, card := range hands[0][:4] {
				if a := h.mustRefuse(host, move("hold", card)); a.Text != waitAMinute {
					tried++
				}
			}
		}
		if tried != 3 {
			t.Errorf("%d cards were tried at once", tried)
		}
		h.must(host, protocol.StandRequest{})
		next := h.phone("ben") // another phone does not go on from there
		if a := h.mustRefuse(next, move("hold", hands[0][0])); a.Text != waitAMinute {
			t.Errorf("the next phone in that seat reads %q", a.Text)
		}
	})
}

// Who answers on a phone for a player without one is shown in the log, too, also after a restart.
func TestAnswersForPlayersWithoutAPhoneAreNamed(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
		h.must(ben, protocol.StandRequest{})
		h.must(ann, tableMove("amend", "turn", "ben"))
		h.layCard("middle", "knight")
		for g := h.game(ann).Gesture; g != nil; g = h.game(ann).Gesture {
			h.must(ann, protocol.PickRequest{Gesture: g.ID})
		}
		wantSource := func(p *companion.Phone) {
			t.Helper()
			log := h.game(p).Log
			if last := log[len(log)-1]; last.Seat != 1 || last.Source != "Ann's phone" {
				t.Errorf("the log says %+v", last)
			}
		}
		wantSource(ann)
		h.stop()
		h.start()
		wantSource(h.phone(""))
	})
}

// A host without a seat who takes back a move of the table that a player has told is named. One who takes back the own one is not.
func TestHostWhoTakesBackMovesOfTheTableIsNamed(t *testing.T) {
	atTable(t, nil, func(t *testing.T, h *testTable) {
		host := h.phone("")
		h.begin(host, "ann", "ben")
		ann := h.phone("ann")
		h.must(host, tableMove("reveal", "king"))
		h.must(host, protocol.UndoRequest{})
		h.wantNotes(ann)
		h.must(ann, tableMove("reveal", "king"))
		h.must(host, protocol.UndoRequest{})
		h.wantNotes(ann, "The host has taken the last move back.")
	})
}

// Everybody would have to wait while very many moves are taken back at once.
func TestVeryManyMovesAreTakenBackInParts(t *testing.T) {
	atTable(t, nil, func(t *testing.T, h *testTable) {
		host := h.phone("")
		h.begin(host, "ann", "ben")
		for n := range 1001 {
			h.must(host, tableMove("amend", "ann.favours", fmt.Sprint(1+n%2)))
		}
		h.mustRefuseWith(host, protocol.UndoRequest{Steps: 1001}, "At most 1000 moves can be taken back at a time.")
		h.must(host, protocol.UndoRequest{Steps: 1000})
		h.must(host, protocol.UndoRequest{Steps: 1})
	})
}

// Who moves cards out of a hand by name, for the table, and takes that back each time, is named and soon slowed.
func TestSweepByAmendingIsSlow(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
		h.must(ann, move("hold", hands[0][:4]...))
		h.must(ann, move("hold", hands[0][4]))
		moved := 0
		for range 3 {
			for _, card := range hands[0] {
				if ben.Do(t.Context(), tableMove("amend", card, "ann.hand", "ben.hand")).OK {
					moved++
					h.must(ben, protocol.UndoRequest{})
				}
			}
		}
		if moved != 3 {
			t.Errorf("%d cards were moved and moved back at once", moved)
		}
	})
}

// Whoever sets aside what others show again and again has to wait.
func TestSettingAsideVeryOften(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
		for n, card := range slices.Concat([]string{"knight"}, hands[0], hands[1]) {
			h.layCard("middle", card)
			g := h.game(ben).Gesture
			if g == nil {
				t.Fatalf("nothing is asked about %s", card)
			}
			if n < 6 {
				h.must(ben, protocol.DropRequest{Gesture: g.ID})
			} else {
				h.mustRefuseWith(ben, protocol.DropRequest{Gesture: g.ID}, "You have set aside very much: wait a moment.")
			}
		}
	})
}

// A player whose undo ends a question about what others have shown is named, and can do so a few times only: the same limit holds as for setting it aside.
func TestSettingAsideByUndo(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
		for n, card := range slices.Concat([]string{"knight"}, hands[0][:2], hands[1][2:]) {
			h.layCard("middle", card)
			h.lift("middle", card)
			h.must(ben, move("hold", "page"))
			h.must(ben, protocol.UndoRequest{Steps: 1})
			if g := h.game(ann).Gesture; g != nil {
				t.Fatalf("it is still asked about %s", card)
			}
			if n == 0 {
				h.wantNotes(ann, "Ben has set aside what was shown.")
			}
		}
		h.layCard("middle", "saint")
		h.lift("middle", "saint")
		h.must(ben, move("hold", "page"))
		h.mustRefuseWith(ben, protocol.UndoRequest{Steps: 1}, "You have set aside very much: wait a moment.")
		h.expectQuestion(ann, "saint", "")
	})
}

// A player who takes back what others do, again and again, has to wait. A host has no such limit, and nobody has one for moves of their own.
func TestTakingBackVeryOften(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
		h.must(ben, protocol.StandRequest{})
		ben = h.guest("192.0.2.7")
		h.must(ben, protocol.SitRequest{Seat: "ben"})
		back := protocol.UndoRequest{Steps: 1}
		for range 20 {
			h.must(ann, move("hold", "page"))
			h.must(ben, back)
		}
		h.must(ann, move("hold", "page"))
		h.mustRefuseWith(ben, back, "You have taken back very much of what others did: wait a moment.")
		h.must(ann, back)
		for range 30 {
			h.must(ben, move("hold", "page"))
			h.must(ben, back)
			h.must(ben, move("hold", "page"))
			h.must(ann, back)
		}
	})
}

// Nobody sets aside a question about a card of another hand by taking back a move. The undo itself is accepted: a refusal would show that there is a question.
func TestUndoKeepsSecretQuestions(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
		h.layCard("hand-1", "imp")
		h.lift("hand-1", "imp")
		h.expectQuestion(ann, "imp", "")
		for range 8 {
			h.must(ben, move("hold", "page"))
			h.must(ben, protocol.UndoRequest{Steps: 1})
		}
		h.expectQuestion(ann, "imp", "")
		h.wantNotes(ben)
	})
}

// Who steals one card after the other by its name, and takes that back each time, is named and soon slowed: each name that is taken tells of the other hand.
func TestSweepByStealingIsSlow(t *testing.T) {
	inAthame(t, func(t *testing.T, h *testTable, host, ann, ben *companion.Phone) {
		h.must(ben, move("hold", "triangle", "triangle", "circle", "square"))
		h.must(ben, move("hold", "triangle", "3", "line"))
		h.must(ben, move("hold", "square", "2"))
		h.must(host, tableMove("amend", "?", "bank", "ben.hand"))
		h.must(ben, move("hold", "night-bell"))
		h.must(ann, move("draw", "market"))
		for _, card := range []string{"square", "square", "circle", "circle"} {
			h.must(host, tableMove("reveal", card))
		}
		h.must(host, tableMove("amend", "ennerls-total-invisibility", "deck", "ann.spells"))
		h.must(ann, move("cast", "ennerls-total-invisibility", "ben"))
		h.must(ben, move("pass"))
		stolen := 0
		for range 3 {
			for _, card := range []string{"square", "triangle", "circle", "line"} {
				if ann.Do(t.Context(), move("steal", card)).OK {
					stolen++
					h.must(ann, protocol.UndoRequest{})
				}
			}
		}
		if stolen != 3 {
			t.Errorf("%d cards were stolen and given back at once", stolen)
		}
		if n := h.game(ben).Notes; len(n) == 0 || n[len(n)-1].Text != "Ann has seen hidden cards, and the moves for that were taken back." {
			t.Errorf("the log says %+v", n)
		}
	})
}
