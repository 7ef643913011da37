// Package player plays random whole games at a table, and compares the table with the engine after each step.
//
// # How it plays
//
// A Player sits at a rig.Rig with a phone for each seat and one that watches. It has an engine of its own, the reference, which says what is
// legal. A Strategy picks the next move: any legal one, with some verbs preferred, and now and then an amend, so that the game comes to
// its end. All chance comes from the strategy's seed, so a game can be repeated.
//
// The move is then made as people make it, in one of the ways that fit: its cards and other things are laid on readers, one by one or all at
// once; a button is pressed; the knob chooses from lists; a phone makes it. If the table asks, the answer that leads to the move is given
// on a phone or with a button (input.go, devices.go). Several moves are made in one gesture where a game allows that (repeated.go), and many
// cards fall onto the table at once (simultaneous.go). In between, moves are undone, hands are shown, and time runs out.
//
// A Persistent player is for tables on which devices fail: a move that cannot be made in one way is made in another (persistent.go).
//
// # How it compares
//
// Everything is compared in compare.go:
//
//   - the journal: replayed, it holds exactly the moves of the reference;
//   - each phone: facts, offered moves, texts of the last moves and what can be undone are those of the reference's view of its seat;
//   - the scene, which is what panel, lamps and buzzer must show: turn, question, winner and counts;
//   - the panel and the lamps: the pixels and colours of that scene, within the time that such a display needs.
//
// Secrets are checked in two ways. In secrets.go the same game goes on twice, with two moves that differ only in what is hidden, and
// everybody else must be shown the same, byte for byte. In impossible.go a seat tries a move that everybody else takes for possible, and that only
// this seat knows to be impossible: nobody else may see any effect of the attempt.
//
// # How it reports
//
// A game that fails ends, and its report (report.go) has the seed, the last ten steps as sentences, and the command that repeats the game:
//
//	This game of sacrilege has failed. Its seed is 2, and its last 10 steps of 54 were:
//	   …
//	   53. Ben taps “Draw” on their phone.
//	   54. Ann lays “Imp” on the reader “hand-1”.
//	This repeats it:
//		go test ./cmd/familiar -run '^TestWholeGames$/^sacrilege_with_2$' -seed 2
//
// With -v, every move is logged.
//
// # Where it plays
//
// In `make test` every game is played in a bubble (TestWholeGames), on tables on which anything fails (TestSoak), and on each processor of a
// Raspberry Pi (TestEmulatedGame). In `make pi-test` the same games are played at an emulated Raspberry Pi, through its kernel's drivers.
//
// Only tests import this package.
package player
