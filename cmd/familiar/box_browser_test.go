package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"familiar/companion/packs"
	"familiar/companion/protocol"
)

// TestBoxInBrowser creates a box: it changes a copy of the house list, breaks and corrects it, and checks that a game keeps the list that it began with.
func TestBoxInBrowser(t *testing.T) {
	s := serve(t, t.TempDir(), 0)
	game := games()[0]
	list := func() string {
		data, err := packs.Read(s.state, game.ID, "my-box")
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	ann := s.open("/", 360, 740)
	ann.press("#lobby", "Your card lists")
	ann.reads("dialog", "66 kinds, 66 cards")
	ann.sound("box")
	ann.press("dialog section:first-of-type", "Begin your own list")
	ann.press("dialog:last-of-type", "Begin")
	ann.reads("dialog:last-of-type .good", "A game can begin with it")
	ann.sound("box-list")

	// Change a value, with a mistake and its correction.
	ann.press("dialog:last-of-type", "King")
	ann.reads("dialog:last-of-type", "of 66")
	at := strings.Count(list()[:strings.Index(list(), `name = "king"`)], "\n[[kind]]") - 1
	field := func(name string) string { return fmt.Sprintf(`[data-key="kind-%d-%s"]`, at, name) }
	ann.put(field("value"), "99")
	ann.reads("dialog:last-of-type .fault", "Value 99 is not between -6 and 7")
	ann.sound("box-fault")
	ann.put(field("value"), "4")
	ann.lacks("dialog:last-of-type .row-form", "is not between")
	ann.put(field("text"), "Draw “two” cards.")
	// Effects are composed from menus, and shown in plain words.
	for strings.Contains(list(), `name = "king"`) && ann.counted("dialog:last-of-type .step") > 0 {
		n := ann.counted("dialog:last-of-type .step")
		ann.press("dialog:last-of-type .box-field:last-of-type", "Reward, 1: out")
		ann.until(func() string {
			if ann.counted("dialog:last-of-type .step") == n {
				return "the effect is still there"
			}
			return ""
		})
	}
	ann.press("dialog:last-of-type", "Another effect")
	ann.reads("dialog:last-of-type .told", "Draw a card.")
	ann.put(field("reward-0-n"), "2")
	ann.reads("dialog:last-of-type .told", "Draw two cards.")
	ann.put(field("reward-0-who"), "others")
	ann.reads("dialog:last-of-type .told", "all others: draw cards, 2 each.")
	ann.sound("box-effects")
	ann.press("dialog:last-of-type", "Close")
	ann.reads("dialog:last-of-type .good", "A game can begin with it")

	// The file stays as its owner wrote it.
	want := `name = "king"
value = 4
text = "Draw “two” cards."
reward = [{ do = "draw", who = "others", n = 2 }]
`
	if !strings.Contains(list(), want) || !strings.HasPrefix(list(), "# HOUSE-MADE STAND-IN DATA") {
		t.Errorf("the list is\n%s", list())
	}
	var record string
	ann.run(chromedp.Evaluate(`window.kept = new Promise((r) => { URL.createObjectURL = (blob) => (r(blob.text()), "#"); }); 0`, nil))
	ann.press("dialog:last-of-type .deeds", "Export")
	ann.run(chromedp.Evaluate(`window.kept`, &record, awaited))
	if record != list() {
		t.Error("exported is something else")
	}
	ann.press("dialog:last-of-type .deeds", "Take over tags")
	ann.reads("dialog:last-of-type .deeds", "so far")
	ann.press("dialog:last-of-type", "Close")

	// Upload a file.
	file := filepath.Join(t.TempDir(), "wide.toml")
	if err := os.WriteFile(file, []byte(list()), 0o600); err != nil {
		t.Fatal(err)
	}
	ann.upload(`dialog section input[type=file]`, file)
	ann.reads("dialog:last-of-type", "wide.toml is read")
	ann.press("dialog:last-of-type", "Import")
	ann.reads("dialog:last-of-type .good", "66 kinds, 66 cards")
	if data, err := packs.Read(s.state, game.ID, "wide"); err != nil || string(data) != strings.Replace(list(), `pack = "my-box"`, `pack = "wide"`, 1) {
		t.Error("another list was imported", err)
	}
	ann.press("dialog:last-of-type", "Close")
	ann.press("dialog:last-of-type", "Close")

	// A game begins with the list, and keeps it when the list is edited.
	ann.reads("#lobby .start", "My box")
	ann.click(`#lobby input[name=pack][value=my-box]`)
	ann.sound("box-lobby")
	ann.fill(0, "Ann")
	ann.fill(1, "Ben")
	ann.press("#lobby", "Begin")
	ann.press("#table", "Ann")
	s.tell(protocol.MoveRequest{Seat: "table", Verb: "reveal", Args: []string{"tyrant"}})
	s.lay("altar-1", "king")
	s.tell(protocol.MoveRequest{Seat: "table", Verb: "amend", Args: []string{"king", "deck", "ann.altar"}})
	value := func() {
		t.Helper()
		ann.until(func() string {
			if got := ann.text("#table .picture"); !strings.Contains(got, "King") {
				return got
			}
			return ""
		})
	}
	value()
	ann.press("#head", "Menu")
	ann.press("dialog:last-of-type", "Your cards")
	ann.press("dialog:last-of-type", "My box")
	ann.press("dialog:last-of-type", "King")
	ann.put(field("name"), "Old Queen")
	ann.reads("dialog:last-of-type h2", "Old Queen")
	if !strings.Contains(list(), `name = "old-queen"`) {
		t.Error("the name is not in the list")
	}
	for range 3 {
		ann.press("dialog:last-of-type", "Close")
	}
	ann.sound("box-game")
	s.stop()
	s = serve(t, s.state, s.port)
	value()
	ann.sound("box-game-on")
}

// put enters a value into a field and leaves the field.
func (p *page) put(selector, value string) {
	p.Helper()
	js := fmt.Sprintf(`(() => {
		const field = [...document.querySelectorAll(%q)].at(-1);
		if (!field) return "there is no such field";
		field.focus();
		field.value = %q;
		field.dispatchEvent(new Event("change", { bubbles: true }));
		return "";
	})()`, selector, value)
	p.until(func() string {
		var problem string
		p.run(chromedp.Evaluate(js, &problem))
		return problem
	})
}

// counted returns how many elements match.
func (p *page) counted(selector string) int {
	p.Helper()
	var n int
	p.run(chromedp.Evaluate(fmt.Sprintf(`document.querySelectorAll(%q).length`, selector), &n))
	return n
}

// A slow machine needs several requests until all card lists are read. Until then they stand there as being read, and nobody has to ask again.
func TestUnreadListsInBrowser(t *testing.T) {
	s := serve(t, t.TempDir(), 0)
	game := games()[0]
	if err := packs.Write(s.state, game.ID, "my-box", game.House, false); err != nil {
		t.Fatal(err)
	}
	ann := openPage(t, "about:blank", 390, 844)
	// As the page sees it, the table has read one list more with each answer.
	ann.begin(`{
		window.known = 0;
		const parse = JSON.parse;
		JSON.parse = (...args) => {
			const message = parse(...args);
			if (message?.lists) message.lists.slice(known++).forEach((list) => Object.assign(list, { unread: true, ok: false }));
			return message;
		};
		window.shown = false;
		new MutationObserver(() => shown ||= document.body.innerText.includes("Being read")).observe(document, { childList: true, subtree: true, characterData: true });
	}`, fmt.Sprintf("http://localhost:%d/", s.port))
	read := func(where, want string) {
		t.Helper()
		ann.reads(where, want)
		ann.lacks(where, "Being read")
		var shown bool
		ann.run(chromedp.Evaluate(`shown`, &shown), chromedp.Evaluate(`known = 0, shown = false`, nil))
		if !shown {
			t.Errorf("in %s no list was shown as being read", where)
		}
	}
	read("#lobby", "My box")
	ann.click(`#lobby input[name=pack][value=my-box]`)
	ann.press("#lobby", "Your card lists")
	read("dialog", "72 kinds, 140 cards")
}
