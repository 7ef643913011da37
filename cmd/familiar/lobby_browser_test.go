package main

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// TestLobbyKeepsWhatIsTyped has somebody type a player's name while other phones come: the half of the name stays, with the cursor behind it, and so does everything
// else in the form. Players that change places keep their names and colours.
func TestLobbyKeepsWhatIsTyped(t *testing.T) {
	s := serve(t, t.TempDir(), 0)
	host := s.open("/", 390, 844)
	s.makeNewPhonesWait(host)

	host.fill(0, "Ann")
	host.press("#lobby", "Another player")
	host.types("#lobby .players li:nth-child(3) input", "Th")
	s.openInRoom(s.invitation(), 390, 844).reads("#cover", "It is number 1.")
	host.reads("#lobby", "Waiting to come in: number 1.")
	host.run(chromedp.KeyEvent("eo"))
	host.valued("#lobby li:nth-child(1)", "Ann")
	host.valued("#lobby li:nth-child(3)", "Theo")

	host.press("#lobby", "Move player 3 up")
	host.valued("#lobby li:nth-child(2)", "Theo")
	host.fill(2, "Ben")
	host.press("#lobby", "Colour of player 2: Green")
	host.press("dialog", "Orange")
	host.reads("#lobby li:nth-child(2) .swatch", "O")
	host.reads("#lobby li:nth-child(1) .swatch", "G")
	host.press("#lobby", "Take player 1 out")
	host.press("#lobby", "Begin")
	host.reads("#table", "Theo")
}
