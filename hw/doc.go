// Package hw is the wired table: from a config to open devices, what they say and what they show.
//
// # How devices are
//
// Open never fails as a whole: what cannot be opened is left out, and told. While Run runs, every device is told by its name to
// Listener.Health, first as soon as it is known how it is, then whenever that changes:
//
//   - A reader is well once it has answered a poll, a panel once it has shown a picture, lamps once they were sent a frame. Lamps
//     and buzzers never answer: theirs is the health of the port or the pin.
//   - A device that has neither answered nor failed five seconds after the start is told as not well.
//   - What fails is opened again by itself, for as long as it takes.
//
// # Concurrency
//
// A Table owns its devices' goroutines from Open until Run has returned; Run must be called, once. The listener is called during
// Run only. Tag and Press come from the goroutines of their devices, so one that waits holds up that device alone; Health comes
// from one goroutine and holds up no device.
package hw
