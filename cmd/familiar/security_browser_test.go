package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"familiar/companion/access"
	"familiar/companion/journal"
	"familiar/companion/packs"
	"familiar/companion/protocol"
	"familiar/engine"
)

// evil would run if any page took it for more than text.
const evil = `<img src=evil onerror=evil=1><script>evil=1</script><a href=javascript:evil=1>here</a>`

// watched records forbidden actions of a page.
const watched = `
	window.violations = [];
	document.addEventListener("securitypolicyviolation", (e) => violations.push(e.violatedDirective + " " + e.blockedURI));`

// TestScriptIsText writes scripts wherever people can write: as names of players, in card lists and in records. Everywhere they are shown as text.
func TestScriptIsText(t *testing.T) {
	s := serve(t, t.TempDir(), 0)
	game := games()[0]
	// Every object of a page has the property "constructor", too.
	own := strings.NewReplacer(
		`pack = "house"`, `pack = "own"`, `name = "imp"`, `name = "constructor"`,
		`text = "Choose an altar: all its cards go to the Graveyard."`, fmt.Sprintf("text = %q", evil),
	).Replace(string(game.House))
	broken := strings.NewReplacer(`pack = "own"`, `pack = "broken"`, `name = "knight"`, fmt.Sprintf("name = %q", evil), `do = "raze"`, fmt.Sprintf("do = %q", evil)).Replace(own)
	for name, text := range map[string]string{"own": own, "broken": broken} {
		if err := packs.Write(s.state, game.ID, name, []byte(text), false); err != nil {
			t.Fatal(err)
		}
	}
	// A forged record, and a file that is not a record.
	forged, err := journal.Create(s.state, engine.Setup{
		Game: game.ID, Pack: engine.HousePack, Seats: []string{"ann", "<script>evil=1</script>"},
		Options: []engine.OptionValue{{Name: "<img/src=evil>", Value: "<img/src=evil/onerror=evil=1>"}},
	}, time.Date(2001, 1, 2, 0, 0, 0, 0, time.UTC), nil)
	if err == nil {
		err = errors.Join(forged.Finish(evil, time.Now()), forged.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(s.state, journal.Folder, "2001-01-01-000000-<img src=evil onerror=evil=1>.table"), []byte(evil), 0o600); err != nil {
		t.Fatal(err)
	}
	ann, tv := openPage(t, "about:blank", 390, 844), openPage(t, "about:blank", 1280, 720)
	local := fmt.Sprintf("http://localhost:%d/", s.port)
	ann.begin(watched, local)
	tv.begin(watched, local+"tv")

	// The lobby: names that are typed, and refusals of a table that this page does not ask.
	ann.fill(0, evil)
	ann.fill(1, "Ben")
	ann.reads("#lobby .players", "written img-src")
	ann.press("#lobby", "Colour of player 1")
	ann.reads("dialog h2", "<img src=evil")
	ann.press("dialog", "Rust")
	here, err := s.daemon.Table().Join(t.Context(), access.Visitor{Local: true})
	if err != nil {
		t.Fatal(err)
	}
	defer here.Leave()
	for _, r := range []protocol.Request{
		protocol.StartRequest{Game: game.ID, Seats: []string{"ann", evil}},
		protocol.StartRequest{Game: game.ID, Seats: []string{"ann", "ben"}, Pack: evil},
		protocol.StartRequest{Game: evil, Seats: []string{"ann", "ben"}},
		protocol.StartRequest{Game: game.ID, Seats: []string{"ann", "ben"}, Options: map[string]string{evil: evil}},
		protocol.StartRequest{Game: game.ID, Seats: []string{"ann", "ben"}, Colours: map[string]string{"ann": evil}},
	} {
		if a := here.Do(t.Context(), r); a.OK {
			t.Errorf("%+v is answered by %+v", r, a)
		}
	}

	// The box: a list whose texts are scripts, and one whose faults contain scripts.
	ann.press("#lobby", "Your card lists")
	ann.press("dialog:last-of-type", "Own")
	ann.press("dialog:last-of-type", "Tyrant")
	ann.valued("dialog:last-of-type", "<img src=evil")
	ann.press("dialog:last-of-type", "Close")
	ann.press("dialog:last-of-type", "Close")
	ann.press("dialog:last-of-type", "Broken")
	ann.reads("dialog:last-of-type", "<img src=evil")
	ann.sound("script-box")
	ann.press("dialog:last-of-type", "Close")
	ann.press("dialog:last-of-type", "Close")

	// A game with that list.
	ann.fill(0, "Ann")
	ann.click(`#lobby input[name=pack][value=own]`)
	ann.press("#lobby", "Begin")
	ann.press("#table", "Ann")
	s.amends("reveal tyrant", "amend constructor deck ann.altar", "amend knight deck ben.altar")
	ann.reads("#table .log", "Constructor")
	ann.press("#table .picture", "Constructor")
	ann.press("dialog", "Close")
	ann.press("#table .dock", "Sacrifice")
	ann.press("dialog", "Monk")
	ann.press("dialog", "Ann")
	ann.reads("#table .log", "Ann sacrifices Monk")
	s.amends("amend tyrant grave ann.altar")
	ann.press("#table .picture", "Tyrant")
	ann.reads("dialog .card-text", "<img src=evil")
	ann.press("dialog", "Close")
	ann.press("#table .ask", "May I …?")
	ann.press("dialog", "Invoke")
	ann.press("dialog", "Tyrant")
	ann.reads("dialog .verdict-of", "Tyrant")
	ann.sound("script-may")
	ann.press("dialog", "Close")
	ann.press("#head", "Rules")
	ann.reads("dialog", "The exact rule")
	ann.press("dialog", "Close")
	ann.press("#table .log-part", "Take moves back")
	ann.reads("dialog .past-board", "Constructor")
	ann.press("dialog", "Close")
	tv.reads("#board", "Constructor")
	tv.sound("script-tv")
	s.tell(protocol.EndRequest{})

	// Earlier games.
	ann.press("#lobby", "Look at them")
	ann.reads("dialog .games-list", "<img src=evil")
	ann.reads("dialog .games-list", "<script>evil=1</script>")
	ann.sound("script-games")
	ann.press("dialog .games-list", "Given up")
	ann.press("dialog .steps-row", "To the end")
	ann.reads("dialog .past-board", "Tyrant")
	ann.sound("script-replay")

	for _, p := range []*page{ann, tv} {
		p.harmless()
	}
	// An attack would have been noticed: markup that is put into the page runs no script, and is reported.
	ann.run(chromedp.Evaluate(`document.body.insertAdjacentHTML("beforeend", "<img src=data:, onerror=evil=1>")`, nil))
	ann.until(func() string {
		var n int
		ann.run(chromedp.Evaluate(`violations.length`, &n))
		if n == 0 {
			return "the policy forbids nothing"
		}
		return ""
	})
	ann.run(chromedp.Evaluate(`document.body.lastElementChild.remove(); violations.length = 0`, nil))
	ann.harmless()
}

// harmless checks that no script ran, nothing was loaded from elsewhere and nothing forbidden was tried.
func (p *page) harmless() {
	p.Helper()
	var found []string
	p.run(chromedp.Evaluate(`[
		...("evil" in window ? ["a script ran"] : []), ...violations,
		...document.querySelectorAll("img, iframe, object, embed, script:not([src^='/page/']), [href^='javascript:'], main [onerror]"),
		...performance.getEntriesByType("resource").map((r) => r.name).filter((name) => !name.startsWith(location.origin + "/page/") && !name.startsWith(location.origin + "/rules/") && !/\/(favicon.svg|manifest.webmanifest)$/.test(name)),
	].map((x) => x.outerHTML ?? x)`, &found))
	for _, what := range found {
		p.Error(what)
	}
}

// valued waits until a field has a value.
func (p *page) valued(within, want string) {
	p.Helper()
	p.until(func() string {
		var values string
		p.run(chromedp.Evaluate(fmt.Sprintf(`[...document.querySelectorAll(%q + " :is(input, textarea)")].map((f) => f.value).join("\n")`, within), &values))
		if !strings.Contains(values, want) {
			return fmt.Sprintf("%q is not among the values\n%s", want, values)
		}
		return ""
	})
}
