//go:build linux

package machine

import (
	"slices"
	"strings"
	"testing"
)

// TestModels checks QEMU's arguments for each kind of machine: they differ for a disk, a stick, a port and a network card.
func TestModels(t *testing.T) {
	for model, want := range map[Model][]string{
		Virt: {
			"-M virt", "-smp 2", "-cpu cortex-a53", "-m 512", "console=ttyAMA0 panic=-1 quiet",
			"-drive if=none,id=drive0,format=qcow2,cache=writeback,file=disk", "virtio-blk-device,drive=drive0,bus=virtio-mmio-bus.0",
			"virtio-blk-device,drive=drive1,bus=virtio-mmio-bus.1", "-device virtio-net-device,netdev=net", "-accel tcg,thread=multi",
		},
		Pi3: {
			"-M raspi3b -global bcm2837.enabled-cpus=2", " nr_cpus=2 quiet", "-drive if=sd,format=qcow2,cache=writeback,file=disk",
			"-drive if=none,id=drive1,format=raw,cache=writeback,file=stick,readonly=on -device usb-storage,drive=drive1",
			"-device usb-net,netdev=net", "-accel tcg,thread=multi",
		},
	} {
		o := Options{
			Model: model, Append: "quiet", Processors: 2, Forward: []int{80},
			Drives: []Drive{{Source: "disk", Format: "qcow2"}, {Source: "stick", ReadOnly: true}},
		}
		got := strings.Join(o.args(), " ")
		for _, part := range want {
			if !strings.Contains(got, part) {
				t.Errorf("%v: there is no %q in %s", model, part, got)
			}
		}
		o.ICount = "shift=5"
		if got := strings.Join(o.args(), " "); !strings.Contains(got, "-accel tcg,thread=single -icount shift=5") {
			t.Errorf("%v: it counts nothing: %s", model, got)
		}
	}
	if got := (Options{Model: Pi3}).args(); slices.Contains(got, "-smp") || strings.Contains(strings.Join(got, " "), "cpus=") {
		t.Errorf("not all processors of a Raspberry Pi are on: %q", got)
	}
}

// TestModelRefuses requests features that a Raspberry Pi does not have.
func TestModelRefuses(t *testing.T) {
	for want, o := range map[string]Options{
		"cannot be chosen":       {CPU: "max"},
		"4 processors, not 5":    {Processors: 5},
		"4 processors, not -1":   {Processors: -1},
		"1024 MiB of memory":     {Memory: 512},
		"1 serial ports besides": {Ports: 2},
		"takes no Board":         {Board: new(Board)},
		"without a console":      {NoConsole: true, Ports: 1},
		"go together":            {Header: "socket"},
		"Options.Trees":          {},
	} {
		if o.Model = Pi3; want != "Options.Trees" {
			o.Trees = "trees"
		}
		if _, err := Start(within(t), o); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "raspi3b") {
			t.Errorf("%+v: %v", o, err)
		}
	}
}
