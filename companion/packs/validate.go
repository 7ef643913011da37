package packs

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"familiar/engine"
	"familiar/engine/cardlist"
	"familiar/engine/lang"
)

// Fault is one mistake in a card list.
type Fault struct {
	Line  int    `json:"line,omitempty"`  // counted from 1; 0: not known
	Table string `json:"table,omitempty"` // the table it is in, if that is known
	Row   int    `json:"row"`             // counted from 0; -1: it is in no row
	Field string `json:"field,omitempty"`
	Text  string `json:"text"` // in words, without the place
	Whole string `json:"-"`    // Text with the place before it, for a terminal
	Err   error  `json:"-"`    // Text in each language
}

// Validation is the result of Validate.
type Validation struct {
	Faults []Fault      // none: a game can begin with this list
	State  engine.State // a game with the fewest players; nil if there are faults
	Kinds  int          // of cards
	Cards  int
}

// MaxText is how many letters of a fault are told: it may repeat what the list says.
const MaxText = 300

// Every phone is sent the names of the cards that lie open, again and again.
const (
	maxWord  = 64    // letters of a name
	maxCards = 2_000 // in all
)

// CheckSize refuses a card list with names that are too long, or with too many cards. Games that are under way may have such a list.
func CheckSize(c *engine.Catalog) error {
	cards := 0
	for _, n := range c.Names(^engine.Class(0)) {
		if word := c.Word(n); len(word) > maxWord {
			return lang.T("the name “{1}…” has more than {2} letters", lang.Escaped(word[:maxWord/2]), maxWord)
		}
		if c.Class(n)&engine.ClassCard != 0 && c.Class(n)&engine.ClassUnseen == 0 {
			cards += c.Entry(n).Copies
		}
	}
	if cards > maxCards {
		return lang.T("{1} cards are more than {2}", cards, maxCards)
	}
	return nil
}

// Validate checks a list with the game's own reader.
func Validate(g engine.Game, data []byte) Validation {
	file, err := cardlist.Parse(data)
	if err != nil {
		f := Fault{Row: -1, Whole: err.Error(), Err: err}
		if e, ok := errors.AsType[*cardlist.SyntaxError](err); ok {
			f.Line, f.Err = e.Line, e.Err
		}
		f.Text = f.Err.Error()
		return Validation{Faults: []Fault{f}}
	}
	state, err := g.Sample("own", data)
	if err != nil {
		return Validation{Faults: faults(g.List, file, err, nil)}
	}
	c := state.Catalog()
	if err := CheckSize(c); err != nil {
		return Validation{Faults: []Fault{{Row: -1, Text: err.Error(), Whole: err.Error(), Err: err}}}
	}
	j := Validation{State: state}
	for _, n := range c.Names(engine.ClassCard) {
		if c.Class(n)&engine.ClassUnseen == 0 {
			j.Kinds++
			j.Cards += c.Entry(n).Copies
		}
	}
	return j
}

// faults returns the faults of an error, which may join several. at is the place that is known for all of them.
func faults(l *cardlist.List, file *cardlist.File, err error, at *engine.ListError) []Fault {
	if e, ok := errors.AsType[*engine.ListError](err); ok && at == nil {
		return faults(l, file, e.Err, e)
	}
	_, isText := err.(*lang.Text) // it is one fault, even if it wraps errors
	if several, ok := err.(interface{ Unwrap() []error }); ok && !isText {
		var all []Fault
		for _, e := range several.Unwrap() {
			all = append(all, faults(l, file, e, at)...)
		}
		return all
	}
	f := Fault{Row: -1, Text: lang.Shortened(err.Error(), MaxText), Err: err}
	whole := engine.ListError{Err: err}
	if at != nil {
		f.Line, f.Table, f.Row = at.Line, at.Table, at.Row
		whole.Line, whole.Table, whole.Row, whole.Name = at.Line, at.Table, at.Row, at.Name
		if at.Table == "" {
			f.Row = -1
		}
	}
	f.find(l, file)
	whole.Line = f.Line
	f.Whole = lang.Shortened(whole.Error(), MaxText)
	return []Fault{f}
}

// find finds the table and the field of a fault from its text: messages of readers begin with the name of the field, or contain it.
func (f *Fault) find(l *cardlist.List, file *cardlist.File) {
	if l == nil {
		return
	}
	words := strings.FieldsFunc(f.Text, func(r rune) bool { return !(r >= 'a' && r <= 'z' || r == '-' || r == '_' || r == '.') })
	if len(words) == 0 {
		return
	}
	if f.Row < 0 {
		table, field, _ := strings.Cut(words[0], ".")
		switch of := l.Find(table); {
		case table != "" && of != nil:
			f.Table, f.Row = table, 0
			if of.Rows {
				f.Row = -1
				return
			}
			words[0] = field
		case l.Find("").Find(words[0], nil) != nil:
			f.Row = 0
		default:
			return
		}
	}
	of := l.Find(f.Table)
	if of == nil {
		return
	}
	for _, w := range words {
		i := slices.IndexFunc(of.Fields, func(x cardlist.Field) bool { return x.Name == w || x.Name == w+"s" })
		if i >= 0 {
			f.Field = of.Fields[i].Name
			break
		}
	}
	if f.Field == "" && slices.ContainsFunc(words, func(w string) bool { return w == "name" || w == "already" || w == "word" }) {
		f.Field = of.Label
	}
	f.Line = cmp.Or(file.Line(f.Table, f.Row, f.Field), f.Line)
}
