package athame

import (
	"slices"
	"strconv"

	"familiar/engine"
	"familiar/engine/cards"
)

// paths are the paths of a seat's facts.
type paths struct {
	hand, seen, spells, built, events, skips, hexes, ritual, needs string
	allotted, needsOf                                              []string // by kind of bank card
}

// writePaths creates the paths that are the same in all states of a game.
func (r *ruleset) writePaths(seats []string) {
	of := func(prefix string) []string {
		all := make([]string, len(r.list.bank))
		for i, k := range r.list.bank {
			all[i] = prefix + k.name
		}
		return all
	}
	for _, s := range seats {
		r.paths = append(r.paths, paths{
			hand: s + ".hand", seen: s + ".hand.seen", spells: s + ".spells", built: s + ".built", events: s + ".events", skips: s + ".skips",
			hexes: s + ".hexes", ritual: s + ".ritual", needs: s + ".needs", allotted: of(s + ".allotted."), needsOf: of(s + ".needs."),
		})
	}
	r.generalPaths = of("discard.general.")
	for _, x := range r.list.spells {
		r.deckPaths = append(r.deckPaths, "deck."+x.name)
	}
}

var phaseWords = [...]string{inSetup: "setup", inRitual: "ritual", inAllot: "allot", inDraw: "draw", inAct: "act", phaseOver: "over"}

// Facts implements engine.State: see "Facts".
func (s *State) Facts(yield func(path, value string) bool) {
	f := facts{s, engine.NewFactWriter(yield)}
	f.turnFacts()
	f.bankFacts()
	f.spellFacts()
	for seat := range engine.Seat(s.players) {
		f.seatFacts(seat)
	}
}

// facts writes the facts of a state.
type facts struct {
	*State
	engine.FactWriter
}

func (f *facts) turnFacts() {
	f.Text("turn", f.Catalog().SeatWord(f.turn))
	f.Text("phase", phaseWords[f.phase])
	f.Bool("over", f.over())
	if f.over() {
		f.Text("winner", f.Catalog().SeatWord(f.winner))
	}
	if len(f.agenda) > 0 {
		f.Text("ask", f.askFact(f.asked()))
	}
	if f.phase == inAllot {
		f.Number("allots", f.allots)
	}
	var force []special
	f.rules(func(r special) { force = append(force, r) })
	if !f.over() {
		f.Words("rules", ruleTexts(force))
	}
}

// askWords are the words of the questions of steps, by deed.
var askWords = [deeds]string{
	doDraw: "take", doDiscard: "discard", doSteal: "steal", doGive: "give", doSalvage: "salvage", doPick: "pick", doAllot: "allot",
	doRelease: "release", doManual: "done",
}

// askFact returns the open question as the fact `ask`.
func (f *facts) askFact(p *entry) string {
	word, number := "", ""
	switch p.task {
	case taskReveal:
		word, number = "reveal", strconv.Itoa(inMarket-f.cards.Size(market))
	case taskPay:
		word, number = "pay", strconv.Itoa(f.payment.left())
	case taskReply:
		word, number = "react", momentWords[f.replyTo()]
	case taskStep:
		word = askWords[p.effect.do]
		switch {
		case p.left == all:
			number = "all"
		case p.effect.do == doManual:
			number = "1"
		default:
			number = strconv.Itoa(int(p.left))
		}
	}
	return f.Catalog().SeatWord(p.answerer()) + " " + word + " " + number
}

func (f *facts) bankFacts() {
	f.Number("bank", f.cards.Size(bank))
	f.Words("market", cards.Words(f.cards.SeenCards(market), f.bankWord))
	f.Number("discard.squares", f.cards.Size(squares))
	f.Number("discard.general", f.cards.Size(general))
	for k := range f.cards.SeenKinds(general).All {
		f.Number(f.generalPaths[k], f.cards.Seen(general, k))
	}
	f.Number("discard.arcana", f.cards.Size(arcana))
	f.Words("discard.arcana.kinds", cards.Words(f.cards.SeenCards(arcana), f.bankWord))
	for k, path := range f.deckPaths {
		f.Number(path, f.spells.Seen(decks, cards.Kind(k)))
	}
}

// spellFacts writes the open price and the spell in progress.
func (f *facts) spellFacts() {
	if f.paying() {
		f.Text("paying", f.list.spells[f.payment.spell].name)
		f.Text("price", f.payment.price.String())
		f.Words("paid", cards.Words(slices.Values(f.payment.paid), f.bankWord))
	}
	for i := len(f.agenda) - 1; i >= 0; i-- {
		p := &f.agenda[i]
		if p.task != taskSpell {
			continue
		}
		value := f.list.spells[p.card].name + " " + f.Catalog().SeatWord(p.seat)
		if p.other != engine.Nobody {
			value += " " + f.Catalog().SeatWord(p.other)
		}
		f.Text("spell", value)
		return
	}
}

func (f *facts) seatFacts(seat engine.Seat) {
	x, p := &f.seats[seat], &f.paths[seat]
	f.Number(p.hand, f.handSize(seat))
	f.Words(p.seen, cards.Words(f.cards.SeenCards(f.hand(seat)), f.bankWord))
	f.Words(p.spells, cards.Words(f.spells.SeenCards(held(seat)), f.spellWord))
	f.Words(p.built, cards.Words(f.spells.SeenCards(built(seat)), f.spellWord))
	f.Words(p.events, cards.Words(f.cards.SeenCards(f.eventPlace(seat)), f.bankWord))
	if x.skips > 0 {
		f.Number(p.skips, x.skips)
	}
	f.Words(p.hexes, ruleTexts(x.hexes))
	r := f.ritualOf(seat)
	if r == nil {
		return
	}
	f.Text(p.ritual, r.name)
	f.Number(p.needs, int(x.lacking))
	for _, k := range r.resources {
		f.Number(p.allotted[k], f.fulfilled(seat, k))
		f.Number(p.needsOf[k], f.needs(seat, k))
	}
	for j := range f.jokers.All {
		var as []string
		for _, st := range x.jokerUses {
			if st.joker == j {
				as = append(as, f.list.bank[st.as].name)
			}
		}
		slices.Sort(as)
		f.Words(p.allotted[j], as)
	}
}

func (r *ruleset) bankWord(k cards.Kind) string  { return r.list.bank[k].name }
func (r *ruleset) spellWord(k cards.Kind) string { return r.list.spells[k].name }
