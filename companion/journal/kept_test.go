package journal

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// finished is a journal of a game that has ended.
func finished(t testing.TB, dir string) *Journal {
	t.Helper()
	j := begin(t, dir)
	write(t, j, evenings...)
	if err := j.Finish("after 4 moves: ann won", evening.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	return j
}

func TestRead(t *testing.T) {
	dir := t.TempDir()
	j := finished(t, dir)
	read := slices.Clone(evenings)
	read[4].Source = tidy(read[4].Source)
	want := &Kept{
		Game: Game{
			Name: j.Name(), Path: j.Path(), Setup: ritual, Began: evening, Last: evening.Add(time.Hour), Moves: 4, Ended: true, Reason: "after 4 moves: ann won",
		},
		Steps: read,
	}
	got, err := Read(dir, j.Name())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("read (-want +got):\n%s", diff)
	}
	if text, err := Text(dir, j.Name()); err != nil || text != string(contentsOf(t, j.Path())) {
		t.Errorf("its text is %q, %v", text, err)
	}
	if text, err := Text(dir, "none"+extension); !errors.Is(err, ErrNoJournal) {
		t.Errorf("of none the text is %q, %v", text, err)
	}
}

// For a game that has ended, Glance reads only both ends of the journal; for any other game, all of it.
func TestGlance(t *testing.T) {
	for name, test := range map[string]struct {
		change func(t *testing.T, j *Journal)
		skims  bool
	}{
		"ended":            {func(*testing.T, *Journal) {}, true},
		"with a long head": {func(t *testing.T, j *Journal) { respell(t, j, "ann", strings.Repeat("a", 5000)) }, false},
		"damaged between": {func(t *testing.T, j *Journal) {
			data := contentsOf(t, j.Path())
			data[len(data)/2] ^= 1
			os.WriteFile(j.Path(), data, 0o644)
		}, true},
		"cut off": {func(t *testing.T, j *Journal) {
			data := contentsOf(t, j.Path())
			os.WriteFile(j.Path(), data[:len(data)-60], 0o644)
		}, false},
		"no head": {func(t *testing.T, j *Journal) {
			data := contentsOf(t, j.Path())
			os.WriteFile(j.Path(), data[5:], 0o644)
		}, false},
		"a few bytes": {func(t *testing.T, j *Journal) { os.WriteFile(j.Path(), []byte("# ended"), 0o644) }, false},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			j := finished(t, dir)
			test.change(t, j)
			got, err := Glance(dir, j.Name())
			if err != nil {
				t.Fatal(err)
			}
			whole, err := Read(dir, j.Name())
			if err != nil {
				t.Fatal(err)
			}
			want := whole.Game
			if test.skims {
				want = Game{Name: j.Name(), Path: j.Path(), Setup: ritual, Began: evening, Last: evening.Add(time.Hour), Moves: -1, Ended: true, Reason: "after 4 moves: ann won"}
			}
			if diff := cmp.Diff(want, got, sameText); diff != "" {
				t.Errorf("glanced at (-want +got):\n%s", diff)
			}
		})
	}
}

// respell writes a journal again with another name for a seat.
func respell(t *testing.T, j *Journal, from, to string) {
	t.Helper()
	dir := t.TempDir()
	setup := ritual
	setup.Seats = []string{to, "ben"}
	other, err := Create(dir, setup, evening, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	for _, step := range evenings {
		said := step
		said.Moves = nil
		for _, m := range step.Moves {
			said.Moves = append(said.Moves, strings.Replace(m, from+":", to+":", 1))
		}
		write(t, other, said)
	}
	if err := other.Finish("over", evening.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(j.Path(), contentsOf(t, other.Path()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// Nothing but a journal can be read, whatever name somebody asks for.
func TestReadNothingElse(t *testing.T) {
	dir := t.TempDir()
	j := finished(t, dir)
	folder := filepath.Dir(j.Path())
	errs := errors.Join(
		os.WriteFile(filepath.Join(dir, "secret.table"), []byte("x"), 0o600),
		os.WriteFile(filepath.Join(folder, "notes.txt"), []byte("x"), 0o600),
		os.WriteFile(filepath.Join(folder, "empty.table"), nil, 0o600),
		os.Mkdir(filepath.Join(folder, "folder.table"), 0o700),
		os.Symlink(filepath.Join(dir, "secret.table"), filepath.Join(folder, "link.table")),
	)
	if errs != nil {
		t.Fatal(errs)
	}
	for _, name := range []string{"", ".", "..", ".table", "../secret.table", "notes.txt", "empty.table", "folder.table", "link.table", "gone.table", j.Path(), j.Name() + "\x00.table", strings.Repeat("n", 300) + ".table"} {
		if _, err := Read(dir, name); err == nil || strings.Contains(err.Error(), dir) {
			t.Errorf("reading %q: %v", name, err)
		}
		if _, err := Glance(dir, name); err == nil || strings.Contains(err.Error(), dir) {
			t.Errorf("glancing at %q: %v", name, err)
		}
	}
	if _, err := Read(dir, j.Name()+"\x00.table"); !errors.Is(err, ErrNoJournal) {
		t.Errorf("reading a name that no file can have: %v", err)
	}
	if names, err := Names(dir); err != nil || !cmp.Equal(names, []string{"empty.table", j.Name()}) {
		t.Errorf("listed %v, %v", names, err)
	}
}

// Messages about a broken folder go to phones, so they do not say where the folder is.
func TestNamesWithoutAFolder(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, Folder), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Names(dir); err == nil || strings.Contains(err.Error(), dir) {
		t.Errorf("the error names the folder, or there is none: %v", err)
	}
}
