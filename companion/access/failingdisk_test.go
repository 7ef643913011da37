package access

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"familiar/companion/durable/durabletest"
)

// The list of phones is read on a disk on which any one call fails. If it is not, Damage says so, and the list is kept.
func TestOpenOnAFailingDisk(t *testing.T) {
	for disk := range durabletest.FailingDisks(t) {
		dir := t.TempDir()
		a := Open(dir)
		token := admitted(t, a)
		code := a.JoinCode()
		if err := a.Saving()(); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, File)
		was, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		disk.Run(func() { a = Open(dir) })
		_, _, known := a.Admit(Visitor{Token: token, Address: "192.0.2.1"}, noon)
		switch {
		case known == nil && a.JoinCode() == code && a.Damage == nil && a.SaveErr == nil:
		case disk.Failed == "":
			t.Errorf("the phone comes in with %v; %v, %v", known, a.Damage, a.SaveErr)
		case a.Damage == nil:
			t.Errorf("after %q has failed the phone comes in with %v, the code is %s, and nothing is said", disk.Failed, known, a.JoinCode())
		}
		if err := a.Saving()(); err != nil {
			t.Errorf("after %q has failed the list cannot be written: %v", disk.Failed, err)
		}
		kept := false
		files, _ := filepath.Glob(path + "*")
		for _, f := range files {
			data, err := os.ReadFile(f)
			kept = kept || err == nil && bytes.Equal(data, was)
		}
		if a.Damage != nil && !kept {
			t.Errorf("after %q has failed the old list is not in %v", disk.Failed, files)
		}
	}
}

// A table without a list of phones gets one with a join code, or says that it cannot be kept.
func TestFirstStartOnAFailingDisk(t *testing.T) {
	for disk := range durabletest.FailingDisks(t) {
		dir := t.TempDir()
		var a *Access
		disk.Run(func() { a = Open(dir) })
		if len(a.JoinCode()) != codeLength || disk.Failed == "" && (a.SaveErr != nil || a.Damage != nil) {
			t.Errorf("after %q has failed the code is %q: %v, %v", disk.Failed, a.JoinCode(), a.SaveErr, a.Damage)
		}
		if stored, err := ReadJoinCode(dir); a.SaveErr == nil && (err != nil || stored != a.JoinCode()) {
			t.Errorf("after %q has failed the code is %q, on the disk it is %q, %v, and nothing is said", disk.Failed, a.JoinCode(), stored, err)
		}
	}
}

// What is written on such a disk is there, or the error says that it may not be. The code that is read is that of the table, or an error.
func TestSavingOnAFailingDisk(t *testing.T) {
	for disk := range durabletest.FailingDisks(t) {
		dir := t.TempDir()
		a := Open(dir)
		old := a.JoinCode()
		a.ChangeCode()
		var saved, read error
		var code string
		disk.Run(func() {
			saved = a.Saving()()
			code, read = ReadJoinCode(dir)
		})
		for _, err := range []error{saved, read} {
			if !disk.Explains(err) {
				t.Errorf("after %q has failed: %v", disk.Failed, err)
			}
		}
		if read == nil && code != a.JoinCode() && (saved == nil || code != old) {
			t.Errorf("after %q has failed the code is %q, before it was %q, and %q is read: %v", disk.Failed, a.JoinCode(), old, code, saved)
		}
	}
}
