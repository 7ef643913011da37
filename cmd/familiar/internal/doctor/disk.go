package doctor

import (
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

const (
	// minFreeMiB is the space that should be free, in MiB: a game needs far less.
	minFreeMiB = 16
	// minFreeInodes is the number of files that should still fit onto the disk.
	minFreeInodes = 100
)

// mount is a mounted file system, from /proc/self/mountinfo.
type mount struct {
	at, kind, device string
	options          []string // of the mount and of the file system
}

// has reports whether one of some options is set.
func (m mount) has(options ...string) bool {
	return slices.ContainsFunc(options, func(o string) bool { return slices.Contains(m.options, o) })
}

// mountOf returns the mount that holds a folder.
func (m host) mountOf(dir string) (mount, bool) {
	var found mount
	for line := range strings.Lines(m.read("proc/self/mountinfo")) {
		before, after, ok := strings.Cut(strings.TrimSpace(line), " - ")
		its, super := strings.Fields(before), strings.Fields(after)
		const number, point, options = 2, 4, 5
		if !ok || len(its) <= options || len(super) < 3 {
			continue
		}
		at := unescaped(its[point])
		within := at == "/" || dir == at || strings.HasPrefix(dir, at+"/")
		// Of several mounts at the same place only the last one is visible.
		if within && len(at) >= len(found.at) {
			found = mount{at, super[0], its[number], append(strings.Split(its[options], ","), strings.Split(super[2], ",")...)}
		}
	}
	return found, found.at != ""
}

// unescaped decodes a name from the kernel, which writes a blank as \040.
func unescaped(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+3 < len(s) {
			if n, err := strconv.ParseUint(s[i+1:i+4], 8, 8); err == nil {
				b.WriteByte(byte(n))
				i += 3
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// examineDisk reports how much space is free, and whether the files survive a power cut.
func (v *examination) examineDisk(dir string) {
	if disk, err := v.machine.statfs(dir); err == nil {
		free := uint64(disk.Bsize) * disk.Bavail >> 20
		if free < minFreeMiB {
			v.fail("%d MiB are free on its disk: make room, or moves will be refused", free)
		} else {
			v.ok("%d MiB are free on its disk", free)
		}
		if disk.Files > 0 && disk.Ffree < minFreeInodes {
			v.fail("there is room for %d more files on its disk: delete some that nobody needs", disk.Ffree)
		}
	}
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	m, ok := v.machine.mountOf(dir)
	if !ok {
		return
	}
	v.examineMount(m)
	v.examineCard(m.device)
}

func (v *examination) examineMount(m mount) {
	gone := v.fail
	if v.Config == "" {
		gone = v.note // nobody plays on a virtual table for long
	}
	switch {
	case m.kind == "tmpfs" || m.kind == "ramfs":
		gone("it lies in memory (%s at %s): it is gone when the power goes. Choose another place with --state", m.kind, m.at)
	case m.kind == "overlay" && v.overlayInMemory():
		gone("it lies on the overlay file system of raspi-config: all that is written is gone when the power goes. Switch that off (`sudo raspi-config nonint disable_overlayfs`, then start the Pi again), or put the state on a disk of its own")
	case m.kind == "overlay":
		v.note("it lies on an overlay file system: whether it is there tomorrow depends on where the upper layer lies")
	case slices.Contains([]string{"vfat", "exfat", "msdos"}, m.kind):
		v.fail("it lies on a %s file system, which a power cut may spoil, and where everybody may read the phones' keys: choose one of Linux", m.kind)
	}
	if m.has("ro", "emergency_ro") {
		v.fail("its disk is read-only (%s at %s), and moves are refused. Of a Raspberry Pi's card that is mostly the beginning of its end: `familiar backup` to somewhere else, then a new card", m.kind, m.at)
	}
	for _, o := range []string{"nobarrier", "barrier=0", "fsync_mode=nobarrier"} {
		if m.has(o) {
			v.fail("its disk is mounted with %s: what was acknowledged may be lost when the power goes. Take that out of /etc/fstab", o)
		}
	}
}

// overlayInMemory reports whether this system was started so that everything it writes stays in memory.
func (v *examination) overlayInMemory() bool {
	return slices.ContainsFunc(strings.Fields(v.machine.read("proc/cmdline")), func(word string) bool {
		return word == "boot=overlay" || strings.HasPrefix(word, "overlayroot=tmpfs")
	})
}

// examineCard reports what the kernel knows about the card or disk that holds the state.
func (v *examination) examineCard(device string) {
	part := ""
	for line := range strings.Lines(v.machine.read("sys/dev/block", device, "uevent")) {
		if name, ok := strings.CutPrefix(strings.TrimSpace(line), "DEVNAME="); ok {
			part = name
		}
	}
	if part == "" {
		return // not a disk of this machine
	}
	ext4 := path.Join("sys/fs/ext4", part)
	if n, _ := strconv.Atoi(v.machine.read(ext4, "errors_count")); n > 0 {
		v.fail("its file system has been found damaged %d times: make a backup, then start the Pi again, which mends it", n)
	}
	disk := v.machine.diskOf(part)
	var written string
	if kib, err := strconv.ParseUint(v.machine.read(ext4, "lifetime_write_kbytes"), 10, 64); err == nil {
		written = fmt.Sprintf("%s were written to its file system in all", amount(kib<<10))
	}
	if fields := strings.Fields(v.machine.read("sys/block", disk, "stat")); len(fields) > 6 {
		if sectors, err := strconv.ParseUint(fields[6], 10, 64); err == nil {
			written = strings.TrimPrefix(written+", and ", ", and ") + amount(sectors<<9) + " to " + disk + " since the Pi was started"
		}
	}
	at := path.Join("sys/block", disk, "device")
	name := v.machine.read(at, "name")
	switch kind := v.machine.read(at, "type"); {
	case kind == "SD":
		v.note("SD card %s of %s: %s. Cards do not tell how worn they are: keep a backup elsewhere", name, v.machine.read(at, "date"), written)
	case kind == "MMC":
		v.examineWear(fmt.Sprintf("memory %s of %s", name, v.machine.read(at, "date")), written, v.machine.read(at, "life_time"), v.machine.read(at, "pre_eol_info"))
	case written != "":
		v.note("disk %s: %s", disk, written)
	}
}

// examineWear reports how worn an eMMC is, if it tells: life is in tenths for each of its two kinds of cells, spare is its level of used spare blocks.
func (v *examination) examineWear(what, written, life, spare string) {
	worst := uint64(0)
	for text := range strings.FieldsSeq(life) {
		if n, err := strconv.ParseUint(text, 0, 8); err == nil {
			worst = max(worst, n)
		}
	}
	const exceeded, old, warning = 11, 10, 2
	left, _ := strconv.ParseUint(spare, 0, 8)
	switch {
	case worst >= exceeded:
		v.fail("%s is worn out by its own account: make a backup, and replace it. %s", what, written)
	case worst >= old || left >= warning:
		v.fail("%s is near the end of its life by its own account (life_time %s, pre_eol_info %s): make a backup, and replace it soon. %s", what, life, spare, written)
	case worst > 0:
		v.ok("%s: up to %d%% of its life are used. %s", what, worst*10, written)
	default:
		v.note("%s: %s", what, written)
	}
}

// diskOf returns the disk of a partition, or the disk itself.
func (m host) diskOf(part string) string {
	found, err := fs.Glob(m.files(), path.Join("sys/block/*", part))
	if err != nil || len(found) == 0 {
		return part
	}
	return path.Base(path.Dir(found[0]))
}

// amount writes a number of bytes as people read it.
func amount(n uint64) string {
	switch {
	case n >= 10<<30:
		return fmt.Sprintf("%d GiB", n>>30)
	case n >= 10<<20:
		return fmt.Sprintf("%d MiB", n>>20)
	}
	return fmt.Sprintf("%d KiB", n>>10)
}
