package companion

import (
	"context"

	"familiar/companion/protocol"
	"familiar/engine"
	"familiar/engine/lang"
)

// caller is the phone that makes a request, and its seat.
type caller struct {
	*Phone
	seat engine.Seat // engine.Public if it merely watches
}

// host reports whether the phone may do what only hosts may.
func (c caller) host() bool { return c.kept.Host }

// guest reports whether the phone merely watches.
func (c caller) guest() bool { return c.seat == engine.Public && !c.host() }

// answer is what comes of a request.
type answer struct {
	protocol.Answer
	said lang.Localized // its text, before the phone reads it in its language; nil: it has none, or Text is it
	// later, if there is one, finds the answer beside the table: the goroutine that asks calls it.
	later func(context.Context) answer
}

// done is the answer of a request that was carried out.
var done = answer{Answer: protocol.Answer{OK: true}}

// answered is the answer of a request that was carried out, or else of one that was not, with the reason.
func answered(err error) answer {
	if err != nil {
		return answer{said: lang.Sentence(err)}
	}
	return done
}

// in is the answer in a language.
func (a answer) in(language string) answer {
	if a.said != nil {
		a.Text = a.said.In(language)
	}
	return a
}

var (
	errNoGame = lang.T("no game is under way: start one")
	errClock  = lang.T("the clock says when the time is over")
	errWatch  = lang.T("you are watching: take a seat first")
	errHost   = lang.T("only the host can do that: whoever began the game, or a browser on the table's own machine")
)
