package main

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// TestWorkedExamplesInBrowser plays the worked examples of the Oracle's rulebook on a phone, by taps only: docs/rules/oracle.md, "Worked
// examples".
func TestWorkedExamplesInBrowser(t *testing.T) {
	t.Run("bowl", func(t *testing.T) { workedBowl(beginOracle(t)) })
	t.Run("prediction", func(t *testing.T) { workedPrediction(beginOracle(t)) })
}

// beginOracle has Ann begin a game for herself, in the lobby.
func beginOracle(t *testing.T) *page {
	s := serve(t, t.TempDir(), 0)
	p := s.open("/", 390, 844)
	p.reads("#lobby", "Begin a game")
	p.run(chromedp.Evaluate(`document.querySelector("#lobby [value=oracle]").click()`, nil))
	p.press("#lobby", "Take player 2 out")
	p.fill(0, "Ann")
	p.press("#lobby", "Begin")
	p.press("#table", "Ann")
	return p
}

func workedBowl(p *page) {
	const unspent = "0 of 12 h · 0 Corruption cards"
	p.throw("Bone, left", "Voodoo pawn, left", "First die 2, left", "Second die 3, right", "Coin skull, right")
	p.sound("oracle-arrival")
	p.press("#table .dock", "Begin the turns")

	// What the bowl allows, and what it would allow with the boxes.
	p.shows(deed("read-stars")+" .ways", "2 lines")
	p.shows(deed("predict")+" .ways .told", "2 icons")
	p.shows(deed("horoscope")+" .ways", "Left: 2 Right: 3")
	p.shows(deed("influence")+" .ways", "Write an X")
	p.shows(deed("read-stars")+" .coulds li", "3 lines ■ 4 lines ■■")
	p.shows(deed("predict")+" .coulds li", "1 icon ■ 3 icons ■ 4 icons ■■")
	p.shows(deed("influence")+" .coulds li", "blacken two +1/−1 ■ blacken two Move 1 ■")
	p.reads(deed("horoscope")+" .coulds li", "2 and 4")
	p.sound("oracle-bowl")

	// Each of its actions, undone again.
	p.act("read-stars", "2 lines")
	p.press("#table .dock", "Nobody drawn")
	p.shows(".sky .part-head span", "2 lines left")
	p.undo(unspent, 2)
	p.act("predict", "Red")
	p.shows(".predictions li:first-child small", "Red active , prediction 1: 2 icons, 0 crossed out")
	p.shows(".strip .part-head span", "20 icons left")
	p.undo(unspent, 1)
	for _, one := range []struct{ half, value, row string }{{"Left: 2", "2", "top"}, {"Right: 3", "3", "bottom"}} {
		p.act("horoscope", one.half)
		p.press("#table .dock", "Nobody drawn")
		p.press(".rows", one.row+" row")
		p.shows(".horoscope .full > b", one.value)
		p.undo(unspent, 3)
	}
	p.act("influence", "Write an X")
	p.shows(".seats-of .quiet", "1 of 12 h · 1 Corruption card")
	p.press(".rows", "bottom row")
	p.shows(".horoscope .full > b", "X")
	p.undo(unspent, 2)

	// Four lines need both boxes. The page says so, and the first step is one tap.
	p.press(deed("read-stars")+" .coulds", "4 lines")
	p.shows(".path p", "4 lines: first +1 on the second die, then move the second die to the other half.")
	p.press(".path", "+1 on the second die")
	p.shows(".half:last-child .lying small", "Second die 4 Coin skull")
	p.press(".half:last-child .lying", "Second die 4")
	p.press(".bend", "To the left")
	p.shows(".half:first-child .lying small", "First die 2 Second die 4 Bone Voodoo pawn")
	p.shows(deed("read-stars")+" .ways", "4 lines")
	p.shows(deed("predict")+" .ways .told", "4 icons")
	p.shows(deed("horoscope")+" .ways", "Left: 2 and 4")
	p.shows(deed("influence")+" .ways", "")
	p.shows(".deeds .coulds", "") // all boxes are used
	p.sound("oracle-bowl-boxes")

	p.act("read-stars", "4 lines")
	p.press("#table .dock", "Nobody drawn")
	p.shows(".sky .part-head span", "4 lines left")
	p.undo(unspent, 2)
	p.act("predict", "Blue")
	p.shows(".predictions li:first-child small", "Blue active , prediction 1: 4 icons, 0 crossed out")
	p.undo(unspent, 1)
	p.act("horoscope", "Left: 2 and 4")
	p.press("#table .dock", "Nobody drawn")
	p.press(".rows", "2 of the first die, bottom row")
	p.shows(".horoscope .full > b", "4 2") // for the other die only the top row is left
	p.sound("oracle-horoscopes")
}

func workedPrediction(p *page) {
	p.throw("First die 3, left", "Voodoo pawn, left", "Second die 2, right", "Bone, right", "Coin tree, right")
	p.press("#table .dock", "Begin the turns")
	p.act("predict", "Yellow")

	// Another action in between: the same space may not be used twice in a row.
	again := []string{"First die 4, left", "Voodoo pawn, left", "Second die 1, right", "Bone, right", "Coin tree, right"}
	p.throw(again...)
	p.reads(deed("predict"), "her figure stands here")
	p.shows(deed("predict")+" button", "")
	p.act("influence", "Blacken two +1/−1")
	p.press("#table .dock", "Nobody drawn")
	p.throw(again...)
	p.act("predict", "Red")
	p.shows(".predictions li:not(.free) small", "Yellow active , prediction 1: 3 icons, 0 crossed out Red active , prediction 2: 4 icons, 0 crossed out")
	p.shows(".strip .part-head span", "15 icons left")

	// A red token comes: yellow loses an icon, and red is a hit.
	p.throw("First die 1, left", "Voodoo pawn, right", "Second die 2, left", "Bone, left", "Coin skull, right")
	p.press(".bag", "Red")
	p.shows(".predictions li:not(.free) small", "Yellow active , prediction 1: 3 icons, 1 crossed out Red hit , prediction 2: 4 icons, 0 crossed out")
	p.shows("#table .dock .way", "Talisman Charm Market icon X")
	p.sound("oracle-bonus")
	p.press("#table .dock", "Talisman")
	p.press(".shelf", "Blue Talisman")
	p.reads(".shelf", "Blue Talisman: 1 on the stall, 1 in the supply")

	// Only two yellow icons are left: too few for a Talisman.
	p.press(".bag", "Yellow")
	p.shows("#table .dock .way", "Charm Market icon X")
	p.press("#table .dock", "X")
	p.press(".clans .open:has(h3)", "Warriors")
	p.shows(".gold-of", "3 gold")
	p.sound("oracle-prediction")
}

// deed returns the selector of an action's part of the page.
func deed(verb string) string { return ".deeds > [data-key=deed-" + verb + "]" }

// throw enters the runes of a throw, with a tap for each.
func (p *page) throw(runes ...string) {
	p.Helper()
	for i, rune := range runes {
		p.shows(".bowl .part-head span", fmt.Sprintf("%d to tell", len(runes)-i))
		p.press(".bowl", rune+" half")
	}
}

// act chooses an action.
func (p *page) act(verb, way string) {
	p.Helper()
	p.press(deed(verb)+" .ways", way)
}

// undo undoes moves, after which the clock must read as given.
func (p *page) undo(clock string, moves int) {
	p.Helper()
	for range moves {
		last := p.text("#table .log")
		p.press("#table .dock", "Undo")
		p.press("dialog", "Take it back")
		p.until(func() string {
			if p.text("#table .log") == last {
				return "nothing was taken back"
			}
			return ""
		})
	}
	p.shows(".seats-of .quiet", clock)
}

// shows waits until the matching parts of the page have exactly this text, one after the other.
func (p *page) shows(selector, want string) {
	p.Helper()
	p.until(func() string {
		if got := strings.Join(strings.Fields(p.text(selector)), " "); got != want {
			return fmt.Sprintf("%s reads %q, not %q", selector, got, want)
		}
		return ""
	})
}

// until waits until problem returns no problem.
func (p *page) until(problem func() string) {
	p.Helper()
	deadline := time.Now().Add(patience)
	for {
		what := problem()
		if what == "" {
			return
		}
		if time.Now().After(deadline) {
			p.shot("failure")
			p.Fatal(what)
		}
		time.Sleep(20 * time.Millisecond)
	}
}
