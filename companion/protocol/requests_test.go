package protocol

import (
	"strings"
	"testing"
)

// A game can begin with names that people can tell from each other, and from what the log calls others.
func TestNamesOfPlayers(t *testing.T) {
	long := strings.Repeat("é", 32)
	for _, c := range []struct {
		seats []string
		says  string // "": nothing
	}{
		{[]string{"ann", "ben"}, ""},
		{[]string{"ann", "ann-2"}, ""},
		{[]string{"ann", long}, ""},
		{[]string{"ann", long + "e"}, "the name of a player has no more than 32 letters"},
		{[]string{"ann", "- -"}, "every player needs a name with a letter or a digit"},
		{[]string{"ann", "The-Table"}, "a player cannot be called “The-Table”: choose another name"},
		{[]string{"ann", "host"}, "a player cannot be called “host”: choose another name"},
		{[]string{"jean-luc", "jean luc"}, "the names “jean-luc” and “jean luc” look alike: choose another one"},
	} {
		err := StartRequest{Seats: c.seats}.Check()
		if c.says == "" && err != nil || c.says != "" && (err == nil || err.Error() != c.says) {
			t.Errorf("%q: the error is %v", c.seats, err)
		}
	}
}
