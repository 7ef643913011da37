package record

import (
	"io"
	"strings"
	"unicode/utf8"

	"familiar/engine"
)

// Print writes a record. Parse turns the output into the same record again.
func Print(w io.Writer, r *Record) error {
	var b strings.Builder
	for _, l := range r.Lines {
		b.WriteString(l.String())
		b.WriteByte('\n')
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// String returns the line as records write it, with its comment at the end. Characters that a line cannot hold are dropped from the comment.
func (l Line) String() string {
	statement, comment := l.Statement(), clean(l.Comment)
	switch {
	case comment == "":
		return statement
	case statement == "":
		return "# " + comment
	}
	gap := commentColumn - utf8.RuneCountInString(statement)
	return statement + strings.Repeat(" ", max(1, gap)) + "# " + comment
}

// commentColumn is the column of comments after short statements.
const commentColumn = 40

// Statement returns the statement without its comment.
func (l Line) Statement() string {
	switch l.Kind {
	case Header:
		return strings.Join(append([]string{l.Word}, l.Args...), " ")
	case Play, Undo:
		return l.move()
	case Refusal:
		return "!" + l.Rule + " " + l.move()
	case Verbs:
		return "? " + l.Seat + " = " + formatSet(l.Set)
	case ArgLists:
		return "? " + l.Seat + ": " + l.Verb + " = " + formatSet(l.Set)
	case Fact:
		return "= " + l.Path + " " + l.Value
	}
	return ""
}

func (l Line) move() string {
	return strings.Join(append([]string{l.Seat + ":", l.Verb}, l.Args...), " ")
}

func formatSet(set [][]string) string {
	if len(set) == 0 {
		return "-"
	}
	entries := make([]string, len(set))
	for i, words := range set {
		entries[i] = formatEntry(strings.Join(words, " "))
	}
	return strings.Join(entries, " | ")
}

func formatEntry(words string) string {
	if words == "" {
		return "()"
	}
	return words
}

// FormatHeader returns the header of a game's record; each line has a line end.
func FormatHeader(setup engine.Setup) string {
	var b strings.Builder
	for _, l := range New("", setup).Lines {
		b.WriteString(l.String() + "\n")
	}
	return b.String()
}

// FormatMove returns a move as a line of a record, without a line end. For the comment see Line.String.
func FormatMove(c *engine.Catalog, m engine.Move, comment string) string {
	l := Line{Kind: Play, Seat: c.SeatWord(m.Seat), Verb: c.Word(m.Verb), Comment: comment}
	for _, a := range m.Args[:m.Arity()] {
		l.Args = append(l.Args, c.Word(a))
	}
	return l.String()
}

// clean removes from a comment what a line cannot hold.
func clean(comment string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if isControl(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(comment, "")))
}
