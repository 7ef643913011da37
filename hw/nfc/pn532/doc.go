// Package pn532 drives the NXP PN532 over I2C, SPI or a serial line as an
// nfc.Reader: it lists all ISO/IEC 14443 type A tags in the field. It polls; it
// needs neither the interrupt nor the reset pin.
//
// # One poll
//
// The chip does anticollision by itself: InListPassiveTarget finds up to two
// tags, and halts one to find the other. If it finds two, the second is halted
// too, by InDeselect, and the search is repeated, until it finds less than two
// tags or no new one. A halted tag wakes up by WUPA, which the chip has no
// command for, or after a time without a field: a poll that found any tag ends
// by switching the field off, and the next one begins by switching it on and
// waiting until the tags are awake. A field in which nothing was found stays
// on. So every search finds idle tags, whatever state the last one left them
// in.
//
// A tag with a random UID, such as a phone, shows a new one whenever the field
// was off.
//
// # What a poll costs
//
// Measured with the emulated chip, I2C at 100 kHz, SPI at 1 MHz, in
// milliseconds, bytes and transfers:
//
//	tags    I2C              SPI              serial line
//	0       21 / 64 / 8      15 / 72 / 9      14 / 27 / 3
//	1       36 / 130 / 16    25 / 146 / 19    29 / 88 / 9
//	2       57 / 225 / 27    42 / 254 / 33    43 / 153 / 15
//	4       88 / 322 / 40    59 / 362 / 47    66 / 233 / 21
//
// This assumes that the chip takes 10 ms for a search without result, which its
// manual does not state.
//
// # The wires
//
// The commands are those of the module go-pn532, and so is the interface of a
// transport (pn532.Transport), but the transports are this package's own. Those
// of the module, v0.26.1, do not fit. Its SPI transport reads more bytes than
// it writes in one transfer, which spidev refuses, and cuts off the answer's
// code, which the module's Device expects. Its I2C transport never closes its
// bus, so that every reopening of a dead reader leaks a file; it reads each
// answer twice and sleeps for 18 ms a command. Its serial transport takes a
// chip that does not answer a search for an empty field, six seconds later, so
// that a dead reader looks like a card that was taken away. And the module's
// Device returns only one target of a search.
//
// A disturbed transfer is repeated once: a command without acknowledgement is
// sent again, an answer that makes no sense is requested again.
//
// # Datasheet
//
// PN532 User Manual, NXP, UM0701-02: section 6.2 (frames and wires), 7.2 and 7.3
// (commands). PN532/C1 datasheet, Rev. 3.6. Tags: ISO/IEC 14443-3:2011, section 6.
package pn532
