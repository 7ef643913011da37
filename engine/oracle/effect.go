package oracle

import (
	"slices"
	"strconv"
	"strings"

	"familiar/engine/lang"
)

// deed is the kind of an effect: section Components and the card list.
type deed uint8

const (
	doGold deed = iota
	doX
	doIcon
	doDiscard
	doCorruption
	doLines
	doMarks
	doNudge
	doShift
	doCharm
	doTalisman
	doAdventurers
	doSponsor
	doManual
	deeds
)

var deedWords = [deeds]string{
	"gold", "x", "icon", "discard", "corruption", "lines", "marks", "nudge", "shift", "charm", "talisman", "adventurers", "sponsor", "manual",
}

// effect is one step of what a bonus, a sponsorship, a slot or a townsfolk does.
type effect struct {
	do      deed
	n       int16 // the number; for doSponsor the clan, or anyClan if she chooses; for doManual the note
	colours palette
	said    string // the effect in words: see engine.Phrases.Effect
}

const anyClan = -1

// palette is a set of colours of goods, as bits.
type palette uint32

func (p palette) has(colour int) bool { return p>>colour&1 != 0 }

// said returns effects in words.
func said(effects []effect) []string {
	words := make([]string, len(effects))
	for i, e := range effects {
		words[i] = e.said
	}
	return words
}

// effects parses a list of effects.
func (r *reader) effects(list string, lines []string) ([]effect, error) {
	var all []effect
	for _, line := range lines {
		e, err := r.effect(line)
		if err != nil {
			return nil, lang.T(`{1}: "{2}": {3}`, list, lang.Escaped(line), err)
		}
		all = append(all, e)
	}
	return all, nil
}

func (r *reader) effect(line string) (effect, error) {
	words := strings.Fields(line)
	if len(words) == 0 {
		return effect{}, lang.T("there is no effect")
	}
	do := slices.Index(deedWords[:], words[0])
	e, args := effect{do: deed(do), said: strings.Join(words, " ")}, words[1:]
	var err error
	switch e.do {
	case doX, doIcon, doDiscard, doCorruption:
		if len(args) > 0 {
			err = lang.T("nothing can stand behind that word")
		}
	case doGold, doLines, doMarks, doNudge, doShift, doAdventurers:
		e.n, err = number(args)
	case doCharm, doTalisman:
		e.colours, err = r.palette(args)
	case doSponsor:
		e.n, err = r.sponsor(args)
	case doManual:
		if len(args) == 0 {
			return e, lang.T("it does not say what is to be done")
		}
		e.n = r.note(strings.Join(args, " "))
		e.said = "manual " + noteWord(int(e.n))
	default:
		err = lang.T(`there is no effect "{1}": the effects are {2}`, lang.Escaped(words[0]), strings.Join(deedWords[:], ", "))
	}
	return e, err
}

func number(args []string) (int16, error) {
	if len(args) != 1 {
		return 0, lang.T("a number has to stand behind that word, and nothing else")
	}
	n, err := strconv.Atoi(args[0])
	if err != nil || strconv.Itoa(n) != args[0] {
		return 0, lang.T(`"{1}" is not a number`, lang.Escaped(args[0]))
	}
	if n < 0 || n > mostNumber {
		return 0, lang.T("{1} is not between 0 and {2}", n, mostNumber)
	}
	return int16(n), nil
}

func (r *reader) palette(args []string) (palette, error) {
	var p palette
	if len(args) == 0 {
		return p, lang.T("it does not say of what colour")
	}
	if len(args) == 1 && args[0] == anyWord {
		return 1<<len(r.colours) - 1, nil
	}
	for _, a := range args {
		i := slices.Index(r.colours, a)
		if i < 0 {
			return p, lang.T(`"{1}" is not a colour of goods`, lang.Escaped(a))
		}
		p |= 1 << i
	}
	return p, nil
}

func (r *reader) sponsor(args []string) (int16, error) {
	if len(args) != 1 {
		return 0, lang.T("one clan has to stand behind that word, or any")
	}
	if args[0] == anyWord {
		return anyClan, nil
	}
	i := r.clan(args[0])
	if i < 0 {
		return 0, lang.T(`there is no clan "{1}"`, lang.Escaped(args[0]))
	}
	return int16(i), nil
}

// note stores a text that the players carry out by hand.
func (r *reader) note(text string) int16 {
	i := slices.Index(r.notes, text)
	if i < 0 {
		i = len(r.notes)
		r.notes = append(r.notes, text)
	}
	return int16(i)
}
