package journal

import (
	"bytes"
	"strings"
	"time"

	"familiar/engine"
	"familiar/engine/lang"
	"familiar/engine/record"
)

// errNewer means that a journal was written by a later version of Familiar.
var errNewer = lang.T("it was written by a newer version of Familiar")

// contents is the trusted part of a journal.
type contents struct {
	setup  engine.Setup
	began  time.Time
	cards  string // the checksum of the owner's card list
	steps  []record.Step
	lines  int   // of the steps
	cuts   []cut // at least one: after the header
	ended  bool
	endAt  time.Time
	reason string
	size   int64 // including the line that ends the game
	sum    chain
	tail   []byte // the bytes after the trusted part
}

// errTooLong means that a file is longer than the longest journal.
var errTooLong error = lang.T("it is longer than any journal")

// read parses a journal. The error is errTooLong, or says why even the header cannot be trusted.
func read(data []byte) (*contents, error) {
	if len(data) > record.MaxFile {
		return nil, errTooLong
	}
	c, rest, err := readHead(data)
	if err != nil {
		return nil, err
	}
	var pending []line // lines of a step that is not whole yet
	sum := c.sum
	for !c.ended {
		sealed, ok := nextLine(rest)
		if !ok {
			break
		}
		text, after, ok := sum.unseal(sealed)
		if !ok {
			break
		}
		if at, reason, ok := parseMark(endedWord, text); ok && len(pending) == 0 {
			c.ended, c.endAt, c.reason = true, at, reason
			c.size, c.sum = c.size+int64(len(sealed)), after
			break
		}
		l, open, err := parseStatement(text)
		if err != nil {
			break
		}
		rest, sum = rest[len(sealed):], after
		if pending = append(pending, l); open {
			continue
		}
		c.add(pending)
		pending = nil
		c.size, c.sum = int64(len(data)-len(rest)), sum
		c.cuts = append(c.cuts, cut{c.lines, c.size, c.sum})
	}
	c.tail = data[c.size:]
	return c, nil
}

// add adds the lines of one step.
func (c *contents) add(lines []line) {
	c.lines += len(lines)
	step := record.Step{At: lines[0].at, Source: lines[0].source}
	for _, l := range lines {
		if l.words == record.UndoLine {
			step.Undo++
		} else {
			step.Moves = append(step.Moves, l.words)
		}
	}
	if !c.joinUnmarked(step) {
		c.steps = append(c.steps, step)
	}
}

// joinUnmarked joins a step to the one before, if it repeats the last move of that step at the same time and from the same source: the first journals did
// not mark which moves belong to one step. It reports whether it joined them.
func (c *contents) joinUnmarked(step record.Step) bool {
	if len(c.steps) == 0 || step.Undo > 0 {
		return false
	}
	before := &c.steps[len(c.steps)-1]
	if len(before.Moves) == 0 || before.Moves[len(before.Moves)-1] != step.Moves[0] || !before.At.Equal(step.At) || before.Source != step.Source {
		return false
	}
	before.Moves = append(before.Moves, step.Moves...)
	return true
}

// nextLine returns the first line of data with its line end.
func nextLine(data []byte) ([]byte, bool) {
	i := bytes.IndexByte(data, '\n')
	return data[:i+1], i >= 0
}

func readHead(data []byte) (*contents, []byte, error) {
	first, _ := nextLine(data)
	if v, ok := strings.CutPrefix(string(first), title); ok && !strings.HasPrefix(v, version+":") {
		return nil, nil, errNewer
	}
	if string(first) != titleLine {
		return nil, nil, lang.T("it does not begin as a journal does")
	}
	end := len(first)
	for {
		sealed, ok := nextLine(data[end:])
		if !ok {
			return nil, nil, lang.T("its header is not whole")
		}
		if !bytes.HasPrefix(sealed, []byte("# "+beganWord)) {
			end += len(sealed)
			continue
		}
		text, sum, ok := chain(0).update(data[:end]).unseal(sealed)
		began, with, marked := parseMark(beganWord, text)
		if !ok || !marked {
			return nil, nil, lang.T("its header does not agree with its checksum")
		}
		setup, err := readSetup(data[:end])
		if err != nil {
			return nil, nil, err
		}
		size := end + len(sealed)
		at := cut{0, int64(size), sum}
		cards, _ := strings.CutPrefix(with, cardsWord+" ")
		return &contents{setup: setup, began: began, cards: cards, cuts: []cut{at}, size: at.size, sum: sum}, data[size:], nil
	}
}

func readSetup(header []byte) (engine.Setup, error) {
	r, err := record.Parse("header", bytes.NewReader(header))
	if err != nil {
		return engine.Setup{}, err
	}
	if again := titleLine + record.FormatHeader(r.Setup); again != string(header) {
		return engine.Setup{}, lang.T("its header holds more than a setup")
	}
	return r.Setup, nil
}

// saysEnded reports whether the untrusted part says that the game had ended.
func (c *contents) saysEnded() bool {
	return bytes.HasPrefix(c.tail, []byte("# "+endedWord)) || bytes.Contains(c.tail, []byte("\n# "+endedWord))
}

// damage describes to people what is wrong after the trusted part.
func (c *contents) damage() error {
	lines := strings.Count(strings.TrimSuffix(string(c.tail), "\n"), "\n") + 1
	_, whole := nextLine(c.tail)
	switch {
	case len(bytes.Trim(c.tail, "\x00")) == 0:
		return lang.T("its end was {1} empty bytes, as a power cut leaves them", len(c.tail))
	case lines == 1 && !whole:
		return lang.T("its last line was only half there, as when the power fails while it is written")
	case c.endsInHalfStep():
		return lang.T("its last step was only half there, as when the power fails while it is written")
	case lines == 1:
		return lang.T("its last line does not agree with its checksum")
	}
	return lang.T("its last {1} lines do not follow from those before: the first of them does not agree with its checksum", lines)
}

// isGrowing reports whether the untrusted part is only the beginning of a step, as while the step is being written.
func (c *contents) isGrowing() bool {
	rest, sum := c.tail, c.sum
	for !c.ended {
		sealed, whole := nextLine(rest)
		if !whole {
			return true
		}
		_, after, ok := sum.unseal(sealed)
		if !ok {
			break
		}
		rest, sum = rest[len(sealed):], after
	}
	return false
}

// endsInHalfStep reports whether the first untrusted line is whole, so that only the rest of its step is missing.
func (c *contents) endsInHalfStep() bool {
	sealed, _ := nextLine(c.tail)
	_, _, ok := c.sum.unseal(sealed)
	return ok
}
