package journal

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"familiar/companion/durable"
	"familiar/engine"
	"familiar/engine/lang"
	"familiar/engine/record"
)

// Loaded is the content of a resumed game.
type Loaded struct {
	Name  string // of the journal's file
	Setup engine.Setup
	Began time.Time
	Cards string        // checksum of the owner's card list: see Cards
	Steps []record.Step // all, also those that were undone
	// Damage describes, for people, lines that could not be trusted, and the files they are in now.
	Damage []lang.Localized
	// Unwritable is why nothing can be written into the journal for now; nil if it can. All acknowledged lines are still there.
	Unwritable error
}

// Resume opens the newest game in the state directory dir that has not ended. It first sets damage aside. If no game goes
// on, the Journal is nil; Loaded is set whenever the error is nil. The error is ErrInUse if another Familiar has the game open. If the disk is full or
// cannot be written to, Resume returns the game as it stands: damage is set aside before the next line is written, and a journal that cannot be read
// is reported and left alone.
func Resume(dir string) (*Journal, *Loaded, error) {
	folder := filepath.Join(dir, Folder)
	names, others, err := newestFirst(folder)
	loaded := new(Loaded)
	for _, name := range others {
		loaded.addDamage(lang.T("{1} among the games that are kept is no file. It was left alone.", name))
	}
	if err != nil {
		loaded.addDamage(lang.T("The games that are kept cannot be read ({1}): none goes on until that is mended and the table is started anew.", err))
	}
	for _, name := range names {
		j, err := open(filepath.Join(folder, name), loaded)
		if errors.Is(err, ErrInUse) {
			return nil, nil, fmt.Errorf("resuming journal %s: %w", name, err)
		}
		if err != nil {
			loaded.addDamage(lang.T("The journal {1} cannot be read: {2}. It was left alone.", name, withoutPath(err)))
		}
		if j != nil {
			return j, loaded, nil
		}
	}
	return nil, loaded, nil
}

// newestFirst lists the journals in a folder, whose names begin with the time, and what else has such a name: folders, links, pipes.
func newestFirst(folder string) (names, others []string, err error) {
	entries, err := os.ReadDir(folder)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	var stems []string
	for _, e := range entries {
		switch stem, ok := strings.CutSuffix(e.Name(), extension); {
		case ok && e.Type().IsRegular():
			stems = append(stems, stem)
		case ok:
			others = append(others, e.Name())
		}
	}
	slices.Sort(stems) // without the extension: a name comes before the same one with a number behind it
	slices.Reverse(stems)
	for i := range stems {
		stems[i] += extension
	}
	return stems, others, nil
}

// open opens a journal whose game has not ended. It returns nil if the game has ended or cannot go on.
func open(path string, loaded *Loaded) (*Journal, error) {
	f, unwritable := os.OpenFile(path, os.O_RDWR, 0)
	if unwritable != nil {
		var err error
		if f, err = os.Open(path); err != nil {
			return nil, err
		}
		unwritable = classified(withoutPath(unwritable))
	}
	j, err := continueFile(f, path, unwritable, loaded)
	switch {
	case j == nil:
		return nil, errors.Join(err, f.Close())
	case unwritable != nil:
		err = errors.Join(err, j.release())
	}
	return j, err
}

// continueFile continues a journal whose file is open, for reading only if unwritable is set.
func continueFile(f *os.File, path string, unwritable error, loaded *Loaded) (*Journal, error) {
	// The last line alone tells that a game has ended, so that not every start reads many old games.
	if last, err := lastLine(f); err != nil || bytes.HasPrefix(last, []byte("# "+endedWord+" ")) {
		return nil, err
	}
	if err := lock(f); err != nil {
		return nil, err
	}
	data, err := readAll(f)
	if err != nil {
		return nil, err
	}
	if len(data) == 0 {
		return nil, nil // reserved for a game that never began
	}
	c, err := read(data)
	if errors.Is(err, errNewer) {
		loaded.addDamage(lang.T("{1} was left alone: {2}.", filepath.Base(path), err))
		return nil, nil
	}
	if err != nil {
		setAsideWhole(path, err, loaded)
		return nil, nil
	}
	if c.ended || c.saysEnded() {
		return nil, nil
	}
	j := &Journal{f: diskFile{f}, path: path, size: c.size, sum: c.sum, cuts: c.cuts}
	if len(c.tail) > 0 {
		j.keepTail = true
		beside := ""
		if unwritable == nil {
			beside, unwritable = j.cutTail()
		}
		if beside == "" {
			loaded.addDamage(lang.T("The journal {1} is damaged: {2}. The {3} lines before that are whole; the rest is set aside as soon as the disk can be written to.",
				j.Name(), c.damage(), c.lines))
		} else {
			loaded.addDamage(lang.T("The journal {1} was damaged: {2}. That part now lies in {3}; the {4} lines before it are whole.",
				j.Name(), c.damage(), filepath.Base(beside), c.lines))
		}
	}
	loaded.Unwritable = unwritable
	loaded.Name, loaded.Setup, loaded.Began, loaded.Cards, loaded.Steps = j.Name(), c.setup, c.began, c.cards, c.steps
	return j, nil
}

func setAsideWhole(path string, why error, loaded *Loaded) {
	beside, err := durable.MoveBeside(path, damagedWord)
	if err != nil {
		loaded.addDamage(lang.T("The journal {1} cannot be read: {2}. It was left alone.", filepath.Base(path), why))
		return
	}
	loaded.addDamage(lang.T("The journal {1} cannot be read: {2}. It is now called {3}.", filepath.Base(path), why, filepath.Base(beside)))
}

func (l *Loaded) addDamage(text lang.Localized) { l.Damage = append(l.Damage, text) }

// readAll reads a file. It stops one byte beyond the length of the longest journal: read refuses a longer text.
func readAll(f *os.File) ([]byte, error) {
	return io.ReadAll(io.NewSectionReader(f, 0, record.MaxFile+1))
}
