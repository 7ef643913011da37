//go:build linux

package machine

import (
	"cmp"
	"context"
	"embed"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

//go:embed debian.sh
var debianScript string

//go:embed initrd.sh
var initScript string

//go:embed debian
var debianFiles embed.FS

// packages are the packages in addition to a minimal Debian: those of a Raspberry Pi's system around systemd, and tools to examine it.
const packages = "systemd,systemd-sysv,udev,dbus,kmod,iproute2,e2fsprogs,procps,sudo,init-system-helpers"

// Debian is a newly installed Debian without Familiar. Its first serial port has a shell, see NewShell.
type Debian struct {
	Kernel *Kernel
	Initrd string // file
	Disk   string // file, which must not be written to: machines get a Clone
	Format string // of the disk; "raw" if empty
}

// BuildDebian returns a Debian for a model, newly made or from the cache. Its disk is the same for all models with the same kind of processor; its
// initrd has the model's own drivers. Making the disk takes minutes, with progress written to log, and requires root or sudo without a password.
func BuildDebian(ctx context.Context, model Model, log io.Writer) (*Debian, error) {
	kernel, err := FetchKernel(ctx, model, log)
	if err != nil {
		return nil, err
	}
	disk, err := buildDisk(ctx, model.processor(), kernel, log)
	if err != nil {
		return nil, err
	}
	initrd, err := buildInitrd(ctx, kernel, model, log)
	if err != nil {
		return nil, err
	}
	return &Debian{Kernel: kernel, Initrd: initrd, Disk: disk}, nil
}

// buildDisk builds the disk and returns its file.
func buildDisk(ctx context.Context, on processor, kernel *Kernel, log io.Writer) (string, error) {
	of, err := withFiles(debianFiles, debianScript, packages, release(), kernel.Version)
	if err != nil {
		return "", err
	}
	dir, err := recipe{
		name: "debian-" + on.arch, title: "the Debian of the machine", inputs: of,
		make: func(ctx context.Context, dir string, log io.Writer) error {
			return makeDisk(ctx, osRelease(), on, kernel, dir, log)
		},
	}.cached(ctx, log)
	return filepath.Join(dir, "disk"), err
}

// makeDisk makes the disk with the Debian of this system, whose os-release is given.
func makeDisk(ctx context.Context, system map[string]string, on processor, kernel *Kernel, dir string, log io.Writer) error {
	files := filepath.Join(dir, "files")
	own, err := fs.Sub(debianFiles, "debian")
	if err != nil {
		return err
	}
	if err := os.CopyFS(files, own); err != nil {
		return err
	}
	suite := system["VERSION_CODENAME"]
	if suite == "" {
		return errors.New("this system does not tell its VERSION_CODENAME: it takes a Debian to make a Debian")
	}
	owner := strconv.Itoa(os.Getuid())
	if err := script(ctx, dir, asRoot(debianScript), log, on.arch, suite, packages, kernel.Modules, files, owner, on.user, on.magic); err != nil {
		return err
	}
	return os.RemoveAll(files)
}

// asRoot returns a script that runs another one as root, if possible, with mounts of its own.
func asRoot(text string) string {
	run := `unshare --mount /bin/sh -eu -c ` + quote(text) + ` sh "$@"`
	if os.Getuid() != 0 {
		run = "sudo -n " + run
	}
	return run
}

// quote returns a text as one word of a shell.
func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// buildInitrd builds a model's initrd and returns its file.
func buildInitrd(ctx context.Context, kernel *Kernel, model Model, log io.Writer) (string, error) {
	modules := slices.Concat(model.modules(), []string{"crc32c_generic", "ext4"}) // ext4 needs the first one, which modules.dep does not list
	dir, err := recipe{
		name: "initrd-" + model.String(), title: "the initrd of the machine " + model.String(),
		inputs: []string{initScript, release(), kernel.Version, strings.Join(modules, " ")},
		make: func(_ context.Context, dir string, _ io.Writer) error {
			return writeInitrd(kernel, modules, filepath.Join(dir, "initrd"))
		},
	}.cached(ctx, log)
	return filepath.Join(dir, "initrd"), err
}

// writeInitrd writes an initrd that loads modules and starts the system on the disk labelled root: its /sbin/init, or the program in INIT on the
// kernel's command line.
func writeInitrd(kernel *Kernel, modules []string, file string) error {
	var initrd Initrd
	for _, folder := range []string{"proc", "sys", "dev", "root"} {
		initrd.AddFolder(folder)
	}
	if err := initrd.AddFile("bin/busybox", kernel.Busybox); err != nil {
		return err
	}
	files, err := kernel.Load(modules...)
	if err != nil {
		return err
	}
	var list []string
	for _, f := range files {
		name := "/" + filepath.Base(f)
		if err := initrd.AddFile(name, f); err != nil {
			return err
		}
		list = append(list, name)
	}
	initrd.Add("modules", 0o644, []byte(strings.Join(list, "\n")))
	initrd.Add("init", 0o755, []byte(initScript))
	return initrd.WriteFile(file)
}

// Clone makes a disk for a machine that begins as this Debian. Changes are kept in the file, in the format of the returned Drive.
func (d *Debian) Clone(ctx context.Context, file string) (Drive, error) {
	_, err := runTool(ctx, nil, "qemu-img", "create", "-q", "-f", "qcow2", "-F", cmp.Or(d.Format, "raw"), "-b", d.Disk, file)
	return Drive{Source: file, Format: "qcow2"}, err
}
