package main

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"

	"familiar/companion/protocol"
)

// changing is a script by which a page gets every snapshot but the first one of a connection as a change. It counts them, and the connections; as many
// snapshots as window.lost says do not arrive.
const changing = `{
	const isObject = (v) => typeof v === 'object' && v !== null && !Array.isArray(v);
	const patchOf = (before, now) => {
		const change = {};
		for (const key of Object.keys(before)) if (now[key] == null) change[key] = null;
		for (const [key, v] of Object.entries(now)) {
			if (JSON.stringify(before[key]) === JSON.stringify(v)) continue;
			change[key] = isObject(before[key]) && isObject(v) ? patchOf(before[key], v) : v;
		}
		return change;
	};
	Object.assign(window, { lost: 0, changes: 0, connections: 0 });
	const listen = WebSocket.prototype.addEventListener;
	WebSocket.prototype.addEventListener = function (name, f) {
		if (name !== 'message') return listen.call(this, name, f);
		let last = null;
		listen.call(this, name, (e) => {
			const m = JSON.parse(e.data);
			if (m.type !== 'snapshot') return f(e);
			const before = last;
			last = m;
			if (!before) connections++;
			else if (lost > 0) return void lost--;
			else changes++;
			f({ data: JSON.stringify(before ? { ...patchOf(before, m), type: 'snapshot', revision: m.revision, since: before.revision } : m) });
		});
	};
}`

// twin is a page that gets snapshots as changes, with one of the same path that gets whole ones.
type twin struct {
	*page
	whole *page
	part  string // of the page that is compared
}

// same waits until both pages show the same.
func (p *twin) same() {
	p.Helper()
	p.until(func() string {
		if is, want := p.text(p.part), p.whole.text(p.part); is != want || is == "" {
			return fmt.Sprintf("with changes the page shows\n%s\nnot\n%s", is, want)
		}
		return ""
	})
}

// number returns a number of the script.
func (p *twin) number(name string) (n int) {
	p.Helper()
	p.run(chromedp.Evaluate(name, &n))
	return n
}

// TestPagesTakeChanges shows games on pages that get snapshots as changes: they show the same as pages that get whole ones, also after one was lost.
func TestPagesTakeChanges(t *testing.T) {
	s := serve(t, t.TempDir(), 0)
	var twins []*twin
	for path, part := range map[string]string{"/": "#main", "/tv": "#board", "/virtual": "#tray"} {
		p := openPage(t, "about:blank", 1280, 860)
		p.begin(changing, fmt.Sprintf("http://localhost:%d%s", s.port, path))
		twins = append(twins, &twin{p, s.open(path, 1280, 860), part})
	}
	same := func() {
		t.Helper()
		for _, p := range twins {
			p.same()
		}
	}
	played := games()[:2]
	for _, g := range played {
		s.tell(protocol.StartRequest{Game: g.ID, Seats: []string{"ann", "ben", "cai"}[:max(2, g.MinSeats)]})
		same() // before the first move
		s.tell(protocol.EndRequest{})
		s.recorded(g.ID, 12)
		same()
		s.tell(protocol.UndoRequest{})
		same()
		s.tell(protocol.EndRequest{})
	}
	s.recorded(played[0].ID, 12)
	same()
	for _, p := range twins {
		if p.number("connections") != 1 || p.number("changes") < 5*len(played) {
			t.Errorf("%s: %d changes came, on %d connections", p.part, p.number("changes"), p.number("connections"))
		}
		p.run(chromedp.Evaluate("lost = 1", nil))
	}
	s.tell(protocol.UndoRequest{})
	for _, p := range twins {
		p.until(func() string {
			if p.number("lost") > 0 {
				return "nothing was lost"
			}
			return ""
		})
	}
	s.tell(protocol.UndoRequest{})
	same()
	for _, p := range twins {
		if n := p.number("connections"); n != 2 {
			t.Errorf("%s: after a change since a snapshot that was lost there were %d connections", p.part, n)
		}
		p.sound("changes-" + p.part[1:])
	}
}

// TestPatchedInBrowser changes values in a browser as TestPatched does, and holds snapshots.
func TestPatchedInBrowser(t *testing.T) {
	s := serve(t, t.TempDir(), 0)
	p := s.open("/", 390, 844)
	examples, err := json.Marshal(patches)
	if err != nil {
		t.Fatal(err)
	}
	var problems []string
	p.run(chromedp.Evaluate(`import("/page/shared/snapshot.js").then(({ patched, makeHolder }) => {
		const sorted = (v) => (v && typeof v === 'object' && !Array.isArray(v) ? Object.fromEntries(Object.keys(v).sort().map((k) => [k, sorted(v[k])])) : v);
		const problems = [];
		const same = (is, want, of) => JSON.stringify(sorted(is)) === JSON.stringify(sorted(want)) || problems.push(of + ': ' + JSON.stringify(is) + ', not ' + JSON.stringify(want));
		for (const [value, change, want] of `+string(examples)+`) {
			const before = JSON.parse(value);
			same(patched(before, JSON.parse(change)), JSON.parse(want), value + ' changed by ' + change);
			same(before, JSON.parse(value), 'a value that was changed is modified');
		}
		const hold = makeHolder();
		same(hold({ type: 'snapshot', revision: 3, since: 2, you: {} }), null, 'a change of nothing');
		same(hold({ type: 'snapshot', revision: 4, you: { seat: 1 }, game: { id: 'a' } }), { type: 'snapshot', revision: 4, you: { seat: 1 }, game: { id: 'a' } }, 'a whole one');
		same(hold({ type: 'snapshot', revision: 6, since: 4, game: null }), { type: 'snapshot', revision: 6, you: { seat: 1 } }, 'a change');
		same(hold({ type: 'snapshot', revision: 7, since: 5, phase: 'over' }), null, 'a change of another one');
		same(hold({ type: 'snapshot', revision: 8, since: 6, phase: 'over' }), null, 'a change of the one before that');
		same(hold({ type: 'snapshot', revision: 9, phase: 'over' }), { type: 'snapshot', revision: 9, phase: 'over' }, 'another whole one');
		return problems;
	})`, &problems, awaited))
	for _, problem := range problems {
		t.Error(problem)
	}
}
