package langtest

import (
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"familiar/engine/redtest"
)

func TestComplete(t *testing.T) {
	const good = `{"Done.": "Fertig.", "{1} of {2}": "von {2} {1}", "<b> & \"c\"": "<b> und \"c\""}`
	all := map[string]bool{"Done.": true, "{1} of {2}": true, `<b> & "c"`: true}
	for _, c := range []struct {
		name  string
		files map[string]string
		texts map[string]bool
		says  string // what the report contains; empty: the check passes
	}{
		{"a whole language", map[string]string{"de.json": good}, all, ""},
		{"another file beside it", map[string]string{"de.json": good, "notes.txt": "no language"}, all, ""},
		{"the order of the placeholders is free", map[string]string{"de.json": `{"{1} of {2}": "{2} {1} {2}"}`}, map[string]bool{"{1} of {2}": true}, ""},
		{"a text is not translated", map[string]string{"de.json": strings.Replace(good, `"Done.": "Fertig.", `, "", 1)}, all, `"Done.": "",`},
		{"a text is not translated in one of two languages", map[string]string{"de.json": good, "fr.json": "{}"}, all, "lang/fr.json lacks:"},
		{"a text is written as in the file", map[string]string{"de.json": "{}"}, all, `"<b> & \"c\"": "",`},
		{"a translation is empty", map[string]string{"de.json": strings.Replace(good, "Fertig.", "  ", 1)}, all, `"Done." has an empty translation`},
		{"a placeholder is lost", map[string]string{"de.json": strings.Replace(good, "von {2}", "von", 1)}, all,
			`"{1} of {2}" has the placeholders [{1}], not [{1} {2}]: "von {1}"`},
		{"a placeholder is new", map[string]string{"de.json": strings.Replace(good, "Fertig.", "{1}", 1)}, all, `"Done." has the placeholders [{1}], not []: "{1}"`},
		{"a text is in the language alone", map[string]string{"de.json": good}, map[string]bool{"Done.": true, "{1} of {2}": true}, `"<b> & \"c\"" is used nowhere`},
		{"a language that cannot be read", map[string]string{"de.json": "{"}, all, "unexpected end of JSON input"},
		{"no language", map[string]string{"notes.txt": ""}, all, "0 languages and 3 texts"},
		{"no text", map[string]string{"de.json": good}, nil, "1 languages and 0 texts"},
	} {
		t.Run(c.name, func(t *testing.T) {
			files := fstest.MapFS{}
			for name, text := range c.files {
				files[name] = &fstest.MapFile{Data: []byte(text)}
			}
			said := redtest.Report(t, func(t *testing.T) { Complete(t, files, "*.json", "lang", c.texts) })
			if (said == "") != (c.says == "") || !strings.Contains(said, c.says) {
				t.Errorf("it says:\n%s\nwithout %q", said, c.says)
			}
		})
	}
	folder := fstest.MapFS{"de.json": &fstest.MapFile{Mode: fs.ModeDir}}
	if said := redtest.Report(t, func(t *testing.T) { Complete(t, folder, "*.json", "lang", all) }); !strings.Contains(said, "read de.json") {
		t.Errorf("of a folder in place of a language, it says:\n%s", said)
	}
	if said := redtest.Report(t, func(t *testing.T) { Complete(t, folder, "[", "lang", all) }); !strings.Contains(said, "syntax error in pattern") {
		t.Errorf("of a pattern that is none, it says:\n%s", said)
	}
}

func TestPlaceholders(t *testing.T) {
	for text, want := range map[string][]string{
		"": nil, "{seat} {} { 1 }": nil, "{2} of {1}, {2}": {"{1}", "{2}"}, "{12}{d’|de }{3}": {"{12}", "{3}"},
	} {
		if got := Placeholders(text); !slices.Equal(got, want) {
			t.Errorf("%q has the placeholders %q, not %q", text, got, want)
		}
	}
}

// TestQuoted: a text is written so that it can be copied into the file of a language, which is JSON.
func TestQuoted(t *testing.T) {
	for text, want := range map[string]string{"<b> & \"é\"": `"<b> & \"é\""`, "a\x01\n": `"a\u0001\n"`} {
		if got := quoted(text); got != want {
			t.Errorf("%q is written %s, not %s", text, got, want)
		}
	}
}
