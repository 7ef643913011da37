package crashloop

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// stateWithFiles returns a state directory with some files, each of which holds its own name.
func stateWithFiles(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "games"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{"phones.json", "tags.toml", "games/a.table"} {
		if err := os.WriteFile(filepath.Join(dir, file), []byte(file), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// start is a start that reads files one after the other, and crashes at one of them unless that is found guilty; "" is none. It returns the guilty one.
func start(t *testing.T, dir, boot, crashesAt string) (guilty string) {
	t.Helper()
	w := Begin(dir, boot)
	for _, file := range []string{"phones.json", "tags.toml", "games/a.table"} {
		if aside, told := w.Reading(file); aside {
			if data, err := os.ReadFile(filepath.Join(dir, file+".damaged-1")); err != nil || string(data) != file || !strings.Contains(told.Error(), file) {
				t.Errorf("%s is kept as %q, %v: %v", file, data, err, told)
			}
			guilty = file
			continue
		}
		if file == crashesAt {
			return guilty
		}
	}
	w.Started()
	w.Done()
	return guilty
}

func TestFileAtWhichStartsCrash(t *testing.T) {
	for _, file := range []string{"phones.json", "tags.toml", "games/a.table"} {
		dir := stateWithFiles(t)
		for n := range crashes {
			if guilty := start(t, dir, "boot", file); guilty != "" {
				t.Errorf("%s is guilty after %d crashes at %s", guilty, n, file)
			}
		}
		if guilty := start(t, dir, "boot", file); guilty != file {
			t.Errorf("%q is guilty after %d crashes at %s", guilty, crashes, file)
		}
		if _, err := os.Stat(filepath.Join(dir, File)); err == nil {
			t.Error("the note is still there")
		}
	}
}

func TestNoFileIsGuilty(t *testing.T) {
	for name, starts := range map[string][][2]string{
		"after power cuts":              {{"1", "tags.toml"}, {"2", "tags.toml"}, {"3", "tags.toml"}, {"4", "tags.toml"}},
		"after crashes at other files":  {{"1", "tags.toml"}, {"1", "games/a.table"}, {"1", "tags.toml"}, {"1", "games/a.table"}},
		"when a start between was fine": {{"1", "tags.toml"}, {"1", "tags.toml"}, {"1", ""}, {"1", "tags.toml"}},
		"when nobody watches":           {{"", "tags.toml"}, {"", "tags.toml"}, {"", "tags.toml"}, {"", "tags.toml"}},
	} {
		t.Run(name, func(t *testing.T) {
			dir := stateWithFiles(t)
			for _, s := range starts {
				if guilty := start(t, dir, s[0], s[1]); guilty != "" {
					t.Errorf("%s is guilty", guilty)
				}
			}
		})
	}
}

// A table that has run for a while crashes for another reason than the file with which it began.
func TestTableRunsForAWhile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := stateWithFiles(t)
		for _, test := range []struct {
			runs time.Duration
			left bool
		}{{settled - time.Second, true}, {settled + time.Second, false}} {
			w := Begin(dir, "boot")
			w.Reading("games/a.table")
			w.Started()
			time.Sleep(test.runs)
			synctest.Wait()
			if _, err := os.Stat(filepath.Join(dir, File)); (err == nil) != test.left {
				t.Errorf("after %v the note is there: %v", test.runs, err == nil)
			}
			w.timer.Stop() // as a crash does
		}
	})
}

// A note that says nothing, and a disk that takes none, stop no start.
func TestNoteCannotBeRead(t *testing.T) {
	dir := stateWithFiles(t)
	if err := os.WriteFile(filepath.Join(dir, File), []byte("{{{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if guilty := start(t, dir, "boot", ""); guilty != "" {
		t.Errorf("%s is guilty", guilty)
	}
	if err := os.MkdirAll(filepath.Join(dir, File, "in the way"), 0o700); err != nil {
		t.Fatal(err)
	}
	for range crashes + 1 {
		if guilty := start(t, dir, "boot", "tags.toml"); guilty != "" {
			t.Errorf("%s is guilty", guilty)
		}
	}
}
