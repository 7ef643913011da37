package wiring_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"familiar/hw"
	"familiar/hw/board"
	"familiar/hw/builds"
	"familiar/hw/wiring"
)

func config(t *testing.T, text string) *hw.Config {
	t.Helper()
	c, err := hw.ParseConfig([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func build(t *testing.T, name string) string {
	t.Helper()
	text, err := builds.Config(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

const (
	knob = "[[knob]]\na = \"GPIO5\"\nb = \"GPIO6\"\npress = \"GPIO13\"\n"
	oled = "[panel]\nmodel = \"ssd1306\"\nbus = \"I2C1\"\n"
)

func reader(bus string) string { return fmt.Sprintf("[[reader]]\nbus = %q\n", bus) }

func pn532(bus string) string { return fmt.Sprintf("[[reader]]\nchip = \"pn532\"\nbus = %q\n", bus) }

// TestWires: the pins are those in the datasheets of the parts and the header's documentation.
func TestWires(t *testing.T) {
	tests := map[string]struct {
		config string
		model  board.Model
		want   string // of the last part
	}{
		"RC522":              {reader("SPI0.0"), board.Pi3, "3.3V to pin 1 (3.3 V), RST to pin 17 (3.3 V), GND to pin 6 (ground), MOSI to pin 19 (GPIO10), MISO to pin 21 (GPIO9), SCK to pin 23 (GPIO11), SDA to pin 24 (GPIO8)"},
		"the second one":     {reader("SPI0.0") + reader("SPI0.1"), board.Zero, "3.3V to pin 1 (3.3 V), RST to pin 17 (3.3 V), GND to pin 9 (ground), MOSI to pin 19 (GPIO10), MISO to pin 21 (GPIO9), SCK to pin 23 (GPIO11), SDA to pin 26 (GPIO7)"},
		"a select moved":     {reader("SPI1.1") + "cs = \"GPIO27\"\n", board.Unknown, "3.3V to pin 1 (3.3 V), RST to pin 17 (3.3 V), GND to pin 6 (ground), MOSI to pin 38 (GPIO20), MISO to pin 35 (GPIO19), SCK to pin 40 (GPIO21), SDA to pin 13 (GPIO27)"},
		"PN532 on I2C":       {pn532("I2C1"), board.Zero2, "VCC to pin 1 (3.3 V), GND to pin 6 (ground), SDA to pin 3 (GPIO2), SCL to pin 5 (GPIO3)"},
		"PN532 on SPI":       {pn532("SPI0.1"), board.Pi4, "VCC to pin 1 (3.3 V), GND to pin 6 (ground), MO to pin 19 (GPIO10), MI to pin 21 (GPIO9), SCK to pin 23 (GPIO11), NSS to pin 26 (GPIO7)"},
		"PN532, serial":      {pn532("/dev/serial0"), board.Pi4, "VCC to pin 1 (3.3 V), GND to pin 6 (ground), RXD to pin 8 (GPIO14), TXD to pin 10 (GPIO15)"},
		"PN532 on USB":       {pn532("/dev/ttyUSB0"), board.Pi4, "VCC to pin 1 (3.3 V), GND to pin 6 (ground)"},
		"SPI3 of a 4":        {reader("SPI3.0"), board.Pi4, "3.3V to pin 1 (3.3 V), RST to pin 17 (3.3 V), GND to pin 6 (ground), MOSI to pin 3 (GPIO2), MISO to pin 28 (GPIO1), SCK to pin 5 (GPIO3), SDA to pin 27 (GPIO0)"},
		"SPI3 of a 5":        {reader("SPI3.0"), board.Pi5, "3.3V to pin 1 (3.3 V), RST to pin 17 (3.3 V), GND to pin 6 (ground), MOSI to pin 31 (GPIO6), MISO to pin 29 (GPIO5), SCK to pin 26 (GPIO7), SDA to pin 7 (GPIO4)"},
		"OLED":               {oled, board.Pi3, "VCC to pin 1 (3.3 V), GND to pin 6 (ground), SDA to pin 3 (GPIO2), SCL to pin 5 (GPIO3)"},
		"e-paper":            {"[panel]\nmodel = \"waveshare2in13v4\"\nbus = \"SPI0.0\"\ndc = \"GPIO25\"\nreset = \"GPIO17\"\nbusy = \"GPIO24\"\n", board.Pi3, "VCC to pin 1 (3.3 V), GND to pin 6 (ground), DIN to pin 19 (GPIO10), CLK to pin 23 (GPIO11), CS to pin 24 (GPIO8), DC to pin 22 (GPIO25), RST to pin 11 (GPIO17), BUSY to pin 18 (GPIO24)"},
		"Inky pHAT":          {"[panel]\nmodel = \"inkyphat\"\nbus = \"SPI0.0\"\ndc = \"GPIO22\"\nreset = \"GPIO27\"\nbusy = \"GPIO17\"\n", board.Pi3, "3V3 to pin 1 (3.3 V), GND to pin 6 (ground), MOSI to pin 19 (GPIO10), SCLK to pin 23 (GPIO11), CS to pin 24 (GPIO8), DC to pin 15 (GPIO22), RST to pin 13 (GPIO27), BUSY to pin 11 (GPIO17)"},
		"SH1106":             {"[panel]\nmodel = \"sh1106\"\nbus = \"I2C1\"\n", board.Pi3, "VCC to pin 1 (3.3 V), GND to pin 6 (ground), SDA to pin 3 (GPIO2), SCL to pin 5 (GPIO3)"},
		"WS2812":             {"[lamps]\nmodel = \"ws2812\"\nbus = \"SPI0.0\"\ncount = 8\n", board.Pi4, "5V to 5 V of a supply of its own, GND to pin 6 (ground), DIN through a level shifter to pin 19 (GPIO10)"},
		"APA102":             {"[lamps]\nbus = \"SPI0.0\"\ncount = 8\n", board.Pi4, "5V to 5 V of a supply of its own, GND to pin 6 (ground), DI through a level shifter to pin 19 (GPIO10), CI through a level shifter to pin 23 (GPIO11)"},
		"digits":             {"[digits]\nclk = \"GPIO22\"\ndio = \"GPIO23\"\n", board.Pi4, "VCC to pin 1 (3.3 V), GND to pin 6 (ground), CLK to pin 15 (GPIO22), DIO to pin 16 (GPIO23)"},
		"knob":               {knob, board.Pi4, "CLK to pin 29 (GPIO5), DT to pin 31 (GPIO6), SW to pin 33 (GPIO13), + to pin 1 (3.3 V), GND to pin 6 (ground)"},
		"button":             {"[[button]]\npin = \"GPIO5\"\npress = \"end\"\n", board.Pi4, "one leg to pin 29 (GPIO5), other leg to pin 6 (ground)"},
		"button to 3.3 V":    {"[[button]]\npin = \"GPIO5\"\npress = \"end\"\nactive-high = true\n", board.Pi4, "one leg to pin 29 (GPIO5), other leg to pin 1 (3.3 V)"},
		"buzzer":             {"[buzzer]\npin = \"GPIO23\"\n", board.Pi4, "S to pin 16 (GPIO23), + to pin 1 (3.3 V), - to pin 6 (ground)"},
		"passive":            {"[buzzer]\nkind = \"passive\"\npwm = \"/sys/class/pwm/pwmchip0/pwm0\"\n", board.Pi4, "S to pin 12 (GPIO18), + to pin 1 (3.3 V), - to pin 6 (ground)"},
		"passive, on pin 32": {"[buzzer]\nkind = \"passive\"\npwm = \"/sys/class/pwm/pwmchip0/pwm0\"\npin = \"GPIO12\"\n", board.Pi4, "S to pin 32 (GPIO12), + to pin 1 (3.3 V), - to pin 6 (ground)"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			p := wiring.Of(config(t, test.config), test.model)
			if len(p.Problems) > 0 {
				t.Errorf("problems: %q", p.Problems)
			}
			var wires []string
			for _, w := range p.Parts[len(p.Parts)-1].Wires {
				wires = append(wires, w.String())
			}
			if diff := cmp.Diff(test.want, strings.Join(wires, ", ")); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestBoot checks the lines that enable buses, and the problems of wrong wirings.
func TestBoot(t *testing.T) {
	panel := "[panel]\nbus = \"SPI0.0\"\ndc = \"GPIO25\"\nreset = \"GPIO17\"\nbusy = \"GPIO24\"\n"
	tests := map[string]struct {
		config   string
		model    board.Model
		boot     []string
		problems []string
	}{
		"nothing":              {"", board.Pi4, nil, nil},
		"a button":             {"[[button]]\npin = \"GPIO5\"\npress = \"end\"\n", board.Pi4, nil, nil},
		"SPI0":                 {reader("SPI0.0"), board.Pi4, []string{"dtparam=spi=on"}, nil},
		"SPI0, a select moved": {reader("SPI0.1") + "cs = \"GPIO25\"\n", board.Pi4, []string{"dtoverlay=spi0-2cs,cs1_pin=25"}, nil},
		"selects of SPI1":      {reader("SPI1.2"), board.Pi4, []string{"dtoverlay=spi1-3cs"}, nil},
		"selects moved":        {reader("SPI1.0") + "cs = \"GPIO5\"\n" + reader("SPI1.2") + "cs = \"GPIO6\"\n", board.Pi4, []string{"dtoverlay=spi1-3cs,cs0_pin=5,cs2_pin=6"}, nil},
		"another model":        {reader("SPI3.1"), board.Pi5, []string{"dtoverlay=spi3-2cs-pi5"}, nil},
		"I2C, shared":          {pn532("I2C1") + oled, board.Pi4, []string{"dtparam=i2c_arm=on"}, nil},
		"serial":               {pn532("/dev/serial0"), board.Pi4, []string{"enable_uart=1"}, nil},
		"one port, two names": {pn532("/dev/serial0") + pn532("/dev/ttyAMA0"), board.Pi4, []string{"enable_uart=1"}, []string{
			"GPIO14 (pin 8) is TXD of /dev/serial0 and TXD of /dev/ttyAMA0", "GPIO15 (pin 10) is RXD of /dev/serial0 and RXD of /dev/ttyAMA0",
		}},
		"serial of a 5":         {pn532("/dev/ttyAMA0"), board.Pi5, []string{"dtparam=uart0=on"}, nil},
		"PWM":                   {"[buzzer]\nkind = \"passive\"\npwm = \"/sys/class/pwm/pwmchip0/pwm1\"\npin = \"GPIO13\"\n", board.Pi4, []string{"dtoverlay=pwm,pin=13,func=4"}, nil},
		"a bus of other models": {reader("SPI3.0"), board.Pi3, nil, []string{"reader spi3.0: a Raspberry Pi 3 has no SPI3 on its header"}},
		"I2C of other models":   {pn532("I2C5"), board.Zero, nil, []string{"reader i2c5: a Raspberry Pi Zero has no I2C5 on its header"}},
		"it depends":            {reader("SPI5.0"), board.Unknown, nil, []string{"reader spi5.0: where SPI5 comes out depends on the model of the Raspberry Pi"}},
		"too many selects":      {reader("SPI0.2"), board.Pi4, nil, []string{"reader spi0.2: SPI0 has 2 chip selects, so SPI0.2 is none"}},
		"a select and a button": {reader("SPI0.0") + "[[button]]\npin = \"GPIO7\"\npress = \"end\"\n", board.Pi4, []string{"dtparam=spi=on"}, []string{
			"GPIO7 (pin 26) is one leg of button end and chip select CE1 of SPI0",
		}},
		"a select and a panel": {reader("SPI1.0") + reader("SPI1.1") + panel, board.Pi4, []string{"dtoverlay=spi1-2cs", "dtparam=spi=on"}, []string{
			"GPIO17 (pin 11) is RST of panel and chip select CE1 of SPI1",
		}},
		"wires of two buses": {pn532("I2C1") + reader("SPI3.0"), board.Pi4, []string{"dtoverlay=spi3-1cs", "dtparam=i2c_arm=on"}, []string{
			"GPIO2 (pin 3) is SDA of I2C1 and MOSI of SPI3", "GPIO3 (pin 5) is SCL of I2C1 and SCK of SPI3",
		}},
		"a knob on the serial port": {strings.ReplaceAll(knob, "GPIO5", "GPIO14"), board.Pi4, nil, nil},
		"… which is in use": {strings.ReplaceAll(strings.ReplaceAll(knob, "GPIO5", "GPIO12"), "GPIO6", "GPIO16") + "[lamps]\nbus = \"SPI5.0\"\ncount = 3\n", board.Pi4, []string{"dtoverlay=spi5-1cs"}, []string{
			"GPIO12 (pin 32) is CLK of knob and chip select CE0 of SPI5", "GPIO13 (pin 33) is SW of knob and MISO of SPI5",
		}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			p := wiring.Of(config(t, test.config), test.model)
			if diff := cmp.Diff(test.boot, p.Boot); diff != "" {
				t.Errorf("config.txt (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.problems, p.Problems); diff != "" {
				t.Errorf("problems (-want +got):\n%s", diff)
			}
		})
	}
}

// TestBuilds: the builds for people can be wired on all models that docs/wiring.md names.
func TestBuilds(t *testing.T) {
	all := []board.Model{board.Zero, board.Zero2, board.Pi3, board.Pi4, board.Pi5}
	for name, models := range map[string][]board.Model{builds.Small: all, builds.Seats: all, builds.Full: {board.Pi4, board.Pi5}} {
		for _, m := range models {
			p := wiring.Of(config(t, build(t, name)), m)
			if len(p.Problems) > 0 {
				t.Errorf("%s on a %s: %q", name, m, p.Problems)
			}
			for _, part := range p.Parts {
				for _, w := range part.Wires {
					if w.Pin != 0 && w.Pin.String() != w.To {
						t.Errorf("%s on a %s: %s: %s", name, m, part.Name, w)
					}
				}
			}
		}
	}
	if p := wiring.Of(config(t, build(t, builds.Full)), board.Pi3); len(p.Problems) == 0 {
		t.Error("the full table can be wired to a Raspberry Pi 3, which the page denies")
	}
}

// update makes the test write the pictures and the page: UPDATE_WIRING=1 go test ./hw/wiring.
var update = os.Getenv("UPDATE_WIRING") != ""

// titles are the titles of the pictures.
var titles = map[string]string{
	builds.Small: "One reader and a button", builds.Seats: "Four seats", builds.Full: "The full table, on a Raspberry Pi 4",
}

// TestPage: docs/wiring.md has the current picture, wires, lines of config.txt and config of each build.
func TestPage(t *testing.T) {
	const docs = "../../docs"
	path := filepath.Join(docs, "wiring.md")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	page := string(text)
	for _, name := range []string{builds.Small, builds.Seats, builds.Full} {
		plan := wiring.Of(config(t, build(t, name)), board.Pi4)
		var picture bytes.Buffer
		if err := plan.Draw(&picture, titles[name]); err != nil {
			t.Fatal(err)
		}
		golden(t, filepath.Join(docs, "pictures", "wiring-"+name+".svg"), picture.Bytes())
		page = between(t, page, "<!-- build "+name+" -->\n", "<!-- end -->\n", section(plan, name, titles[name], build(t, name)))
	}
	golden(t, path, []byte(page))
}

// golden compares a file with its expected contents, or writes it.
func golden(t *testing.T, path string, want []byte) {
	t.Helper()
	if update {
		if err := os.WriteFile(path, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s is not what the code says (%v): write it anew with UPDATE_WIRING=1", path, err)
	}
}

// between returns a page with another text between two marks.
func between(t *testing.T, page, from, to, text string) string {
	t.Helper()
	before, rest, ok1 := strings.Cut(page, from)
	_, after, ok2 := strings.Cut(rest, to)
	if !ok1 || !ok2 {
		t.Fatalf("the page has no %q", from)
	}
	return before + from + text + to + after
}

// section returns the page's section about a build.
func section(p wiring.Plan, name, title, config string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "![%s: each wire from the header to its part](pictures/wiring-%s.svg)\n\n", title, name)
	fmt.Fprintf(&b, "In `config.txt`:\n\n```\n%s\n```\n\n", strings.Join(p.Boot, "\n"))
	fmt.Fprintln(&b, "| part | wires |\n|---|---|")
	for _, part := range p.Parts {
		var wires []string
		for _, w := range part.Wires {
			wires = append(wires, w.String())
		}
		if part.Note != "" {
			wires = append(wires, part.Note)
		}
		fmt.Fprintf(&b, "| %s: %s | %s |\n", part.Name, part.What, strings.Join(wires, "; "))
	}
	fmt.Fprintf(&b, "\n```toml\n%s```\n", config)
	return b.String()
}

// TestDrawEscapes: people may choose any names, and they do not break the picture.
func TestDrawEscapes(t *testing.T) {
	c := config(t, "[[reader]]\nname = \"<script>&\\\"'\"\nbus = \"SPI0.0\"\n")
	var b bytes.Buffer
	if err := wiring.Of(c, board.Pi4).Draw(&b, "a < b"); err != nil {
		t.Fatal(err)
	}
	var said []string
	for d := xml.NewDecoder(&b); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if chars, ok := token.(xml.CharData); ok {
			said = append(said, string(chars))
		}
		if e, ok := token.(xml.StartElement); ok && e.Name.Local == "script" {
			t.Error("the picture has a script")
		}
	}
	if !slices.Contains(said, "a < b") || !slices.Contains(said, `reader <script>&"'`) {
		t.Errorf("it says %q", said)
	}
}

// TestDrawNothing: a table without devices has a picture, too.
func TestDrawNothing(t *testing.T) {
	var b bytes.Buffer
	if err := wiring.Of(&hw.Config{}, board.Unknown).Draw(&b, "nothing"); err != nil || !strings.Contains(b.String(), "</svg>") {
		t.Errorf("%v: %s", err, b.String())
	}
}

// TestSuggest: the found config together with the suggestions is valid and can be wired, and nothing more would fit.
func TestSuggest(t *testing.T) {
	tests := map[string]struct {
		found string
		model board.Model
		want  string
	}{
		"nothing":          {"", board.Pi3, "panel SPI0.0, lamps SPI1.0, knob, 2 buttons, buzzer"},
		"a reader":         {reader("SPI0.0"), board.Pi3, "lamps SPI1.0, knob, 2 buttons, buzzer"},
		"the other select": {reader("SPI0.1"), board.Zero, "panel SPI0.0, lamps SPI1.0, knob, 2 buttons, buzzer"},
		"an OLED":          {reader("SPI0.1") + oled, board.Zero, "lamps SPI1.0, knob, 2 buttons, buzzer"},
		"both buses":       {reader("SPI0.0") + reader("SPI1.0"), board.Pi3, "knob, 2 buttons, buzzer"},
		"… of a 4":         {reader("SPI0.0") + reader("SPI1.0"), board.Pi4, "lamps SPI5.0, knob, 2 buttons, buzzer"},
		"nearly all":       {reader("SPI0.0") + reader("SPI1.2") + reader("SPI3.0") + reader("SPI4.1") + reader("SPI5.1"), board.Pi4, "knob"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			found := config(t, test.found)
			more := wiring.Suggest(found, test.model)
			var got []string
			if more.Panel != nil {
				got = append(got, "panel "+more.Panel.Bus)
			}
			if more.Lamps != nil {
				got = append(got, "lamps "+more.Lamps.Bus)
				if ring := (hw.Lamps{Model: hw.LampsAPA102, Bus: more.Lamps.Bus, Count: 24, Shape: hw.ShapeRing, First: 1, Brightness: 25}); *more.Lamps != ring {
					t.Errorf("the lamps are %+v", *more.Lamps)
				}
			}
			if len(more.Knobs) > 0 {
				got = append(got, "knob")
			}
			if n := len(more.Buttons); n > 0 {
				got = append(got, fmt.Sprintf("%d buttons", n))
			}
			if more.Buzzer != nil {
				got = append(got, "buzzer")
			}
			if s := strings.Join(got, ", "); s != test.want {
				t.Errorf("got %s, want %s", s, test.want)
			}
			all := config(t, found.Text()+"\n"+more.Text())
			if p := wiring.Of(all, test.model); len(p.Problems) > len(wiring.Of(found, test.model).Problems) {
				t.Errorf("problems: %q", p.Problems)
			}
		})
	}
}

// TestSuggestionForTheLastLines: a knob takes three lines, and is suggested where no more are free.
func TestSuggestionForTheLastLines(t *testing.T) {
	c := config(t, "")
	for free := wiring.Free(c, board.Pi3); len(free) > 2; free = wiring.Free(c, board.Pi3) {
		if got := wiring.Suggest(c, board.Pi3); len(free) == 3 && len(got.Knobs) != 1 {
			t.Errorf("with %q free these knobs are suggested: %+v", free, got.Knobs)
		}
		c = config(t, c.Text()+fmt.Sprintf("[[button]]\nname = \"b%d\"\npin = %q\npress = \"end\"\n", len(free), free[0]))
	}
	if got := wiring.Suggest(c, board.Pi3); len(got.Knobs) > 0 {
		t.Errorf("with two lines free these knobs are suggested: %+v", got.Knobs)
	}
}

// TestWiresThatCannotBe: a line that is not on the header, and a bus that a module has no terminals for, are problems, and the plan goes on.
func TestWiresThatCannotBe(t *testing.T) {
	p := wiring.Of(&hw.Config{
		Readers: []hw.Reader{{Name: "ann", Chip: "mfrc522", Bus: "I2C1"}},
		Buttons: []hw.Button{{Name: "end", Pin: "GPIO28"}, {Name: "pray", Pin: "GPIO5"}},
	}, board.Pi4)
	if want := []string{"reader ann: it cannot hang on I2C1", "GPIO28 is not on the header"}; !slices.Equal(p.Problems, want) {
		t.Errorf("the problems are %q, not %q", p.Problems, want)
	}
	if len(p.Parts) != 3 || len(p.Parts[0].Wires) != 0 || p.Parts[2].Wires[0].Pin != board.PinOf("GPIO5") {
		t.Errorf("the parts are %+v", p.Parts)
	}
}

// fullDisk is where nothing can be written.
type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

// TestDrawFails: a picture that cannot be written is an error.
func TestDrawFails(t *testing.T) {
	if err := wiring.Of(config(t, reader("SPI0.0")), board.Pi4).Draw(fullDisk{}, "A table"); !errors.Is(err, io.ErrShortWrite) {
		t.Errorf("it says %v", err)
	}
}
