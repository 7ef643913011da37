package main

import (
	"testing"

	"familiar/companion/access"
	"familiar/companion/palette"
	"familiar/companion/protocol"
)

// TestHostInBrowser has Ann begin a game in colours of her choice. Ben pauses it, and she removes his phone. When he comes back
// she reads that somebody has taken the seat.
func TestHostInBrowser(t *testing.T) {
	s := serve(t, t.TempDir(), 0)
	ann := s.open("/", 390, 844)
	ann.reads("#lobby", "Begin a game")
	ann.fill(0, "Ann")
	ann.fill(1, "Ben")
	ann.press("#lobby", "Colour of player 2: Sky blue")
	ann.reads("dialog", "The colour of Ben")
	ann.sound("host-colour")
	ann.press("dialog", "Orange Ann") // Ann then gets sky blue
	ann.press("#lobby", "Colour of player 1: Sky blue")
	ann.press("dialog", "Rust")
	ann.press("#lobby", "Begin")
	ann.press("#table", "Ann")
	colours := make(map[string]string)
	for _, c := range palette.Colours() {
		colours[c.Colour] = c.Word
	}
	for i, want := range []string{"rust", "orange"} {
		if got := colours[s.look().Seats[i].Colour]; got != want {
			t.Errorf("seat %d is %s, not %s", i, got, want)
		}
	}
	ben := s.openInRoom(s.invitation(), 360, 740)
	ben.press("#table", "Ben")
	s.lay("table", "king")
	ann.reads("#table .ask", "Your turn")

	// Any player can pause the game, and continue it.
	ben.press("#head", "Menu")
	ben.press("dialog", "Pause the game")
	for _, p := range []*page{ann, ben} {
		p.reads("dialog", "Ben has paused the game.")
		p.sound("host-paused")
	}
	ann.press("dialog", "Look at the table")
	ann.gone("dialog")
	ann.press("#table .dock", "End")
	ann.reads("#refusal", "The game is paused")
	ann.sound("host-pause-bar")
	ann.press("#refusal", "Put away")
	ann.press("#table .notices", "Go on")
	ben.gone("dialog")
	ann.gone("#table .paused")
	ann.press("#table .dock", "End")
	ben.reads("#table .log", "Ann ends the turn.")

	// The host makes a new code, and removes Ben's phone, whatever it shows.
	ben.press("#head", "Menu")
	ann.press("#head", "Menu")
	ann.press("dialog", "The host")
	ann.reads("dialog .phones", "Ben")
	old := s.daemon.Table().JoinCode()
	ann.press("dialog", "New code")
	ann.press("dialog.small", "New code")
	ann.gone("dialog.small")
	ann.until(func() string {
		if code := s.daemon.Table().JoinCode(); code == old {
			return "the code is still " + old
		}
		return ""
	})
	ann.reads("dialog .big-code", s.daemon.Table().JoinCode())
	ben.press("dialog", "Close")
	ben.press("#head", "Menu")
	ben.reads("dialog .big-code", s.daemon.Table().JoinCode())
	ann.click("dialog .phones li:nth-child(2) summary")
	ann.sound("host")
	ann.press("dialog .phones [open]", "Send away")
	ann.sound("host-send-away")
	present := s.daemon.Table().JoinCode()
	ann.press("dialog.small", "Send it away")
	ben.reads("#cover", "The host has sent this phone away.")
	ben.gone("dialog")
	ben.sound("host-kicked")
	if seat := s.look().Seats[1]; seat.Taken {
		t.Errorf("seat %+v", seat)
	}
	ben.comeIn(old)
	ben.reads("#cover", "not the code of this table")
	ben.comeIn(present)
	ben.reads("#cover", "The host has sent this phone away.")

	// Another phone of his comes in with that code. Ann sends it away with a new code.
	other := s.openInRoom(s.invitation(), 360, 740)
	other.press("#table", "Ben")
	ann.click("dialog .phones li:nth-child(2) summary")
	ann.press("dialog .phones [open]", "Send away")
	ann.press("dialog.small", "Send away, new code")
	other.reads("#cover", "The host has sent this phone away.")
	ann.until(func() string {
		if s.daemon.Table().JoinCode() == present {
			return "the code is still " + present
		}
		return ""
	})
	ben.comeIn(s.daemon.Table().JoinCode())
	ben.press("#table", "Ben")
	ben.reads("#table .log", "Ann ends the turn.")
	ben.sound("host-back")

	// She sends everybody out, and who knows the new code comes in again.
	ann.press("dialog", "New code")
	ann.reads("dialog.small", "all go out but those of hosts")
	ann.sound("host-all-out")
	ann.press("dialog.small", "New code, all out")
	ben.reads("#cover", "This table has a join code.")
	ben.comeIn(s.daemon.Table().JoinCode())
	ben.press("#table", "Ben")
	ann.press("dialog", "Close")
	ann.reads("#table .log li:first-child", "A phone has taken the seat of Ben.")
	ann.sound("host-seat-taken")
}

// look returns the game as a browser on the machine itself sees it.
func (s *served) look() *protocol.Game { return s.snapshot().Game }

// phonesHere returns how many phones are connected, without browsers on the machine itself.
func (s *served) phonesHere() int {
	s.Helper()
	n := 0
	for _, p := range s.snapshot().Phones {
		if p.Here && !p.Local {
			n++
		}
	}
	return n
}

// snapshot returns what a browser on the machine itself sees.
func (s *served) snapshot() *protocol.Snapshot {
	s.Helper()
	p, err := s.daemon.Table().Join(s.Context(), access.Visitor{Local: true})
	if err != nil {
		s.Fatal(err)
	}
	defer p.Leave()
	return p.Snapshot()
}

// comeIn types a join code.
func (p *page) comeIn(code string) {
	p.Helper()
	p.types("#code", code)
	p.press("#cover", "Come in")
}

// gone waits until no such element is visible.
func (p *page) gone(selector string) {
	p.Helper()
	p.until(func() string { return p.text(selector) })
}
