package companion

import (
	"slices"
	"time"

	"familiar/companion/protocol"
	"familiar/companion/resolver"
	"familiar/companion/scene"
	"familiar/companion/tags"
	"familiar/engine"
	"familiar/engine/lang"
)

// A phone that asks about a move may have cards laid for the question: they are told to it alone, and the table takes them for laid for something else.

// probeTime is for how long nothing may be laid before the readers belong to the game again.
const probeTime = 2 * time.Minute

// cardProbe is a phone that has cards laid for its question. It may lose the line and come back meanwhile.
type cardProbe struct {
	hash  string
	until time.Time
}

func (t *Table) askProbe(p *Phone, r protocol.LayRequest) answer {
	switch {
	case t.game == nil:
		return answered(errNoGame)
	case t.seatOf(p) == engine.Public && !p.kept.Host:
		return answered(errWatch) // no guest keeps what others lay from the game
	}
	now := time.Now()
	t.probes = slices.DeleteFunc(t.probes, func(a *cardProbe) bool { return a.hash == p.hash || now.After(a.until) })
	if r.On {
		t.probes = append(t.probes, &cardProbe{p.hash, now.Add(probeTime)})
	}
	return done
}

// keepProbing notes that a phone is still asking.
func (t *Table) keepProbing(p *Phone) {
	for _, a := range t.probes {
		if now := time.Now(); a.hash == p.hash && now.Before(a.until) {
			a.until = now.Add(probeTime)
		}
	}
}

// prober is a phone for whose question something was laid on a reader, nil if for nobody's: it lies on the reader of that phone's seat, or on one of nobody's. While
// a clock runs every card is meant for the game.
func (t *Table) prober(r Reader) *Phone {
	if t.timer.Running {
		return nil
	}
	for _, a := range slices.Backward(t.probes) {
		i := slices.IndexFunc(t.phones, func(p *Phone) bool { return p.hash == a.hash })
		if i < 0 || !t.now.Before(a.until) {
			continue
		}
		p := t.phones[i]
		if seat := t.seatOf(p); r.Seat == 0 || seat != engine.Public && r.Seat == int(seat)+1 {
			return p
		}
	}
	return nil
}

// probeCard tells a phone what was laid for its question, and everybody who may know of it that it was.
func (t *Table) probeCard(p *Phone, r Reader, id tags.UID) {
	s, err := t.standsFor(r)
	if err != nil {
		t.announcer.refuseText(err, resolver.Everyone)
		return
	}
	t.keepProbing(p)
	t.probedCards++
	laid := &protocol.ProbedCard{Type: "laid", N: t.probedCards, At: t.wiring.title(r.Name, t.game, p.language)}
	word, problem := t.tagged(id)
	switch n := t.game.Named(word); {
	case problem != nil:
		laid.Text = lang.Sentence(problem).In(p.language)
	case n == engine.Unknown:
		laid.Text = lang.T("That tag stands for nothing in this game.").In(p.language)
	default:
		laid.Word = t.game.Catalog.Word(n)
	}
	t.announcer.announce(verdict{ok: true, text: lang.T("That card was for {1}’s “May I …?”: no move was made.", t.game.Who(t.seatOf(p)))}, s.Audience(), scene.CueAsk)
	for _, o := range t.phones {
		if o.hash == p.hash {
			o.laid.Store(laid)
			o.wake()
		}
	}
}
