package companion_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"familiar/companion"
	"familiar/companion/access"
	"familiar/companion/crashloop"
	"familiar/companion/journal"
	"familiar/companion/protocol"
	"familiar/companion/scene"
	"familiar/companion/tags"
	"familiar/engine"
	"familiar/engine/record"
	"familiar/engine/sacrilege"
)

// If the rules or the card list have changed, the game goes on as far as it can be replayed.
func TestRulesHaveChanged(t *testing.T) {
	dir := t.TempDir()
	run(t, func(t *testing.T) {
		j, err := journal.Create(dir, engine.Setup{Game: "sacrilege", Pack: "house", Seats: []string{"ann", "ben"}}, time.Now(), nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, words := range []string{
			"table: reveal king", "ann: draw", "table: undo", "ann: draw", "ann: fly", "ann: end",
		} {
			if err := j.Append(stepOf(words)); err != nil {
				t.Fatal(err)
			}
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
		h := newTestTable(t, dir, nil)
		p := h.phone("")
		h.expectFact(p, "turn", "ann")
		h.expectFact(p, "ann.actions", "draw")
		if n := p.Snapshot().Notices; len(n) != 1 || !strings.Contains(n[0].Text, "from its move 4") {
			t.Errorf("notices %+v", n)
		}
		h.must(p, tableMove("amend", "turn", "ben"))
		h.stop()
		h.start()
		defer h.stop()
		p = h.phone("")
		h.expectFact(p, "turn", "ben")
		if n := p.Snapshot().Notices; len(n) > 0 {
			t.Errorf("notices %+v", n)
		}
	})
}

// A move that was taken back is not made again, so it does not matter that the rules refuse it today. One that stands does.
func TestRefusedMoveWasTakenBack(t *testing.T) {
	for _, test := range []struct {
		name  string
		steps [][]string
		from  string
	}{
		{"it was taken back", [][]string{{"table: reveal king"}, {"ann: fly"}, {"table: undo"}, {"ann: draw"}}, ""},
		{"it was taken back with what followed", [][]string{{"table: reveal king"}, {"ann: fly"}, {"ann: end"}, {"table: undo", "table: undo", "ann: draw"}}, ""},
		{"more is taken back than stands", [][]string{{"table: reveal king"}, {"ann: draw"}, {"ann: fly"}, {"table: undo", "table: undo", "table: undo", "table: undo"}}, "from its move 2"},
		{"it stands, and others were taken back", [][]string{{"table: reveal king"}, {"ann: end"}, {"table: undo"}, {"ann: draw"}, {"ann: fly"}, {"ann: end"}}, "from its move 4"},
		{"it stands in place of another one that is refused", [][]string{{"table: reveal king"}, {"ann: draw"}, {"ann: fly"}, {"table: undo", "ann: swim"}}, `from its move 2: "ann: fly"`},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			run(t, func(t *testing.T) {
				writeJournal(t, dir, test.steps...)
				h := newTestTable(t, dir, nil)
				defer h.stop()
				p := h.phone("")
				h.expectFact(p, "ann.actions", "draw")
				if n := p.Snapshot().Notices; test.from == "" && len(n) > 0 || test.from != "" && (len(n) != 1 || !strings.Contains(n[0].Text, test.from)) {
					t.Errorf("notices %+v", n)
				}
			})
		})
	}
}

// stepOf returns a step of these statements, made on a phone now.
func stepOf(statements ...string) record.Step {
	s := record.Step{At: time.Now(), Source: "phone"}
	for _, words := range statements {
		if words == record.UndoLine {
			s.Undo++
		} else {
			s.Moves = append(s.Moves, words)
		}
	}
	return s
}

// writeJournal writes the journal of a game of two players: one step for each list of lines, a minute apart.
func writeJournal(t *testing.T, dir string, steps ...[]string) {
	t.Helper()
	j, err := journal.Create(dir, engine.Setup{Game: "sacrilege", Pack: "house", Seats: []string{"ann", "ben"}}, time.Now(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, words := range steps {
		time.Sleep(time.Minute)
		if err := j.Append(stepOf(words...)); err != nil {
			t.Fatal(err)
		}
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
}

// The table never writes an undo when no move stands. If a journal has one, the game goes on from the moves before it, as before any line that cannot be
// played.
func TestUndoInAnEmptyJournal(t *testing.T) {
	for _, c := range []struct {
		name  string
		lines []string
		from  string
		grave string
	}{
		{"before the first move", []string{"table: undo", "table: reveal king"}, "from its move 0: \"table: undo\", and no move stands", ""},
		{"one more than there were moves", []string{"table: reveal king", "table: undo", "table: undo", "table: reveal imp"}, "from its move 2", ""},
		{"as many as there were moves", []string{"table: reveal king", "ann: draw", "table: undo", "table: undo", "table: reveal imp"}, "", "imp"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			run(t, func(t *testing.T) {
				var steps [][]string
				for _, line := range c.lines {
					steps = append(steps, []string{line})
				}
				writeJournal(t, dir, steps...)
				h := newTestTable(t, dir, nil)
				p := h.phone("")
				h.expectFact(p, "grave", c.grave)
				if n := p.Snapshot().Notices; c.from == "" && len(n) > 0 || c.from != "" && (len(n) != 1 || !strings.Contains(n[0].Text, c.from)) {
					t.Errorf("notices %+v", n)
				}
				if c.grave == "" {
					// Nothing stands, so nothing can be taken back, and the game can be played.
					h.mustRefuse(p, protocol.UndoRequest{})
					h.must(p, tableMove("reveal", "imp"))
				}
				h.stop()
				h.start()
				defer h.stop()
				p = h.phone("")
				h.expectFact(p, "grave", "imp")
				if n := p.Snapshot().Notices; len(n) > 0 {
					t.Errorf("notices %+v", n)
				}
			})
		})
	}
}

// A step whose last line cannot be played is left out as a whole, with its chores and its play time.
func TestStepIsReplayedWholeOrNotAtAll(t *testing.T) {
	dir := t.TempDir()
	run(t, func(t *testing.T) {
		writeJournal(t, dir, []string{"table: reveal king"}, []string{"ann: sacrifice monk ann", "ann: fly"})
		h := newTestTable(t, dir, nil)
		defer h.stop()
		p := h.phone("")
		if s := p.Snapshot(); len(s.Notices) != 1 || !strings.Contains(s.Notices[0].Text, "from its move 1") || len(s.Game.Chores) > 0 {
			t.Errorf("notices %+v, chores %+v", s.Notices, s.Game.Chores)
		}
		h.expectFact(p, "ann.altar.count", "0")
		if now := h.games(p, 0).Games[0]; now.Moves != 1 || now.Minutes != 1 {
			t.Errorf("%d moves in %d minutes", now.Moves, now.Minutes)
		}
		h.must(p, tableMove("amend", "turn", "ben"))
	})
}

// A game that this table no longer knows stays on disk, and another one can be played.
func TestGameIsNotKnownAnyMore(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, _, _ *companion.Phone) {
		h.stop()
		games := h.option.Games
		h.option.Games = nil
		h.start()
		p := h.phone("")
		if s := p.Snapshot(); s.Phase != "lobby" || len(s.Notices) != 1 || !strings.Contains(s.Notices[0].Text, "is kept") {
			t.Errorf("%s, %+v", s.Phase, s.Notices)
		}
		h.stop()
		h.option.Games = games
		h.start()
		defer h.stop()
		h.expectFact(h.phone(""), "grave", "king")
	})
}

// The record of the game on the table is lost while the table is switched off: it says so, once, and stands in the lobby.
func TestRecordOfTheGameIsLost(t *testing.T) {
	for name, lose := range map[string]func(path string) error{
		"it is empty": func(path string) error { return os.Truncate(path, 0) },
		"it is gone":  os.Remove,
	} {
		t.Run(name, func(t *testing.T) {
			inGame(t, nil, func(t *testing.T, h *testTable, ann, _ *companion.Phone) {
				h.must(ann, move("draw", "imp"))
				h.stop()
				names, err := journal.Names(h.dir)
				if err != nil || len(names) != 1 {
					t.Fatalf("%q, %v", names, err)
				}
				record := names[0]
				if err := lose(filepath.Join(h.dir, "games", record)); err != nil {
					t.Fatal(err)
				}
				h.start()
				s := h.phone("").Snapshot()
				want := "The record of the game that was on the table is gone or empty: games/" + record + ". If nobody has deleted it, the disk may be failing: save what is on it."
				if s.Phase != "lobby" || len(s.Notices) != 1 || s.Notices[0].Text != want {
					t.Errorf("%s, %+v", s.Phase, s.Notices)
				}
				h.stop()
				h.start()
				defer h.stop()
				if n := h.phone("").Snapshot().Notices; len(n) > 0 {
					t.Errorf("it is said again: %+v", n)
				}
			})
		})
	}
}

// An unreadable file in the state directory is set aside, and a notice says so.
func TestPhonesFileIsDamaged(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, _ *companion.Phone) {
		h.stop()
		path := filepath.Join(h.dir, "phones.json")
		if err := os.WriteFile(path, []byte(`{"code":`), 0o600); err != nil {
			t.Fatal(err)
		}
		h.start()
		if _, err := h.table.Join(t.Context(), access.Visitor{Token: ann.Token()}); err == nil {
			t.Error("the visitor is let in")
		}
		p := h.phone("ann")
		if n := p.Snapshot().Notices; len(n) != 1 || n[0].Text != "The list of phones cannot be read (unexpected end of JSON input): it is kept as phones.json.damaged-1, and phones have to join anew." {
			t.Errorf("notices %+v", n)
		}
		if now, err := os.ReadFile(path + ".damaged-1"); err != nil || string(now) != `{"code":` {
			t.Errorf("%q, %v", now, err)
		}
		// A disk that takes nothing keeps nobody from the table.
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(filepath.Join(path, "in the way"), 0o700); err != nil {
			t.Fatal(err)
		}
		h.mustRefuseWith(p, protocol.StandRequest{}, unsaved)
		h.mustRefuseWith(p, protocol.SitRequest{Seat: "ben"}, unsaved)
		if s := p.Snapshot(); s.You.Seat != 1 || len(s.Notices) != 2 {
			t.Errorf("the seat stays as it was, and two notices say why: %+v, %+v", s.You, s.Notices)
		}
		h.stop()
		h.start()
		defer h.stop()
		if n := h.phone("").Snapshot().Notices; len(n) != 1 || !strings.Contains(n[0].Text, "(phones.json: it is no file): it is kept as phones.json.damaged-2") {
			t.Errorf("notices %+v", n)
		}
		if _, err := os.Stat(filepath.Join(path+".damaged-2", "in the way")); err != nil {
			t.Error(err)
		}
	})
}

// If it is no longer known who has begun the game, the first phone that takes a seat becomes host: somebody has to be able to end the game.
func TestNoHostIsLeft(t *testing.T) {
	atTable(t, nil, func(t *testing.T, h *testTable) {
		host := h.guest("192.0.2.6")
		h.begin(host, "ann", "ben")
		other := h.guest("192.0.2.7")
		h.must(other, protocol.SitRequest{Seat: "ann"})
		if other.Snapshot().You.Host {
			t.Error("who merely takes a seat is host")
		}
		h.stop()
		if err := os.Remove(filepath.Join(h.dir, "phones.json")); err != nil {
			t.Fatal(err)
		}
		h.start()
		defer h.stop()
		watcher, ann, ben := h.guest("192.0.2.6"), h.guest("192.0.2.7"), h.guest("192.0.2.8")
		h.must(ann, protocol.SitRequest{Seat: "ann"})
		h.must(ben, protocol.SitRequest{Seat: "ben"})
		for p, want := range map[*companion.Phone]bool{watcher: false, ann: true, ben: false} {
			if s := p.Snapshot(); s.You.Host != want {
				t.Errorf("s.You is %+v", s.You)
			}
		}
		h.must(ann, protocol.EndRequest{})
	})
}

// After a restart in the middle of a reward, the question is open as before.
func TestRestartInAReward(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, _ *companion.Phone) {
		h.must(ann, move("sacrifice", "friar", "ann"))
		before := h.game(ann).Ask
		h.stop()
		h.start()
		defer h.stop()
		p := h.phone("")
		if now := h.game(p).Ask; !reflect.DeepEqual(now, before) || now.Key != "choose/draw" {
			t.Errorf("asked %+v, then %+v", before, now)
		}
	})
}

func TestManyQuestions(t *testing.T) {
	atTable(t, func(o *companion.Options) {
		o.Buttons = append(o.Buttons, companion.Button{Name: "sacrifice", Press: "sacrifice"}, companion.Button{Name: "ben", Press: "ben"})
	}, func(t *testing.T, h *testTable) {
		host := h.phone("")
		seats := []string{"ann", "ben", "cai", "dan", "eve", "fay"}
		h.begin(host, seats...)
		h.layCard("middle", "king")
		h.layCard("middle", "imp") // green: six seats, six altars, and turned up
		pick := func(text string) {
			t.Helper()
			g := h.game(host).Gesture
			if g == nil {
				t.Fatal("nothing is asked")
			}
			for i, o := range g.Options {
				if o.Text == text {
					h.must(host, protocol.PickRequest{Gesture: g.ID, Option: i})
					return
				}
			}
			t.Fatalf("no %q in %+v", text, g)
		}
		if g := h.game(host).Gesture; g == nil || g.Text != "Who did it?" || len(g.Options) != 6 {
			t.Fatalf("gesture %+v", g)
		}
		pick("Cai")
		pick("Cai sacrifices Imp on the altar of Eve")
		h.expectFact(host, "eve.altar", "imp")
		h.press("ben", false)
		if g := h.game(host).Gesture; g == nil || g.Text != "Who did it?" {
			t.Fatalf("gesture %+v", g)
		}
		h.press("yes", true)
		h.press("sacrifice", false)
		g := h.game(host).Gesture
		if g == nil || g.Text != "Who did it?" {
			t.Fatalf("gesture %+v", g)
		}
		pick("Ann")
		if g := h.game(host).Gesture; g == nil || g.Text != "Which one?" || len(g.Options) != 6 {
			t.Fatalf("gesture %+v", g)
		}
		pick("Fay")
		h.must(host, protocol.DropRequest{Gesture: h.game(host).Gesture.ID})
		h.layCard("altar-2", "knight")
		h.expectFact(host, "ben.altar", "knight")
	})
}

// The panel says why nothing happens while a long game is being read, and nothing of it when the game is short.
func TestPanelWhileReading(t *testing.T) {
	for name, test := range map[string]struct {
		steps int
		want  []string
	}{
		"a long game":  {150, []string{"Reading the last game …", "Turn up the top card of the Necronomicon and lay it into the Graveyard."}},
		"a short game": {5, []string{"Turn up the top card of the Necronomicon and lay it into the Graveyard."}},
	} {
		t.Run(name, func(t *testing.T) {
			var said []string
			option := companion.Options{Games: []engine.Game{sacrilege.Game()}, State: t.TempDir(), Show: func(s scene.Scene) { said = append(said, s.Prompt) }}
			j, err := journal.Create(option.State, engine.Setup{Game: "sacrilege", Seats: []string{"ann", "ben"}}, time.Now(), nil)
			if err != nil {
				t.Fatal(err)
			}
			for range test.steps {
				step := record.Step{At: time.Now()}
				for range 20 {
					step.Moves = append(step.Moves, "table: amend ? deck ann.hand", "table: amend ? ann.hand deck")
				}
				if err := j.Append(step); err != nil {
					t.Fatal(err)
				}
			}
			if err := j.Close(); err != nil {
				t.Fatal(err)
			}
			table, err := companion.New(option)
			if err != nil {
				t.Fatal(err)
			}
			over, stop := context.WithCancel(t.Context())
			stop()
			if err := table.Run(over); err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(said, test.want) {
				t.Errorf("the panel says %q, not %q", said, test.want)
			}
		})
	}
}

// A table that has crashed again and again while it read the last game is started without it, and says so. The game is kept. A table that was stopped as often has
// not crashed.
func TestGameThatCrashesTheTable(t *testing.T) {
	inGame(t, func(o *companion.Options) { o.Boot = "today" }, func(t *testing.T, h *testTable, ann, _ *companion.Phone) {
		for range 5 {
			h.stop()
			h.start()
		}
		h.expectFact(h.phone("ann"), "grave", "king")
		h.stop()
		names, err := journal.Names(h.dir)
		if err != nil || len(names) != 1 {
			t.Fatal(names, err)
		}
		game := filepath.Join(journal.Folder, names[0])
		for _, boot := range []string{"yesterday", "today"} { // power cuts, then crashes
			note := fmt.Sprintf(`{"boot":%q,"file":%q,"crashes":2}`, boot, game)
			if err := os.WriteFile(filepath.Join(h.dir, crashloop.File), []byte(note), 0o600); err != nil {
				t.Fatal(err)
			}
			h.start()
			s, panel := h.phone("").Snapshot(), h.shown.scene().Trouble
			h.stop()
			if crashed := panel != ""; crashed != (boot == "today") {
				t.Errorf("after three ends at %s, %s, the panel says %q", game, boot, panel)
			}
			if goesOn := s.Game != nil; goesOn != (boot == "yesterday") {
				t.Errorf("after three ends at %s, %s, the game goes on: %v", game, boot, goesOn)
			}
			if boot == "today" && (len(s.Notices) != 1 || !strings.Contains(s.Notices[0].Text, "It goes on without it, and keeps it as "+names[0]+".damaged-1.")) {
				t.Errorf("notices %+v", s.Notices)
			}
		}
		if _, err := os.Stat(filepath.Join(h.dir, game+".damaged-1")); err != nil {
			t.Error(err)
		}
		h.start() // for the end of the test
	})
}

// A crash of a table that goes on with no game is not the fault of a game that was played before.
func TestCrashWithoutAGame(t *testing.T) {
	inGame(t, func(o *companion.Options) { o.Boot = "today" }, func(t *testing.T, h *testTable, _, _ *companion.Phone) {
		h.must(h.phone(""), protocol.EndRequest{})
		h.stop()
		h.start()
		h.phone("")
		if note, err := os.ReadFile(filepath.Join(h.dir, crashloop.File)); err == nil {
			t.Errorf("it is noted that the table reads %s", note)
		}
	})
}

// The game that has crashed the table again and again need not be the newest one that is kept. Without it, the one before goes on, if that has not ended.
func TestOlderGameThatCrashesTheTable(t *testing.T) {
	inGame(t, func(o *companion.Options) { o.Boot = "today" }, func(t *testing.T, h *testTable, ann, _ *companion.Phone) {
		guilty := filepath.Join(journal.Folder, h.game(ann).ID)
		h.stop()
		writeEndedGame(t, h.dir, "sacrilege", time.Now().Add(time.Minute), "over", "table: reveal imp")
		before := writeEndedGame(t, h.dir, "sacrilege", time.Now().Add(-time.Hour), "", "table: reveal monk")
		note := fmt.Sprintf(`{"boot":"today","file":%q,"crashes":2}`, guilty)
		if err := os.WriteFile(filepath.Join(h.dir, crashloop.File), []byte(note), 0o600); err != nil {
			t.Fatal(err)
		}
		h.start()
		defer h.stop()
		s := h.phone("").Snapshot()
		if len(s.Notices) != 1 || !strings.Contains(s.Notices[0].Text, "keeps it as "+filepath.Base(guilty)+".damaged-1.") {
			t.Errorf("notices %+v", s.Notices)
		}
		if s.Game == nil || s.Game.ID != before.Name() || s.Game.Facts["grave"] != "monk" {
			t.Errorf("the game that goes on is %+v", s.Game)
		}
		if _, err := os.Stat(filepath.Join(h.dir, guilty+".damaged-1")); err != nil {
			t.Error(err)
		}
	})
}

// Whoever has changed the list of tags by hand is told that it was, and where it is kept as it was found. It is used as it reads.
func TestTagsChangedByHand(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, _, _ *companion.Phone) {
		h.stop()
		path := filepath.Join(h.dir, tags.File)
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		changed := strings.Replace(string(data), `"imp"`, `"dragon"`, 1)
		if err := os.WriteFile(path, []byte(changed), 0o600); err != nil {
			t.Fatal(err)
		}
		h.start()
		defer h.stop()
		ann := h.phone("ann")
		const told = "Somebody, or a card that wears out, has changed the list of tags. It is used as it reads now, and kept as "
		n := ann.Snapshot().Notices
		if len(n) != 1 || !strings.HasPrefix(n[0].Text, told) {
			t.Fatalf("notices %+v", n)
		}
		name, _, _ := strings.Cut(strings.TrimPrefix(n[0].Text, told), ":")
		if kept, err := os.ReadFile(filepath.Join(h.dir, name)); err != nil || string(kept) != changed {
			t.Errorf("what is kept is not what was found: %v", err)
		}
		h.layCard("altar-1", "imp")
		if v := h.game(ann).Verdict; v == nil || v.Words != "“Dragon” means nothing in Sacrilege." {
			t.Errorf("verdict %+v", v)
		}
	})
}
