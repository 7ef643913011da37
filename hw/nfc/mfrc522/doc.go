// Package mfrc522 drives the NXP MFRC522 (and its clones) over SPI as an
// nfc.Reader: it lists all ISO/IEC 14443 type A tags in the field. It polls; it
// needs neither the interrupt nor the reset pin.
//
// # One poll
//
// Every exchange with the field is one SPI call: the frames that load the chip
// and start it, and one long read that repeats ComIrqReg for as long as the
// exchange takes. So waiting needs neither further calls nor a timer of the
// operating system, whose resolution is coarser than an exchange. The end of
// that read covers the state of the answer, and the settings that a chip loses
// when its supply fails; a second call fetches the answer itself. Two readers
// on one bus take turns, as a call holds the bus for up to 1.3 ms.
//
// The field stays on. All tags are halted, or idle, when a poll begins: WUPA
// wakes both kinds. The UIDs are a tree that is walked depth first. All tags
// whose UID begins with the bits sent answer an anticollision frame; where
// their answers collide, the walk goes on with 1 and keeps the side of the 0
// for later. A tag that was woken by WUPA and not selected returns to its
// former state, and REQA does not wake a halted tag: so each further branch
// starts with WUPA, not REQA. The tag that was selected last also gets a WUPA:
// it stays silent then, and any other tag that a stronger one has drowned out
// until now answers.
//
// # Which UIDs are accepted
//
// A UID is listed only if each cascade level had the right check byte and was
// selected with that level's bytes, and the SAK's CRC was right. Anything else
// is a tag that was removed in mid-read, which is left out.
//
// The datasheet does not say whether CollPos counts from the first bit that was
// received, from the first bit of the byte it was aligned to, or from the first
// bit of the level. The walk takes the nearest of these positions. That is
// right in all three cases, since the bits before it are good and both of its
// sides are walked; at worst a branch without a tag is tried.
//
// # Datasheet
//
// MFRC522, Standard performance MIFARE and NTAG frontend, NXP, Rev. 3.9:
// section 8.1.2 (SPI), 8.5 (timer), 9 (registers), 10 (commands). Tags: ISO/IEC
// 14443-3:2011, section 6 (type A initialization and anticollision).
package mfrc522
