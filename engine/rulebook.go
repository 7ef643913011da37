package engine

import (
	"fmt"
	"strings"
)

// Rule is a rule of a rules page.
type Rule struct {
	ID     string // `turn.twice`
	Part   string // the section of the page
	Plain  string // one or two sentences that every player understands: the text of a refusal
	Detail string // the exact rule, in Markdown
}

// Rulebook is a rules page, docs/rules/<game>.md, split into rules.
type Rulebook struct {
	Title string
	Rules []Rule
	byID  map[string]int
}

// ParseRulebook reads a rules page. A rule begins with a third-level heading, which is its id in code type. The first paragraph below it is the plain
// words; everything up to the next heading is the detail.
func ParseRulebook(page []byte) (*Rulebook, error) {
	book := &Rulebook{byID: make(map[string]int)}
	var rule *Rule
	var body []string
	var part string
	flush := func() error {
		if rule == nil {
			return nil
		}
		plain, detail, _ := strings.Cut(strings.TrimSpace(strings.Join(body, "\n")), "\n\n")
		rule.Plain = strings.Join(strings.FieldsFunc(plain, isBlank), " ")
		rule.Detail = strings.TrimSpace(detail)
		if rule.Plain == "" {
			return fmt.Errorf("rule %s has no plain words", rule.ID)
		}
		if _, ok := book.byID[rule.ID]; ok {
			return fmt.Errorf("rule %s is there twice", rule.ID)
		}
		book.byID[rule.ID] = len(book.Rules)
		book.Rules = append(book.Rules, *rule)
		rule = nil
		return nil
	}
	for line := range strings.Lines(string(page)) {
		line = strings.TrimRight(line, "\r\n")
		level, heading, ok := strings.Cut(line, " ")
		if !ok || level == "" || strings.Trim(level, "#") != "" {
			body = append(body, line)
			continue
		}
		if err := flush(); err != nil {
			return nil, err
		}
		body = nil
		switch len(level) {
		case 1:
			book.Title = heading
		case 2:
			part = heading
		case 3:
			if id := strings.Trim(heading, "`"); len(id) == len(heading)-2 {
				rule = &Rule{ID: id, Part: part}
			}
		}
	}
	return book, flush()
}

// Rule finds a rule by its id.
func (b *Rulebook) Rule(id string) (Rule, bool) {
	i, ok := b.byID[id]
	if !ok {
		return Rule{}, false
	}
	return b.Rules[i], true
}

// Words returns the plain words of a rule, or its id if the page does not have it.
func (b *Rulebook) Words(id string) string {
	if r, ok := b.Rule(id); ok {
		return r.Plain
	}
	return id
}

// isBlank reports whether a line may be broken at r. It may not at a no-break space.
func isBlank(r rune) bool { return r == ' ' || r == '\t' || r == '\n' || r == '\r' }
