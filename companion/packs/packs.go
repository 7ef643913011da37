// Package packs keeps the card lists that owners write for their own boxes: packs/GAME.NAME.toml in a state directory. A list may be wrong or half written
// until a game must begin with it.
package packs

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"familiar/companion/durable"
	"familiar/engine"
	"familiar/engine/lang"
)

// Folder is the folder of the card lists in a state directory.
const Folder = "packs"

const (
	extension = ".toml"
	filePerm  = 0o644
	// MaxSize is the size of the longest list, in bytes.
	MaxSize = 256 << 10
	// MaxLists is how many lists there can be, for all games together.
	MaxLists = 64
	maxName  = 32 // characters
)

var (
	// ErrNotFound means that no list has that name.
	ErrNotFound error = lang.T("there is no card list of that name")
	// ErrExists means that a list has that name already.
	ErrExists error = lang.T("there is a card list of that name already")
)

// CheckName returns an error if an owner's list cannot have that name.
func CheckName(name string) error {
	switch {
	case !engine.IsName(name):
		return lang.T(`"{1}" cannot be the name of a card list: it is made of lower case letters, digits and -`, name)
	case len(name) > maxName:
		return lang.T("the name of a card list has no more than {1} letters", maxName)
	case name == engine.HousePack:
		return lang.T(`"{1}" is the list that comes with Familiar: choose another name`, name)
	}
	return nil
}

// path returns where a list is stored. It checks both names.
func path(dir, game, name string) (string, error) {
	if !engine.IsName(game) {
		return "", lang.T(`"{1}" is not the name of a game`, game)
	}
	if err := CheckName(name); err != nil {
		return "", err
	}
	return filepath.Join(dir, Folder, game+"."+name+extension), nil
}

// Names returns the names of the lists of a game, sorted.
func Names(dir, game string) ([]string, error) {
	files, err := listFiles(dir)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, f := range files {
		if name, ok := strings.CutPrefix(strings.TrimSuffix(f, extension), game+"."); ok && CheckName(name) == nil {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names, nil
}

func listFiles(dir string) ([]string, error) {
	entries, err := os.ReadDir(filepath.Join(dir, Folder))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var files []string
	for _, e := range entries {
		if e.Type().IsRegular() && strings.HasSuffix(e.Name(), extension) {
			files = append(files, e.Name())
		}
	}
	return files, err
}

// Read reads a list. The error is ErrNotFound if there is none.
func Read(dir, game, name string) ([]byte, error) {
	file, err := path(dir, game, name)
	if err != nil {
		return nil, err
	}
	data, err := durable.Read(file, MaxSize)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, lang.T("{1}: {2}", ErrNotFound, name)
	}
	return data, err
}

var errLong = lang.T("a card list is not longer than {1} KiB", MaxSize>>10)

// Write writes a list; after a crash, either the old list or the new one is there. It replaces an existing list only if over is set; otherwise the error
// is ErrExists.
func Write(dir, game, name string, data []byte, over bool) error {
	file, err := path(dir, game, name)
	if err != nil {
		return err
	}
	if len(data) > MaxSize {
		return errLong
	}
	if _, err := os.Stat(file); err == nil {
		if !over {
			return ErrExists
		}
	} else if files, err := listFiles(dir); err != nil {
		return err
	} else if len(files) >= MaxLists {
		return lang.T("there are {1} card lists already: delete one first", len(files))
	}
	return durable.Replace(file, data, filePerm)
}

// Delete deletes a list. The error is ErrNotFound if there is none.
func Delete(dir, game, name string) error {
	file, err := path(dir, game, name)
	if err != nil {
		return err
	}
	err = os.Remove(file)
	if errors.Is(err, fs.ErrNotExist) {
		return ErrNotFound
	}
	if err != nil {
		return err
	}
	return durable.SyncFolder(filepath.Dir(file))
}
