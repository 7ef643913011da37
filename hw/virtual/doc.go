// Package virtual emulates the wired table at the level of its chips and pins.
//
// Every emulated part implements periph's own interfaces (gpio.PinIO, spi.PortCloser, i2c.BusCloser), or is a
// pseudo-terminal, for a serial port, and can be registered under the name of the real one ("GPIO24", "SPI0.0", "I2C1"), so that the
// unmodified drivers and the unmodified code that opens parts by name run against it. The parts decode the data
// of the drivers, bit by bit, into what a person at the table would see or hear: the picture on the panel, the
// light of each lamp, the pitch of the buzzer. They answer as the silicon does, with its delays and its faults.
//
//   - Pin: a GPIO line as the kernel's character device provides it through periph's gpioioctl.
//   - Encoder: a rotary encoder between two such lines and ground.
//   - EPaper: the Waveshare 2.13" v2 and v4 e-paper, an SSD1675B or an SSD1680
//     with a 122×250 glass; and the Pimoroni Inky pHAT, with one of 104×212.
//   - OLED: an SSD1306 with a glass of 128×64 or 128×32, or an SH1106 with one
//     of 128×64, on an I2C bus.
//   - TM1637: four digits behind two lines that the program drives edge by edge.
//   - Lamps: a chain of APA102 or WS2812 lamps.
//   - Buzzer: the sound of active and passive buzzers on a pin.
//   - MFRC522, PN532 and tags: card readers and ISO/IEC 14443-A tags in their
//     fields.
//   - I2CBus and SPIBus: buses that several chips share, taking turns.
//   - SPIDevice: an SPI chip seen from its wires, for a master that drives these itself. I2CDevice is the same
//     for I2C.
//
// All parts are safe for concurrent use. To mirror a part, for example on a web page, use the channel of its
// Watch method: it holds one signal at most, however many changes there were, and the part's current state is
// read after it. A slow watcher misses states in between but never the last one, and never delays the part.
// Times are those of package time, so that a test in a synctest bubble sees the delays of the chips without
// waiting for them.
//
// # Other drivers
//
// Drivers of other projects run on these parts, too: package peers, and make peers. If a driver and a part
// disagree, the datasheet decides; if it allows both, the hardware of the driver's users does. So far:
//
//   - PN532, serial: bytes that a host writes follow those that are still on the
//     line (UM0701-02, 6.2.3). libnfc writes the bytes that wake the chip and a
//     command one right after the other.
//   - PN532, waking up: "typically a few 100 µs", at most 2 ms (6.3.2.3). It is 1 ms
//     here, because libnfc leaves 1.3 ms; SetOscillatorStart makes it longer.
//   - PN532, I2C: the datasheet's timing of the interface allows the chip to stretch the clock while it wakes
//     up. Adafruit's drivers need that; a Raspberry Pi's controller handles it badly. Here the chip does not
//     acknowledge instead, unless StretchClock is set.
//   - PN532, SPI: the status can be read any number of times while the chip is selected (6.2.5). Adafruit's
//     Python driver polls like this.
//   - PN532, InDataExchange: the manual (7.1, 7.3.8) has no status for a tag that refuses. It is 0x13 here;
//     drivers treat any but 0 as a failure. InRelease of all targets when there is none is no error, as libnfc
//     expects.
//   - PN532 and tags: no key ever opens a MIFARE Classic, as the cipher is not emulated: InDataExchange answers
//     0x14, MFAuthent of an MFRC522 ends without effect.
//   - MFRC522, ErrorReg: after a collision parity is not checked (9.3.1.7), see CheckParityAfterCollision.
//     Otherwise the Arduino library could not read several tags at once. That is a conclusion from the library,
//     not a measurement.
//   - MFRC522, self test: there is a result only after the sequence in 16.1.1. The Arduino library compares it
//     with the same list of bytes.
//   - MFRC522, IRQ: periph's driver needs the pin, see WireIRQ. It also polls a tag 0.2 ms after it has
//     switched the field on, so the tag has to wake up faster than ISO/IEC 14443-3, 5 requires: see
//     Field.SetWakeUp.
//   - Tags: an NTAG that refuses goes back to IDLE or HALT (datasheet, 8.4). It does not have READ_SIG,
//     READ_CNT, PWD_AUTH and COMPATIBILITY_WRITE.
//   - WS2812: a pulse is right if one of the datasheet's versions allows it: periph's
//     nrzled sends 1.2 µs for a 1.
//
// These differences are the drivers' own and remain: periph's inky takes a WaitForEdge that returns at once for the end of a refresh, as on
// gpioioctl; periph's tm1637 holds the data line where the chip acknowledges, and notices neither a chip that is missing nor a line that fails; periph's waveshare2in13v3 and v4 refresh twice; Adafruit's
// C++ driver leaves two bytes of an answer on a serial line; periph's mfrc522 waits for ever where
// WaitForEdge(0) does, as on gpioioctl; periph's waveshare2in13v3 sends fewer arguments than commands 04h, 32h
// and 37h of an SSD1680 take (datasheet, 7), so that the rest of those registers keeps its values.
package virtual
