package record

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	// MaxFile is the largest record that Parse reads, in bytes.
	MaxFile = 8 << 20
	// MaxLine is the longest line of a record, in bytes.
	MaxLine = 64 << 10
	// maxErrors is how many malformed lines of one file are reported.
	maxErrors = 10
)

// Error is a mistake in one line.
type Error struct {
	File string
	Line int
	Text string // what is wrong and what was expected
}

func (e *Error) Error() string { return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Text) }

// Parse reads a record. Its error joins an *Error for each malformed line, up to ten, in order.
func Parse(name string, r io.Reader) (*Record, error) {
	data, err := io.ReadAll(io.LimitReader(r, MaxFile+1))
	if err != nil {
		return nil, fmt.Errorf("%s: reading a record: %w", name, err)
	}
	if len(data) > MaxFile {
		return nil, &Error{name, 1, fmt.Sprintf("the record is longer than %d MiB", MaxFile>>20)}
	}
	p := parser{record: &Record{Name: name}}
	p.lines(strings.TrimPrefix(string(data), "\uFEFF"))
	p.end()
	if len(p.errs) > 0 {
		return nil, errors.Join(p.errs...)
	}
	return p.record, nil
}

type parser struct {
	record *Record
	number int
	begun  bool // a statement other than a header has been read
	errs   []error
}

func (p *parser) lines(text string) {
	for text != "" && len(p.errs) < maxErrors {
		var line string
		line, text, _ = strings.Cut(text, "\n")
		p.number++
		l, err := ParseLine(strings.TrimSuffix(line, "\r"))
		if err != nil {
			p.fail("%v", err)
			continue
		}
		p.add(l)
	}
}

func (p *parser) fail(format string, args ...any) {
	p.errs = append(p.errs, &Error{p.record.Name, p.number, fmt.Sprintf(format, args...)})
}

func (p *parser) add(l Line) {
	switch {
	case l.Kind == Header && p.begun:
		p.fail("%q stands behind the first statement: game, pack, seat and option come before everything else", l.Word)
		return
	case l.Kind == Header && l.Word == "game" && p.record.Setup.Game != "":
		p.fail("a second game: a record is of one game, and that is %s", p.record.Setup.Game)
		return
	case l.Kind == Header && l.Word == "pack" && p.record.Setup.Pack != "":
		p.fail("a second pack: a game has one, and that is %s", p.record.Setup.Pack)
		return
	case l.Kind != Header && l.Kind != Blank:
		p.begun = true
	}
	l.Number = p.number
	p.record.Lines = append(p.record.Lines, l)
	p.record.applyHeader(l)
}

func (p *parser) end() {
	if len(p.errs) == 0 && p.record.Setup.Game == "" {
		p.number = 1
		p.fail("no game: the header needs a line `game NAME`")
	}
}

// checkText refuses a line that no record may hold.
func checkText(line string) error {
	if len(line) > MaxLine {
		return fmt.Errorf("the line is longer than %d KiB", MaxLine>>10)
	}
	if !utf8.ValidString(line) {
		return errors.New("the line is not UTF-8")
	}
	for i, r := range line {
		if isControl(r) {
			return fmt.Errorf("a control character (%U) at byte %d", r, i+1)
		}
	}
	return nil
}

// isControl reports whether r is a character that is forbidden in statements and comments.
func isControl(r rune) bool { return unicode.IsControl(r) && r != '\t' }
