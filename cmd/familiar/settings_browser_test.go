package main

import (
	"context"
	"fmt"
	"strings"
	"testing"

	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"familiar/companion/protocol"
)

// senses records what a test browser cannot do: speech and vibration.
const senses = `
	window.said = [];
	window.shaken = 0;
	Object.defineProperty(navigator, "vibrate", { value: () => (shaken++, true) });
	Object.defineProperty(window, "speechSynthesis", { value: {
		getVoices: () => [{ lang: "en-GB", default: true }],
		speak(u) { said.push(u.text); setTimeout(() => u.onend(), 1); },
		cancel() {},
		addEventListener() {},
	} });
	window.SpeechSynthesisUtterance = function (text) { this.text = text; };`

// TestPhoneOfOnesOwn makes a phone speak, ring and use larger text, and mutes it; the clock covers the page until the player wants to see the table.
func TestPhoneOfOnesOwn(t *testing.T) {
	s := serve(t, t.TempDir(), 0)
	s.tell(protocol.StartRequest{Game: games()[0].ID, Seats: []string{"ann", "ben"}})
	p := openPage(t, "about:blank", 360, 740)
	url := fmt.Sprintf("http://localhost:%d/", s.port)
	p.run(chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := cdppage.AddScriptToEvaluateOnNewDocument(senses).Do(ctx)
		return err
	}), chromedp.Navigate(url))
	p.press("#table", "Ben")
	settings := func() {
		p.Helper()
		p.press("#head", "Menu")
		p.press("dialog", "This phone")
		p.reads("dialog", "Size of the text")
	}
	tick := func(label string) {
		p.Helper()
		js := fmt.Sprintf(`[...document.querySelectorAll("dialog label")].find((l) => l.innerText.trim() === %q).click()`, label)
		p.run(chromedp.Evaluate(js, nil))
	}

	settings()
	p.sound("settings")
	tick("Very large")
	tick("Speak")
	p.sound("settings-large")
	p.press("dialog", "Close")
	p.says("The spoken mode is on.")
	p.sound("table-large")

	// The phone reads the moves of others, and rings at its player's turn, once.
	s.lay("table", "king")
	p.says("The Necronomicon shows King.")
	p.says("Ann’s turn.")
	p.shakes(0)
	s.tell(protocol.MoveRequest{Seat: "table", Verb: "amend", Args: strings.Fields("miller deck ben.altar")})
	ann := s.open("/", 390, 844)
	ann.press("#table", "Ann")
	ann.press("#table .dock", "Draw")
	ann.press("dialog", "unseen")
	ann.press("#table .dock", "End the turn")
	p.says("Ann ends the turn.")
	p.says("Your turn.")
	p.shakes(1)

	// The phone reads its own hand when that changes, and on request. A refusal is read with its reason.
	p.press("#table .dock", "My cards")
	p.press("dialog", "Imp")
	p.press("dialog", "I hold Imp")
	p.says("Into your hand: Imp")
	p.press(".voice", "My hand")
	p.says("You hold: Imp −1. 4 cards were not told to the table.")
	s.lay("altar-2", "king")
	p.reads("#refusal", "Put away")
	p.says(p.text("#refusal .why"))
	p.press("#refusal", "Put away")

	// Size and sound are the same after the page is loaded again, and one tap mutes the phone.
	p.run(chromedp.Reload())
	p.reads("#table .ask", "Your turn")
	p.press(".voice", "What is asked")
	p.says("Your turn.")
	p.sound("loaded-large")
	p.press("#head", "Ring at my turn")
	ring := func() string { return p.attribute("#bell", "aria-pressed") }
	if got := ring(); got != "false" {
		t.Errorf("after a tap the bell is %q", got)
	}

	// The clock covers the page; Escape and a button bring the table back.
	s.tell(protocol.MoveRequest{Seat: "table", Verb: "amend", Args: strings.Fields("bishop deck ben.altar")})
	p.press("#table .dock", "Pray")
	ann.counts(6)
	p.says("Ben prays. 6 seconds.")
	ann.covered(true)
	ann.sound("prayer-full")
	ann.press("#table .timer", "Show the table")
	ann.covered(false)
	ann.press("#table .timer", "Large clock")
	ann.covered(true)
	ann.run(chromedp.KeyEvent("\x1b"))
	ann.covered(false)
	p.reads("#table .log", "Amen")
	p.covered(false)
	p.sound("after-large")
	ann.sound("after-prayer-full")
}

// says waits until the page has spoken a text.
func (p *page) says(want string) {
	p.Helper()
	p.until(func() string {
		var said string
		p.run(chromedp.Evaluate(`said.join("\n")`, &said))
		if !strings.Contains(said, want) {
			return fmt.Sprintf("%q is not in what was said:\n%s", want, said)
		}
		return ""
	})
}

// shakes reports whether the phone has vibrated that many times.
func (p *page) shakes(want int) {
	p.Helper()
	var got int
	p.run(chromedp.Evaluate(`shaken`, &got))
	if got != want {
		p.Errorf("the phone was shaken %d times, not %d", got, want)
	}
}

// covered waits until the clock covers the page, and nothing below it can be reached, or does not.
func (p *page) covered(want bool) {
	p.Helper()
	p.until(func() string {
		var got string
		p.run(chromedp.Evaluate(`(() => {
			const clock = document.querySelector("#table .timer"), box = clock?.getBoundingClientRect();
			const covers = Boolean(clock) && box.width >= innerWidth && box.height >= innerHeight && document.elementFromPoint(innerWidth / 2, innerHeight - 5)?.closest(".timer") === clock;
			return [covers, document.querySelectorAll("#head[inert], #table .table > [inert]").length > 0].join(" ");
		})()`, &got))
		if want := fmt.Sprint(want, want); got != want {
			return fmt.Sprintf("covered and out of reach: %s, not %s", got, want)
		}
		return ""
	})
}

func (p *page) attribute(selector, name string) string {
	p.Helper()
	var got string
	p.run(chromedp.Evaluate(fmt.Sprintf(`document.querySelector(%q)?.getAttribute(%q) ?? ""`, selector, name), &got))
	return got
}
