package enginetest

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"familiar/engine"
)

// setupOf is a set-up in words: seats, and behind a comma an option and its value, such as `ann ben, goal short`.
func setupOf(g engine.Game, text string) engine.Setup {
	seats, option, _ := strings.Cut(text, ",")
	s := engine.Setup{Game: g.ID, Pack: engine.HousePack, Seats: strings.Fields(seats)}
	if name, value, ok := strings.Cut(strings.TrimSpace(option), " "); ok {
		s.Options = []engine.OptionValue{{Name: name, Value: value}}
	}
	return s
}

// badSetups are set-ups with which no game begins, whatever it is, and what is said of each. A game takes least to most seats.
func badSetups(g engine.Game, least, most int) map[string]string {
	seats := func(n int) string { return strings.Join(players[:n], " ") }
	with := func(name string) string { // as the last of the fewest seats that can be two
		return strings.Join(append(slices.Clone(players[:max(least, 2)-1]), name), " ")
	}
	bad := map[string]string{
		"":                             "0 seats, where the",
		seats(least - 1):               fmt.Sprintf("%d seats, where the", least-1),
		seats(most) + " zoe":           fmt.Sprintf("%d seats, where the", most+1),
		with("ann"):                    `seat "ann" is named twice`,
		with("table"):                  `seat "table": that word means something else`,
		with("?"):                      `seat "?": a name is made of`,
		with("Ben"):                    `seat "Ben": a name is made of`,
		seats(least) + ", no-option 1": `there is no option "no-option"`,
	}
	for _, c := range g.Options {
		bad[seats(least)+", "+c.Name+" no-value"] = "option " // which some card lists do not even have
	}
	return bad
}

// refused is an error unless no game begins with a set-up and a card list, and that is said of it.
func refused(g engine.Game, setup engine.Setup, pack []byte, says string) error {
	_, err := g.New(setup, pack)
	switch {
	case err == nil:
		return errors.New("a game begins")
	case !strings.Contains(err.Error(), says):
		return fmt.Errorf("it says %q, not %q", err, says)
	}
	return nil
}

// NoGame holds that no game begins with a set-up and a card list, and what is said of it.
func NoGame(t testing.TB, g engine.Game, setup engine.Setup, pack []byte, says string) {
	t.Helper()
	if err := refused(g, setup, pack, says); err != nil {
		t.Error(err)
	}
}

// NoSetups holds that no game of the house list begins with these set-ups, such as `ann ben, goal short`, and what is said of each. What every game refuses
// is among the checks of Run.
func NoSetups(t *testing.T, g engine.Game, says map[string]string) {
	for text, says := range says {
		t.Run(text, func(t *testing.T) { NoGame(t, g, setupOf(g, text), g.House, says) })
	}
}
