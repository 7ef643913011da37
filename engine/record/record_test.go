package record_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"familiar/engine"
	"familiar/engine/record"
)

func TestParseLine(t *testing.T) {
	words := func(w ...string) []string { return w }
	for _, tc := range []struct {
		text string
		want record.Line
	}{
		{"", record.Line{}},
		{" \t ", record.Line{}},
		{"# only # this", record.Line{Comment: "only # this"}},
		{"game sacrilege # which", record.Line{Kind: record.Header, Word: "game", Args: words("sacrilege"), Comment: "which"}},
		{"pack my/pack#1.toml", record.Line{Kind: record.Header, Word: "pack", Args: words("my/pack#1.toml")}},
		{"option chain stack", record.Line{Kind: record.Header, Word: "option", Args: words("chain", "stack")}},
		{"ann: draw", record.Line{Kind: record.Play, Seat: "ann", Verb: "draw"}},
		{"\tann:draw   ?\t# unseen", record.Line{Kind: record.Play, Seat: "ann", Verb: "draw", Args: words("?"), Comment: "unseen"}},
		{"table: amend ann.favours 2", record.Line{Kind: record.Play, Seat: "table", Verb: "amend", Args: words("ann.favours", "2")}},
		{"ann: hold a b c d e", record.Line{Kind: record.Play, Seat: "ann", Verb: "hold", Args: words("a", "b", "c", "d", "e")}},
		{"table: undo", record.Line{Kind: record.Undo, Seat: "table", Verb: "undo"}},
		{"ann: undo", record.Line{Kind: record.Play, Seat: "ann", Verb: "undo"}},
		{"! ann: draw", record.Line{Kind: record.Refusal, Seat: "ann", Verb: "draw"}},
		{"!turn.twice ann: draw", record.Line{Kind: record.Refusal, Rule: "turn.twice", Seat: "ann", Verb: "draw"}},
		{"! table: undo", record.Line{Kind: record.Refusal, Seat: "table", Verb: "undo"}},
		{"? ann = -", record.Line{Kind: record.Verbs, Seat: "ann"}},
		{"? table = end|draw | end", record.Line{Kind: record.Verbs, Seat: "table", Set: [][]string{{"end"}, {"draw"}}}},
		{"? ann: move = a  b | ? | ()", record.Line{Kind: record.ArgLists, Seat: "ann", Verb: "move", Set: [][]string{{"a", "b"}, {"?"}, nil}}},
		{"? ann: draw = -", record.Line{Kind: record.ArgLists, Seat: "ann", Verb: "draw"}},
		{"=ann.hand.seen  imp \t monk # two", record.Line{Kind: record.Fact, Path: "ann.hand.seen", Value: "imp monk", Comment: "two"}},
		{"= text Größe: 3|4 = -", record.Line{Kind: record.Fact, Path: "text", Value: "Größe: 3|4 = -"}},
	} {
		t.Run(tc.text, func(t *testing.T) {
			got, err := record.ParseLine(tc.text)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			again, err := record.ParseLine(got.String())
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(got, again); diff != "" {
				t.Errorf("printed as %q it is another line (-before +after):\n%s", got, diff)
			}
		})
	}
}

func TestParseLineErrors(t *testing.T) {
	for text, says := range map[string]string{
		"ann draw":                         "is no statement",
		"game":                             "expected `game NAME`",
		"seat ann ben":                     "expected `seat NAME`",
		"option chain":                     "expected `option NAME VALUE`",
		": draw":                           `"" is not the name of a seat`,
		"ann.b: draw":                      "name of a seat",
		"ann:":                             "no verb",
		"ann: draw.two":                    "name of a verb",
		"ann: draw ??":                     `"??" is no name`,
		"ann: draw a..b":                   "is no name",
		"ann: draw imp#no-comment":         "is no name",
		"table: undo 2":                    "without anything behind it",
		"!":                                "no move",
		"!turn.twice":                      "no move",
		"!ann: draw":                       "is not the id of a rule",
		"!? ann: draw":                     "is not the id of a rule",
		"?":                                "no =",
		"? ann":                            "no =",
		"? ann =":                          "an empty entry",
		"? ann = draw |":                   "an empty entry",
		"? ann = draw imp":                 "more than a verb",
		"? ann = ()":                       "is no name",
		"? ann: draw = imp | ":             "an empty entry",
		"? ann: amend = -":                 "never listed",
		"? ann: = -":                       "name of a verb",
		"=":                                "a path and a value",
		"= turn":                           "a path and a value",
		"= turn # ann":                     "a path and a value",
		"= .turn ann":                      "is no path",
		"ann: draw \x00":                   "control character (U+0000)",
		"# \x1b[31m":                       "control character",
		"ann: draw \xff":                   "not UTF-8",
		"# " + strings.Repeat("x", 64<<10): "longer than 64 KiB",
		"ann: draw " + strings.Repeat("LONG", 99): "…",
	} {
		_, err := record.ParseLine(text + " ")
		if err == nil {
			t.Errorf("%.60q is taken", text)
		} else if !strings.Contains(err.Error(), says) {
			t.Errorf("%.60q: %v, without %q", text, err, says)
		}
	}
}

func TestParse(t *testing.T) {
	text := "\uFEFF# A game.\r\ngame toy\r\npack small\nseat ann\nseat ben\noption goal short\n\nann: draw # first"
	r, err := record.Parse("x.table", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	want := engine.Setup{
		Game: "toy", Pack: "small", Seats: []string{"ann", "ben"}, Options: []engine.OptionValue{{Name: "goal", Value: "short"}},
	}
	if diff := cmp.Diff(want, r.Setup); diff != "" {
		t.Errorf("setup (-want +got):\n%s", diff)
	}
	if n := len(r.Lines); n != 8 || r.Lines[7].Number != 8 || r.Lines[7].Comment != "first" {
		t.Errorf("%d lines, the last one %+v", n, r.Lines[n-1])
	}
	if got := record.FormatHeader(want); got != "game toy\npack small\nseat ann\nseat ben\noption goal short\n" {
		t.Errorf("the header is written as\n%s", got)
	}
}

func TestParseErrors(t *testing.T) {
	for _, tc := range []struct{ name, text, want string }{
		{"several", "game toy\nann draw\nann: draw\n= x\n", "x:2: * x:4: *"},
		{"header too late", "game toy\nann: draw\nseat ann\n", "x:3: \"seat\" stands behind the first statement*"},
		{"two games", "game toy\ngame chess\n", "x:2: a second game: a record is of one game, and that is toy"},
		{"two packs", "game toy\npack small\npack large\nseat ann\n", "x:3: a second pack: a game has one, and that is small"},
		{"no game", "\n\nseat ann\n", "x:1: no game*"},
		{"empty", "", "x:1: no game*"},
		{"too many", strings.Repeat("?\n", 50), "x:1: *x:10: *"},
		{"too long", "game toy\n#" + strings.Repeat("\n", record.MaxFile), "x:1: the record is longer than 8 MiB"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := record.Parse("x", strings.NewReader(tc.text))
			if err == nil {
				t.Fatal("it is taken")
			}
			got := strings.ReplaceAll(err.Error(), "\n", " ")
			if !matches(got, tc.want) {
				t.Errorf("got %s\nwant %s", got, tc.want)
			}
			var first *record.Error
			if !errors.As(err, &first) || first.File != "x" {
				t.Errorf("%v is no Error", err)
			}
		})
	}
	broken := errors.New("broken")
	if _, err := record.Parse("x", brokenReader{broken}); !errors.Is(err, broken) {
		t.Errorf("a reader that fails: %v", err)
	}
}

type brokenReader struct{ err error }

func (b brokenReader) Read([]byte) (int, error) { return 0, b.err }

// matches reports whether a text fits a pattern in which * stands for any text.
func matches(text, pattern string) bool {
	for i, part := range strings.Split(pattern, "*") {
		at := strings.Index(text, part)
		if at < 0 || i == 0 && at > 0 {
			return false
		}
		text = text[at+len(part):]
	}
	return strings.HasSuffix(pattern, "*") || text == ""
}

// drawLine returns any line that a record may have.
func drawLine(t *rapid.T) record.Line {
	name := rapid.StringMatching(`[a-z0-9-]{1,12}`)
	word := rapid.OneOf(name, rapid.StringMatching(`[a-z]{1,5}(\.[a-z0-9]{1,5}){0,2}`), rapid.Just("?"))
	words := rapid.SliceOfN(word, 1, 4)
	l := record.Line{
		Kind:    record.Kind(rapid.SampledFrom([]record.Kind{record.Blank, record.Play, record.Undo, record.Refusal, record.Verbs, record.ArgLists, record.Fact}).Draw(t, "kind")),
		Comment: strings.TrimSpace(rapid.StringMatching(`[ -~äöü#]{0,20}`).Draw(t, "comment")),
	}
	switch l.Kind {
	case record.Undo:
		l.Seat, l.Verb = "table", "undo"
	case record.Play, record.Refusal:
		l.Seat, l.Verb = name.Draw(t, "seat"), "v"+name.Draw(t, "verb")
		l.Args = rapid.SliceOfN(word, 0, 5).Draw(t, "args")
		if len(l.Args) == 0 {
			l.Args = nil
		}
		if l.Kind == record.Refusal && rapid.Bool().Draw(t, "any rule") {
			l.Rule = rapid.StringMatching(`[a-z]{1,5}\.[a-z]{1,5}`).Draw(t, "rule")
		}
	case record.Verbs, record.ArgLists:
		l.Seat = name.Draw(t, "seat")
		n := rapid.IntRange(0, 5).Draw(t, "entries")
		for i := range n {
			entry := []string{fmt.Sprintf("e%d", i)}
			if l.Kind == record.ArgLists {
				entry = append(entry, words.Draw(t, "words")...)
			}
			l.Set = append(l.Set, entry)
		}
		if l.Kind == record.ArgLists {
			l.Verb = "v" + name.Draw(t, "verb")
			if n > 0 {
				l.Set[0] = nil
			}
		}
	case record.Fact:
		l.Path = rapid.StringMatching(`[a-z]{1,5}(\.[a-z0-9-]{1,5}){0,3}`).Draw(t, "path")
		l.Value = strings.Join(words.Draw(t, "value"), " ")
	}
	return l
}

func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := record.New("x.table", engine.Setup{Game: "toy", Seats: []string{"ann", "ben"}})
		for range rapid.IntRange(0, 20).Draw(t, "lines") {
			r.Add(drawLine(t))
		}
		var b strings.Builder
		if err := record.Print(&b, r); err != nil {
			t.Fatal(err)
		}
		again, err := record.Parse("x.table", strings.NewReader(b.String()))
		if err != nil {
			t.Fatalf("%v in\n%s", err, b.String())
		}
		if diff := cmp.Diff(r, again); diff != "" {
			t.Fatalf("(-want +got):\n%s\nin\n%s", diff, b.String())
		}
	})
}

// FuzzParse checks that Parse never panics, and that a printed record parses to the same record.
func FuzzParse(f *testing.F) {
	files, err := filepath.Glob("../*/testdata/*.table")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(data))
	}
	for _, line := range []string{"a: b c ? d.e", "!r.s a: b", "? a = b | c", "? a: b = c d | ()", "= a.b c # d", "table: undo", "pack x/y", "option a b"} {
		f.Add("game a\n" + line + "\r\n")
	}
	f.Add("game a\n? b: c = () | ? | d e\n! b: c # d\n= a.b c#d\n")
	f.Fuzz(func(t *testing.T, text string) {
		r, err := record.Parse("x", strings.NewReader(text))
		if err != nil {
			return
		}
		var b strings.Builder
		if err := record.Print(&b, r); err != nil {
			t.Fatal(err)
		}
		again, err := record.Parse("x", strings.NewReader(b.String()))
		if err != nil {
			t.Fatalf("what is printed cannot be read: %v\n%s", err, b.String())
		}
		if diff := cmp.Diff(r, again); diff != "" {
			t.Fatalf("what is printed is another record (-before +after):\n%s", diff)
		}
	})
}

func BenchmarkParse(b *testing.B) {
	var text strings.Builder
	text.WriteString("game sacrilege\nseat ann\nseat ben\n")
	for range 250 {
		text.WriteString("ann: sacrifice bell-ringer ben          # out of turn\n!turn.other ben: draw\n" +
			"= ann.hand.seen imp monk\n? ann: sacrifice = imp ann | imp ben | monk ann\n")
	}
	b.SetBytes(int64(text.Len()))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := record.Parse("x", strings.NewReader(text.String())); err != nil {
			b.Fatal(err)
		}
	}
}
