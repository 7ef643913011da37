// Package worlds keeps the games that may have been played, beside the one that the journal tells.
//
// People forget to say a move, say it late, or lay a card on the wrong reader. What they say next then fits nothing, or it fits something that was never done.
// So a Belief keeps several worlds: each is a position with the moves that lead to it, some of which were told and some of which are supposed. Every observation
// counts in all of them, also one that the journal has refused. When another world is far likelier than the journal's, Follow returns the Jump to it: how many
// moves the journal takes back, and which moves it makes. When several worlds are about as likely, Question returns the moves that tell them apart.
//
// The package is pure: it reads no clock, starts no goroutine and writes nothing. It works on what everybody knows, so whatever follows from it may be said
// aloud. It looks at a limited number of positions for each observation, which bounds its time.
package worlds
