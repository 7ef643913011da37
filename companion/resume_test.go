package companion_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"familiar/companion"
	"familiar/companion/access"
	"familiar/companion/journal"
	"familiar/companion/protocol"
	"familiar/engine"
	"familiar/engine/record"
)

// The rules or the card list may have changed since: the game goes on as far as it can be replayed.
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
		h := newHouse(t, dir, nil)
		p := h.phone("")
		h.fact(p, "turn", "ann")
		h.fact(p, "ann.actions", "draw")
		if n := p.Snapshot().Notices; len(n) != 1 || !strings.Contains(n[0].Text, "from its move 4") {
			t.Errorf("notices %+v", n)
		}
		h.must(p, tableMove("amend", "turn", "ben"))
		h.stop()
		h.start()
		defer h.stop()
		p = h.phone("")
		h.fact(p, "turn", "ben")
		if n := p.Snapshot().Notices; len(n) > 0 {
			t.Errorf("notices %+v", n)
		}
	})
}

// stepOf is a step of these statements, made on a phone now.
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

// forge writes the journal of a game of two, a step for each of these lists of lines, a minute after the one before.
func forge(t *testing.T, dir string, steps ...[]string) {
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

// An undo where no move stands is in no journal that the table has written: the game goes on from the moves before it, as behind any line that cannot be played.
func TestUndoOfNothing(t *testing.T) {
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
				forge(t, dir, steps...)
				h := newHouse(t, dir, nil)
				p := h.phone("")
				h.fact(p, "grave", c.grave)
				if n := p.Snapshot().Notices; c.from == "" && len(n) > 0 || c.from != "" && (len(n) != 1 || !strings.Contains(n[0].Text, c.from)) {
					t.Errorf("notices %+v", n)
				}
				if c.grave == "" {
					// Nothing stands, so nothing can be taken back, and the game can be played.
					h.refused(p, protocol.UndoRequest{})
					h.must(p, tableMove("reveal", "imp"))
				}
				h.stop()
				h.start()
				defer h.stop()
				p = h.phone("")
				h.fact(p, "grave", "imp")
				if n := p.Snapshot().Notices; len(n) > 0 {
					t.Errorf("notices %+v", n)
				}
			})
		})
	}
}

// A step whose last line cannot be played any more goes as a whole: what its first lines asked for goes with them, and the time they took.
func TestHalfAStepIsRefused(t *testing.T) {
	dir := t.TempDir()
	run(t, func(t *testing.T) {
		forge(t, dir, []string{"table: reveal king"}, []string{"ann: sacrifice monk ann", "ann: fly"})
		h := newHouse(t, dir, nil)
		defer h.stop()
		p := h.phone("")
		if s := p.Snapshot(); len(s.Notices) != 1 || !strings.Contains(s.Notices[0].Text, "from its move 1") || len(s.Game.Chores) > 0 {
			t.Errorf("notices %+v, to do %+v", s.Notices, s.Game.Chores)
		}
		h.fact(p, "ann.altar.count", "0")
		if now := h.games(p, 0).Games[0]; now.Moves != 1 || now.Minutes != 1 {
			t.Errorf("%d moves in %d minutes", now.Moves, now.Minutes)
		}
		h.must(p, tableMove("amend", "turn", "ben"))
	})
}

// A game that this table does not know any more stays on disk, and another one can be played.
func TestGameIsNotKnownAnyMore(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *house, _, _ *companion.Phone) {
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
		h.fact(h.phone(""), "grave", "king")
	})
}

// What cannot be read in the state directory is set aside, and said.
func TestPhonesFileIsDamaged(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *house, ann, _ *companion.Phone) {
		h.stop()
		path := filepath.Join(h.dir, "phones.json")
		if err := os.WriteFile(path, []byte(`{"code":`), 0o600); err != nil {
			t.Fatal(err)
		}
		h.start()
		if _, err := h.table.Join(t.Context(), access.Visitor{Token: ann.Token()}); err == nil {
			t.Error("let in")
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
		h.must(p, protocol.StandRequest{})
		h.must(p, protocol.SitRequest{Seat: "ben"})
		if s := p.Snapshot(); s.You.Seat != 1 || len(s.Notices) != 2 {
			t.Errorf("%+v, %+v", s.You, s.Notices)
		}
		h.stop()
		h.start()
		defer h.stop()
		if n := h.phone("").Snapshot().Notices; len(n) != 2 || !strings.Contains(n[0].Text, "as soon as the disk can be written to") {
			t.Errorf("notices %+v", n)
		}
		if _, err := os.Stat(filepath.Join(path, "in the way")); err != nil {
			t.Error(err)
		}
	})
}

// Where it is not known any more who has begun the game, it is whoever takes a seat first: somebody has to be able to end it.
func TestNoHostIsLeft(t *testing.T) {
	atTable(t, nil, func(t *testing.T, h *house) {
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
				t.Errorf("%+v", s.You)
			}
		}
		h.must(ann, protocol.EndRequest{})
	})
}

// Restarted in the middle of a reward, the question is open as before.
func TestRestartInAReward(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *house, ann, _ *companion.Phone) {
		h.must(ann, move("sacrifice", "friar", "ann"))
		before := h.game(ann).Ask
		h.stop()
		h.start()
		defer h.stop()
		p := h.phone("")
		if now := h.game(p).Ask; now != before || now.Key != "choose/draw" {
			t.Errorf("asked %+v, then %+v", before, now)
		}
	})
}

func TestManyQuestions(t *testing.T) {
	atTable(t, func(o *companion.Options) {
		o.Buttons = append(o.Buttons, companion.Button{Name: "sacrifice", Press: "sacrifice"}, companion.Button{Name: "ben", Press: "ben"})
	}, func(t *testing.T, h *house) {
		host := h.phone("")
		seats := []string{"ann", "ben", "cai", "dan", "eve", "fay"}
		h.begin(host, seats...)
		h.lay("middle", "king")
		h.lay("middle", "imp") // green: six seats, six altars, and turned up
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
		h.fact(host, "eve.altar", "imp")
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
		h.lay("altar-2", "knight")
		h.fact(host, "ben.altar", "knight")
	})
}
