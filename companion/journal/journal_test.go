package journal

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"familiar/engine"
	"familiar/engine/lang"
	"familiar/engine/record"
)

var (
	evening = time.Date(2026, 11, 21, 18, 30, 2, 123e6, time.UTC)
	ritual  = engine.Setup{
		Game:    "sacrilege",
		Pack:    "house",
		Seats:   []string{"ann", "ben"},
		Options: []engine.OptionValue{{Name: "prayer", Value: "short"}},
	}
	// evenings are steps as they happen at a table: one move each, except where a move is replaced.
	evenings = []record.Step{
		{Moves: []string{"table: reveal king"}, At: evening.Add(5 * time.Second), Source: "reader pile"},
		{Moves: []string{"ann: sacrifice imp ben"}, At: evening.Add(9 * time.Second), Source: "reader ann"},
		{Undo: 1, Moves: []string{"ann: sacrifice monk ben"}, At: evening.Add(12 * time.Second), Source: "phone"},
		{Moves: []string{"ben: draw ?"}, At: evening.Add(15 * time.Second)},
		{Moves: []string{"table: amend ann.influence 4"}, At: evening.Add(20 * time.Second), Source: "phone # of ann +"},
	}
)

func begin(t testing.TB, dir string) *Journal {
	t.Helper()
	j, err := Create(dir, ritual, evening, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { j.Close() })
	return j
}

func write(t testing.TB, j *Journal, steps ...record.Step) {
	t.Helper()
	for _, s := range steps {
		if err := j.Append(s); err != nil {
			t.Fatal(err)
		}
	}
}

func resume(t testing.TB, dir string) (*Journal, *Loaded) {
	t.Helper()
	j, loaded, err := Resume(dir)
	if err != nil {
		t.Fatal(err)
	}
	if j != nil {
		t.Cleanup(func() { j.Close() })
	}
	return j, loaded
}

// lines returns the statements of steps as they are read back.
func lines(steps ...record.Step) []string {
	var all []string
	for _, s := range steps {
		for _, l := range linesOf(s) {
			all = append(all, fmt.Sprintf("%s # %s by %q", l.words, stamp(l.at), tidy(l.source)))
		}
	}
	return all
}

func contentsOf(t testing.TB, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestFile(t *testing.T) {
	dir := t.TempDir()
	j := begin(t, dir)
	write(t, j, evenings...)
	if err := j.Finish("ann won", evening.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	if want := "2026-11-21-183002-sacrilege.table"; j.Name() != want {
		t.Errorf("the file is called %s, want %s", j.Name(), want)
	}
	got := string(contentsOf(t, j.Path()))
	want := `# familiar journal 1: the last word of each line below is the CRC-32C of all before it
game sacrilege
pack house
seat ann
seat ben
option prayer short
# began: 2026-11-21T18:30:02.123Z d9202bc3
table: reveal king                      # 2026-11-21T18:30:07.123Z reader pile b311f4a1
ann: sacrifice imp ben                  # 2026-11-21T18:30:11.123Z reader ann 669def7b
table: undo                             # 2026-11-21T18:30:14.123Z phone + ec9a5801
ann: sacrifice monk ben                 # 2026-11-21T18:30:14.123Z phone 49826f57
ben: draw ?                             # 2026-11-21T18:30:17.123Z f88a08f9
table: amend ann.influence 4            # 2026-11-21T18:30:22.123Z phone # of ann bb24542c
# ended: 2026-11-21T19:30:02.123Z ann won 08514499
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the journal (-want +got):\n%s", diff)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, Folder, "*.new")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// A journal is a record, so replaying it or sending it with a bug report needs nothing else.
func TestIsARecord(t *testing.T) {
	j := begin(t, t.TempDir())
	write(t, j, evenings...)
	r, err := record.Parse(j.Name(), bytes.NewReader(contentsOf(t, j.Path())))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(ritual, r.Setup); diff != "" {
		t.Errorf("its setup (-want +got):\n%s", diff)
	}
	var said []string
	for _, l := range r.Lines {
		if l.Kind != record.Blank && l.Kind != record.Header {
			said = append(said, l.Statement())
		}
	}
	var want []string
	for _, s := range evenings {
		for _, l := range linesOf(s) {
			want = append(want, l.words)
		}
	}
	if diff := cmp.Diff(want, said); diff != "" {
		t.Errorf("its statements (-want +got):\n%s", diff)
	}
}

func TestResume(t *testing.T) {
	dir := t.TempDir()
	j := begin(t, dir)
	write(t, j, evenings[:3]...)
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}

	j, loaded := resume(t, dir)
	want := &Loaded{Name: "2026-11-21-183002-sacrilege.table", Setup: ritual, Began: evening, Steps: evenings[:3]}
	if diff := cmp.Diff(want, loaded); diff != "" {
		t.Fatalf("resumed (-want +got):\n%s", diff)
	}
	write(t, j, evenings[3:]...)
	j.Close()

	_, loaded = resume(t, dir)
	if diff := cmp.Diff(lines(evenings...), lines(loaded.Steps...)); diff != "" {
		t.Errorf("resumed again (-want +got):\n%s", diff)
	}
}

func TestResumeNothing(t *testing.T) {
	for name, prepare := range map[string]func(dir string){
		"no folder": func(string) {},
		"empty":     func(dir string) { os.Mkdir(filepath.Join(dir, Folder), 0o755) },
		"a game that never began": func(dir string) {
			os.Mkdir(filepath.Join(dir, Folder), 0o755)
			os.WriteFile(filepath.Join(dir, Folder, "2026-11-21-183002-sator.table"), nil, 0o644)
		},
		"only one that ended": func(dir string) {
			j := begin(t, dir)
			j.Finish("", evening)
		},
		"one whose end is damaged": func(dir string) {
			j := begin(t, dir)
			write(t, j, evenings...)
			j.Finish("won", evening)
			data := contentsOf(t, j.Path())
			data[len(data)-200] ^= 1
			os.WriteFile(j.Path(), data, 0o644)
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			prepare(dir)
			j, loaded := resume(t, dir)
			if j != nil || len(loaded.Damage) > 0 {
				t.Errorf("resumed %v, damage %v", j, loaded.Damage)
			}
		})
	}
}

func TestNewestGoesOn(t *testing.T) {
	dir := t.TempDir()
	for i, game := range []string{"sator", "oracle", "athame"} {
		j, err := Create(dir, engine.Setup{Game: game, Seats: []string{"ann", "ben"}}, evening.Add(time.Duration(i)*time.Hour), nil)
		if err != nil {
			t.Fatal(err)
		}
		if game == "athame" {
			j.Finish("given up", evening.Add(5*time.Hour))
		}
		j.Close()
	}
	_, loaded := resume(t, dir)
	if loaded.Setup.Game != "oracle" {
		t.Errorf("%s goes on, want oracle", loaded.Setup.Game)
	}
}

func TestSameSecond(t *testing.T) {
	dir := t.TempDir()
	begin(t, dir)
	j := begin(t, dir)
	if want := "2026-11-21-183002-sacrilege-02.table"; j.Name() != want {
		t.Errorf("the second one is called %s, want %s", j.Name(), want)
	}
	j.Close()
	_, loaded := resume(t, dir)
	if loaded.Name != j.Name() {
		t.Errorf("%s goes on", loaded.Name)
	}
}

func TestCreateRefuses(t *testing.T) {
	for name, spoil := range map[string]func(*engine.Setup){
		"no game":           func(s *engine.Setup) { s.Game = "" },
		"a path":            func(s *engine.Setup) { s.Game = "../sator" },
		"two words":         func(s *engine.Setup) { s.Pack = "my box.toml" },
		"a line of its own": func(s *engine.Setup) { s.Pack = "house\nseat eve" },
		"a comment":         func(s *engine.Setup) { s.Pack = "#" },
		"a control":         func(s *engine.Setup) { s.Seats = []string{"a\x00b"} },
		"an empty seat":     func(s *engine.Setup) { s.Seats = []string{"ann", ""} },
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			setup := ritual
			spoil(&setup)
			if j, err := Create(dir, setup, evening, nil); err == nil {
				t.Errorf("%+v was written to %s", setup, j.Path())
			}
			if left, _ := filepath.Glob(filepath.Join(dir, Folder, "*")); len(left) > 0 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
}

func TestAppendRefuses(t *testing.T) {
	j := begin(t, t.TempDir())
	before := contentsOf(t, j.Path())
	for _, words := range []string{
		"", "game sator", "= turn ann", "! ann: draw", "? ann = draw", "ann draw", "ann: draw # quietly", "ann: draw\nben: draw",
		"ann: dr\x00aw", "ann: draw \xff", "# ended: 2026-11-21T18:30:02.123Z", "ann: " + strings.Repeat("draw ", record.MaxLine),
	} {
		if err := j.Append(record.Step{Moves: []string{"ann: draw", words}, At: evening}); err == nil {
			t.Errorf("%.40q was written", words)
		}
	}
	if err := j.Append(record.Step{Moves: []string{"ann: draw"}, At: time.Date(12026, 1, 1, 0, 0, 0, 0, time.UTC)}); err == nil {
		t.Error("a time that cannot be read back was written")
	}
	if err := j.Append(record.Step{}); err != nil {
		t.Errorf("no lines at all: %v", err)
	}
	if after := contentsOf(t, j.Path()); !bytes.Equal(before, after) {
		t.Errorf("the journal has changed:\n%s", after)
	}
	write(t, j, evenings...)
}

// A record that somebody has moved away, or in whose place another file lies, takes no step: nobody would find it. It goes on when it is back.
func TestRecordThatIsMovedAway(t *testing.T) {
	j := begin(t, t.TempDir())
	defer j.Close()
	write(t, j, evenings[0])
	away := j.Path() + ".away"
	refused := func(want error) {
		t.Helper()
		if err := j.Append(evenings[1]); !errors.Is(err, want) {
			t.Errorf("the error is %v", err)
		}
	}
	if err := os.Rename(j.Path(), away); err != nil {
		t.Fatal(err)
	}
	refused(errGone)
	if err := os.WriteFile(j.Path(), []byte("another file"), 0o600); err != nil {
		t.Fatal(err)
	}
	refused(errChanged)
	if err := os.Rename(away, j.Path()); err != nil {
		t.Fatal(err)
	}
	write(t, j, evenings[1])
	// A copy of it is as good.
	copied := contentsOf(t, j.Path())
	if err := errors.Join(os.Remove(j.Path()), os.WriteFile(j.Path(), copied, 0o600)); err != nil {
		t.Fatal(err)
	}
	write(t, j, evenings[2])
	if text := string(contentsOf(t, j.Path())); !strings.HasPrefix(text, string(copied)) || !strings.Contains(text, "sacrifice monk ben") {
		t.Errorf("the record is\n%s", text)
	}
}

func TestFinished(t *testing.T) {
	j := begin(t, t.TempDir())
	for range 2 {
		if err := j.Finish("ann\nwon", evening); err != nil {
			t.Fatal(err)
		}
	}
	if err := j.Append(evenings[0]); !errors.Is(err, ErrFinished) {
		t.Errorf("a move after the end: %v, want ErrFinished", err)
	}
	if n := bytes.Count(contentsOf(t, j.Path()), []byte("# ended: ")); n != 1 {
		t.Errorf("it ended %d times", n)
	}
}

func TestSetAside(t *testing.T) {
	for n, want := range []int{0, 1, 2, 2, 4, 5} { // the third step has two lines
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			dir := t.TempDir()
			j := begin(t, dir)
			write(t, j, evenings[:4]...)
			j.Close()
			j, _ = resume(t, dir)
			whole := contentsOf(t, j.Path())

			left, beside, err := j.SetAside(n)
			if err != nil || left != want {
				t.Fatalf("%d lines left, %v; want %d", left, err, want)
			}
			kept := contentsOf(t, j.Path())
			if beside != "" {
				kept = append(kept, contentsOf(t, beside)...)
			}
			if !bytes.Equal(whole, kept) {
				t.Errorf("%d bytes are left in both files, want %d", len(kept), len(whole))
			}
			if (beside == "") != (want == 5) {
				t.Errorf("set aside as %q", beside)
			}
			write(t, j, evenings[4])
			j.Close()
			_, loaded := resume(t, dir)
			if diff := cmp.Diff(append(lines(evenings[:4]...)[:want], lines(evenings[4])...), lines(loaded.Steps...)); diff != "" {
				t.Errorf("resumed (-want +got):\n%s", diff)
			}
		})
	}
}

func TestList(t *testing.T) {
	dir := t.TempDir()
	if games, err := List(dir); err != nil || len(games) != 0 {
		t.Fatalf("without a folder: %v, %v", games, err)
	}
	j := begin(t, dir)
	write(t, j, evenings...)
	j.Finish("ann won", evening.Add(time.Hour))
	later, err := Create(dir, engine.Setup{Game: "sator", Seats: []string{"ann", "ben"}}, evening.Add(2*time.Hour), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer later.Close()
	torn := append(contentsOf(t, later.Path()), "ann: pl"...)
	os.WriteFile(later.Path(), torn, 0o644)
	broken := filepath.Join(dir, Folder, "2026-11-21-233002-oracle.table")
	os.WriteFile(broken, []byte("game oracle\n"), 0o644)

	games, err := List(dir)
	if err != nil {
		t.Fatal(err)
	}
	want := []Game{
		{Name: filepath.Base(broken), Path: broken, Damage: lang.T("it does not begin as a journal does")},
		{Name: later.Name(), Path: later.Path(), Setup: engine.Setup{Game: "sator", Seats: []string{"ann", "ben"}},
			Began: evening.Add(2 * time.Hour), Last: evening.Add(2 * time.Hour),
			Damage: lang.T("its last line was only half there, as when the power fails while it is written")},
		{Name: j.Name(), Path: j.Path(), Setup: ritual, Began: evening, Last: evening.Add(time.Hour), Moves: 4,
			Ended: true, Reason: "ann won"},
	}
	if diff := cmp.Diff(want, games, sameText); diff != "" {
		t.Errorf("listed (-want +got):\n%s", diff)
	}
	if again := contentsOf(t, later.Path()); !bytes.Equal(again, torn) {
		t.Error("listing has changed a journal")
	}
}

// sameText compares errors by their texts.
var sameText = cmp.Comparer(func(a, b error) bool { return fmt.Sprint(a) == fmt.Sprint(b) })

func BenchmarkAppend(b *testing.B) {
	j, err := Create(b.TempDir(), ritual, evening, nil)
	if err != nil {
		b.Fatal(err)
	}
	defer j.Close()
	before := j.size
	for b.Loop() {
		if j.size > record.MaxFile-1000 {
			b.StopTimer()
			before -= j.size - j.cuts[0].size
			if _, _, err := j.SetAside(0); err != nil {
				b.Fatal(err)
			}
			b.StartTimer()
		}
		if err := j.Append(evenings[1]); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(j.size-before)/float64(b.N), "bytes/op")
}

// The first journals did not mark the moves of a gesture: there, the same move at the same time is one gesture, and at another time it is not.
func TestUnmarkedSteps(t *testing.T) {
	dir := t.TempDir()
	j := begin(t, dir)
	draw := func(after time.Duration, source string) record.Step {
		return record.Step{Moves: []string{"ann: draw ?"}, At: evening.Add(after), Source: source}
	}
	write(t, j, draw(0, "button"), draw(0, "button"), draw(0, "phone"), draw(time.Millisecond, "phone"))
	j.Close()
	_, loaded := resume(t, dir)
	want := []record.Step{
		{Moves: []string{"ann: draw ?", "ann: draw ?"}, At: evening, Source: "button"},
		draw(0, "phone"), draw(time.Millisecond, "phone"),
	}
	if diff := cmp.Diff(want, loaded.Steps); diff != "" {
		t.Errorf("its steps (-want +got):\n%s", diff)
	}
}
