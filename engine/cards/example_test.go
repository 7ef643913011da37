package cards_test

import (
	"fmt"

	"familiar/engine/cards"
)

// Two cards of a pile of three go to a hand, one of them face down and the other face up.
func Example() {
	const pile, hand = 0, 1
	table := cards.New(3, 2)
	for k := range cards.Kind(3) {
		table.Hide(pile, k)
	}
	table.Pass(pile, hand)
	possible := table.Kinds(hand)
	fmt.Println("cards in the hand:", table.Size(hand), "possible kinds:", possible.Len())

	table.Take(pile, 2)
	table.Put(hand, 2)
	fmt.Println("kind 0 may be there:", table.Holds(hand, 0))

	table.See(hand, 1)
	fmt.Println("and now:", table.Holds(hand, 0), "because it lies in the pile:", table.Holds(pile, 0))
	// Output:
	// cards in the hand: 1 possible kinds: 3
	// kind 0 may be there: true
	// and now: false because it lies in the pile: true
}
