package record

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"familiar/engine"
)

// ParseLine parses one line without its line end. The Number of the result is 0.
func ParseLine(text string) (Line, error) {
	if err := checkText(text); err != nil {
		return Line{}, err
	}
	statement, comment := cutComment(text)
	l, err := parseStatement(strings.TrimSpace(statement))
	l.Comment = comment
	return l, err
}

// cutComment splits a line before its first #, which must begin the line or follow white space.
func cutComment(text string) (statement, comment string) {
	for i := range len(text) {
		if text[i] != '#' {
			continue
		}
		before, _ := utf8.DecodeLastRuneInString(text[:i])
		if i == 0 || unicode.IsSpace(before) {
			return text[:i], strings.TrimSpace(text[i+1:])
		}
	}
	return text, ""
}

func parseStatement(statement string) (Line, error) {
	if statement == "" {
		return Line{}, nil
	}
	switch rest := statement[1:]; statement[0] {
	case '!':
		return parseRefusal(rest)
	case '?':
		return parseList(rest)
	case '=':
		return parseFact(rest)
	}
	words := strings.Fields(statement)
	switch words[0] {
	case "game", "pack", "seat":
		return parseHeader(words, 1)
	case "option":
		return parseHeader(words, 2)
	}
	return parseMove(statement)
}

func parseHeader(words []string, args int) (Line, error) {
	if len(words) != 1+args {
		return Line{}, fmt.Errorf("%q with %d words behind it: expected `%s`", words[0], len(words)-1, headerForms[words[0]])
	}
	return Line{Kind: Header, Word: words[0], Args: words[1:]}, nil
}

var headerForms = map[string]string{
	"game":   "game NAME",
	"pack":   "pack NAME",
	"seat":   "seat NAME",
	"option": "option NAME VALUE",
}

func parseMove(text string) (Line, error) {
	if text == "" {
		return Line{}, errors.New("no move: expected `SEAT: VERB …`")
	}
	seat, verb, ok := strings.Cut(text, ":")
	if !ok {
		return Line{}, fmt.Errorf("%q is no statement: expected `SEAT: VERB …`, `!`, `?`, `=`, or game, pack, seat, option", clip(text))
	}
	l := Line{Kind: Play, Seat: strings.TrimSpace(seat)}
	if err := checkName("seat", l.Seat); err != nil {
		return Line{}, err
	}
	words := strings.Fields(verb)
	if len(words) == 0 {
		return Line{}, fmt.Errorf("no verb: expected `%s: VERB …`", l.Seat)
	}
	l.Verb = words[0]
	if err := checkName("verb", l.Verb); err != nil {
		return Line{}, err
	}
	if len(words) > 1 {
		l.Args = words[1:]
	}
	for _, a := range l.Args {
		if err := checkWord(a); err != nil {
			return Line{}, err
		}
	}
	if l.Seat == tableWord && l.Verb == undoWord {
		if len(l.Args) > 0 {
			return Line{}, errors.New("undo takes back one move: expected `table: undo`, without anything behind it")
		}
		l.Kind = Undo
	}
	return l, nil
}

func parseRefusal(rest string) (Line, error) {
	var rule string
	if first, _ := utf8.DecodeRuneInString(rest); rest != "" && !unicode.IsSpace(first) {
		end := strings.IndexFunc(rest, unicode.IsSpace)
		if end < 0 {
			end = len(rest)
		}
		rule, rest = rest[:end], rest[end:]
		if !isWord(rule) || rule == "?" {
			return Line{}, fmt.Errorf("%q is not the id of a rule: expected `! SEAT: VERB …` or `!RULE SEAT: VERB …`", clip(rule))
		}
	}
	l, err := parseMove(strings.TrimSpace(rest))
	if err != nil {
		return Line{}, fmt.Errorf("behind the !: %w", err)
	}
	l.Kind, l.Rule = Refusal, rule
	return l, nil
}

func parseList(rest string) (Line, error) {
	who, set, ok := strings.Cut(rest, "=")
	if !ok {
		return Line{}, errors.New("no = behind the ?: expected `? SEAT = VERB | …` or `? SEAT: VERB = ARGUMENTS | …`")
	}
	seat, verb, hasVerb := strings.Cut(who, ":")
	l := Line{Kind: Verbs, Seat: strings.TrimSpace(seat), Verb: strings.TrimSpace(verb)}
	if err := checkName("seat", l.Seat); err != nil {
		return Line{}, err
	}
	if hasVerb {
		l.Kind = ArgLists
		if err := checkName("verb", l.Verb); err != nil {
			return Line{}, err
		}
		if l.Verb == holdWord || l.Verb == amendWord {
			return Line{}, fmt.Errorf("%s is never listed", l.Verb)
		}
	}
	var err error
	l.Set, err = parseSet(strings.TrimSpace(set), hasVerb)
	return l, err
}

// parseSet reads the list after =, of verbs or of argument lists: `-` for nothing, else entries separated by |. An argument list without arguments is
// written `()`.
func parseSet(text string, argLists bool) ([][]string, error) {
	if text == "-" {
		return nil, nil
	}
	var set [][]string
	for entry := range strings.SplitSeq(text, "|") {
		words := strings.Fields(entry)
		switch {
		case argLists && len(words) == 1 && words[0] == "()":
			set = append(set, nil)
			continue
		case len(words) == 0:
			return nil, errors.New("an empty entry: expected words between the |, `-` for an empty set, `()` for no arguments")
		case !argLists && len(words) > 1:
			return nil, fmt.Errorf("%q is more than a verb: arguments are listed by `? SEAT: VERB = …`", clip(entry))
		}
		for _, w := range words {
			if err := checkWord(w); err != nil {
				return nil, err
			}
		}
		if !slices.ContainsFunc(set, func(old []string) bool { return slices.Equal(old, words) }) {
			set = append(set, words)
		}
	}
	return set, nil
}

func parseFact(rest string) (Line, error) {
	words := strings.Fields(rest)
	if len(words) < 2 {
		return Line{}, errors.New("a fact needs a path and a value: expected `= PATH VALUE`")
	}
	if !isWord(words[0]) || words[0] == "?" {
		return Line{}, fmt.Errorf("%q is no path: expected names with dots between", clip(words[0]))
	}
	return Line{Kind: Fact, Path: words[0], Value: strings.Join(words[1:], " ")}, nil
}

func checkName(what, word string) error {
	if !engine.IsName(word) {
		return fmt.Errorf("%q is not the name of a %s: names are lower case letters, digits and -", clip(word), what)
	}
	return nil
}

func checkWord(word string) error {
	if !isWord(word) {
		return fmt.Errorf("%q is no name: names are lower case letters, digits and -, or ? alone", clip(word))
	}
	return nil
}

// isWord reports whether a word can be an argument: a name, several names joined by dots, or ?.
func isWord(word string) bool {
	if word == "?" {
		return true
	}
	for part := range strings.SplitSeq(word, ".") {
		if !engine.IsName(part) {
			return false
		}
	}
	return true
}

// clip shortens a text, so that a message that quotes it stays readable.
func clip(text string) string {
	const maxLen = 40 // bytes
	text = strings.TrimSpace(text)
	if len(text) <= maxLen {
		return text
	}
	return strings.ToValidUTF8(text[:maxLen], "") + "…"
}
