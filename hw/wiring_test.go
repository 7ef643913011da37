package hw_test

import (
	"os"
	"strings"
	"testing"

	"familiar/hw"
	"familiar/hw/digits"
	"familiar/hw/panel"
	"familiar/hw/reader"
)

// TestWiringPage checks that the configs in docs/wiring.md are valid.
func TestWiringPage(t *testing.T) {
	page, err := os.ReadFile("../docs/wiring.md")
	if err != nil {
		t.Fatal(err)
	}
	parts := strings.Split(string(page), "```toml\n")
	if len(parts) < 4 {
		t.Errorf("the page has %d configs, want three at least", len(parts)-1)
	}
	for i, part := range parts[1:] {
		config, _, closed := strings.Cut(part, "```\n")
		if !closed {
			t.Errorf("config %d has no end", i+1)
		}
		if c, err := hw.ParseConfig([]byte(config)); err != nil {
			t.Errorf("config %d: %v", i+1, err)
		} else if len(c.Readers) == 0 && c.Panel == nil && c.Digits == nil && c.Lamps == nil && c.Buzzer == nil {
			t.Errorf("config %d is empty", i+1)
		}
	}
}

// TestWiringPageNamesAll checks that docs/wiring.md has the name, in a config, of each chip and each model.
func TestWiringPageNamesAll(t *testing.T) {
	page, err := os.ReadFile("../docs/wiring.md")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, d := range reader.Drivers() {
		names = append(names, d.Chip)
	}
	for _, d := range panel.Drivers() {
		names = append(names, string(d.Model))
	}
	for _, d := range digits.Drivers() {
		names = append(names, string(d.Model))
	}
	for _, name := range names {
		if !strings.Contains(string(page), "`"+name+"`") {
			t.Errorf("the page does not name %s", name)
		}
	}
}
