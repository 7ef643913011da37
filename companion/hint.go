package companion

import (
	"familiar/companion/hintsearch"
	"familiar/companion/protocol"
	"familiar/engine"
	"familiar/engine/lang"
)

var (
	errNoHints  = lang.T("hints are forbidden at this table: the host can allow them in the menu, that is whoever began the game, or a browser on the table's own machine")
	errNoSeeker = lang.T("this game gives no hints")
	errNotTurn  = lang.T("hints are for your own turn: ask again when it has come")
	errOver     = lang.T("the game is over")
)

// askHint begins a search for what the phone's seat could reach, or cancels it.
func (t *Table) askHint(c caller, r protocol.HintRequest) answer {
	if !r.On {
		t.searches.Cancel(c.Phone)
		return done
	}
	g := t.referee.game
	if g == nil {
		return answered(errNoGame)
	}
	status := g.History.State().Status()
	switch allowed := hintsIn(g, t.roster.settings()); {
	case allowed == nil:
		return answered(errNoSeeker)
	case !*allowed:
		return answered(errNoHints)
	case c.seat == engine.Public:
		return answered(errGuest)
	case status.Over:
		return answered(errOver)
	case status.Turn != c.seat:
		return answered(errNotTurn)
	}
	t.followSearches()
	return answered(t.searches.Begin(c.Phone, g, c.seat, c.language))
}

// followSearches stops the hint searches that began in an earlier position, or that nobody wants any more.
func (t *Table) followSearches() {
	g := t.referee.game
	t.searches.Follow(g, func(v hintsearch.Viewer, seat engine.Seat) bool {
		p, ok := v.(*Phone)
		return ok && !t.roster.settings().NoHints && t.roster.seatOf(p, g) == seat && t.roster.has(p)
	})
}
