package engine

import "slices"

// Signatures collects the signatures of a game.
type Signatures []Signature

// Player adds a move of a player.
func (s *Signatures) Player(verb Name, args ...Class) {
	*s = append(*s, Signature{Verb: verb, Args: args})
}

// Cardless adds a move of a player that needs neither a card nor a choice.
func (s *Signatures) Cardless(verb Name, args ...Class) {
	*s = append(*s, Signature{Verb: verb, Args: args, Cardless: true})
}

// Nobody adds a move that no player makes.
func (s *Signatures) Nobody(verb Name, args ...Class) {
	*s = append(*s, Signature{Verb: verb, Args: args, ByNobody: true})
}

// Amend adds a correction by hand with its key.
func (s *Signatures) Amend(verb Name, key string, args ...Class) {
	*s = append(*s, Signature{Verb: verb, Args: args, ByNobody: true, Key: key})
}

// Hold adds a move that names one to MaxArgs cards of the player's hand.
func (s *Signatures) Hold(verb Name, card Class) {
	for n := range MaxArgs {
		s.Player(verb, slices.Repeat([]Class{card}, n+1)...)
	}
}
