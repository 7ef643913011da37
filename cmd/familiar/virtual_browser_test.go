package main

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"

	"familiar/cmd/familiar/internal/install"
	"familiar/cmd/familiar/internal/run"
	"familiar/companion/protocol"
)

// TestBenchInBrowser plays one game after the other beside a bench that stays open: the bench shows all its readers, buttons and cards, and draws
// each game with its own picture only.
func TestBenchInBrowser(t *testing.T) {
	s := serve(t, t.TempDir(), 0)
	p := s.open("/virtual", 1280, 860)
	// The text of a card in the picture of its game, and in no other.
	drawn := map[string]string{"sacrilege": "Tyrant, −6", "pantacle": "Oracle Full, Full", "athame": "Guild Tithe, event", "oracle": "Lamplighter, 1 h · Bards", "sator": "MOVES: Oak, oak"}
	for _, g := range games() {
		s.recorded(g.ID, 20)
		p.reads("#saying", s.look().Ask.Text)
		p.reads("#fan .card .sr", drawn[g.ID])
		p.until(func() string { return p.outside("#readers .disc, #panel, .cap, #tray") })
		p.sound("bench-" + g.ID)
		s.tell(protocol.EndRequest{})
		p.reads("#saying", "No game is under way")
		p.until(func() string { return p.outside("#readers .disc, .cap, #tray") })
		p.sound("bench-after-" + g.ID)
	}
}

// TestBenchShowsNumbers: the number display stands among the buttons, and covers nothing. It is as wide when it is dark.
func TestBenchShowsNumbers(t *testing.T) {
	config := filepath.Join(t.TempDir(), "table.toml")
	if err := os.WriteFile(config, []byte(showing), 0o600); err != nil {
		t.Fatal(err)
	}
	s := serveCommand(t, run.Command{Paths: install.Paths{State: t.TempDir()}, Build: config}, 0, games())
	p := s.open("/virtual", 1280, 860)
	p.finds(".readout", 1)
	var dark, lit float64
	width := `document.querySelector(".readout").getBoundingClientRect().width`
	p.run(chromedp.Evaluate(width, &dark))
	s.daemon.Wired().Digits.Show(6)
	p.reads("#keys .readout", "   6")
	if p.run(chromedp.Evaluate(width, &lit)); dark != lit {
		t.Errorf("the number display is %v px wide when it is dark, and %v px when it shows a number", dark, lit)
	}
	var fits bool
	p.run(chromedp.Evaluate(`(() => {
		const [box, keys] = [document.querySelector(".readout"), document.querySelector("#keys")].map((el) => el.getBoundingClientRect());
		return box.left >= keys.left && box.right <= keys.right && box.top >= keys.top && box.bottom <= keys.bottom && box.width < keys.width / 3;
	})()`, &fits))
	if !fits {
		t.Error("the number display is not among the buttons")
	}
	p.sound("bench-number")
}

// TestRefusalEndsWithItsGame has a card refused on a phone and on the bench: neither shows the refusal in the lobby, nor in the next game.
func TestRefusalEndsWithItsGame(t *testing.T) {
	s := serve(t, t.TempDir(), 0)
	start := protocol.StartRequest{Game: games()[0].ID, Seats: []string{"ann", "ben"}}
	s.tell(start)
	phone := s.open("/", 390, 844)
	phone.press("#table", "Ann")
	bench := s.open("/virtual", 1280, 860)
	bench.reads("#saying", s.look().Ask.Text)
	s.lay("table", "king")
	s.tell(protocol.MoveRequest{Seat: "table", Verb: "amend", Args: []string{"knight", "deck", "ann.altar"}})
	s.lay("table", "knight")
	for _, p := range []*page{phone, bench} {
		p.until(func() string {
			if p.text("#refusal") == "" {
				return "the refusal does not come"
			}
			return ""
		})
	}
	s.tell(protocol.EndRequest{})
	phone.reads("#lobby", "Begin")
	phone.gone("#refusal")
	bench.gone("#refusal")
	s.tell(start)
	phone.reads("#table", "turn up the top card")
	phone.gone("#refusal")
	bench.gone("#refusal")
}

// TestOldBenchLoadsAgain checks that a bench of another version than the table's page loads itself again, and only once for each version.
func TestOldBenchLoadsAgain(t *testing.T) {
	s := serve(t, t.TempDir(), 0)
	p := s.open("/virtual", 1280, 860)
	p.reads("#saying", "No game is under way")
	loads := func() (n string) {
		// A page that is just being loaded again answers nothing.
		if err := chromedp.Run(p.ctx, chromedp.Evaluate(`sessionStorage.getItem("loads")`, &n)); err != nil {
			return err.Error()
		}
		return n
	}
	// The page of another version, as a cache would keep it: however often it is loaded, it stays old.
	p.begin(`
		sessionStorage.setItem("loads", Number(sessionStorage.getItem("loads")) + 1);
		new MutationObserver(() => document.documentElement && (document.documentElement.dataset.page = "yesterday's")).observe(document, { childList: true });`,
		fmt.Sprintf("http://localhost:%d/virtual", s.port))
	p.until(func() string {
		if n := loads(); n != "2" {
			return "the page was loaded " + n + " times"
		}
		return ""
	})
	p.reads("#saying", "No game is under way")
	// It stays as it is when the line breaks, too.
	port := s.port
	s.stop()
	p.reads("#ribbon", "Reconnecting")
	serve(t, s.state, port)
	p.gone("#ribbon")
	p.reads("#saying", "No game is under way")
	if n := loads(); n != "2" {
		t.Errorf("the page was loaded %s times", n)
	}
}

// outside returns an element that is not whole on the screen, if there is one.
func (p *page) outside(selector string) string {
	p.Helper()
	var problem string
	p.run(chromedp.Evaluate(`(() => {
		for (const el of document.querySelectorAll("`+selector+`")) {
			const box = el.getBoundingClientRect();
			if (!el.checkVisibility() || (box.left >= -1 && box.top >= -1 && box.right <= innerWidth + 1 && box.bottom <= innerHeight + 1)) continue;
			return el.outerHTML.slice(0, 120) + " is out of the screen, at " + JSON.stringify(box);
		}
		return "";
	})()`, &problem))
	return problem
}
