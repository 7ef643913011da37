package sator_test

import (
	"fmt"
	"testing"

	"familiar/engine/enginetest"
	"familiar/engine/sator"
)

func TestList(t *testing.T) { enginetest.Lists(t, sator.Game()) }

// TestSentences checks what a card of a list says of its effect: nothing, if a number lacks.
func TestSentences(t *testing.T) {
	for _, c := range []struct {
		row  map[string]any
		want string
	}{
		{map[string]any{"effect": "rotas", "shape": "line3", "cost": int64(2), "most": int64(12)}, "[[rotas line3 2 12]]"},
		{map[string]any{"effect": "rotas", "cost": int64(2), "most": int64(12)}, "[[rotas any 2 12]]"},
		{map[string]any{"effect": "moves", "cost": int64(10), "most": int64(11)}, "[[moves any 10 11]]"},
		{map[string]any{"effect": "moves", "type": "oak", "most": int64(3)}, "[]"},
		{map[string]any{"effect": "push", "levels": []any{[]any{int64(1), int64(10), int64(12)}, []any{int64(2), int64(2), int64(4)}}}, "[[push 1 10 12] [push 2 2 4]]"},
		{map[string]any{"effect": "dance"}, "[]"},
	} {
		if got := fmt.Sprint(sator.Game().List.Sentences("incertus", "", c.row)); got != c.want {
			t.Errorf("%v says %s, not %s", c.row, got, c.want)
		}
	}
}
