//go:build machine || pi

package main

import (
	"strconv"
	"strings"
	"testing"
)

// limitsMemory checks that the service of a system, in which run runs commands, knows how much memory it may use, with the kernel's memory controller and without.
func limitsMemory(t *testing.T, run func(command string) string, controller bool) {
	t.Helper()
	group := run("ls /sys/fs/cgroup$(systemctl show -P ControlGroup familiar.service)")
	if strings.Contains(group, "memory.max") != controller {
		t.Errorf("the kernel has a memory controller for the service: %t", !controller)
	}
	kib, err := strconv.Atoi(run("sed -n 's/^MemTotal: *\\([0-9]*\\) kB$/\\1/p' /proc/meminfo"))
	if err != nil {
		t.Fatal(err)
	}
	want := kib >> 10 / 4
	if controller {
		want = 256 * 6 / 10 // of MemoryMax
	}
	said := run("journalctl -b -u familiar.service -o cat --no-pager")
	if line := "the memory is limited: MiB " + strconv.Itoa(want) + "\n"; !strings.Contains(said+"\n", line) {
		t.Errorf("of %d MiB of memory, the service does not say %q but\n%s", kib>>10, line, said)
	}
}
