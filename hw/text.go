package hw

import (
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

	"familiar/hw/digits"
	"familiar/hw/reader"
)

// Text returns the config as the text of a file, without numbers, chips and names of knobs that are the defaults. Models, shapes and kinds are always written: people look
// for them. ParseConfig makes the same config of it.
func (c *Config) Text() string {
	// The encoder leaves out keys with zero values.
	short := *c
	short.Readers = slices.Clone(c.Readers)
	for i := range short.Readers {
		leaveOut(&short.Readers[i].Chip, reader.Drivers()[0].Chip)
		leaveOut(&short.Readers[i].Gain, reader.UsualGain)
	}
	short.Knobs = slices.Clone(c.Knobs)
	for i := range short.Knobs {
		leaveOut(&short.Knobs[i].Name, "knob")
		leaveOut(&short.Knobs[i].Edges, defaultEdges)
	}
	if c.Digits != nil {
		display := *c.Digits
		leaveOut(&display.Model, digits.Drivers()[0].Model)
		leaveOut(&display.Brightness, digits.DefaultBrightness)
		short.Digits = &display
	}
	if c.Lamps != nil {
		lamps := *c.Lamps
		leaveOut(&lamps.First, 1)
		leaveOut(&lamps.Brightness, defaultBrightness)
		short.Lamps = &lamps
	}
	var text strings.Builder
	encoder := toml.NewEncoder(&text)
	encoder.Indent = ""
	_ = encoder.Encode(short) // every config can be encoded
	return text.String()
}

// leaveOut sets a key that has its default to zero.
func leaveOut[T comparable](key *T, byDefault T) {
	if *key == byDefault {
		*key = *new(T)
	}
}
