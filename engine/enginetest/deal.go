package enginetest

import (
	"bytes"
	"errors"
	"fmt"

	"familiar/engine"
)

// players are the names of the seats in random games.
var players = []string{"ann", "ben", "cai", "dee", "eli", "fay", "gus", "hal"}

// deal is a way to begin a game.
type deal struct {
	game  engine.Game
	setup engine.Setup
	pack  []byte
}

func (d deal) String() string {
	text := fmt.Sprintf("%s with %d seats", d.game.ID, len(d.setup.Seats))
	for _, o := range d.setup.Options {
		text += fmt.Sprintf(", %s %s", o.Name, o.Value)
	}
	return text
}

func (d deal) begin() (engine.State, error) {
	s, err := d.game.New(d.setup, d.pack)
	if err != nil {
		return nil, fmt.Errorf("%s cannot begin: %w", d, err)
	}
	return s, nil
}

// maxValues is how many values of an option are tried. An option with more values is a number, and then the smallest and the largest are enough.
const maxValues = 6

// deals lists the setups to try: every number of seats, and every option value with the fewest and the most seats.
func deals(g engine.Game, counts []int) []deal {
	var all []deal
	for _, n := range counts {
		all = append(all, deal{g, engine.Setup{Game: g.ID, Seats: players[:n]}, g.House})
	}
	for _, c := range g.Options {
		values := c.Values[1:]
		if len(c.Values) > maxValues {
			values = []string{values[0], values[len(values)-1]}
		}
		for _, value := range values {
			for _, n := range counts {
				setup := engine.Setup{Game: g.ID, Seats: players[:n], Options: []engine.OptionValue{{Name: c.Name, Value: value}}}
				d := deal{g, setup, g.House}
				if n == counts[0] || n == counts[len(counts)-1] {
					all = append(all, d)
				}
			}
		}
	}
	return all
}

// begin tries setups that must work and setups that must fail.
func (s *suite) begin() error {
	if len(s.deals) == 0 {
		return errors.New("no number of players is given")
	}
	for _, d := range s.deals {
		if _, err := d.begin(); err != nil {
			// An option may exist for some numbers of seats only; the setup without options must work.
			if len(d.setup.Options) == 0 {
				return err
			}
		}
	}
	for text, says := range badSetups(s.game, s.cfg.Players[0], s.cfg.Players[len(s.cfg.Players)-1]) {
		if err := checkRefused(s.game, setupOf(s.game, text), s.game.House, says); err != nil {
			return fmt.Errorf("the set-up %q: %w", text, err)
		}
	}
	good := s.deals[0].setup
	for what, pack := range map[string][]byte{
		"an empty card list":             nil,
		"a card list that is no TOML":    []byte("[[kind"),
		"a card list of another game":    bytes.ReplaceAll(s.game.House, []byte(`"`+s.game.ID+`"`), []byte(`"chess"`)),
		"half of a card list":            s.game.House[:len(s.game.House)/2],
		"a card list with a zero in it":  append([]byte{0}, s.game.House...),
		"a card list that is not a text": {0xFF, 0xFE, 0x00},
	} {
		if what == "half of a card list" {
			// Half of a list may be a valid list by chance, so the only condition is that New does not panic.
			_, _ = s.game.New(good, pack)
			continue
		}
		if err := checkRefused(s.game, good, pack, ""); err != nil {
			return fmt.Errorf("%s: %w", what, err)
		}
	}
	return nil
}
