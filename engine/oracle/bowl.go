package oracle

import (
	"slices"

	"familiar/engine"
)

// bowl holds the positions of all runes.
type bowl [runes]position

// valueBeside returns the value of the dice in the same half as a rune: the higher one, or their sum. It is 0 without a die there.
func (b *bowl) valueBeside(r int, sum bool) int {
	value := 0
	for d := range dice {
		if b[d].half != b[r].half || b[d].half == outside {
			continue
		}
		if v := int(b[d].face); sum {
			value += v
		} else {
			value = max(value, v)
		}
	}
	return value
}

// diceIn returns the dice in a half, as bits.
func (b *bowl) diceIn(h half) uint32 {
	var set uint32
	for d := range dice {
		if b[d].half == h {
			set |= 1 << d
		}
	}
	return set
}

// oneSided reports whether all runes lie in the same half: rule throw.same.
func (b *bowl) oneSided() bool {
	return !slices.ContainsFunc(b[:], func(p position) bool { return p.half != b[0].half })
}

// count returns the number of runes in the bowl.
func (b *bowl) count() int {
	n := 0
	for r := range b {
		if b[r].half != outside {
			n++
		}
	}
	return n
}

// turned returns the face of a die one step up or down: rule destiny.use.
func (f face) turned(way engine.Name) face {
	if way == wordUp {
		return f.by(1)
	}
	return f.by(-1)
}

// by returns the face of a die n steps up (down if n is negative): after the highest face comes the lowest.
func (f face) by(n int) face { return (f+face(dieFaces+n%dieFaces)-1)%dieFaces + 1 }

// follows reports whether a value may be written next in a row: rules horoscope.top and horoscope.bottom.
func (f face) follows(row int, written []face) bool {
	if len(written) == 0 || written[len(written)-1] == cross {
		return true
	}
	way := engine.Name(wordUp)
	if row == bottom {
		way = wordDown
	}
	return f == written[len(written)-1].turned(way)
}

// other returns the other half.
func (h half) other() half { return left + right - h }

// allowsInfluence reports whether the Coin allows a choice of influence: rule influence.runes.
func (r *ruleset) allowsInfluence(b *bowl, what engine.Name) bool {
	if what == verbX {
		return b.diceIn(b[coin].half) != 0
	}
	return b[r.partner[boxOf(what)]].half == b[coin].half
}
