// Package toygame is a game small enough to be read in one go: seats draw cards, lay them on a heap for points, a joker
// asks whom to rob, a bell rings after three seconds. It has what makes engines hard (hidden hands, a question, moves
// of the table, a timer, an end) and exists to try the suite, the records and the program on it.
package toygame
