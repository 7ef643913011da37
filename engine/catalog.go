package engine

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Class is a bit set of classes: those that a name belongs to, or that an argument allows. The classes below are common to all games; a game numbers its
// own from FirstClass.
type Class uint64

const (
	ClassVerb   Class = 1 << iota // the verb of a move
	ClassEvent                    // the verb of an event
	ClassPlayer                   // a seat
	ClassNumber                   // a number
	ClassCard                     // a kind of card: it can be put on a reader, and may be hidden
	ClassPlace                    // a place where cards lie; a reader may stand for it
	ClassHand                     // a place that only one seat sees: cards on its reader are for that seat alone
	ClassUnseen                   // an unseen card: ?
	ClassThing                    // a real object that is not a card: a disc, a space of a board; it may carry a tag
	// ClassDeclared marks, in a signature, an argument that is announced but not put on a reader: what a joker represents. No name has this class.
	ClassDeclared
	FirstClass
)

// Entry is a word of a catalog with everything that people see of it.
type Entry struct {
	Word   string
	Class  Class
	Copies int    // of a card or thing: how many there are
	Token  bool   // of a card: one tag stands for all copies, since there are too many to tag each; it moves with none of them
	Title  string // as people write it; derived from Word if empty
	Text   string // of a card: the text printed on it
	// Effects are the effects of a card, each a word and its arguments. A card without Text gets its text from them: see Phrases.Text.
	Effects []string
	Traits  map[string]string // of a card or thing: what a picture of it shows
}

// IsUnique reports whether there is one card or thing of this word, with a tag of its own.
func (e Entry) IsUnique() bool { return e.Copies == 1 && !e.Token }

// Signature is a shape that moves of a verb may have.
type Signature struct {
	Verb     Name
	ByNobody bool    // made by Nobody, otherwise by a player
	Args     []Class // for each argument, the classes that are allowed
	// Cardless marks moves without a card and without a choice: ending, passing, drawing unseen. Players often forget to enter them.
	Cardless bool
	// Laid marks moves whose card can only be given by putting it on a reader. A list of possible cards would reveal a hand that the player does not see.
	Laid bool
	// Key selects the words of an amend: see Phrases.Amends.
	Key string
}

// Catalog is the list of all names of a game: those of its rules, of its card list and of its players.
type Catalog struct {
	entries    []Entry // by Name; the first one belongs to None
	byWord     map[string]Name
	seats      []Name
	signatures [][]Signature // by verb
}

// NewCatalog makes a catalog. The entries get the names 1, 2, 3 … in order, so that a game can fix the names of its own words as constants; the
// players follow. A word that comes twice keeps its first name and gets the classes of both entries: a player may have the name of a card.
func NewCatalog(entries []Entry, players []string, signatures []Signature) (*Catalog, error) {
	c := &Catalog{entries: make([]Entry, 1, 1+len(entries)+len(players)), byWord: make(map[string]Name)}
	for _, e := range entries {
		if _, err := c.add(e); err != nil {
			return nil, err
		}
	}
	for _, p := range players {
		n, err := c.add(Entry{Word: p, Class: ClassPlayer})
		if err != nil {
			return nil, err
		}
		c.seats = append(c.seats, n)
	}
	c.signatures = make([][]Signature, len(c.entries))
	for _, s := range signatures {
		c.signatures[s.Verb] = append(c.signatures[s.Verb], s)
	}
	return c, nil
}

// Merged joins the entries of the same word into one, since a card list may give two things the same name. The entry of a card decides what people see. It
// reuses the memory of entries.
func Merged(entries []Entry) []Entry {
	index := make(map[string]int, len(entries))
	merged := entries[:0]
	for _, e := range entries {
		i, ok := index[e.Word]
		if !ok {
			index[e.Word] = len(merged)
			merged = append(merged, e)
			continue
		}
		old := merged[i]
		if e.Class&ClassCard != 0 && old.Class&ClassCard == 0 {
			old, e = e, old
		}
		old.Class |= e.Class
		if old.Traits == nil {
			old.Traits = map[string]string{}
		}
		for trait, value := range e.Traits {
			if _, ok := old.Traits[trait]; !ok {
				old.Traits[trait] = value
			}
		}
		merged[i] = old
	}
	return merged
}

func (c *Catalog) add(e Entry) (Name, error) {
	if n, ok := c.byWord[e.Word]; ok {
		old := &c.entries[n]
		if old.Class&e.Class != 0 {
			return None, fmt.Errorf("the name %q is there twice", e.Word)
		}
		both := old.Class | e.Class
		// The entry of a card describes the word best, and that of a thing better than a mere word.
		if e.Class&ClassCard != 0 || e.Class&ClassThing != 0 && old.Class&ClassCard == 0 {
			*old = e
		}
		old.Class = both
		return n, nil
	}
	if len(c.entries) >= int(firstNumber) {
		return None, fmt.Errorf("more than %d names", firstNumber-1)
	}
	n := Name(len(c.entries))
	c.entries = append(c.entries, e)
	c.byWord[e.Word] = n
	return n, nil
}

// Len returns one more than the largest name that is not a number.
func (c *Catalog) Len() int { return len(c.entries) }

// Name returns the name of a word, Unknown if there is none.
func (c *Catalog) Name(word string) Name {
	if n, ok := c.byWord[word]; ok {
		return n
	}
	if n, err := strconv.Atoi(word); err == nil && strconv.Itoa(n) == word {
		return Number(n)
	}
	return Unknown
}

// Names lists the names that belong to one of the classes, except numbers.
func (c *Catalog) Names(class Class) []Name {
	var names []Name
	for n := 1; n < len(c.entries); n++ {
		if c.entries[n].Class&class != 0 {
			names = append(names, Name(n))
		}
	}
	return names
}

// Class returns the classes of a name.
func (c *Catalog) Class(n Name) Class {
	if int(n) < len(c.entries) {
		return c.entries[n].Class
	}
	if _, ok := n.Number(); ok {
		return ClassNumber
	}
	return 0
}

// Entry returns the entry of a name.
func (c *Catalog) Entry(n Name) Entry {
	if n != None && int(n) < len(c.entries) {
		return c.entries[n]
	}
	return Entry{Word: c.Word(n), Class: c.Class(n)}
}

// IsCard reports whether a word is a card with a tag of its own. A token is none: its one tag stands for all copies.
func (c *Catalog) IsCard(word string) bool {
	n := c.Name(word)
	return c.Class(n)&ClassCard != 0 && !c.Entry(n).Token
}

// NamesCard reports whether a move is about a card.
func (c *Catalog) NamesCard(m Move) bool {
	return slices.ContainsFunc(m.Args[:m.Arity()], func(n Name) bool { return c.Class(n)&ClassCard != 0 })
}

// Word returns the word of a name, as records write it.
func (c *Catalog) Word(n Name) string {
	if int(n) < len(c.entries) {
		return c.entries[n].Word
	}
	if i, ok := n.Number(); ok {
		return strconv.Itoa(i)
	}
	return "(unknown)"
}

// Title returns a name as people write it.
func (c *Catalog) Title(n Name) string {
	if int(n) < len(c.entries) && c.entries[n].Title != "" {
		return c.entries[n].Title
	}
	word := strings.ReplaceAll(c.Word(n), "-", " ")
	if word == "" {
		return ""
	}
	return strings.ToUpper(word[:1]) + word[1:]
}

// Seats returns the number of players.
func (c *Catalog) Seats() int { return len(c.seats) }

// SeatName returns the name of a player.
func (c *Catalog) SeatName(s Seat) Name {
	if int(s) < len(c.seats) {
		return c.seats[s]
	}
	return Unknown
}

// Seat returns the seat of the player with that name, NoSeat if there is none.
func (c *Catalog) Seat(n Name) Seat {
	for s, name := range c.seats {
		if name == n {
			return Seat(s)
		}
	}
	return NoSeat
}

// SeatWord returns a seat as records write it.
func (c *Catalog) SeatWord(s Seat) string {
	if s == Nobody {
		return tableWord
	}
	return c.Word(c.SeatName(s))
}

const tableWord = "table"

// Signatures lists the shapes that moves of a verb may have.
func (c *Catalog) Signatures(verb Name) []Signature {
	if int(verb) < len(c.signatures) {
		return c.signatures[verb]
	}
	return nil
}

// Match returns the signature of a move. A move without one is malformed.
func (c *Catalog) Match(m Move) (Signature, bool) {
	if m.Seat != Nobody && int(m.Seat) >= len(c.seats) {
		return Signature{}, false
	}
	arity := m.Arity()
	for _, a := range m.Args[arity:] {
		if a != None {
			return Signature{}, false
		}
	}
	signatures := c.Signatures(m.Verb)
	for i := range signatures {
		s := &signatures[i]
		if s.ByNobody == (m.Seat == Nobody) && len(s.Args) == arity && c.fits(s.Args, &m.Args) {
			return *s, true
		}
	}
	return Signature{}, false
}

func (c *Catalog) fits(classes []Class, args *[MaxArgs]Name) bool {
	for i, class := range classes {
		if c.Class(args[i])&class == 0 {
			return false
		}
	}
	return true
}

// Move returns the move that these words describe. Words that the catalog does not have become Unknown.
func (c *Catalog) Move(seat, verb string, args ...string) Move {
	m := Move{Seat: c.Seat(c.Name(seat)), Verb: c.Name(verb)}
	if seat == tableWord {
		m.Seat = Nobody
	}
	for i, a := range args {
		if i == MaxArgs {
			m.Args[MaxArgs-1] = Excess
			break
		}
		m.Args[i] = c.Name(a)
	}
	return m
}

// FormatArgs returns the arguments of a move in words, separated by spaces.
func (c *Catalog) FormatArgs(m Move) string {
	words := make([]string, m.Arity())
	for i := range words {
		words[i] = c.Word(m.Args[i])
	}
	return strings.Join(words, " ")
}

// Format writes a move as records do: `ann: sacrifice bishop ben`.
func (c *Catalog) Format(m Move) string {
	s := c.SeatWord(m.Seat) + ": " + c.Word(m.Verb)
	if m.Args[0] != None {
		s += " " + c.FormatArgs(m)
	}
	return s
}

// Words lists all words, sorted.
func (c *Catalog) Words() []string { return slices.Sorted(maps.Keys(c.byWord)) }
