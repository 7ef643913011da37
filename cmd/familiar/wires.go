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
	"periph.io/x/host/v3"

	"familiar/hw"
	"familiar/hw/board"
	"familiar/hw/wiring"
)

// examineBoard tells which Raspberry Pi this is, and in what it differs from others.
func (d doctorCommand) examineBoard(r *report) board.Model {
	model, name, err := board.Here(os.DirFS("/"))
	switch {
	case err != nil:
		r.ill("%v", err)
	case name == "":
		r.well("this machine is no Raspberry Pi")
	default:
		r.well("this machine is a %s", name)
	}
	for _, remark := range model.Remarks() {
		r.well("  %s", remark)
	}
	return model
}

// examineWires tells which wire goes where, what enables the buses, and what cannot be; and draws it, if that is wanted. On another machine the
// wires are told for a Raspberry Pi 4.
func (d doctorCommand) examineWires(r *report, c *hw.Config, model board.Model) {
	if model == board.Unknown {
		model = board.Pi4
		r.well("as wired to a %s", model)
	}
	plan := wiring.Of(c, model)
	for _, p := range plan.Parts {
		var wires []string
		for _, w := range p.Wires {
			wires = append(wires, w.String())
		}
		if p.Note != "" {
			wires = append(wires, p.Note)
		}
		r.well("%s, %s: %s", p.Name, p.What, strings.Join(wires, ", "))
	}
	if len(plan.Boot) > 0 {
		r.well("in config.txt: %s", strings.Join(plan.Boot, "; "))
	}
	for _, problem := range plan.Problems {
		r.ill("%s", problem)
	}
	if d.Picture == "" {
		return
	}
	if err := drawWires(plan, d.Picture); err != nil {
		r.ill("%v", err)
		return
	}
	r.well("drawn in %s", d.Picture)
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

// writeConfig looks for devices and writes a config of what it finds, with what else there could be as comments. A file that is there is
// left alone.
func (d doctorCommand) writeConfig(w world) error {
	toScreen := d.WriteConfig == "-"
	if !toScreen {
		if _, err := os.Lstat(d.WriteConfig); !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s is there already: choose another name, or move it away", d.WriteConfig)
		}
	}
	if err := refuseRootHere(); err != nil {
		return err
	}
	if _, err := host.Init(); err != nil {
		return fmt.Errorf("looking for the hardware: %w", err)
	}
	model, _, err := board.Here(os.DirFS("/"))
	if err != nil {
		return err
	}
	found := findDevices(w, hw.System{})
	text := beginning(found, model)
	if toScreen {
		_, err := fmt.Fprint(w.stdout, text)
		return err
	}
	if err := writeNew(d.WriteConfig, text); err != nil {
		return fmt.Errorf("writing the config: %w", err)
	}
	fmt.Fprintf(w.stderr, "Written to %s. Look at it with an editor; then: familiar doctor --config %[1]s\n", d.WriteConfig)
	return nil
}

// findDevices looks for devices, and tells how it goes.
func findDevices(w world, system hw.System) *hw.Config {
	n := 0
	found := hw.Find(context.WithoutCancel(w.ctx), system,
		func(bus string) { fmt.Fprintf(w.stderr, "  ..  looking at %s\n", bus) },
		func(f hw.Found) {
			n++
			fmt.Fprintf(w.stderr, "  ok  %s: %s\n", f.Bus, f.What)
		})
	if n == 0 {
		fmt.Fprintln(w.stderr, "  !!  Nothing answers: are SPI and I2C enabled, and the wires as in docs/wiring.md?")
	}
	return found
}

// writeNew writes a file that is not there yet.
func writeNew(file, text string) error {
	f, err := os.OpenFile(filepath.Clean(file), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	return errors.Join(err, f.Sync(), f.Close())
}

// beginning is a config to begin with: what was found, and what else there is room for, to be uncommented.
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
