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

// Phrases are a game's texts in one language. A sentence may hold placeholders: {seat}, {1} to {4} for the arguments, and {args} for all of them. The
// words before a placeholder may have two forms: see lang.Fill.
type Phrases struct {
	Title  string            `toml:"title"`
	About  string            `toml:"about"`  // one sentence about the game
	Verbs  map[string]string `toml:"verbs"`  // the label of a verb's button
	Moves  map[string]string `toml:"moves"`  // the sentence for a move, by verb, or by verb and number of arguments: `draw/1`
	Events map[string]string `toml:"events"` // by event word: an event that asks for something to be done with the real pieces
	News   map[string]string `toml:"news"`   // by event word: an event that leaves nothing to do
	Asks   map[string]string `toml:"asks"`   // the question, by Ask.Key
	// Effects are the sentences for the effects of cards, by the word of the effect, or by the word and its first arguments: `draw/blindly`, `draw/blindly/2`.
	Effects map[string]string `toml:"effects"`
	Words   map[string]string `toml:"words"`  // names that are not cards
	Amends  map[string]Amend  `toml:"amends"` // what can be corrected by hand, by Signature.Key
	Counts  []Count           `toml:"counts"` // the facts that panel and phones show of every seat
	Shared  []Count           `toml:"shared"` // the facts that they show of the table as a whole
	Signs   map[string]string `toml:"signs"`  // words of facts, short enough for a small panel to write in a row
	Board   *Board            `toml:"board"`  // the board that a small panel draws; nil: none
	Ring    *Ring             `toml:"ring"`   // what it draws of every seat if there is no board; nil: nothing
	Hint    *HintPhrases      `toml:"hint"`   // of a game that has a Seeker; nil: it has none
	// List are the names of the parts of a card list: see package cardlist.
	List map[string]string `toml:"list"`
	// Cards are the titles of everything that the house list names, mostly cards. Texts are the texts on cards. Both are by word, and only in languages
	// other than that of the list.
	Cards map[string]string `toml:"cards"`
	Texts map[string]string `toml:"texts"`
	// Names are the titles of names made of several words, in a language other than that of the list: `SEAT.hand` is the title for the hand of each player, and `*` stands
	// for any other word. The title has the placeholder {seat}, and {1}, {2} … for each `*`.
	Names map[string]string `toml:"names"`
}

// Count is a fact that is shown at all times.
type Count struct {
	Fact  string `toml:"fact"`  // of a seat: the path after `SEAT.`
	Label string `toml:"label"` // for a phone
	Short string `toml:"short"` // for a small panel
	List  bool   `toml:"list"`  // the fact is a list of names, absent if empty: its length is shown
	Rare  bool   `toml:"rare"`  // a small panel leaves it out while no seat has the fact
	Signs bool   `toml:"signs"` // a small panel shows the signs of the fact's words, and nothing while it is absent
}

// Text returns the text for the fact's value.
func (c Count) Text(value string) string {
	if c.List {
		return strconv.Itoa(len(strings.Fields(value)))
	}
	return value
}

// Short returns the text of a small panel for a fact's value, empty if it shows nothing. A word without a sign is written out.
func (p *Phrases) Short(c Count, value string) string {
	if !c.Signs {
		return c.Text(value)
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

// Ring is a ring that is filled part by part.
type Ring struct {
	Done string `toml:"done"` // the fact of a seat with the number of filled parts: the path after `SEAT.`; `NAME.*` adds up the numbers below NAME
	Left string `toml:"left"` // the fact of a seat with the number of empty parts
}

// HintPhrases are the texts around the search for what a player could reach.
type HintPhrases struct {
	Ask  string `toml:"ask"`  // the question, on a button
	Goal string `toml:"goal"` // the text of a hint: {1} is the goal, {seat} the player
	None string `toml:"none"` // the text if nothing was found
}

// Board is a small drawing of a board in a square: spots, on which seats have marks, and lines between them.
type Board struct {
	Marks  string     `toml:"marks"`  // the fact of a seat that lists the spots with its marks: the path after `SEAT.`
	Circle bool       `toml:"circle"` // the circle that fills the square is drawn too
	Spots  []Spot     `toml:"spots"`
	Lines  [][]string `toml:"lines"` // each a sequence of spots, by word
}

// Spot is a place on a board.
type Spot struct {
	Word string  `toml:"word"`
	X    float64 `toml:"x"` // from 0 at the left to 1
	Y    float64 `toml:"y"` // from 0 at the top to 1
}

// SpotIndex returns the index of the spot of a word, -1 if there is none.
func (b *Board) SpotIndex(word string) int {
	return slices.IndexFunc(b.Spots, func(s Spot) bool { return s.Word == word })
}

// Amend is the text for a correction of the state by hand: a heading, and a label for each argument. Signatures with the same key share it, so they
// have the same number of arguments.
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

// Name returns a name as people read it.
func (p *Phrases) Name(c *Catalog, n Name) string {
	if title, ok := p.title(c, n); ok {
		return title
	}
	return c.Title(n)
}

// title returns the title that these phrases have for a name, if they have one.
func (p *Phrases) title(c *Catalog, n Name) (title string, ok bool) {
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
	return p.patternTitle(c, word)
}

// patternTitle returns the title of a word of several parts, by the patterns of Names. A part that is a player's name is first tried as the player.
func (p *Phrases) patternTitle(c *Catalog, word string) (title string, ok bool) {
	if len(p.Names) == 0 || !strings.Contains(word, ".") {
		return "", false
	}
	parts := strings.Split(word, ".")
	for _, pattern := range slices.Sorted(maps.Keys(p.Names)) { // capitals sort before small letters
		if pairs, ok := p.matchPattern(c, strings.Split(pattern, "."), parts); ok {
			return lang.Fill(p.Names[pattern], pairs...), true
		}
	}
	return "", false
}

// matchPattern compares the parts of a word with a pattern, and returns the placeholders of the title with their values, as lang.Fill takes them.
func (p *Phrases) matchPattern(c *Catalog, pattern, parts []string) (pairs []string, ok bool) {
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
			pairs = append(pairs, "{seat}", p.Seat(c, seat))
		case anyPart:
			free++
			pairs = append(pairs, fmt.Sprintf("{%d}", free), p.part(c, part))
		default:
			return nil, false
		}
	}
	return pairs, true
}

// part returns a part of a word as people read it: its title, if it is a name that has one.
func (p *Phrases) part(c *Catalog, part string) string {
	n := c.Name(part)
	if title, ok := p.title(c, n); ok {
		return title
	}
	if e := c.Entry(n); e.Title != "" || e.Class&(ClassCard|ClassThing|ClassPlace) != 0 {
		return c.Title(n)
	}
	return part
}

// Parts of the keys of Names: seatPart stands for a player, anyPart for any word.
const (
	seatPart = "SEAT"
	anyPart  = "*"
)

// Text returns the text on a card, or else its effects in words.
func (p *Phrases) Text(c *Catalog, n Name) string {
	e := c.Entry(n)
	if text, ok := p.Texts[e.Word]; ok {
		return text
	}
	if e.Text != "" {
		return e.Text
	}
	sentences := make([]string, len(e.Effects))
	for i, effect := range e.Effects {
		sentences[i] = p.Effect(c, effect)
	}
	return strings.Join(sentences, " ")
}

// Effect returns the sentence for an effect. The key with the most arguments wins; without a sentence the effect is shown as the card list writes it.
func (p *Phrases) Effect(c *Catalog, effect string) string {
	return p.Sentence(c, strings.Fields(effect))
}

// Sentence is Effect for an effect that is split into words; a text of the card list may be one of them. A word that is not in the catalog is looked up in
// List.
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
			} else if title := p.ListTitle(w); title != "" {
				w = title
			}
			args = append(args, w)
			pairs = append(pairs, fmt.Sprintf("{%d}", i+1), w)
		}
		pairs = append(pairs, "{args}", strings.Join(args, ", "))
		return lang.Fill(t, pairs...)
	}
	return strings.Join(words, " ")
}

// Options returns the sentences for what the numbered answers to the open question of a state stand for, nil if there are none.
func (p *Phrases) Options(s State) []string {
	o, ok := s.(WithOptions)
	if !ok {
		return nil
	}
	var texts []string
	for _, effects := range o.Options() {
		sentences := make([]string, len(effects))
		for i, effect := range effects {
			sentences[i] = lang.Capital(p.Sentence(s.Catalog(), effect))
		}
		texts = append(texts, strings.Join(sentences, " "))
	}
	return texts
}

// ListTitle returns the title of a part of a card list, empty if it has none: for `who.others` as a whole, or else for `others`.
func (p *Phrases) ListTitle(part string) string {
	if title, ok := p.List[part]; ok {
		return title
	}
	_, word, _ := strings.Cut(part, ".")
	return p.List[word]
}

// Seat returns a seat as people read it.
func (p *Phrases) Seat(c *Catalog, s Seat) string {
	if s == Nobody {
		if w, ok := p.Words[tableWord]; ok {
			return w
		}
		return "Table"
	}
	return c.Title(c.SeatName(s))
}

// Move returns the sentence for a move that was made.
func (p *Phrases) Move(c *Catalog, m Move) string {
	text, ok := p.sentence(p.Moves, c, m)
	if !ok {
		return c.Format(m)
	}
	return text
}

// Event returns the sentence for an event, and whether it is a chore: something to be done with the real pieces.
func (p *Phrases) Event(c *Catalog, m Move) (text string, chore bool) {
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

// Ask returns the question that the table waits for.
func (p *Phrases) Ask(c *Catalog, a Ask) string {
	t, ok := p.Asks[a.Key]
	if !ok {
		return a.Key
	}
	return p.fill(t, c, a.Seat, a.Args[:])
}

// Goal returns the sentence for what a seat could reach.
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
	pairs = append(pairs, "{args}", p.joinArgs(c, args))
	return lang.Fill(template, pairs...)
}

// joinArgs joins the arguments; a number follows the name that it counts.
func (p *Phrases) joinArgs(c *Catalog, args []Name) string {
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
