// Package worlds finds out what people forgot to say, from what they say next.
//
// People forget to say a move, say it late, or lay a card on the wrong reader. The next observation then fits no legal move, or it fits a move that nobody made. The
// journal holds one version of the game. A Belief keeps further versions beside it. Such a version is called a world: a position, and the moves that lead to it.
// People told some of these moves. The others are supposed: nobody told them, but they explain what was observed.
//
// Each world has a likelihood. An observation changes the likelihood of every world, even if the journal has refused it. When another world has become far likelier
// than the journal's, there is a Jump: how many moves the journal takes back, and which moves it then makes. When several worlds are about equally likely, there is a
// Question: which of some moves was made? Each of them belongs to other worlds. Where too many moves are possible to
// name a few, and where nothing explains what people say, the question asks them to show a move. What they said before is taken then, as far as it fits. As long as everything that is told fits the journal, there is neither.
//
// The package is pure: it reads no clock, starts no goroutine and writes nothing. It uses only what everybody knows, so its results may be
// shown to everybody. It looks at a limited number of positions for each observation, which limits its time.
package worlds
