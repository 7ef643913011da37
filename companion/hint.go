package companion

import (
	"slices"

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

// hints reports whether hints are allowed in the game under way; nil if the game has none.
func (t *Table) hints() *bool {
	if t.game.Spec.Seek == nil {
		return nil
	}
	allowed := !t.settings.NoHints
	return &allowed
}

// askHint begins a search for what the phone's seat could reach, or cancels it.
func (t *Table) askHint(p *Phone, r protocol.HintRequest) answer {
	if !r.On {
		t.searches.Cancel(p)
		return done
	}
	if t.game == nil {
		return answered(errNoGame)
	}
	seat, status := t.seatOf(p), t.game.History.State().Status()
	switch allowed := t.hints(); {
	case allowed == nil:
		return answered(errNoSeeker)
	case !*allowed:
		return answered(errNoHints)
	case seat == engine.Public:
		return answered(errWatch)
	case status.Over:
		return answered(errOver)
	case status.Turn != seat:
		return answered(errNotTurn)
	}
	t.followSearches()
	return answered(t.searches.Begin(p, t.game, seat, p.language))
}

// followSearches stops the hint searches that look from a position that has passed, or that nobody wants any more.
func (t *Table) followSearches() {
	t.searches.Follow(t.game, func(v hintsearch.Viewer, seat engine.Seat) bool {
		p, ok := v.(*Phone)
		return ok && !t.settings.NoHints && t.seatOf(p) == seat && slices.Contains(t.phones, p)
	})
}

// askHints allows hints at this table, or forbids them.
func (t *Table) askHints(p *Phone, r protocol.HintsRequest) answer {
	if !p.kept.Host {
		return answered(errHost)
	}
	t.settings.NoHints = !r.On
	t.keepDesk()
	return done
}
