package oracle

import "familiar/engine"

// bowl is what the runes allow.
type bowl [runes]lie

// with is the value of the dice with a rune, 0 if there is none there: the higher one, or their sum.
func (b *bowl) with(r int, sum bool) int {
	value := 0
	for d := range dice {
		if b[d].side != b[r].side || b[d].side == outside {
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

// diceIn are the dice in a half, by bit.
func (b *bowl) diceIn(half side) uint32 {
	var set uint32
	for d := range dice {
		if b[d].side == half {
			set |= 1 << d
		}
	}
	return set
}

// oneSided reports whether all runes lie in the same half: rule throw.same.
func (b *bowl) oneSided() bool {
	for r := range b {
		if b[r].side != b[0].side {
			return false
		}
	}
	return true
}

// told is how many runes lie in the bowl.
func (b *bowl) told() int {
	n := 0
	for r := range b {
		if b[r].side != outside {
			n++
		}
	}
	return n
}

// turned is the face of a die above another one, or below it: rule destiny.use.
func (f face) turned(way engine.Name) face {
	if way == wordUp {
		return f.by(1)
	}
	return f.by(-1)
}

// by is the face of a die some steps up, or down below 0: after the highest comes the lowest.
func (f face) by(n int) face { return (f+face(faces+n%faces)-1)%faces + 1 }

// follows reports whether a value may be written behind what a row has: rules horoscope.top and horoscope.bottom.
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

// other is the other half.
func (h side) other() side { return left + right - h }

// influences reports whether the Coin lies as a choice of influence needs it: rule influence.runes.
func (r *ruleset) influences(b *bowl, what engine.Name) bool {
	if what == verbX {
		return b.diceIn(b[coin].side) != 0
	}
	return b[r.influence[boxOf(what)]].side == b[coin].side
}
