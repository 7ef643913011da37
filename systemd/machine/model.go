//go:build linux

package machine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
)

// Model is a kind of machine that QEMU emulates.
type Model interface {
	fmt.Stringer // the name that QEMU has for it

	// processor returns the kind of its processors.
	processor() processor

	// check returns an error if there can be no machine of this model with o.
	check(o Options) error
	// core returns QEMU's arguments for the machine itself: its processors, its memory.
	core(o Options) []string
	// words returns the arguments of its kernel besides Options.Append.
	words(o Options) string
	// drive returns the arguments for disk n. The text drive is the value of QEMU's -drive without the interface.
	drive(n int, drive string) []string
	// port returns the arguments for serial port n, whose far end is a chardev.
	port(n int, chardev string) []string
	// network returns the arguments for a network card on a netdev.
	network(netdev string) []string
	// tree writes the device tree of the machine to a file, and reports whether it needs another one than QEMU's own.
	tree(ctx context.Context, o Options, file string) (bool, error)
	// modules returns the kernel modules that a disk needs: see Kernel.Load.
	modules() []string
}

// Virt is QEMU's own machine, which has no counterpart in silicon: virtio disks and network, serial ports on a PCI bus, and Options.Board.
var Virt Model = virt{}

type virt struct{}

// String implements fmt.Stringer.
func (virt) String() string { return "virt" }

func (virt) processor() processor { return arm64 }

func (virt) check(o Options) error {
	if o.NoConsole {
		return errors.New("it has a console")
	}
	return nil
}

func (virt) core(o Options) []string {
	processors, memory := cmp.Or(o.Processors, 1), cmp.Or(o.Memory, 512)
	return []string{"-cpu", cmp.Or(o.CPU, "cortex-a53"), "-smp", strconv.Itoa(processors), "-m", strconv.Itoa(memory), "-M", "virt"}
}

func (virt) words(Options) string { return "" }

func (virt) drive(n int, drive string) []string {
	id := "drive" + strconv.Itoa(n)
	// Linux numbers them from the first socket for such devices, while QEMU fills the sockets from the last.
	return []string{"-drive", "if=none,id=" + id + "," + drive, "-device", fmt.Sprintf("virtio-blk-device,drive=%s,bus=virtio-mmio-bus.%d", id, n)}
}

func (virt) port(n int, chardev string) []string {
	// Linux numbers them in their order on the bus.
	return []string{"-device", fmt.Sprintf("pci-serial,chardev=%s,addr=0x%x", chardev, 0x10+n)}
}

func (virt) network(netdev string) []string {
	return []string{"-device", "virtio-net-device,netdev=" + netdev}
}

func (v virt) tree(ctx context.Context, o Options, file string) (bool, error) {
	if o.Board == nil {
		return false, nil
	}
	return true, o.Board.writeTree(ctx, v.core(o), file)
}

func (virt) modules() []string { return []string{"virtio_mmio", "virtio_blk"} }
