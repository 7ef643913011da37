package athame

import (
	"slices"
	"strconv"
	"strings"

	"familiar/engine"
	"familiar/engine/cards"
)

// paths are the facts of a seat.
type paths struct {
	hand, seen, spells, built, events, skips, hexes, ritual, needs string
	allotted, needsOf                                              []string // by kind of bank card
}

// writePaths writes the paths of facts that are the same all through a game.
func (t *table) writePaths(seats []string) {
	of := func(prefix string) []string {
		all := make([]string, len(t.list.bank))
		for i, k := range t.list.bank {
			all[i] = prefix + k.name
		}
		return all
	}
	for _, s := range seats {
		t.paths = append(t.paths, paths{
			hand: s + ".hand", seen: s + ".hand.seen", spells: s + ".spells", built: s + ".built", events: s + ".events", skips: s + ".skips",
			hexes: s + ".hexes", ritual: s + ".ritual", needs: s + ".needs", allotted: of(s + ".allotted."), needsOf: of(s + ".needs."),
		})
	}
	t.generalPaths = of("discard.general.")
	for _, x := range t.list.spells {
		t.deckPaths = append(t.deckPaths, "deck."+x.name)
	}
}

var phaseWords = [...]string{inSetup: "setup", inRitual: "ritual", inAllot: "allot", inDraw: "draw", inAct: "act", phaseOver: "over"}

// Facts is engine.State's: part 18.
func (s *State) Facts(yield func(path, value string) bool) {
	f := facts{State: s, yield: yield}
	f.turnFacts()
	f.bankFacts()
	f.spellFacts()
	for seat := range engine.Seat(s.players) {
		f.seatFacts(seat)
	}
}

// facts tells facts until somebody has heard enough.
type facts struct {
	*State
	yield func(path, value string) bool
	done  bool
}

func (f *facts) tell(path, value string) { f.done = f.done || !f.yield(path, value) }

func (f *facts) number(path string, n int) { f.tell(path, strconv.Itoa(n)) }

// some tells a fact that is absent if there is nothing to tell.
func (f *facts) some(path, value string) {
	if value != "" {
		f.tell(path, value)
	}
}

func (f *facts) turnFacts() {
	f.tell("turn", f.catalog.SeatWord(f.turn))
	f.tell("phase", phaseWords[f.phase])
	f.tell("over", strconv.FormatBool(f.over()))
	if f.over() {
		f.tell("winner", f.catalog.SeatWord(f.winner))
	}
	if len(f.agenda) > 0 {
		f.tell("ask", f.askFact(f.top()))
	}
	if f.phase == inAllot {
		f.number("allots", f.allots)
	}
	var force []special
	f.rules(func(r special) { force = append(force, r) })
	if !f.over() {
		f.some("rules", said(force))
	}
}

// askWords are the words of the questions that steps ask, in the order of their deeds.
var askWords = [deeds]string{
	doDraw: "take", doDiscard: "discard", doSteal: "steal", doGive: "give", doSalvage: "salvage", doPick: "pick", doAllot: "allot",
	doRelease: "release", doManual: "done",
}

// askFact is the open question as the fact `ask` writes it.
func (f *facts) askFact(p *piece) string {
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
	return f.catalog.SeatWord(p.asked()) + " " + word + " " + number
}

func (f *facts) bankFacts() {
	f.number("bank", f.cards.Size(bank))
	f.some("market", f.kinds(market))
	f.number("discard.squares", f.cards.Size(squares))
	f.number("discard.general", f.cards.Size(general))
	for k := range f.cards.SeenKinds(general).All {
		f.number(f.generalPaths[k], f.cards.Seen(general, k))
	}
	f.number("discard.arcana", f.cards.Size(arcana))
	f.some("discard.arcana.kinds", f.kinds(arcana))
	for k, path := range f.deckPaths {
		f.number(path, f.spells.Seen(decks, cards.Kind(k)))
	}
}

// spellFacts tell of the price that is open and of the spell that was cast.
func (f *facts) spellFacts() {
	if f.paying() {
		f.tell("paying", f.list.spells[f.payment.spell].name)
		f.tell("price", f.payment.price.String())
		words := make([]string, len(f.payment.paid))
		for i, k := range f.payment.paid {
			words[i] = f.list.bank[k].name
		}
		f.some("paid", strings.Join(words, " "))
	}
	for i := len(f.agenda) - 1; i >= 0; i-- {
		p := &f.agenda[i]
		if p.task != taskSpell {
			continue
		}
		value := f.list.spells[p.card].name + " " + f.catalog.SeatWord(p.seat)
		if p.other != engine.Table {
			value += " " + f.catalog.SeatWord(p.other)
		}
		f.tell("spell", value)
		return
	}
}

func (f *facts) seatFacts(seat engine.Seat) {
	x, p := &f.seats[seat], &f.paths[seat]
	f.number(p.hand, f.handSize(seat))
	f.some(p.seen, f.kinds(f.State.hand(seat)))
	f.some(p.spells, f.spellWords(held(seat)))
	f.some(p.built, f.spellWords(built(seat)))
	f.some(p.events, f.kinds(f.before(seat)))
	if x.skips > 0 {
		f.number(p.skips, x.skips)
	}
	f.some(p.hexes, said(x.hexes))
	r := f.ritualOf(seat)
	if r == nil {
		return
	}
	f.tell(p.ritual, r.name)
	f.number(p.needs, int(x.lacking))
	for _, k := range r.resources {
		f.number(p.allotted[k], f.fulfilled(seat, k))
		f.number(p.needsOf[k], f.State.needs(seat, k))
	}
	for j := range f.jokers.All {
		var as []string
		for _, st := range x.stands {
			if st.joker == j {
				as = append(as, f.list.bank[st.as].name)
			}
		}
		slices.Sort(as)
		f.some(p.allotted[j], strings.Join(as, " "))
	}
}

// kinds are the seen kinds of a place, a copy each.
func (f *facts) kinds(p cards.Place) string {
	var words []string
	for k := range f.cards.SeenKinds(p).All {
		for range f.cards.Seen(p, k) {
			words = append(words, f.list.bank[k].name)
		}
	}
	return strings.Join(words, " ")
}

func (f *facts) spellWords(p cards.Place) string {
	var words []string
	for k := range f.spells.SeenKinds(p).All {
		for range f.spells.Seen(p, k) {
			words = append(words, f.list.spells[k].name)
		}
	}
	return strings.Join(words, " ")
}
