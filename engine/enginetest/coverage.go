package enginetest

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"familiar/engine"
)

// words checks that the game's words name everything that people read of it.
func (s *suite) words() error {
	first, err := s.deals[0].begin()
	if err != nil {
		return err
	}
	c, p := first.Catalog(), s.phrases
	var missing []error
	miss := func(format string, args ...any) { missing = append(missing, fmt.Errorf(format, args...)) }
	for _, verb := range c.Names(engine.ClassVerb) {
		word := c.Word(verb)
		if p.Verbs[word] == "" {
			miss("[verbs] has no %s", word)
		}
		if len(c.Signatures(verb)) == 0 {
			miss("the verb %s has no signature", word)
		}
		for _, f := range c.Signatures(verb) {
			if sentence(p.Moves, word, len(f.Args)) == "" {
				miss("[moves] has neither %s/%d nor %s", word, len(f.Args), word)
			}
		}
	}
	for _, event := range c.Names(engine.ClassEvent) {
		switch word := c.Word(event); {
		case !hasSentence(p.Events, word) && !hasSentence(p.News, word):
			miss("neither [events] nor [news] has %s", word)
		case hasSentence(p.Events, word) && hasSentence(p.News, word):
			miss("[events] and [news] both have %s", word)
		}
	}
	for _, card := range c.Names(engine.ClassCard) {
		for _, effect := range c.Entry(card).Effects {
			if p.Effect(c, effect) == effect {
				miss("[effects] has no sentence for `%s` of %s", effect, c.Word(card))
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(s.asked)) {
		if p.Asks[key] == "" {
			miss("[asks] has no %s", key)
		}
	}
	for _, count := range p.Counts {
		if s.isSecret(c, count.Fact) {
			miss("the count of %s: not everybody knows that fact", count.Fact)
		}
	}
	for _, counts := range [][]engine.Count{p.Counts, p.Shared} {
		for _, count := range counts {
			if s.facts[count.Fact] == nil || count.Label == "" || count.Short == "" {
				miss("the count %+v: no state has that fact, or it has no label", count)
			}
			for word := range s.facts[count.Fact] {
				if count.List && !isName(c, word) {
					miss("the count of %s is that of a list of names, and %s is none", count.Fact, word)
				}
			}
		}
	}
	for _, event := range slices.Sorted(maps.Keys(s.game.Cues)) {
		if c.Class(c.Name(event))&engine.ClassEvent == 0 {
			miss("the cue %s is for no event", event)
		}
	}
	missing = append(missing, s.amends(c)...)
	missing = append(missing, s.board(c)...)
	missing = append(missing, s.ring()...)
	missing = append(missing, s.hint()...)
	if p.Title == "" || p.About == "" {
		miss("the game has no title, or there is nothing about it")
	}
	return errors.Join(append(missing, s.unusedWords(c)...)...)
}

// amends checks that every correction by hand has a heading, and a label for each argument.
func (s *suite) amends(c *engine.Catalog) []error {
	var wrong []error
	fail := func(format string, args ...any) { wrong = append(wrong, fmt.Errorf(format, args...)) }
	had := make(map[string]bool)
	for _, f := range c.Signatures(c.Name("amend")) {
		words, ok := s.phrases.Amends[f.Key]
		had[f.Key] = true
		switch {
		case f.Key == "":
			fail("an amend with %d arguments has no key", len(f.Args))
		case !ok:
			fail("[amends] has no %s", f.Key)
		case words.Title == "" || slices.Contains(words.Args, ""):
			fail("the amend %s has no title, or an argument of it no label", f.Key)
		case len(words.Args) != len(f.Args):
			fail("the amend %s has %d arguments, and labels for %d", f.Key, len(f.Args), len(words.Args))
		}
	}
	for _, key := range slices.Sorted(maps.Keys(s.phrases.Amends)) {
		if !had[key] {
			fail("[amends] speaks of %s, which is the key of no signature", key)
		}
	}
	return wrong
}

// ring checks that the ring uses facts that exist, and that there is no other drawing beside it.
func (s *suite) ring() []error {
	r := s.phrases.Ring
	if r == nil {
		return nil
	}
	var wrong []error
	if s.phrases.Board != nil {
		wrong = append(wrong, errors.New("there is a ring beside the board: only one of them is drawn"))
	}
	for _, fact := range []string{r.Done, r.Left} {
		below, many := strings.CutSuffix(fact, "*")
		numbers := false
		for path, words := range s.facts {
			if path != below && (!many || !strings.HasPrefix(path, below)) {
				continue
			}
			for word := range words {
				_, err := strconv.Atoi(word)
				numbers = numbers || err == nil
			}
		}
		if !numbers {
			wrong = append(wrong, fmt.Errorf("the ring fills by the fact %q, which was never a number", fact))
		}
	}
	return wrong
}

// hint checks that a game has words for hints if and only if it has a Seeker.
func (s *suite) hint() []error {
	h := s.phrases.Hint
	switch {
	case h == nil && s.game.Seek == nil:
		return nil
	case h == nil:
		return []error{errors.New("the game gives hints, and there is no [hint]")}
	case s.game.Seek == nil:
		return []error{errors.New("there is a [hint], and the game gives none")}
	case h.Ask == "" || h.None == "" || !strings.Contains(h.Goal, "{1}"):
		return []error{errors.New("[hint] has no ask, no goal that names {1}, or no none")}
	}
	return nil
}

// board checks that the spots are names within the square, that lines connect spots, and that marks lie on spots only.
func (s *suite) board(c *engine.Catalog) []error {
	b := s.phrases.Board
	if b == nil {
		return nil
	}
	var wrong []error
	fail := func(format string, args ...any) { wrong = append(wrong, fmt.Errorf(format, args...)) }
	if len(b.Spots) == 0 {
		fail("the board has no spots")
	}
	for i, spot := range b.Spots {
		switch {
		case !isName(c, spot.Word):
			fail("the spot %q of the board is no name of the game", spot.Word)
		case b.SpotIndex(spot.Word) < i:
			fail("the spot %s of the board is there twice", spot.Word)
		case spot.X < 0 || spot.X > 1 || spot.Y < 0 || spot.Y > 1:
			fail("the spot %s lies outside of the board", spot.Word)
		}
	}
	for _, line := range b.Lines {
		if len(line) < 2 {
			fail("a line of the board leads nowhere: %q", line)
		}
		for _, word := range line {
			if b.SpotIndex(word) < 0 {
				fail("a line of the board leads to %q, which is no spot", word)
			}
		}
	}
	if s.isSecret(c, b.Marks) {
		fail("the marks of the board are the fact %s, which not everybody knows", b.Marks)
	}
	if s.facts[b.Marks] == nil {
		fail("the marks of the board are the fact %q, which was never there", b.Marks)
	}
	for _, word := range slices.Sorted(maps.Keys(s.facts[b.Marks])) {
		if b.SpotIndex(word) < 0 {
			fail("%s lists %s, which is no spot of the board", b.Marks, word)
		}
	}
	return wrong
}

// isSecret reports whether a fact of seats is not the same to everybody. A panel stands open on the table, so it shows none of these.
func (s *suite) isSecret(c *engine.Catalog, fact string) bool {
	return s.cfg.Private(c, c.SeatWord(0)+"."+fact, engine.Public)
}

// isName reports whether a word is a name of the game other than a number.
func isName(c *engine.Catalog, word string) bool { return int(c.Name(word)) < c.Len() && word != "" }

func sentence(from map[string]string, verb string, arity int) string {
	if t, ok := from[fmt.Sprintf("%s/%d", verb, arity)]; ok {
		return t
	}
	return from[verb]
}

// hasSentence reports whether a word has a sentence, for any number of arguments.
func hasSentence(from map[string]string, word string) bool {
	for key, text := range from {
		if w, _, _ := strings.Cut(key, "/"); w == word && text != "" {
			return true
		}
	}
	return false
}

var placeholder = regexp.MustCompile(`\{[^}]*\}?`)

// unusedWords lists sentences for words that the game does not have, and sentences with placeholders that nothing fills.
func (s *suite) unusedWords(c *engine.Catalog) []error {
	var unused []error
	for _, from := range []struct {
		table string
		texts map[string]string
		class engine.Class
	}{
		{"verbs", s.phrases.Verbs, engine.ClassVerb},
		{"moves", s.phrases.Moves, engine.ClassVerb},
		{"events", s.phrases.Events, engine.ClassEvent},
		{"news", s.phrases.News, engine.ClassEvent},
		{"asks", s.phrases.Asks, 0},
	} {
		for key, text := range from.texts {
			word, _, _ := strings.Cut(key, "/")
			if from.class != 0 && c.Class(c.Name(word))&from.class == 0 {
				unused = append(unused, fmt.Errorf("[%s] speaks of %s, which the game does not have", from.table, key))
			}
			for _, found := range placeholder.FindAllString(text, -1) {
				if !slices.Contains([]string{"{seat}", "{1}", "{2}", "{3}", "{4}", "{args}"}, found) {
					unused = append(unused, fmt.Errorf("[%s] %s has the placeholder %s, which nothing fills", from.table, key, found))
				}
			}
		}
	}
	return unused
}

// languages checks that each language of the game has everything that English has.
func (s *suite) languages() error {
	var wrong []error
	for code := range s.game.Languages {
		wrong = append(wrong, s.game.CheckTranslation(code))
	}
	return errors.Join(wrong...)
}

// rules checks that every rule of the page was the reason of a refusal, in a record or a random game, or is listed in Config.NeverRefuse.
func (s *suite) rules() error {
	var wrong []error
	for _, r := range s.book.Rules {
		never := slices.Contains(s.cfg.NeverRefuse, r.ID)
		switch {
		case never && s.refused[r.ID]:
			wrong = append(wrong, fmt.Errorf("a move is refused for %s, which is in Config.NeverRefuse", r.ID))
		case !never && !s.refused[r.ID]:
			wrong = append(wrong, fmt.Errorf("no record and no random game has a move refused for %s", r.ID))
		}
	}
	for _, id := range append(slices.Sorted(maps.Keys(s.refused)), s.cfg.NeverRefuse...) {
		if _, ok := s.book.Rule(id); !ok {
			wrong = append(wrong, fmt.Errorf("the rules page does not have %s", id))
		}
	}
	for _, c := range s.game.Options {
		if _, ok := s.book.Rule(c.Rule); !ok {
			wrong = append(wrong, fmt.Errorf("the option %s changes %q, which the rules page does not have", c.Name, c.Rule))
		}
	}
	return errors.Join(wrong...)
}
