package companion_test

import (
	"testing"

	"familiar/companion"
	"familiar/companion/protocol"
	"familiar/companion/tags"
	"familiar/engine/oracle"
)

// A card that is put where a move has put it already is ignored: a die is lifted to be turned, and a rune that a phone has entered falls into the bowl.
// Elsewhere it is refused.
func TestCardThatIsInPlaceAlready(t *testing.T) {
	dir := t.TempDir()
	run(t, func(t *testing.T) {
		h := newTestTable(t, dir, func(o *companion.Options) {
			o.Games = append(o.Games, oracle.Game())
			o.Readers = append(o.Readers, companion.Reader{Name: "west", Place: "left"}, companion.Reader{Name: "east", Place: "right"})
			all := make(map[tags.UID]string)
			for _, word := range []string{"die-a", "die-b", "coin", "bone", "voodoo"} {
				all[tags.UID(uidOf(word))] = word
			}
			known, err := tags.Load(dir)
			if err != nil {
				t.Fatal(err)
			}
			if err := known.AssignAll(tags.Box{Game: "oracle"}, all); err != nil {
				t.Fatal(err)
			}
		})
		defer h.stop()
		ann := h.phone("")
		h.must(ann, protocol.StartRequest{Game: "oracle", Seats: []string{"ann", "ben"}})
		host := ann
		ann = h.phone("ann")
		told := func(verb string, args ...string) {
			t.Helper()
			r := move(verb, args...)
			r.Seat = "table"
			h.must(host, r)
		}
		verdict := func(what string, ok bool) {
			t.Helper()
			if v := h.game(ann).Verdict; v == nil || v.OK != ok {
				t.Errorf("%s: the verdict is %+v", what, v)
			}
			if g := h.game(ann).Gesture; ok && g != nil {
				t.Errorf("%s: the gesture is %+v", what, g)
			}
		}
		told("rune", "die-a", "left", "3")
		h.layCard("west", "die-a")
		verdict("a die that fell as it was told", true)
		h.layCard("west", "bone")
		h.layCard("east", "voodoo")
		told("rune", "die-b", "right", "2")
		told("rune", "coin", "right", "tree")
		told("dawn")
		h.must(ann, move("nudge", "die-a", "up"))
		h.lift("west", "die-a")
		h.layCard("west", "die-a")
		verdict("a die that was turned", true)
		h.expectFact(ann, "bowl.die-a", "left 4")
		h.lift("west", "bone")
		h.layCard("east", "bone")
		h.expectFact(ann, "bowl.bone", "right")
		h.expectFact(ann, "ann.shift.used", "1")
		h.layCard("west", "voodoo")
		verdict("a rune that is moved without a box", false)
	})
}
