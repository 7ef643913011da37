package main

import (
	"image"
	"testing"

	"familiar/companion/scene"
)

// tape is what a player has read from the panel in the course of a game. It is for playing the same game at another table, where what the panel is told
// cannot be seen: there the panel has to show the same pictures, and the knob's lists are those.
type tape struct {
	pictures []picture
	choices  []*scene.Choice
}

// picture is what the panel showed when it had settled.
type picture struct {
	after string // what was done before
	image image.Image
}

// keepPicture keeps what the panel shows. A tape of nil keeps nothing.
func (t *tape) keepPicture(after string, shown image.Image) {
	if t != nil {
		t.pictures = append(t.pictures, picture{after, shown})
	}
}

// keepChoice keeps a list of the knob, nil where there is none.
func (t *tape) keepChoice(c *scene.Choice) {
	if t != nil {
		t.choices = append(t.choices, c)
	}
}

// nextPicture is what the panel has to show now.
func (t *tape) nextPicture(tb testing.TB, after string) image.Image {
	tb.Helper()
	if len(t.pictures) == 0 || t.pictures[0].after != after {
		tb.Fatalf("the two games part: the panel is looked at after %s, and was not at the other table", after)
	}
	next := t.pictures[0].image
	t.pictures = t.pictures[1:]
	return next
}

// nextChoice is the list that the knob has now.
func (t *tape) nextChoice(tb testing.TB) *scene.Choice {
	tb.Helper()
	if len(t.choices) == 0 {
		tb.Fatal("the two games part: the knob is looked at, and was not at the other table")
	}
	next := t.choices[0]
	t.choices = t.choices[1:]
	return next
}
