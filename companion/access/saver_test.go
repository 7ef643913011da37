package access

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
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
