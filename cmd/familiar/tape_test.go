package main

import (
	"image"
	"testing"

	"familiar/companion/scene"
)

// tape is what a player has read from the panel during a game. It serves to play the same game at another table, where the scene cannot be
// seen: there the panel must show the same pictures, and the knob has the same lists.
type tape struct {
	pictures []picture
	choices  []*scene.Choice
}

// picture is what the panel showed once it had settled.
type picture struct {
	after string // the last action before
	image image.Image
}

// keepPicture keeps what the panel shows. A nil tape keeps nothing.
func (t *tape) keepPicture(after string, shown image.Image) {
	if t != nil {
		t.pictures = append(t.pictures, picture{after, shown})
	}
}

// keepChoice keeps a list of the knob, nil if there is none.
func (t *tape) keepChoice(c *scene.Choice) {
	if t != nil {
		t.choices = append(t.choices, c)
	}
}

// nextPicture returns what the panel must show now.
func (t *tape) nextPicture(tb testing.TB, after string) image.Image {
	tb.Helper()
	if len(t.pictures) == 0 || t.pictures[0].after != after {
		tb.Fatalf("the two games part: the panel is looked at after %s, and was not at the other table", after)
	}
	next := t.pictures[0].image
	t.pictures = t.pictures[1:]
	return next
}

// nextChoice returns the list that the knob has now.
func (t *tape) nextChoice(tb testing.TB) *scene.Choice {
	tb.Helper()
	if len(t.choices) == 0 {
		tb.Fatal("the two games part: the knob is looked at, and was not at the other table")
	}
	next := t.choices[0]
	t.choices = t.choices[1:]
	return next
}
