// Package journal keeps the truth of a table: games/*.table in a state directory, one file a game, one line a move,
// each on the disk before anything shows it.
//
// A journal is a table record that `familiar replay` can run. What makes it a journal are its comments:
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
// Behind a statement stand when and by what it was made and a checksum: the CRC-32C (Castagnoli), in eight
// hexadecimal digits, of every byte of the file before it. So a line vouches for all lines above it, and what does not
// agree with its checksum ends the part that is trusted. A + before the checksum says that the next line belongs to the
// same step: a step cut off in its middle never was.
//
// Where the game began with a list of its owner's own, that line says so, `# began: TIME cards SUM`, and the list lies in games/cards/SUM.toml, as it was then.
//
// A disk that is full or cannot be written to takes no lines; what was acknowledged is there all the same, and a later try may succeed. Of a disk that takes
// nothing the file is let go, so that it can be mended meanwhile.
//
// What cannot be trusted is never deleted. It goes into a file beside the journal, NAME.table.damaged-1, and the
// people are told.
//
// A Journal belongs to one goroutine. On Linux an open one is locked, so that a second Familiar on the same state
// directory cannot write into it.
package journal
