package main

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"familiar/companion/protocol"
)

// TestPutRightInBrowser corrects the table's state on a narrow phone, at first with the keyboard only.
func TestPutRightInBrowser(t *testing.T) {
	s := serve(t, t.TempDir(), 0)
	s.tell(protocol.StartRequest{Game: "sacrilege", Seats: []string{"ben", "ann"}})
	s.lay("table", "king")
	p := s.open("/", 360, 740)
	p.press("#table", "Ann")
	p.reads("#table .ask", "Ben")

	// The king lies in the Graveyard, as the table has seen. It belongs on Ann’s altar, so that is offered first.
	p.openAmend()
	p.run(chromedp.KeyEvent(kb.Tab+kb.Tab+kb.Tab), chromedp.KeyEvent("King"))
	p.offers(1, "grave", "… | Ann’s altar | Ann’s hand | Ben’s altar | Ben’s hand | Graveyard | Necronomicon")
	p.run(chromedp.KeyEvent(kb.Tab+kb.Tab), chromedp.KeyEvent("Ann"))
	p.offers(2, "ann.altar", "… | Ann’s altar | Ann’s hand | Ben’s altar | Ben’s hand | Graveyard | Necronomicon")
	p.ready(true)
	p.sound("amend")
	p.large("dialog :is(summary, select, input, button)")
	p.run(chromedp.KeyEvent(kb.Tab), chromedp.KeyEvent(kb.Enter))
	p.reads("#table .log", "King from Graveyard to Ann’s altar")

	// An unseen card can only be in a hand or in the Necronomicon.
	p.openAmend()
	p.choose(0, "?")
	p.offers(1, "", "… | Ann’s hand | Ben’s hand | Necronomicon")
	p.choose(1, "ann.hand")
	p.choose(2, "ann.hand")
	p.reads("dialog details[open] [role=status]", "This correction does not fit")
	p.ready(false)
	p.choose(2, "deck")
	p.ready(true)
	p.reads("dialog details[open] form", "but really in")

	// The field of a count starts with the table's value.
	p.unfold("A count is wrong")
	p.choose(0, "ann.favours")
	p.offers(1, "0", "")
	p.choose(1, "4")
	p.reads("dialog details[open] [role=status]", "This correction does not fit")
	p.choose(1, "2")
	p.ready(true)
	p.sound("amend-count")
	p.press("dialog details[open]", "Fix")
	p.reads("#table .log", "Ann’s Favours: 2")

	// A field with only one possible answer is hidden.
	p.openAmend()
	p.unfold("It is somebody else’s turn")
	p.offers(0, "turn", "")
	p.choose(1, "ann")
	p.press("dialog details[open]", "Fix")
	p.reads("#table .ask", "Your turn")
}

func (p *page) openAmend() {
	p.Helper()
	p.run(chromedp.Evaluate(`document.getElementById("menu").click()`, nil))
	p.press("dialog", "Fix something")
	p.reads("dialog", "You know better than the table")
}

func (p *page) unfold(title string) {
	p.Helper()
	p.run(chromedp.Evaluate(fmt.Sprintf(`[...document.querySelectorAll("dialog summary")].find((s) => s.innerText.includes(%q)).click()`, title), nil))
	p.reads("dialog details[open] summary", title)
}

// choose fills a field of the open section.
func (p *page) choose(field int, value string) {
	p.Helper()
	p.run(chromedp.Evaluate(fmt.Sprintf(`(() => {
		const input = document.querySelectorAll("dialog details[open] :is(select, input)")[%d];
		input.value = %q;
		input.dispatchEvent(new Event("input", { bubbles: true }));
	})()`, field, value), nil))
}

// offers checks a field: its value, and its options. Without options it must be invisible.
func (p *page) offers(field int, value, options string) {
	p.Helper()
	var got string
	p.run(chromedp.Evaluate(fmt.Sprintf(`(() => {
		const input = document.querySelectorAll("dialog details[open] :is(select, input)")[%d];
		return input.value + ": " + (input.checkVisibility() ? [...input.options ?? []].map((o) => o.text).join(" | ") : "");
	})()`, field), &got))
	if want := value + ": " + options; got != want {
		p.Errorf("field %d is\n%s\nand should be\n%s", field, got, want)
	}
}

// ready waits until the button of the open section is enabled, or disabled.
func (p *page) ready(want bool) {
	p.Helper()
	p.run(chromedp.Poll(fmt.Sprintf(`document.querySelector("dialog details[open] button").disabled !== %t`, want), nil))
}

// large checks that everything a finger is meant to hit is large enough.
func (p *page) large(selector string) {
	p.Helper()
	var small []string
	p.run(chromedp.Evaluate(fmt.Sprintf(`[...document.querySelectorAll(%q)].filter((e) => e.checkVisibility() && e.getBoundingClientRect().height < 43.5).map((e) => e.outerHTML.slice(0, 80))`, selector), &small))
	for _, s := range small {
		p.Errorf("too small for a finger: %s", s)
	}
}
