// Package record reads, writes and replays table records: what happened at a table, one statement a line, in the game's own words.
//
//	game sacrilege
//	seat ann
//	seat ben
//	table: reveal king
//	ann: sacrifice knight ann       # a move is made
//	!turn.twice ann: sacrifice monk ann   # a move that must be refused, and for that rule
//	? ann = draw | end | invoke     # exactly these verbs are legal now
//	= ann.altar.value 3             # a fact
//	table: undo                     # the last move that stands is taken back
//
// A record is a journal, a bug report and a test in one. The package reads and writes nothing but the
// reader that Parse is given and the writer that Print is given.
package record
