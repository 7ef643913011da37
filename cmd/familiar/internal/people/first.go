package people

import (
	"fmt"
	"slices"

	"familiar/engine"
)

// sayFirst says who plays, and what is done, before the cards of a move are laid, where these could also mean what is more usual. People know what a table
// takes for usual: a card is played by the player for whom the game waits, and does what the rules name first. It reports whether there are buttons for all that.
func (e *Evening) sayFirst(t *telling) bool {
	status, c := t.at.Status(), t.at.Catalog()
	if !e.manner.Usual || status.Timer.For > 0 {
		return true
	}
	var words []string
	alike := e.alike(t)
	by := func(seat engine.Seat) bool {
		return t.move.Seat == seat || slices.ContainsFunc(alike, func(m engine.Move) bool { return m.Seat == seat })
	}
	usual := status.Ask.Seat
	if !by(usual) {
		usual = status.Turn
	}
	if t.move.Seat != usual && slices.ContainsFunc(alike, func(m engine.Move) bool { return m.Seat != t.move.Seat }) {
		words = append(words, fmt.Sprintf("seat-%d", t.move.Seat+1))
	}
	if slices.ContainsFunc(alike, func(m engine.Move) bool { return m.Seat == t.move.Seat && m.Verb < t.move.Verb }) {
		words = append(words, c.Word(t.move.Verb))
	}
	buttons := make([]string, len(words))
	for i, word := range words {
		if buttons[i] = e.buttonOf(word); buttons[i] == "" {
			return false
		}
	}
	for _, b := range buttons {
		e.press(b)
	}
	return true
}

// alike returns the other moves that would be told by the same cards on the same readers, as everybody knows the position.
func (e *Evening) alike(t *telling) []engine.Move {
	c := t.at.Catalog()
	cards := func(m engine.Move) []engine.Name {
		return slices.DeleteFunc(slices.Clone(m.Args[:m.Arity()]), func(n engine.Name) bool { return c.Class(n)&(engine.ClassCard|engine.ClassThing) == 0 })
	}
	reader := func(m engine.Move) string {
		if on := e.readerOf(c.Word(t.at.Destination(m))); on != "" {
			return on
		}
		return e.readerOf("")
	}
	var alike []engine.Move
	laid, on := cards(t.move), reader(t.move)
	for m := range t.at.View(engine.Public).Moves {
		if m != t.move && slices.Equal(cards(m), laid) && reader(m) == on {
			alike = append(alike, m)
		}
	}
	return alike
}
