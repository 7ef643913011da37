package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"familiar/companion/journal"
	"familiar/companion/protocol"
	"familiar/engine"
)

// TestPastInBrowser undoes several moves after a look at them, and looks at earlier games.
func TestPastInBrowser(t *testing.T) {
	s := serve(t, t.TempDir(), 0)
	game := games()[0]
	do := func(verb string, args ...string) {
		s.tell(protocol.MoveRequest{Seat: "table", Verb: verb, Args: args})
	}
	begin := func() {
		s.tell(protocol.StartRequest{Game: game.ID, Seats: []string{"ann", "ben"}})
		do("reveal", "king")
		for _, card := range []string{"knight", "imp", "witness"} {
			do("amend", card, "deck", "ann.altar")
		}
	}
	begin()
	ann := s.open("/", 360, 740)
	ann.press("#table", "Ann")
	ann.reads("#table .picture", "Witness")

	// As many moves as wanted, with the table as it will be.
	ann.press("#table .log-part", "Take moves back")
	ann.reads("dialog .how-many", "1 move of 4")
	ann.lacks("dialog .past-board", "Witness")
	ann.press("dialog", "One move more")
	ann.reads("dialog", "Take back 2 moves")
	ann.lacks("dialog .past-board", "Imp")
	ann.reads("dialog .past-board", "Knight")
	ann.sound("undo")
	// A move that is made in between is shown before it is undone.
	do("amend", "monk", "deck", "ben.altar")
	ann.reads("dialog", "The game has gone on in between")
	ann.reads("dialog .undo-list li:first-child", "Monk")
	ann.reads("dialog .past-board", "Imp")
	ann.press("dialog .undo-list", "Imp")
	ann.press("dialog", "Take back 3 moves")
	ann.lacks("#table .picture", "Imp")
	ann.reads("#table .picture", "Knight")
	s.tell(protocol.EndRequest{})
	begin()
	do("amend", "ann.favours", "3")
	s.tell(protocol.EndRequest{})
	names, err := journal.Names(s.state)
	if err != nil || len(names) != 2 {
		t.Fatal(names, err)
	}
	if err := os.WriteFile(filepath.Join(s.state, journal.Folder, "2001-01-01-000000-x.table"), []byte("nothing\n"), 0o600); err != nil {
		t.Fatal(err)
	}

	// The earlier games.
	ann.press("#lobby", "Look at them")
	ann.reads("dialog .games-list", "It cannot be read")
	ann.reads("dialog .games-list", "Given up")
	ann.click("dialog summary")
	ann.reads("dialog .scores", "1 of 1")
	ann.sound("games")
	ann.press("dialog .games-list", "Ann won")

	// One of them, move by move: with buttons, with keys, and automatically.
	ann.reads("dialog .told-move", "The game begins.")
	ann.reads("dialog .slide", "0 of 5")
	ann.press("dialog .steps-row", "One move on")
	ann.reads("dialog .told-move", "King")
	ann.run(chromedp.KeyEvent(kb.ArrowRight))
	ann.reads("dialog .told-move", "Knight")
	ann.reads("dialog .past-board", "Knight")
	ann.press("dialog .steps-row", "Play")
	ann.reads("dialog .told-move", "Imp")
	ann.reads("dialog .past-board", "Imp")
	ann.press("dialog .steps-row", "Pause")
	ann.press("dialog .steps-row", "To the end")
	ann.reads("dialog .told-move", "Favours: 3")
	ann.run(chromedp.Focus("dialog .slide input", chromedp.ByQuery), chromedp.KeyEvent(kb.Home))
	ann.reads("dialog .told-move", "The game begins.")
	ann.press("dialog .steps-row", "To the end")
	ann.reads("dialog .slide", "5 of 5")
	ann.sound("replay")

	// The downloaded record is the file.
	var record string
	ann.run(chromedp.Evaluate(`window.kept = new Promise((r) => { URL.createObjectURL = (blob) => (r(blob.text()), "#"); }); 0`, nil))
	ann.press("dialog", "Download the record")
	ann.run(chromedp.Evaluate(`window.kept`, &record, awaited))
	file, err := os.ReadFile(filepath.Join(s.state, journal.Folder, names[0]))
	if err != nil || record != string(file) {
		t.Errorf("%v: downloaded is\n%s\nnot\n%s", err, record, file)
	}
	ann.sound("record")

	// Somebody who presses a button in the moment when it appears gets there, too.
	ann.press("dialog:last-of-type", "Close")
	ann.finds("dialog .steps-row", 0)
	ann.run(chromedp.Evaluate(`new MutationObserver((_, observer) => {
		const button = document.querySelector("dialog .steps-row [aria-label='To the end']");
		if (!button) return;
		observer.disconnect();
		button.click();
	}).observe(document, { childList: true, subtree: true })`, nil))
	ann.press("dialog .games-list", "Ann won")
	ann.reads("dialog .slide", "5 of 5")
	time.Sleep(500 * time.Millisecond) // longer than the page waits between two positions
	ann.reads("dialog .slide", "5 of 5")
}

// lacks waits until a part of the page exists without a text.
func (p *page) lacks(selector, want string) {
	p.Helper()
	p.until(func() string {
		text := p.text(selector)
		if strings.TrimSpace(text) == "" || strings.Contains(strings.ToLower(text), strings.ToLower(want)) {
			return fmt.Sprintf("%s reads %q", selector, text)
		}
		return ""
	})
}

// A table with very many records needs several answers until all are read. The page reads on by itself, and says how far it is.
func TestUnreadGamesInBrowser(t *testing.T) {
	s := serve(t, t.TempDir(), 0)
	for day := range 3 {
		began := time.Date(2026, 11, 20+day, 18, 0, 0, 0, time.UTC)
		j, err := journal.Create(s.state, engine.Setup{Game: "sacrilege", Pack: "house", Seats: []string{"ann", "ben"}}, began, nil)
		if err == nil {
			err = j.Finish("moves 7, minutes 2: ann won", began)
		}
		if err == nil {
			err = j.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	ann := openPage(t, "about:blank", 390, 844)
	// As the page sees it, the table has read one record more with each answer.
	ann.begin(`{
		let known = 0;
		const parse = JSON.parse;
		JSON.parse = (...args) => {
			const message = parse(...args);
			const played = message?.games;
			if (played?.games) Object.assign(played, { games: played.games.slice(0, known), unread: Math.max(0, played.of - known++) });
			return message;
		};
		window.said = "";
		new MutationObserver(() => said += document.querySelector("dialog [role=status]")?.innerText + "|").observe(document, { childList: true, subtree: true, characterData: true });
	}`, fmt.Sprintf("http://localhost:%d/", s.port))
	ann.press("#lobby", "Look at them")
	ann.reads("dialog summary", "Who won against whom")
	ann.lacks("dialog", "Being read")
	ann.finds("dialog .games-list > li", 3)
	var said string
	ann.run(chromedp.Evaluate(`said`, &said))
	for n := range 3 {
		if want := fmt.Sprintf("Being read: %d of 3|", n); !strings.Contains(said, want) {
			t.Errorf("%q was not said: %s", want, said)
		}
	}
}
