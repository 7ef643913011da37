// Package journal stores the games of a table: games/*.table in a state directory, a file for each game, a line for each move,
// each on the disk before anything shows it. The state is the journal replayed.
//
// A journal is a table record that `familiar replay` can run. Its comments make it a journal:
//
//	# familiar journal 1: the last word of each line below is the CRC-32C of all before it
//	game sacrilege
//	pack house
//	seat ann
//	seat ben
//	# began: 2026-11-21T18:30:02.123Z aac14c40
//	ann: sacrifice imp ben                  # 2026-11-21T18:31:40.010Z reader ann 2cafeae4
//	table: undo                             # 2026-11-21T18:31:52.700Z button undo + d9660ece
//	ann: sacrifice monk ben                 # 2026-11-21T18:31:52.700Z reader ann b51b5038
//	# ended: 2026-11-21T19:40:00.000Z moves 1, minutes 1: ann won f3a1f465
//
// After each statement come its time, its source and a checksum: the CRC-32C (Castagnoli), in eight
// hexadecimal digits, of every byte of the file before it. So each line vouches for all lines above it, and the trusted part
// ends at the first line with a wrong checksum. A + before the checksum says that the next line belongs to the
// same step; a step that was cut off in its middle does not count.
//
// If the game began with an owner's card list, the line `# began: TIME cards SUM` says so, and games/cards/SUM.toml holds the list as it was then.
//
// A disk that is full or cannot be written to takes no lines; the acknowledged ones are there, and a later try may succeed. If the disk takes
// nothing at all, the file is closed, so that it can be repaired.
//
// Lines that cannot be trusted are never deleted. They go into a file beside the journal, NAME.table.damaged-1, and a message says so.
//
// A Journal belongs to one goroutine. On Linux an open journal is locked, so that a second Familiar on the same state
// directory cannot write into it.
package journal
