package main

import (
	"testing"

	"familiar/companion/protocol"
)

// TestUsualInBrowser: the host lets the table take what is usual. A card is a move at once, and a tap on a phone, or on the bench, makes another one of it.
func TestUsualInBrowser(t *testing.T) {
	s := serve(t, t.TempDir(), 0)
	s.seated(protocol.StartRequest{Game: "sacrilege", Seats: []string{"ann", "ben"}}, "table: reveal king")
	ann := s.open("/", 390, 844)
	ann.press("#table", "Ann")
	ann.press("#head", "Menu")
	ann.press("dialog", "The host")
	ann.reads("dialog", "When a card can mean several things")
	ann.click(`dialog input[value="usual"]`)
	ann.sound("usual-setting")
	ann.press("dialog", "Close")
	s.lay("altar-2", "imp")
	ann.reads("#table .log", "Imp")
	ann.reads("#table .otherwise", "Was it something else?")
	ann.sound("usual-move")
	ann.press("#table .otherwise", "It was Ben")
	ann.gone("#table .otherwise")
}
