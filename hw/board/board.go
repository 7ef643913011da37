// Package board describes the Raspberry Pi: its models and their differences, the 40 pins of its header, and the pins of its buses.
//
// Pins and buses are those of the Raspberry Pi documentation ("GPIO and the 40-pin header"), the BCM2835 and BCM2711 peripheral
// manuals (6.2, "Alternative function assignments"), the RP1 datasheet (3.1.1) and the README of the kernel's overlays.
package board

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
)

// Model is a model of Raspberry Pi. Models that are alike for a table are one.
type Model int

// The models.
const (
	Unknown Model = iota // none of those below, or no Raspberry Pi
	Zero                 // Zero and Zero W: one core, ARMv6
	Zero2                // Zero 2 W
	Pi3                  // 3 and 3+, and 2, which is wired alike
	Pi4                  // 4, 400 and Compute Module 4
	Pi5                  // 5, 500 and Compute Module 5
)

// modelFile is where the kernel keeps the firmware's name of the board.
const modelFile = "proc/device-tree/model"

// Detect returns the model of a machine and the name that its firmware gives it: "Raspberry Pi 4 Model B Rev 1.5". Root is the machine's file
// system. On a machine that is no Raspberry Pi the model is Unknown and the name may be empty.
func Detect(root fs.FS) (Model, string, error) {
	text, err := fs.ReadFile(root, modelFile)
	if errors.Is(err, fs.ErrNotExist) {
		return Unknown, "", nil
	}
	if err != nil {
		return Unknown, "", fmt.Errorf("which Raspberry Pi this is: %w", err)
	}
	name := strings.TrimRight(string(text), "\x00\n") // device trees end text with a zero byte
	return modelOf(name), name, nil
}

// modelNames maps names of boards to models, the longer names first.
var modelNames = []struct {
	name  string
	model Model
}{
	{"Zero 2", Zero2}, {"Zero", Zero},
	{"Compute Module 5", Pi5}, {"Compute Module 4", Pi4}, {"Compute Module 3", Pi3},
	{"500", Pi5}, {"400", Pi4},
	{"5", Pi5}, {"4", Pi4}, {"3", Pi3}, {"2", Pi3},
}

func modelOf(name string) Model {
	rest, ok := strings.CutPrefix(name, "Raspberry Pi ")
	if !ok {
		return Unknown
	}
	for _, n := range modelNames {
		if rest == n.name || strings.HasPrefix(rest, n.name+" ") {
			return n.model
		}
	}
	return Unknown
}

// String returns the usual name of the model.
func (m Model) String() string {
	switch m {
	case Zero:
		return "Raspberry Pi Zero"
	case Zero2:
		return "Raspberry Pi Zero 2"
	case Pi3:
		return "Raspberry Pi 3"
	case Pi4:
		return "Raspberry Pi 4"
	case Pi5:
		return "Raspberry Pi 5"
	}
	return "unknown model"
}

// RootRefused reports whether a program must not touch the GPIO lines of the model as root: as root, periph maps registers at the addresses
// of the earlier models, where a Raspberry Pi 5 has something else.
func (m Model) RootRefused() bool { return m == Pi5 }

// Remarks lists, for people, what is special about wiring the model.
func (m Model) Remarks() []string {
	var all []string
	switch m {
	case Zero:
		all = append(all, "one core of 1 GHz: two or three readers are enough for it")
	case Pi5:
		all = append(all, "do not run Familiar as root: the GPIO library would write to the wrong registers",
			"SPI3 comes out where a Raspberry Pi 4 has SPI4, and SPI2 where that has SPI3; there is no SPI4 and no SPI6",
			"the serial port of the header is /dev/ttyAMA0 with dtparam=uart0=on; /dev/serial0 may be the one between the HDMI sockets",
			"the PWM of a passive buzzer may be pwmchip2 with an early kernel")
	}
	if m == Zero || m == Zero2 || m == Pi3 {
		all = append(all, "SPI0 and SPI1 are all there is",
			"lamps of the kind ws2812 need core_freq=250 in config.txt: the clock of SPI follows that of the core",
			"the serial port of the header is given to Bluetooth's: set dtoverlay=disable-bt or enable_uart=1 in config.txt for a reader on /dev/serial0")
	}
	if m == Pi4 {
		all = append(all, "lamps of the kind ws2812 need core_freq_min=500 in config.txt: the clock of SPI follows that of the core")
	}
	return all
}
