package doctor

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"periph.io/x/conn/v3/gpio/gpioreg"
	"periph.io/x/conn/v3/spi/spireg"

	"familiar/cmd/familiar/internal/cli"
	"familiar/cmd/familiar/internal/install"
	"familiar/companion/durable"
	"familiar/companion/journal"
	"familiar/companion/protocol"
	"familiar/companion/tags"
	"familiar/engine"
	"familiar/hw"
	"familiar/hw/bench"
	"familiar/hw/virtual"
)

// everyDevice is a table with a device of every kind and a reader on every kind of bus that has a name in the kernel.
const everyDevice = `
[[reader]]
name = "altar"
bus = "SPI0.0"
[[reader]]
name = "pile"
chip = "pn532"
bus = "I2C1"
[[reader]]
name = "bowl"
chip = "pn532"
bus = "SPI0.1"
[[button]]
name = "end"
pin = "GPIO5"
press = "end"
[[knob]]
name = "dial"
a = "GPIO6"
b = "GPIO22"
press = "GPIO16"
[digits]
clk = "GPIO23"
dio = "GPIO27"
[lamps]
bus = "SPI1.0"
count = 2
[buzzer]
pin = "GPIO26"
`

// The possible panels of this table.
const (
	withOLED   = everyDevice + "[panel]\nmodel = \"ssd1306\"\nbus = \"I2C1\"\n"
	withEPaper = everyDevice + "[panel]\nbus = \"SPI5.0\"\ndc = \"GPIO25\"\nreset = \"GPIO17\"\nbusy = \"GPIO24\"\n"
)

// house is a Raspberry Pi with a table on which everything works, until a test breaks something.
type house struct {
	*testing.T
	machine host
	bench   *bench.Bench
	state   string
	held    io.Closer // by a Familiar that uses the state, if there is one
}

// wellFiles are the files of a Raspberry Pi on which everything is right.
var wellFiles = files{
	"proc/device-tree/model": "Raspberry Pi 4 Model B Rev 1.4\x00", "proc/self/mountinfo": rootMount,
	"sys/class/hwmon/hwmon0/name": "rpi_volt\n", "sys/class/hwmon/hwmon0/in0_lcrit_alarm": "0\n",
	"sys/dev/block/179:2/uevent": "DEVNAME=mmcblk0p2\n", "sys/fs/ext4/mmcblk0p2/errors_count": "0\n",
	"dev/gpiochip0": "", "dev/spidev0.0": "", "dev/spidev0.1": "", "dev/spidev1.0": "", "dev/spidev5.0": "", "dev/i2c-1": "",
}

// write replaces the text of a file of the machine.
func (h *house) write(name, text string) {
	h.Helper()
	if err := os.WriteFile(h.machine.at(name), []byte(text), 0o644); err != nil {
		h.Fatal(err)
	}
}

// lose removes files of the machine.
func (h *house) lose(pattern string) {
	h.Helper()
	for _, name := range h.machine.glob(pattern) {
		if err := os.Remove(h.machine.at(name)); err != nil {
			h.Fatal(err)
		}
	}
}

// forbid makes a file of the machine unwritable for everybody, even root, by linking it to one of the kernel.
func (h *house) forbid(name string) {
	h.Helper()
	h.lose(name)
	if err := os.Symlink("/proc/sys/kernel/ostype", h.machine.at(name)); err != nil {
		h.Fatal(err)
	}
}

// keep puts a file into the state.
func (h *house) keep(name, text string) {
	h.Helper()
	path := filepath.Join(h.state, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		h.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		h.Fatal(err)
	}
}

// keepGame puts a game with a given beginning into the state, with more text at its end.
func (h *house) keepGame(at time.Time, more string) {
	h.Helper()
	j, err := journal.Create(h.state, engine.Setup{Game: someGames[0].ID, Pack: engine.HousePack, Seats: []string{"ann", "ben"}}, at, nil)
	if err != nil {
		h.Fatal(err)
	}
	if err := j.Close(); err != nil {
		h.Fatal(err)
	}
	f, err := os.OpenFile(j.Path(), os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		h.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString(more); err != nil {
		h.Fatal(err)
	}
}

// visited returns what the doctor prints, and the lines about things that need care.
func visited(t *testing.T, config string, spoil func(*house)) (said string, sick []string) {
	t.Helper()
	c, err := hw.ParseConfig([]byte(config))
	if err != nil {
		t.Fatal(err)
	}
	h := &house{T: t, machine: madeUp(t, wellFiles), state: t.TempDir()}
	if h.bench, err = bench.New(c); err != nil {
		t.Fatal(err)
	}
	defer h.bench.Close() // a device that was removed has no name to unregister
	file := filepath.Join(h.machine.root, "table.toml")
	h.write("table.toml", config)
	spoil(h)
	var out strings.Builder
	w := cli.Env{Ctx: t.Context(), Games: someGames, Stdout: &out, Stderr: &out}
	err = Command{Paths: install.Paths{Config: file, State: h.state}, Listen: "127.0.0.1:0"}.examine(w, h.machine)
	for line := range strings.Lines(out.String()) {
		if text, ok := strings.CutPrefix(line, "  !!  "); ok {
			sick = append(sick, strings.TrimSpace(text))
		}
	}
	if wants := map[bool]error{false: cli.ErrReported}[len(sick) == 0]; err != wants {
		t.Errorf("it ends with %v, and %d things need care", err, len(sick))
	}
	end := map[int]string{0: "All is well.\n", 1: "One thing needs care.\n"}[len(sick)]
	if end == "" {
		end = fmt.Sprintf("%d things need care.\n", len(sick))
	}
	if !strings.HasSuffix(out.String(), "\n"+end) {
		t.Errorf("in the end it does not say %q:\n%s", end, &out)
	}
	h.leftAlone(out.String())
	return out.String(), sick
}

var freePort = regexp.MustCompile(`  ok  (127\.0\.0\.1:\d+) is free`)

// leftAlone checks that the doctor has released everything that it held for a moment: the port of the page, and the state.
func (h *house) leftAlone(said string) {
	h.Helper()
	if free := freePort.FindStringSubmatch(said); free != nil {
		l, err := net.Listen("tcp", free[1])
		if err != nil {
			h.Fatal(err)
		}
		l.Close()
	}
	if h.held != nil {
		return
	}
	if hold, err := durable.Hold(h.state); errors.Is(err, durable.ErrHeld) {
		h.Error("the doctor still holds the state")
	} else if err == nil {
		hold.Close()
	}
}

// expectSick checks that exactly these things need care: each line begins as given.
func expectSick(t *testing.T, said string, sick []string, begin ...string) {
	t.Helper()
	if !slices.EqualFunc(sick, begin, strings.HasPrefix) {
		t.Errorf("what needs care is\n%s\nand should begin with\n%s\nof all that is said:\n%s", strings.Join(sick, "\n"), strings.Join(begin, "\n"), said)
	}
}

// TestDoctorAsksEveryDevice removes one device after the other from a table with one of every kind. The doctor names that device, and no other.
func TestDoctorAsksEveryDevice(t *testing.T) {
	chip := func(name string) func(*house) {
		return func(h *house) { h.bench.Reader(name).SetFault(virtual.ChipLineLow) }
	}
	noPin := func(name string) func(*house) {
		return func(h *house) {
			if err := gpioreg.Unregister(name); err != nil {
				h.Error(err)
			}
		}
	}
	noPort := func(name string) func(*house) {
		return func(h *house) {
			if err := spireg.Unregister(name); err != nil {
				h.Error(err)
			}
		}
	}
	const noAnswer, noSuchPin = ": check its wires and its 3.3 V (", ": check the name of its pin: "
	for name, test := range map[string]struct {
		config string
		spoil  func(*house)
		sick   []string
	}{
		"nothing":                 {withOLED, func(*house) {}, nil},
		"an MFRC522":              {withOLED, chip("altar"), []string{"reader altar" + noAnswer}},
		"a PN532 on I2C":          {withOLED, chip("pile"), []string{"reader pile" + noAnswer}},
		"a PN532 on SPI":          {withOLED, chip("bowl"), []string{"reader bowl" + noAnswer}},
		"the pin of a button":     {withOLED, noPin("GPIO5"), []string{"button end" + noSuchPin}},
		"a pin of a knob":         {withOLED, noPin("GPIO6"), []string{"knob dial" + noSuchPin}},
		"the port of the lamps":   {withOLED, noPort("/dev/spidev1.0"), []string{"lamps: enable SPI"}},
		"the digits":              {withOLED, func(h *house) { h.bench.Digits.SetPower(false) }, []string{"digits" + noAnswer}},
		"a pin of the digits":     {withOLED, noPin("GPIO27"), []string{"digits" + noSuchPin}},
		"the pin of the buzzer":   {withOLED, noPin("GPIO26"), []string{"buzzer" + noSuchPin}},
		"the OLED":                {withOLED, func(h *house) { h.bench.Panel.SetFault(virtual.PanelUnplugged) }, []string{"panel: check its wires, the name of its bus and that I2C is enabled ("}},
		"nothing, with e-paper":   {withEPaper, func(*house) {}, nil},
		"the port of the e-paper": {withEPaper, noPort("/dev/spidev5.0"), []string{"panel: enable SPI"}},
		"a pin of the e-paper":    {withEPaper, noPin("GPIO24"), []string{"panel" + noSuchPin}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				said, sick := visited(t, test.config, test.spoil)
				expectSick(t, said, sick, test.sick...)
				asked, left := "reader altar, reader pile, reader bowl, panel, digits", "button end, knob dial, lamps, buzzer"
				if test.config == withEPaper {
					asked, left = "reader altar, reader pile, reader bowl, digits", "button end, knob dial, panel, lamps, buzzer"
				}
				if !strings.Contains(said, "  ..  asked: "+asked+"\n") || !strings.Contains(said, "were looked for): "+left+"\n") {
					t.Errorf("it does not tell what was asked, and what was left alone:\n%s", said)
				}
			})
		})
	}
}

// TestDoctorGoesRound breaks one thing after the other in a machine and its state: the doctor reports that one, and nothing else.
func TestDoctorGoesRound(t *testing.T) {
	now, _ := madeUp(t, nil).clock()
	held := func(h *house) {
		var err error
		if h.held, err = durable.Hold(h.state); err != nil {
			h.Fatal(err)
		}
		h.Cleanup(func() { h.held.Close() })
	}
	for name, test := range map[string]struct {
		spoil func(*house)
		sick  []string // beginnings of lines about what needs care
		says  []string
	}{
		"all is well": {func(*house) {}, nil, []string{
			"Config\n  ok  ", "table.toml: readers: 3, buttons: 1, knobs: 1\nMachine\n  ok  this machine is a Raspberry Pi 4", "  ok    lamps of the kind ws2812", "State\n  ok  ",
			" can be written to\n", "Phones\n  ok  127.0.0.1:", "Devices\n  ok  /dev/gpiochip0", "  ok  reader altar: ", " polls in 500ms, errors: 0", "  ok  button end\n", "  ok  the clock says 2026-11-22 18:30", "  ok  the supply holds", "MiB are free on its disk", "  ok  0 games are kept",
			"  ok  no tags are enrolled for " + someGames[0].ID, "Wires\n", "  ok  reader altar, RC522 module", "All is well.",
		}},
		"SPI is not enabled": {func(h *house) { h.lose("/dev/spidev*") }, []string{"there is no /dev/spidev*: enable SPI: `sudo raspi-config nonint do_spi 0`"}, nil},
		"I2C is not enabled": {func(h *house) { h.lose("/dev/i2c-*") }, []string{"there is no /dev/i2c-*: enable I2C: `sudo raspi-config nonint do_i2c 0`"}, nil},
		"there are no pins":  {func(h *house) { h.lose("/dev/gpiochip*") }, []string{"there is no /dev/gpiochip*: "}, nil},
		"the user is not in the group gpio": {func(h *house) { h.forbid("/dev/gpiochip0") },
			[]string{"/dev/gpiochip0 may not be opened: `sudo usermod -aG gpio $USER`"}, nil},
		"the user is not in the group spi": {func(h *house) { h.forbid("/dev/spidev0.1") },
			[]string{"/dev/spidev0.1 may not be opened: `sudo usermod -aG spi $USER`"}, nil},
		"the user is not in the group i2c": {func(h *house) { h.forbid("/dev/i2c-1") },
			[]string{"/dev/i2c-1 may not be opened: `sudo usermod -aG i2c $USER`"}, nil},
		"a bus that is no device": {func(h *house) {
			h.lose("/dev/i2c-1")
			if err := os.Mkdir(h.machine.at("/dev/i2c-1"), 0o755); err != nil {
				h.Fatal(err)
			}
		}, []string{"/dev/i2c-1: "}, nil},
		"the clock was never set": {func(h *house) { h.machine.clock = func() (time.Time, bool) { return time.Unix(0, 0), false } }, []string{"the clock says 1970"}, nil},
		"the supply is weak":      {func(h *house) { h.write("sys/class/hwmon/hwmon0/in0_lcrit_alarm", "1\n") }, []string{"the supply is too weak"}, nil},
		"the disk is full": {func(h *house) {
			h.machine.statfs = func(string) (syscall.Statfs_t, error) { return syscall.Statfs_t{Bsize: 4096, Bavail: 10}, nil }
		}, []string{"0 MiB are free on its disk"}, nil},
		"the disk is read-only": {func(h *house) {
			h.write("proc/self/mountinfo", strings.Replace(rootMount, "rw,noatime", "ro,noatime", 1))
		},
			[]string{"its disk is read-only"}, nil},
		"the disk is damaged": {func(h *house) { h.write("sys/fs/ext4/mmcblk0p2/errors_count", "3\n") }, []string{"its file system has been found damaged 3 times"}, nil},
		"the state is a file": {func(h *house) {
			h.state = filepath.Join(h.machine.root, "table.toml")
		}, []string{"the state directory cannot be made: "}, nil},
		"the tags are spoilt":        {func(h *house) { h.keep(tags.File, "nonsense") }, []string{""}, []string{"move it away with `familiar tags aside`"}},
		"the games cannot be listed": {func(h *house) { h.keep(journal.Folder, "no folder") }, []string{"listing journals: "}, nil},
		"some tags are known":        {func(h *house) { h.keep(tags.File, "[shelf.house]\n\"04AABBCCDDEEFF\" = \"imp\"\n") }, nil, []string{"  ok  1 tags are enrolled for " + someGames[0].ID, "  ok  no tags are enrolled for " + someGames[1].ID}},
		"nothing can be kept":        {func(h *house) { h.state = "/proc" }, []string{"/proc cannot be written to: "}, nil},
		"the model cannot be read": {func(h *house) {
			h.lose("/proc/device-tree/model")
			if err := os.Mkdir(h.machine.at("proc/device-tree/model"), 0o755); err != nil {
				h.Fatal(err)
			}
		}, []string{""}, nil},
		"a game is damaged":         {func(h *house) { h.keepGame(now.Add(-time.Hour), "nonsense\n") }, []string{""}, []string{"  ok  1 games are kept, 1 of them unfinished"}},
		"a game is of another time": {func(h *house) { h.keepGame(now.Add(time.Hour), "") }, []string{"the clock is behind the last game"}, nil},
		"a game has an odd name": {func(h *house) {
			h.keep(filepath.Join(journal.Folder, "2026-05-01-200000-sacrilege\x1b[2J\nAll is well.table"), "nonsense\n")
		}, []string{`2026-05-01-200000-sacrilege\x1b[2J\nAll is well.table: `}, nil},
		"a game was damaged before":    {func(h *house) { h.keep(filepath.Join(journal.Folder, "x.table.damaged-1"), "") }, nil, []string{"  ok  1 damaged pieces are kept"}},
		"a restore was cut off":        {func(h *house) { h.keep("restore-20261122-181500.moving/tags.toml", "") }, nil, []string{"  ..  a backup is being restored"}},
		"a Familiar runs on the state": {held, nil, []string{"  ..  a Familiar is running, and does not answer at port", "  ..  they are in use by the Familiar that is running"}},
		"a Familiar runs, and answers": {func(h *house) {
			held(h)
			h.machine.health = func(context.Context, int) (protocol.Health, error) {
				return protocol.Health{Version: "v1.2.3", Devices: []protocol.Device{{Name: "altar", OK: true}}}, nil
			}
		}, nil, []string{"is Familiar's own, version v1.2.3", "  ok  they are in use, and this is what", "  ok  altar"}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				said, sick := visited(t, withOLED, test.spoil)
				expectSick(t, said, sick, test.sick...)
				for _, line := range test.says {
					if !strings.Contains(said, line) {
						t.Errorf("%q is not said:\n%s", line, said)
					}
				}
			})
		})
	}
}

// TestDoctorOfAPlainTable has no wired devices to probe.
func TestDoctorOfAPlainTable(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		said, sick := visited(t, "", func(h *house) { h.lose("/dev/*") })
		expectSick(t, said, sick)
		if !strings.Contains(said, "  ok  no device is wired: the table is played by phones alone") || strings.Contains(said, "Wires\n") {
			t.Errorf("it says\n%s", said)
		}
	})
}

// TestDoctorOfAServiceThatMayNot checks that the doctor reports missing rights of the service's user, and a missing user.
func TestDoctorOfAServiceThatMayNot(t *testing.T) {
	m := madeUp(t, files{"dev/gpiochip0": "->/proc/sys/kernel/ostype"})
	said, sick := examined(m, func(v *examination) { v.service = true }, func(v *examination) { v.mayOpen("/dev/gpiochip0", "gpio") })
	expect(t, said, sick, 1, "  !!  /dev/gpiochip0 may not be opened by the service, which has the group gpio: `sudo udevadm trigger`")
	said, sick = examined(m, func(v *examination) { v.env.Installed = install.Service{User: "no-such-user"} }, (*examination).examineUser)
	expect(t, said, sick, 1, "no-such-user", "install the package again")
}
