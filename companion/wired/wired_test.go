package wired_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"familiar/companion/protocol"
	"familiar/companion/session"
	"familiar/companion/wired"
	"familiar/engine"
	"familiar/engine/enginetest/toygame"
	"familiar/engine/record"
	"familiar/engine/sacrilege"
)

// testDevices returns devices of every kind.
func testDevices() *wired.Devices {
	return &wired.Devices{
		Readers: []wired.Reader{
			{Name: "altar-1", Seat: 1, Place: "altar"}, {Name: "seat-2", Seat: 2}, {Name: "hearth-1", Seat: 1, Place: "hearth"}, {Name: "altar-6", Seat: 6, Place: "altar"},
			{Name: "seat-6", Seat: 6}, {Name: "pile", Place: "grave"}, {Name: "oven-1", Place: "oven"}, {Name: "middle"}, {Name: "box", Title: "The box", Seat: 1, Place: "altar"},
		},
		Buttons: []wired.Button{{Name: "draw", Title: "Draw a card"}, {Name: "end"}},
		Knobs:   []wired.Knob{{Name: "dial", Title: "The dial"}, {Name: "knob"}},
		Stats:   func() []wired.ReaderStats { return nil },
	}
}

// begin begins a game of two or three players.
func begin(t *testing.T, spec engine.Game, seats ...string) *session.Game {
	t.Helper()
	g, err := session.New(spec, engine.Setup{Game: spec.ID, Pack: engine.HousePack, Seats: seats}, spec.House)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// A device is called by what people see: its label, or the seat and place that it stands for, with the player's name once somebody sits there.
func TestTitle(t *testing.T) {
	w, g := testDevices(), begin(t, sacrilege.Game(), "ann", "ben")
	for _, test := range []struct{ name, lobby, game, french string }{
		{"altar-1", "Seat 1: altar", "Ann's altar", "Autel d'Ann"},
		{"seat-2", "Seat 2", "Ben", "Ben"},
		{"hearth-1", "Seat 1: hearth", "Ann's hearth", "Ann\u00a0: hearth"},
		{"altar-6", "Seat 6: altar", "Seat 6: altar", "Place 6\u00a0: altar"},
		{"seat-6", "Seat 6", "Seat 6", "Place 6"},
		{"pile", "grave", "Graveyard", "Cimetière"},
		{"oven-1", "oven", "oven", "oven"},
		{"middle", "middle", "middle", "middle"},
		{"box", "The box", "The box", "The box"},
		{"draw", "Draw a card", "Draw a card", "Draw a card"},
		{"end", "end", "end", "end"},
		{"dial", "The dial", "The dial", "The dial"},
		{"knob", "knob", "knob", "bouton rotatif"},
		{"panel", "panel", "panel", "écran"},
		{"digits", "number display", "number display", "afficheur"},
		{"lamps", "lamps", "lamps", "lampes"},
		{"buzzer", "buzzer", "buzzer", "buzzer"},
		{"oven", "oven", "oven", "oven"},
	} {
		if got := w.Title(test.name, nil, engine.English); got != test.lobby {
			t.Errorf("%s is called %q, not %q", test.name, got, test.lobby)
		}
		if got := w.Title(test.name, g, engine.English); got != test.game {
			t.Errorf("in a game %s is called %q, not %q", test.name, got, test.game)
		}
		if got := w.Title(test.name, g, "fr"); got != test.french {
			t.Errorf("in French %s is called %q, not %q", test.name, got, test.french)
		}
	}
}

// The log names the device from which a move came, or what it came from else. What a later version has written is shown as it stands.
func TestSourceTitle(t *testing.T) {
	w, g := testDevices(), begin(t, sacrilege.Game(), "ann", "ben")
	words := g.InLanguage(engine.English)
	for source, want := range map[string]string{
		wired.SourceReader + "altar-1": "Ann's altar",
		wired.SourceReader + "gone":    "gone",
		wired.SourceButton + "draw":    "Draw a card",
		wired.SourceKnob + "dial":      "The dial",
		session.SourcePhone:            "phone",
		"phone ben":                    "Ben's phone",
		"phone table":                  "the host's phone",
		"phone booth":                  "phone booth",
		wired.SourceClock:              "clock",
		wired.SourceCatchUp:            "catching up",
		"camera":                       "camera",
		"":                             "",
	} {
		if got := w.SourceTitle(source, words); got != want {
			t.Errorf("the source %q is called %q, not %q", source, got, want)
		}
	}
	if got := w.SourceTitle(session.SourcePhone, g.InLanguage("fr")); got != "téléphone" {
		t.Errorf("in French a phone is called %q", got)
	}
	if got := w.SourceTitle("phone ben", g.InLanguage("fr")); got != "téléphone de Ben" {
		t.Errorf("in French Ben's phone is called %q", got)
	}
}

// Devices are listed by their names, each as it was reported last. Set reports whether one has just failed: not if it has failed before.
func TestDevicesAreListed(t *testing.T) {
	w := testDevices()
	for i, step := range []struct {
		device protocol.Device
		failed bool
	}{
		{protocol.Device{Name: "panel", OK: true}, false},
		{protocol.Device{Name: "altar-1"}, true},
		{protocol.Device{Name: "altar-1", Text: "still"}, false},
		{protocol.Device{Name: "altar-1", OK: true}, false},
		{protocol.Device{Name: "lamps", OK: true}, false},
		{protocol.Device{Name: "panel", Text: "check its wires and its 3.3 V (no answer)"}, true},
	} {
		if w.HasBuzzer() {
			t.Error("it has a buzzer already")
		}
		if got := w.Set(step.device); got != step.failed {
			t.Errorf("step %d: %+v has just failed: %t", i, step.device, got)
		}
	}
	w.Set(protocol.Device{Name: wired.Buzzer})
	if !w.HasBuzzer() {
		t.Error("a buzzer that does not work is none")
	}
	want := []protocol.Device{
		{Name: "Seat 1: altar", OK: true}, {Name: "buzzer"}, {Name: "lamps", OK: true},
		{Name: "panel", Text: "check its wires and its 3.3 V (no answer)"},
	}
	if diff := cmp.Diff(want, w.Views(nil, engine.English)); diff != "" {
		t.Errorf("the devices (-want +got):\n%s", diff)
	}
}

// A phone reads in its own language what to do about a device. The cause in brackets stays as it is, for whoever searches for it.
func TestAdviceIsTranslated(t *testing.T) {
	for text, want := range map[string]string{
		"":                                  "",
		"check its wires and its 3.3 V":     "vérifiez ses fils et ses 3,3 V",
		"check its wires and its 3.3 V (a)": "vérifiez ses fils et ses 3,3 V (a)",
		"check its wires and its 3.3 V (a (b); c)": "vérifiez ses fils et ses 3,3 V (a (b); c)",
		"smoke rises (a)":                          "smoke rises (a)",
		"check its wires and its 3.3 V) (":         "check its wires and its 3.3 V) (",
		"check its wires and its 3.3 V (a":         "check its wires and its 3.3 V (a",
	} {
		w := testDevices()
		w.Set(protocol.Device{Name: "panel", Text: text})
		if got := w.Views(nil, "fr")[0].Text; got != want {
			t.Errorf("%q reads %q, not %q", text, got, want)
		}
	}
}

// Of a reader that works, people read whether the game under way has its seat and its place.
func TestReaderThatTheGameDoesNotUse(t *testing.T) {
	w := testDevices()
	for _, name := range []string{"altar-1", "seat-2", "hearth-1", "altar-6", "pile", "oven-1", "middle", "panel"} {
		w.Set(protocol.Device{Name: name, OK: true})
	}
	for _, v := range w.Views(nil, engine.English) {
		if v.Text != "" {
			t.Errorf("without a game %q says %q", v.Name, v.Text)
		}
	}
	texts := func(g *session.Game) map[string]string {
		all := make(map[string]string)
		for _, v := range w.Views(g, engine.English) {
			if v.Text != "" {
				all[v.Name] = v.Text
			}
		}
		return all
	}
	g := begin(t, sacrilege.Game(), "ann", "ben")
	if diff := cmp.Diff(map[string]string{
		"Seat 6: altar": "nobody sits there in this game",
		"Ann's hearth":  `Sacrilege has no place "hearth": it stands for the seat alone`,
		"oven":          `Sacrilege has no place "oven": it stands for nothing`,
	}, texts(g)); diff != "" {
		t.Errorf("what is said (-want +got):\n%s", diff)
	}
	// A device that says something itself, or does not work, says only that.
	w.Set(protocol.Device{Name: "oven-1", OK: true, Text: "hot"})
	w.Set(protocol.Device{Name: "hearth-1"})
	if diff := cmp.Diff(map[string]string{"Seat 6: altar": "nobody sits there in this game", "oven": "hot"}, texts(g)); diff != "" {
		t.Errorf("what is said (-want +got):\n%s", diff)
	}
}

// A log holds the moves from one index up to another, as a seat may read them. A move of which the seat must not know is left out, and the others keep their numbers.
func TestLogLines(t *testing.T) {
	g := begin(t, toygame.Game(), "ann", "ben")
	g.KeepIn(discard{}, time.Now())
	const ann, ben = engine.Seat(0), engine.Seat(1)
	w := testDevices()
	for i, line := range []string{"table: reveal one", "ann: draw two", "ann: hold three two", "ann: end"} {
		m := g.Parse(line)
		source := []string{wired.SourceReader + "pile", session.SourcePhone, session.SourcePhone, wired.SourceButton + "draw"}[i]
		if err := g.Write(step(g, m, source)); err != nil {
			t.Fatal(err)
		}
		if v := g.Play(m); !v.OK() {
			t.Fatalf("%s is refused by %s", line, v.Rule)
		}
	}
	turned := protocol.LogLine{N: 1, Seat: -1, Text: "One is turned up", Source: "grave"}
	ended := protocol.LogLine{N: 4, Seat: 0, Text: "Ann ends the turn", Source: "Draw a card"}
	drawn, shown := protocol.LogLine{N: 2, Text: "Ann draws Two", Source: "phone"}, protocol.LogLine{N: 3, Text: "Ann shows cards", Source: "phone"}
	unseen := protocol.LogLine{N: 2, Text: "Ann draws a card", Source: "phone"}
	for _, test := range []struct {
		seat     engine.Seat
		from, to int
		want     []protocol.LogLine
	}{
		{ann, 0, 4, []protocol.LogLine{turned, drawn, shown, ended}},
		{ben, 0, 4, []protocol.LogLine{turned, unseen, ended}},
		{engine.Public, 0, 4, []protocol.LogLine{turned, unseen, ended}},
		{ann, -9, 1, []protocol.LogLine{turned}},
		{ann, 3, 4, []protocol.LogLine{ended}},
		{ben, 2, 3, nil},
		{ann, 4, 4, nil},
	} {
		got := w.LogLines(g, g.InLanguage(engine.English), test.seat, test.from, test.to)
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("from %d to %d seat %d reads (-want +got):\n%s", test.from, test.to, test.seat, diff)
		}
	}
}

// How long ago a reader has answered is never less than nothing, even if the clock was set back meanwhile; one that has never answered has no such time.
func TestStatsViews(t *testing.T) {
	w := testDevices()
	if got := w.StatsViews(nil, engine.English); got == nil || len(got) != 0 {
		t.Errorf("without readers: %#v", got) // an empty list in JSON, not null
	}
	w.Stats = func() []wired.ReaderStats {
		return []wired.ReaderStats{
			{Device: "altar-1", Answered: time.Now().Add(-time.Minute), Polls: 9, Errors: 8, Retries: 7, Returns: 6},
			{Device: "middle", Answered: time.Now().Add(time.Hour), Polls: 5},
			{Device: "seat-2"},
		}
	}
	got := w.StatsViews(nil, engine.English)
	if len(got) != 3 || got[0].Ago < time.Minute.Milliseconds() || got[0].Ago > time.Hour.Milliseconds() {
		t.Fatalf("the readers: %+v", got)
	}
	want := []protocol.ReaderStatsView{
		{Device: "Seat 1: altar", Ago: got[0].Ago, Polls: 9, Errors: 8, Retries: 7, Returns: 6}, {Device: "middle", Polls: 5}, {Device: "Seat 2", Ago: -1},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the readers (-want +got):\n%s", diff)
	}
}

// discard is a journal that keeps nothing.
type discard struct{}

func (discard) Name() string                   { return "toy.table" }
func (discard) Append(record.Step) error       { return nil }
func (discard) Finish(string, time.Time) error { return nil }
func (discard) Close() error                   { return nil }

// step returns the step of a move.
func step(g *session.Game, m engine.Move, source string) record.Step {
	return record.Step{Moves: []string{g.Catalog.Format(m)}, At: time.Now(), Source: source}
}
