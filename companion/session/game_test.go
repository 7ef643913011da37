package session_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"familiar/companion/protocol"
	"familiar/companion/session"
	"familiar/engine"
	"familiar/engine/enginetest/toygame"
	"familiar/engine/lang"
	"familiar/engine/record"
	"familiar/engine/sacrilege"
)

// begin begins a game of Ann and Ben.
func begin(t *testing.T, spec engine.Game) *session.Game {
	t.Helper()
	g, err := session.New(spec, engine.Setup{Game: spec.ID, Pack: engine.HousePack, Seats: []string{"ann", "ben"}}, spec.House)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// play makes moves as records write them.
func play(t *testing.T, g *session.Game, lines ...string) {
	t.Helper()
	for _, line := range lines {
		if v := g.Play(g.Parse(line)); !v.OK() {
			t.Fatalf("%s is refused by %s", line, v.Rule)
		}
	}
}

// memory is a journal in memory, which can be made to fail.
type memory struct {
	steps  []record.Step
	broken error
}

func (*memory) Name() string                   { return "toy.table" }
func (*memory) Finish(string, time.Time) error { return nil }
func (*memory) Close() error                   { return nil }

func (j *memory) Append(s record.Step) error {
	if j.broken == nil {
		j.steps = append(j.steps, s)
	}
	return j.broken
}

func TestNewRefusesWhatTheGameRefuses(t *testing.T) {
	toy := toygame.Game()
	if _, err := session.New(toy, engine.Setup{Game: toy.ID, Seats: []string{"ann"}}, toy.House); err == nil {
		t.Error("a game of two begins with one player")
	}
	unread := toy
	unread.Words = engine.Written("title = ")
	if _, err := session.New(unread, engine.Setup{Game: toy.ID, Seats: []string{"ann", "ben"}}, toy.House); err == nil {
		t.Error("a game begins whose words cannot be read")
	}
}

// A game keeps the text of an owner's card list, with which its record is replayed later, and none of the list that the program has.
func TestOwnPackIsKept(t *testing.T) {
	toy := toygame.Game()
	for pack, kept := range map[string]bool{"": false, engine.HousePack: false, "mine": true} {
		g, err := session.New(toy, engine.Setup{Game: toy.ID, Pack: pack, Seats: []string{"ann", "ben"}}, toy.House)
		if err != nil {
			t.Fatal(err)
		}
		if got := g.OwnPack != nil; got != kept {
			t.Errorf("the list %q is kept: %t", pack, got)
		}
	}
}

// A replay plays the moves that stand in the end. Of a move that is refused it returns how many steps come before it.
func TestReplay(t *testing.T) {
	made := func(moves ...string) record.Step { return record.Step{Moves: moves} }
	first := made("table: reveal one")
	for name, test := range map[string]struct {
		steps []record.Step
		stand int
		n     int
		err   string
	}{
		"nothing":                  {},
		"some moves":               {steps: []record.Step{first, made("ann: draw two", "ann: end")}, stand: 3, n: 2},
		"a move that was undone":   {steps: []record.Step{first, made("ann: fly"), {Undo: 1, Moves: []string{"ann: end"}}}, stand: 2, n: 3},
		"an undo too many":         {steps: []record.Step{first, {Undo: 2}, made("ann: end")}, stand: 1, n: 1, err: `"table: undo", and no move stands`},
		"a move that is refused":   {steps: []record.Step{first, made("ann: end"), made("ann: end")}, stand: 2, n: 2, err: `"ann: end" is refused by turn.other`},
		"a line that is no move":   {steps: []record.Step{first, made("ann:")}, stand: 1, n: 1, err: `"ann:" is refused by move.form`},
		"refused, and then undone": {steps: []record.Step{first, made("ann: fly"), {Undo: 1}, {Undo: 2}}, stand: 1, n: 3, err: `"table: undo", and no move stands`},
	} {
		t.Run(name, func(t *testing.T) {
			g := begin(t, toygame.Game())
			n, err := g.Replay(test.steps)
			got := ""
			if err != nil {
				got = err.Error()
			}
			if n != test.n || got != test.err || len(g.Log) != test.stand {
				t.Errorf("%d steps were replayed, %d moves stand, and it says %q; want %d, %d, %q", n, len(g.Log), got, test.n, test.stand, test.err)
			}
		})
	}
}

// A move that cannot be written is not made, and what it would have taken back stands.
func TestWriteOnABrokenDisk(t *testing.T) {
	g, j := begin(t, toygame.Game()), &memory{}
	g.KeepIn(j, time.Now())
	step := record.Step{Moves: []string{"table: reveal one"}, At: time.Now()}
	if err := g.Write(step); err != nil {
		t.Fatal(err)
	}
	play(t, g, step.Moves...)
	j.broken = errors.New("paper jam")
	undo := record.Step{Undo: 1, At: time.Now().Add(30 * time.Minute)}
	if err := g.Write(undo); !errors.Is(err, j.broken) {
		t.Errorf("it is written: %v", err)
	}
	if len(g.Log) != 1 || g.Steps.Len() != 1 || g.Played.Minutes() != 0 || g.View(engine.Public).Facts["heap"] != "one" {
		t.Errorf("%d moves stand, %d in the record, after %d minutes: %v", len(g.Log), g.Steps.Len(), g.Played.Minutes(), g.View(engine.Public).Facts)
	}
	j.broken = nil
	if err := g.Write(undo); err != nil {
		t.Fatal(err)
	}
	if len(g.Log) != 0 || g.Steps.Len() != 0 || g.Played.Minutes() != 30 || g.View(engine.Public).Facts["heap"] != "" {
		t.Errorf("%d moves stand, %d in the record, after %d minutes: %v", len(g.Log), g.Steps.Len(), g.Played.Minutes(), g.View(engine.Public).Facts)
	}
}

// A move that is refused changes nothing.
func TestRefusedMoveChangesNothing(t *testing.T) {
	g := begin(t, toygame.Game())
	play(t, g, "table: reveal one")
	before := g.View(0)
	if v := g.Play(g.Parse("ben: end")); v.OK() || v.Rule != "turn.other" {
		t.Errorf("it is refused by %q", v.Rule)
	}
	if len(g.Log) != 1 || g.View(0) != before || len(g.History.Moves()) != 1 {
		t.Errorf("%d moves stand", len(g.Log))
	}
}

// Each viewer reads of a move what it may know, and nothing of a move that it must not know of.
func TestMoveAsEachViewerKnowsIt(t *testing.T) {
	g := begin(t, toygame.Game())
	play(t, g, "table: reveal one", "ann: draw two", "ann: hold three two")
	const ann, ben = engine.Seat(0), engine.Seat(1)
	english := g.InLanguage(engine.English)
	for _, test := range []struct {
		seat        engine.Seat
		drawn, held string
	}{
		{ann, "Ann draws Two", "Ann shows cards"}, {ben, "Ann draws a card", ""}, {engine.Public, "Ann draws a card", ""}, {engine.Nobody, "Ann draws a card", ""},
	} {
		if got := english.Render(&g.Log[1]).To(test.seat); got != test.drawn {
			t.Errorf("seat %d reads %q, not %q", test.seat, got, test.drawn)
		}
		if got := english.Render(&g.Log[2]).To(test.seat); got != test.held {
			t.Errorf("seat %d reads %q, not %q", test.seat, got, test.held)
		}
		if known := g.Log[2].RedactedFor(test.seat).Verb != engine.None; known != (test.held != "") {
			t.Errorf("seat %d may know of the cards that were shown: %t", test.seat, known)
		}
	}
}

// The record says how a game ended: who won, that it is over, or that it was given up.
func TestEnding(t *testing.T) {
	spec := sacrilege.Game()
	for name, test := range map[string]struct {
		status engine.Status
		want   string
	}{
		"won":    {engine.Status{Over: true, Winner: 1}, "moves 0, minutes 2: ben won"},
		"over":   {engine.Status{Over: true, Winner: engine.Nobody}, "moves 0, minutes 2: over"},
		"begun":  {engine.Status{Winner: engine.Nobody}, "moves 0, minutes 2: given up"},
		"leader": {engine.Status{Winner: 1}, "moves 0, minutes 2: given up"},
	} {
		t.Run(name, func(t *testing.T) {
			g := begin(t, spec)
			g.History = engine.NewHistory(fixed{g.History.State(), test.status})
			began := time.Now()
			g.KeepIn(&memory{}, began)
			g.Played.Pass(began.Add(2*time.Minute + 59*time.Second))
			if got := g.Ending(); got != test.want {
				t.Errorf("it says %q, not %q", got, test.want)
			}
			if g.Over() != test.status.Over {
				t.Errorf("the game is over: %t", g.Over())
			}
		})
	}
}

// fixed is a state with another status.
type fixed struct {
	engine.State
	status engine.Status
}

func (s fixed) Clone() engine.State           { return s }
func (s fixed) View(engine.Seat) engine.State { return s }
func (s fixed) Status() engine.Status         { return s.status }

// The time that a game was played leaves out breaks of an hour and more, and a clock that was set back.
func TestPlayTime(t *testing.T) {
	began := time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)
	for name, test := range map[string]struct {
		passed  []time.Duration // since the beginning
		minutes int
	}{
		"no move":                {nil, 0},
		"less than a minute":     {[]time.Duration{59 * time.Second}, 0},
		"some moves":             {[]time.Duration{time.Minute, 3 * time.Minute, 10 * time.Minute}, 10},
		"almost a break":         {[]time.Duration{time.Minute, time.Hour + time.Minute - time.Second, time.Hour + time.Minute}, 61},
		"a break":                {[]time.Duration{time.Minute, time.Hour + time.Minute, time.Hour + 2*time.Minute}, 2},
		"a clock that goes back": {[]time.Duration{5 * time.Minute, time.Minute, 3 * time.Minute}, 5},
	} {
		t.Run(name, func(t *testing.T) {
			p := session.PlayTimeFrom(began)
			for _, d := range test.passed {
				p.Pass(began.Add(d))
			}
			if got := p.Minutes(); got != test.minutes {
				t.Errorf("it was played for %d minutes, not %d", got, test.minutes)
			}
		})
	}
}

// Of too many notes the oldest of those goes that say the same most often.
func TestNotes(t *testing.T) {
	g := begin(t, toygame.Game())
	play(t, g, "table: reveal one")
	g.Note(lang.T("The first."))
	for range protocol.NoteLines {
		g.Note(lang.T("Again."))
	}
	if len(g.Notes) != protocol.NoteLines || g.Notes[0].N != 1 {
		t.Errorf("there are %d notes, the first one after move %d", len(g.Notes), g.Notes[0].N)
	}
	g.Note(lang.T("The last."))
	var said []string
	for _, n := range g.Notes {
		said = append(said, n.Text.In(lang.English))
	}
	want := slices.Concat([]string{"The first."}, slices.Repeat([]string{"Again."}, protocol.NoteLines-2), []string{"The last."})
	if diff := cmp.Diff(want, said); diff != "" {
		t.Errorf("the notes (-want +got):\n%s", diff)
	}
	// Where each says something else, the oldest one goes.
	g.Notes = nil
	for i := range protocol.NoteLines + 2 {
		g.Note(lang.T("{1}", i))
	}
	if first := g.Notes[0].Text.In(lang.English); first != "2" || len(g.Notes) != protocol.NoteLines {
		t.Errorf("the oldest of %d notes is %s", len(g.Notes), first)
	}
}

// A player who does something over and over pushes out no other note, also none about others who did the same.
func TestManyNotesAboutOneAct(t *testing.T) {
	g := begin(t, toygame.Game())
	g.Note(lang.T("The first."))
	g.NoteAct("count", 0, engine.NoSeat, lang.T("Ann has counted."))
	for i := range 2 * protocol.NoteLines {
		g.NoteAct("count", 1, engine.NoSeat, lang.T("{1}", i))
	}
	first, second := g.Notes[0].Text.In(lang.English), g.Notes[1].Text.In(lang.English)
	if first != "The first." || second != "Ann has counted." || len(g.Notes) != protocol.NoteLines {
		t.Errorf("the oldest of %d notes are %q and %q", len(g.Notes), first, second)
	}
}

// Many acts, of many kinds, push out no note about anything else.
func TestNotesOfManyActs(t *testing.T) {
	g := begin(t, toygame.Game())
	for range 2 {
		g.Note(lang.T("A phone has taken the seat of Ann."))
	}
	for i := range 2 * protocol.NoteLines {
		g.NoteAct(fmt.Sprint("act ", i), 1, engine.NoSeat, lang.T("Ben has done {1}.", i))
	}
	for i, want := range []string{"A phone has taken the seat of Ann.", "A phone has taken the seat of Ann.", fmt.Sprintf("Ben has done %d.", protocol.NoteLines+2)} {
		if got := g.Notes[i].Text.In(lang.English); got != want {
			t.Errorf("note %d is %q, not %q", i, got, want)
		}
	}
}

// Five players of six, who are one person, push out neither what one of them has done to the sixth nor who has her seat, however much they do.
func TestNotesOfOnePersonInManySeats(t *testing.T) {
	rules := sacrilege.Game()
	g, err := session.New(rules, engine.Setup{Game: rules.ID, Pack: engine.HousePack, Seats: []string{"ann", "ben", "cid", "dan", "eve", "fay"}}, rules.House)
	if err != nil {
		t.Fatal(err)
	}
	acts := []string{"answer", "conflict"}
	alone := []string{"undo", "pause", "drop", "tag", "write"}
	g.NoteSeat(0, lang.T("A phone has taken the seat of Ann."))
	for seat := engine.Seat(1); seat < 6; seat++ {
		for _, act := range acts {
			g.NoteAct(act, seat, 0, lang.T("{1} against Ann: {2}", act, int(seat)))
		}
	}
	for i := range 2000 {
		by := engine.Seat(1 + i%5)
		for _, act := range acts {
			for other := engine.Seat(1); other < 6; other++ {
				g.NoteAct(act, by, other, lang.T("{1} {2}", act, i))
			}
		}
		for _, act := range alone {
			g.NoteAct(act, by, engine.NoSeat, lang.T("{1} {2}", act, i))
		}
		g.NoteSeat(by, lang.T("The host has given seat {1}.", i))
	}
	about := 0
	for _, n := range g.Notes {
		if strings.Contains(n.Text.In(lang.English), "Ann") {
			about++
		}
	}
	if about != 1+2*5 || len(g.Notes) != protocol.NoteLines {
		t.Errorf("of %d notes %d are about Ann, not 11", len(g.Notes), about)
	}
}

// Playing a past position ends when nobody waits for it any more, or at a move that is refused.
func TestPlayAgain(t *testing.T) {
	g := begin(t, toygame.Game())
	var moves []engine.Move
	for _, line := range []string{"table: reveal one", "ann: end", "ann: end", "ben: end"} {
		moves = append(moves, g.Parse(line))
	}
	var after []int
	note := func(i int) { after = append(after, i) }
	err := session.PlayAgain(t.Context(), g.History.At(0), moves, note)
	refused, ok := errors.AsType[*session.Refused](err)
	if !ok || *refused != (session.Refused{At: 2, Rule: "turn.other"}) || !slices.Equal(after, []int{0, 1}) {
		t.Errorf("after the moves %v it says %v", after, err)
	}
	state := g.History.At(0)
	if err := session.PlayAgain(t.Context(), state, moves[:2], nil); err != nil || state.Status().Turn != 1 {
		t.Errorf("after two moves it is the turn of seat %d: %v", state.Status().Turn, err)
	}
	gone, giveUp := context.WithCancel(t.Context())
	giveUp()
	after = nil
	if err := session.PlayAgain(gone, g.History.At(0), moves, note); err == nil || !strings.Contains(err.Error(), "cut short") || len(after) > 0 {
		t.Errorf("for nobody %d moves are played: %v", len(after), err)
	}
}

// A past position is shown with its facts and its question, and without any move: nothing can be done in it.
func TestShowPast(t *testing.T) {
	g := begin(t, toygame.Game())
	play(t, g, "table: reveal one")
	english := g.InLanguage(engine.English)
	for over, phase := range map[bool]protocol.Phase{false: protocol.PhaseGame, true: protocol.PhaseOver} {
		status := g.History.State().Status()
		status.Over = over
		var p protocol.Past
		session.ShowPast(&p, english.Phrases, fixed{g.History.State(), status})
		if p.Phase != phase || p.Game.Turn != 0 || p.Game.Winner != -1 || p.Game.Facts["heap"] != "one" || p.Game.Ask.Text != "Ann, your turn" || p.Game.Ask.Seat != 0 {
			t.Errorf("the phase is %s, and the game %+v", p.Phase, p.Game)
		}
		if p.Game.Moves == nil || p.Game.TableMoves == nil || len(p.Game.Moves) > 0 || len(p.Game.TableMoves) > 0 {
			t.Errorf("the moves are %v, those of the table %v", p.Game.Moves, p.Game.TableMoves)
		}
	}
}

func TestOptionsOf(t *testing.T) {
	for _, test := range []struct {
		options []engine.OptionValue
		want    map[string]string
	}{
		{nil, map[string]string{}},
		{[]engine.OptionValue{{Name: "goal", Value: "short"}, {Name: "bell", Value: "no"}}, map[string]string{"goal": "short", "bell": "no"}},
	} {
		if diff := cmp.Diff(test.want, session.OptionsOf(engine.Setup{Options: test.options})); diff != "" {
			t.Errorf("the options (-want +got):\n%s", diff)
		}
	}
}

// The next game has the players of the last one first, and numbered ones beside them.
func TestPlayerNames(t *testing.T) {
	for _, test := range []struct {
		n    int
		last string
		want string
	}{
		{2, "", "player-1 player-2"},
		{1, "ann ben", "ann"},
		{2, "ann ben", "ann ben"},
		{4, "ann player-2", "ann player-2 player-1 player-3"},
	} {
		last := strings.Fields(test.last)
		got := strings.Join(session.PlayerNames(test.n, last), " ")
		if got != test.want || strings.Join(last, " ") != test.last {
			t.Errorf("%d players after %q are %q, not %q", test.n, test.last, got, test.want)
		}
	}
	if got := session.Players([]string{"ann", "player-2"}); got != "Ann, Player 2" {
		t.Errorf("people read %q", got)
	}
}

func TestTakenBack(t *testing.T) {
	ann := lang.T("Ann")
	for _, test := range []struct {
		moves int
		by    lang.Localized
		want  string
	}{
		{1, nil, "The last move was taken back."},
		{3, nil, "The last 3 moves were taken back."},
		{1, ann, "Ann has taken the last move back."},
		{3, ann, "Ann has taken the last 3 moves back."},
	} {
		if got := session.TakenBack(test.moves, test.by).In(lang.English); got != test.want {
			t.Errorf("%d moves taken back by %v: %q, not %q", test.moves, test.by, got, test.want)
		}
	}
}

// A text of the game is rendered once for each language. A language that the game does not have reads as English.
func TestTextsAreRenderedOnce(t *testing.T) {
	g := begin(t, sacrilege.Game())
	var asked []string
	text := g.Localize(func(v *session.Localizer) string {
		asked = append(asked, v.Code)
		return v.Title + " in " + v.Code
	})
	for range 3 {
		for code, want := range map[string]string{"en": "Sacrilege in en", "fr": "Sacrilège in fr", "tlh": "Sacrilege in en"} {
			if got := text.In(code); got != want {
				t.Errorf("in %s it reads %q, not %q", code, got, want)
			}
		}
	}
	if slices.Sort(asked); !slices.Equal(asked, []string{"en", "fr"}) {
		t.Errorf("it was rendered in %v", asked)
	}
}

// A verb is called as on its button, also where the game is translated, and a seat by its player; nobody's seat is the host's.
func TestNamesOfVerbsAndSeats(t *testing.T) {
	g := begin(t, sacrilege.Game())
	sacrifice := g.Catalog.Name("sacrifice")
	if en, fr := g.Verb(sacrifice).In("en"), g.Verb(sacrifice).In("fr"); en != "Sacrifice" || fr != "Sacrifier" {
		t.Errorf("the verb is %q, in French %q", en, fr)
	}
	for seat, want := range map[engine.Seat]string{0: "Ann", 1: "Ben", engine.Nobody: "the host", engine.NoSeat: "the host"} {
		if got := g.Who(seat).In("en"); got != want {
			t.Errorf("seat %d is %q, not %q", seat, got, want)
		}
	}
	// A verb without words of its own has its word in the catalog.
	bare := toygame.Game()
	bare.Words = engine.Written(strings.Replace(string(bare.Words.Read()), "wind = \"Wind up\"\n", "", 1))
	toy := begin(t, bare)
	for word, want := range map[string]string{"wind": "Wind", "ring": "Ring"} {
		if got := toy.Verb(toy.Catalog.Name(word)).In("en"); got != want {
			t.Errorf("the verb %s is %q, not %q", word, got, want)
		}
	}
}

// The words of a move are listed from the verb on, or from one of its arguments on. After the last one, that is all.
func TestWordsOf(t *testing.T) {
	g := begin(t, sacrilege.Game())
	for _, test := range []struct {
		move string
		from int
		want string
	}{
		{"ann: end", 0, "End the turn"},
		{"ann: sacrifice imp ben", 0, "Sacrifice: Imp, Ben"},
		{"ann: sacrifice imp ben", 1, "Imp, Ben"},
		{"ann: sacrifice imp ben", 2, "Ben"},
		{"ann: sacrifice imp ben", 3, "That is all"},
		{"ann: end", 1, "That is all"},
		{"ann: end", 9, "That is all"},
	} {
		if got := g.WordsOf(g.Parse(test.move), test.from).In("en"); got != test.want {
			t.Errorf("%s from word %d on reads %q, not %q", test.move, test.from, got, test.want)
		}
	}
}

// The menu of a knob, which everybody sees, names no card of a hand and leaves the bell to the clock. A card that nobody sees is not named.
func TestMenuMoves(t *testing.T) {
	g := begin(t, toygame.Game())
	play(t, g, "table: reveal one", "ann: wind")
	for seat, want := range map[engine.Seat]string{0: "ann: draw, ann: end", 1: "", engine.Nobody: ""} {
		var got []string
		for _, m := range g.View(engine.Public).MenuMoves(seat) {
			got = append(got, g.Catalog.Format(m))
		}
		if text := strings.Join(got, ", "); text != want {
			t.Errorf("the menu of seat %d is %q, not %q", seat, text, want)
		}
	}
	// Where the game wants the unseen card to be said, the menu says it.
	view := &session.View{}
	view.State = sayAll{g.History.State()}
	view.Status = view.State.Status()
	var got []string
	for _, m := range view.MenuMoves(0) {
		got = append(got, g.Catalog.Format(m))
	}
	if text := strings.Join(got, ", "); text != "ann: draw ?, ann: end" {
		t.Errorf("the menu is %q", text)
	}
}

// sayAll is a state that allows what it lists, and nothing else.
type sayAll struct{ engine.State }

func (s sayAll) Check(m engine.Move) engine.Violation {
	for legal := range s.Moves {
		if legal == m {
			return engine.Violation{}
		}
	}
	return engine.Violate("move.form")
}

// A name of which people read something has its text and its kind.
func TestNameView(t *testing.T) {
	g := begin(t, sacrilege.Game())
	english := g.InLanguage(engine.English)
	for word, want := range map[string]string{"imp": "card", "ann": "seat", "grave": "place", "sacrifice": "word"} {
		v := session.NameView(g.Catalog, english.Phrases, g.Catalog.Name(word))
		if v.Class != want || v.Title != english.Name(g.Catalog, g.Catalog.Name(word)) {
			t.Errorf("%s is a %s called %q, not a %s", word, v.Class, v.Title, want)
		}
		if hasText := v.Text != ""; hasText != (word == "imp") {
			t.Errorf("%s has the text %q", word, v.Text)
		}
	}
}

// What may come next in a move are its words with those that are possible now, and numbers where a number comes next.
func TestWaysOn(t *testing.T) {
	g := begin(t, toygame.Game())
	play(t, g, "table: reveal one")
	english := g.InLanguage(engine.English)
	for _, test := range []struct {
		seat   string
		words  string
		ways   string // those that are possible now, then the others
		number int
		whole  bool
	}{
		{"ann", "draw", "? joker one two three |", 0, true},
		{"ann", "draw one", "|", 0, true},
		{"ann", "choose", "| ann ben", 0, false},
		{"table", "amend", "| ann.points ben.points", 0, false},
		{"table", "amend ann.points", "|", engine.MaxNumber, false},
		{"ann", "hold one", "| joker one two three", 0, true},
		{"ann", "hold ann", "|", 0, false},
		{"table", "draw", "|", 0, false},
		{"ann", "fly", "|", 0, false},
	} {
		words := strings.Fields(test.words)
		may, err := g.May(0, english, protocol.MayRequest{Seat: test.seat, Verb: words[0], Args: words[1:]})
		if err != nil {
			t.Fatal(err)
		}
		var open, shut []string
		for _, w := range may.Ways {
			if w.Open {
				open = append(open, w.Word)
			} else {
				shut = append(shut, w.Word)
			}
		}
		ways := strings.TrimSpace(fmt.Sprintf("%s | %s", strings.Join(open, " "), strings.Join(shut, " ")))
		if ways != test.ways || may.Number != test.number || may.Whole != test.whole {
			t.Errorf("%s: %s goes on with %q, number %d, is whole: %t; want %q, %d, %t", test.seat, test.words, ways, may.Number, may.Whole, test.ways, test.number, test.whole)
		}
	}
}

// The numbers that are possible now are named, from the least on.
func TestNumbersThatMayComeNext(t *testing.T) {
	g := begin(t, toygame.Game())
	play(t, g, "table: reveal one")
	var extra []engine.Move
	for _, n := range []string{"12", "3", "0"} {
		extra = append(extra, g.Parse("table: amend ann.points "+n))
	}
	g.History = engine.NewHistory(lists{g.History.State(), extra})
	g.ForgetViews()
	may, err := g.May(0, g.InLanguage(engine.English), protocol.MayRequest{Seat: "table", Verb: "amend", Args: []string{"ann.points"}})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]protocol.Way{{Word: "0", Open: true}, {Word: "3", Open: true}, {Word: "12", Open: true}}, may.Ways); diff != "" {
		t.Errorf("what may come next (-want +got):\n%s", diff)
	}
}

// lists is a state that lists more moves.
type lists struct {
	engine.State
	more []engine.Move
}

func (s lists) Clone() engine.State           { return s }
func (s lists) View(engine.Seat) engine.State { return s }

func (s lists) Moves(yield func(engine.Move) bool) {
	for m := range s.State.Moves {
		if !yield(m) {
			return
		}
	}
	for _, m := range s.more {
		if !yield(m) {
			return
		}
	}
}

// TestViewsHaveRoom: a view takes memory at once for as many legal moves as the seat had in the position before, and a few more.
func TestViewsHaveRoom(t *testing.T) {
	g := begin(t, toygame.Game())
	play(t, g, "table: reveal one")
	if room := g.View(engine.Public).Room; room != 0 {
		t.Errorf("the first view has room for %d moves", room)
	}
	n := len(g.View(engine.Public).Legal())
	for _, line := range []string{"ann: play two", "ann: end"} { // after the first of them nobody lists the moves
		play(t, g, line)
		if room := g.View(engine.Public).Room; room < n || room > 2*n {
			t.Errorf("after %q there is room for %d moves, where %d were legal before", line, room, n)
		}
	}
}
