package enginetest

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"familiar/engine"
)

// setupOf parses a setup: the seats, and after a comma an option and its value, such as `ann ben, goal short`.
func setupOf(g engine.Game, text string) engine.Setup {
	seats, option, _ := strings.Cut(text, ",")
	s := engine.Setup{Game: g.ID, Pack: engine.HousePack, Seats: strings.Fields(seats)}
	if name, value, ok := strings.Cut(strings.TrimSpace(option), " "); ok {
		s.Options = []engine.OptionValue{{Name: name, Value: value}}
	}
	return s
}

// badSetups returns setups that every game must refuse, each with a part of the error. The game takes minSeats to maxSeats seats.
func badSetups(g engine.Game, minSeats, maxSeats int) map[string]string {
	seats := func(n int) string { return strings.Join(players[:n], " ") }
	with := func(name string) string { // as the last name of the smallest setup with two or more seats
		return strings.Join(append(slices.Clone(players[:max(minSeats, 2)-1]), name), " ")
	}
	bad := map[string]string{
		"":                                "0 seats, where the",
		seats(minSeats - 1):               fmt.Sprintf("%d seats, where the", minSeats-1),
		seats(maxSeats) + " zoe":          fmt.Sprintf("%d seats, where the", maxSeats+1),
		with("ann"):                       `seat "ann" is named twice`,
		with("table"):                     `seat "table": that word means something else`,
		with("?"):                         `seat "?": a name is made of`,
		with("Ben"):                       `seat "Ben": a name is made of`,
		seats(minSeats) + ", no-option 1": `there is no option "no-option"`,
	}
	for _, c := range g.Options {
		bad[seats(minSeats)+", "+c.Name+" no-value"] = "option " // some options exist with some card lists only
	}
	return bad
}

// checkRefused returns an error unless New refuses a setup and a card list with an error that contains says.
func checkRefused(g engine.Game, setup engine.Setup, pack []byte, says string) error {
	_, err := g.New(setup, pack)
	switch {
	case err == nil:
		return errors.New("a game begins, although the set-up is wrong")
	case !strings.Contains(err.Error(), says):
		return fmt.Errorf("it says %q, not %q", err, says)
	}
	return nil
}

// CheckRefused checks that New refuses a setup and a card list, and that the error contains says.
func CheckRefused(t testing.TB, g engine.Game, setup engine.Setup, pack []byte, says string) {
	t.Helper()
	if err := checkRefused(g, setup, pack, says); err != nil {
		t.Error(err)
	}
}

// CheckSetupsRefused checks that no game of the house list begins with these setups, such as `ann ben, goal short`, and what each error contains. Run
// already covers the setups that every game refuses.
func CheckSetupsRefused(t *testing.T, g engine.Game, says map[string]string) {
	for text, says := range says {
		t.Run(text, func(t *testing.T) { CheckRefused(t, g, setupOf(g, text), g.House, says) })
	}
}
