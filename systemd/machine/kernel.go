//go:build linux

package machine

import (
	"context"
	_ "embed"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// processor is a kind of processor. The kernel and the programs of a machine are built for it.
type processor struct {
	arch   string // its name in Debian
	kernel string // Debian's kernel for it is the package linux-image-KERNEL
	user   string // QEMU's emulator of single programs for it, without -static
	magic  string // the first 20 bytes of its programs, in the notation of binfmt_misc: an ELF file, little-endian, executable, with the processor's number
}

var (
	arm64 = processor{"arm64", "arm64", "qemu-aarch64", `\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00`}
	armhf = processor{"armhf", "armmp", "qemu-arm", `\x7fELF\x01\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\x28\x00`}
)

//go:embed apt.sh
var aptScript string

//go:embed kernel.sh
var kernelScript string

// Kernel is a kernel of Debian, as files on this machine.
type Kernel struct {
	Image   string // file
	Version string // "6.1.0-56-arm64", the name of the modules' folder on the machine
	Modules string // folder with all modules and modules.dep
	Trees   string // folder with the device trees of Raspberry Pis: bcm2837-rpi-3-b.dtb and so on
	Busybox string // file: a program for that processor with all tools of a small system
	Fsck    string // file: another program, which checks and repairs ext4
}

// FetchKernel returns the kernel for a model from the cache, or downloads it from Debian. Progress is written to log.
func FetchKernel(ctx context.Context, model Model, log io.Writer) (*Kernel, error) {
	of := model.processor()
	dir, err := recipe{
		name: "kernel-" + of.arch, title: "the kernel of the machine", inputs: []string{aptScript, kernelScript, release()},
		make: func(ctx context.Context, dir string, log io.Writer) error {
			return script(ctx, dir, aptScript+kernelScript, log, of.arch, of.kernel)
		},
	}.cached(ctx, log)
	if err != nil {
		return nil, err
	}
	versions, err := os.ReadDir(filepath.Join(dir, "modules"))
	if err != nil {
		return nil, err
	}
	if len(versions) != 1 {
		return nil, fmt.Errorf("%s has %d kernels: remove it, and it is made anew", dir, len(versions))
	}
	k := &Kernel{Image: filepath.Join(dir, "image"), Version: versions[0].Name(), Busybox: filepath.Join(dir, "busybox"), Fsck: filepath.Join(dir, "e2fsck"), Trees: filepath.Join(dir, "trees")}
	k.Modules = filepath.Join(dir, "modules", k.Version)
	return k, nil
}

// release returns this machine's system: "debian bookworm".
func release() string {
	of := osRelease()
	return of["ID"] + " " + of["VERSION_CODENAME"]
}

// osRelease returns /etc/os-release, as far as it exists.
func osRelease() map[string]string {
	all := make(map[string]string)
	data, _ := os.ReadFile("/etc/os-release")
	for line := range strings.Lines(string(data)) {
		if key, value, ok := strings.Cut(strings.TrimSpace(line), "="); ok {
			all[key] = strings.Trim(value, `"`)
		}
	}
	return all
}

// Load lists the files of modules, and of all modules that they need, in an order in which they can be loaded. It leaves out modules
// that are built into the kernel.
func (k *Kernel) Load(modules ...string) ([]string, error) {
	needs, err := k.needs()
	if err != nil {
		return nil, err
	}
	var files []string
	seen := make(map[string]bool)
	for _, m := range modules {
		of, ok := needs[m]
		if !ok {
			builtIn, err := k.hasBuiltIn(m)
			if err != nil {
				return nil, err
			}
			if !builtIn {
				return nil, fmt.Errorf("kernel %s has no module %s", k.Version, m)
			}
			continue
		}
		// The list has a module first and those it needs after it, each before those that it needs in turn.
		for i := len(of) - 1; i >= 0; i-- {
			if !seen[of[i]] {
				seen[of[i]] = true
				files = append(files, filepath.Join(k.Modules, of[i]))
			}
		}
	}
	return files, nil
}

// needs returns the files of each module: its own, and those of the modules it needs.
func (k *Kernel) needs() (map[string][]string, error) {
	data, err := os.ReadFile(filepath.Join(k.Modules, "modules.dep"))
	all := make(map[string][]string)
	for line := range strings.Lines(string(data)) {
		if file, after, ok := strings.Cut(line, ":"); ok {
			all[moduleName(file)] = append([]string{file}, strings.Fields(after)...)
		}
	}
	return all, err
}

func (k *Kernel) hasBuiltIn(module string) (bool, error) {
	data, err := os.ReadFile(filepath.Join(k.Modules, "modules.builtin"))
	found := slices.ContainsFunc(strings.Fields(string(data)), func(file string) bool { return moduleName(file) == moduleName(module) })
	return found, err
}

// moduleName returns the kernel's name of a module's file: with underscores, and without the suffix of its compression.
func moduleName(file string) string {
	name, _, _ := strings.Cut(filepath.Base(file), ".ko")
	return strings.ReplaceAll(name, "-", "_")
}
