package engine

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/BurntSushi/toml"

	"familiar/engine/lang"
)

// Phrases are the words in which a game speaks to people, in one language. A sentence may hold places for names: {seat},
// {1} to {4} for the arguments, and {args} for all of them. What stands right before a place may have two forms, see lang.Fill.
type Phrases struct {
	Title  string            `toml:"title"`
	About  string            `toml:"about"`  // one sentence on the game
	Verbs  map[string]string `toml:"verbs"`  // a verb on a button
	Moves  map[string]string `toml:"moves"`  // what was done, by verb, or by verb and number of arguments: `draw/1`
	Events map[string]string `toml:"events"` // what happened by itself, by event word: something to do with the real pieces
	News   map[string]string `toml:"news"`   // what happened by itself and leaves nothing to do, by event word
	Asks   map[string]string `toml:"asks"`   // what is asked, by Ask.Key
	// Effects say what a card does, by the word of the effect, or by the word and its first arguments: `draw/blindly`, `draw/blindly/2`.
	Effects map[string]string `toml:"effects"`
	Words   map[string]string `toml:"words"`  // names that are not cards
	Amends  map[string]Amend  `toml:"amends"` // what can be put right by hand, by Signature.Key
	Counts  []Count           `toml:"counts"` // what panel and phones show of every seat
	Shared  []Count           `toml:"shared"` // what they show of the table as a whole
	Signs   map[string]string `toml:"signs"`  // words of facts, so short that a small panel can string them together
	Board   *Board            `toml:"board"`  // what a small panel draws; nil: nothing
	Ring    *Ring             `toml:"ring"`   // what it draws of every seat where there is no board; nil: nothing
	Hint    *HintPhrases      `toml:"hint"`   // of a game that has a Seeker; nil: it has none
	// List says how people call the parts of a card list: see package cardlist.
	List map[string]string `toml:"list"`
	// Cards are the titles of what the house list names, its cards before all, and Texts what stands on cards, by word, in a language that is not the list's.
	Cards map[string]string `toml:"cards"`
	Texts map[string]string `toml:"texts"`
	// Names are the names that are made of several words, in such a language: `SEAT.hand` is how the hand of each player is called, and `*` stands for any other
	// word. The title has the places {seat}, and {1}, {2} … for what `*` stands for.
	Names map[string]string `toml:"names"`
}

// Count is a fact worth showing at all times.
type Count struct {
	Fact  string `toml:"fact"`  // of a seat: what follows `SEAT.`
	Label string `toml:"label"` // for a phone
	Short string `toml:"short"` // for a small panel
	List  bool   `toml:"list"`  // the fact is a list of names, absent if it is empty: shown is how many there are
	Rare  bool   `toml:"rare"`  // a small panel leaves it out while nobody has the fact
	Signs bool   `toml:"signs"` // a small panel shows the signs of the words in it, and nothing while it is absent
}

// Of is what is shown of the fact's value.
func (c Count) Of(value string) string {
	if c.List {
		return strconv.Itoa(len(strings.Fields(value)))
	}
	return value
}

// Short is what a small panel shows of a fact's value, empty if that is nothing. A word without a sign stands as it is.
func (p *Phrases) Short(c Count, value string) string {
	if !c.Signs {
		return c.Of(value)
	}
	var b strings.Builder
	for word := range strings.FieldsSeq(value) {
		sign, ok := p.Signs[word]
		if !ok {
			sign = word
		}
		b.WriteString(sign)
	}
	return strings.TrimSpace(b.String())
}

// Ring is a ring that fills up, part by part.
type Ring struct {
	Done string `toml:"done"` // the fact of a seat that says how many parts are filled: what follows `SEAT.`; `NAME.*` adds up the numbers below NAME
	Left string `toml:"left"` // … and how many are still to be filled
}

// HintPhrases are what people read where they ask what they could reach.
type HintPhrases struct {
	Ask  string `toml:"ask"`  // the question, on a button
	Goal string `toml:"goal"` // what would be reached: {1} is the goal, {seat} who asks
	None string `toml:"none"` // what is said when nothing was found
}

// Board is a board as a small drawing in a square: spots, on which seats have marks, and lines between them.
type Board struct {
	Marks  string     `toml:"marks"`  // the fact of a seat that lists the spots on which it has a mark: what follows `SEAT.`
	Circle bool       `toml:"circle"` // the circle that fills the square is drawn too
	Spots  []Spot     `toml:"spots"`
	Lines  [][]string `toml:"lines"` // each goes from spot to spot, by word
}

// Spot is a place on a board.
type Spot struct {
	Word string  `toml:"word"`
	X    float64 `toml:"x"` // from 0 at the left to 1
	Y    float64 `toml:"y"` // from 0 at the top to 1
}

// Find is the index of the spot of a word, -1 if there is none.
func (b *Board) Find(word string) int {
	return slices.IndexFunc(b.Spots, func(s Spot) bool { return s.Word == word })
}

// Amend is what people read where they put right what the table believes: a heading, and a label for each argument.
// Signatures of the same key read the same, so that they have the same number of arguments.
type Amend struct {
	Title string   `toml:"title"`
	Args  []string `toml:"args"`
}

// ParsePhrases reads the words of a game, a TOML file.
func ParsePhrases(data []byte) (*Phrases, error) {
	p := new(Phrases)
	meta, err := toml.Decode(string(data), p)
	if err != nil {
		return nil, err
	}
	if extra := meta.Undecoded(); len(extra) > 0 {
		return nil, fmt.Errorf("unknown key %s", extra[0])
	}
	return p, nil
}

// Name is a name as people read it.
func (p *Phrases) Name(c *Catalog, n Name) string {
	if title, ok := p.called(c, n); ok {
		return title
	}
	return c.Title(n)
}

// called is how the words of this language call a name, if they do.
func (p *Phrases) called(c *Catalog, n Name) (title string, ok bool) {
	word, class := c.Word(n), c.Class(n)
	if class&ClassPlayer != 0 {
		return "", false
	}
	if title, ok = p.Words[word]; ok && class&ClassCard == 0 {
		return title, true
	}
	if title, ok = p.Cards[word]; ok {
		return title, true
	}
	return p.made(c, word)
}

// made is the title that Names make of a word of several parts. A player's word in front is taken for that first.
func (p *Phrases) made(c *Catalog, word string) (title string, ok bool) {
	if len(p.Names) == 0 || !strings.Contains(word, ".") {
		return "", false
	}
	parts := strings.Split(word, ".")
	for _, pattern := range slices.Sorted(maps.Keys(p.Names)) { // a capital comes first
		if places, ok := p.matched(c, strings.Split(pattern, "."), parts); ok {
			return lang.Fill(p.Names[pattern], places...), true
		}
	}
	return "", false
}

// matched are the places of a title and what stands there, if the parts of a word are those of a pattern.
func (p *Phrases) matched(c *Catalog, pattern, parts []string) (places []string, ok bool) {
	if len(pattern) != len(parts) {
		return nil, false
	}
	free := 0
	for i, part := range parts {
		switch pattern[i] {
		case part:
		case seatPart:
			seat := c.Seat(c.Name(part))
			if seat == NoSeat {
				return nil, false
			}
			places = append(places, "{seat}", p.Seat(c, seat))
		case anyPart:
			free++
			places = append(places, fmt.Sprintf("{%d}", free), p.part(c, part))
		default:
			return nil, false
		}
	}
	return places, true
}

// part is a part of a word as people read it: by its title if it is a name that has one.
func (p *Phrases) part(c *Catalog, part string) string {
	n := c.Name(part)
	if title, ok := p.called(c, n); ok {
		return title
	}
	if e := c.Entry(n); e.Title != "" || e.Class&(ClassCard|ClassThing|ClassPlace) != 0 {
		return c.Title(n)
	}
	return part
}

// What stands in the keys of Names for a player, and for any other word.
const (
	seatPart = "SEAT"
	anyPart  = "*"
)

// Text is what stands on a card, or else what it does.
func (p *Phrases) Text(c *Catalog, n Name) string {
	e := c.Entry(n)
	if text, ok := p.Texts[e.Word]; ok {
		return text
	}
	if e.Text != "" {
		return e.Text
	}
	said := make([]string, len(e.Effects))
	for i, effect := range e.Effects {
		said[i] = p.Effect(c, effect)
	}
	return strings.Join(said, " ")
}

// Effect says what an effect does. The sentence of most arguments is taken; one that there is no sentence for is told as the card
// list has it.
func (p *Phrases) Effect(c *Catalog, effect string) string {
	return p.Sentence(c, strings.Fields(effect))
}

// Sentence says so of an effect whose words are parted: a text of the card list may stand among them as one. A word that is no name of the catalog reads as
// List has it, if it does.
func (p *Phrases) Sentence(c *Catalog, words []string) string {
	for n := len(words); n > 0; n-- {
		t, ok := p.Effects[strings.Join(words[:n], "/")]
		if !ok {
			continue
		}
		var pairs, args []string
		for i, w := range words[1:] {
			if name := c.Name(w); c.Class(name)&ClassNumber == 0 && name != Unknown {
				w = p.Name(c, name)
			} else if said := p.Called(w); said != "" {
				w = said
			}
			args = append(args, w)
			pairs = append(pairs, fmt.Sprintf("{%d}", i+1), w)
		}
		pairs = append(pairs, "{args}", strings.Join(args, ", "))
		return lang.Fill(t, pairs...)
	}
	return strings.Join(words, " ")
}

// Called is how people call a part of a card list, empty if nothing is said of it: `who.others` as a whole, or else as `others`.
func (p *Phrases) Called(part string) string {
	if said, ok := p.List[part]; ok {
		return said
	}
	_, alone, _ := strings.Cut(part, ".")
	return p.List[alone]
}

// Seat is a seat as people read it.
func (p *Phrases) Seat(c *Catalog, s Seat) string {
	if s == Nobody {
		if w, ok := p.Words[tableWord]; ok {
			return w
		}
		return "Table"
	}
	return c.Title(c.SeatName(s))
}

// Move tells what was done.
func (p *Phrases) Move(c *Catalog, m Move) string {
	text, ok := p.sentence(p.Moves, c, m)
	if !ok {
		return c.Format(m)
	}
	return text
}

// Event tells what happened by itself, and whether something is to be done with the real pieces for it.
func (p *Phrases) Event(c *Catalog, m Move) (text string, toDo bool) {
	if text, ok := p.sentence(p.Events, c, m); ok {
		return text, true
	}
	text, ok := p.sentence(p.News, c, m)
	if !ok {
		return c.Format(m), false
	}
	return text, false
}

func (p *Phrases) sentence(from map[string]string, c *Catalog, m Move) (text string, ok bool) {
	verb := c.Word(m.Verb)
	t, ok := from[fmt.Sprintf("%s/%d", verb, m.Arity())]
	if !ok {
		t, ok = from[verb]
	}
	if !ok {
		return "", false
	}
	return p.fill(t, c, m.Seat, m.Args[:]), true
}

// Ask tells what is waited for.
func (p *Phrases) Ask(c *Catalog, a Ask) string {
	t, ok := p.Asks[a.Key]
	if !ok {
		return a.Key
	}
	return p.fill(t, c, a.Seat, a.Args[:])
}

// Goal tells what a seat could reach.
func (p *Phrases) Goal(c *Catalog, seat Seat, goal Name) string {
	if p.Hint == nil {
		return p.Name(c, goal)
	}
	return p.fill(p.Hint.Goal, c, seat, []Name{goal})
}

func (p *Phrases) fill(template string, c *Catalog, seat Seat, args []Name) string {
	pairs := []string{"{seat}", p.Seat(c, seat)}
	for i, a := range args {
		text := ""
		if a != None {
			text = p.Name(c, a)
		}
		pairs = append(pairs, fmt.Sprintf("{%d}", i+1), text)
	}
	pairs = append(pairs, "{args}", p.list(c, args))
	return lang.Fill(template, pairs...)
}

// list are the arguments one after the other, a number behind what it counts.
func (p *Phrases) list(c *Catalog, args []Name) string {
	var b strings.Builder
	for i, a := range args {
		n, counts := a.Number()
		switch {
		case a == None:
		case counts && i > 0:
			fmt.Fprintf(&b, " ×%d", n)
		default:
			if b.Len() > 0 {
				b.WriteString(", ")
			}
			b.WriteString(p.Name(c, a))
		}
	}
	return b.String()
}
