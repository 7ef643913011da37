package journal

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"familiar/engine/lang"
	"familiar/engine/record"
)

// written returns a journal of the steps, and its length after each acknowledged one.
func written(t testing.TB, steps []record.Step) (data []byte, acknowledged []int) {
	t.Helper()
	dir := t.TempDir()
	j := begin(t, dir)
	for i := range len(steps) + 1 {
		if i > 0 {
			write(t, j, steps[i-1])
		}
		acknowledged = append(acknowledged, len(contentsOf(t, j.Path())))
	}
	data = contentsOf(t, j.Path())
	j.Close()
	return data, acknowledged
}

// put makes a state directory with that journal.
func put(t testing.TB, data []byte) (dir, path string) {
	t.Helper()
	dir, err := os.MkdirTemp(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(dir, Folder, "2026-11-21-183002-sacrilege.table")
	os.Mkdir(filepath.Dir(path), 0o755)
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	return dir, path
}

// checkResumed resumes a journal that was damaged after its first n steps: these steps are there, nothing is lost, and the game goes on.
func checkResumed(t testing.TB, damaged []byte, steps []record.Step, n int, clean bool) {
	t.Helper()
	dir, path := put(t, damaged)
	j, loaded, err := Resume(dir)
	if err != nil {
		t.Fatal(err)
	}
	if j == nil {
		t.Fatalf("nothing goes on: %v", loaded.Damage)
	}
	if diff := cmp.Diff(lines(steps[:n]...), lines(loaded.Steps...)); diff != "" {
		t.Fatalf("resumed (-want +got):\n%s", diff)
	}
	kept := contentsOf(t, path)
	if beside, err := os.ReadFile(path + ".damaged-1"); err == nil {
		kept = append(kept, beside...)
	}
	if !bytes.Equal(kept, damaged) {
		t.Fatalf("%d bytes are left in both files, want %d", len(kept), len(damaged))
	}
	if want := 1; clean != (len(loaded.Damage) == 0) || !clean && len(loaded.Damage) != want {
		t.Fatalf("told: %q", loaded.Damage)
	}
	last := record.Step{Moves: []string{"ann: end"}, At: evening, Source: "button"}
	if err := j.Append(last); err != nil {
		t.Fatal(err)
	}
	j.Close()
	j, loaded, err = Resume(dir)
	if err != nil || j == nil || len(loaded.Damage) > 0 {
		t.Fatalf("resumed again: %v, %v", loaded, err)
	}
	j.Close()
	if diff := cmp.Diff(lines(append(slices.Clone(steps[:n]), last)...), lines(loaded.Steps...)); diff != "" {
		t.Fatalf("resumed again (-want +got):\n%s", diff)
	}
}

func TestCrashAtEveryByte(t *testing.T) {
	data, acknowledged := written(t, evenings)
	steps := 0
	for cut := acknowledged[0]; cut <= len(data); cut++ {
		clean := false
		for i, size := range acknowledged {
			if size <= cut {
				steps, clean = i, size == cut
			}
		}
		checkResumed(t, data[:cut], evenings, steps, clean)
	}
}

// If the header was not whole, Create had not returned; the file is kept nevertheless.
func TestHeaderNotWhole(t *testing.T) {
	data, acknowledged := written(t, nil)
	for cut := 1; cut < acknowledged[0]; cut++ {
		dir, path := put(t, data[:cut])
		j, loaded := resume(t, dir)
		if j != nil || len(loaded.Damage) != 1 {
			t.Fatalf("cut at %d: resumed %v, told %q", cut, j, loaded.Damage)
		}
		if beside := contentsOf(t, path+".damaged-1"); !bytes.Equal(beside, data[:cut]) {
			t.Fatalf("cut at %d: set aside %q", cut, beside)
		}
		if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
			t.Fatalf("cut at %d: the journal is still there: %v", cut, err)
		}
	}
}

func TestDamage(t *testing.T) {
	data, acknowledged := written(t, evenings)
	third := acknowledged[2]
	flipped := bytes.Clone(data)
	flipped[third+7] ^= 0x20
	lines := bytes.SplitAfter(data, []byte("\n"))
	swapped := bytes.Join(append(append([][]byte{}, lines[:9]...), lines[10], lines[9], lines[11], lines[12]), nil)
	tests := []struct {
		name    string
		data    []byte
		steps   int
		message string
	}{
		{"a torn line", data[:len(data)-3], 4, "its last line was only half there, as when the power fails while it is written"},
		{"half a step", data[:acknowledged[2]+len(lines[9])], 2, "its last step was only half there, as when the power fails while it is written"},
		{"NULs", append(bytes.Clone(data), make([]byte, 300)...), 5, "its end was 300 empty bytes, as a power cut leaves them"},
		{"garbage", append(bytes.Clone(data), "\xff\xfe\n\x01\n"...), 5, "its last 2 lines do not follow from those before: the first of them does not agree with its checksum"},
		{"a flipped bit", flipped, 2, "its last 4 lines do not follow from those before: the first of them does not agree with its checksum"},
		{"lines in another order", swapped, 2, "its last 4 lines do not follow from those before: the first of them does not agree with its checksum"},
		{"a line by hand", append(bytes.Clone(data), "ann: draw\n"...), 5, "its last line does not agree with its checksum"},
		{"a line twice", append(bytes.Clone(data), lines[12]...), 5, "its last line does not agree with its checksum"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			checkResumed(t, test.data, evenings, test.steps, false)
			dir, path := put(t, test.data)
			_, loaded := resume(t, dir)
			want := fmt.Sprintf("The journal %s was damaged: %s. That part now lies in %[1]s.damaged-1; the %[3]d lines before it are whole.",
				filepath.Base(path), test.message, record.Lines(loaded.Steps))
			if len(loaded.Damage) != 1 || loaded.Damage[0].In(lang.English) != want {
				t.Errorf("told %q, want %q", loaded.Damage, want)
			}
		})
	}
}

func TestDamagedPartsAreKept(t *testing.T) {
	data, _ := written(t, evenings)
	dir, path := put(t, data)
	for i := 1; i <= 3; i++ {
		tail := fmt.Sprintf("torn for the time %d", i)
		whole := contentsOf(t, path)
		os.WriteFile(path, append(whole, tail...), 0o644)
		j, _ := resume(t, dir)
		j.Close()
		if got := contentsOf(t, fmt.Sprintf("%s.damaged-%d", path, i)); string(got) != tail {
			t.Errorf("set aside for the time %d: %q", i, got)
		}
	}
}

func TestHeaderDamaged(t *testing.T) {
	data, acknowledged := written(t, evenings)
	for name, spoil := range map[string]func([]byte) []byte{
		"another seat":   func(d []byte) []byte { return bytes.Replace(d, []byte("seat ben"), []byte("seat bea"), 1) },
		"a record":       func(d []byte) []byte { return []byte("game sacrilege\nseat ann\nseat ben\nann: draw\n") },
		"CRLF":           func(d []byte) []byte { return bytes.ReplaceAll(d, []byte("\n"), []byte("\r\n")) },
		"NULs":           func(d []byte) []byte { return make([]byte, len(d)) },
		"without an end": func(d []byte) []byte { return d[:acknowledged[0]-1] },
		"too long":       func(d []byte) []byte { return append(d, make([]byte, 9<<20)...) },
	} {
		t.Run(name, func(t *testing.T) {
			spoiled := spoil(bytes.Clone(data))
			dir, path := put(t, spoiled)
			// An older game is resumed instead.
			older, err := Create(dir, ritual, evening.Add(-time.Hour), nil)
			if err != nil {
				t.Fatal(err)
			}
			older.Close()
			_, loaded := resume(t, dir)
			if loaded.Name != older.Name() || len(loaded.Damage) != 1 || !strings.Contains(loaded.Damage[0].In(lang.English), "cannot be read") {
				t.Errorf("%s goes on, told %q", loaded.Name, loaded.Damage)
			}
			if beside := contentsOf(t, path+".damaged-1"); !bytes.Equal(beside, spoiled) {
				t.Errorf("set aside: %d bytes, want %d", len(beside), len(spoiled))
			}
		})
	}
}

func TestNewerVersion(t *testing.T) {
	data := []byte("# familiar journal 2: in colour\ngame sacrilege\n")
	dir, path := put(t, data)
	j, loaded := resume(t, dir)
	if j != nil || len(loaded.Damage) != 1 || !strings.Contains(loaded.Damage[0].In(lang.English), "newer version") {
		t.Errorf("resumed %v, told %q", j, loaded.Damage)
	}
	if got := contentsOf(t, path); !bytes.Equal(got, data) {
		t.Errorf("the journal has become %q", got)
	}
}

// What stands in the header of a journal is its setup. A move there, even under a right checksum, is none that was acknowledged.
func TestHeaderHoldsMore(t *testing.T) {
	header := []byte(titleLine + record.FormatHeader(ritual) + "ann: draw\n")
	began, _ := chain(0).update(header).seal(mark(beganWord, evening, ""))
	dir, _ := put(t, append(header, began...))
	j, loaded := resume(t, dir)
	if j != nil || len(loaded.Damage) != 1 || !strings.Contains(loaded.Damage[0].In(lang.English), "its header holds more than a setup") {
		t.Errorf("resumed %v, told %q", j, loaded.Damage)
	}
}

var someStep = rapid.Custom(func(t *rapid.T) record.Step {
	words := rapid.StringMatching(`(ann|ben|table): [a-z][a-z0-9-]{0,8}( ([a-z0-9-]{1,8}(\.[a-z0-9]{1,3})?|\?)){0,4}`)
	words = words.Filter(func(w string) bool { return !strings.HasPrefix(w+" ", "table: undo ") })
	undo := rapid.IntRange(0, 2).Draw(t, "undo")
	return record.Step{
		Undo: undo, Moves: rapid.SliceOfN(words, max(0, 1-undo), 3).Draw(t, "moves"),
		At:     evening.Add(time.Duration(rapid.IntRange(-1e9, 1e9).Draw(t, "ms")) * time.Millisecond),
		Source: rapid.String().Draw(t, "source"),
	}
})

var someSteps = rapid.SliceOfN(someStep, 0, 6)

func TestRandomLines(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		steps := someSteps.Draw(rt, "steps")
		data := compose(t, steps)
		c, err := read(data)
		if err != nil {
			rt.Fatal(err)
		}
		if diff := cmp.Diff(lines(steps...), lines(c.steps...)); diff != "" {
			rt.Errorf("read back (-want +got):\n%s", diff)
		}
		if len(c.tail) > 0 || int(c.size) != len(data) {
			rt.Errorf("not trusted: %q", c.tail)
		}
	})
}

func TestRandomDamage(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		steps := someSteps.Draw(rt, "steps")
		data := compose(t, steps)
		at := rapid.IntRange(0, len(data)-1).Draw(rt, "at")
		with := rapid.SliceOfN(rapid.Byte(), 1, 5).Draw(rt, "with")
		over := min(rapid.IntRange(0, 5).Draw(rt, "over"), len(data)-at)
		damaged := append(append(bytes.Clone(data[:at]), with...), data[at+over:]...)
		c, err := read(damaged)
		if bytes.Equal(damaged, data) || err != nil {
			return
		}
		// The trusted part is a part of what was written, and ends before the damage.
		if !bytes.HasPrefix(data, damaged[:c.size]) {
			rt.Errorf("trusted although it was never written: %q", damaged[:c.size])
		}
		if want, got := lines(steps...), lines(c.steps...); len(got) > len(want) || !slices.Equal(want[:len(got)], got) {
			rt.Errorf("trusted: %v, written: %v", got, want)
		}
	})
}

// memory is a file in memory.
type memory struct{ data []byte }

func (m *memory) WriteAt(p []byte, at int64) (int, error) {
	m.data = append(m.data[:at], p...)
	return len(p), nil
}
func (m *memory) Truncate(size int64) error { m.data = m.data[:size]; return nil }
func (m *memory) Sync() error               { return nil }
func (m *memory) Close() error              { return nil }
func (m *memory) isAt(string) bool          { return true }

// compose writes a journal into memory.
func compose(t testing.TB, steps []record.Step) []byte {
	t.Helper()
	data, sum, err := head(ritual, evening, "")
	if err != nil {
		t.Fatal(err)
	}
	m := &memory{data: data}
	j := &Journal{f: m, path: "memory", size: int64(len(data)), sum: sum, cuts: []cut{{0, int64(len(data)), sum}}}
	write(t, j, steps...)
	return m.data
}

func FuzzResume(f *testing.F) {
	data := compose(f, evenings)
	f.Add(data)
	f.Add(data[:len(data)-5])
	f.Add(append(bytes.Clone(data), 0, 0, 0))
	f.Add([]byte(titleLine))
	f.Add([]byte("# familiar journal 2: \n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := read(data)
		if err != nil {
			return
		}
		if int(c.size)+len(c.tail) != len(data) {
			t.Fatalf("%d bytes trusted and %d not, of %d", c.size, len(c.tail), len(data))
		}
		if len(c.tail) > 0 && c.damage() == nil {
			t.Fatal("damage without words")
		}
		again, err := read(data[:c.size])
		if err != nil {
			t.Fatal(err)
		}
		if len(again.tail) > 0 || again.sum != c.sum || !cmp.Equal(c.lines, again.lines) || again.ended != c.ended {
			t.Fatal("the trusted part alone is read in another way")
		}
	})
}
