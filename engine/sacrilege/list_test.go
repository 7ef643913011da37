package sacrilege_test

import (
	"fmt"
	"testing"

	"familiar/engine/cardlist"
	"familiar/engine/enginetest"
	"familiar/engine/sacrilege"
)

func TestList(t *testing.T) { enginetest.Lists(t, sacrilege.Game()) }

// TestSentences checks what a reward says of its effects: first their condition, then that they need not be, then what they do.
func TestSentences(t *testing.T) {
	for _, c := range []struct {
		effect map[string]any
		want   string
	}{
		{map[string]any{"do": "draw", "n": int64(2)}, "[[draw 2 who.self]]"},
		{map[string]any{"do": "steal", "when": "night", "optional": true}, "[[when night] [optional] [steal 1 who.other]]"},
		{map[string]any{"do": "manual", "text": "Sing."}, "[[by-hand Sing.]]"},
		{map[string]any{"do": "manual"}, "[[manual]]"},
		{map[string]any{"do": "dance"}, "[[dance]]"},
		{map[string]any{}, "[]"},
	} {
		list := sacrilege.Game().List
		field := list.Find("kind").Find("reward", nil)
		if got := fmt.Sprint(cardlist.SentencesOf(list, "kind", field, c.effect)); got != c.want {
			t.Errorf("%v says %s, not %s", c.effect, got, c.want)
		}
	}
}
