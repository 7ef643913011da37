package web

import (
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestGamesStyleTheirOwn: a game's stylesheet must not change what belongs to the whole page, such as its sheets. So no rule of it begins with a class that
// scripts outside of the games use, but for those by which a game styles its cards in hands and sheets, and for some that were looked at: they change nothing
// where the page uses them.
func TestGamesStyleTheirOwn(t *testing.T) {
	meant := []string{"card", "gold", "picture", "deeds", "good", "ground", "ill", "lying", "sign", "star", "swatch", "told", "total"}
	page := Page()
	ofPage := make(map[string]string) // the script by which a class is used
	for _, folder := range []string{"bench", "phone", "shared", "television"} {
		for _, script := range glob(t, page, folder+"/*.js") {
			for _, used := range classesUsed.FindAllStringSubmatch(script.text, -1) {
				for _, class := range strings.Fields(used[1]) {
					ofPage[class] = script.name
				}
			}
		}
	}
	if len(ofPage) < 100 {
		t.Errorf("the page's scripts use only %d classes", len(ofPage))
	}
	for _, sheet := range glob(t, page, "games/*.css") {
		for _, selectors := range selectorsOf.FindAllStringSubmatch(sheet.text, -1) {
			for selector := range strings.SplitSeq(selectors[1], ",") {
				first := firstClass.FindStringSubmatch(selector)
				if first == nil || slices.Contains(meant, first[1]) {
					continue
				}
				if script, ok := ofPage[first[1]]; ok {
					t.Errorf("%s styles %q, and %s uses that class", sheet.name, strings.TrimSpace(selector), script)
				}
			}
		}
	}
}

var (
	classesUsed = regexp.MustCompile(`class: '([^']*)'`)
	selectorsOf = regexp.MustCompile(`([^{}]+)\{`)
	firstClass  = regexp.MustCompile(`^\s*\.([\w-]+)`)
)

// pageFile is a file of the page.
type pageFile struct{ name, text string }

// glob reads the files of the page whose names match a pattern.
func glob(t *testing.T, page fs.FS, pattern string) (files []pageFile) {
	t.Helper()
	names, err := fs.Glob(page, pattern)
	if err != nil || len(names) == 0 {
		t.Fatalf("the page has no %s: %v", pattern, err)
	}
	for _, name := range names {
		data, err := fs.ReadFile(page, name)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, pageFile{path.Base(name), string(data)})
	}
	return files
}
