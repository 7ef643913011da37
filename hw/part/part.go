package part

import (
	"fmt"
	"slices"
	"strings"
)

// Module is a part with terminals, as it is sold.
type Module struct {
	Power       []string // the labels of its terminals for 3.3 V
	Ground      string   // the label of its terminal for ground
	Connections []Connection
}

// Connection is a way to connect a module to a bus.
type Connection struct {
	Bus     Bus
	Address uint16 // on I2C
	// Terminals are the labels of its terminals by the signals of the Raspberry Pi that they are connected to: "MOSI", "MISO", "SCK" and "CS", "SDA"
	// and "SCL", or "TXD" and "RXD". A module may lack some.
	Terminals map[string]string
	Note      string // what else has to be done to connect it so; may be empty
}

// On returns the way to connect the module to the bus of a name in a config. OK is false if there is none.
func (m Module) On(bus string) (c Connection, ok bool) {
	i := slices.IndexFunc(m.Connections, func(c Connection) bool { return c.Bus.Names(bus) })
	if i < 0 {
		return Connection{}, false
	}
	return m.Connections[i], true
}

// Connects reports whether the module can be connected to a kind of bus.
func (m Module) Connects(bus Bus) bool {
	return slices.ContainsFunc(m.Connections, func(c Connection) bool { return c.Bus == bus })
}

// Find returns the driver with a name, or an error that lists the known ones. Kind is what the name names, for that error: "chip" or "model".
func Find[Driver any, Name ~string](kind string, name Name, all []Driver, nameOf func(Driver) Name) (d Driver, err error) {
	var names []string
	for _, d := range all {
		if nameOf(d) == name {
			return d, nil
		}
		names = append(names, string(nameOf(d)))
	}
	return d, fmt.Errorf("%s %q is not known; it is one of %s", kind, name, strings.Join(names, ", "))
}
