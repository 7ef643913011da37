package access

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// What could not be written is written at the end of the table, if it can be then: also if the table ended before it was told.
func TestSaverWritesAtLast(t *testing.T) {
	wrote := make(chan bool, 1)
	for name, begin := range map[string]func(s *Saver){
		"at once": func(s *Saver) { wrote <- true },
		"beside, and the table ends before it is told": func(s *Saver) {
			s.Begin(func(ctx context.Context, _, _ func()) error { wrote <- true; <-ctx.Done(); return ctx.Err() })
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "state")
			a := Open(dir)
			if err := errors.Join(os.Rename(dir, dir+"-away"), os.WriteFile(dir, nil, 0o600)); err != nil { // a file in place of the folder: nothing can be written
				t.Fatal(err)
			}
			var result error
			s := NewSaver(a, func(err error) { result = err })
			begin(s)
			a.ChangeCode()
			s.Save()
			<-wrote
			if err := errors.Join(os.Remove(dir), os.Rename(dir+"-away", dir)); err != nil {
				t.Fatal(err)
			}
			s.End()
			if result != nil {
				t.Errorf("told %v", result)
			}
			if code, err := ReadJoinCode(dir); err != nil || code != a.JoinCode() {
				t.Errorf("the code on the disk is %q, not %q: %v", code, a.JoinCode(), err)
			}
		})
	}
}

// TestSaverWritesWhatWaitsAtTheEnd: a change that has to wait, because there were many writes just before, is written when the table ends. Callers of AfterSave are called
// then, too.
func TestSaverWritesWhatWaitsAtTheEnd(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "state")
	synctest.Test(t, func(t *testing.T) {
		var owner sync.Mutex
		a := Open(dir)
		s := NewSaver(a, func(error) {})
		s.Begin(postTo(&owner))
		saved := 0
		owner.Lock()
		for range writes.Times + 2 {
			a.ChangeCode()
			s.Save()
			s.AfterSave(func() { saved++ })
			owner.Unlock()
			synctest.Wait()
			owner.Lock()
		}
		if saved > writes.Times+1 {
			t.Fatal("no change waits")
		}
		owner.Unlock()
		s.End()
		if code, err := ReadJoinCode(dir); err != nil || code != a.JoinCode() || saved != writes.Times+2 {
			t.Errorf("the code on the disk is %q, not %q, %v; %d changes are said to be saved", code, a.JoinCode(), err, saved)
		}
	})
}

// The folder of the state is made anew if it is gone.
func TestFolderIsMadeAnew(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "state")
	a := Open(dir)
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	a.ChangeCode()
	if err := a.Saving()(); err != nil {
		t.Fatal(err)
	}
	if code, err := ReadJoinCode(dir); err != nil || code != a.JoinCode() {
		t.Errorf("the code on the disk is %q, not %q: %v", code, a.JoinCode(), err)
	}
}

// What cannot be written is tried again every ten seconds, however many changes have failed, until it can be.
func TestSaverTriesAgain(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "state")
	synctest.Test(t, func(t *testing.T) {
		a := Open(dir)
		if err := errors.Join(os.Rename(dir, dir+"-away"), os.WriteFile(dir, nil, 0o600)); err != nil { // a file in place of the folder: nothing can be written
			t.Fatal(err)
		}
		var owner sync.Mutex
		told := 0
		s := NewSaver(a, func(error) { told++ })
		s.Begin(postTo(&owner))
		pass := func(d time.Duration) {
			owner.Unlock()
			time.Sleep(d)
			owner.Lock()
		}
		owner.Lock()
		for range 5 {
			a.ChangeCode()
			s.Save()
			pass(time.Second)
		}
		told = 0
		pass(5 * retryEvery)
		if told != 5 || !s.Failed() {
			t.Errorf("it was tried %d times again", told)
		}
		if err := errors.Join(os.Remove(dir), os.Rename(dir+"-away", dir)); err != nil {
			t.Fatal(err)
		}
		pass(5 * retryEvery)
		if told != 6 || s.Failed() {
			t.Errorf("it was tried %d times again, until it could be written", told)
		}
		if code, err := ReadJoinCode(dir); err != nil || code != a.JoinCode() {
			t.Errorf("the code on the disk is %q, not %q: %v", code, a.JoinCode(), err)
		}
		owner.Unlock()
		s.End()
	})
}

// The owner of a saver does not wait for the disk, however long that takes.
func TestSaverWaitsForNoDisk(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := NewSaver(Open(t.TempDir()), func(error) {})
		s.saving = func() func() error {
			return func() error { time.Sleep(time.Minute); return nil }
		}
		var owner sync.Mutex
		s.Begin(postTo(&owner))
		begin := time.Now()
		owner.Lock()
		s.Save()
		saved := s.Saved()
		owner.Unlock()
		if took := time.Since(begin); took > 0 {
			t.Errorf("a change has taken its owner %v", took)
		}
		<-saved
		if took := time.Since(begin); took != time.Minute {
			t.Errorf("a change was on the disk after %v", took)
		}
		s.End()
	})
}

// postTo returns a Post to an owner who does one thing at a time.
func postTo(owner *sync.Mutex) Post {
	return func(ctx context.Context, do, shown func()) error {
		owner.Lock()
		defer owner.Unlock()
		if ctx.Err() != nil {
			return ctx.Err() // the owner has ended
		}
		if do(); shown != nil {
			shown()
		}
		return nil
	}
}
