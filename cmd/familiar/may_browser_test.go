package main

import (
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"familiar/companion/protocol"
)

// TestMayInBrowser asks about moves: with taps, with a card on the reader, and for another player's turn. No move is made.
func TestMayInBrowser(t *testing.T) {
	s := serve(t, t.TempDir(), 0)
	s.tell(protocol.StartRequest{Game: "sacrilege", Seats: []string{"ann", "ben"}})
	s.lay("table", "king")
	ann := s.open("/", 390, 844)
	ann.press("#table", "Ann")
	ann.reads("#table .log-part", "A phone has taken the seat of Ann.")
	before := ann.text("#table .log-part")

	// The question is about the card on the reader.
	ann.press("#table .ask", "May I …?")
	ann.reads("dialog", "Do what?")
	ann.press("dialog", "Sacrifice")
	ann.reads("dialog", "Which card")
	s.lay("table", "knight")
	ann.reads("dialog .crumbs", "Knight")
	ann.press("dialog div:has(> .question)", "Ben")
	ann.reads("dialog .verdict-of", "Yes")
	ann.reads("dialog .verdict-of", "Ann sacrifices Knight on the altar of Ben")
	ann.click(`dialog [data-key=look]`)
	ann.reads("dialog .portrait", "Ben")
	ann.sound("may-yes")

	// An illegal move is refused with its rule, and the reason is highlighted on the table.
	ann.press("dialog .crumbs", "Knight: choose again")
	ann.press("dialog div:has(> .question)", "King")
	ann.press("dialog div:has(> .question)", "Ann")
	ann.reads("dialog .verdict-of", "No")
	ann.reads("dialog .verdict-of", "Rule")
	ann.reads("dialog .verdict-of", "What may be done instead")
	ann.click(`dialog [data-key=look]`)
	ann.reads("dialog .portrait .pointed-out", "King")
	ann.sound("may-no")

	// In Ben's turn only Ben can do it.
	ann.press("dialog .whose", "Ben")
	ann.press("dialog", "End the turn")
	ann.reads("dialog .verdict-of", "No")
	ann.click(`dialog [data-key=suppose]`)
	ann.reads("dialog .verdict-of", "Yes")
	ann.press("dialog", "Close")
	if after := ann.text("#table .log-part"); after != before {
		t.Errorf("something was done: %s", after)
	}
	// The reader belongs to the game again once the table knows that the sheet is closed.
	ann.until(func() string {
		s.lay("table", "knight")
		if strings.Contains(ann.text("#table .gesture"), "Knight") {
			return ""
		}
		time.Sleep(500 * time.Millisecond) // until the reader has noticed that the card is gone: otherwise, for the reader, it has never left
		return "the knight is not asked about"
	})
}

// TestSheetsInEveryGame opens the sheet of a question in each game, whose stylesheet must not change it: its parts stand below each other.
func TestSheetsInEveryGame(t *testing.T) {
	for _, g := range games() {
		t.Run(g.ID, func(t *testing.T) {
			s := serve(t, t.TempDir(), 0)
			s.tell(protocol.StartRequest{Game: g.ID, Seats: []string{"ann", "ben"}})
			ann := s.open("/", 390, 844)
			ann.press("#table", "Ann")
			ann.press("#table .ask", "May I …?")
			ann.reads("dialog", "Do what?")
			ann.until(func() string {
				var side []string
				ann.run(chromedp.Evaluate(`(() => {
					const parts = [...document.querySelector("dialog .whose").parentElement.children].filter((el) => el.offsetHeight > 0);
					const below = (el, i) => i === 0 || el.getBoundingClientRect().top >= parts[i - 1].getBoundingClientRect().bottom - 1;
					return parts.filter((el, i) => !below(el, i)).map((el) => el.innerText.slice(0, 30));
				})()`, &side))
				if len(side) > 0 {
					return "these stand beside others: " + strings.Join(side, ", ")
				}
				return ""
			})
		})
	}
}
