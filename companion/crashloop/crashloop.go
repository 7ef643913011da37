// Package crashloop finds the file that makes a table crash again and again, so that the table can be started without it.
//
// A start notes in the state directory which file it is reading, and takes the note back when that went well. A note that is still there at the next start
// means that the start before it crashed. After some crashes in a row at the same file, the file is guilty.
package crashloop

import (
	"encoding/json"
	"os"
	"path/filepath"
	"sync"
	"time"

	"familiar/companion/durable"
	"familiar/engine/lang"
)

// File is the name of the note in a state directory.
const File = "starting.json"

const (
	crashes = 3                // in a row, after which a file is guilty
	maxFile = 4 << 10          // bytes
	settled = time.Minute      // a table that has run this long does not crash because of the file that it began with
	hanging = 10 * time.Minute // how long a start may take; then systemd stops it
	perm    = os.FileMode(0o600)
)

// Watch watches over a start. The zero Watch notes nothing. Stopped may be called on any goroutine.
type Watch struct {
	path  string
	boot  string
	tell  func(lang.Localized)
	began time.Time
	last  note // of the start before this one, if it crashed
	aside bool // a file was set aside, or should be

	mu    sync.Mutex  // for what follows
	timer *time.Timer // takes the note back; nil: it is not set
	ended bool        // nothing is noted any more
}

// note is which file a start reads.
type note struct {
	Boot    string `json:"boot"` // of the machine: a power cut is no crash
	File    string `json:"file"`
	Crashes int    `json:"crashes"` // how many starts before this one have crashed there
}

// Begin begins to watch over a start with a state directory. Boot identifies this boot of the machine; if it is empty, nothing is watched: somebody
// other than systemd started the program, and may kill it as often as they like. Tell tells everybody what is set aside.
func Begin(dir, boot string, tell func(lang.Localized)) *Watch {
	if boot == "" {
		return &Watch{}
	}
	w := &Watch{path: filepath.Join(dir, File), boot: boot, tell: tell, began: time.Now()}
	if data, err := durable.Read(w.path, maxFile); err != nil || json.Unmarshal(data, &w.last) != nil || w.last.Boot != boot {
		w.last = note{}
	}
	return w
}

// Reading notes that a file of the state directory is read now. If the file is guilty of the crashes before, Reading sets it aside instead, and reports that.
func (w *Watch) Reading(file string) (aside bool) {
	if w.path == "" {
		return false
	}
	now := note{Boot: w.boot, File: file}
	if file == w.last.File {
		now.Crashes = w.last.Crashes + 1
	}
	if now.Crashes < crashes {
		w.write(now)
		return false
	}
	w.aside = true
	kept, err := durable.MoveBeside(filepath.Join(filepath.Dir(w.path), file), "damaged")
	if err != nil {
		w.tell(lang.T("The table crashes again and again while it reads {1}, and that cannot be set aside: {2}", file, err))
		return false
	}
	w.tell(lang.T("The table has crashed again and again while it read {1}. It goes on without it, and keeps it as {2}.", file, filepath.Base(kept)))
	w.write(note{Boot: w.boot, File: file}) // what takes its place has crashed nothing yet
	return true
}

// write writes the note. A crash of the program loses nothing that it has written, so nothing waits for the disk; and a disk that cannot be written to is no reason
// not to start.
func (w *Watch) write(n note) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if data, err := json.Marshal(n); err == nil && !w.ended {
		_ = os.WriteFile(w.path, data, perm)
	}
}

// Trouble returns what the panel says of a file that was set aside; empty: none was.
func (w *Watch) Trouble() string {
	if !w.aside {
		return ""
	}
	return "Crashed: see a phone"
}

// Started says that all files were read. If a game goes on, the note is taken back when the table has run for a while; otherwise at once, because there is no
// file that could still crash the table.
func (w *Watch) Started(goesOn bool) {
	if !goesOn {
		w.Done()
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.path != "" {
		w.timer = time.AfterFunc(settled, w.Done)
	}
}

// Stopped says that somebody stops the table, perhaps while it reads: that is no crash, even if reading takes so long that the program is killed. After a long
// time it is systemd that stops a start that hangs, which is like a crash.
func (w *Watch) Stopped() {
	if time.Since(w.began) < hanging {
		w.Done()
	}
}

// Done takes the note back: the table has run for a while, or has ended in good order.
func (w *Watch) Done() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.ended || w.path == "" {
		return
	}
	w.ended = true
	if w.timer != nil {
		w.timer.Stop()
	}
	_ = os.Remove(w.path)
}
