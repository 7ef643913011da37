package doctor

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"familiar/cmd/familiar/internal/cli"
	"familiar/cmd/familiar/internal/install"
	"familiar/hw"
	"familiar/hw/board"
)

// Command examines the table and its machine.
type Command struct {
	install.Paths
	Listen      string `env:"FAMILIAR_LISTEN" placeholder:"ADDR" help:"Where phones find the page (default: ${listen}, or port 80 of the service)."`
	Picture     string `placeholder:"FILE" help:"Draw which wire goes where, as an SVG picture."`
	WriteConfig string `placeholder:"FILE" help:"Look for readers and an OLED on all buses, and write a config to begin with (- for the screen)."`
}

// Help is shown below the flags.
func (Command) Help() string {
	return `Tells what is configured and wired, what of it answers, and what to do about the rest; and how the machine is, as far as a table depends on it: its disk, its
card, its clock, its supply. Nothing is changed. Of a Familiar that is running it tells what that one says of its devices, for a reader speaks to one program
at a time. The exit status is 0 only if all is well.

Examples:
  sudo familiar doctor
  familiar doctor --write-config table.toml
  familiar doctor --config table.toml --picture table.svg`
}

// report collects the findings of the doctor.
type report struct {
	env      cli.Env
	failures int
}

// ok reports a good finding.
func (r *report) ok(format string, args ...any) {
	fmt.Fprintf(r.env.Stdout, "  ok  %s\n", cli.Printable(fmt.Sprintf(format, args...)))
}

// note reports a finding that is neither good nor bad, and what it means.
func (r *report) note(format string, args ...any) {
	fmt.Fprintf(r.env.Stdout, "  ..  %s\n", cli.Printable(fmt.Sprintf(format, args...)))
}

// fail reports a failure, and what to do about it.
func (r *report) fail(format string, args ...any) {
	r.failures++
	fmt.Fprintf(r.env.Stdout, "  !!  %s\n", cli.Printable(fmt.Sprintf(format, args...)))
}

func (r *report) section(title string) { fmt.Fprintln(r.env.Stdout, title) }

// examination is one run of the doctor.
type examination struct {
	Command
	*report
	machine      host
	service      bool // the paths are those of the installed service
	model        board.Model
	running      running
	socketActive bool // systemd listens for phones in place of the service
}

// Run examines everything.
func (d Command) Run(e cli.Env) error { return d.examine(e, thisMachine()) }

// examine examines everything on a machine.
func (d Command) examine(e cli.Env, m host) error {
	if d.WriteConfig != "" {
		return d.writeConfig(e, m)
	}
	v := &examination{Command: d, report: &report{env: e}, machine: m}
	d.Paths = d.Resolved(e.Installed)
	// The picture is drawn before Enter: the service's user may not be allowed to write the file.
	drawn := d.draw(m)
	var entered error
	v.Paths, entered = d.Enter(e.Installed)
	v.service = v.Of(e.Installed)
	v.section("Config")
	config, err := v.UsableConfig()
	switch {
	case err != nil:
		for line := range strings.Lines(err.Error()) {
			v.fail("%s", strings.TrimSpace(line))
		}
	case v.Config == "":
		v.ok("none: the virtual table is brought up. Write one and name it with --config or FAMILIAR_CONFIG")
	default:
		v.ok("%s: readers: %d, buttons: %d, knobs: %d", v.Config, len(config.Readers), len(config.Buttons), len(config.Knobs))
	}
	v.section("Machine")
	v.examineBoard()
	v.examineClock()
	v.examinePower()
	v.section("State")
	if entered != nil {
		v.fail("%v", entered)
	} else {
		v.examineState()
	}
	if v.service {
		v.section("Service")
		v.examineService()
	}
	v.section("Phones")
	v.examineListen()
	if config != nil && err == nil {
		if !config.Bare() && (v.Config != "" || v.Picture != "") {
			v.section("Wires")
			v.examineWires(config, drawn)
		}
		v.section("Devices")
		v.examineDevices(config)
	}
	return v.conclude()
}

// conclude prints the number of failures. The error is cli.ErrReported if there are any.
func (r *report) conclude() error {
	switch r.failures {
	case 0:
		fmt.Fprintln(r.env.Stdout, "All is well.")
		return nil
	case 1:
		fmt.Fprintln(r.env.Stdout, "One thing needs care.")
	default:
		fmt.Fprintf(r.env.Stdout, "%d things need care.\n", r.failures)
	}
	return cli.ErrReported
}

// examineDevices reports the health of the devices: as the running Familiar that uses them tells it, or by probing them.
func (v *examination) examineDevices(c *hw.Config) {
	if c.Bare() {
		v.ok("no device is wired: the table is played by phones alone")
	} else if v.Config != "" {
		v.examineBuses(c)
	}
	switch {
	case v.running.found:
		v.reportRunning()
		return
	case v.Config != "" && !v.service && v.machine.serviceRuns(v.env):
		v.note("devices may be in use by the service: `%s`, to have these looked at", install.StopService)
		return
	}
	v.probe(context.Background(), c)
}

// mayOpen reports whether the user may open a device.
func (v *examination) mayOpen(file, group string) {
	f, err := os.OpenFile(v.machine.at(file), os.O_RDWR, 0)
	switch {
	case errors.Is(err, fs.ErrPermission) && v.service:
		v.fail("%s may not be opened by the service, which has the group %s: `sudo udevadm trigger`, or start the Pi again", file, group)
	case errors.Is(err, fs.ErrPermission):
		v.fail("%s may not be opened: `sudo usermod -aG %s $USER`, then log in again", file, group)
	case err != nil && !busy(err):
		v.fail("%s: %v", file, err)
	default:
		if err == nil {
			f.Close()
		}
		v.ok("%s", file)
	}
}
