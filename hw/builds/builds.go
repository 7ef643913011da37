// Package builds holds the configs of whole tables: those whose wiring docs/wiring.md shows, and two with more than any game can use, to play with in a
// browser.
package builds

import (
	"embed"
	"fmt"
	"strings"
)

//go:embed *.toml
var files embed.FS

// The builds.
const (
	Small  = "small"  // one reader and a button
	Seats  = "seats"  // four seats, an OLED and a knob
	Full   = "full"   // four seats and the middle, e-paper, lamps, a knob and a buzzer, on a Raspberry Pi 4 or 5
	All    = "all"    // everything that any game can use: no Raspberry Pi has so many pins
	Places = "places" // a reader for every place, for three players: no Raspberry Pi has so many pins, either
)

// Names lists the builds.
func Names() []string { return []string{Small, Seats, Full, All, Places} }

// Config returns the config of a build.
func Config(name string) ([]byte, error) {
	text, err := files.ReadFile(name + ".toml")
	if err != nil {
		return nil, fmt.Errorf("there is no build %q: there are %s", name, strings.Join(Names(), ", "))
	}
	return text, nil
}
