package doctor

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/google/renameio/v2"

	"familiar/cmd/familiar/internal/cli"
	"familiar/cmd/familiar/internal/daemon"
	"familiar/cmd/familiar/internal/install"
	"familiar/hw"
	"familiar/hw/board"
	"familiar/hw/panel"
	"familiar/hw/wiring"
)

// examineWires reports where each wire goes, how to enable the buses, the problems, and whether the picture was drawn. On a machine that is no
// Raspberry Pi it describes the wires for a Raspberry Pi 4.
func (v *examination) examineWires(c *hw.Config, drawn error) {
	plan := wiringPlan(c, v.model)
	if v.model == board.Unknown {
		v.ok("as wired to a %s", board.Pi4)
	}
	for _, p := range plan.Parts {
		var wires []string
		for _, w := range p.Wires {
			wires = append(wires, w.String())
		}
		if p.Note != "" {
			wires = append(wires, p.Note)
		}
		v.ok("%s, %s: %s", p.Name, p.What, strings.Join(wires, ", "))
	}
	if len(plan.Boot) > 0 {
		v.ok("in config.txt: %s", strings.Join(plan.Boot, "; "))
	}
	for _, problem := range plan.Problems {
		v.fail("%s", problem)
	}
	switch {
	case v.Picture == "":
	case drawn != nil:
		v.fail("%v", drawn)
	default:
		v.ok("drawn in %s", v.Picture)
	}
}

// wiringPlan plans the wiring of a config on a model, or on a Raspberry Pi 4 if the model is unknown.
func wiringPlan(c *hw.Config, model board.Model) wiring.Plan {
	if model == board.Unknown {
		model = board.Pi4
	}
	return wiring.Of(c, model)
}

// draw draws the wires into the file that the user has asked for, if any.
func (d Command) draw(m host) error {
	if d.Picture == "" {
		return nil
	}
	c, err := d.ReadConfig()
	if err != nil {
		return err
	}
	model, _, err := board.Detect(m.files())
	if err != nil {
		return err
	}
	return drawWires(wiringPlan(c, model), d.Picture)
}

// drawWires writes the picture of a plan to a file, or leaves the file as it was.
func drawWires(plan wiring.Plan, file string) error {
	f, err := renameio.NewPendingFile(file, renameio.WithPermissions(0o644))
	if err != nil {
		return fmt.Errorf("drawing the wires: %w", err)
	}
	defer f.Cleanup()
	if err := plan.Draw(f, "The table"); err != nil {
		return err
	}
	return f.CloseAtomicallyReplace()
}

// writeConfig looks for devices and writes a config for those it finds, with suggestions for more as comments. It never overwrites
// a file.
func (d Command) writeConfig(e cli.Env, m host) error {
	if m.serviceRuns(e) {
		return fmt.Errorf("the service is using the devices: stop it first with `%s`", install.StopService)
	}
	// The file is opened before this process becomes the service's user, who looks for the devices.
	var file *os.File
	if d.WriteConfig != cli.Dash {
		var err error
		file, err = os.OpenFile(filepath.Clean(d.WriteConfig), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if errors.Is(err, fs.ErrExist) {
			return fmt.Errorf("%s is there already: choose another name, or move it away", d.WriteConfig)
		}
		if err != nil {
			return fmt.Errorf("writing the config: %w", err)
		}
	}
	text, err := d.searchConfig(e, m)
	switch {
	case file == nil && err == nil:
		_, err = fmt.Fprint(e.Stdout, text)
		return err
	case file == nil:
		return err
	case err == nil:
		err = writeAndClose(file, text)
	default:
		file.Close()
	}
	if err != nil {
		if os.Remove(d.WriteConfig) != nil { // the folder may be root's alone
			err = fmt.Errorf("%w; %s is left, and empty or cut off: remove it", err, d.WriteConfig)
		}
		return err
	}
	fmt.Fprintf(e.Stderr, "Written to %s. Look at it with an editor; then: familiar doctor --config %[1]s\n", d.WriteConfig)
	return nil
}

// writeAndClose writes a config to an open file, and closes it when the text is on the disk.
func writeAndClose(file *os.File, text string) error {
	_, err := file.WriteString(text)
	if err == nil {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err != nil {
		return fmt.Errorf("writing the config: %w", err)
	}
	return nil
}

// searchConfig returns a first config, for the devices that answer.
func (d Command) searchConfig(e cli.Env, m host) (string, error) {
	// Without paths, the service's are meant, if there is a service; its state is not needed here.
	if p := d.Resolved(e.Installed); p.Of(e.Installed) && os.Geteuid() == 0 {
		if err := e.Installed.Enter(); err != nil {
			return "", err
		}
	}
	if err := install.RefuseRoot(); err != nil {
		return "", err
	}
	if _, err := daemon.InitHost(); err != nil {
		return "", err
	}
	model, _, err := board.Detect(m.files())
	if err != nil {
		return "", err
	}
	return firstConfig(findDevices(e, m, hw.System{}), model), nil
}

// findDevices looks for devices. It prints its progress, and at the end on which buses it has looked and on which it has not.
func findDevices(e cli.Env, m host, system hw.System) *hw.Config {
	n := 0
	search := hw.Search{
		System: system,
		Skip: func(bus string) string {
			if strings.HasPrefix(bus, "/") && m.consoleOn(bus) {
				return "the console of the kernel"
			}
			return ""
		},
		Look: func(bus string) { fmt.Fprintf(e.Stderr, "  ..  looking at %s\n", bus) },
		Show: func(f hw.Found) {
			n++
			fmt.Fprintf(e.Stderr, "  ok  %s: %s\n", f.Bus, f.What)
		},
	}
	result := search.Run(context.WithoutCancel(e.Ctx))
	if n == 0 {
		fmt.Fprintln(e.Stderr, "  !!  Nothing answers: are SPI and I2C enabled, and the wires as in docs/wiring.md?")
	}
	if len(result.Asked) > 0 {
		fmt.Fprintf(e.Stderr, "  ..  Asked on: %s. E-paper on one of them is reset before it is used; lamps may show some colours until then.\n", strings.Join(result.Asked, ", "))
	}
	fmt.Fprintf(e.Stderr, "  ..  Left alone: %s.\n", strings.Join(append(result.Skipped, "all pins (buttons, knobs, e-paper, lamps and a buzzer cannot answer)"), ", "))
	return result.Config
}

// versionsOf lists the models that are sold under the name of a model, each with the version that is printed on its back.
func versionsOf(m panel.Model) []string {
	d, err := panel.Find(m)
	if err != nil {
		return nil
	}
	var all []string
	for _, other := range panel.Drivers() {
		if other.Market == d.Market {
			all = append(all, fmt.Sprintf("%s for %s", other.Model, other.Version))
		}
	}
	return all
}

// firstConfig returns the text of a config with the devices found, and with suggestions for further devices as comments.
func firstConfig(found *hw.Config, model board.Model) string {
	var b strings.Builder
	fmt.Fprint(&b, `# What is wired where. docs/wiring.md tells what every key means; check the file with: familiar doctor --config FILE
# A reader with a seat is that player's; place says for which of its places it stands, as "altar". Without a seat it is everybody's.

`)
	b.WriteString(found.Text())
	more := wiring.Suggest(found, model)
	if text := more.Text(); text != "" {
		fmt.Fprint(&b, `
# What does not answer cannot be found: remove the # from what is wired, and change the pins if they are others. The wires of all
# this are told by: familiar doctor --config FILE --picture FILE.svg
`)
		if more.Panel != nil {
			fmt.Fprintf(&b, "# The model of e-paper is printed on its back: %s.\n", strings.Join(versionsOf(more.Panel.Model), ", "))
		}
		fmt.Fprintln(&b, "#")
		for line := range strings.Lines(text) {
			b.WriteString(strings.TrimSuffix("# "+line, " \n"))
			if line == "\n" {
				b.WriteString("\n")
			}
		}
	}
	return b.String()
}
