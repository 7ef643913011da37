package companion_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"familiar/companion"
	"familiar/companion/access"
	"familiar/companion/journal"
	"familiar/companion/protocol"
	"familiar/engine"
	"familiar/engine/record"
	"familiar/engine/sacrilege"
)

// past returns a game as it stood after some moves.
func (h *testTable) past(p *companion.Phone, game string, at int) *protocol.Past {
	h.Helper()
	a := p.Do(h.Context(), protocol.PastRequest{Game: game, At: at})
	if !a.OK || a.Past == nil {
		h.Fatalf("after %d moves of %q: %+v", at, game, a)
	}
	return a.Past
}

// The past of a game under way is what each phone saw then, and no more: it has nothing of hands that others have shown before or after that.
func TestPastIsWhatWasShown(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
		watcher := h.phone("")
		viewers := []*companion.Phone{ann, ben, watcher}
		shown := make(map[int][]*protocol.Game) // by the moves that stood
		note := func() {
			var seen []*protocol.Game
			for _, p := range viewers {
				seen = append(seen, h.game(p))
			}
			shown[seen[0].Undoable] = seen
		}
		note()
		for _, step := range []struct {
			who *companion.Phone
			protocol.Request
		}{
			{ann, move("hold", "monk", "friar")}, {ben, move("hold", "nun", "page")}, {ann, move("sacrifice", "knight", "ann")},
			{ann, move("draw", "imp")}, {ann, protocol.UndoRequest{Steps: 2}}, {ann, move("draw", "seraph")}, {ann, move("end")},
			{ben, move("hold", "abbot")}, {ben, move("sacrifice", "nun", "ann")}, {ben, tableMove("amend", "monk", "ann.hand", "deck")}, {ben, move("end")},
		} {
			h.must(step.who, step.Request)
			note()
		}
		of := h.game(ann).Undoable
		for at := range of + 1 {
			if at == 0 {
				continue // nobody was looking yet
			}
			for i, p := range viewers {
				was, got := shown[at][i], h.past(p, "", at)
				if got.At != at || got.Of != of || got.Phase != "game" || got.Names != nil || len(got.Undone) != of-at || len(got.Game.Moves)+len(got.Game.TableMoves) > 0 {
					t.Errorf("%d after %d: %+v", i, at, got)
				}
				g := got.Game
				if !maps.Equal(g.Facts, was.Facts) || !reflect.DeepEqual(g.Log, was.Log) || !reflect.DeepEqual(g.Ask, was.Ask) || g.Turn != was.Turn || g.Winner != was.Winner || g.ID != was.ID {
					t.Errorf("%d after %d moves: shown was\n%+v\nand now is\n%+v", i, at, was, g)
				}
			}
		}
		secrets := map[*companion.Phone][]string{ann: {"page", "abbot"}, ben: {"friar", "imp", "seraph"}, watcher: {"friar", "imp", "seraph", "page", "abbot"}}
		const hidden = "Something was shown in secret."
		const king, drew, annEnds = "The Necronomicon shows King.", "Ann draws an unseen card.", "Ann ends the turn."
		const nun, put, benEnds = "Ben sacrifices Nun on the altar of Ann.", "Put right: an unseen card from Ann's hand to Necronomicon.", "Ben ends the turn."
		reads := map[*companion.Phone][]string{
			ann: {king, "Ann shows Monk and Friar.", hidden, "Ann draws Seraph.", annEnds, hidden, nun, "Put right: Monk from Ann's hand to Necronomicon.", benEnds},
			ben: {king, hidden, "Ben shows Nun and Page.", drew, annEnds, "Ben shows Abbot.", nun, put, benEnds}, watcher: {king, hidden, hidden, drew, annEnds, hidden, nun, put, benEnds},
		}
		for p, words := range secrets {
			for at := range of + 1 {
				got := h.past(p, "", at)
				text, err := json.Marshal(got)
				if err != nil {
					t.Fatal(err)
				}
				for _, w := range words {
					if strings.Contains(strings.ToLower(string(text)), w) {
						t.Errorf("%s reads after %d moves: %s", w, at, text)
					}
				}
				for i, l := range got.Undone {
					if l.N != at+i+1 || l.Text != reads[p][at+i] {
						t.Errorf("undone %d after %d is %+v, want %q", i, at, l, reads[p][at+i])
					}
				}
			}
		}
		if got := h.past(ben, "", 1).Undone[0]; got.Text != "Something was shown in secret." || got.Seat != -1 || got.Source != "" || len(got.Also) > 0 {
			t.Errorf("of what Ann told Ben reads %+v", got)
		}
		if got := h.past(ann, h.game(ann).ID, 99); got.At != of || len(got.Undone) > 0 {
			t.Errorf("beyond the last move: %+v", got)
		}
		if a := ann.Do(t.Context(), protocol.PastRequest{Names: true}); a.Past == nil || a.Past.Names != ann.Snapshot().Names || a.Past.At != 0 {
			t.Errorf("with names: %+v", a)
		}
		if a := h.mustRefuse(ann, protocol.PastRequest{At: -1}); a.Past != nil {
			t.Errorf("answer %+v", a)
		}
		// Who has left the seat sees what everybody saw.
		h.must(ann, protocol.StandRequest{})
		if got := h.past(ann, "", 2).Game.Facts["ann.hand.seen"]; got != "" {
			t.Errorf("without a seat %q is seen", got)
		}
	})
}

// An undo takes back the moves that the phone has looked at, or none.
func TestUndoIsWhatPastShowed(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
		for range 150 {
			h.must(ann, move("end"))
			h.must(ben, move("end"))
		}
		got := h.past(ann, "", 0)
		if len(got.Undone) != 200 || got.Undone[0].N != 102 || got.Undone[199].N != 301 {
			t.Errorf("%d moves are undone", len(got.Undone))
		}
		h.must(ann, move("end"))
		undo := protocol.UndoRequest{Steps: 301}
		for _, undo.Of = range []int{301, -302} {
			h.mustRefuseWith(ben, undo, "The game has gone on since: see what would be taken back now.")
		}
		undo.Of = 302
		h.must(ben, undo)
		if got := h.game(ann); got.Undoable != 1 || !maps.Equal(got.Facts, h.past(ann, "", 1).Game.Facts) {
			t.Errorf("%d moves stand", got.Undoable)
		}
	})
}

// watched is a state that reports each move that is played.
type watched struct {
	engine.State
	played func()
}

func (w watched) Clone() engine.State { return watched{w.State.Clone(), w.played} }
func (w watched) Play(m engine.Move) engine.Violation {
	w.played()
	return w.State.Play(m)
}

// Moves are played again beside the table, and only as long as somebody waits for the answer.
func TestTableDoesNotWaitForPast(t *testing.T) {
	dir := t.TempDir()
	run(t, func(t *testing.T) {
		played := func() {}
		h := newTestTable(t, dir, func(o *companion.Options) {
			begin := o.Games[0].New
			o.Games[0].New = func(setup engine.Setup, pack []byte) (engine.State, error) {
				s, err := begin(setup, pack)
				return watched{s, func() { played() }}, err
			}
		})
		defer h.stop()
		ann := h.phone("")
		h.begin(ann, "ann", "ben")
		h.must(ann, protocol.SitRequest{Seat: "ann"})
		ben := h.phone("ben")
		h.must(ann, tableMove("reveal", "king"))
		for range 200 {
			h.must(ann, move("end"))
			h.must(ben, move("end"))
		}
		id := h.game(ann).ID
		for _, ended := range []bool{false, true} {
			if ended {
				h.must(ann, protocol.EndRequest{})
				h.begin(ann, "ann", "ben")
			}
			begun, goOn := make(chan struct{}), make(chan struct{})
			n := 0
			played = func() {
				if n++; n == 10 {
					close(begun)
					<-goOn
				}
			}
			ctx, cancel := context.WithCancel(t.Context())
			answers := make(chan protocol.Answer)
			go func() { answers <- ben.Do(ctx, protocol.PastRequest{Game: id, At: 400}) }()
			<-begun
			h.must(ann, protocol.StandRequest{}) // the table goes on
			h.must(ann, protocol.SitRequest{Seat: "ann"})
			if ended {
				// Old games are read by one phone after the other.
				short, cancel := context.WithTimeout(t.Context(), time.Second)
				for _, r := range []protocol.Request{protocol.PastRequest{Game: id}, protocol.RecordRequest{Game: id}, protocol.GamesRequest{}} {
					if a := ann.Do(short, r); a.OK || !strings.Contains(a.Text, "sk again") && !strings.Contains(a.Text, "did not answer") {
						t.Errorf("%s: %+v", r.Kind(), a)
					}
				}
				cancel()
			}
			cancel()
			close(goOn)
			if a := <-answers; a.OK || a.Past != nil || n > 256 {
				t.Errorf("after %d moves: %+v", n, a)
			}
			played = func() {}
			if got := h.past(ben, id, 400); got.At != 400 || got.Of != 401 {
				t.Errorf("asked again: %d of %d", got.At, got.Of)
			}
		}
	})
}

// Everybody at the table may see a game that has ended as a whole, like its record.
func TestReplay(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
		h.must(ann, move("hold", "monk", "friar"))
		h.must(ann, move("draw", "imp"))
		h.must(ann, protocol.UndoRequest{})
		h.must(ann, move("draw", "seraph"))
		h.must(ann, move("sacrifice", "friar", "ben"))
		id := h.game(ann).ID
		want := h.game(ann).Facts
		const noRecord = "There is no record of that name."
		for _, r := range []struct {
			protocol.Request
			says string
		}{
			{protocol.RecordRequest{Game: id}, "That game has not ended: its record can be read once it has."},
			{protocol.RecordRequest{}, noRecord},
			{protocol.PastRequest{Game: "../phones.json"}, noRecord},
			{protocol.PastRequest{Game: "gone.table"}, noRecord},
		} {
			if a := h.mustRefuse(ben, r.Request); a.Past != nil || a.Record != "" || a.Text != r.says {
				t.Errorf("%+v: %+v", r, a)
			}
		}
		h.must(ann, protocol.EndRequest{})
		h.mustRefuse(ben, protocol.PastRequest{})
		guest, err := h.table.Join(t.Context(), access.Visitor{Code: h.table.JoinCode()})
		if err != nil {
			t.Fatal(err)
		}
		a := guest.Do(t.Context(), protocol.PastRequest{Game: id, At: 4, Names: true})
		if !a.OK || a.Past.At != 4 || a.Past.Of != 4 || a.Past.Names == nil || a.Past.Names.Game != id || a.Past.Text != "" || len(a.Past.Undone) > 0 {
			t.Fatalf("answer %+v", a)
		}
		g := a.Past.Game
		if !maps.Equal(g.Facts, want) || g.Facts["ann.hand.seen"] != "monk seraph" || g.Title != "Sacrilege" || len(g.Seats) != 2 || g.Seats[1].Title != "Ben" || g.Seats[1].Colour == "" {
			t.Errorf("shown is %+v", g)
		}
		if n := len(g.Log); n != 4 || !strings.Contains(g.Log[1].Text, "Monk") || !strings.Contains(g.Log[2].Text, "Seraph") || g.Log[3].N != 4 {
			t.Errorf("the log is %+v", g.Log)
		}
		if got := h.past(guest, id, 1); got.Game.Facts["ann.hand.seen"] != "" || len(got.Game.Log) != 1 || got.Game.Ask.Seat != 0 {
			t.Errorf("after the first move %+v", got)
		}
		file, err := os.ReadFile(filepath.Join(h.dir, journal.Folder, id))
		if err != nil {
			t.Fatal(err)
		}
		if a := guest.Do(t.Context(), protocol.RecordRequest{Game: id}); !a.OK || a.Record != string(file) || !strings.Contains(a.Record, "moves 4, minutes 0: given up") {
			t.Errorf("record %+v", a)
		}
	})
}

// writeEndedGame writes the journal of an earlier game.
func writeEndedGame(t *testing.T, dir, game string, began time.Time, ended string, moves ...string) *journal.Journal {
	t.Helper()
	j, err := journal.Create(dir, engine.Setup{Game: game, Pack: "house", Seats: []string{"ann", "ben", "cai"}}, began, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, m := range moves {
		if err := j.Append(record.Step{Moves: []string{m}, At: began.Add(time.Duration(i+1) * time.Minute), Source: "phone"}); err != nil {
			t.Fatal(err)
		}
	}
	if ended != "" {
		if err := j.Finish(ended, began.Add(5*time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	return j
}

// A record that cannot be replayed to its end is shown up to there, with the reason.
func TestReplayOfBadRecords(t *testing.T) {
	dir := t.TempDir()
	run(t, func(t *testing.T) {
		day := time.Now().AddDate(0, 0, -9)
		moves := []string{"table: reveal king", "ann: end", "table: undo", "ann: end", "ben: fly", "ben: end"}
		changed := writeEndedGame(t, dir, "sacrilege", day, "over", moves...)
		unknown := writeEndedGame(t, dir, "chess", day.AddDate(0, 0, 1), "over")
		cut := writeEndedGame(t, dir, "sacrilege", day.AddDate(0, 0, 2), "over", moves[:4]...)
		spoilt := writeEndedGame(t, dir, "sacrilege", day.AddDate(0, 0, 3), "over", moves[:4]...)
		long := writeEndedGame(t, dir, "sacrilege", day.AddDate(0, 0, 4), "over", moves[0])
		left := writeEndedGame(t, dir, "sacrilege", day.AddDate(0, 0, 5), "", moves[:4]...)
		change := func(j *journal.Journal, f func(data []byte) []byte) {
			data, err := os.ReadFile(j.Path())
			if err == nil {
				err = os.WriteFile(j.Path(), f(data), 0o600)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		change(cut, func(data []byte) []byte { data[len(data)-150] ^= 1; return data })
		change(spoilt, func(data []byte) []byte { return data[10:] })
		change(long, func(data []byte) []byte { return append(data, strings.Repeat("#\n", 2<<19)...) })
		h := newTestTable(t, dir, nil)
		defer h.stop()
		p := h.phone("")
		h.must(p, protocol.EndRequest{}) // the one that was left
		for _, j := range []*journal.Journal{unknown, spoilt} {
			if a := h.mustRefuse(p, protocol.PastRequest{Game: j.Name()}); !strings.Contains(a.Text, "cannot be") {
				t.Errorf("%s: %+v", j.Name(), a)
			}
		}
		if got := h.past(p, changed.Name(), 9); got.Of != 2 || got.Game.Turn != 1 || !strings.Contains(got.Text, "“ben: fly”") || !strings.Contains(got.Text, "have changed") {
			t.Errorf("shown is %d, %q", got.Of, got.Text)
		}
		if got := h.past(p, cut.Name(), 9); got.Of != 2 || !strings.Contains(got.Text, "damaged") {
			t.Errorf("shown is %d, %q", got.Of, got.Text)
		}
		if got := h.past(p, left.Name(), 9); got.Of != 2 || got.Text != "" {
			t.Errorf("shown is %d, %q", got.Of, got.Text)
		}
		if a := h.mustRefuse(p, protocol.RecordRequest{Game: long.Name()}); a.Text != "That record is too long to be sent: it lies on the table's machine, in the folder games of its state directory." {
			t.Errorf("answer %+v", a)
		}
		// A game that has not ended, and is not under way, is told to nobody.
		other := writeEndedGame(t, dir, "sacrilege", day.AddDate(0, 0, 6), "", moves[:4]...)
		for _, r := range []protocol.Request{protocol.PastRequest{Game: other.Name()}, protocol.RecordRequest{Game: other.Name()}} {
			if a := h.mustRefuse(p, r); a.Text != "That game has not ended: its record can be read once it has." {
				t.Errorf("%s: %+v", r.Kind(), a)
			}
		}
	})
}

// Why a record can be followed only in part is told in a thousand letters, however long the move is that is refused.
func TestLongMoveIsRefused(t *testing.T) {
	dir := t.TempDir()
	run(t, func(t *testing.T) {
		j := writeEndedGame(t, dir, "sacrilege", time.Now().AddDate(0, 0, -1), "over", "table: reveal king", "ann: "+strings.Repeat("x", 60_000))
		h := newTestTable(t, dir, nil)
		defer h.stop()
		text := h.past(h.phone(""), j.Name(), 9).Text
		if n := utf8.RuneCountInString(text); !strings.Contains(text, "“ann: xxx") || n > 1002 {
			t.Errorf("%d letters are told: %.80s", n, text)
		}
	})
}

// games returns the games that were played.
func (h *testTable) games(p *companion.Phone, at int) *protocol.Played {
	h.Helper()
	a := p.Do(h.Context(), protocol.GamesRequest{At: at})
	if !a.OK || a.Games == nil {
		h.Fatalf("games: %+v", a)
	}
	return a.Games
}

func TestGamesPlayed(t *testing.T) {
	inGame(t, func(o *companion.Options) { o.Games = append(o.Games, tollGame(9, "ann pay 5")) }, func(t *testing.T, h *testTable, ann, _ *companion.Phone) {
		if got := h.games(ann, 0); got.Of != 1 || got.Games[0].How != "under way" || got.Games[0].Moves != 1 || len(got.Players)+len(got.Beats) > 0 {
			t.Errorf("played: %+v", got)
		}
		time.Sleep(10 * time.Minute)
		h.must(ann, tableMove("amend", "ann.favours", "2"))
		time.Sleep(9 * time.Hour) // the night
		h.altarOfSix(ann)
		time.Sleep(20 * time.Minute)
		h.must(ann, move("pray"))
		h.must(ann, tableMove("amen"))
		moves := h.game(ann).Undoable
		won := h.games(ann, 0)
		if got := won.Games[0]; got.How != "won" || got.Winner != 0 || got.Moves != moves || got.Minutes != 30 || len(won.Players) != 2 {
			t.Errorf("before it is put away: %+v", got)
		}
		// The end of a game that is over is told as it was, however it is put away.
		time.Sleep(24 * time.Hour)
		h.must(ann, protocol.EndRequest{})
		day := time.Now()
		writeEndedGame(t, h.dir, "sacrilege", day.Add(time.Minute), "over", "table: reveal king", "ann: end", "table: undo", "ann: end")
		writeEndedGame(t, h.dir, "sacrilege", day.Add(2*time.Minute), "moves 7, minutes 61: cai won", "table: reveal king")
		writeEndedGame(t, h.dir, "sacrilege", day.Add(3*time.Minute), "moves 7, minutes 61: zoe won", "table: reveal king")
		writeEndedGame(t, h.dir, "sacrilege", day.Add(4*time.Minute), "moves 8, minutes 5: given up", "table: reveal king")
		writeEndedGame(t, h.dir, "chess", day.Add(5*time.Minute), "moves 9, minutes 6: ben won")
		writeEndedGame(t, h.dir, "sacrilege", day.Add(6*time.Minute), "", "table: reveal king")
		bad := writeEndedGame(t, h.dir, "sacrilege", day.Add(7*time.Minute), "over")
		if err := os.WriteFile(bad.Path(), []byte("nothing\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		got := h.games(ann, 0)
		var told []string
		for _, g := range got.Games {
			told = append(told, fmt.Sprintf("%s, %s: %s %d, %d moves, %d min", g.Title, strings.Join(g.Seats, " "), g.How, g.Winner, g.Moves, g.Minutes))
		}
		want := []string{
			bad.Name() + ", : unreadable -1, 0 moves, 0 min",
			"Sacrilege, Ann Ben Cai: left -1, 1 moves, 1 min",
			"chess, Ann Ben Cai: won 1, 9 moves, 6 min",
			"Sacrilege, Ann Ben Cai: given up -1, 8 moves, 5 min",
			"Sacrilege, Ann Ben Cai: over -1, 7 moves, 61 min",
			"Sacrilege, Ann Ben Cai: won 2, 7 moves, 61 min",
			"Sacrilege, Ann Ben Cai: over -1, 2 moves, 4 min",
			fmt.Sprintf("Sacrilege, Ann Ben: won 0, %d moves, 30 min", moves),
		}
		if !slices.Equal(told, want) {
			t.Errorf("played:\n%s\nnot\n%s", strings.Join(told, "\n"), strings.Join(want, "\n"))
		}
		if g := got.Games[0]; g.Text != "The record cannot be read: it does not begin as a journal does." || g.Game != "" {
			t.Errorf("unreadable: %+v", g)
		}
		var scores []string
		for _, p := range got.Players {
			scores = append(scores, fmt.Sprint(p.Title, p.All, p.Games["Sacrilege"], p.Games["chess"]))
		}
		if want := []string{"Ann{5 1} {4 1} {1 0}", "Ben{5 1} {4 0} {1 1}", "Cai{4 1} {3 1} {1 0}"}; !slices.Equal(scores, want) {
			t.Errorf("scores %q, not %q", scores, want)
		}
		beats := []protocol.Beat{{Winner: 0, Loser: 1, N: 1}, {Winner: 1, Loser: 0, N: 1}, {Winner: 1, Loser: 2, N: 1}, {Winner: 2, Loser: 0, N: 1}, {Winner: 2, Loser: 1, N: 1}}
		if !slices.Equal(got.Beats, beats) {
			t.Errorf("beats %+v", got.Beats)
		}
		if again := h.games(ann, 0); !reflect.DeepEqual(again, got) {
			t.Errorf("asked again: %+v", again)
		}
		h.mustRefuse(ann, protocol.GamesRequest{At: -1})
	})
}

// A long list of games is sent in pages.
func TestManyGamesPlayed(t *testing.T) {
	dir := t.TempDir()
	run(t, func(t *testing.T) {
		for i := range 120 {
			writeEndedGame(t, dir, "sacrilege", time.Now().Add(time.Duration(i)*time.Minute), fmt.Sprintf("moves %d, minutes 1: ann won", i))
		}
		h := newTestTable(t, dir, func(o *companion.Options) { o.Games = []engine.Game{sacrilege.Game()} })
		defer h.stop()
		p := h.phone("")
		// What nobody waits for any more is read when somebody asks again.
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		if a := p.Do(gone, protocol.GamesRequest{}); a.OK {
			t.Errorf("answer %+v", a)
		}
		synctest.Wait()
		var moves []int
		for at := 0; at < 120; {
			got := h.games(p, at)
			if got.Of != 120 || got.At != at || got.Players[0].All.Won != 120 {
				t.Fatalf("from %d: %+v", at, got)
			}
			for _, g := range got.Games {
				moves = append(moves, g.Moves)
			}
			at += len(got.Games)
		}
		if len(moves) != 120 || moves[0] != 119 || moves[119] != 0 || !slices.IsSortedFunc(moves, func(a, b int) int { return b - a }) {
			t.Errorf("the moves are %v", moves)
		}
		if got := h.games(p, 500); len(got.Games) != 0 || got.At != 120 {
			t.Errorf("beyond the oldest one: %+v", got)
		}
	})
}
