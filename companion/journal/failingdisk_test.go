package journal

import (
	"bytes"
	"errors"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"familiar/companion/durable/durabletest"
)

// TestGameOnAFailingDisk plays a game on a disk on which any one call fails. What could not be written is said and tried again: after that nothing is missing, and
// nothing is there twice.
func TestGameOnAFailingDisk(t *testing.T) {
	for disk := range durabletest.FailingDisks(t) {
		dir := t.TempDir()
		var failures []error
		try := func(what func() error) {
			for range 2 {
				err := what()
				if err == nil {
					return
				}
				failures = append(failures, err)
			}
		}
		disk.Run(func() {
			var j *Journal
			try(func() (err error) {
				j, err = Create(dir, ritual, evening, []byte("a card list"))
				return err
			})
			for _, s := range evenings {
				try(func() error { return j.Append(s) })
			}
			try(j.Close)
		})
		for _, err := range failures {
			if disk.Failed == "" || !errors.Is(err, ErrUnwritable) {
				t.Errorf("after %q has failed: %v", disk.Failed, err)
			}
		}
		if len(failures) > 1 {
			t.Errorf("after %q has failed once, this failed: %v", disk.Failed, failures)
		}
		j, loaded := resume(t, dir)
		if diff := cmp.Diff(lines(evenings...), lines(loaded.Steps...)); j == nil || diff != "" || len(loaded.Damage) > 0 {
			t.Errorf("after %q has failed, the game goes on with %q (-want +got):\n%s", disk.Failed, loaded.Damage, diff)
			continue
		}
		if cards, err := Cards(dir, loaded.Cards); string(cards) != "a card list" {
			t.Errorf("after %q has failed, its card list is %q, %v", disk.Failed, cards, err)
		}
		if left, _ := filepath.Glob(filepath.Join(dir, Folder, "*.new")); len(left) > 0 {
			t.Errorf("after %q has failed, these are left behind: %v", disk.Failed, left)
		}
	}
}

// On such a disk a game has ended, or Finish says that it has not.
func TestEndOnAFailingDisk(t *testing.T) {
	for disk := range durabletest.FailingDisks(t) {
		dir := t.TempDir()
		j := begin(t, dir)
		write(t, j, evenings...)
		var err error
		disk.Run(func() { err = j.Finish("ann won", evening.Add(time.Hour)) })
		j.Close()
		games, listErr := List(dir)
		if listErr != nil || len(games) != 1 || games[0].Damage != nil || games[0].Ended != (err == nil) || disk.Failed == "" && err != nil {
			t.Errorf("after %q has failed, the error is %v, and the games are %+v, %v", disk.Failed, err, games, listErr)
		}
	}
}

// On such a disk no line is lost that is set aside: it lies beside the journal, or is set aside with the next line.
func TestSetAsideOnAFailingDisk(t *testing.T) {
	for disk := range durabletest.FailingDisks(t) {
		dir := t.TempDir()
		j := begin(t, dir)
		write(t, j, evenings...)
		whole := contentsOf(t, j.Path())
		var left int
		var beside string
		var err error
		disk.Run(func() { left, beside, err = j.SetAside(4) })
		if left != 4 || err == nil && beside == "" || disk.Failed == "" && err != nil {
			t.Errorf("after %q has failed, %d lines are left and the others in %q: %v", disk.Failed, left, beside, err)
		}
		write(t, j, evenings[3])
		j.Close()
		_, loaded := resume(t, dir)
		if diff := cmp.Diff(lines(append(evenings[:3:3], evenings[3])...), lines(loaded.Steps...)); diff != "" || len(loaded.Damage) > 0 {
			t.Errorf("after %q has failed, the game goes on with %q (-want +got):\n%s", disk.Failed, loaded.Damage, diff)
		}
		kept, _ := filepath.Glob(j.Path() + ".damaged-*")
		if len(kept) != 1 || !bytes.HasSuffix(whole, contentsOf(t, kept[0])) || len(contentsOf(t, kept[0])) == 0 {
			t.Errorf("after %q has failed, set aside is %v", disk.Failed, kept)
		}
	}
}

// A damaged journal on such a disk is reported. Whatever does not go on at once goes on when the disk is well again.
func TestResumeOnAFailingDisk(t *testing.T) {
	for name, damage := range map[string]struct {
		end  string
		goes bool
	}{
		"whole":       {"", true},
		"a half line": {"ben: dr", true},
	} {
		for disk := range durabletest.FailingDisks(t) {
			dir := t.TempDir()
			j := begin(t, dir)
			write(t, j, evenings...)
			data := append(contentsOf(t, j.Path()), damage.end...)
			j.Close()
			dir, path := put(t, data)
			var resumed *Journal
			var loaded *Loaded
			var err error
			disk.Run(func() { resumed, loaded, err = Resume(dir) })
			switch {
			case err != nil && !errors.Is(err, ErrUnwritable):
				t.Errorf("%s, after %q has failed: %v", name, disk.Failed, err)
			case err == nil && resumed == nil && len(loaded.Damage) == 0:
				t.Errorf("%s, after %q has failed: no game goes on, and nothing is said", name, disk.Failed)
			case disk.Failed == "" && (resumed == nil || (len(loaded.Damage) > 0) != (damage.end != "")):
				t.Errorf("%s: %v, %q", name, resumed, loaded.Damage)
			}
			if resumed != nil {
				write(t, resumed, evenings[0])
				resumed.Close()
			} else if !bytes.Equal(contentsOf(t, path), data) {
				t.Errorf("%s, after %q has failed: the journal is another one", name, disk.Failed)
			}
			_, loaded = resume(t, dir)
			if diff := cmp.Diff(lines(evenings...), lines(loaded.Steps...)[:len(lines(evenings...))]); diff != "" {
				t.Errorf("%s, after %q has failed, the game goes on with (-want +got):\n%s", name, disk.Failed, diff)
			}
		}
	}
}

// What is read on such a disk is what was written, or an error: never another game, and never that there is none.
func TestReadingOnAFailingDisk(t *testing.T) {
	dir := t.TempDir()
	j := begin(t, dir)
	write(t, j, evenings...)
	if err := j.Finish("ann won", evening.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	for name, read := range map[string]func() (any, error){
		"the names":  func() (any, error) { return Names(dir) },
		"the games":  func() (any, error) { return List(dir) },
		"the record": func() (any, error) { return Read(dir, j.Name()) },
		"the text":   func() (any, error) { return Text(dir, j.Name()) },
		"a glance":   func() (any, error) { g, err := Glance(dir, j.Name()); g.Moves = 0; return g, err },
	} {
		want, err := read()
		if err != nil {
			t.Fatal(err)
		}
		for disk := range durabletest.FailingDisks(t) {
			var got any
			disk.Run(func() { got, err = read() })
			if err == nil && !reflect.DeepEqual(got, want) || errors.Is(err, ErrNoJournal) || disk.Failed == "" && err != nil {
				t.Errorf("%s, after %q has failed: %+v, %v", name, disk.Failed, got, err)
			}
		}
	}
}
