package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/google/renameio/v2"

	"familiar/cmd/familiar/internal/daemon"
	"familiar/hw"
	"familiar/hw/board"
	"familiar/hw/wiring"
)

// examineWires reports where each wire goes, how to enable the buses, what is impossible, and whether the picture was drawn. On another machine it
// describes the wires for a Raspberry Pi 4.
func (v *examination) examineWires(c *hw.Config, drawn error) {
	plan := planOf(c, v.model)
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

// planOf returns how a table is wired to a model.
func planOf(c *hw.Config, model board.Model) wiring.Plan {
	if model == board.Unknown {
		model = board.Pi4
	}
	return wiring.Of(c, model)
}

// draw draws the wires, if the user wants that and the config can be read.
func (d doctorCommand) draw(m host) error {
	if d.Picture == "" {
		return nil
	}
	c, err := d.wired()
	if err != nil {
		return err
	}
	model, _, err := board.Here(m.files())
	if err != nil {
		return err
	}
	return drawWires(planOf(c, model), d.Picture)
}

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
func (d doctorCommand) writeConfig(e env) error {
	if e.serviceRuns() {
		return fmt.Errorf("the service is using the devices: stop it first with `%s`", stopService)
	}
	// The caller writes the file, and the service's user looks for the devices.
	var file *os.File
	if d.WriteConfig != stdin {
		var err error
		file, err = os.OpenFile(filepath.Clean(d.WriteConfig), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if errors.Is(err, fs.ErrExist) {
			return fmt.Errorf("%s is there already: choose another name, or move it away", d.WriteConfig)
		}
		if err != nil {
			return fmt.Errorf("writing the config: %w", err)
		}
	}
	text, err := d.lookAround(e)
	if file == nil {
		if err == nil {
			_, err = fmt.Fprint(e.stdout, text)
		}
		return err
	}
	if err == nil {
		_, err = file.WriteString(text)
	}
	if err == nil {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err != nil {
		return errors.Join(fmt.Errorf("writing the config: %w", err), os.Remove(d.WriteConfig))
	}
	fmt.Fprintf(e.stderr, "Written to %s. Look at it with an editor; then: familiar doctor --config %[1]s\n", d.WriteConfig)
	return nil
}

// lookAround returns a first config, for the devices that answer.
func (d doctorCommand) lookAround(e env) (string, error) {
	// Without paths, the service's are meant, if there is a service; its state is not needed here.
	if p := d.settled(e); p.of(e.installed) && os.Geteuid() == 0 {
		if err := e.installed.enter(); err != nil {
			return "", err
		}
	}
	if err := refuseRootHere(); err != nil {
		return "", err
	}
	if err := daemon.InitHost(); err != nil {
		return "", err
	}
	model, _, err := board.Here(e.machine.files())
	if err != nil {
		return "", err
	}
	return beginning(findDevices(e, hw.System{}), model), nil
}

// findDevices looks for devices and prints its progress, and at the end what it has asked and what it has left alone.
func findDevices(e env, system hw.System) *hw.Config {
	n := 0
	search := hw.Search{
		System: system,
		Skip: func(bus string) string {
			if strings.HasPrefix(bus, "/") && e.machine.consoleOn(bus) {
				return "the console of the kernel"
			}
			return ""
		},
		Look: func(bus string) { fmt.Fprintf(e.stderr, "  ..  looking at %s\n", bus) },
		Show: func(f hw.Found) {
			n++
			fmt.Fprintf(e.stderr, "  ok  %s: %s\n", f.Bus, f.What)
		},
	}
	result := search.Run(context.WithoutCancel(e.ctx))
	if n == 0 {
		fmt.Fprintln(e.stderr, "  !!  Nothing answers: are SPI and I2C enabled, and the wires as in docs/wiring.md?")
	}
	if len(result.Asked) > 0 {
		fmt.Fprintf(e.stderr, "  ..  Asked on: %s. E-paper on one of them is reset before it is used; lamps may show some colours until then.\n", strings.Join(result.Asked, ", "))
	}
	fmt.Fprintf(e.stderr, "  ..  Left alone: %s.\n", strings.Join(append(result.Skipped, "all pins (buttons, knobs, e-paper, lamps and a buzzer cannot answer)"), ", "))
	return result.Config
}

// beginning returns a first config: the devices found, and suggestions as comments for what else there is room for.
func beginning(found *hw.Config, model board.Model) string {
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
			fmt.Fprintf(&b, "# The model of e-paper is printed on its back: %s for V2, %s for V4.\n", hw.PanelV2, hw.PanelV4)
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
