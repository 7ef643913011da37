//go:build linux

package machine

import (
	"context"
	_ "embed"
	"io"
	"os"
	"path/filepath"
	"runtime"
)

//go:embed qemu/build.sh
var qemuScript string

//go:embed qemu/header.patch
var headerPatch string

//go:embed qemu/pi_header.c
var piHeader string

//go:embed qemu/pi.mak
var piDevices string

// FetchQEMU returns the path of an emulator of Raspberry Pis whose 40-pin header is on a socket (qemu/README.md). The first time it is
// built from Debian's source, which takes several minutes and needs what ".ci/tools pi" installs; then it is kept in the user's cache.
// Progress is written to log.
func FetchQEMU(ctx context.Context, log io.Writer) (path string, err error) {
	files := map[string]string{"header.patch": headerPatch, "pi_header.c": piHeader, "pi.mak": piDevices}
	dir, err := recipe{
		name: "qemu-" + runtime.GOARCH, title: "the emulator of a Raspberry Pi",
		of: []string{aptScript, qemuScript, headerPatch, piHeader, piDevices, release()},
		make: func(ctx context.Context, dir string, log io.Writer) error {
			for name, text := range files {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
					return err
				}
			}
			return script(ctx, dir, aptScript+qemuScript, log, debianArch())
		},
	}.kept(ctx, log)
	return filepath.Join(dir, "qemu-system-aarch64"), err
}

// debianArch returns this machine's processor as Debian calls it.
func debianArch() string {
	if runtime.GOARCH == "arm" {
		return "armhf"
	}
	return runtime.GOARCH
}
