// Package hw is the wired table: it opens the devices of a config and passes on their events.
//
// # Health
//
// Open never fails as a whole. A device that cannot be opened is reported, and opened again for as long as it takes. One that the config describes wrongly is only
// reported. While Run runs, the health of every
// device goes to Listener.Health with the device's name, first as soon as it is known, then whenever it changes:
//
//   - A reader is OK once it has answered a poll, a panel once it has shown a picture, digits once they have acknowledged a number, lamps
//     once a frame was sent to them.
//     Lamps and buzzers never answer: their health is that of the port or the pin. Buttons and knobs are OK while their pins wait for edges.
//   - A device that has neither answered nor failed five seconds after the start is reported as not OK; a slow panel has fifteen.
//   - A device that fails is opened again automatically, for as long as it takes.
//
// # Concurrency
//
// Devices owns the goroutines of its devices from Open until Run has returned; Run must be called, once. The listener is called
// during Run only. Tag, Press, Turn and Push are called from the goroutines of their devices: if one blocks, it holds up that
// device alone. Health is called from one goroutine and holds up no device.
package hw
