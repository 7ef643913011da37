// Package header is the far end of the 40-pin header of an emulated Raspberry Pi: it connects the chips and pins of a bench to it.
//
// QEMU's side is the device pi-header (systemd/machine/qemu/pi_header.c). It reports the SoC's activity on the header's lines and buses over a socket,
// each message with the time of the guest, and waits for the answer before the guest goes on. So the chips see chip selects, data lines and bytes in
// their order, and answer while no time passes in the guest. The bytes of its serial ports go over the same socket, for the same reason.
//
// # Time
//
// The chips of package virtual use package time. A Header sleeps until the time in a message, and only then passes the message to them: in a
// testing/synctest bubble, whose time passes only while everything in it sleeps, the guest's clock becomes the bubble's. The guest sends a tick every
// millisecond, so that hands and chips can act at their own times, too. How long the emulation takes in real time has no effect.
//
// # Concurrency
//
// Serve is the one goroutine that reads and writes the socket. The bench may be used from any goroutine of the bubble.
package header
