//go:build linux

package machine

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
)

// Board describes the connections of the machine's GPIO controller, a PL061: eight lines with names like those of a Raspberry Pi, and buses whose wires
// the kernel drives itself.
type Board struct {
	Lines [LineCount]Line
	// SPI is a bus without an answer and without a chip select, /dev/spidev0.0: the names of the lines of its clock and its data. Nil: there is none.
	SPI *[2]string
	// I2C is a bus, /dev/i2c-1: the lines of its data and its clock. Nil: there is none.
	I2C *[2]string
}

// Line is one line of the controller.
type Line struct {
	Name string // "GPIO17"; a line without a name cannot be requested
	// Up is true if a resistor pulls the line high; else one pulls it low.
	Up bool
}

// The lines of a board.
const (
	LineCount = 8
	PowerLine = 3 // used by QEMU: a key that makes the machine switch itself off
)

// errNoLine means that the board has no line of that name.
var errNoLine = errors.New("the board has no such line")

func (b *Board) number(name string) (int, error) {
	for n, l := range b.Lines {
		if l.Name == name && name != "" && n != PowerLine {
			return n, nil
		}
	}
	return 0, fmt.Errorf("%s: %w", name, errNoLine)
}

// pulls returns QEMU's arguments for the resistors.
func (b *Board) pulls() []string {
	up := 0
	for n, l := range b.Lines {
		if l.Up {
			up |= 1 << n
		}
	}
	return []string{"-global", fmt.Sprintf("pl061.pullups=%d", up), "-global", fmt.Sprintf("pl061.pulldowns=%d", ^up&0xff)}
}

// controller is the node of the GPIO controller in QEMU's device tree.
const controller = "/pl061@9030000"

// writeTree writes the device tree that QEMU makes for the arguments core, with the board added to it. The last argument must name the machine.
func (b *Board) writeTree(ctx context.Context, core []string, file string) error {
	bare := file + ".bare"
	core[len(core)-1] += ",dumpdtb=" + commas(bare)
	if _, err := runTool(ctx, nil, "qemu-system-aarch64", append(core, "-nodefaults", "-display", "none")...); err != nil {
		return err
	}
	phandle, err := runTool(ctx, nil, "fdtget", "-t", "x", bare, controller, "phandle")
	if err != nil {
		return err
	}
	source, err := b.overlay("0x" + strings.TrimSpace(string(phandle)))
	if err != nil {
		return err
	}
	return overlayTree(ctx, bare, source, file)
}

// overlayTree writes the device tree bare with an overlay, which is source text. It removes bare.
func overlayTree(ctx context.Context, bare, source, file string) error {
	overlay := file + ".overlay"
	if _, err := runTool(ctx, []byte(source), "dtc", "-q", "-@", "-I", "dts", "-O", "dtb", "-o", overlay, "-"); err != nil {
		return err
	}
	if _, err := runTool(ctx, nil, "fdtoverlay", "-i", bare, "-o", file, overlay); err != nil {
		return err
	}
	return errors.Join(os.Remove(bare), os.Remove(overlay))
}

// overlay returns the board's additions to the device tree. The buses have the same names as on the header of a Raspberry Pi.
func (b *Board) overlay(phandle string) (string, error) {
	var names []string
	for _, l := range b.Lines {
		names = append(names, fmt.Sprintf("%q", l.Name))
	}
	var nodes, aliases string
	wires := func(of *[2]string, form string) (string, error) {
		first, err := b.number(of[0])
		if err != nil {
			return "", err
		}
		second, err := b.number(of[1])
		return fmt.Sprintf(form, phandle, first, phandle, second), err
	}
	if b.SPI != nil {
		pins, err := wires(b.SPI, "sck-gpios = <%s %d 0>; mosi-gpios = <%s %d 0>;")
		if err != nil {
			return "", err
		}
		// The kernel requires a chip's name for a device that programs may use freely; this one is used for nothing else.
		nodes += `spi-board { compatible = "spi-gpio"; #address-cells = <1>; #size-cells = <0>; num-chipselects = <0>; ` + pins + `
			dev@0 { compatible = "rohm,dh2228fv"; reg = <0>; spi-max-frequency = <1000000>; }; };`
		aliases += `spi0 = "/spi-board";`
	}
	if b.I2C != nil {
		// 6 is GPIO_OPEN_DRAIN: a released wire is high.
		pins, err := wires(b.I2C, "sda-gpios = <%s %d 6>; scl-gpios = <%s %d 6>;")
		if err != nil {
			return "", err
		}
		nodes += `i2c-board { compatible = "i2c-gpio"; #address-cells = <1>; #size-cells = <0>; i2c-gpio,delay-us = <5>; ` + pins + ` };`
		aliases += `i2c1 = "/i2c-board";`
	}
	return fmt.Sprintf(`/dts-v1/; /plugin/;
/ {
	fragment@0 { target-path = "%s"; __overlay__ { gpio-line-names = %s; }; };
	fragment@1 { target-path = "/"; __overlay__ { %s aliases { %s }; }; };
};`, controller, strings.Join(names, ", "), nodes, aliases), nil
}

// runTool runs a program with some input and returns its output. It also finds programs that are only on root's path.
func runTool(ctx context.Context, in []byte, name string, args ...string) ([]byte, error) {
	path, err := exec.LookPath(name)
	if err != nil {
		path = "/usr/sbin/" + name
	}
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.Stdin = bytes.NewReader(in)
	var out, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &stderr
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("%s: %w: %s", name, err, bytes.TrimSpace(stderr.Bytes()))
	}
	return out.Bytes(), nil
}
