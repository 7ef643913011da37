// Package virtual emulates the wired table at the level of its chips and pins.
//
// Every emulated part stands behind periph's own interfaces (gpio.PinIO,
// spi.PortCloser, i2c.BusCloser), or is a terminal, and can be registered under
// the name of the real one ("GPIO24", "SPI0.0", "I2C1"), so that the unmodified drivers and the unmodified code
// that opens parts by name run against it. The parts decode what the drivers
// send, bit by bit, into what a person at the table would see or hear: the
// picture on the panel, the light of each lamp, the pitch of the buzzer; and
// they answer as the silicon does, its slowness and its faults included.
//
//   - Pin: a GPIO line as the kernel's character device serves it through
//     periph's gpioioctl.
//   - Encoder: a rotary encoder between two such lines and ground.
//   - EPaper: the Waveshare 2.13" v2 and v4 e-paper, an SSD1675B or an SSD1680
//     with a 122×250 glass.
//   - OLED: an SSD1306 with a glass of 128×64 or 128×32, on an I2C bus.
//   - Lamps: a chain of APA102 or WS2812 lamps.
//   - Buzzer: what is heard of a pin, for active and passive buzzers.
//   - MFRC522, PN532 and tags: card readers and ISO/IEC 14443-A tags in their
//     fields.
//   - I2CBus and SPIBus: what several chips are on together, and take turns on.
//   - SPIDevice: an SPI chip as its wires see it, for a master that drives them
//     itself. I2CDevice is the same for I2C.
//
// All parts are safe for concurrent use. Whoever mirrors a part, as a web page
// does, takes a channel from its Watch method: it holds one signal at most,
// however much happened, and the part's present state is read after it; a slow
// watcher misses states in between but never the last one, and never delays
// the part. Times are those of package time, so that a test in a synctest
// bubble sees the delays of the chips without waiting for them.
package virtual
