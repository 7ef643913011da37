package main

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"familiar/cmd/familiar/internal/daemon"
	"familiar/companion/packs"
	"familiar/companion/protocol"
	"familiar/companion/tags"
	"familiar/engine"
)

// cardListLog keeps track of card lists that a phone has copied from the house list, some with the tags of the house, and has deleted again: what was
// acknowledged, and so must be there after a restart. One goroutine at a time uses it.
type cardListLog struct {
	game  string
	tags  map[tags.UID]string // of the house
	named int                 // lists so far

	present map[string]bool // copied, and acknowledged
	leaving map[string]bool // deletion was requested, but not acknowledged
	deleted map[string]bool // deleted, and acknowledged
	tagged  map[string]bool // tags were taken over, and acknowledged
}

func newCardListLog(game string, of map[tags.UID]string) *cardListLog {
	return &cardListLog{game: game, tags: of, present: make(map[string]bool), leaving: make(map[string]bool), deleted: make(map[string]bool), tagged: make(map[string]bool)}
}

// virtualTagsOf returns the tags of a game on a virtual table.
func virtualTagsOf(t testing.TB, game engine.Game) map[tags.UID]string {
	t.Helper()
	made, err := daemon.VirtualTags(game)
	if err != nil {
		t.Fatal(err)
	}
	stickers := make(map[tags.UID]string)
	for _, tag := range made {
		stickers[tags.UID(tag.UID.String())] = tag.Word
	}
	return stickers
}

// nextRequest returns a request to make. A few lists always stay.
func (s *cardListLog) nextRequest(rng *rand.Rand) protocol.Request {
	lists := slices.Sorted(maps.Keys(s.present))
	switch {
	case len(lists) == 0 || len(lists) < 4 && rng.IntN(3) == 0:
		s.named++
		return protocol.PacksRequest{Action: "copy", Game: s.game, Edit: &protocol.Edit{Name: fmt.Sprintf("box-%d", s.named)}}
	case len(lists) == 4:
		name := lists[rng.IntN(len(lists))]
		delete(s.present, name)
		s.leaving[name] = true
		return protocol.PacksRequest{Action: "delete", Game: s.game, Pack: name}
	}
	return protocol.EnrolRequest{Action: "take", Game: s.game, Pack: lists[rng.IntN(len(lists))]}
}

func (s *cardListLog) acknowledged(r protocol.Request) {
	switch r := r.(type) {
	case protocol.EnrolRequest:
		s.tagged[r.Pack] = true
	case protocol.PacksRequest:
		if r.Action == "copy" {
			s.present[r.Edit.Name] = true
			return
		}
		delete(s.leaving, r.Pack)
		s.deleted[r.Pack] = true
	}
}

// check compares the state directory with what was acknowledged.
func (s *cardListLog) check(t testing.TB, state string) {
	t.Helper()
	names, err := packs.Names(state, s.game)
	if err != nil {
		t.Fatal(err)
	}
	for name := range s.present {
		if !slices.Contains(names, name) {
			t.Errorf("the list %s was copied, and is not among %q", name, names)
		} else if _, err := packs.Read(state, s.game, name); err != nil {
			t.Error(err)
		}
	}
	for _, name := range names {
		if s.deleted[name] {
			t.Errorf("the list %s was deleted, and is there", name)
		}
	}
	known, err := tags.Load(state)
	if err != nil {
		t.Fatal(err)
	}
	if got := known.Words(tags.Box{Game: s.game, Pack: engine.HousePack}); !maps.Equal(got, s.tags) {
		t.Errorf("the tags of the house are %v and not %v", got, s.tags)
	}
	for name := range s.tagged {
		if got := known.Words(tags.Box{Game: s.game, Pack: name}); len(got) == 0 {
			t.Errorf("the tags of %s are lost", name)
		}
	}
}
