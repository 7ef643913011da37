package certificate

import (
	"errors"
	"strings"
	"testing"
	"time"

	"familiar/companion/durable/durabletest"
)

// On a disk on which any one call fails, the table has the authority that is on the disk, or an error says why it has none. An authority that a phone was given stays.
func TestAuthorityOnAFailingDisk(t *testing.T) {
	renamed := tavern
	renamed.Names = []string{"parlour.local"}
	for name, old := range map[string]bool{"the first one": false, "an old one": true} {
		for disk := range durabletest.FailingDisks(t) {
			dir := t.TempDir()
			if old {
				must(t, InState(dir).Refresh(tavern, noon))
			}
			a := InState(dir)
			var refreshed, handed error
			var given bool
			disk.Run(func() {
				refreshed = a.Refresh(tavern, noon)
				c, err := a.HandOut()
				given, handed = c != nil, err
			})
			for _, err := range []error{refreshed, handed} {
				if !disk.Explains(err) {
					t.Errorf("%s, after %q has failed: %v", name, disk.Failed, err)
				}
			}
			if refreshed == nil && a.Certificate() == nil || disk.Failed == "" && !given {
				t.Errorf("%s, after %q has failed there is none, and nothing is said: %v", name, disk.Failed, handed)
			}
			before := a.Authority()
			again := InState(dir)
			must(t, again.Refresh(renamed, noon))
			if same := before != nil && again.Authority().Equal(before); given && !same {
				t.Errorf("%s, after %q has failed: a phone was given it, and the table has another one now", name, disk.Failed)
			}
		}
	}
}

// An authority is forgotten on such a disk, or the error says that it is not.
func TestForgetOnAFailingDisk(t *testing.T) {
	for disk := range durabletest.FailingDisks(t) {
		_, dir := refreshed(t, tavern)
		var err error
		disk.Run(func() { err = Forget(dir) })
		if _, gone := Read(dir); err == nil && !errors.Is(gone, ErrNoAuthority) || !disk.Explains(err) {
			t.Errorf("after %q has failed: %v; then it is read: %v", disk.Failed, err, gone)
		}
		if strings.HasPrefix(disk.Failed, "fsync") && err == nil {
			t.Error("it is said to be forgotten, and may be there again after a power cut")
		}
	}
}

// A certificate of the owner's stays in use when it cannot be read again on such a disk.
func TestOwnCertificateOnAFailingDisk(t *testing.T) {
	certificate, key := own(t, noon, noon.Add(time.Hour), "table.example.org")
	for disk := range durabletest.FailingDisks(t) {
		f := InFiles(certificate, key)
		must(t, f.Refresh(tavern, noon))
		was := f.Certificate()
		var err error
		disk.Run(func() { err = f.Refresh(tavern, noon) })
		switch now := f.Certificate(); {
		case err == nil && (now == nil || now == was):
			t.Errorf("after %q has failed it is not read again, and nothing is said", disk.Failed)
		case err != nil && now != was || !disk.Explains(err):
			t.Errorf("after %q has failed: %v", disk.Failed, err)
		}
	}
}

// The authority is read on such a disk, or an error says why not: never that there is none.
func TestReadOnAFailingDisk(t *testing.T) {
	a, dir := refreshed(t, tavern)
	for disk := range durabletest.FailingDisks(t) {
		disk.Run(func() {
			c, err := Read(dir)
			if err == nil && !c.Equal(a.Authority()) || errors.Is(err, ErrNoAuthority) {
				t.Errorf("after %q has failed it reads %v", disk.Failed, err)
			}
		})
	}
}
