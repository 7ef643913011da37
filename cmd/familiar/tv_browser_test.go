package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"familiar/companion/protocol"
	"familiar/engine/record"
)

// TestTelevision shows every game on a television: all of it on one screen, without controls, and again after the table was gone.
func TestTelevision(t *testing.T) {
	s := serve(t, t.TempDir(), 0)
	tv := s.open("/tv", 1920, 1080)
	tv.reads("#wait", "The table is ready")
	tv.reads("#wait", s.daemon.Table().JoinCode())
	tv.whole("tv-wait")
	for _, g := range games() {
		s.recorded(g.ID, 110)
		tv.reads(".turn-part", "")
		tv.until(func() string {
			if tv.text(".fitted") == "" || tv.text(".seats-part td") == "" {
				return g.ID + ": the picture does not come"
			}
			return ""
		})
		tv.reads(".come-part", s.daemon.Table().JoinCode())
		tv.whole("tv-" + g.ID)
		tv.run(emulation.SetDeviceMetricsOverride(1280, 720, 1, false))
		tv.whole("tv-small-" + g.ID)
		tv.run(emulation.SetDeviceMetricsOverride(1920, 1080, 1, false))
		s.tell(protocol.EndRequest{})
		tv.reads("#wait", "The table is ready")
	}

	// The connection is lost, and comes back.
	s.recorded(games()[0].ID, 20)
	tv.reads(".turn-part", "turn")
	port := s.port
	s.stop()
	tv.reads("#ribbon", "Reconnecting")
	s = serve(t, s.state, port)
	tv.until(func() string { return tv.text("#ribbon") })
	s.tell(protocol.UndoRequest{})
	tv.whole("tv-back")

	// A television in the room needs the code: typed, or in its link.
	away := s.openInRoom("/tv", 1280, 720)
	away.reads("#cover", "join code")
	away.whole("tv-code")
	away.types("#code", s.daemon.Table().JoinCode()+"\r")
	away.reads(".turn-part", "turn")
	linked := s.openInRoom("/tv#join="+s.daemon.Table().JoinCode(), 1280, 720)
	linked.reads(".turn-part", "turn")
}

// recorded begins a game and makes the first moves of a record of it.
func (s *served) recorded(game string, most int) {
	s.Helper()
	rec := gameRecord(s.T, game)
	var moves []string
	for _, l := range rec.Lines {
		switch {
		case len(moves) == most:
		case l.Kind == record.Play:
			moves = append(moves, l.Statement())
		case l.Kind == record.Undo:
			moves = moves[:len(moves)-1]
		}
	}
	options := make(map[string]string)
	for _, o := range rec.Setup.Options {
		options[o.Name] = o.Value
	}
	s.seated(protocol.StartRequest{Game: game, Seats: rec.Setup.Seats, Options: options}, strings.Join(moves, "\n"))
}

// gameRecord reads a record of a whole game.
func gameRecord(t *testing.T, game string) *record.Record {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join("..", "..", "engine", game, "testdata", "*game*.table"))
	if err != nil {
		t.Fatal(err)
	}
	if len(paths) == 0 {
		t.Fatalf("no record of %s is called *game*.table", game)
	}
	data, err := os.ReadFile(paths[0])
	if err != nil {
		t.Fatal(err)
	}
	rec, err := record.Parse(paths[0], bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

// whole checks that everything is on the screen, and that the only control is the field for the code.
func (p *page) whole(name string) {
	p.Helper()
	p.until(func() string {
		var problem string
		p.run(chromedp.Evaluate(`(() => {
			const root = document.documentElement;
			if (root.scrollWidth > innerWidth || root.scrollHeight > innerHeight) return "the page is " + root.scrollWidth + " by " + root.scrollHeight;
			for (const el of document.querySelectorAll("main *")) {
				const box = el.getBoundingClientRect();
				if (!box.width || el.closest(".log-part, .sr, svg *")) continue;
				if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1) return el.outerHTML.slice(0, 120) + " is out of the screen";
			}
			const touched = [...document.querySelectorAll("#board :is(button, a, input)")].filter((b) => b.checkVisibility() && !b.closest("[inert]"));
			return touched.length ? touched[0].outerHTML + " can be touched" : "";
		})()`, &problem))
		return problem
	})
	p.sound(name)
}
