package doctor

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"familiar/cmd/familiar/internal/cli"
	"familiar/cmd/familiar/internal/install"
	"familiar/hw"
	"familiar/hw/bench"
	"familiar/hw/board"
	"familiar/hw/builds"
	"familiar/hw/panel"
	"familiar/hw/wiring"
)

// TestWriteConfig finds the readers and the OLED of each build, and checks that the written text is a valid config, also with all its
// suggestions.
func TestWriteConfig(t *testing.T) {
	for _, name := range append(builds.Names(), "nothing") {
		t.Run(name, func(t *testing.T) {
			there := new(hw.Config)
			if name != "nothing" {
				text, err := builds.Config(name)
				if err != nil {
					t.Fatal(err)
				}
				if there, err = hw.ParseConfig(text); err != nil {
					t.Fatal(err)
				}
			}
			b, err := bench.New(there)
			if err != nil {
				t.Fatal(err)
			}
			defer b.Close()
			var told bytes.Buffer
			found := findDevices(cli.Env{Ctx: t.Context(), Stderr: &told}, madeUp(t, nil), b.System())
			type chip struct{ Chip, Bus string }
			chips := func(c *hw.Config) map[chip]bool {
				all := make(map[chip]bool)
				for _, r := range c.Readers {
					all[chip{r.Chip, r.Bus}] = true
				}
				if c.Panel != nil && c.Panel.Model == panel.SSD1306 {
					all[chip{string(c.Panel.Model), c.Panel.Bus}] = true
				}
				return all
			}
			if diff := cmp.Diff(chips(there), chips(found)); diff != "" {
				t.Errorf("found (-want +got):\n%s\n%s", diff, told.String())
			}
			if said := told.String(); !strings.Contains(said, "Left alone: all pins") {
				t.Errorf("it does not say what it left alone:\n%s", said)
			}
			if n := strings.Count(told.String(), "  ok  "); n != len(chips(there)) || strings.Contains(told.String(), "Nothing answers") != (n == 0) {
				t.Errorf("it tells:\n%s", told.String())
			}
			text := firstConfig(found, board.Pi4)
			written, err := hw.ParseConfig([]byte(text))
			if diff := cmp.Diff(found, written); diff != "" {
				t.Errorf("written (%v, -want +got):\n%s\n%s", err, diff, text)
			}
			all, err := hw.ParseConfig([]byte(uncommented(text)))
			if err != nil {
				t.Fatalf("with all that is suggested: %v\n%s", err, uncommented(text))
			}
			if len(wiring.Of(all, board.Pi4).Problems) > len(wiring.Of(found, board.Pi4).Problems) {
				t.Errorf("what is suggested cannot be wired: %q", wiring.Of(all, board.Pi4).Problems)
			}
			if name == "nothing" && (all.Panel == nil || all.Lamps == nil || all.Buzzer == nil || len(all.Knobs) != 1 || len(all.Buttons) != 2) {
				t.Errorf("suggested:\n%s", text)
			}
		})
	}
}

// uncommented returns a config with all its suggestions: comments that look like a header or a key.
func uncommented(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		bare := strings.TrimPrefix(line, "# ")
		if bare != line && !strings.HasPrefix(bare, "[") && !strings.Contains(bare, " = ") {
			continue
		}
		b.WriteString(bare)
	}
	return b.String()
}

// TestWriteConfigLeavesTheConsoleAlone sends nothing to a serial port that the kernel uses, and says so.
func TestWriteConfigLeavesTheConsoleAlone(t *testing.T) {
	m := madeUp(t, files{"proc/cmdline": "console=ttyAMA0,115200 console=tty1", "dev/serial0": "->ttyAMA0", "dev/ttyAMA0": ""})
	var told bytes.Buffer
	found := findDevices(cli.Env{Ctx: t.Context(), Stderr: &told}, m, hw.System{Ports: map[string]string{"/dev/serial0": t.TempDir()}})
	if len(found.Readers) != 0 || strings.Contains(told.String(), "looking at /dev/serial0") {
		t.Errorf("the console was asked:\n%s", told.String())
	}
	if want := "Left alone: /dev/serial0 (the console of the kernel), all pins"; !strings.Contains(told.String(), want) {
		t.Errorf("it does not say %q:\n%s", want, told.String())
	}
}

// TestWriteConfigKeepsFiles: a config is never written over another file, and the error says why one cannot be written.
func TestWriteConfigKeepsFiles(t *testing.T) {
	name := filepath.Join(t.TempDir(), "table.toml")
	if err := os.WriteFile(name, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	e := cli.Env{Ctx: t.Context(), Stdout: io.Discard, Stderr: io.Discard}
	if err := (Command{WriteConfig: name}).examine(e, madeUp(t, nil)); err == nil || !strings.Contains(err.Error(), name+" is there already: choose another name") {
		t.Errorf("over a file it ends with %v", err)
	}
	if text, err := os.ReadFile(name); err != nil || string(text) != "mine" {
		t.Errorf("the file is %q, %v", text, err)
	}
	if err := (Command{WriteConfig: filepath.Join(name, "below.toml")}).examine(e, madeUp(t, nil)); err == nil || !strings.HasPrefix(err.Error(), "writing the config: ") {
		t.Errorf("below a file it ends with %v", err)
	}
}

// TestWriteConfigLeavesNothingOfASearchThatFails: the error is that of the search, and there is no empty config that would be in the way of the next try.
func TestWriteConfigLeavesNothingOfASearchThatFails(t *testing.T) {
	name := filepath.Join(t.TempDir(), "table.toml")
	e := cli.Env{Ctx: t.Context(), Stdout: io.Discard, Stderr: io.Discard}
	unreadable := madeUp(t, files{"proc/device-tree/model": "->."})
	if err := (Command{WriteConfig: name}).examine(e, unreadable); err == nil || !strings.HasPrefix(err.Error(), "which Raspberry Pi this is: ") {
		t.Errorf("it ends with %v", err)
	}
	if _, err := os.Stat(name); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("of the config that was not written is left: %v", err)
	}
}

// TestPictureOfTheWires: the doctor draws the wires of a config for the model of this machine. Whether that works or not, it says so, and goes on.
func TestPictureOfTheWires(t *testing.T) {
	dir := t.TempDir()
	config := filepath.Join(dir, "table.toml")
	if err := os.WriteFile(config, []byte("[[reader]]\nname = \"altar\"\nbus = \"SPI0.0\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	picture := filepath.Join(dir, "table.svg")
	for name, test := range map[string]struct {
		picture, says string
		drawn         bool
	}{
		"none":            {"", "", false},
		"one":             {picture, "  ok  drawn in " + picture, true},
		"below no folder": {filepath.Join(dir, "none", "table.svg"), "  !!  drawing the wires: ", false},
	} {
		t.Run(name, func(t *testing.T) {
			defer os.Remove(picture)
			m := madeUp(t, files{"proc/device-tree/model": "Raspberry Pi 5 Model B Rev 1.0\x00"})
			var out strings.Builder
			c := Command{Paths: install.Paths{Config: config, State: t.TempDir()}, Listen: "127.0.0.1:0", Picture: test.picture}
			if err := c.examine(cli.Env{Ctx: t.Context(), Stdout: &out, Stderr: &out}, m); !errors.Is(err, cli.ErrReported) { // it has no devices
				t.Errorf("it ends with %v", err)
			}
			if !strings.Contains(out.String(), test.says) || test.picture == "" && strings.Contains(out.String(), "drawn") || !strings.Contains(out.String(), "\nDevices\n") {
				t.Errorf("it says\n%s", &out)
			}
			text, err := os.ReadFile(picture)
			if (err == nil) != test.drawn || test.drawn && !strings.Contains(string(text), "altar") {
				t.Errorf("the picture is %q, %v", text, err)
			}
			if left, err := filepath.Glob(filepath.Join(dir, ".*")); err != nil || len(left) > 0 {
				t.Errorf("left are %q, %v", left, err)
			}
		})
	}
}
