package main

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/cdproto/input"
	cdpruntime "github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"familiar/companion/protocol"
)

// wireScript lets a test send messages of the table to the page by itself: faster than the table would, which waits a moment between two of them.
const wireScript = `
	window.WebSocket = class extends WebSocket {
		constructor(...of) {
			super(...of);
			this.addEventListener("message", ({ data }) => {
				const m = JSON.parse(data);
				if (m.type === "snapshot" && m.since === undefined) [window.wire, window.whole] = [this, m];
			});
		}
	};
	// Ben's misses go up and down: Ann's moves stay the same, and much on her table does not.
	window.storm = async (n) => {
		for (let i = 0; i < n; i++) {
			whole.revision += 1;
			whole.game.facts["ben.skips"] = String(whole.revision % 2 + 1);
			wire.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(whole) }));
			await new Promise((done) => setTimeout(done));
		}
		return document.querySelector("#table .altars").textContent.includes("misses");
	};`

// TestStormOfMessages has a phone told a thousand changes of its table while its player has typed half a word and scrolled: the word, its cursor and the places stay.
// After the changes of an evening the page holds no more memory than before.
func TestStormOfMessages(t *testing.T) {
	const half, evening = 500, 2500
	const slack = 250 // bytes for each change, which are the browser's own, for the first thousands; a snapshot that is not let go has some thousand
	s := serve(t, t.TempDir(), 0)
	s.tell(protocol.StartRequest{Game: games()[0].ID, Seats: []string{"ann", "ben"}})
	s.tell(protocol.MoveRequest{Seat: "table", Verb: "reveal", Args: []string{"king"}})
	s.tell(protocol.MoveRequest{Seat: "table", Verb: "amend", Args: []string{"ben.skips", "1"}})
	ann := openPage(t, "about:blank", 390, 560)
	ann.begin(wireScript, fmt.Sprintf("http://localhost:%d/", s.port))
	ann.press("#table", "Ann")
	ann.reads("#table .dock", "Undo")
	// The page comes again, so that it is told its own table as a whole.
	ann.run(chromedp.Reload())
	ann.reads("#table .dock", "Undo")
	storm := func(n int) {
		t.Helper()
		for ; n > 0; n -= half { // a slow machine draws that many in time
			var drawn bool
			ann.run(chromedp.Evaluate(fmt.Sprintf("storm(%d)", half), &drawn, awaited))
			if !drawn {
				t.Error("the page does not show what it was told")
			}
		}
	}

	// The page itself is scrolled, with the focus on a button of the dock.
	const at = `[document.activeElement.dataset.key, scrollY].join(" ")`
	ann.run(chromedp.Evaluate(`document.querySelector('#table [data-key="undo"]').focus({ preventScroll: true }); scrollTo(0, 90)`, nil))
	storm(half)
	ann.holds(at, "undo 90")

	// A sheet is scrolled, and half a word stands in its search, with a part of it selected.
	ann.press("#table .dock", "Sacrifice")
	ann.types("dialog .search", "nu")
	ann.run(chromedp.Evaluate(`document.activeElement.setSelectionRange(1, 2); document.querySelector("dialog .sheet-body").scrollTop = 40`, nil))
	const typed = `(() => {
		const box = document.activeElement;
		return [box.className, box.value, box.selectionStart, box.selectionEnd, document.querySelector("dialog .sheet-body").scrollTop].join(" ");
	})()`
	var before string
	ann.run(chromedp.Evaluate(typed, &before))
	storm(half)
	ann.holds(typed, before)
	ann.run(chromedp.KeyEvent("x"))
	ann.holds(`document.activeElement.value`, "nx")
	ann.press("dialog", "Close")

	storm(half)
	began := ann.held()
	storm(evening)
	if more := (ann.held() - began) / evening; more > slack {
		t.Errorf("the page holds %.0f bytes more for each of %d changes", more, evening)
	}
}

// TestOwnMoveMovesTheTableOn has the table answer a move faster than its sheet is gone: the phone is not told that the table has moved on, as when somebody else has
// made a move meanwhile.
func TestOwnMoveMovesTheTableOn(t *testing.T) {
	s := serve(t, t.TempDir(), 0)
	s.began()
	ann := openPage(t, "about:blank", 390, 740)
	ann.begin(wireScript, fmt.Sprintf("http://localhost:%d/", s.port))
	ann.press("#table", "Ann")
	ann.reads("#table .dock", "Sacrifice")
	for _, test := range []struct {
		name, tap string
		told      bool
	}{
		{"somebody else's move", "", true},
		{"its own move", `[...document.querySelectorAll("dialog .sheet-body button")].find((b) => b.textContent === "Ann").click();`, false},
	} {
		ann.run(chromedp.Reload()) // so that it is told its own table as a whole
		ann.press("#table .dock", "Sacrifice")
		ann.press("dialog .cards", "Imp")
		ann.reads("dialog", "On whose altar?")
		var said string
		ann.run(chromedp.Evaluate(test.tap+`(async () => {
			const moves = whole.game.moves;
			const toasts = document.querySelector("#toasts");
			let said = "";
			const heard = new MutationObserver(() => { said += toasts.textContent; });
			heard.observe(toasts, { subtree: true, childList: true, characterData: true });
			const tell = () => wire.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(whole) }));
			whole.revision += 1;
			whole.game.moves = {};
			tell();
			await new Promise((done) => setTimeout(done, 300));
			heard.disconnect();
			whole.revision += 1;
			whole.game.moves = moves;
			tell();
			return said;
		})()`, &said, awaited))
		if told := strings.Contains(said, "the table has moved on"); told != test.told {
			t.Errorf("%s: it is told %q", test.name, said)
		}
	}
}

// TestStormWhileDragging drags a card at the bench while the table changes a thousand times: the card stays in the hand and the reader below it marked, and it is laid
// where it is put down.
func TestStormWhileDragging(t *testing.T) {
	s := serve(t, t.TempDir(), 0)
	s.tell(protocol.StartRequest{Game: games()[0].ID, Seats: []string{"ann", "ben"}})
	bench := openPage(t, "about:blank", 1280, 860)
	bench.begin(wireScript, fmt.Sprintf("http://localhost:%d/virtual", s.port))
	bench.reads("#saying", "turn up the top card")
	var at struct{ Card, Reader struct{ X, Y float64 } }
	bench.run(chromedp.Evaluate(`(() => {
		const middle = (el) => { const box = el.getBoundingClientRect(); return { x: box.left + box.width / 2, y: box.top + box.height / 2 }; };
		return { card: middle(document.querySelector("#fan [data-tag]")), reader: middle(document.querySelector('[data-reader="table"]')) };
	})()`, &at))
	bench.run(
		chromedp.MouseEvent(input.MousePressed, at.Card.X, at.Card.Y, chromedp.ButtonLeft, chromedp.ClickCount(1)),
		chromedp.MouseEvent(input.MouseMoved, at.Card.X, at.Card.Y-40, chromedp.ButtonLeft),
		chromedp.MouseEvent(input.MouseMoved, at.Reader.X, at.Reader.Y, chromedp.ButtonLeft),
	)
	const dragged = `[document.querySelector(".ghost")?.getAttribute("style"), document.querySelector(".over")?.dataset.reader].join(" ")`
	var before string
	bench.run(chromedp.Evaluate(dragged, &before))
	if !strings.HasSuffix(before, "table") {
		t.Fatalf("dragged is %q", before)
	}
	bench.run(chromedp.Evaluate(`(async () => {
		for (let i = 1; i <= 1000; i++) {
			whole.revision += 1;
			whole.game.ask.text = "Change " + i;
			wire.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(whole) }));
			await new Promise((done) => setTimeout(done));
		}
	})()`, nil, awaited))
	bench.reads("#saying", "Change 1000")
	bench.holds(dragged, before)
	bench.run(chromedp.MouseEvent(input.MouseReleased, at.Reader.X, at.Reader.Y, chromedp.ButtonLeft, chromedp.ClickCount(1)))
	bench.reads("#saying", "it is your turn")
	bench.finds(".ghost, .over", 0)
}

// holds checks what an expression is on the page.
func (p *page) holds(expression, want string) {
	p.Helper()
	var got string
	p.run(chromedp.Evaluate(expression, &got))
	if got != want {
		p.Errorf("%s is %q, not %q", expression, got, want)
	}
}

// held returns how many bytes the page's scripts hold.
func (p *page) held() (used float64) {
	p.Helper()
	p.run(chromedp.ActionFunc(func(ctx context.Context) error {
		if err := heapprofiler.CollectGarbage().Do(ctx); err != nil {
			return err
		}
		bytes, _, _, _, err := cdpruntime.GetHeapUsage().Do(ctx)
		used = bytes
		return err
	}))
	return used
}
