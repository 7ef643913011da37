package main

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"familiar/companion/tags"
	"familiar/engine"
)

// shelf is a state that has only cards and other things.
type shelf struct {
	engine.State
	catalog *engine.Catalog
}

func (s shelf) Catalog() *engine.Catalog { return s.catalog }

func shelfGame(id string) engine.Game {
	return engine.Game{
		ID: id, MinSeats: 2, MaxSeats: 4, Words: []byte("[words]\ncandle = \"Black Candle\"\n"),
		New: func(setup engine.Setup, _ []byte) (engine.State, error) {
			c, err := engine.NewCatalog([]engine.Entry{
				{Word: "light", Class: engine.ClassVerb},
				{Word: "candle", Class: engine.ClassThing, Copies: 3},
				{Word: "altar", Class: engine.ClassThing},
				{Word: "imp", Class: engine.ClassCard, Copies: 2},
			}, setup.Seats, nil)
			return shelf{catalog: c}, err
		},
	}
}

// Things are listed with their tags, but nobody is asked to enrol them.
func TestTagsListTellsThings(t *testing.T) {
	dir := t.TempDir()
	list := func() string {
		t.Helper()
		var out bytes.Buffer
		w := env{ctx: context.Background(), games: []engine.Game{shelfGame("shelf")}, stdout: &out}
		if err := (tagsList{box{Game: "shelf", Pack: engine.HousePack, State: dir}}).Run(w); err != nil {
			t.Fatal(err)
		}
		return strings.Join(strings.Fields(strings.ReplaceAll(out.String(), "\n", " | ")), " ")
	}
	const things = "4 other things have no tag, and need none: it only makes telling easier. |"
	if got, want := list(), "imp (2 without a tag) | candle (3 without a tag) | altar (1 without a tag) | "+
		"2 cards have no tag yet: enrol them on a phone, by tapping one after the other. | "+things; got != want {
		t.Errorf("listed\n%s\nnot\n%s", got, want)
	}
	known, err := tags.Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := known.AssignAll(tags.Box{Game: "shelf"}, map[tags.UID]string{
		"04000000000001": "imp", "04000000000002": "imp", "04000000000003": "seat-4", "04000000000004": "chalice",
	}); err != nil {
		t.Fatal(err)
	}
	if got, want := list(), "imp 04000000000001 04000000000002 | candle (3 without a tag) | altar (1 without a tag) | "+
		"chalice 04000000000004: the card list has no such name | seat-4 04000000000003 | "+things; got != want {
		t.Errorf("listed\n%s\nnot\n%s", got, want)
	}
}

// Everything that can be put on a reader is on the bench, and a seat's tag is there once for all games.
func TestVirtualTags(t *testing.T) {
	games := []engine.Game{shelfGame("shelf"), shelfGame("other")}
	games[1].MaxSeats = 3
	var all []virtualTag
	for _, g := range games {
		made, err := virtualTags(g)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, made...)
	}
	counts := make(map[string]int)
	for _, tag := range onceEach(all) {
		counts[tag.game+"/"+tag.word+"/"+tag.title]++
	}
	want := map[string]int{
		"shelf/imp/Imp": 2, "shelf/candle/Black Candle": 3, "shelf/altar/Altar": 1, "other/imp/Imp": 2, "other/candle/Black Candle": 3, "other/altar/Altar": 1,
		"/seat-1/Seat 1": 1, "/seat-2/Seat 2": 1, "/seat-3/Seat 3": 1, "/seat-4/Seat 4": 1,
	}
	if diff := cmp.Diff(want, counts); diff != "" {
		t.Errorf("tags on the bench (-want +got):\n%s", diff)
	}
	// Every tag but a seat's has a UID of its own.
	uids := make(map[string]string)
	for _, tag := range all {
		if before, ok := uids[tag.uid.String()]; ok && (before != tag.word || !strings.HasPrefix(before, "seat-")) {
			t.Errorf("%s and %s have the same tag", before, tag.word)
		}
		uids[tag.uid.String()] = tag.word
	}
	if len(uids) != len(onceEach(all)) {
		t.Errorf("%d tags of %d are on the bench", len(onceEach(all)), len(uids))
	}
}
