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
	"slices"
	"strconv"
	"strings"
	"sync"
)

// asset is a file that never changes while the server runs, ready to be sent. Its tag is a hash of its content, so
// browsers keep the file and only ask whether it is still the same.
type asset struct {
	mediaType string // the media type
	plain     []byte
	gzip      func() []byte // returns the compressed file, nil if that is hardly shorter; compresses at its first call, because that takes a while
	tag       string        // without its quotes
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

func newAsset(kind string, data []byte) *asset {
	sum := sha256.Sum256(data)
	return &asset{
		mediaType: kind, plain: data, tag: base64.RawURLEncoding.EncodeToString(sum[:12]),
		gzip: sync.OnceValue(func() []byte { return gzipped(data) }),
	}
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
		assets[name] = newAsset(kind, data)
		return nil
	})
	if err != nil {
		log.Error("the page cannot be read", "error", err)
	}
	return assets
}

// stampPages writes a hash of all files into all pages and returns the hash, so that a browser notices that its page is old.
func stampPages(page map[string]*asset) string {
	all := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(page)) {
		fmt.Fprintln(all, name, page[name].tag)
	}
	hash := base64.RawURLEncoding.EncodeToString(all.Sum(nil)[:12])
	for name, a := range page {
		if a.mediaType == mediaTypes[".html"] {
			page[name] = newAsset(a.mediaType, bytes.Replace(a.plain, []byte(` data-page=""`), []byte(` data-page="`+hash+`"`), 1))
		}
	}
	return hash
}

// file serves a file of the page.
func (s *Server) file(name string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		a, ok := s.page[name]
		if !ok {
			writeText(w, http.StatusNotFound, "There is nothing here.")
			return
		}
		a.serve(w, r)
	}
}

// partPolicy is the content security policy of files that are only parts of pages: opened alone, they run and load nothing. A page has many parts, so
// a short policy pays.
const partPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

func (a *asset) serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	data, tag := a.plain, `"`+a.tag+`"`
	if packed := a.gzip(); packed != nil {
		h.Set("Vary", "Accept-Encoding")
		if acceptsGzip(r.Header.Get("Accept-Encoding")) {
			data, tag = packed, `"`+a.tag+`-gz"`
			h.Set("Content-Encoding", "gzip")
		}
	}
	if a.mediaType != mediaTypes[".html"] {
		h.Set("Content-Security-Policy", partPolicy)
	}
	h.Set("ETag", tag)
	h.Set("Cache-Control", "no-cache") // which means: keep it, but ask
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
