package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"periph.io/x/host/v3"

	"familiar/companion/journal"
	"familiar/companion/tags"
	"familiar/engine"
	"familiar/hw"
	"familiar/hw/bench"
)

type doctorCommand struct {
	place
	Listen      string `env:"FAMILIAR_LISTEN" default:":8080" placeholder:"ADDR" help:"Where phones find the page (default: ${default})."`
	Picture     string `placeholder:"FILE" help:"Draw which wire goes where, as an SVG picture."`
	WriteConfig string `placeholder:"FILE" help:"Look for readers and an OLED on all buses, and write a config to begin with (- for the screen)."`
}

// Help is shown below the flags.
func (doctorCommand) Help() string {
	return `Tells what is configured and wired, what of it answers, and what to do about the rest. Nothing is changed. Stop a Familiar that
is running first: a reader speaks to one program at a time. The exit status is 0 only if all is well.

Examples:
  familiar doctor --write-config table.toml
  familiar doctor --config table.toml --picture table.svg`
}

// report is what the doctor finds.
type report struct {
	w    world
	sick int
}

func (r *report) well(format string, args ...any) {
	fmt.Fprintf(r.w.stdout, "  ok  %s\n", fmt.Sprintf(format, args...))
}

func (r *report) ill(format string, args ...any) {
	r.sick++
	fmt.Fprintf(r.w.stdout, "  !!  %s\n", fmt.Sprintf(format, args...))
}

// Run examines everything.
func (d doctorCommand) Run(w world) error {
	if d.WriteConfig != "" {
		return d.writeConfig(w)
	}
	r := &report{w: w}
	fmt.Fprintln(w.stdout, "Config")
	config, err := d.config()
	switch {
	case err != nil:
		for line := range strings.Lines(err.Error()) {
			r.ill("%s", strings.TrimSpace(line))
		}
	case d.Config == "":
		r.well("none: the virtual table is brought up. Write one and name it with --config or FAMILIAR_CONFIG")
	default:
		r.well("%s: readers: %d, buttons: %d, knobs: %d", d.Config, len(config.Readers), len(config.Buttons), len(config.Knobs))
	}
	model := d.examineBoard(r)
	fmt.Fprintln(w.stdout, "State")
	d.examineState(r)
	fmt.Fprintln(w.stdout, "Phones")
	d.examineListen(r)
	if config != nil && err == nil {
		if d.Config != "" || d.Picture != "" {
			fmt.Fprintln(w.stdout, "Wires")
			d.examineWires(r, config, model)
		}
		fmt.Fprintln(w.stdout, "Devices")
		d.examineDevices(r, config)
	}
	switch r.sick {
	case 0:
	case 1:
		fmt.Fprintln(w.stdout, "One thing needs care.")
		return errTold
	default:
		fmt.Fprintf(w.stdout, "%d things need care.\n", r.sick)
		return errTold
	}
	fmt.Fprintln(w.stdout, "All is well.")
	return nil
}

func (d doctorCommand) examineState(r *report) {
	dir, err := d.stateDir()
	if err != nil {
		r.ill("%v", err)
		return
	}
	probe, err := os.CreateTemp(dir, ".doctor-*")
	if err != nil {
		r.ill("%s cannot be written to: %v", dir, err)
		return
	}
	if err := errors.Join(probe.Close(), os.Remove(probe.Name())); err != nil {
		r.ill("%s: %v", dir, err)
	}
	r.well("%s can be written to", dir)
	var disk syscall.Statfs_t
	if err := syscall.Statfs(dir, &disk); err == nil {
		free := uint64(disk.Bsize) * disk.Bavail >> 20
		if free < leastFree {
			r.ill("%d MiB are free on its disk: make room, or moves will be refused", free)
		} else {
			r.well("%d MiB are free on its disk", free)
		}
	}
	d.examineTags(r, dir)
	d.examineGames(r, dir)
}

// leastFree is how much room there should be, in MiB: a game takes far less.
const leastFree = 16

func (d doctorCommand) examineTags(r *report, dir string) {
	t, err := tags.Load(dir)
	if err != nil {
		r.ill("%v. Mend it, or move it away with `familiar tags aside`", err)
		return
	}
	boxes := t.Boxes()
	for _, g := range r.w.games {
		if n := boxes[tags.Box{Game: g.ID, Pack: engine.HousePack}]; n > 0 {
			r.well("%d tags are enrolled for %s", n, g.ID)
		} else {
			r.well("no tags are enrolled for %s yet: do it on a phone, or play by phone", g.ID)
		}
	}
}

func (d doctorCommand) examineGames(r *report, dir string) {
	games, err := journal.List(dir)
	if err != nil {
		r.ill("%v", err)
		return
	}
	open := 0
	for _, g := range games {
		if g.Damage != nil {
			r.ill("%s: %v", g.Name, g.Damage)
		}
		if !g.Ended {
			open++
		}
	}
	r.well("%d games are kept, %d of them unfinished", len(games), open)
	if aside, _ := filepath.Glob(filepath.Join(dir, journal.Folder, "*.damaged-*")); len(aside) > 0 {
		r.well("%d damaged pieces are kept beside them", len(aside))
	}
}

func (d doctorCommand) examineListen(r *report) {
	l, err := net.Listen("tcp", d.Listen)
	if err != nil {
		r.ill("phones cannot find the page: %v. If Familiar is running that is why; else choose another address with --listen", err)
		return
	}
	r.well("%s is free", l.Addr())
	l.Close()
}

func (d doctorCommand) examineDevices(r *report, c *hw.Config) {
	var system hw.System
	if d.Config == "" {
		b, err := bench.New(c)
		if err != nil {
			r.ill("%v", err)
			return
		}
		defer b.Close()
		system = b.System()
	} else {
		if _, err := host.Init(); err != nil {
			r.ill("looking for the hardware: %v", err)
		}
		d.examineBuses(r, c)
	}
	for _, h := range hw.Probe(context.Background(), c, system) {
		switch {
		case h.Fares != "":
			r.well("%s: %s", h.Device, h.Fares)
		case h.OK:
			r.well("%s", h.Device)
		default:
			r.ill("%s: %s", h.Device, h.Text)
		}
	}
}

// examineBuses looks for the kernel's devices that the config needs, and whether this user may open them.
func (d doctorCommand) examineBuses(r *report, c *hw.Config) {
	for _, b := range []struct {
		wanted               bool
		files, group, enable string
	}{
		{true, "/dev/gpiochip*", "gpio", "a Raspberry Pi has it without further ado"},
		{c.Uses("SPI"), "/dev/spidev*", "spi", "enable SPI: `sudo raspi-config nonint do_spi 0`, then start the Pi again"},
		{c.Uses("I2C"), "/dev/i2c-*", "i2c", "enable I2C: `sudo raspi-config nonint do_i2c 0`"},
	} {
		files, _ := filepath.Glob(b.files)
		switch {
		case !b.wanted:
			continue
		case len(files) == 0:
			r.ill("there is no %s: %s", b.files, b.enable)
			continue
		}
		f, err := os.OpenFile(files[0], os.O_RDWR, 0)
		switch {
		case errors.Is(err, fs.ErrPermission):
			r.ill("%s may not be opened: `sudo usermod -aG %s $USER`, then log in again", files[0], b.group)
		case err != nil:
			r.ill("%s: %v", files[0], err)
		default:
			f.Close()
			r.well("%s", strings.Join(files, " "))
		}
	}
}
