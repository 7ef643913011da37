package tags

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"familiar/companion/durable/durabletest"
	"familiar/engine"
)

var ritual = Box{Game: "sacrilege", Pack: "house"}

func load(t testing.TB, dir string) *Tags {
	t.Helper()
	tags, err := Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	return tags
}

func put(t testing.TB, dir, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, File), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func contents(t testing.TB, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestParseUID(t *testing.T) {
	for text, want := range map[string]UID{
		"04A2B3C4D5E680":       "04A2B3C4D5E680",
		"04:a2:b3:c4:d5:e6:80": "04A2B3C4D5E680",
		"DE AD-be ef":          "DEADBEEF",
		"0102030405060708090A": "0102030405060708090A",
	} {
		if got, err := ParseUID(text); err != nil || got != want {
			t.Errorf("%q: %q, %v; want %q", text, got, err, want)
		}
	}
	for _, text := range []string{"", "04", "04A2B", "imp", "0102030405", "04A2B3C4D5E68G", "04A2B3C4D5E680 4"} {
		if got, err := ParseUID(text); err == nil {
			t.Errorf("%q was read as %q", text, got)
		}
	}
}

func TestFile(t *testing.T) {
	dir := t.TempDir()
	tags := load(t, dir)
	assign := func(b Box, uid UID, word string) {
		t.Helper()
		if err := tags.Assign(b, uid, word); err != nil {
			t.Fatal(err)
		}
	}
	assign(ritual, "04A2B3C4D5E681", "monk")
	assign(ritual, "04A2B3C4D5E680", "imp")
	assign(Box{Game: "sacrilege"}, "04A2B3C4D5E682", "imp")
	assign(ritual, "04A2B3C4D5E683", "pray")
	assign(Box{"oracle", "my box/oracle.toml"}, "DEADBEEF", "?")
	assign(Box{"sator", "house"}, "DEADBEEF", "7")
	assign(ritual, "04A2B3C4D5E681", "king")
	if err := tags.Forget(Box{"sator", "house"}, "DEADBEEF", "00000000"); err != nil {
		t.Fatal(err)
	}
	got := contents(t, filepath.Join(dir, File))
	want := intro + `
[oracle."my box/oracle.toml"]
"DEADBEEF" = "?"

[sacrilege.house]
"04A2B3C4D5E680" = "imp"
"04A2B3C4D5E682" = "imp"
"04A2B3C4D5E681" = "king"
"04A2B3C4D5E683" = "pray"
`
	got, sum, _ := strings.Cut(got, "\n# The sum of the lines above")
	if len(sum) < 16 {
		t.Errorf("the last line has the sum %q", sum)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the file (-want +got):\n%s", diff)
	}
	again := load(t, dir)
	if diff := cmp.Diff(map[Box]int{{"oracle", "my box/oracle.toml"}: 1, ritual: 4}, again.Boxes()); diff != "" {
		t.Errorf("loaded again (-want +got):\n%s", diff)
	}
	if word, ok := again.Word(Box{Game: "sacrilege"}, "04A2B3C4D5E681"); word != "king" || !ok {
		t.Errorf("the tag stands for %q, %v", word, ok)
	}
	if word, ok := again.Word(ritual, "DEADBEEF"); ok {
		t.Errorf("a tag of another box stands for %q", word)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// A file that a person or a wearing card has changed is used as it reads, and a copy is kept. After that nothing is said of it any more.
func TestAlteredFile(t *testing.T) {
	dir := t.TempDir()
	tags := load(t, dir)
	if err := tags.AssignAll(ritual, map[UID]string{"04A2B3C4D5E680": "imp", "04A2B3C4D5E681": "monk"}); err != nil {
		t.Fatal(err)
	}
	if kept, err := load(t, dir).KeepAltered(); kept != "" || err != nil {
		t.Errorf("as it was written it is kept as %q: %v", kept, err)
	}
	altered := strings.Replace(contents(t, filepath.Join(dir, File)), "imp", "imq", 1)
	put(t, dir, altered)
	again := load(t, dir)
	if word, _ := again.Word(ritual, "04A2B3C4D5E680"); word != "imq" {
		t.Errorf("the tag stands for %q", word)
	}
	kept, err := again.KeepAltered()
	if err != nil || filepath.Base(kept) != "tags.toml.altered-1" || contents(t, kept) != altered {
		t.Errorf("it is kept as %q: %v", kept, err)
	}
	if kept, err := load(t, dir).KeepAltered(); kept != "" || err != nil {
		t.Errorf("once more it is kept as %q: %v", kept, err)
	}
	// The same when it is changed while the table runs.
	put(t, dir, altered)
	if err := again.Assign(ritual, "DEADBEEF", "king"); err != nil {
		t.Fatal(err)
	}
	if got := contents(t, filepath.Join(dir, File+".altered-2")); got != altered {
		t.Errorf("the second copy is %q", got)
	}
}

// Whatever happens to the file on a card that wears out, it is found: the file cannot be read, is altered, or reads as before.
func TestDamagedTagsAreFound(t *testing.T) {
	dir := t.TempDir()
	tags := load(t, dir)
	if err := tags.AssignAll(ritual, map[UID]string{"04A2B3C4D5E680": "imp", "04A2B3C4D5E681": "monk", "04A2B3C4D5E682": "king"}); err != nil {
		t.Fatal(err)
	}
	whole := []byte(contents(t, filepath.Join(dir, File)))
	for what, data := range durabletest.Damaged(whole) {
		got, err := parse(File, data)
		if err == nil && !isAltered(data) && !cmp.Equal(got, tags.boxes) {
			t.Errorf("%s, and that is not found", what)
		}
	}
}

func TestByHand(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "# my cards\r\n[sacrilege.house] # the red box\r\n'04:a2:b3:c4:d5:e6:80' = 'imp'\r\nDEADBEEF = \"not-in-any-list\"\r\n"+
		"[sator]\nhouse.01020304 = \"arepo\"\n")
	tags := load(t, dir)
	want := map[UID]string{"04A2B3C4D5E680": "imp", "DEADBEEF": "not-in-any-list"}
	if diff := cmp.Diff(want, tags.Words(ritual)); diff != "" {
		t.Errorf("read (-want +got):\n%s", diff)
	}
	if word, _ := tags.Word(Box{Game: "sator"}, "01020304"); word != "arepo" {
		t.Errorf("the tag of the other box stands for %q", word)
	}
}

func TestErrors(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string
	}{
		{"no TOML", "[sacrilege.house]\n\"04A2B3C4D5E680\" = imp\n", []string{`2: expected value but found "imp" instead`}},
		{"a bad UID", "[sacrilege.house]\n\n\"04A2B3C4D5E6\" = \"imp\"\n", []string{`3: "04A2B3C4D5E6" is no UID: it has 6 bytes, and a tag's has 4, 7 or 10`}},
		{"no UID", "[sacrilege.house]\nimp = \"04A2B3C4D5E680\"\n", []string{`2: "imp" is no UID: it is made of hexadecimal digits`}},
		{"twice", "[sacrilege.house]\n\"DEADBEEF\" = \"imp\"\n\"DEADBEEF\" = \"monk\"\n", []string{"3: Key 'sacrilege.house.DEADBEEF' has already been defined."}},
		{"twice in two cases", "[sacrilege.house]\n\"DEADBEEF\" = \"imp\"\n\"deadbeef\" = \"monk\"\n", []string{"3: the tag DEADBEEF is there twice: it is imp already"}},
		{"no string", "[sacrilege.house]\n\"DEADBEEF\" = 3\n", []string{`2: 3 is no name: expected "DEADBEEF" = "NAME", lower case letters, digits and -`}},
		{"no name", "[sacrilege.house]\n\"DEADBEEF\" = \"The Imp\"\n", []string{`2: The Imp is no name: expected "DEADBEEF" = "NAME", lower case letters, digits and -`}},
		{"an unknown key", "version = 1\n[sacrilege.house]\n", []string{"1: unknown key \"version\": the file consists of tables `[GAME.PACK]`"}},
		{"no pack", "[sacrilege]\n\"DEADBEEF\" = \"imp\"\n", []string{"2: unknown key \"DEADBEEF\": tags stand in a table `[GAME.PACK]`, as [sacrilege.house]"}},
		{"too deep", "[sacrilege.house.old]\n\"DEADBEEF\" = \"imp\"\n", []string{`1: "old" is no UID: it is made of hexadecimal digits`}},
		{"no game", "[\"The Ritual\".house]\n", []string{`1: "The Ritual" is not the name of a game: lower case letters, digits and -`}},
		{"a pack without a name", "[sacrilege.\"\"]\n\"DEADBEEF\" = \"imp\"\n", []string{"1: a table without the name of a pack: expected [sacrilege.house]"}},
		{"several", "[sacrilege.house]\nimp = 1\n\"DEADBEEF\" = \"imp\"\nking = 2\n[a.b]\nx = 1\n", []string{
			`2: "imp" is no UID: it is made of hexadecimal digits`, `4: "king" is no UID: it is made of hexadecimal digits`, `6: "x" is no UID: it is made of hexadecimal digits`}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			put(t, dir, test.text)
			tags, err := Load(dir)
			if !errors.Is(err, ErrBroken) {
				t.Fatalf("%v, want ErrBroken", err)
			}
			path := filepath.Join(dir, File)
			want := ErrBroken.Error() + ": "
			for i, line := range test.want {
				if i > 0 {
					want += "\n"
				}
				want += path + ":" + line
			}
			if diff := cmp.Diff(want, err.Error()); diff != "" {
				t.Errorf("told (-want +got):\n%s", diff)
			}

			// The file is kept, and Familiar runs with no tags.
			if err := tags.Assign(ritual, "DEADBEEF", "imp"); !errors.Is(err, ErrBroken) {
				t.Errorf("assigned a tag: %v, want ErrBroken", err)
			}
			if got := contents(t, path); got != test.text {
				t.Errorf("the file has become %q", got)
			}
			if _, ok := tags.Word(ritual, "DEADBEEF"); ok {
				t.Error("the tag stands for something")
			}
		})
	}
}

func TestSetAside(t *testing.T) {
	dir := t.TempDir()
	for _, n := range []string{"1", "2"} {
		put(t, dir, "broken "+n)
		tags, err := Load(dir)
		if !errors.Is(err, ErrBroken) {
			t.Fatalf("%v, want ErrBroken", err)
		}
		aside, err := tags.SetAside()
		if want := filepath.Join(dir, File+".broken-"+n); err != nil || aside != want {
			t.Fatalf("%s, %v; want %s", aside, err, want)
		}
		if got := contents(t, aside); got != "broken "+n {
			t.Errorf("set aside: %q", got)
		}
		if err := tags.Assign(ritual, "DEADBEEF", "imp"); err != nil {
			t.Error(err)
		}
	}
	if word, _ := load(t, dir).Word(ritual, "DEADBEEF"); word != "imp" {
		t.Errorf("the tag stands for %q", word)
	}
}

// Lines that somebody writes into the file while Familiar runs are neither lost nor overwritten.
func TestEditedMeanwhile(t *testing.T) {
	dir := t.TempDir()
	tags := load(t, dir)
	if err := tags.Assign(ritual, "DEADBEEF", "imp"); err != nil {
		t.Fatal(err)
	}
	put(t, dir, "[sacrilege.house]\n\"DEADBEEF\" = \"king\"\n")
	if err := tags.Assign(ritual, "04A2B3C4D5E680", "monk"); err != nil {
		t.Fatal(err)
	}
	want := map[UID]string{"DEADBEEF": "king", "04A2B3C4D5E680": "monk"}
	if diff := cmp.Diff(want, load(t, dir).Words(ritual)); diff != "" {
		t.Errorf("the file (-want +got):\n%s", diff)
	}
	put(t, dir, "[sacri")
	if err := tags.Assign(ritual, "01020304", "imp"); !errors.Is(err, ErrBroken) {
		t.Errorf("%v, want ErrBroken", err)
	}
	if diff := cmp.Diff(want, tags.Words(ritual)); diff != "" {
		t.Errorf("after a change that was not saved (-want +got):\n%s", diff)
	}
	if _, err := tags.SetAside(); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, load(t, dir).Words(ritual)); diff != "" {
		t.Errorf("after it was set aside (-want +got):\n%s", diff)
	}
}

func TestCannotBeSaved(t *testing.T) {
	// The state directory is a file.
	dir := filepath.Join(t.TempDir(), "state")
	if err := os.WriteFile(dir, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	tags, err := Load(dir)
	if !errors.Is(err, ErrBroken) {
		t.Errorf("loaded: %v, want ErrBroken", err)
	}
	if err := tags.Assign(ritual, "DEADBEEF", "imp"); err == nil {
		t.Error("assigned a tag")
	}
	if _, err := tags.SetAside(); err == nil {
		t.Error("set a file aside that is not there")
	}

	tags = load(t, t.TempDir())
	for _, bad := range []struct {
		box  Box
		uid  UID
		word string
	}{
		{Box{"The Ritual", "house"}, "DEADBEEF", "imp"},
		{ritual, "DEADBEE", "imp"},
		{ritual, "DEADBEEF", "an imp"},
		{ritual, "DEADBEEF", ""},
	} {
		if err := tags.Assign(bad.box, bad.uid, bad.word); err == nil {
			t.Errorf("%v was saved", bad)
		}
	}
	if got := tags.Boxes(); len(got) > 0 {
		t.Errorf("known all the same: %v", got)
	}
}

func TestTooLong(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, strings.Repeat("# never read\n", 400_000))
	if _, err := Load(dir); !errors.Is(err, ErrBroken) {
		t.Errorf("%v, want ErrBroken", err)
	}
}

var (
	someUID = rapid.Custom(func(t *rapid.T) UID {
		return UID(rapid.StringMatching(`([0-9A-F]{8}|[0-9A-F]{14}|[0-9A-F]{20})`).Draw(t, "uid"))
	})
	someWord = rapid.StringMatching(`[a-z0-9-]{1,12}|\?`)
)

func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := boxes{}
		for range rapid.IntRange(0, 4).Draw(t, "boxes") {
			box := Box{
				Game: rapid.StringMatching(`[a-z0-9-]{1,8}`).Draw(t, "game"),
				Pack: rapid.StringMatching(`[ -~äß]{1,12}`).Draw(t, "pack"),
			}
			all[box] = rapid.MapOfN(someUID, someWord, 1, 8).Draw(t, "tags")
		}
		read, err := parse(File, format(all))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(all, read); diff != "" {
			t.Errorf("read back (-want +got):\n%s", diff)
		}
	})
}

func FuzzFile(f *testing.F) {
	f.Add("[sacrilege.house]\n\"04A2B3C4D5E680\" = \"imp\"\n")
	f.Add("version = 1\n[a]\nb = [[1]]\n")
	f.Add("[[a.b]]\nDEADBEEF = 1979-05-27\n")
	f.Add("a.b.DEADBEEF = \"x\"\n\"\".\"\" = {}\n")
	f.Fuzz(func(t *testing.T, text string) {
		read, err := parse(File, []byte(text))
		if err != nil {
			if e := new(Error); !errors.As(err, &e) {
				t.Fatalf("an error without a line: %v", err)
			}
			return
		}
		for b, words := range read {
			if len(words) == 0 {
				delete(read, b)
			}
		}
		again, err := parse(File, format(read))
		if err != nil {
			t.Fatalf("written and not read back: %v", err)
		}
		if diff := cmp.Diff(read, again); diff != "" {
			t.Fatalf("read back (-want +got):\n%s", diff)
		}
	})
}

// An owner's box takes over the tags of the same names, as many as it lacks, and a box that is renamed keeps its own tags.
func TestTakeOver(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, `[sacrilege.house]
"04000000000001" = "imp"
"04000000000002" = "imp"
"04000000000003" = "monk"
"04000000000004" = "nun"
"04000000000005" = "abbot"
[sacrilege.mine]
"04000000000004" = "bishop"
"04000000000009" = "abbot"
`)
	tags := load(t, dir)
	mine := Box{Game: "sacrilege", Pack: "mine"}
	items := []Item{{Word: "imp", Copies: 1}, {Word: "monk", Copies: 3}, {Word: "nun", Copies: 1}, {Word: "abbot", Copies: 1}, {Word: "bishop", Copies: 1}}
	for _, want := range []int{2, 0} {
		if n, err := tags.TakeOver(ritual, mine, items); err != nil || n != want {
			t.Errorf("%d tags taken over, %v; want %d", n, err, want)
		}
	}
	want := map[UID]string{"04000000000001": "imp", "04000000000003": "monk", "04000000000004": "bishop", "04000000000009": "abbot"}
	if got := tags.Words(mine); !maps.Equal(got, want) {
		t.Errorf("mine are %v", got)
	}
	ours := Box{Game: "sacrilege", Pack: "ours"}
	for _, to := range []Box{ours, ours} {
		if err := errors.Join(tags.Rename(mine, to), tags.Rename(to, to)); err != nil {
			t.Fatal(err)
		}
	}
	tags = load(t, dir)
	if got := tags.Words(ours); !maps.Equal(got, want) || len(tags.Words(mine)) > 0 || len(tags.Words(ritual)) != 5 {
		t.Errorf("ours are %v, mine %v", got, tags.Words(mine))
	}
}

func TestSeatWords(t *testing.T) {
	for seat := 1; seat <= engine.MaxSeats; seat++ {
		if got := Seat(SeatWord(seat)); got != seat {
			t.Errorf("the tag of seat %d is that of seat %d", seat, got)
		}
	}
	for _, word := range []string{"seat-0", "seat-9", "seat-01", "seat", "ann", ""} {
		if got := Seat(word); got != 0 {
			t.Errorf("%q is seat %d", word, got)
		}
	}
}

// A file that would take all memory is refused with the line, before it is decoded. A backup may hold one.
func TestFileThatIsNestedTooDeeply(t *testing.T) {
	for name, text := range map[string]string{
		"arrays":        "a = " + strings.Repeat("[", 3<<20),
		"dotted tables": "[" + strings.Repeat("a.", 1<<20) + "a]",
		"a dotted key":  strings.Repeat("a.", 1<<20) + "a = 1",
		"tables":        strings.Repeat("[a", 1<<20),
		"long":          strings.Repeat("# too long\n", 1<<20),
	} {
		if _, err := Count([]byte(text)); err == nil || !strings.Contains(err.Error(), File+":1: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A long table as a value is refused before the parser, which would take minutes for it.
func TestLongTableAsAValue(t *testing.T) {
	var long strings.Builder
	for n := range 80_000 {
		fmt.Fprintf(&long, "k%d=1,", n)
	}
	for text, line := range map[string]int{
		"x = {" + long.String() + "}\n":                                  1,
		"# tags\n[toy.house]\n\"04:A1\" = {a={" + long.String() + "}}\n": 3,
	} {
		_, err := parse(File, []byte(text))
		if e, ok := errors.AsType[*Error](err); !ok || e.Line != line || !strings.Contains(e.Text, "a table with far more fields") {
			t.Errorf("%.60q: %v", text, err)
		}
	}
}

// A file of many tables would take minutes to be read, so it is refused before.
func TestManyTables(t *testing.T) {
	var text strings.Builder
	for n := range 50_000 {
		fmt.Fprintf(&text, "[a%d.b.c.d]\n", n)
	}
	if _, err := parse(File, []byte(text.String())); err == nil || !strings.Contains(err.Error(), "more than the 1000") {
		t.Errorf("it is read: %v", err)
	}
}
