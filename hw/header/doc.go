// Package header is the far end of the 40-pin header of an emulated Raspberry Pi: it lets the chips and pins of a bench hang there.
//
// QEMU's side is the device pi-header (systemd/machine/qemu/pi_header.c). It tells what the SoC does at the header's lines and buses over a
// socket, each with the time of the guest, and waits for the answer before the guest goes on. So the chips see chip selects, data lines and
// bytes in their order, and answer while no time passes in the guest. What goes over its serial ports goes over the same socket, for the same reason.
//
// # Time
//
// The chips of package virtual live by package time. A Header sleeps until the time that a message carries, and only then hands it to
// them: in a testing/synctest bubble, whose time passes only while everything in it sleeps, the guest's clock becomes the bubble's. A tick of the guest a
// millisecond lets hands and chips move at their own times, too. How long the computer takes for the emulation shows nowhere.
//
// # Concurrency
//
// Serve is the one goroutine that reads and writes the socket. The bench may be used from any goroutine of the bubble.
package header
