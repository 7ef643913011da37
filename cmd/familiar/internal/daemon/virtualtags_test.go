package daemon

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"familiar/engine"
	"familiar/engine/enginetest"
)

// Everything that can be put on a reader is on the bench, and a seat's tag is there once for all games.
func TestVirtualTags(t *testing.T) {
	games := []engine.Game{enginetest.ThingsGame("shelf"), enginetest.ThingsGame("other")}
	games[1].MaxSeats = 3
	var all []VirtualTag
	for _, g := range games {
		made, err := VirtualTags(g)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, made...)
	}
	counts := make(map[string]int)
	for _, tag := range onceEach(all) {
		counts[tag.Game+"/"+tag.Word+"/"+tag.Title]++
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
		if before, ok := uids[tag.UID.String()]; ok && (before != tag.Word || !strings.HasPrefix(before, "seat-")) {
			t.Errorf("%s and %s have the same tag", before, tag.Word)
		}
		uids[tag.UID.String()] = tag.Word
	}
	if len(uids) != len(onceEach(all)) {
		t.Errorf("%d tags of %d are on the bench", len(onceEach(all)), len(uids))
	}
}
