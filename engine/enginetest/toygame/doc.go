// Package toygame is a game that is small enough to be read in one go. Seats draw cards and lay them on a heap for points, a joker asks for a player
// to rob, and a bell rings after three seconds. It has everything that makes engines hard (hidden hands, a question, moves of the table, a timer, an
// end). The suite, the records and the program are tested with it.
package toygame
