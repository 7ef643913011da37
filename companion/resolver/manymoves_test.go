package resolver

import (
	"fmt"
	"strings"
	"testing"

	"familiar/engine"
	"familiar/engine/sacrilege"
)

// swapsOfMany returns a game of an owner's card list in which a player may swap any two of 1,200 cards.
func swapsOfMany(t *testing.T) engine.State {
	t.Helper()
	const kinds = 200
	var list strings.Builder
	list.WriteString("game = \"sacrilege\"\npack = \"big\"\n")
	for n := range kinds {
		fmt.Fprintf(&list, "[[kind]]\nname = \"k%d\"\nvalue = 1\ncopies = 9\n", n)
	}
	list.WriteString("[[kind]]\nname = \"swapper\"\nvalue = 1\ncopies = 9\ngreen = true\nreward = [{ do = \"swap\", from = \"any\", to = \"any\" }]\n")
	seats := []string{"ann", "ben", "cai", "dan", "eve", "fay"}
	s, err := sacrilege.Game().New(engine.Setup{Game: "sacrilege", Pack: "big", Seats: seats}, []byte(list.String()))
	if err != nil {
		t.Fatal(err)
	}
	play := func(seat, verb string, args ...string) {
		t.Helper()
		if v := s.Play(s.Catalog().Move(seat, verb, args...)); !v.OK() {
			t.Fatalf("%s %s %v is refused for %s", seat, verb, args, v.Rule)
		}
	}
	play("table", "reveal", "k0")
	for _, seat := range seats {
		for n := range kinds {
			play("table", "amend", fmt.Sprintf("k%d", n), "deck", seat+".altar")
		}
	}
	play("ann", "sacrifice", "swapper", "ann")
	return s
}

// An owner's card list may make more moves legal than can be listed in time. Those that are not listed are legal all the same.
func TestMostListed(t *testing.T) {
	view := &View{State: swapsOfMany(t).View(engine.Public)}
	if n := len(view.Legal()); n != mostListed {
		t.Errorf("%d moves are listed", n)
	}
	last := view.State.Catalog().Move("ann", "swap", "k199", "fay", "k199", "eve")
	if !view.Allows(last) {
		t.Error("a swap of the last two cards is refused")
	}
}
