package people

import (
	"math"
	"math/rand/v2"

	"familiar/engine"
)

// Slip is a way in which a move is told carelessly.
type Slip int

// The slips.
const (
	Neat      Slip = iota // none
	Untold                // the table is not told
	Doubled               // a card is shown twice, a button pressed twice
	WrongCard             // another card is laid first
	WrongSeat             // it is laid for another seat
	Late                  // it is told after the next move
	Torn                  // the card is taken away at once
	Together              // it is told while the next move is told
	slips
)

// String names the slip.
func (s Slip) String() string {
	return [slips]string{"neat", "untold", "doubled", "wrong card", "wrong seat", "late", "torn away", "together"}[s]
}

// Dose is how careless people are: how often a move is told with each slip, on average.
type Dose [slips]float64

// The doses.
var (
	None  = Dose{}
	Light = Dose{Untold: 0.05, Doubled: 0.03, WrongCard: 0.02, WrongSeat: 0.01, Late: 0.01, Torn: 0.01, Together: 0.01}
	Heavy = Light.times(3)
)

func (d Dose) times(n float64) Dose {
	for i := range d {
		d[i] *= n
	}
	return d
}

// How people differ from the dose, and how they lose and regain their attention: a distracted person slips more often, and others less.
const (
	mostOfOne  = 1.25 // times the dose is the rate of the most careless person, and of the verb that is told most carelessly; the least is 2 - mostOfOne
	mostAway   = 2.5  // times more often slips a distracted person, at most
	whileAway  = 0.25 // the share of moves for which people are distracted
	staysAway  = 0.7  // how probably a distracted person still is so at the next move
	mostOfMove = 0.99 // the largest probability that a move is told with a slip
)

// carelessness draws the slips of a game.
type carelessness struct {
	dose   Dose
	rng    *rand.Rand
	factor map[liking]float64
	away   map[engine.Seat]bool
	slow   map[engine.Seat]float64 // how long a person's hand takes, by that of others
}

func newCarelessness(dose Dose, rng *rand.Rand) *carelessness {
	return &carelessness{dose: dose, rng: rng, factor: make(map[liking]float64), away: make(map[engine.Seat]bool), slow: make(map[engine.Seat]float64)}
}

// draw returns how a move is told.
func (c *carelessness) draw(m engine.Move) Slip {
	back := 1 - staysAway
	if c.away[m.Seat] {
		c.away[m.Seat] = c.rng.Float64() < staysAway
	} else {
		c.away[m.Seat] = c.rng.Float64() < back*whileAway/(1-whileAway)
	}
	away, here := c.attention()
	rate := c.spread(liking{seat: m.Seat}) * c.spread(liking{seat: engine.NoSeat, verb: m.Verb})
	if c.away[m.Seat] {
		rate *= away
	} else {
		rate *= here
	}
	at := c.rng.Float64()
	for s := Untold; s < slips; s++ {
		if at -= rate * c.dose[s]; at < 0 {
			return s
		}
	}
	return Neat
}

// attention returns how much more often than the dose says a distracted person slips, and how much less often another one.
func (c *carelessness) attention() (away, here float64) {
	var all float64
	for _, rate := range c.dose {
		all += rate
	}
	away = mostAway
	if all > 0 {
		away = min(away, mostOfMove/(all*mostOfOne*mostOfOne))
	}
	return away, (1 - whileAway*away) / (1 - whileAway)
}

// spread returns the factor of a person or of a verb, which is 1 on average.
func (c *carelessness) spread(of liking) float64 {
	if c.factor[of] == 0 {
		c.factor[of] = 2 - mostOfOne + c.rng.Float64()*2*(mostOfOne-1)
	}
	return c.factor[of]
}

// pause returns how long a hand of a seat takes for something that takes that many seconds on average.
func (c *carelessness) pause(seat engine.Seat, seconds float64) float64 {
	if c.slow[seat] == 0 {
		c.slow[seat] = math.Exp(0.3 * c.rng.NormFloat64())
	}
	return seconds * c.slow[seat] * (0.5 + c.rng.ExpFloat64()/2)
}
