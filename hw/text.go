package hw

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Text returns the config as the text of a file, without the keys that have their defaults. ParseConfig makes the same config of it.
func (c *Config) Text() string {
	w := &writer{}
	for _, r := range c.Readers {
		w.device("[[reader]]")
		w.text("name", r.Name, "")
		w.text("title", r.Title, "")
		w.text("chip", r.Chip, ChipMFRC522)
		w.text("bus", r.Bus, "")
		w.text("cs", r.CS, "")
		w.number("gain", r.Gain, defaultGain)
		w.number("seat", r.Seat, 0)
		w.text("place", r.Place, "")
		if r.Settle != 0 {
			w.text("settle", time.Duration(r.Settle).String(), "")
		}
	}
	for _, k := range c.Knobs {
		w.device("[[knob]]")
		w.text("name", k.Name, "knob")
		w.text("title", k.Title, "")
		w.text("a", k.A, "")
		w.text("b", k.B, "")
		w.text("press", k.Press, "")
		w.number("edges", k.Edges, defaultEdges)
		w.number("seat", k.Seat, 0)
	}
	for _, b := range c.Buttons {
		w.device("[[button]]")
		w.text("name", b.Name, "")
		w.text("title", b.Title, "")
		w.text("pin", b.Pin, "")
		w.text("press", b.Press, "")
		w.text("long", b.Long, "")
		w.number("seat", b.Seat, 0)
		w.flag("active-high", b.ActiveHigh)
	}
	if p := c.Panel; p != nil {
		w.device("[panel]")
		w.text("model", p.Model, "")
		w.text("bus", p.Bus, "")
		w.text("cs", p.CS, "")
		w.text("dc", p.DC, "")
		w.text("reset", p.Reset, "")
		w.text("busy", p.Busy, "")
		w.text("size", p.Size, "")
		w.flag("upside-down", p.UpsideDown)
	}
	if l := c.Lamps; l != nil {
		w.device("[lamps]")
		w.text("model", l.Model, "")
		w.text("bus", l.Bus, "")
		w.number("count", l.Count, 0)
		w.text("shape", l.Shape, "")
		w.number("first", l.First, 1)
		w.flag("reversed", l.Reversed)
		w.number("brightness", l.Brightness, defaultBrightness)
	}
	if b := c.Buzzer; b != nil {
		w.device("[buzzer]")
		w.text("kind", b.Kind, "")
		w.text("pin", b.Pin, "")
		w.text("pwm", b.PWM, "")
		w.text("quiet", b.Quiet.String(), "")
	}
	return w.String()
}

// writer writes a config. It leaves out keys that have their default value.
type writer struct{ strings.Builder }

func (w *writer) device(header string) {
	if w.Len() > 0 {
		w.WriteByte('\n')
	}
	fmt.Fprintln(w, header)
}

// text writes a key with text. Only quotes and backslashes need escaping: checker refuses all other special characters.
func (w *writer) text(key, value, byDefault string) {
	if value != byDefault {
		fmt.Fprintf(w, "%s = %s\n", key, strconv.Quote(value))
	}
}

func (w *writer) number(key string, value, byDefault int) {
	if value != byDefault {
		fmt.Fprintf(w, "%s = %d\n", key, value)
	}
}

func (w *writer) flag(key string, value bool) {
	if value {
		fmt.Fprintf(w, "%s = true\n", key)
	}
}
