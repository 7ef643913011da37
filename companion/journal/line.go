package journal

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"familiar/engine"
	"familiar/engine/record"
)

// line is a statement: a move or an undo.
type line struct {
	words  string    // as records write it: `ann: sacrifice imp ben`, `table: undo`
	at     time.Time // kept to the millisecond, in UTC
	source string    // device or phone
}

// linesOf returns the statements of a step.
func linesOf(s record.Step) []line {
	all := make([]line, 0, s.Lines())
	for range s.Undo {
		all = append(all, line{record.UndoLine, s.At, s.Source})
	}
	for _, m := range s.Moves {
		all = append(all, line{m, s.At, s.Source})
	}
	return all
}

const (
	title      = "# familiar journal "
	version    = "1"
	titleLine  = title + version + ": the last word of each line below is the CRC-32C of all before it\n"
	beganWord  = "began:"
	endedWord  = "ended:"
	cardsWord  = "cards"
	stepOpen   = "+"
	timeFormat = "2006-01-02T15:04:05.000Z"
	maxSource  = 100 // bytes
)

// head returns everything above the first statement.
func head(setup engine.Setup, began time.Time, cards string) ([]byte, chain, error) {
	if !engine.IsName(setup.Game) {
		return nil, 0, fmt.Errorf("%q is not the name of a game", setup.Game) // it is a part of the file's name
	}
	text := titleLine + record.FormatHeader(setup)
	sum := chain(0).update([]byte(text))
	if cards != "" {
		cards = cardsWord + " " + cards
	}
	last, sum := sum.seal(mark(beganWord, began, cards))
	all := append([]byte(text), last...)
	c, err := read(all)
	if err != nil {
		return nil, 0, fmt.Errorf("the setup of the game cannot be written into a record: %w", err)
	}
	if !equalSetups(c.setup, setup) {
		return nil, 0, errors.New("the setup of the game cannot be written into a record: a word of it is not one word")
	}
	return all, sum, nil
}

func equalSetups(a, b engine.Setup) bool {
	return a.Game == b.Game && a.Pack == b.Pack && slices.Equal(a.Seats, b.Seats) && slices.Equal(a.Options, b.Options)
}

// statement writes a line up to its checksum. open means that the next line belongs to the same step.
func (l line) statement(open bool) (string, error) {
	parsed, err := record.ParseLine(l.words)
	if err != nil {
		return "", fmt.Errorf("%q cannot be written into a record: %w", l.words, err)
	}
	if parsed.Kind != record.Play && parsed.Kind != record.Undo || parsed.Comment != "" {
		return "", fmt.Errorf("%q is neither a move nor an undo", l.words)
	}
	parsed.Comment = strings.TrimSpace(stamp(l.at) + " " + tidy(l.source))
	if open {
		parsed.Comment += " " + stepOpen
	}
	text := parsed.String()
	if _, _, err := parseStatement(text); err != nil {
		return "", fmt.Errorf("%q cannot be written into a journal: %w", l.words, err)
	}
	return text, nil
}

// parseStatement reads what statement has written.
func parseStatement(text string) (l line, open bool, err error) {
	parsed, err := record.ParseLine(text)
	if err != nil {
		return line{}, false, err
	}
	if parsed.Kind != record.Play && parsed.Kind != record.Undo {
		return line{}, false, errors.New("neither a move nor an undo")
	}
	at, source, _ := strings.Cut(parsed.Comment, " ")
	l.words = parsed.Statement()
	if l.at, err = time.Parse(timeFormat, at); err != nil {
		return line{}, false, fmt.Errorf("no time behind the move: %w", err)
	}
	l.source, open = strings.CutSuffix(source, stepOpen)
	l.source = strings.TrimSpace(l.source)
	return l, open, nil
}

// mark writes a comment of the journal itself, such as `# ended: TIME REASON`, up to its checksum.
func mark(word string, at time.Time, text string) string {
	return strings.TrimSpace("# " + word + " " + stamp(at) + " " + tidy(text))
}

// parseMark reads what mark has written.
func parseMark(word, text string) (at time.Time, rest string, ok bool) {
	text, ok = strings.CutPrefix(text, "# "+word+" ")
	when, rest, _ := strings.Cut(text, " ")
	at, err := time.Parse(timeFormat, when)
	return at, rest, ok && err == nil
}

func stamp(t time.Time) string { return t.UTC().Format(timeFormat) }

// tidy changes a text so that it can stand in a comment and is read back unchanged.
func tidy(text string) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r) || r == utf8.RuneError:
			return -1
		}
		return r
	}, text)
	text = strings.Join(strings.Fields(text), " ")
	if len(text) > maxSource {
		text = strings.ToValidUTF8(text[:maxSource], "")
	}
	return strings.TrimRight(text, stepOpen+" ")
}
