package rig

import (
	"image"
	"testing"

	"familiar/companion/scene"
)

// Recording is what a player has read from the panel during a game. It serves to play the same game at another table, where the scene cannot be
// seen: there the panel must show the same pictures, and the knob has the same lists.
type Recording struct {
	Pictures []picture
	Choices  []*scene.Choice
}

// picture is what the panel showed once it had settled.
type picture struct {
	after string // the last action before
	image image.Image
}

// AddPicture keeps what the panel shows. A nil Recording keeps nothing.
func (t *Recording) AddPicture(after string, shown image.Image) {
	if t != nil {
		t.Pictures = append(t.Pictures, picture{after, shown})
	}
}

// addChoice keeps a list of the knob, nil if there is none.
func (t *Recording) addChoice(c *scene.Choice) {
	if t != nil {
		t.Choices = append(t.Choices, c)
	}
}

// NextPicture returns what the panel must show now.
func (t *Recording) NextPicture(tb testing.TB, after string) image.Image {
	tb.Helper()
	if len(t.Pictures) == 0 || t.Pictures[0].after != after {
		tb.Fatalf("the two games part: the panel is looked at after %s, and was not at the other table", after)
	}
	next := t.Pictures[0].image
	t.Pictures = t.Pictures[1:]
	return next
}

// nextChoice returns the list that the knob has now.
func (t *Recording) nextChoice(tb testing.TB) *scene.Choice {
	tb.Helper()
	if len(t.Choices) == 0 {
		tb.Fatal("the two games part: the knob is looked at, and was not at the other table")
	}
	next := t.Choices[0]
	t.Choices = t.Choices[1:]
	return next
}
