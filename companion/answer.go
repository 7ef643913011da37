package companion

import (
	"context"

	"familiar/companion/protocol"
	"familiar/companion/session"
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

// mayStart returns why the phone cannot begin a game, nil if it can. g is the one on the table.
func (c caller) mayStart(g *session.Game) error {
	switch {
	case g == nil:
		return nil
	case !g.Over():
		return errUnderWay
	case !c.host():
		return errHost // its last moves can still be taken back
	}
	return nil
}

// mayEnrol returns why the phone cannot do something with tags, nil if it can. g is the game on the table.
func (c caller) mayEnrol(action string, g *session.Game, hasHost bool) error {
	switch {
	case g != nil && c.guest():
		return errGuest
	case action != "name" && !c.host() && hasHost:
		return errHost
	}
	return nil
}

// answer is the result of a request.
type answer struct {
	protocol.Answer
	text lang.Localized // Answer.Text, if it must still be rendered in the phone's language; nil: not
	// later finds the rest of the answer beside the table, on the goroutine that asks; nil: the answer is complete.
	later func(context.Context) (protocol.Answer, error)
	// saved is closed when what the request has changed is on the disk; nil: it has changed nothing that is saved beside the table.
	saved <-chan struct{}
}

// done is the answer to a request that was carried out.
var done = answer{Answer: protocol.Answer{OK: true}}

// answered returns the answer to a request: done, or why it was refused if err is not nil.
func answered(err error) answer {
	if err != nil {
		return answer{text: lang.Sentence(err)}
	}
	return done
}

// in returns the answer with its text in a language. Texts of the game under way belong to the table's goroutine, so that goroutine must call it.
func (a answer) in(language string) answer {
	if a.text != nil {
		a.Text = lang.Shortened(a.text.In(language), protocol.AnswerLetters)
	}
	return a
}

var (
	errNoGame   = lang.T("no game is under way: start one")
	errUnderWay = lang.T("a game is under way: end it first")
	errClock    = lang.T("the clock says when the time is over")
	errGuest    = lang.T("you are watching: take a seat first")
	errHost     = lang.T("only the host can do that: whoever began the game, or a browser on the table's own machine")
)

// refusalAnswer returns a refusal as the answer to the phone that asked, which reads it in place of a verdict.
func refusalAnswer(v protocol.Verdict) answer {
	return answer{Answer: protocol.Answer{Rule: v.Rule, Text: v.Words, Names: v.Names}}
}
