// Package pn532 drives the NXP PN532 over I2C, SPI or a serial line as an
// nfc.Reader: it lists all ISO/IEC 14443 type A tags in the field. It polls; it
// needs neither the interrupt nor the reset pin.
//
// # One poll
//
// The chip does anticollision by itself: InListPassiveTarget finds up to two
// tags, and halts the one to find the other. Where it finds two the second is
// halted too, by InDeselect, and the chip is asked again, until it finds less
// than two or nothing new. A halted tag wakes up by WUPA, which the chip cannot
// be told to send, or without a field: a poll that found any tag ends with the
// field off, and the next one begins by switching it on and waiting until the
// tags are awake. A field in which nothing was found stays on. So every search
// finds idle tags, whatever the chip left them in.
//
// A tag with a random UID, as a phone, shows a new one whenever the field was
// off.
//
// # The wires
//
// The commands are those of the module go-pn532, and so is the form of a
// transport (pn532.Transport), but the transports are this package's own. Those
// of the module, v0.26.1, do not fit: that of SPI asks for reads longer than its
// writes, which spidev refuses, and cuts the answer's code off, which its Device
// expects; that of I2C keeps its bus open for ever, so that every reopening of a
// dead reader leaks a file, reads each answer twice and sleeps for over 25 ms a
// command, partly beyond its context; that of a serial line takes a chip that
// does not answer a search for an empty field, so that a dead reader looks like
// a card taken away. Its Device knows one target a search, and waits up to a
// second for one.
//
// A transfer that was disturbed is repeated once: a command that was not
// acknowledged is sent again, an answer that makes no sense is asked for again.
//
// # Datasheet
//
// PN532 User Manual, NXP, UM0701-02: section 6.2 (frames and wires), 7.2 and 7.3
// (commands). PN532/C1 datasheet, Rev. 3.6. Tags: ISO/IEC 14443-3:2011, section 6.
package pn532
