package main

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"familiar/cmd/familiar/internal/install"
	"familiar/cmd/familiar/internal/run"
	"familiar/companion/protocol"
	"familiar/hw/builds"
)

// TestBuildsInBrowser uses virtual tables that people can also wire. At the bench a knob begins a game, which is visible on the table's
// screen, and a phone shows the statistics of the readers.
func TestBuildsInBrowser(t *testing.T) {
	t.Run("seats", func(t *testing.T) {
		s := serveCommand(t, run.Command{Paths: install.Paths{State: t.TempDir()}, Build: builds.Seats}, 0, games())
		p := s.open("/virtual", 1280, 860)
		p.reads("#saying", "begin one with the knob")
		var size []int
		p.run(chromedp.Poll(`(() => {
			const img = document.querySelector("#panel img");
			return img.naturalWidth > 0 && [img.naturalWidth, img.naturalHeight, img.clientWidth];
		})()`, &size, chromedp.WithPollingTimeout(patience)))
		if len(size) != 3 || size[0] != 128 || size[1] != 64 || size[2] != 256 {
			t.Errorf("the screen is %v px, want 128 by 64, and 256 wide", size)
		}
		p.press("#keys", "to the right")
		s.chooses("Sacrilege")
		p.press("#keys", "to the right")
		s.chooses("Pantacle")
		p.press("#keys", "to the left")
		s.chooses("Sacrilege")
		p.sound("builds-choice")
		for range 10 {
			if s.daemon.Stage().Scene().Phase == "game" {
				break
			}
			before := s.daemon.Stage().Scene().Choice
			time.Sleep(500 * time.Millisecond) // a push without a pause comes from somebody who has not seen the list yet
			p.press("#keys .knob", "Knob")
			s.waits("a push does nothing", func() bool {
				sc := s.daemon.Stage().Scene()
				return sc.Phase == "game" || sc.Choice == nil || before == nil || sc.Choice.Title != before.Title
			})
		}
		p.reads("#saying", "Turn up the top card")
		p.sound("builds-game")
		phone := s.open("/", 390, 844)
		phone.press("#head", "Menu")
		phone.reads("dialog .devices", "polls, the last answer 0.0 s ago, errors: 0")
		phone.sound("builds-devices")
	})
	t.Run("own", func(t *testing.T) {
		file := filepath.Join(t.TempDir(), "table.toml")
		const own = "[[reader]]\nname = \"table\"\nchip = \"pn532\"\nbus = \"/dev/serial0\"\n[lamps]\nmodel = \"ws2812\"\nshape = \"strip\"\nbus = \"SPI0.0\"\ncount = 30\n" +
			"[panel]\nmodel = \"ssd1306\"\nbus = \"I2C1\"\nsize = \"128x32\"\n"
		if err := os.WriteFile(file, []byte(own), 0o600); err != nil {
			t.Fatal(err)
		}
		s := serveCommand(t, run.Command{Paths: install.Paths{State: t.TempDir()}, Build: file}, 0, games())
		p := s.open("/virtual", 1280, 860)
		p.run(chromedp.WaitReady(`#lamps [aria-label^="Strip of 30 lamps"]`, chromedp.ByQuery))
		s.tell(protocol.StartRequest{Game: "sacrilege", Seats: []string{"ann", "ben"}})
		s.lay("table", "king")
		p.reads("#toasts", "King")
		p.sound("builds-own")
	})
}

// chooses waits until an item of the knob's list is chosen.
func (s *served) chooses(item string) {
	s.Helper()
	s.waits(item+" is not chosen", func() bool {
		c := s.daemon.Stage().Scene().Choice
		return c != nil && c.Items[c.At] == item
	})
}
