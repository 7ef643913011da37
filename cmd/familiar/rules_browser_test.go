package main

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"

	"familiar/companion/protocol"
	"familiar/engine"
)

// TestRulesInBrowser searches rules and cards, before a game and during one, and when the table has gone.
func TestRulesInBrowser(t *testing.T) {
	s := serve(t, t.TempDir(), 0)
	p := s.open("/", 360, 740)

	// Before a game any book can be opened.
	p.reads("#lobby", "Begin a game")
	p.press("#head", "Rules")
	p.reads("dialog", "The exact rule")
	other := games()[1]
	p.put("dialog select", other.ID)
	book, err := engine.ParseRulebook(other.Rules.Read())
	if err != nil {
		t.Fatal(err)
	}
	p.reads("dialog", book.Rules[0].Plain)
	p.sound("rules-lobby")
	p.press("dialog", "Close")

	// In a game its own book is there at once; a link leads to a rule.
	s.tell(protocol.StartRequest{Game: games()[0].ID, Seats: []string{"ann", "ben"}})
	p.press("#table", "Ann")
	p.run(chromedp.Evaluate(`location.hash = "rule=`+games()[0].ID+`/turn.twice"`, nil))
	p.reads("dialog .here", "turn.twice")
	p.press("dialog", "Close")

	// The book stays when the table is out of reach.
	s.stop()
	p.reads("#ribbon", "Reconnecting")
	p.press("#head", "Rules")
	p.reads("dialog .searching", "50 rules, 66 cards")
	search := func(text string) {
		t.Helper()
		p.run(chromedp.Evaluate(fmt.Sprintf(`{ const box = document.querySelector("dialog .search"); box.value = %q; box.dispatchEvent(new Event("input")); }`, text), nil))
	}
	search("TWICE tüRN")
	p.reads("dialog .searching", "found")
	p.found("turn.twice", "turn twice")
	search("différent")
	p.found("turn.twice", "different")
	search("bishop other player")
	p.found("Bishop", "bishop other player")
	p.sound("rules-search")
	search("qwertz")
	p.reads("dialog .searching", "Nothing")
	search("")
	p.reads("dialog .searching", "50 rules, 66 cards")

	// A book that was never opened is requested again.
	p.put("dialog select", games()[2].ID)
	p.reads("dialog", "has not read these rules before")
	serve(t, s.state, s.port)
	p.press("dialog", "Try again")
	p.reads("dialog", "The exact rule")
	p.sound("rules-back")
}

// found waits until an entry is visible in which exactly these words are marked.
func (p *page) found(heading, words string) {
	p.Helper()
	p.until(func() string {
		var got string
		js := fmt.Sprintf(`(() => {
			const entry = [...document.querySelectorAll("dialog .rule-entry")].find((e) => !e.hidden && e.querySelector("h4").textContent === %q);
			return entry ? [...new Set([...entry.querySelectorAll("mark")].map((m) => m.textContent.toLowerCase()))].join(" ") : "it is not shown";
		})()`, heading)
		p.run(chromedp.Evaluate(js, &got))
		if got != words {
			return fmt.Sprintf("%s: marked is %q, not %q", heading, got, words)
		}
		return ""
	})
}
