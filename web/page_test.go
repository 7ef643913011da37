package web

import (
	"errors"
	"io/fs"
	"path"
	"regexp"
	"strings"
	"testing"

	"familiar/docs/rules"
	"familiar/web/script"
)

var (
	// Code that the policy forbids would fail silently on a phone.
	inline = regexp.MustCompile(`(?i)<script(?:\s[^>]*)?>\s*[^<\s]|<style|\sstyle\s*=|\son[a-z]+\s*=|https?://`)
	linked = regexp.MustCompile(`(?:src|href)="/page/([^"]+)"`)
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
			for _, module := range script.Imports(data) {
				links = append(links, []byte(path.Join(path.Dir(name), module)))
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

// TestFoldersOfThePage: what is seen on a phone, on a television, at the bench and in games does not import each other, and what they share imports none of them, so that
// the folder of a script says where it is seen. What a game may say is known to all.
func TestFoldersOfThePage(t *testing.T) {
	modules := 0
	err := fs.WalkDir(Page(), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || path.Ext(name) != ".js" {
			return err
		}
		modules++
		data, err := fs.ReadFile(Page(), name)
		if err != nil {
			return err
		}
		folder, _, _ := strings.Cut(name, "/")
		for _, module := range script.Imports(data) {
			module = path.Join(path.Dir(name), module)
			if from, _, _ := strings.Cut(module, "/"); from != folder && from != "shared" && from != "vendor" && module != "games/contract.js" {
				t.Errorf("%s imports %s", name, module)
			}
		}
		return nil
	})
	if err != nil || modules < 100 {
		t.Errorf("%d modules, %v", modules, err)
	}
}

var (
	hook     = regexp.MustCompile(`(?m)^  (\w+)[:(]`)
	exported = regexp.MustCompile(`(?m)^export (?:async )?(?:const|let|function|class) (\w+)`)
	renamed  = regexp.MustCompile(`(?m)^export (?:\{|\*|default)`)
)

// A game's page says what its contract has a hook for, and nothing else. A game without a page is drawn with the defaults.
func TestGamesSayWhatTheContractHas(t *testing.T) {
	contract, err := fs.ReadFile(Page(), "games/contract.js")
	if err != nil {
		t.Fatal(err)
	}
	_, defaults, ok := strings.Cut(string(contract), "export const defaults = {\n")
	if !ok {
		t.Fatal("the contract has no defaults")
	}
	hooks := make(map[string]bool)
	for _, m := range hook.FindAllStringSubmatch(defaults, -1) {
		hooks[m[1]] = true
	}
	games, err := fs.Glob(rules.Pages, "*.md")
	if err != nil {
		t.Fatal(err)
	}
	pages := 0
	for _, game := range games {
		game = strings.TrimSuffix(game, ".md")
		data, err := fs.ReadFile(Page(), "games/"+game+".js")
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		script := string(data)
		pages++
		if m := renamed.FindString(script); m != "" {
			t.Errorf("%s exports with %q, which cannot be compared with the contract", game, m)
		}
		all := exported.FindAllStringSubmatch(script, -1)
		if len(all) == 0 {
			t.Errorf("%s says nothing", game)
		}
		for _, m := range all {
			if !hooks[m[1]] {
				t.Errorf("%s exports %s, for which there is no hook", game, m[1])
			}
		}
	}
	if pages < 5 {
		t.Errorf("only %d games have a page", pages)
	}
}
