package sacrilege

import (
	"familiar/engine"
	"familiar/engine/cards"
)

// paths are the paths of a seat's facts.
type paths struct {
	hand, seen, count, altar, value, favours, skips, actions string
}

func newPaths(seats []string) []paths {
	all := make([]paths, len(seats))
	for i, s := range seats {
		all[i] = paths{
			hand: s + ".hand", seen: s + ".hand.seen",
			count: s + ".altar.count", altar: s + ".altar", value: s + ".altar.value",
			favours: s + ".favours", skips: s + ".skips", actions: s + ".actions",
		}
	}
	return all
}

// Facts implements engine.State: see "Facts".
func (s *State) Facts(yield func(path, value string) bool) {
	f := facts{s, engine.NewFactWriter(yield)}
	f.gameFacts()
	f.pileFacts()
	for seat := range f.paths {
		f.seatFacts(engine.Seat(seat))
	}
	f.turnFacts()
	f.pendingFacts()
}

// facts writes the facts of a state.
type facts struct {
	*State
	engine.FactWriter
}

func (f *facts) gameFacts() {
	f.Text("turn", f.seatWord(f.turn))
	f.Bool("over", f.over)
	if f.winner != engine.Nobody {
		f.Text("winner", f.seatWord(f.winner))
	}
}

func (f *facts) pileFacts() {
	taken := 0
	for _, n := range f.favours {
		taken += n
	}
	f.Number("deck", f.cards.Size(deck))
	f.Number("grave.count", f.cards.Size(grave))
	f.Words("grave", cards.Words(f.cards.SeenCards(grave), f.kindWord))
	f.Number("favours", max(0, totalFavours-taken))
}

func (f *facts) seatFacts(seat engine.Seat) {
	p := &f.paths[seat]
	f.Number(p.hand, f.handSize(seat))
	f.Words(p.seen, cards.Words(f.cards.SeenCards(f.hand(seat)), f.kindWord))
	f.Number(p.count, f.cards.Size(f.altar(seat)))
	f.Words(p.altar, cards.Words(f.cards.SeenCards(f.altar(seat)), f.kindWord))
	f.Number(p.value, f.values[seat])
	f.Number(p.favours, f.favours[seat])
	f.Number(p.skips, f.skips[seat])
}

func (f *facts) turnFacts() {
	left := f.actionsLeft()
	used := f.usedWords()
	if used == nil {
		used = []string{"none"}
	}
	f.Words(f.paths[f.turn].actions, used)
	f.Number("actions.left", left)
	f.Number("actions.repeats", min(left, f.repeats))
}

// usedWords returns the kinds of action used this turn, sorted, one word for each use.
func (s *State) usedWords() []string {
	var words []string
	for a, n := range s.used {
		for range n {
			words = append(words, s.Catalog().Word(actionVerbs[a]))
		}
	}
	return words
}

func (f *facts) pendingFacts() {
	ritual := "none"
	if f.ritual != noRitual {
		ritual = f.seatWord(f.ritual)
	}
	f.Text("ritual", ritual)
	f.Bool("ritual.amen", f.amen)
	e := f.asked()
	if e == nil {
		f.Text("pending", "none")
		return
	}
	f.Text("pending", f.Catalog().SeatWord(e.seat)+" "+f.Catalog().Word(e.verb))
	if e.card != noCard {
		f.Text("pending.reward", f.list[e.card].name)
	}
	if e.verb == verbReveal {
		f.Text("pending.to", f.Catalog().Word(f.places[f.revealTo(e)]))
	}
}

func (s *State) seatWord(seat engine.Seat) string { return s.Catalog().SeatWord(seat) }

func (s *State) kindWord(k cards.Kind) string { return s.list[k].name }
