package oracle

import (
	_ "embed" // for the house list
	"slices"
	"strconv"
	"strings"

	"familiar/engine"
	"familiar/engine/cards"
	"familiar/engine/lang"
)

//go:embed house.toml
var house []byte

const (
	mostNumber  = 999 // far more than an edition of the game contains
	mostColours = 32
	mostSlots   = 32
	mostRows    = 12 // of the map
	mostColumns = 12
)

// cardList is a card list that was read. The Corruption cards are sorted by name, which also sorts every list of them.
type cardList struct {
	days        int
	colours     []string // of goods
	clock       clock
	price       int // highest price of a good
	total       int // highest final gold that can be entered
	copies      [goods]int
	adventurers []adventurer
	corruption  []corruption
	clans       []clan
	boxes       [boxKinds]int // of destiny, by kind
	black       int           // of each kind, at the start
	strip       strip
	rows        [rows][][]effect // the bonuses of the boxes
	starMap     *starMap
	slots       []slot
	townsfolk   []townsfolk
	notes       []string // texts of effects that the players carry out by hand
}

type clock struct {
	hours, act int
	marks      []mark // by hour
}

// mark is a mark of the clock beside an hour.
type mark struct {
	hour  int
	gives gift
}

type gift uint8

const (
	giveAdventurer gift = iota
	givePair
	giveCorruption
	gifts
)

var markWords = [gifts]string{"adventurer", "pair", "corruption"}

type adventurer struct {
	colour string
	count  int
}

type corruption struct {
	name         string
	copies, cost int
}

// clan is a faction hall with its part of the clan area.
type clan struct {
	name              string
	boxes, icons      int
	immediate, market []effect
	gold              int // for each of its townsfolk on the staff board, at the end of the game
}

type strip struct {
	icons   int
	colours []string
}

type slot struct {
	name   string
	effect []effect
}

type townsfolk struct {
	name          string
	copies, hours int
	clan          string // "" if there is none
	effect        []effect
}

// reader parses a card list.
type reader struct {
	*cardList
	data []byte
	file packFile
}

// readPack reads a card list: sections Components and the card list, and Bad input.
func readPack(data []byte) (*cardList, error) {
	r := reader{cardList: new(cardList), data: data}
	if err := engine.ReadList(data, gameID, &r.file); err != nil {
		return nil, err
	}
	// Effects refer to colours and clans, so these are read first.
	for _, read := range []func() error{
		r.readNumbers, r.readColours, r.readAdventurers, r.readStrip, r.readCorruption, r.nameClans,
		r.readClock, r.readClans, r.readHoroscope, r.readMap, r.readSlots, r.readTownsfolk,
	} {
		if err := read(); err != nil {
			return nil, err
		}
	}
	return r.cardList, nil
}

func (r *reader) readNumbers() error {
	f := &r.file
	r.days, r.price, r.total = f.Days.N, f.Market.Price.N, f.Scoring.Total.N
	r.copies = [goods]int{f.Goods.Charm.N, f.Goods.Talisman.N}
	r.boxes = [boxKinds]int{f.Destiny.Nudge.N, f.Destiny.Shift.N}
	r.black = f.Destiny.Start.N
	r.strip.icons = f.Strip.Icons.N
	r.clock.hours, r.clock.act = f.Clock.Hours.N, f.Clock.Act.N
	return lang.Join(
		f.Days.Within("days", 1, mostNumber),
		f.Market.Price.Within("market.price", 0, mostNumber),
		f.Scoring.Total.Within("scoring.total", 0, engine.MaxNumber),
		f.Goods.Charm.Within("goods.charm", 0, mostNumber),
		f.Goods.Talisman.Within("goods.talisman", 0, mostNumber),
		f.Destiny.Nudge.Within("destiny.nudge", 0, mostNumber),
		f.Destiny.Shift.Within("destiny.shift", 0, mostNumber),
		f.Destiny.Start.Within("destiny.start", 0, max(0, min(f.Destiny.Nudge.N, f.Destiny.Shift.N))),
		f.Strip.Icons.Within("strip.icons", 0, mostNumber),
		f.Clock.Hours.Within("clock.hours", 1, mostNumber),
		f.Clock.Act.Within("clock.act", 1, mostNumber),
	)
}

// name refuses a word that is malformed, that comes twice in the same list, or that has another meaning in the same position.
func name(word string, before int, taken func(i int) string, reserved ...string) error {
	if err := engine.CheckKind(word); err != nil {
		return err
	}
	if slices.Contains(reserved, word) {
		return lang.T(`the name "{1}" means something else there`, lang.Escaped(word))
	}
	for i := range before {
		if taken(i) == word {
			return lang.T(`there is a "{1}" already`, lang.Escaped(word))
		}
	}
	return nil
}

// names does the same for a list of words.
func names(list string, words []string, reserved ...string) error {
	for i, w := range words {
		if err := name(w, i, func(i int) string { return words[i] }, reserved...); err != nil {
			return lang.T("{1}, {2}: {3}", list, i+1, err)
		}
	}
	return nil
}

const anyWord = "any"

func (r *reader) readColours() error {
	r.colours = r.file.Colours
	if len(r.colours) > mostColours {
		return lang.T("{1}: {2} are more than {3}", "colours", len(r.colours), mostColours)
	}
	return names("colours", r.colours, anyWord, noneWord)
}

func (r *reader) readAdventurers() error {
	rows := engine.RowsOf(r.data, "adventurer", len(r.file.Adventurer))
	for i, f := range r.file.Adventurer {
		err := name(f.Colour, i, func(i int) string { return r.adventurers[i].colour }, "all")
		if err == nil {
			err = f.Count.Within("count", 0, mostNumber)
		}
		if err != nil {
			return rows.Error(i, f.Colour, err)
		}
		r.adventurers = append(r.adventurers, adventurer{f.Colour, f.Count.N})
	}
	if len(r.adventurers) > mostColours {
		return lang.T("adventurer: {1} colours are more than {2}", len(r.adventurers), mostColours)
	}
	return nil
}

func (r *reader) readStrip() error {
	r.strip.colours = r.file.Strip.Colours
	return names("strip.colours", r.strip.colours)
}

func (r *reader) readCorruption() error {
	rows := engine.RowsOf(r.data, "corruption", len(r.file.Corruption))
	total := 0
	for i, f := range r.file.Corruption {
		err := name(f.Name, i, func(i int) string { return r.corruption[i].name })
		total += f.Copies.N
		if err == nil {
			err = lang.Join(f.Copies.Within("copies", 0, mostNumber), f.Cost.Within("cost", 0, mostNumber))
		}
		if err == nil && total > engine.MaxNumber {
			err = lang.T("copies: with it there are more than {1} cards", engine.MaxNumber)
		}
		if err != nil {
			return rows.Error(i, f.Name, err)
		}
		r.corruption = append(r.corruption, corruption{f.Name, f.Copies.N, f.Cost.N})
	}
	if len(r.corruption) > cards.MaxKinds {
		return lang.T("{1} kinds of Corruption cards are more than {2}", len(r.corruption), cards.MaxKinds)
	}
	engine.SortKinds(r.corruption, func(c corruption) string { return c.name })
	return nil
}

func (r *reader) readClock() error {
	for i, f := range r.file.Clock.Marks {
		at := slices.Index(markWords[:], f.Gives)
		err := f.Hour.Within("hour", 0, r.clock.hours)
		if err == nil && at < 0 {
			err = lang.T(`{1}: "{2}" is none of {3}`, "gives", lang.Escaped(f.Gives), strings.Join(markWords[:], ", "))
		}
		if err != nil {
			return lang.T("{1}, {2}: {3}", "clock.marks", i+1, err)
		}
		r.clock.marks = append(r.clock.marks, mark{f.Hour.N, gift(at)})
	}
	slices.SortStableFunc(r.clock.marks, func(a, b mark) int { return a.hour - b.hour })
	return nil
}

// nameClans reads the names of the clans, because effects refer to them. readClans reads the rest.
func (r *reader) nameClans() error {
	rows := engine.RowsOf(r.data, "clan", len(r.file.Clan))
	if len(r.file.Clan) > mostNumber {
		return lang.T("{1} clans are more than {2}", len(r.file.Clan), mostNumber)
	}
	for i, f := range r.file.Clan {
		// An X goes to a row or a clan, so their names must differ.
		err := name(f.Name, i, func(i int) string { return r.clans[i].name }, anyWord, rowWords[0], rowWords[1])
		if err != nil {
			return rows.Error(i, f.Name, err)
		}
		r.clans = append(r.clans, clan{name: f.Name})
	}
	return nil
}

func (r *reader) readClans() error {
	rows := engine.RowsOf(r.data, "clan", len(r.file.Clan))
	for i, f := range r.file.Clan {
		x := &r.clans[i]
		x.boxes, x.icons, x.gold = f.Boxes.N, f.Icons.N, f.Gold.N
		err := lang.Join(f.Boxes.Within("boxes", 0, mostNumber), f.Icons.Within("icons", 0, mostNumber), f.Gold.Within("gold", 0, mostNumber))
		if err == nil {
			x.immediate, err = r.effects("immediate", f.Immediate)
		}
		if err == nil {
			x.market, err = r.effects("market", f.Market)
		}
		if err == nil && slices.ContainsFunc(x.immediate, func(e effect) bool { return e.do == doSponsor }) {
			err = lang.T("immediate: a sponsorship holds no other sponsorship")
		}
		if err != nil {
			return rows.Error(i, f.Name, err)
		}
	}
	return nil
}

func (r *reader) readHoroscope() error {
	for i, boxes := range [rows][]string{r.file.Horoscope.Top, r.file.Horoscope.Bottom} {
		if len(boxes) > mostNumber {
			return lang.T("horoscope.{1}: {2} boxes are more than {3}", rowWords[i], len(boxes), mostNumber)
		}
		for n, b := range boxes {
			var bonus []string
			if b != "" {
				bonus = []string{b}
			}
			e, err := r.effects(strconv.Itoa(n+1), bonus)
			if err != nil {
				return lang.T("horoscope.{1}, {2}", rowWords[i], err)
			}
			r.rows[i] = append(r.rows[i], e)
		}
	}
	return nil
}

func (r *reader) readSlots() error {
	rows := engine.RowsOf(r.data, "slot", len(r.file.Slot))
	if len(r.file.Slot) > mostSlots {
		return lang.T("{1} slots are more than {2}", len(r.file.Slot), mostSlots)
	}
	for i, f := range r.file.Slot {
		x := slot{name: f.Name}
		err := name(f.Name, i, func(i int) string { return r.slots[i].name })
		if err == nil {
			x.effect, err = r.effects("effect", f.Effect)
		}
		if err != nil {
			return rows.Error(i, f.Name, err)
		}
		r.slots = append(r.slots, x)
	}
	return nil
}

func (r *reader) readTownsfolk() error {
	rows := engine.RowsOf(r.data, "townsfolk", len(r.file.Townsfolk))
	if len(r.file.Townsfolk) > mostNumber {
		return lang.T("{1} kinds of townsfolk are more than {2}", len(r.file.Townsfolk), mostNumber)
	}
	for i, f := range r.file.Townsfolk {
		x := townsfolk{name: f.Name, copies: f.Copies.N, hours: f.Hours.N, clan: f.Clan}
		err := name(f.Name, i, func(i int) string { return r.townsfolk[i].name }, noneWord)
		if err == nil {
			err = lang.Join(f.Copies.Within("copies", 0, mostNumber), f.Hours.Within("hours", 0, mostNumber))
		}
		if err == nil && x.clan != "" && r.clan(x.clan) < 0 {
			err = lang.T("{1}: {2}", "clan", lang.T(`there is no clan "{1}"`, lang.Escaped(x.clan)))
		}
		if err == nil {
			x.effect, err = r.effects("effect", f.Effect)
		}
		if err != nil {
			return rows.Error(i, f.Name, err)
		}
		r.townsfolk = append(r.townsfolk, x)
	}
	return nil
}

// clan returns the index of a clan, -1 if there is none.
func (l *cardList) clan(name string) int {
	return slices.IndexFunc(l.clans, func(c clan) bool { return c.name == name })
}
