package commands

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"familiar/cmd/familiar/internal/cli"
	"familiar/companion/tags"
	"familiar/engine"
	"familiar/engine/enginetest"
)

// Things are listed with their tags, but nobody is asked to enrol them.
func TestTagsListTellsThings(t *testing.T) {
	dir := t.TempDir()
	list := func() string {
		t.Helper()
		var out bytes.Buffer
		w := cli.Env{Ctx: context.Background(), Games: []engine.Game{enginetest.ThingsGame("shelf")}, Stdout: &out}
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
