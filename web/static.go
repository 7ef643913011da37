package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"familiar/web/script"
)

// asset is a file that never changes while the server runs. It is read and compressed when it is asked for: most files of the page are in the program itself, and
// in its memory a second time only if somebody needs them.
type asset struct {
	mediaType string
	tag       string        // a hash of the source, without its quotes: browsers keep the file and ask whether it is still the same
	source    func() []byte // the file as it was written
	plain     func() []byte // what is sent: the source, a script without its comments
	gzip      func() []byte // the same, compressed at the first call; nil if that is hardly shorter
}

// Media types by extension, because the system's own tables differ from machine to machine.
var mediaTypes = map[string]string{
	".css":         "text/css; charset=utf-8",
	".html":        "text/html; charset=utf-8",
	".ico":         "image/x-icon",
	".jpg":         "image/jpeg",
	".js":          "text/javascript; charset=utf-8",
	".json":        "application/json",
	".png":         "image/png",
	".svg":         "image/svg+xml",
	".txt":         "text/plain; charset=utf-8",
	".webmanifest": "application/manifest+json",
	".webp":        "image/webp",
	".woff2":       "font/woff2",
}

// newAsset returns an asset for data. Source returns data again whenever it is needed.
func newAsset(mediaType string, data []byte, source func() []byte) *asset {
	plain := source
	if mediaType == mediaTypes[".js"] {
		plain = func() []byte { return script.WithoutComments(source()) }
	}
	sum := sha256.Sum256(data)
	a := &asset{mediaType: mediaType, tag: base64.RawURLEncoding.EncodeToString(sum[:12]), source: source, plain: plain}
	a.gzip = sync.OnceValue(func() []byte { return gzipped(a.plain()) })
	return a
}

func gzipped(data []byte) []byte {
	var packed bytes.Buffer
	// The level exists, and writing to a buffer cannot fail.
	z, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	z.Write(data)
	z.Close()
	if packed.Len() >= len(data)*9/10 {
		return nil
	}
	return packed.Bytes()
}

// readPage prepares all files of the page, by their paths.
func readPage(page fs.FS, log *slog.Logger) map[string]*asset {
	assets := make(map[string]*asset)
	if page == nil {
		return assets
	}
	err := fs.WalkDir(page, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		kind, ok := mediaTypes[path.Ext(name)]
		if !ok {
			log.Warn("a file of the page is of no known kind and is not served", "file", name)
			return nil
		}
		data, err := fs.ReadFile(page, name)
		if err != nil {
			return err
		}
		assets[name] = newAsset(kind, data, func() []byte {
			data, _ := fs.ReadFile(page, name) // it was read just now
			return data
		})
		return nil
	})
	if err != nil {
		log.Error("the page cannot be read", "error", err)
	}
	return assets
}

// stampPages has all pages load their files from below pagePath and a hash of all files, under which browsers keep them without asking. It returns the hash, which
// the pages know, so that a browser notices that its page is old.
func stampPages(page map[string]*asset) string {
	all := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(page)) {
		fmt.Fprintln(all, name, page[name].tag)
	}
	hash := base64.RawURLEncoding.EncodeToString(all.Sum(nil)[:12])
	for name, a := range page {
		if a.mediaType == mediaTypes[".html"] {
			source := bytes.Replace(a.source(), []byte(` data-page=""`), []byte(` data-page="`+hash+`"`), 1)
			page[name] = newStamped(source, hash, page)
		}
	}
	if a := page[phonePage]; a != nil {
		inGame := bytes.Replace(a.source(), []byte(lobbyModule), []byte(gameModule), 1)
		page[phonePageInGame] = newStamped(inGame, hash, page)
	}
	return hash
}

// The page of phones. It loads at once what draws the lobby, and during a game what draws a game instead. It does not say which game is on: people who may not join can
// load it, too.
const (
	phonePage       = "index.html"
	phonePageInGame = "index.html in a game" // no file has this name
	lobbyModule     = pagePath + "phone/lobby.js"
	gameModule      = pagePath + "phone/play.js"
)

// newStamped returns a page that loads its files from below the hash of all files, and names all its modules.
func newStamped(source []byte, hash string, page map[string]*asset) *asset {
	a := newAsset(mediaTypes[".html"], source, func() []byte { return source })
	a.plain = sync.OnceValue(func() []byte {
		return bytes.ReplaceAll(withPreloads(source, page), []byte(`"`+pagePath), []byte(`"`+pagePath+hash+"/"))
	})
	return a
}

const pagePath = "/page/"

// moduleTag matches how a page loads a module, with the name of its file. A part of the page is marked: app.js loads it again if it does not come.
var moduleTag = regexp.MustCompile(`<script type="module" src="` + pagePath + `([^"]+)"(?: data-part)?></script>`)

// withPreloads returns a page that tells the browser at once of the modules that it would learn of one round trip after the other: those that the imports of the page's
// own modules import, and so on. It does not name the imports of its own modules. The browser has enough to load until it knows them, and to name a module costs time,
// too.
func withPreloads(html []byte, page map[string]*asset) []byte {
	var known []string // in the order in which they are needed
	find := func(module string) {
		if a := page[module]; a != nil {
			for _, name := range script.Imports(a.source()) {
				if imported := path.Join(path.Dir(module), name); !slices.Contains(known, imported) {
					known = append(known, imported)
				}
			}
		}
	}
	for _, m := range moduleTag.FindAllSubmatch(html, -1) {
		known = append(known, string(m[1]))
	}
	for _, own := range slices.Clone(known) {
		find(own)
	}
	late := len(known)
	for i := 0; i < len(known); i++ {
		find(known[i])
	}
	var links bytes.Buffer
	for _, module := range known[late:] {
		fmt.Fprintf(&links, "<link rel=\"modulepreload\" href=\"%s%s\">\n", pagePath, module)
	}
	return bytes.Replace(html, []byte("</head>"), append(links.Bytes(), "</head>"...), 1)
}

// servePage serves the files of the page: at /page/HASH/app.js, with the hash of this page, for good, and at /page/app.js.
func (s *Server) servePage(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("path")
	if kept, ok := strings.CutPrefix(name, s.mark+"/"); ok {
		s.serveFile(w, r, kept, keepForGood)
		return
	}
	s.serveFile(w, r, name, askAgain)
}

// Values of the Cache-Control header.
const (
	keepForGood = "max-age=31536000, immutable"
	askAgain    = "no-cache" // which means: keep it, but ask whether it is still the same
)

// servePhonePage serves the page of phones.
func (s *Server) servePhonePage(w http.ResponseWriter, r *http.Request) {
	name := phonePage
	if s.opt.Table.Playing() {
		name = phonePageInGame
	}
	s.serveFile(w, r, name, askAgain)
}

// file returns what serves a file of the page.
func (s *Server) file(name string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) { s.serveFile(w, r, name, askAgain) }
}

func (s *Server) serveFile(w http.ResponseWriter, r *http.Request, name, caching string) {
	a, ok := s.page[name]
	if !ok {
		writeText(w, http.StatusNotFound, "There is nothing here.")
		return
	}
	a.serve(w, r, caching)
}

// partPolicy is the content security policy of files that are only parts of pages: opened alone, they run and load nothing.
const partPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox"

// setPartHeaders sets the headers of files that are only parts of pages. A page has many small files. Headers that these do not need would take more bytes than
// some of the files themselves.
func setPartHeaders(h http.Header) {
	h.Set("Content-Security-Policy", partPolicy)
	h.Del("Permissions-Policy") // a file in a sandbox that runs nothing asks for nothing
	h.Del("Cross-Origin-Opener-Policy")
	h["Date"] = nil // a board without a clock of its own may be years behind, and what it sends would count as old
}

func (a *asset) serve(w http.ResponseWriter, r *http.Request, caching string) {
	h := w.Header()
	data, tag := a.plain(), `"`+a.tag+`"`
	if packed := a.gzip(); packed != nil {
		h.Set("Vary", "Accept-Encoding")
		if acceptsGzip(r.Header.Get("Accept-Encoding")) {
			data, tag = packed, `"`+a.tag+`-gz"`
			h.Set("Content-Encoding", "gzip")
		}
	}
	if a.mediaType != mediaTypes[".html"] {
		setPartHeaders(h)
	}
	if caching != keepForGood {
		h.Set("ETag", tag)
	}
	h.Set("Cache-Control", caching)
	if matchesETag(r.Header.Values("If-None-Match"), a.tag) {
		h.Del("Content-Encoding")
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Content-Type", a.mediaType)
	h.Set("Content-Length", strconv.Itoa(len(data)))
	if r.Method != http.MethodHead {
		w.Write(data)
	}
}

// acceptsGzip reports whether an Accept-Encoding header allows gzip.
func acceptsGzip(accept string) bool {
	for part := range strings.SplitSeq(accept, ",") {
		coding, weight, _ := strings.Cut(part, ";")
		if !strings.EqualFold(strings.TrimSpace(coding), "gzip") {
			continue
		}
		name, value, ok := strings.Cut(strings.TrimSpace(weight), "=")
		if !ok || name != "q" {
			return true
		}
		q, err := strconv.ParseFloat(value, 64)
		return err == nil && q > 0
	}
	return false
}

// matchesETag reports whether a tag is among those of If-None-Match headers, in any encoding: the browser asks whether the
// content that it has is still right.
func matchesETag(fields []string, tag string) bool {
	for _, field := range fields {
		for t := range strings.SplitSeq(field, ",") {
			t = strings.Trim(strings.TrimPrefix(strings.TrimSpace(t), "W/"), `"`)
			if t == "*" || strings.TrimSuffix(t, "-gz") == tag {
				return true
			}
		}
	}
	return false
}
