package main

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"

	"familiar/companion/access"
)

// TestNewPhoneWaitsInBrowser has a phone wait until the host lets it in, which sees its number. Later the phone's owner ends another device that is in
// with the same token, and leaves.
func TestNewPhoneWaitsInBrowser(t *testing.T) {
	s := serve(t, t.TempDir(), 0)
	s.began()
	host := s.open("/", 390, 844)
	s.makeNewPhonesWait(host)

	guest := s.openInRoom(s.invitation(), 390, 844)
	guest.reads("#cover", "A host has to let this phone in. It is number 1.")
	guest.sound("waits")
	host.reads("#table", "Waiting to come in: number 1.")
	host.press("#table", "Look at it")
	host.reads("dialog", "Number 1")
	host.sound("waiting-at-the-host")
	host.press("dialog", "Let it in")
	guest.press("#table", "Ben")
	host.finds("[data-key^=admit-]", 0)

	var token string
	guest.run(chromedp.Evaluate(`localStorage.getItem("familiar.token")`, &token))
	thief := s.openInRoom("/healthz", 390, 844)
	thief.run(chromedp.Evaluate(fmt.Sprintf(`localStorage.setItem("familiar.token", %q)`, token), nil), chromedp.Navigate(s.room("/")))
	thief.onLine()
	thief.finds("#table:not([hidden])", 1)
	guest.press("#head", "Menu")
	guest.press("dialog", "This phone")
	guest.reads("dialog", "this page")
	guest.finds("dialog .plain-list li", 2)
	guest.sound("where-a-phone-is-in")
	guest.press("dialog", "End the others")
	guest.press("dialog.small", "End them")
	thief.reads("#cover", "Another page that is in as this phone has ended this one.")
	thief.sound("ended")
	guest.finds("dialog.small", 0)
	guest.finds("dialog .plain-list li", 1) // the same browser at the same address was no other place
	guest.press("dialog", "Leave this table")
	guest.press("dialog.small", "Leave")
	guest.reads("#cover", "This phone has left the table.")
	guest.sound("left")
}

// makeNewPhonesWait has a host let new phones in itself, and returns when the table knows.
func (s *served) makeNewPhonesWait(host *page) {
	s.Helper()
	host.press("#head", "Menu")
	host.press("dialog", "The host")
	host.click("[data-key=approve]")
	host.press("dialog", "Close")
	p, err := s.daemon.Table().Join(s.Context(), access.Visitor{Local: true})
	if err != nil {
		s.Fatal(err)
	}
	defer p.Leave()
	s.waits("new phones come in as before", func() bool { return p.Snapshot().Approve })
}
