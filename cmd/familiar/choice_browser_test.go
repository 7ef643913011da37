package main

import (
	"testing"

	"familiar/companion/protocol"
)

// TestChoiceOfACard: a card that leaves a choice is asked about with what each answer does, not with numbers.
func TestChoiceOfACard(t *testing.T) {
	s := serve(t, t.TempDir(), 0)
	s.seated(protocol.StartRequest{Game: "sacrilege", Seats: []string{"ann", "ben"}}, "table: reveal king\nann: sacrifice shade ann")
	p := s.open("/", 390, 844)
	p.press("#table", "Ann")
	for _, option := range []string{
		"Draw two cards.", "Discard a card. You have one more action in this turn. It may be one of a sort that you have used.",
		"A player of your choice discards a card at random.",
	} {
		p.reads("#table .dock", option)
	}
	p.sound("choice")
	p.press("#table .dock", "Draw two cards.")
	p.reads("#table .ask", "One more action")
}
