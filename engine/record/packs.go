package record

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"familiar/engine"
)

// Packs returns the text of the card list that a record names. It is not asked for the house list.
type Packs func(game engine.Game, pack string) ([]byte, error)

// FindPacks returns Packs that search by name. A name with a slash in it, or with the ending .toml, is a path relative to the first folder. Any other
// name is the file NAME.toml or GAME.NAME.toml in one of the folders, searched in order. For a missing file read must return fs.ErrNotExist.
func FindPacks(read func(path string) ([]byte, error), folders ...string) Packs {
	return func(game engine.Game, pack string) ([]byte, error) {
		if strings.Contains(pack, "/") || strings.HasSuffix(pack, ".toml") {
			return readPack(read, packPath(folders, pack), pack)
		}
		if !engine.IsName(pack) {
			return nil, fmt.Errorf("%q cannot be the name of a pack: lower case letters, digits and -, or a path", pack)
		}
		for _, folder := range folders {
			for _, file := range []string{pack + ".toml", game.ID + "." + pack + ".toml"} {
				data, err := read(filepath.Join(folder, file))
				if !errors.Is(err, fs.ErrNotExist) {
					return data, wrapPack(pack, err)
				}
			}
		}
		return nil, fmt.Errorf("there is no pack %q: neither %s.toml nor %s.%s.toml is in %s", pack, pack, game.ID, pack, strings.Join(folders, " or in "))
	}
}

func packPath(folders []string, pack string) string {
	if filepath.IsAbs(pack) || len(folders) == 0 {
		return pack
	}
	return filepath.Join(folders[0], filepath.FromSlash(pack))
}

func readPack(read func(path string) ([]byte, error), path, pack string) ([]byte, error) {
	data, err := read(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("there is no pack %q: no file %s", pack, path)
	}
	return data, wrapPack(pack, err)
}

func wrapPack(pack string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("reading pack %q: %w", pack, err)
}
