package web

import (
	"io/fs"
	"path"
	"regexp"
	"strings"
	"testing"
)

var (
	// Code that the policy forbids would fail silently on a phone.
	inline = regexp.MustCompile(`(?i)<script(?:\s[^>]*)?>\s*[^<\s]|<style|\sstyle\s*=|\son[a-z]+\s*=|https?://`)
	linked = regexp.MustCompile(`(?:src|href)="/page/([^"]+)"`)
	loaded = regexp.MustCompile(`(?m)^\s*(?:import|export)\b[^;]*?from\s+'([^']+)'`)
)

func TestPageObeysItsPolicy(t *testing.T) {
	files := 0
	err := fs.WalkDir(Page(), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files++
		if mediaTypes[path.Ext(name)] == "" {
			t.Errorf("%s is of no kind that is served", name)
		}
		data, err := fs.ReadFile(Page(), name)
		if err != nil {
			return err
		}
		var links [][]byte
		switch path.Ext(name) {
		case ".html":
			if bad := inline.Find(data); bad != nil {
				t.Errorf("%s: %q is forbidden by the policy", name, bad)
			}
			for _, m := range linked.FindAllSubmatch(data, -1) {
				links = append(links, m[1])
			}
		case ".js":
			for _, m := range loaded.FindAllSubmatch(data, -1) {
				links = append(links, []byte(path.Join(path.Dir(name), string(m[1]))))
			}
		}
		for _, l := range links {
			if _, err := fs.Stat(Page(), strings.TrimPrefix(string(l), "/page/")); err != nil {
				t.Errorf("%s asks for %s: %v", name, l, err)
			}
		}
		return nil
	})
	if err != nil || files == 0 {
		t.Errorf("%d files, %v", files, err)
	}
}
