// Package crashloop finds the file that makes a table crash again and again, so that the table can be started without it.
//
// A start notes in the state directory which file it is reading, and takes the note back when that went well. A note that is still there at the next start is of
// one that crashed. After some crashes in a row at the same file, the file is guilty.
package crashloop

import (
	"encoding/json"
	"os"
	"path/filepath"
	"time"

	"familiar/companion/durable"
	"familiar/engine/lang"
)

// File is the name of the note in a state directory.
const File = "starting.json"

const (
	crashes = 3           // in a row, after which a file is guilty
	maxFile = 4 << 10     // bytes
	settled = time.Minute // how long a table must have run until its crash is none of the file's with which it began
	perm    = os.FileMode(0o600)
)

// Watch watches over a start. The zero Watch notes nothing.
type Watch struct {
	path string
	boot string
	last note // of the start before this one, if it crashed

	timer *time.Timer // takes the note back; nil: it is not set
}

// note is which file a start reads.
type note struct {
	Boot    string `json:"boot"` // of the machine: a power cut is no crash
	File    string `json:"file"`
	Crashes int    `json:"crashes"` // how many starts before this one have crashed there
}

// Begin begins to watch over a start with a state directory. Boot is another word each time the machine is started; if it is empty, nothing is watched: somebody
// else than systemd started the program, and may kill it as often as he likes.
func Begin(dir, boot string) *Watch {
	if boot == "" {
		return &Watch{}
	}
	w := &Watch{path: filepath.Join(dir, File), boot: boot}
	if data, err := durable.Read(w.path, maxFile); err != nil || json.Unmarshal(data, &w.last) != nil || w.last.Boot != boot {
		w.last = note{}
	}
	return w
}

// Reading notes that a file of the state directory is read now. If the file is guilty of the crashes before, it is set aside, and everybody should be told so.
// A disk that cannot be written to is no reason not to start.
func (w *Watch) Reading(file string) (aside bool, told *lang.Text) {
	if w.path == "" {
		return false, nil
	}
	now := note{Boot: w.boot, File: file}
	if file == w.last.File {
		if now.Crashes = w.last.Crashes + 1; now.Crashes >= crashes {
			aside, err := durable.MoveBeside(filepath.Join(filepath.Dir(w.path), file), "damaged")
			if err != nil {
				return false, lang.T("The table crashes again and again while it reads {1}, and that cannot be set aside: {2}", file, err)
			}
			return true, lang.T("The table has crashed again and again while it read {1}. It goes on without it, and keeps it as {2}.", file, filepath.Base(aside))
		}
	}
	// A crash of the program loses nothing that it has written, so nothing waits for the disk.
	if data, err := json.Marshal(now); err == nil {
		_ = os.WriteFile(w.path, data, perm)
	}
	return false, nil
}

// Started says that all files were read. If the table then runs for a while, the note is taken back.
func (w *Watch) Started() {
	if w.path != "" {
		w.timer = time.AfterFunc(settled, func() { _ = os.Remove(w.path) })
	}
}

// Done takes the note back: somebody has stopped the table.
func (w *Watch) Done() {
	if w.timer != nil {
		w.timer.Stop()
		_ = os.Remove(w.path)
	}
}
