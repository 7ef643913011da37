// Package docs_test checks that the guides for engineers name what is there.
package docs_test

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// guides are the pages that lead engineers through the code, relative to the root of the module.
var guides = []string{
	"README.md", "CONTRIBUTING.md", "docs/design.md", "docs/adding-a-game.md", "docs/adding-a-language.md", "docs/adding-a-reader.md", "docs/adding-a-screen.md",
}

// An example stands for each placeholder: what a guide says of every game must hold for this one.
var examples = strings.NewReplacer("GAME", "sacrilege", "CHIP", "mfrc522", "MODEL", "sh1106", "/de/", "/fr/", "/de.json", "/fr.json", ".de.", ".fr.", "CODE", "fr")

var (
	link     = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	file     = regexp.MustCompile("`((?:cmd|companion|docs|engine|hw|systemd|web)/[A-Za-z0-9_./-]+)`")
	testName = regexp.MustCompile(`\b(Test[A-Z][A-Za-z]+)\b`)
	folder   = regexp.MustCompile(`(?:^|[\s=])\./((?:cmd|companion|docs|engine|hw|systemd|web)/[A-Za-z0-9_/-]+)`)
	target   = regexp.MustCompile("`make ([a-z -]+)")
)

func TestGuidesNameWhatIsThere(t *testing.T) {
	tests, makefile := testNames(t), read(t, "Makefile")
	for _, guide := range guides {
		text := read(t, guide)
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			if to, _, _ := strings.Cut(m[1], "#"); to != "" && !strings.Contains(to, "://") {
				exists(t, guide, path.Join(path.Dir(guide), to))
			}
		}
		for _, m := range file.FindAllStringSubmatch(text, -1) {
			exists(t, guide, examples.Replace(m[1]))
		}
		for _, m := range folder.FindAllStringSubmatch(text, -1) {
			exists(t, guide, examples.Replace(m[1]))
		}
		for _, m := range testName.FindAllStringSubmatch(text, -1) {
			if !tests[m[1]] {
				t.Errorf("%s: there is no %s", guide, m[1])
			}
		}
		for _, m := range target.FindAllStringSubmatch(text, -1) {
			for word := range strings.FieldsSeq(m[1]) {
				if !strings.Contains(makefile, "\n"+word+":") {
					t.Errorf("%s: there is no make %s", guide, word)
				}
			}
		}
	}
}

func exists(t *testing.T, guide, name string) {
	t.Helper()
	if _, err := os.Stat(filepath.Join("..", filepath.FromSlash(name))); err != nil {
		t.Errorf("%s: there is no %s", guide, name)
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// testNames returns the names of all tests.
func testNames(t *testing.T) map[string]bool {
	t.Helper()
	declared := regexp.MustCompile(`(?m)^func (Test\w+)\(`)
	all := make(map[string]bool)
	err := fs.WalkDir(os.DirFS(".."), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, "_test.go") {
			return err
		}
		for _, m := range declared.FindAllStringSubmatch(read(t, name), -1) {
			all[m[1]] = true
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
