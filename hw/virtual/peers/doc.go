// Package peers runs drivers that are not ours on the emulated chips of
// familiar/hw/virtual. It holds tests only, behind the build tag peers; `make peers`
// runs them and prints a table: the driver, the chip, what was read, and in what
// the chip differs from what the driver or the datasheet expects.
//
// A driver whose program or source is not there is printed as "not run", never as
// passed.
//
// # Where the drivers come from
//
//   - periph.io/x/devices/v3 is a module of this project.
//   - nfc-list and nfc-poll of libnfc are programs of the distribution.
//   - The others come from a folder, make peers PEERS=DIR. DIR/NAME holds the source
//     of the driver NAME as it was published, and DIR/NAME/peer, a program that was
//     made of it. The files that matter are held by their SHA-256, which stand in
//     given_test.go; other sources fail. Without the program the driver is not run.
//
// # The program peer
//
// The program is the driver on a board. The board's wires and its clock are behind
// the program's standard output and input: it writes a line to the one, and then
// reads one line from the other, except after a result. Its arguments are how the
// chip is wired (spi, i2c or serial), a task, and what belongs to the task. Bytes are
// hexadecimal digits without spaces; other numbers are decimal.
//
//	it writes                 it reads
//	select LEVEL              ok            the chip select: 0 is low, which selects
//	spi CLOCK BYTES           BYTES         clocks bytes out and in, at CLOCK Hz
//	i2c-write BYTES           ok or nak     one write to the chip
//	i2c-read N                BYTES or nak  one read of N bytes from the chip
//	serial BYTES              ok            sends bytes down the serial line
//	received N MICROSECONDS   BYTES         takes N received bytes, or what has come
//	                                        after that time
//	available                 N             how many received bytes there are
//	delay MICROSECONDS        ok            lets time pass
//	time                      N             microseconds since the start
//	= KEY VALUE               -             a result
//
// An empty string of bytes is a dash. A line that the board does not understand is
// answered with "error TEXT", and fails the test. All time is the board's own:
// nothing else may be waited for, so that a run is the same every time. A clock that
// is read takes a microsecond. The program ends by itself, with status 0.
//
// The tasks, and their results:
//
//	version         = version HEX     what the driver reads as the chip's version
//	selftest        = selftest pass   or fail
//	list N          = uid HEX SAK     for each of N looks for a tag, or = none. SAK is
//	                                  a dash if the driver does not tell it. Where
//	                                  the driver can, the tag is halted, so that
//	                                  the next look finds another. The first look
//	                                  is 10 ms after the field was switched on
//	read PAGE       = read HEX        4 or 16 bytes from a page of the one tag there,
//	                                  or = failed TEXT if the driver says so
//	write PAGE HEX  = written         or = failed TEXT
//
// A driver that has nothing for a task gives the result "= unable".
package peers
