package hw

import (
	"cmp"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"familiar/hw/buzzer"
	"familiar/hw/part"
)

// System locates the devices that periph's registries do not have. The zero value is this machine's kernel.
type System struct {
	Sysfs buzzer.Sysfs
	// Ports maps the serial ports of a config to their paths. A port that is not listed has the path in the config.
	Ports map[string]string
}

func (s System) sysfs() buzzer.Sysfs {
	if s.Sysfs == nil {
		return buzzer.Kernel{}
	}
	return s.Sysfs
}

// port returns the path of a serial port.
func (s System) port(name string) string {
	return cmp.Or(s.Ports[name], name)
}

// serialPorts lists the serial ports that may have a reader, by their names in a config.
func (s System) serialPorts() []string {
	if s.Ports != nil {
		return slices.Sorted(maps.Keys(s.Ports))
	}
	return serialPortsIn("")
}

// serialPortsIn is serialPorts for the devices below a root folder, the empty one on a machine.
func serialPortsIn(root string) []string {
	var all []string
	seen := make(map[string]bool)
	for _, pattern := range []string{"/dev/serial[0-9]", "/dev/ttyAMA*", "/dev/ttyUSB*", "/dev/ttyACM*"} {
		files, _ := filepath.Glob(root + pattern) // the patterns are well formed
		for _, f := range files {
			// The same port has several names; that of the header comes first.
			target, err := filepath.EvalSymlinks(f)
			name := strings.TrimPrefix(f, root)
			if err != nil || seen[target] || !part.Serial.Names(name) {
				continue
			}
			seen[target] = true
			all = append(all, name)
		}
	}
	return all
}
