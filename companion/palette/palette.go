// Package palette is the colours that seats have: eight that people with all kinds of eyes can tell apart, on screens, on the panel and as lamps.
package palette

import (
	"fmt"
	"slices"

	"familiar/engine"
	"familiar/engine/lang"
)

// Colour is a colour that a seat may have.
type Colour struct {
	Word   string `json:"word"`
	Colour string `json:"colour"` // #rrggbb
}

// shade is a colour of the palette, by the word that requests use.
type shade struct {
	word string
	rgb  [3]uint8
}

// shades distinguish up to eight players, on dark and on light, for colour-blind eyes, too: they are the colours of Okabe and Ito, moved as far apart as
// possible for protan, deutan and tritan eyes. A test measures the distances.
var shades = [engine.MaxSeats]shade{
	{"orange", [3]uint8{0xED, 0x96, 0x33}}, {"sky", [3]uint8{0x01, 0xD3, 0xFF}}, {"green", [3]uint8{0x71, 0xBB, 0x87}}, {"yellow", [3]uint8{0xFF, 0xD7, 0x11}},
	{"mauve", [3]uint8{0xAD, 0x83, 0x9F}}, {"rust", [3]uint8{0xB6, 0x48, 0x00}}, {"blue", [3]uint8{0x00, 0x70, 0xAA}}, {"white", [3]uint8{0xDE, 0xEE, 0xEF}},
}

// Hex returns a colour as pages write it: #rrggbb.
func Hex(c [3]uint8) string { return fmt.Sprintf("#%02x%02x%02x", c[0], c[1], c[2]) }

// Colours lists the colours that a seat can choose.
func Colours() []Colour {
	var all []Colour
	for _, s := range shades {
		all = append(all, Colour{s.word, Hex(s.rgb)})
	}
	return all
}

// Assign gives every seat a colour: the chosen one, or else the first that nobody has chosen. chosen has the words of colours, by seat.
func Assign(seats []string, chosen map[string]string) ([][3]uint8, error) {
	var taken [len(shades)]bool
	colours := make([]int, len(seats))
	for seat := range chosen {
		if !slices.Contains(seats, seat) {
			return nil, lang.T(`there is no seat "{1}" that could have a colour`, seat)
		}
	}
	for i, seat := range seats {
		word, ok := chosen[seat]
		colours[i] = -1
		if !ok {
			continue
		}
		c := slices.IndexFunc(shades[:], func(s shade) bool { return s.word == word })
		switch {
		case c < 0:
			return nil, lang.T(`there is no colour "{1}"`, word)
		case taken[c]:
			return nil, lang.T(`two players have the colour "{1}": every player needs another one`, word)
		}
		colours[i], taken[c] = c, true
	}
	rgb := make([][3]uint8, len(seats))
	for i, c := range colours {
		if c < 0 {
			c = slices.Index(taken[:], false)
			taken[c] = true
		}
		rgb[i] = shades[c].rgb
	}
	return rgb, nil
}
