package crashloop

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"familiar/engine/lang"
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
	told := ""
	w := Begin(dir, boot, func(text lang.Localized) { told = text.In(lang.English) })
	for _, file := range []string{"phones.json", "tags.toml", "games/a.table"} {
		if w.Reading(file) {
			if data, err := os.ReadFile(filepath.Join(dir, file+".damaged-1")); err != nil || string(data) != file || !strings.Contains(told, file) || w.Trouble() == "" {
				t.Errorf("%s is kept as %q, %v: %q, and on the panel %q", file, data, err, told, w.Trouble())
			}
			guilty = file
			continue
		}
		if file == crashesAt {
			return guilty
		}
	}
	w.Started(true)
	w.Done()
	return guilty
}

func hasNote(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, File))
	return err == nil
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
		if hasNote(dir) {
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
			w := Begin(dir, "boot", nil)
			w.Reading("games/a.table")
			w.Started(true)
			time.Sleep(test.runs)
			synctest.Wait()
			if hasNote(dir) != test.left {
				t.Errorf("after %v the note is there: %v", test.runs, !test.left)
			}
			w.timer.Stop() // as a crash does
		}
	})
}

// Without a game there is no file that a crash could be the fault of: otherwise one game after the other would be set aside.
func TestNoGameGoesOn(t *testing.T) {
	dir := stateWithFiles(t)
	w := Begin(dir, "boot", nil)
	w.Reading("games/a.table")
	w.Started(false)
	if hasNote(dir) {
		t.Error("the note is still there")
	}
}

// Who stops a table while it reads does not make it crash. If it has read for very long, it hangs, and systemd stops it.
func TestStoppedWhileReading(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := stateWithFiles(t)
		for _, test := range []struct {
			reads time.Duration
			left  bool
		}{{hanging - time.Second, false}, {hanging + time.Second, true}} {
			w := Begin(dir, "boot", nil)
			w.Reading("tags.toml")
			time.Sleep(test.reads)
			w.Stopped()
			if hasNote(dir) != test.left {
				t.Errorf("after %v the note is there: %v", test.reads, !test.left)
			}
			w.Reading("games/a.table") // it may go on for a moment
			if hasNote(dir) != test.left {
				t.Errorf("after %v and another file the note is there: %v", test.reads, !test.left)
			}
		}
	})
}

// What takes the place of a file that was set aside is guilty of nothing yet, even if the start crashes once more.
func TestFileInPlaceOfAGuiltyOne(t *testing.T) {
	dir := stateWithFiles(t)
	for range crashes {
		start(t, dir, "boot", "phones.json")
	}
	if !Begin(dir, "boot", func(lang.Localized) {}).Reading("phones.json") {
		t.Fatal("the file is not set aside")
	}
	if err := os.WriteFile(filepath.Join(dir, "phones.json"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if Begin(dir, "boot", nil).Reading("phones.json") {
		t.Error("what takes its place is set aside, too")
	}
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
