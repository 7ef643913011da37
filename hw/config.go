package hw

import (
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"familiar/hw/digits"
	"familiar/hw/panel"
	"familiar/hw/part"
	"familiar/hw/reader"
)

// Config says which devices are wired where, and what they stand for. docs/wiring.md explains it to people. A Config without
// any device is a table that is played with phones alone. Text writes devices and keys in the order of these fields.
type Config struct {
	Readers []Reader `toml:"reader"`
	Knobs   []Knob   `toml:"knob"`
	Buttons []Button `toml:"button"`
	Panel   *Panel   `toml:"panel"`  // nil: there is none
	Digits  *Digits  `toml:"digits"` // nil: there are none
	Lamps   *Lamps   `toml:"lamps"`  // nil: there are none
	Buzzer  *Buzzer  `toml:"buzzer"` // nil: there is none
}

// Bare reports whether the config has no device.
func (c *Config) Bare() bool {
	return len(c.Readers)+len(c.Buttons)+len(c.Knobs) == 0 && c.Panel == nil && c.Digits == nil && c.Lamps == nil && c.Buzzer == nil
}

// Reader is a reader of tags.
type Reader struct {
	Name  string `toml:"name,omitempty"`  // unique; derived from the bus if left out
	Title string `toml:"title,omitempty"` // the name that people see
	Chip  string `toml:"chip,omitempty"`  // one of package reader; its first is the default
	Bus   string `toml:"bus,omitempty"`   // SPI port: "SPI0.0"; for some chips also "I2C1" or a serial port, "/dev/serial0"
	CS    string `toml:"cs,omitempty"`    // the pin of its chip select, if it is not the usual one of the bus
	Gain  int    `toml:"gain,omitzero"`   // of a receiver that can be set, dB; 33 by default
	Seat  int    `toml:"seat,omitzero"`   // the seat that it belongs to, counted from 1; 0: no seat
	Place string `toml:"place,omitempty"` // the place of that seat, or of the table, that it stands for
	// Settle is how long a tag has to lie there before it counts, for things that roll on; with 0 it counts at once.
	Settle Duration `toml:"settle,omitzero"`
}

// driver returns the driver of the reader's chip.
func (r Reader) driver() (reader.Driver, error) { return reader.Find(r.Chip) }

// Duration is a time as a config writes it: "700ms".
type Duration time.Duration

// UnmarshalText implements encoding.TextUnmarshaler.
func (d *Duration) UnmarshalText(text []byte) error {
	v, err := time.ParseDuration(string(text))
	*d = Duration(v)
	return err
}

// MarshalText implements encoding.TextMarshaler.
func (d Duration) MarshalText() ([]byte, error) { return []byte(time.Duration(d).String()), nil }

// longAll is the value of Long for repeating the word of a short press as often as that is possible.
const longAll = "all"

// Button is a push button between a pin and ground.
type Button struct {
	Name       string `toml:"name,omitempty"` // unique; the first word of Press if left out
	Title      string `toml:"title,omitempty"`
	Pin        string `toml:"pin,omitempty"`   // "GPIO5"
	Press      string `toml:"press,omitempty"` // the word that it stands for, or several separated by blanks: the first that is possible counts
	Long       string `toml:"long,omitempty"`  // the same for a long press, or "all"
	Seat       int    `toml:"seat,omitzero"`
	ActiveHigh bool   `toml:"active-high,omitempty"` // it connects to 3.3 V instead
}

// Knob is a rotary encoder with a push button. Each of its three contacts connects a pin to ground.
type Knob struct {
	Name  string `toml:"name,omitempty"` // unique; "knob" if left out
	Title string `toml:"title,omitempty"`
	A     string `toml:"a,omitempty"`     // pins of the encoder: CLK
	B     string `toml:"b,omitempty"`     // DT
	Press string `toml:"press,omitempty"` // pin of its button: SW
	Edges int    `toml:"edges,omitzero"`  // edges of both contacts together from one click to the next: 4, the default, or 2
	Seat  int    `toml:"seat,omitzero"`   // the seat that it answers for, counted from 1; 0: the seat that has to answer
}

// Panel is an e-ink panel or an OLED.
type Panel struct {
	Model      panel.Model `toml:"model,omitempty"` // one of package panel; its first is the default
	Bus        string      `toml:"bus,omitempty"`   // SPI port; of an OLED "I2C1"
	CS         string      `toml:"cs,omitempty"`    // the pin of its chip select, if it is not the usual one of the bus
	DC         string      `toml:"dc,omitempty"`    // pins of an e-ink panel
	Reset      string      `toml:"reset,omitempty"`
	Busy       string      `toml:"busy,omitempty"`
	Size       string      `toml:"size,omitempty"`        // of a model that has several: "128x64"; its first is the default
	UpsideDown bool        `toml:"upside-down,omitempty"` // the picture is rotated by 180 degrees
}

// driver returns the driver of the panel's model.
func (p Panel) driver() (panel.Driver, error) { return panel.Find(p.Model) }

// names returns the names of the panel's wires.
func (p Panel) names(d panel.Driver) panel.Names { return d.Names(p.Bus, p.DC, p.Reset, p.Busy) }

// Digits are a small display of digits, which counts the seconds of a timer down.
type Digits struct {
	Model      digits.Model `toml:"model,omitempty"`     // one of package digits; its first is the default
	Clk        string       `toml:"clk,omitempty"`       // the pin of its clock
	Dio        string       `toml:"dio,omitempty"`       // the pin of its data
	Brightness int          `toml:"brightness,omitzero"` // percent; 50 by default
}

// driver returns the driver of the display's model.
func (d Digits) driver() (digits.Driver, error) { return digits.Find(d.Model) }

// wires finds the wires of the display.
func (d Digits) wires() (digits.Wires, error) {
	clock, err1 := part.FindPin(d.Clk)
	data, err2 := part.FindPin(d.Dio)
	return digits.Wires{Clock: clock, Data: data}, errors.Join(err1, err2)
}

// Lamps are a ring or strip of lamps.
type Lamps struct {
	Model      string `toml:"model,omitempty"` // LampsAPA102, the default, or LampsWS2812
	Bus        string `toml:"bus,omitempty"`   // SPI port
	Count      int    `toml:"count,omitzero"`
	Shape      string `toml:"shape,omitempty"`     // ShapeRing, the default, or ShapeStrip
	First      int    `toml:"first,omitzero"`      // the lamp on top of a ring, counted from 1, the default
	Reversed   bool   `toml:"reversed,omitempty"`  // the lamps are counted counter-clockwise, or from right to left
	Brightness int    `toml:"brightness,omitzero"` // of full white, percent; 25 by default
}

// Buzzer is an active buzzer on a pin, or a passive one on a PWM of the kernel or on a pin that has PWM.
type Buzzer struct {
	Kind  string `toml:"kind,omitempty"`  // BuzzerActive, the default, or BuzzerPassive
	Pin   string `toml:"pin,omitempty"`   // with a PWM of the kernel: its output pin, for people only
	PWM   string `toml:"pwm,omitempty"`   // a directory: /sys/class/pwm/pwmchip0/pwm0
	Quiet Hours  `toml:"quiet,omitempty"` // when it is silent
}

// The values that keys may have.
const (
	LampsAPA102   = "apa102"
	LampsWS2812   = "ws2812"
	ShapeRing     = "ring"
	ShapeStrip    = "strip"
	BuzzerActive  = "active"  // it has a pitch of its own
	BuzzerPassive = "passive" // it sounds the pitch it is given
)

// The values of keys that were left out.
const (
	defaultBrightness = 25
	defaultEdges      = 4
)

// maxConfig is the maximum length of a config in bytes; a large table takes two thousand.
const maxConfig = 64 << 10

// ReadConfig reads and checks a config. Its error lists what is wrong, each with its line.
func ReadConfig(path string) (*Config, error) {
	if info, err := os.Stat(path); err == nil && !info.IsDir() && !info.Mode().IsRegular() { // a pipe may never end
		return nil, fmt.Errorf("config %s: it is no file", path)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("config: %w", err)
	}
	defer f.Close()
	// Reading one byte beyond the limit shows whether the config is too long.
	data, err := io.ReadAll(io.LimitReader(f, maxConfig+1))
	if err != nil {
		return nil, fmt.Errorf("config: %w", err)
	}
	c, err := ParseConfig(data)
	if err != nil {
		return nil, fmt.Errorf("config %s: %w", path, err)
	}
	return c, nil
}
