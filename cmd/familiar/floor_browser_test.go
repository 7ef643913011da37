package main

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// floorLacks takes away what the oldest browsers that the page is made for do not have.
const floorLacks = `
	for (const name of ["showModal", "close", "open"]) delete HTMLDialogElement.prototype[name];
	delete HTMLElement.prototype.inert;
	delete Object.hasOwn;
	delete AbortSignal.timeout;
	for (const name of ["at", "findLast", "findLastIndex", "toSpliced", "toSorted", "toReversed", "with"]) delete Array.prototype[name];
	delete String.prototype.at;
	delete window.structuredClone;`

// TestBrowserOfTheFloor plays a little in a browser that has no dialogs, no inert elements and none of the newer functions.
func TestBrowserOfTheFloor(t *testing.T) {
	s := serve(t, t.TempDir(), 0)
	s.began()
	p := openPage(t, "about:blank", 390, 844)
	p.begin(floorLacks, fmt.Sprintf("http://localhost:%d/", s.port))
	p.press("#table", "Ann")
	p.press("#head", "Rules")
	p.reads(".plain-dialog", "The Dark Ritual")
	p.finds("#main[inert][aria-hidden=true]", 1)
	p.shot("floor-rules")
	p.press("dialog", "Close")
	p.press("#head", "Menu")
	p.press("dialog", "This phone")
	p.finds(".plain-dialog[open]", 1)
	p.run(chromedp.KeyEvent(kb.Escape))
	p.finds("dialog, [inert]", 0)
	p.press("#table .dock", "My cards")
	p.press("dialog", "Imp")
	p.press("dialog", "I hold Imp")
	p.reads("#table .hand", "Imp")
}

// finds waits until so many elements are in the page.
func (p *page) finds(selector string, want int) {
	p.Helper()
	p.until(func() string {
		var n int
		p.run(chromedp.Evaluate(fmt.Sprintf("document.querySelectorAll(%q).length", selector), &n))
		if n != want {
			return fmt.Sprintf("the page has %d of %s, not %d", n, selector, want)
		}
		return ""
	})
}

// TestBrowserBelowTheFloor checks that a browser that cannot show the page says so.
func TestBrowserBelowTheFloor(t *testing.T) {
	s := serve(t, t.TempDir(), 0)
	p := openPage(t, "about:blank", 390, 844)
	p.begin(`delete String.prototype.replaceAll;`, fmt.Sprintf("http://localhost:%d/", s.port))
	p.reads("body", "This browser is too old for this page. It needs Safari 15 (iOS 15), Chrome 87, Firefox 91 or newer.")
	p.shot("too-old")
}
