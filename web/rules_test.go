package web

import (
	"encoding/json"
	"io/fs"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"familiar/docs/rules"
	"familiar/engine"
)

func TestRules(t *testing.T) {
	p := newPlace(t)
	w := p.ask("GET", there, fromPhone, "/rules/riddle.json")
	if w.Code != http.StatusOK || w.Header().Get("Content-Type") != "application/json" {
		t.Fatalf("%d, %v", w.Code, w.Header())
	}
	if strings.ContainsAny(w.Body.String(), "<>") {
		t.Errorf("the JSON itself holds HTML: %s", w.Body)
	}
	var got rulesView
	if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	want := rulesView{Title: "Riddle", Rules: []ruleView{
		{ID: "ask.one", Part: "The rules", Plain: "Ask one riddle at a time.", HTML: `<p>A <em>riddle</em> has &lt;b onclick=&ldquo;alert(1)&quot;&gt;one&lt;/b&gt; answer. <a href="">No</a> other.</p>
<p>&lt;script&gt;alert(2)&lt;/script&gt;</p>
<table>
<thead>
<tr>
<th align="center">who</th>
<th>asks</th>
</tr>
</thead>
<tbody>
<tr>
<td align="center">Ann</td>
<td><code>one</code></td>
</tr>
</tbody>
</table>
`},
		{ID: "ask.again", Part: "The rules", Plain: "Nobody asks twice & laughs <twice>."},
	}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	tag := w.Header().Get("ETag")
	if w := p.ask("GET", there, fromPhone, "/rules/riddle.json", "If-None-Match", tag); w.Code != http.StatusNotModified {
		t.Errorf("asked again: %d", w.Code)
	}
	for _, path := range []string{"/rules/riddle", "/rules/chess.json", "/rules/", "/rules/.json", "/rules/riddle.json/x", "/rules/riddle.json.json"} {
		if w := p.ask("GET", there, fromPhone, path); w.Code != http.StatusNotFound {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
}

func TestRulesOption(t *testing.T) {
	p := newPlace(t)
	asked := 0
	p.srv.rules = newRules([]engine.Game{riddle, {ID: "dumb"}}, func(game string) *engine.Rulebook {
		asked++
		if game == "dumb" {
			return nil
		}
		return &engine.Rulebook{Title: "Elsewhere", Rules: []engine.Rule{{ID: "a.b", Plain: "Plain."}}}
	}, p.srv.log)
	for range 2 {
		if w := p.ask("GET", there, fromPhone, "/rules/riddle.json"); !strings.Contains(w.Body.String(), "Elsewhere") {
			t.Errorf("%s", w.Body)
		}
		if w := p.ask("GET", there, fromPhone, "/rules/dumb.json"); w.Code != http.StatusNotFound {
			t.Errorf("a game without rules: %d", w.Code)
		}
	}
	if asked != 2 {
		t.Errorf("asked %d times for two games", asked)
	}
	p.srv.rules = newRules([]engine.Game{{ID: "torn", Rules: engine.Written("### `a.b`\n\n### `c.d`\n")}}, nil, p.srv.log)
	if w := p.ask("GET", there, fromPhone, "/rules/torn.json"); w.Code != http.StatusInternalServerError {
		t.Errorf("a page that cannot be read: %d", w.Code)
	}
}

// Browsers obey the page's policy about harmful content; this test checks that there is none.
var harmful = regexp.MustCompile(`(?i)<\s*(script|style|iframe|img|svg|form)|\son\w+\s*=|style\s*=|javascript:`)

func TestRulesHaveNoHTML(t *testing.T) {
	names, err := fs.Glob(rules.Pages, "*.md")
	if err != nil || len(names) == 0 {
		t.Fatalf("pages %v, %v", names, err)
	}
	for _, name := range names {
		page, err := fs.ReadFile(rules.Pages, name)
		if err != nil {
			t.Fatal(err)
		}
		book, err := engine.ParseRulebook(page)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		a, err := renderRules(book, nil)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var view rulesView
		if err := json.Unmarshal(a.plain(), &view); err != nil || len(view.Rules) != len(book.Rules) {
			t.Fatalf("%s: %d rules of %d, %v", name, len(view.Rules), len(book.Rules), err)
		}
		for _, r := range view.Rules {
			if harmful.MatchString(r.HTML) {
				t.Errorf("%s: %s: %s", name, r.ID, r.HTML)
			}
		}
	}
}
