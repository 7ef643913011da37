package engine

import (
	"slices"
	"strings"
)

// Lying returns the words of the cards that lie open in a place of a game, by the facts of a state, and reports whether the facts say anything of that place. A
// fact of the place lists its cards. A bowl, which the Oracle has, is listed by its pieces instead: the fact of each, such as `bowl.star`, begins with the half
// in which it lies.
func Lying(s State, place string) (cards []string, known bool) {
	if place == "" {
		return nil, false
	}
	c := s.Catalog()
	for path, value := range s.Facts {
		words := strings.Fields(value)
		switch {
		case path == place || path == place+".row" || path == place+".seen" || path == place+".count":
			known = true
			if !slices.ContainsFunc(words, func(w string) bool { return !c.IsCard(w) }) {
				cards = append(cards, words...)
			}
		case strings.HasPrefix(path, "bowl."):
			known = known || place == "left" || place == "right"
			if len(words) > 0 && words[0] == place {
				cards = append(cards, strings.TrimPrefix(path, "bowl."))
			}
		}
	}
	return cards, known
}

// Lies reports whether a card lies open in a place, as far as Lying knows.
func Lies(s State, card, place string) bool {
	cards, _ := Lying(s, place)
	return slices.Contains(cards, card)
}
