package main

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/security"
	"github.com/chromedp/chromedp"

	"familiar/cmd/familiar/internal/install"
	"familiar/cmd/familiar/internal/run"
	"familiar/companion/access"
	"familiar/companion/protocol"
	"familiar/web/certificate"
)

// TestCarriedOverInBrowser has a table served over TLS, too. Ann, its host, and Ben see how to trust it. Ben's phone goes on over TLS with its seat and language; over plain
// HTTP it is out then, and finds the way there again. A link that was used lets nobody in, and a phone that is in is asked before it follows one.
func TestCarriedOverInBrowser(t *testing.T) {
	s := serveCommand(t, run.Command{Paths: install.Paths{State: t.TempDir()}, TLS: true}, 0, games())
	ann := s.open("/", 390, 844)
	ann.reads("#lobby", "Begin a game")
	ann.fill(0, "Ann")
	ann.fill(1, "Ben")
	ann.press("#lobby", "Begin")
	ann.press("#table", "Ann")
	ben := s.openInRoom(s.invitation(), 390, 844)
	ben.press("#table", "Ben")
	ben.reads("#table .hand", "Your hand")

	authority, err := certificate.Read(s.state)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []*page{ann, ben} {
		p.press("#head", "Menu")
		p.press("dialog", "Encrypted connection")
		p.reads("dialog .fingerprint", certificate.Fingerprint(authority))
	}
	ann.reads("dialog", "For the other phones")
	ann.sound("secure-host")
	for n := range 4 {
		ann.click(fmt.Sprintf("dialog details:nth-of-type(%d) summary", n+1))
	}
	ann.sound("secure-steps")
	ben.sound("secure")

	ben.run(chromedp.Evaluate(`localStorage.setItem("familiar.language", "fr")`, nil))
	ben.run(security.SetIgnoreCertificateErrors(true)) // Ben has told his phone to trust the authority
	ben.press("dialog", "Go on encrypted")
	ben.reads("#table .hand", "Votre main")
	ben.at("https:", "")
	if seat := s.look().Seats[1]; !seat.Taken || !seat.Here {
		t.Errorf("seat %+v", seat)
	}
	ben.press("#head", "Menu")
	ben.press("dialog", "Connexion chiffrée")
	ben.reads("dialog", "personne ne lit sur le Wi-Fi")
	ben.sound("secure-over")

	ben.run(chromedp.Evaluate(`localStorage.removeItem("familiar.language")`, nil))
	ben.run(chromedp.Navigate(fmt.Sprintf("http://%s:%d/", roomName, s.port)))
	ben.reads("#cover", "code")
	ben.sound("secure-back")
	ben.click("#cover a.button")
	ben.reads("#table .hand", "Your hand")
	ben.at("https:", "")

	// Another page follows a link that somebody has used.
	guest, err := s.daemon.Table().Join(t.Context(), access.Visitor{Code: s.daemon.Table().JoinCode(), Address: "192.0.2.7"})
	if err != nil {
		t.Fatal(err)
	}
	defer guest.Leave()
	link := guest.Do(t.Context(), protocol.CarryRequest{}).Link
	first, err := s.daemon.Table().Join(t.Context(), access.Visitor{Link: link, Address: "192.0.2.7"})
	if err != nil {
		t.Fatal(err)
	}
	defer first.Leave()
	late := openPage(t, "about:blank", 390, 844)
	late.run(security.SetIgnoreCertificateErrors(true), chromedp.Navigate(fmt.Sprintf("https://%s:%d/#carry=%s", roomName, s.port, link)))
	late.reads("#cover", "This link was used already, or is too old.")
	late.at("https:", "")
	late.sound("secure-late")
	late.comeIn(s.daemon.Table().JoinCode())
	late.reads("#table", "Take your seat")

	// A phone that is in follows no link of somebody else's making unless its owner says so, neither in an open page nor in a new one.
	link = first.Do(t.Context(), protocol.CarryRequest{}).Link
	token := func() (kept string) {
		t.Helper()
		late.run(chromedp.Evaluate(`localStorage.getItem("familiar.token")`, &kept))
		return kept
	}
	before := token()
	late.run(chromedp.Evaluate(fmt.Sprintf(`location.hash = "carry=%s"`, link), nil))
	late.reads("dialog", "Go on as another phone?")
	late.sound("secure-asked")
	late.press("dialog", "Leave it")
	late.run(chromedp.Navigate("about:blank"), chromedp.Navigate(fmt.Sprintf("https://%s:%d/#carry=%s", roomName, s.port, link)))
	late.reads("dialog", "Go on as another phone?")
	late.at("https:", "")
	if now := token(); now != before {
		t.Error("the phone has another token before its owner has said anything")
	}
	late.press("dialog", "Go on as that phone")
	late.until(func() string {
		if token() == before {
			return "the phone does not go on as another one"
		}
		return ""
	})
}

// at checks the scheme and the fragment of the page's address.
func (p *page) at(scheme, fragment string) {
	p.Helper()
	var got []string
	p.run(chromedp.Evaluate(`[location.protocol, location.hash]`, &got))
	if got[0] != scheme || got[1] != fragment {
		p.Errorf("the page is at %s… %s", got[0], got[1])
	}
}
