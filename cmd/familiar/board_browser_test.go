package main

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"familiar/companion"
	"familiar/companion/access"
	"familiar/companion/protocol"
)

// The moves up to Ann's first turn: her path leads from a11 to g11, and one of her books lies on g10.
const labyrinth = `
ann: colour crimson
ben: colour jade
table: placement crimson-1
table: placement azure-1
table: placement jade-1
table: placement amber-1
ann: place line4-oak a11 r0
ben: place line4-iron k4 r0
ann: place line3-oak e11 r0
ben: place line2-iron i7 r90
ann: place line2-oak g10 r0
ben: place corner5-oak b8 r0
ann: place line3-iron h9 r90
ben: place line3-stone j14 r90
ann: place tee4-oak e7 r0
ben: place corner3-iron a2 r0
ann: place corner3-oak m2 r0
ben: place tee4-iron k6 r0
ann: place corner5-stone c2 r0
ben: place corner5-iron c14 r90
ann: place corner5-rope k9 r0
ben: place corner3-rope n12 r180
ann: place corner3-stone i10 r0
ben: place tee4-rope n6 r270
ann: place tee4-stone g4 r0
ben: place line4-rope f14 r0
ann: place line4-stone g1 r0
ben: place line3-rope a5 r0
ann: place line2-stone i4 r0
ben: place line2-rope b7 r90
ann: hold rotas-tee4
table: amend steps 6
`

// TestBoardInBrowser makes a turn on a board, by taps on its cells: a bridge shows where it may be turned, the table says why not, and an Acolyte
// walks.
func TestBoardInBrowser(t *testing.T) {
	s := serve(t, t.TempDir(), 0)
	s.seated(protocol.StartRequest{Game: "sator", Seats: []string{"ann", "ben"}}, labyrinth)
	p := s.open("/", 390, 844)
	p.keepStill()
	p.press("#table", "Ann")
	p.reads("#table .dock", "Play a card")
	p.boards("Ann’s Acolyte on the start place")
	p.spent("6 of 6 action points left", "6 steps for the walk")

	// A bridge shows where it may be turned.
	p.touch("e7")
	p.shows(".tool-head > div", "Tee of four, oak on d7 e7 e8 f7")
	p.reads(".tool-panel .angles", "about e7")
	p.drawn(".ghost", 3)
	p.drawn(".clash", 0)
	p.sound("sator-bridge")

	// About another of its cells it would lie over a bridge: the page shows the rule, and the cells.
	p.press(".spots", "Turn about d7")
	p.reads(".tool-panel .angles", "about d7")
	p.press(".tool-panel .angles", "90° counter-clockwise, which may not be")
	p.reads(".tool-panel .why-not", "piece.overlap")
	p.reads(".tool-panel .why-not", "two bridges never lie on the same cell")
	p.marked("c8 d8")
	p.sound("sator-overlap")

	// A legal turn is made with the card, and paid.
	p.press(".spots", "Turn about e7")
	p.press(".tool-panel .angles", "90° clockwise")
	p.marked("")
	p.drawn(".ghost .bridge", 1)
	p.press(".tool-panel .ways", "ROTAS: Tee of four: 2 points")
	p.boards("Tee of four, oak: e6 e7 e8 f7.")
	p.spent("4 of 6 action points left", "7 steps for the walk")
	p.press("#table .dock", "Done, 1 turn left")
	p.sound("sator-turned")

	// A book is near enough, with the free step.
	p.press("#table .ask", "Which of my books can I reach?")
	p.reads("dialog", "Ann can reach the book of")
	p.reads("dialog ol", "Ann walks to g11.\nAnn’s free action: to g10.")
	p.sound("sator-hint")
	p.press("dialog", "Close")

	// One tap makes all steps.
	p.touch("f11")
	p.press(".tool-panel .ways", "Walk to f11: 6 steps")
	p.boards("Ann’s Acolyte on f11")
	p.spent("4 of 6 action points left", "1 step for the walk")
	p.reads("#table .ask", "walk on")
	p.sound("sator-walked")

	// The table may change under a finger: the cell that was tapped counts.
	at := p.over("e7")
	p.run(chromedp.MouseEvent(input.MousePressed, at.X, at.Y, chromedp.ButtonLeft, chromedp.ClickCount(1)))
	s.tell(protocol.MoveRequest{Seat: "table", Verb: "amend", Args: []string{"steps", "3"}})
	p.spent("3 steps for the walk")
	p.run(chromedp.MouseEvent(input.MouseReleased, at.X, at.Y, chromedp.ButtonLeft, chromedp.ClickCount(1)))
	p.shows(".tool-head > div", "Tee of four, oak on e6 e7 e8 f7")
}

// seated begins a game, and makes moves of its players and of the table.
func (s *served) seated(start protocol.StartRequest, moves string) {
	s.Helper()
	phones := make(map[string]*companion.Phone)
	do := func(who string, r protocol.Request) {
		s.Helper()
		if a := phones[who].Do(s.Context(), r); !a.OK {
			s.Fatalf("%s: %+v: %s", who, r, a.Text)
		}
	}
	for _, who := range append([]string{"table"}, start.Seats...) {
		p, err := s.daemon.Table().Join(s.Context(), access.Visitor{Local: true})
		if err != nil {
			s.Fatal(err)
		}
		defer p.Leave()
		phones[who] = p
		if who == "table" {
			do(who, start)
		} else {
			do(who, protocol.SitRequest{Seat: who})
			defer do(who, protocol.StandRequest{})
		}
	}
	for line := range strings.Lines(strings.TrimSpace(moves)) {
		who, said, _ := strings.Cut(strings.TrimSpace(line), ": ")
		words := strings.Fields(said)
		do(who, protocol.MoveRequest{Seat: who, Verb: words[0], Args: words[1:]})
	}
}

// middleOf finds the middle of a cell on the screen.
const middleOf = `
	const sheet = document.querySelector(".sheet-of"), svg = sheet.querySelector("svg");
	const at = (x, y) => new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());
	const middle = (cell) => at((cell.charCodeAt(0) - 97 + .5) * 40, (14.5 - Number(cell.slice(1))) * 40);`

// touch touches the middle of a cell, as a finger does.
func (p *page) touch(cell string) {
	p.Helper()
	at := p.over(cell)
	p.run(chromedp.MouseClickXY(at.X, at.Y))
}

// onScreen is a point of the screen, and the element that covers it.
type onScreen struct {
	X, Y float64
	Over string
}

// over brings a cell into view, and returns its middle once the page does not move.
func (p *page) over(cell string) onScreen {
	p.Helper()
	var at, before onScreen
	js := fmt.Sprintf(`(() => {%s
		sheet.parentNode.scrollIntoView({ block: "start" });
		scrollBy(0, -150);
		const { x, y } = middle(%q);
		return { x, y, over: document.elementFromPoint(x, y)?.closest(".frame") ? "" : "it lies under " + document.elementFromPoint(x, y)?.outerHTML };
	})()`, middleOf, cell)
	p.until(func() string {
		before = at
		p.run(chromedp.Evaluate(js, &at))
		if at.Over == "" && at != before {
			return "it moves"
		}
		return at.Over
	})
	return at
}

// boards waits for a description of the board.
func (p *page) boards(want string) {
	p.Helper()
	p.until(func() string {
		var label string
		p.run(chromedp.Evaluate(`document.querySelector(".sheet-of svg")?.getAttribute("aria-label") ?? ""`, &label))
		if !strings.Contains(label, want) {
			return fmt.Sprintf("%q is not in %q", want, label)
		}
		return ""
	})
}

// spent waits until that much is left.
func (p *page) spent(wants ...string) {
	p.Helper()
	p.until(func() string {
		var labels string
		p.run(chromedp.Evaluate(`[...document.querySelectorAll(".purse [aria-label]")].map((e) => e.getAttribute("aria-label")).join(", ")`, &labels))
		for _, want := range wants {
			if !strings.Contains(labels, want) {
				return fmt.Sprintf("%q is not in %q", want, labels)
			}
		}
		return ""
	})
}

// drawn waits until that many elements are drawn on the board.
func (p *page) drawn(selector string, want int) {
	p.Helper()
	p.until(func() string {
		var n int
		p.run(chromedp.Evaluate(fmt.Sprintf(`document.querySelectorAll(%q).length`, ".sheet-of svg "+selector), &n))
		if n != want {
			return fmt.Sprintf("%s: %d are drawn, not %d", selector, n, want)
		}
		return ""
	})
}

// marked waits until exactly these cells are marked as taken.
func (p *page) marked(want string) {
	p.Helper()
	p.until(func() string {
		var got string
		js := `[...document.querySelectorAll(".clash rect")].map((r) => String.fromCharCode(97 + Math.floor(r.x.baseVal.value / 40)) + (14 - Math.floor(r.y.baseVal.value / 40))).sort().join(" ")`
		p.run(chromedp.Evaluate(js, &got))
		if got != want {
			return fmt.Sprintf("%q are marked, not %q", got, want)
		}
		return ""
	})
}

// turning opens the phone of Ann, who has a bridge to turn.
func (s *served) turning() *page {
	s.Helper()
	s.seated(protocol.StartRequest{Game: "sator", Seats: []string{"ann", "ben"}}, labyrinth+"ann: play rotas-tee4\nann: piece tee4-oak\n")
	p := s.open("/", 390, 844)
	p.keepStill()
	p.press("#table", "Ann")
	return p
}

// TestBoardIsSeenAboveTheDock loads a page several times while a bridge has to be turned: the board is always zoomed to it as far as what covers the board's
// foot leaves room, though the foot is measured while the page is drawn.
func TestBoardIsSeenAboveTheDock(t *testing.T) {
	p := serve(t, t.TempDir(), 0).turning()
	var first string
	for n := range 8 {
		p.reads(".tool-panel", "Tee of four, oak")
		var zoomed string
		p.run(chromedp.Evaluate(`document.querySelector(".sheet-of").style.transform`, &zoomed))
		if n == 1 { // the seat was taken on the first page
			first = zoomed
		}
		if n > 1 && zoomed != first {
			t.Errorf("page %d shows the board with %s, the first one with %s", n, zoomed, first)
		}
		p.run(chromedp.Reload())
	}
}

// TestBoardOnATurnedPhone turns a phone while the board is zoomed to a bridge: the middle of what is shown stays there.
func TestBoardOnATurnedPhone(t *testing.T) {
	p := serve(t, t.TempDir(), 0).turning()
	p.finds(".frame.zoomed", 1)
	middle := func() (at float64) {
		p.Helper()
		p.run(chromedp.Evaluate(`(() => {
			const [frame, board] = [".frame", ".sheet-of"].map((name) => document.querySelector(name).getBoundingClientRect());
			return (frame.y + frame.height / 2 - board.y) / board.height;
		})()`, &at))
		return at
	}
	upright := middle()
	p.run(chromedp.EmulateViewport(844, 390))
	p.until(func() string {
		if now := middle(); math.Abs(now-upright) > .01 {
			return fmt.Sprintf("the middle of what is shown is at %.2f of the board's height, it was at %.2f", now, upright)
		}
		return ""
	})
}

// TestBoardAfterZooming begins with a board that is zoomed to a bridge. When the bridge is done, the whole board looks as on a page that was never
// zoomed. Chrome went on drawing the board's texts for the zoom at which they were drawn first.
func TestBoardAfterZooming(t *testing.T) {
	s := serve(t, t.TempDir(), 0)
	s.seated(protocol.StartRequest{Game: "sator", Seats: []string{"ann", "ben"}}, labyrinth)
	p := s.open("/", 390, 2600) // nothing lies over the board
	p.keepStill()
	p.press("#table", "Ann")
	p.boards("Ann’s Acolyte on the start place")
	p.touch("e7")
	p.press(".tool-panel .angles", "90° clockwise")
	p.press(".tool-panel .ways", "ROTAS: Tee of four: 2 points")
	p.reads("#table .dock", "Done, 1 turn left")
	p.run(chromedp.Reload())
	p.finds(".frame.zoomed", 1)
	p.press("#table .dock", "Done, 1 turn left")
	p.finds(".frame.zoomed", 0)
	board := func() (picture []byte) {
		p.Helper()
		p.reads("#table .dock", "Play a card")
		p.finds(".frame", 1)
		var at struct{ X, Y, Width, Height float64 }
		p.run(chromedp.Evaluate(`document.querySelector(".frame").getBoundingClientRect().toJSON()`, &at), chromedp.ActionFunc(func(ctx context.Context) (err error) {
			frame := &cdppage.Viewport{X: at.X, Y: at.Y, Width: at.Width, Height: at.Height, Scale: 1}
			picture, err = cdppage.CaptureScreenshot().WithClip(frame).Do(ctx)
			return err
		}))
		return picture
	}
	zoomed := board()
	p.run(chromedp.Reload())
	p.until(func() string {
		if !bytes.Equal(zoomed, board()) {
			return "the board looks different after it was zoomed"
		}
		return ""
	})
}
