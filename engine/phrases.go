package engine

import (
	"fmt"
	"strings"

	"github.com/BurntSushi/toml"
)

// Phrases are the words in which a game speaks to people, in one language. A sentence may hold places for names: {seat},
// and {1} to {4} for the arguments.
type Phrases struct {
	Title  string            `toml:"title"`
	About  string            `toml:"about"`  // one sentence on the game
	Verbs  map[string]string `toml:"verbs"`  // a verb on a button
	Moves  map[string]string `toml:"moves"`  // what was done, by verb, or by verb and number of arguments: `draw/1`
	Events map[string]string `toml:"events"` // what happened by itself, by event word: something to do with the real pieces
	Asks   map[string]string `toml:"asks"`   // what is asked, by Ask.Key
	Words  map[string]string `toml:"words"`  // names that are not cards
	Amends map[string]Amend  `toml:"amends"` // what can be put right by hand, by Form.Key
	Counts []Count           `toml:"counts"` // what panel and phones show of every seat
	Shared []Count           `toml:"shared"` // what they show of the table as a whole
}

// Count is a fact worth showing at all times.
type Count struct {
	Fact  string `toml:"fact"`  // of a seat: what follows `SEAT.`
	Label string `toml:"label"` // for a phone
	Short string `toml:"short"` // for a small panel
}

// Amend is what people read where they put right what the table believes: a heading, and a label for each argument.
// Forms of the same key read the same, so that they have the same number of arguments.
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
	if w, ok := p.Words[c.Word(n)]; ok && c.Sort(n)&(SortCard|SortPlayer) == 0 {
		return w
	}
	return c.Title(n)
}

// Seat is a seat as people read it.
func (p *Phrases) Seat(c *Catalog, s Seat) string {
	if s == Table {
		if w, ok := p.Words[tableWord]; ok {
			return w
		}
		return "Table"
	}
	return c.Title(c.SeatName(s))
}

// Move tells what was done.
func (p *Phrases) Move(c *Catalog, m Move) string { return p.sentence(p.Moves, c, m) }

// Event tells what happened by itself.
func (p *Phrases) Event(c *Catalog, m Move) string { return p.sentence(p.Events, c, m) }

func (p *Phrases) sentence(from map[string]string, c *Catalog, m Move) string {
	verb := c.Word(m.Verb)
	t, ok := from[fmt.Sprintf("%s/%d", verb, m.Arity())]
	if !ok {
		t, ok = from[verb]
	}
	if !ok {
		return c.Format(m)
	}
	return p.fill(t, c, m.Seat, m.Args[:])
}

// Ask tells what is waited for.
func (p *Phrases) Ask(c *Catalog, a Ask) string {
	t, ok := p.Asks[a.Key]
	if !ok {
		return a.Key
	}
	return p.fill(t, c, a.Seat, a.Args[:])
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
	return strings.NewReplacer(pairs...).Replace(template)
}
