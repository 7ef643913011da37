package web

import (
	"bytes"
	"compress/gzip"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"familiar/companion/protocol"
)

func TestPageFiles(t *testing.T) {
	p := newPlace(t)
	for path, c := range map[string]struct {
		status int
		kind   string
		has    string
	}{
		"/":                     {http.StatusOK, "text/html; charset=utf-8", "<title>Familiar"},
		"/page/index.html":      {http.StatusOK, "text/html; charset=utf-8", "<title>Familiar"},
		"/tv":                   {http.StatusOK, "text/html; charset=utf-8", "<title>The television"},
		"/tv/":                  {http.StatusNotFound, "text/plain; charset=utf-8", "nothing here"},
		"/page/table.js":        {http.StatusOK, "text/javascript; charset=utf-8", "as above"},
		"/favicon.svg":          {http.StatusOK, "image/svg+xml", "<svg"},
		"/manifest.webmanifest": {http.StatusNotFound, "text/plain; charset=utf-8", "nothing here"},
		"/page/":                {http.StatusNotFound, "text/plain; charset=utf-8", "nothing here"},
		"/page/notes.rst":       {http.StatusNotFound, "text/plain; charset=utf-8", "nothing here"},
		"/page/%2e%2e/go.mod":   {http.StatusNotFound, "text/plain; charset=utf-8", "nothing here"},
		"/index.html":           {http.StatusNotFound, "text/plain; charset=utf-8", "nothing here"},
		"/healthz":              {http.StatusOK, "text/plain; charset=utf-8", "ok"},
		"/qr.svg":               {http.StatusNotFound, "text/plain; charset=utf-8", "nothing here"},
	} {
		w := p.ask("GET", there, fromPhone, path)
		if w.Code != c.status || w.Header().Get("Content-Type") != c.kind || !strings.Contains(w.Body.String(), c.has) {
			t.Errorf("%s: %d, %s: %.60s", path, w.Code, w.Header().Get("Content-Type"), w.Body)
		}
	}
}

func TestCompressionAndCaching(t *testing.T) {
	p := newPlace(t)
	const script = "/page/table.js"
	plain := p.ask("GET", there, fromPhone, script)
	if !bytes.Equal(plain.Body.Bytes(), longScript) || plain.Header().Get("Content-Encoding") != "" {
		t.Errorf("plain: %d bytes, headers %v", plain.Body.Len(), plain.Header())
	}
	packed := p.ask("GET", there, fromPhone, script, "Accept-Encoding", "br, gzip;q=0.8")
	z, err := gzip.NewReader(bytes.NewReader(packed.Body.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(z); err != nil || !bytes.Equal(got, longScript) || packed.Body.Len() > len(longScript)/10 {
		t.Errorf("packed to %d bytes: %v", packed.Body.Len(), err)
	}
	if got := packed.Header().Get("Content-Length"); got != strconv.Itoa(packed.Body.Len()) {
		t.Errorf("Content-Length %s of %d", got, packed.Body.Len())
	}
	tags := []string{plain.Header().Get("ETag"), packed.Header().Get("ETag")}
	if tags[0] == tags[1] || len(tags[0]) < 10 {
		t.Errorf("tags %v", tags)
	}
	for _, h := range []http.Header{plain.Header(), packed.Header()} {
		if h.Get("Vary") != "Accept-Encoding" || h.Get("Cache-Control") != "no-cache" {
			t.Errorf("headers %v", h)
		}
	}
	for _, known := range []string{tags[0], tags[1], "W/" + tags[1], `"other", ` + tags[0], "*"} {
		w := p.ask("GET", there, fromPhone, script, "Accept-Encoding", "gzip", "If-None-Match", known)
		if w.Code != http.StatusNotModified || w.Body.Len() != 0 || w.Header().Get("ETag") != tags[1] || w.Header().Get("Content-Encoding") != "" {
			t.Errorf("If-None-Match %s: %d with %d bytes, %v", known, w.Code, w.Body.Len(), w.Header())
		}
	}
	if w := p.ask("GET", there, fromPhone, script, "If-None-Match", `"other"`); w.Code != http.StatusOK {
		t.Errorf("another tag: %d", w.Code)
	}
	if w := p.ask("HEAD", there, fromPhone, script); w.Body.Len() != 0 || w.Header().Get("Content-Length") != strconv.Itoa(len(longScript)) {
		t.Errorf("HEAD: %d bytes, %v", w.Body.Len(), w.Header())
	}
	// Without a gain, gzip is not used.
	if w := p.ask("GET", there, fromPhone, "/", "Accept-Encoding", "gzip"); w.Header().Get("Content-Encoding") != "" {
		t.Errorf("a short page is packed: %v", w.Header())
	}
}

// A page can find out whether it is the one that the table has: if a file changes, the mark changes.
func TestPageHash(t *testing.T) {
	marks := make(map[string]bool)
	for _, script := range []string{"one", "two"} {
		s := New(Options{Table: newFakeTable(), Page: fstest.MapFS{
			"index.html": {Data: []byte(`<html lang="en" data-page="">`)}, "tv.html": {Data: []byte(`<html data-page="">`)}, "app.js": {Data: []byte(script)},
		}})
		for _, name := range []string{"index.html", "tv.html"} {
			if got := string(s.page[name].plain()); !strings.Contains(got, ` data-page="`+s.mark+`"`) {
				t.Errorf("%s is %s, without the mark %s", name, got, s.mark)
			}
		}
		marks[s.mark] = true
	}
	if len(marks) != 2 || marks[""] {
		t.Errorf("marks %v", marks)
	}
	onWire(t, func(t *testing.T, p *place) {
		phone := p.phone(aPhone)
		phone.send(`{"type":"hello","protocol":1,"code":"SESAME"}`)
		if m := phone.want("welcome"); m.Page != p.srv.mark || m.Page == "" {
			t.Errorf("the page is %q, not %q", m.Page, p.srv.mark)
		}
	})
	// The real pages have a place for the mark.
	for _, name := range []string{"index.html", "tv.html", "virtual.html"} {
		if data, err := fs.ReadFile(Page(), name); err != nil || !bytes.Contains(data, []byte(` data-page=""`)) {
			t.Errorf("%s has no place for its mark: %v", name, err)
		}
	}
}

// TestPagesNameTheirFilesForGood: a page loads its files from addresses that change with them, so that browsers need not ask, and it names the modules
// that it would learn of late. During a game it loads what draws a game instead of what draws the lobby.
func TestPagesNameTheirFilesForGood(t *testing.T) {
	p := newPlace(t)
	p.srv.page = readPage(fstest.MapFS{
		"index.html":  {Data: []byte("<html data-page=\"\"><head>\n<link rel=\"stylesheet\" href=\"/page/style.css\">\n<script type=\"module\" src=\"/page/app.js\"></script>\n<script type=\"module\" src=\"/page/phone/lobby.js\"></script>\n</head>")},
		"style.css":   {Data: []byte("body {}")},
		"app.js":      {Data: []byte("import './a.js';\nimport { b } from './sub/b.js'; // what b is\nimport('./later.js');")},
		"a.js":        {Data: []byte("import './sub/b.js';")},
		"sub/b.js":    {Data: []byte("import '../c.js';\nimport '../app.js';\nexport const b = 1;")},
		"c.js":        {Data: []byte("import './none.js';")},
		"later.js":    {},
		"favicon.svg": {},

		"phone/lobby.js": {Data: []byte("import '../a.js';")},
		"phone/play.js":  {Data: []byte("import '../a.js';\nimport './table.js';")},
		"phone/table.js": {Data: []byte("import './clock.js';")},
		"phone/clock.js": {},
	}, p.srv.log)
	p.srv.mark = stampPages(p.srv.page)
	at := "/page/" + p.srv.mark
	want := `<html data-page="` + p.srv.mark + `"><head>
<link rel="stylesheet" href="` + at + `/style.css">
<script type="module" src="` + at + `/app.js"></script>
<script type="module" src="` + at + `/phone/lobby.js"></script>
<link rel="modulepreload" href="` + at + `/c.js">
<link rel="modulepreload" href="` + at + `/none.js">
</head>`
	page := p.ask("GET", there, fromPhone, "/")
	if diff := cmp.Diff(want, page.Body.String()); diff != "" {
		t.Errorf("the page (-want +got):\n%s", diff)
	}
	if caching := page.Header().Get("Cache-Control"); caching != "no-cache" {
		t.Errorf("the page itself is kept: %q", caching)
	}
	p.table.show(&protocol.Snapshot{Game: &protocol.Game{}})
	want = strings.Replace(want, "lobby.js", "play.js", 1)
	want = strings.Replace(want, `<link rel="modulepreload" href="`+at+`/none.js">`, `<link rel="modulepreload" href="`+at+`/phone/clock.js">
<link rel="modulepreload" href="`+at+`/none.js">`, 1)
	inGame := p.ask("GET", there, fromPhone, "/", "If-None-Match", page.Header().Get("ETag"))
	if diff := cmp.Diff(want, inGame.Body.String()); diff != "" {
		t.Errorf("the page during a game (-want +got):\n%s", diff)
	}
	for _, module := range []string{lobbyModule, gameModule} {
		if _, err := fs.Stat(Page(), strings.TrimPrefix(module, pagePath)); err != nil {
			t.Errorf("what draws a part of the page: %v", err)
		}
	}
	if lobby, err := fs.ReadFile(Page(), phonePage); err != nil || !bytes.Contains(lobby, []byte(lobbyModule)) {
		t.Errorf("the page does not load %s: %v", lobbyModule, err)
	}
	kept := p.ask("GET", there, fromPhone, at+"/app.js")
	if want := "import './a.js';\nimport { b } from './sub/b.js';\nimport('./later.js');"; kept.Body.String() != want {
		t.Errorf("the script is %q", kept.Body)
	}
	if caching := kept.Header().Get("Cache-Control"); caching != "max-age=31536000, immutable" {
		t.Errorf("the script is not kept for good: %q", caching)
	}
	if other := p.ask("GET", there, fromPhone, "/page/another/app.js"); other.Code != http.StatusNotFound {
		t.Errorf("a script of another page: %d", other.Code)
	}
}

func TestAcceptsGzip(t *testing.T) {
	for accept, want := range map[string]bool{
		"":                          false,
		"gzip":                      true,
		"GZIP":                      true,
		"deflate, gzip":             true,
		"gzip;q=0":                  false,
		"gzip; q=0.000":             false,
		"gzip;q=0.1":                true,
		"gzip;q=much":               false,
		"br":                        false,
		"x-gzip":                    false,
		"identity, gzip;q=1.0, *;q": true,
	} {
		if got := acceptsGzip(accept); got != want {
			t.Errorf("Accept-Encoding %q: %v", accept, got)
		}
	}
}

func TestUnreadablePage(t *testing.T) {
	var log bytes.Buffer
	logger := slog.New(slog.NewTextHandler(&log, nil))
	if page := readPage(os.DirFS(t.TempDir()+"/none"), logger); len(page) != 0 || !strings.Contains(log.String(), "cannot be read") {
		t.Errorf("%d files, log %s", len(page), log.String())
	}
	log.Reset()
	if page := readPage(fstest.MapFS{"a.exe": {}, "b.css": {}}, logger); len(page) != 1 || !strings.Contains(log.String(), "a.exe") {
		t.Errorf("%d files, log %s", len(page), log.String())
	}
}

// lockedFiles is a page of which some files cannot be read.
type lockedFiles struct{ fstest.MapFS }

func (l lockedFiles) ReadFile(name string) ([]byte, error) {
	if name == "b.css" {
		return nil, fs.ErrPermission
	}
	return l.MapFS.ReadFile(name)
}

// A file of the page that cannot be read is logged, and served to nobody.
func TestUnreadableFileOfThePage(t *testing.T) {
	var log bytes.Buffer
	page := readPage(lockedFiles{fstest.MapFS{"a.css": {Data: []byte("a {}")}, "b.css": {Data: []byte("b {}")}}}, slog.New(slog.NewTextHandler(&log, nil)))
	if page["a.css"] == nil || page["b.css"] != nil || !strings.Contains(log.String(), "permission") {
		t.Errorf("%d files, log %s", len(page), log.String())
	}
	if page := readPage(nil, slog.New(slog.DiscardHandler)); len(page) != 0 {
		t.Errorf("of no page there are %d files", len(page))
	}
}

func TestWithoutABench(t *testing.T) {
	p := newPlace(t)
	p.srv.opt.Bench = nil
	for _, path := range []string{"/virtual", "/virtual/ws", "/virtual/panel.png"} {
		if w := p.ask("GET", here, fromHere, path); w.Code != http.StatusNotFound {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
}
