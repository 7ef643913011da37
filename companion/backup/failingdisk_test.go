package backup

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"familiar/companion/durable/durabletest"
)

// few are files of a state: one of each folder.
var few = tree{
	"phones.json": `{"code":"K7PX2M","phones":{}}`,
	"games/2026-11-21-183002-sacrilege.table": "# a game\n",
	"games/cards/" + sum + ".toml":            "game = \"sacrilege\"\n",
	"packs/sacrilege.box.toml":                "game = \"sacrilege\"\n",
}

// A backup that is made on a disk on which any one call fails is whole, or Write says that it is not.
func TestBackupOnAFailingDisk(t *testing.T) {
	dir := grow(t, few)
	for disk := range durabletest.FailingDisks(t) {
		var out bytes.Buffer
		var wrote Summary
		var err error
		disk.Run(func() { wrote, err = Write(dir, &out) })
		if err != nil {
			if !disk.Explains(err) {
				t.Errorf("after %q has failed: %v", disk.Failed, err)
			}
			continue
		}
		empty := t.TempDir()
		done, err := Restore(empty, &out, evening)
		if err != nil || done.Summary != wrote {
			t.Errorf("after %q has failed, %v was written and %v restored: %v", disk.Failed, wrote, done.Summary, err)
		}
		if diff := cmp.Diff(few, treeOf(t, empty)); diff != "" {
			t.Errorf("after %q has failed, restored is (-want +got):\n%s", disk.Failed, diff)
		}
	}
}

// On such a disk a restore leaves no trace, or Complete continues it.
func TestRestoreOnAFailingDisk(t *testing.T) {
	good := backupOf(t, few)
	for disk := range durabletest.FailingDisks(t) {
		dir := grow(t, yours)
		var err error
		disk.Run(func() { _, err = Restore(dir, bytes.NewReader(good), evening) })
		if !disk.Explains(err) {
			t.Errorf("after %q has failed: %v", disk.Failed, err)
		}
		if err != nil {
			os.Remove(filepath.Join(dir, "games", ".try")) // the file with which it tries whether it may write: it may have failed to remove it
		}
		pending := Pending(dir)
		if pending {
			if err := Complete(dir); err != nil {
				t.Fatal(err)
			}
		}
		if restored := checkEither(t, "after "+disk.Failed+" has failed", dir, few); !restored && err == nil || pending && err == nil {
			t.Errorf("after %q has failed: restored: %t, unfinished: %t, and nothing is said", disk.Failed, restored, pending)
		}
	}
}

// On such a disk a restore that was cut off is completed, or Complete says why not and continues the next time.
func TestCompleteOnAFailingDisk(t *testing.T) {
	good := backupOf(t, few)
	steps, err := restoring(t, grow(t, yours), good, -1, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{1, steps / 2, steps * 3 / 4} {
		for disk := range durabletest.FailingDisks(t) {
			dir := grow(t, yours)
			if _, err := restoring(t, dir, good, n, nil); !errors.Is(err, errCut) {
				t.Fatal(err)
			}
			var err error
			disk.Run(func() { err = Complete(dir) })
			if !disk.Explains(err) || err == nil && Pending(dir) {
				t.Errorf("cut off behind step %d, after %q has failed: %v, unfinished: %t", n, disk.Failed, err, Pending(dir))
			}
			if err := Complete(dir); err != nil {
				t.Fatal(err)
			}
			checkEither(t, "after "+disk.Failed+" has failed", dir, few)
		}
	}
}
