//go:build linux

package machine

import (
	"context"
	"errors"
	"os"
	"path/filepath"
)

// stickSize is enough for some packages.
const stickSize = "64M"

// NewStick makes a disk with some files, like a memory stick that is put into the machine. Its label is stick.
func NewStick(ctx context.Context, file string, of ...string) (Drive, error) {
	folder := file + ".files"
	if err := os.Mkdir(folder, 0o755); err != nil {
		return Drive{}, err
	}
	for _, f := range of {
		data, err := os.ReadFile(f)
		if err != nil {
			return Drive{}, err
		}
		if err := os.WriteFile(filepath.Join(folder, filepath.Base(f)), data, 0o644); err != nil {
			return Drive{}, err
		}
	}
	_, err := runTool(ctx, nil, "mke2fs", "-q", "-t", "ext4", "-O", "^has_journal", "-L", "stick", "-d", folder, file, stickSize)
	return Drive{Source: file, ReadOnly: true}, errors.Join(err, os.RemoveAll(folder))
}
