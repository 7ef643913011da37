package companion_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"familiar/companion"
	"familiar/companion/protocol"
)

// Names have the forms of all corrections, and each set of possible values once.
func TestAmendsInNames(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, _ *companion.Phone) {
		n := ann.Snapshot().Names
		want := []protocol.AmendView{
			{Key: "card", Title: "A card lies elsewhere", Labels: []string{"Card", "lies, as the table believes, in", "but really in"}, Forms: [][]int{{0, 1, 1}, {2, 3, 3}}},
			{Key: "count", Title: "A count is wrong", Labels: []string{"Count", "is really"}, Forms: [][]int{{4, 5}}},
			{Key: "turn", Title: "It is somebody else's turn", Labels: []string{"What", "Whose turn it is"}, Forms: [][]int{{6, 7}}},
			{Key: "over", Title: "Something is over already", Labels: []string{"What", "is really"}, Forms: [][]int{{8, 9}, {10, 9}}},
		}
		if diff := cmp.Diff(want, n.Amends); diff != "" {
			t.Errorf("amends (-want +got):\n%s", diff)
		}
		var fits []string
		for _, f := range n.Fits[1:] {
			if (f.Number > 0) == (len(f.Words) > 0) {
				t.Errorf("%+v is both words and a number, or neither", f)
			}
			fits = append(fits, strings.Join(f.Words, " "))
		}
		const words = "deck grave ann.hand ann.altar ben.hand ben.altar|?|deck ann.hand ben.hand|ann.favours ann.skips ben.favours ben.skips||turn|ann ben|ritual|none|pending"
		if got := strings.Join(fits, "|"); got != words {
			t.Errorf("there fits\n%s\nand should fit\n%s", got, words)
		}
		if len(n.Fits[0].Words) != 66 {
			t.Errorf("%d cards", len(n.Fits[0].Words))
		}
		if diff := cmp.Diff([]int{0, 0, 0, 0}, n.Hold); diff != "" {
			t.Errorf("a hand (-want +got):\n%s", diff)
		}
		// Whatever is offered together is a move of the game, which may not be possible now.
		for _, a := range n.Amends {
			for _, form := range a.Forms {
				var args []string
				for _, fit := range form {
					args = append(args, append(n.Fits[fit].Words, "0")[0])
				}
				if got := ann.Do(t.Context(), protocol.CheckRequest{Seat: "table", Verb: "amend", Args: args}); got.Rule == "move.form" {
					t.Errorf("amend %v: %+v", args, got)
				}
			}
		}
	})
}
