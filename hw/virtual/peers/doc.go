// Package peers runs drivers of other projects on the emulated chips of
// familiar/hw/virtual. It holds tests only, behind the build tag peers; `make
// peers` runs them and prints a table: the driver, the chip, the result, and
// where the chip differs from the driver's or the datasheet's expectations.
//
// A driver without program or source is printed as "not run", never as passed.
//
// # Where the drivers come from
//
//   - periph.io/x/devices/v3 is a module of this project.
//   - nfc-list and nfc-poll of libnfc are programs of the distribution.
//   - The others come from a folder, make peers PEERS=DIR. DIR/NAME holds the
//     published source of the driver NAME, and DIR/NAME/peer, a program that
//     was made of it. The important files are checked by their SHA-256, which
//     is in given_test.go; other sources fail. Without the program the driver
//     is not run.
//
// # The program peer
//
// The program is the driver on a board. The board's wires and its clock are
// connected to the program's standard output and input: it writes a line to the
// one, and then reads one line from the other, except after a result. Its
// arguments are the chip's connection (spi, i2c or serial), a task, and the
// arguments of the task. Bytes are hexadecimal digits without spaces; other
// numbers are decimal.
//
//	it writes                 it reads
//	select LEVEL              ok            the chip select: 0 is low, which selects
//	spi CLOCK BYTES           BYTES         clocks bytes out and in, at CLOCK Hz
//	i2c-write BYTES           ok or nak     one write to the chip
//	i2c-read N                BYTES or nak  one read of N bytes from the chip
//	serial BYTES              ok            sends bytes down the serial line
//	received N MICROSECONDS   BYTES         takes N received bytes, or those that have come
//	                                        after that time
//	available                 N             the number of received bytes
//	delay MICROSECONDS        ok            lets time pass
//	time                      N             microseconds since the start
//	= KEY VALUE               -             a result
//
// An empty string of bytes is a dash. The answer to an unknown line is "error
// TEXT", and the test fails. All time is the board's own: the program must not
// wait for anything else, so that every run is the same. Reading the clock
// takes a microsecond. The program ends by itself, with status 0.
//
// The tasks, and their results:
//
//	version         = version HEX     the chip's version as the driver reads it
//	selftest        = selftest pass   or fail
//	list N          = uid HEX SAK     for each of N searches for a tag, or = none. SAK is
//	                                  a dash if the driver does not return it. If
//	                                  the driver can, it halts the tag, so that
//	                                  the next search finds another. The first search
//	                                  is 10 ms after the field was switched on
//	read PAGE       = read HEX        4 or 16 bytes from a page of the only tag,
//	                                  or = failed TEXT if the driver reports a failure
//	write PAGE HEX  = written         or = failed TEXT
//
// A driver without a function for a task gives the result "= unable".
package peers
