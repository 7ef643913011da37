//go:build linux

package machine

import (
	"context"
	"embed"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

//go:embed qemu/build.sh
var qemuScript string

//go:embed qemu/header.patch qemu/pi.mak qemu/*.c qemu/*.h
var qemuFiles embed.FS

// FetchQEMU returns the path of an emulator of Raspberry Pis whose 40-pin header is on a socket (qemu/README.md). The first time it is
// built from Debian's source, which takes several minutes and needs what ".ci/tools pi" installs; then it is kept in the user's cache.
// Progress is written to log.
func FetchQEMU(ctx context.Context, log io.Writer) (path string, err error) {
	files, err := fs.Sub(qemuFiles, "qemu")
	if err != nil {
		return "", err
	}
	of, err := withFiles(files, aptScript, qemuScript, release())
	if err != nil {
		return "", err
	}
	dir, err := recipe{
		name: "qemu-" + runtime.GOARCH, title: "the emulator of a Raspberry Pi",
		inputs: of,
		make: func(ctx context.Context, dir string, log io.Writer) error {
			if err := os.CopyFS(dir, files); err != nil {
				return err
			}
			return script(ctx, dir, aptScript+qemuScript, log, debianArch())
		},
	}.cached(ctx, log)
	return filepath.Join(dir, "qemu-system-aarch64"), err
}

// debianArch returns Debian's name of this machine's processor.
func debianArch() string {
	if runtime.GOARCH == "arm" {
		return "armhf"
	}
	return runtime.GOARCH
}
