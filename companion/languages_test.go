package companion_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"familiar/companion"
	"familiar/companion/access"
	"familiar/companion/protocol"
	"familiar/companion/tags"
	"familiar/engine"
	"familiar/engine/athame"
	"familiar/engine/oracle"
	"familiar/engine/pantacle"
	"familiar/engine/record"
	"familiar/engine/sacrilege"
	"familiar/engine/sator"
)

// twins are two phones of one viewer. One of them reads French.
type twins struct{ english, french *companion.Phone }

func (h *testTable) twins(seat string) twins {
	h.Helper()
	english := h.phone(seat)
	french, err := h.table.Join(h.Context(), access.Visitor{Local: true, Token: english.Token(), Language: "fr"})
	if err != nil {
		h.Fatal(err)
	}
	return twins{english, french}
}

// Everything that phones read during a game is in their own language, and is otherwise the same.
func TestTwoLanguagesSideBySide(t *testing.T) {
	for _, c := range []struct {
		game   engine.Game
		record string
		place  string // of a seat
	}{
		{sacrilege.Game(), "game", "altar"}, {pantacle.Game(), "short-game", "hand"}, {athame.Game(), "08-game", "allotted"},
		{oracle.Game(), "short-game", "corruption"}, {sator.Game(), "game-two", "hand"},
	} {
		t.Run(c.game.ID, func(t *testing.T) {
			file, err := os.Open(filepath.Join("../engine", c.game.ID, "testdata", c.record+".table"))
			if err != nil {
				t.Fatal(err)
			}
			defer file.Close()
			r, err := record.Parse(c.record, file)
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			cards := enrolled(t, dir, c.game)
			run(t, func(t *testing.T) {
				h := newTestTable(t, dir, func(o *companion.Options) {
					o.Games = []engine.Game{c.game}
					o.Readers = []companion.Reader{{Name: "one", Seat: 1, Place: c.place}, {Name: "two", Seat: 2, Place: "nowhere"}, {Name: "all"}}
				})
				defer h.stop()
				for _, d := range []protocol.Device{{Name: "one", OK: true}, {Name: "two", OK: true}, {Name: "panel", Text: "check its wires and its 3.3 V (no answer)"}} {
					if err := h.table.Device(h.Context(), d); err != nil {
						t.Fatal(err)
					}
				}
				start := protocol.StartRequest{Game: c.game.ID, Seats: r.Setup.Seats, Options: make(map[string]string)}
				for _, o := range r.Setup.Options {
					start.Options[o.Name] = o.Value
				}
				all := map[string]twins{"table": h.twins("")}
				h.must(all["table"].english, start)
				for _, seat := range r.Setup.Seats {
					all[seat] = h.twins(seat)
				}
				s := newSide(t, c.game, r.Setup)
				moves := slices.DeleteFunc(r.Lines, func(l record.Line) bool { return l.Kind != record.Play })
				for i, l := range moves[:min(len(moves), 40)] {
					s.step(h, all, l, []string{"one", "all"}[i%2], cards[i%len(cards)])
				}
				for what, least := range map[string]int{"log": 40, "asked": 1, "refused": 3} {
					if s.seen[what] < least {
						t.Errorf("no more than %d times %s", s.seen[what], what)
					}
				}
			})
		})
	}
}

// enrolled gives tags to all cards and things of a game, and returns their words.
func enrolled(t *testing.T, dir string, game engine.Game) (words []string) {
	t.Helper()
	state, err := game.Sample(engine.HousePack, game.House)
	if err != nil {
		t.Fatal(err)
	}
	known, err := tags.Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	all := make(map[tags.UID]string)
	for _, n := range state.Catalog().Names(engine.ClassCard | engine.ClassThing) {
		word := state.Catalog().Word(n)
		words = append(words, word)
		all[tags.UID(uidOf(word))] = word
	}
	if err := known.AssignAll(tags.Box{Game: game.ID}, all); err != nil {
		t.Fatal(err)
	}
	return words
}

// side compares the messages to the two phones of twins.
type side struct {
	*testing.T
	alike map[string]bool // what reads the same in both languages
	seen  map[string]int
}

func newSide(t *testing.T, game engine.Game, setup engine.Setup) *side {
	t.Helper()
	s := &side{T: t, alike: map[string]bool{"": true}, seen: make(map[string]int)}
	english, err := game.Localization(engine.English)
	if err != nil {
		t.Fatal(err)
	}
	french, err := game.Localization("fr")
	if err != nil {
		t.Fatal(err)
	}
	state, err := game.New(setup, game.House)
	if err != nil {
		t.Fatal(err)
	}
	c := state.Catalog()
	for i := 1; i < c.Len(); i++ {
		if one := english.Name(c, engine.Name(i)); one == french.Name(c, engine.Name(i)) {
			s.alike[one], s.alike[strings.ToUpper(one[:1])+one[1:]] = true, true
		}
	}
	if english.Title == french.Title {
		s.alike[english.Title] = true
	}
	for i := range 100 {
		s.alike[fmt.Sprint(i)] = true
	}
	// What stands on buttons, and has no other name than in the config.
	for _, own := range []string{"draw", "end", "pray", "yes", "all", "clock"} {
		s.alike[own] = true
	}
	return s
}

// step makes one move of a record and then puts a card on a reader. It drops the question, or takes the move back, that comes of the card.
func (s *side) step(h *testTable, all map[string]twins, l record.Line, reader, card string) {
	h.Helper()
	who, request := all[l.Seat], protocol.MoveRequest{Verb: l.Verb, Args: l.Args}
	if l.Seat == "table" {
		request.Seat = "table"
	}
	h.must(who.french, request)
	stand := h.game(who.english).Undoable
	h.layCard(reader, card)
	s.compare(all)
	if err := h.table.TagLeft(h.Context(), reader, uidOf(card), time.Now()); err != nil {
		h.Fatal(err)
	}
	h.settle()
	for _, p := range all {
		if g := h.game(p.english).Gesture; g != nil {
			s.seen["asked"]++
			p.french.Do(h.Context(), protocol.DropRequest{Gesture: g.ID})
		}
	}
	if h.settle(); h.game(who.english).Undoable > stand {
		h.must(who.french, protocol.UndoRequest{Steps: h.game(who.english).Undoable - stand})
	}
}

func (s *side) compare(all map[string]twins) {
	s.Helper()
	for _, seat := range slices.Sorted(maps.Keys(all)) {
		p := all[seat]
		one, other := p.english.Snapshot(), p.french.Snapshot()
		s.same(seat, values(s.T, one), values(s.T, other))
		if s.seen["names"]++; s.seen["names"] < 2*len(all) {
			s.same(seat+" names", values(s.T, one.Names), values(s.T, other.Names))
		}
	}
}

func values(t *testing.T, message any) any {
	t.Helper()
	data, err := json.Marshal(message)
	if err != nil {
		t.Fatal(err)
	}
	var all any
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	return all
}

// saidIn are the fields that people read, by what they are part of.
var saidIn = map[string][]string{
	"game": {"title"}, "ask": {"text"}, "log": {"text", "also", "news", "via"}, "notes": {"text"}, "toDo": {"text"},
	"gesture": {"text", "at", "shown"}, "options": {"text"},
	"verdict": {"text", "words", "names"}, "devices": {"name", "text"}, "notices": {"text"}, "names": {"title", "text"}, "verbs": {""}, "counts": {"label"},
	"shared": {"label"}, "amends": {"title", "labels"}, "hint": {"ask", "none"},
}

// same tells what is not as it should be: what people read must be another text, the rest the same. The path ends with the field.
func (s *side) same(path string, one, other any) {
	s.Helper()
	switch one := one.(type) {
	case map[string]any:
		two, ok := other.(map[string]any)
		if !ok || len(one) != len(two) {
			s.Errorf("%s: %v, in French %v", path, one, other)
			return
		}
		for k := range one {
			s.same(path+" "+k, one[k], two[k])
		}
	case []any:
		two, ok := other.([]any)
		if !ok || len(one) != len(two) {
			s.Errorf("%s: %v, in French %v", path, one, other)
			return
		}
		for i := range one {
			s.same(path, one[i], two[i])
		}
	case string:
		two, ok := other.(string)
		switch read := isRead(strings.Fields(path)); {
		case !ok || !read && one != two:
			s.Errorf("%s: %q, in French %q", path, one, other)
		case read && one == two && !s.alike[one] && !strings.Contains(path, " names verbs") && !strings.Contains(path, "label") && !strings.HasSuffix(path, " names names"):
			s.Errorf("%s is not told in French: %q", path, one)
		case strings.HasSuffix(path, "log text"):
			s.seen["log"]++
		case strings.HasSuffix(path, "verdict words"):
			s.seen["refused"]++
		}
	default:
		if fmt.Sprint(one) != fmt.Sprint(other) {
			s.Errorf("%s: %v, in French %v", path, one, other)
		}
	}
}

// isRead reports whether people read a field.
func isRead(path []string) bool {
	field := path[len(path)-1]
	for i, of := range path[:len(path)-1] {
		if fields, ok := saidIn[of]; ok && (slices.Contains(fields, field) || slices.Contains(fields, "") && i == len(path)-2) {
			return true
		}
	}
	return false
}

// The table's own texts are translated, too: in the lobby, and beside a game.
func TestTableTextsInFrench(t *testing.T) {
	inGame(t, func(o *companion.Options) {
		o.Readers = append(o.Readers, companion.Reader{Name: "pile", Place: "grave"}, companion.Reader{Name: "seat-2", Seat: 2})
	}, func(t *testing.T, h *testTable, ann, _ *companion.Phone) {
		paul, err := h.table.Join(h.Context(), access.Visitor{Local: true, Token: ann.Token(), Language: "fr"})
		if err != nil {
			t.Fatal(err)
		}
		reads := func(what, got, want string) {
			t.Helper()
			if got = strings.ReplaceAll(got, "\u00a0", " "); got != want {
				t.Errorf("%s reads %q, not %q", what, got, want)
			}
		}
		name := h.game(paul).ID
		h.must(ann, move("draw"))
		reads("via", h.game(paul).Log[1].Source, "téléphone")
		h.must(ann, protocol.UndoRequest{})
		reads("an undo", h.game(paul).Verdict.Text, "Ann a annulé le dernier coup.")
		h.layCard("middle", "knight")
		g := h.game(paul).Gesture
		if g == nil {
			t.Fatalf("nothing is asked about the Knight; the log is %+v", h.game(paul).Log)
		}
		reads("the reader", g.At, "middle")
		reads("the question", g.Text, "De quoi s’agit-il ?")
		reads("the answer", g.Options[0].Text, "Ann sacrifie Chevalier sur l'autel d'Ann")
		reads("the question in English", h.game(ann).Gesture.Text, "Which is it?")
		reads("the panel", h.shown.scene().Prompt, "Knight: which is it?")
		h.must(paul, protocol.DropRequest{Gesture: g.ID})
		h.tap("middle", "04AAAAAAAAAAAA")
		reads("an unknown tag", h.game(paul).Gesture.Text, "Cette puce est inconnue. Dites sur un téléphone ce qu’elle est, ou enregistrez les puces de la boîte.")
		h.must(paul, protocol.EnrolRequest{Action: "name", Args: []string{"grave"}})
		reads("its name", h.game(paul).Verdict.Text, "Désormais, la puce représente ceci : Cimetière. Montrez-la encore.")
		reads("a refusal", h.mustRefuse(paul, protocol.StartRequest{Game: "sacrilege"}).Text, "Une partie est en cours : mettez-y d’abord fin.")
		reads("a question too many", h.mustRefuse(paul, protocol.PickRequest{Gesture: 99}).Text, "Cette question est déjà réglée.")
		h.must(paul, protocol.PauseRequest{On: true})
		reads("a pause", h.mustRefuse(paul, move("draw")).Text, "La partie est en pause : il faut d’abord la reprendre.")
		reads("the same on the panel", h.shown.scene().Prompt, "Paused by Ann. A phone lets it go on.")

		h.must(paul, protocol.EndRequest{})
		games := h.games(paul, 0).Games
		reads("the game played", games[0].Title, "Sacrilège")
		reads("the same in English", h.games(ann, 0).Games[0].Title, "Sacrilege")
		past := h.past(paul, name, 9)
		reads("its title", past.Game.Title, "Sacrilège")
		reads("what was done", past.Game.Log[0].Text, "Le Necronomicon révèle Roi.")
		reads("by what", h.past(ann, name, 9).Game.Log[0].Source, "middle")
		h.must(paul, protocol.EnrolRequest{Action: "begin", Game: "sacrilege"})
		enrol := paul.Snapshot().Enrol
		reads("the game enrolled", enrol.Of, "Sacrilège")
		h.layCard("middle", "king")
		reads("a tag again", paul.Snapshot().Enrol.Text, "Cette puce représente déjà Roi. Prenez-en une autre, ou refaites : elle pourra alors servir pour cette carte.")
		reads("the same in English", ann.Snapshot().Enrol.Text, "This tag is King already. Take another one, or redo: then it can be tapped again for this one.")
		reads("the panel", h.shown.scene().Enrol.Of, "Sacrilege")
		if a := h.mustRefuse(paul, protocol.PacksRequest{Action: "rename", Game: "sacrilege", Pack: "mine", Edit: &protocol.Edit{Name: "Mine"}}); !strings.Contains(a.Text, "n’y a pas de liste de cartes de ce nom") {
			t.Error(a.Text)
		}
	})
}
