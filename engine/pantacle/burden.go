package pantacle

import (
	"strconv"
	"strings"

	"familiar/engine"
	"familiar/engine/lang"
)

// resource is a kind of piece in the reserve and on exhaustion cards.
type resource uint8

const (
	cubes resource = iota // records and card lists call them influence
	adepts
	resources
)

// pieces are numbers of cubes and Adepts.
type pieces [resources]int16

func (p pieces) empty() bool { return p == pieces{} }

// sacrifice is one of the two Sacrifices.
type sacrifice uint8

const (
	ofPowers sacrifice = iota
	ofAdepts
	sacrifices
)

// burden is the effect of curses on their owner: see "Effect words of curses", added up.
type burden struct {
	adeptCost      int
	handSize       int
	bribeExtra     int
	influenceLess  int // influence-less
	cost           [sacrifices]int
	toll           [resources]int
	noSacrifice    [sacrifices]bool
	noFavor        favorSet
	barOne         bool // no-sacrifice one
	noPurchase     bool
	noBribe        bool
	noHounds       bool
	noCompensation bool
	noMoon         bool
	noBenefit      bool
}

func (b *burden) add(c *burden) {
	b.adeptCost += c.adeptCost
	b.handSize += c.handSize
	b.bribeExtra += c.bribeExtra
	b.influenceLess += c.influenceLess
	for i := range sacrifices {
		b.cost[i] += c.cost[i]
		b.noSacrifice[i] = b.noSacrifice[i] || c.noSacrifice[i]
	}
	for i := range resources {
		b.toll[i] += c.toll[i]
	}
	b.noFavor |= c.noFavor
	b.barOne = b.barOne || c.barOne
	b.noPurchase = b.noPurchase || c.noPurchase
	b.noBribe = b.noBribe || c.noBribe
	b.noHounds = b.noHounds || c.noHounds
	b.noCompensation = b.noCompensation || c.noCompensation
	b.noMoon = b.noMoon || c.noMoon
	b.noBenefit = b.noBenefit || c.noBenefit
}

// read parses an effect: a word and its arguments.
func (c *curse) read(text string) error {
	words := strings.Fields(text)
	if len(words) == 0 {
		return lang.T("it is empty")
	}
	args := words[1:]
	b := &c.burden
	for _, e := range []struct {
		word string
		flag *bool
	}{
		{"no-purchase", &b.noPurchase}, {"no-bribe", &b.noBribe}, {"no-hounds", &b.noHounds}, {"no-compensation", &b.noCompensation},
		{"no-moon", &b.noMoon}, {"no-benefit", &b.noBenefit}, {"manual", new(bool)}, // manual: the players carry it out
	} {
		if words[0] == e.word {
			*e.flag = true
			return arity(args, 0)
		}
	}
	switch words[0] {
	case "adept-cost":
		return readNumber(&b.adeptCost, args, -engine.MaxNumber)
	case "hand-size":
		return readNumber(&b.handSize, args, -engine.MaxNumber)
	case "bribe-extra":
		return readNumber(&b.bribeExtra, args, 1)
	case "influence-less":
		return readNumber(&b.influenceLess, args, 1)
	case "no-sacrifice":
		return b.readBan(args)
	case "sacrifice-cost":
		return b.readCost(args)
	case "no-favor":
		return b.readNoFavor(args)
	case "toll":
		return readPieces(args, func(r resource, n int) { b.toll[r] += n })
	case "load":
		if !c.exhaustion {
			return lang.T("only exhaustion cards are loaded")
		}
		return readPieces(args, func(r resource, n int) { c.load[r] = int16(min(int(c.load[r])+n, engine.MaxNumber)) })
	}
	return lang.T("there is no such effect word")
}

func arity(args []string, n int) error {
	if len(args) != n {
		return lang.T("{1} words follow, not {2}", n, len(args))
	}
	return nil
}

// readNumber adds the only argument to a number.
func readNumber(to *int, args []string, least int) error {
	if err := arity(args, 1); err != nil {
		return err
	}
	n, err := strconv.Atoi(args[0])
	if err != nil || n < least || n > engine.MaxNumber {
		return lang.T(`"{1}" is no number from {2} to {3}`, lang.Escaped(args[0]), least, engine.MaxNumber)
	}
	*to += n
	return nil
}

// which returns the Sacrifices that a word stands for.
func which(word string) ([sacrifices]bool, error) {
	switch word {
	case "powers":
		return [sacrifices]bool{ofPowers: true}, nil
	case "adepts":
		return [sacrifices]bool{ofAdepts: true}, nil
	case "all":
		return [sacrifices]bool{true, true}, nil
	}
	return [sacrifices]bool{}, lang.T(`"{1}" is none of powers, adepts, all`, lang.Escaped(word))
}

func (b *burden) readBan(args []string) error {
	if err := arity(args, 1); err != nil {
		return err
	}
	if args[0] == "one" {
		b.barOne = true
		return nil
	}
	banned, err := which(args[0])
	if err != nil {
		return lang.T("{1}, one", err)
	}
	for i := range sacrifices {
		b.noSacrifice[i] = b.noSacrifice[i] || banned[i]
	}
	return nil
}

func (b *burden) readCost(args []string) error {
	if err := arity(args, 2); err != nil {
		return err
	}
	dearer, err := which(args[0])
	if err != nil {
		return err
	}
	n := 0
	if err := readNumber(&n, args[1:], 1); err != nil {
		return err
	}
	for i := range sacrifices {
		if dearer[i] {
			b.cost[i] += n
		}
	}
	return nil
}

func (b *burden) readNoFavor(args []string) error {
	if err := arity(args, 1); err != nil {
		return err
	}
	for f, word := range favorWords {
		if word == args[0] {
			b.noFavor = b.noFavor.with(favor(f))
			return nil
		}
	}
	return lang.T(`"{1}" is no Favor`, lang.Escaped(args[0]))
}

func readPieces(args []string, add func(resource, int)) error {
	if err := arity(args, 2); err != nil {
		return err
	}
	n := 0
	if err := readNumber(&n, args[1:], 1); err != nil {
		return err
	}
	switch args[0] {
	case "influence":
		add(cubes, n)
	case "adepts":
		add(adepts, n)
	default:
		return lang.T(`"{1}" is neither influence nor adepts`, lang.Escaped(args[0]))
	}
	return nil
}
