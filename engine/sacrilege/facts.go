package sacrilege

import (
	"strconv"
	"strings"

	"familiar/engine"
	"familiar/engine/cards"
)

// paths are the facts of a seat.
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

// Facts is engine.State's: section 7.
func (s *State) Facts(yield func(path, value string) bool) {
	_ = s.gameFacts(yield) && s.pileFacts(yield) && s.seatFacts(yield) && s.turnFacts(yield) && s.pendingFacts(yield)
}

func (s *State) gameFacts(yield func(path, value string) bool) bool {
	if !yield("turn", s.seatWord(s.turn)) || !yield("over", strconv.FormatBool(s.over)) {
		return false
	}
	return s.winner == engine.Table || yield("winner", s.seatWord(s.winner))
}

func (s *State) pileFacts(yield func(path, value string) bool) bool {
	taken := 0
	for _, n := range s.favours {
		taken += n
	}
	return yield("deck", strconv.Itoa(s.cards.Size(deck))) &&
		yield("grave.count", strconv.Itoa(s.cards.Size(grave))) &&
		s.kindsFact("grave", grave, yield) &&
		yield("favours", strconv.Itoa(max(0, favoursInAll-taken)))
}

func (s *State) seatFacts(yield func(path, value string) bool) bool {
	for i := range s.paths {
		seat, p := engine.Seat(i), &s.paths[i]
		ok := yield(p.hand, strconv.Itoa(s.handSize(seat))) &&
			s.kindsFact(p.seen, s.hand(seat), yield) &&
			yield(p.count, strconv.Itoa(s.cards.Size(s.altar(seat)))) &&
			s.kindsFact(p.altar, s.altar(seat), yield) &&
			yield(p.value, strconv.Itoa(s.worth[seat])) &&
			yield(p.favours, strconv.Itoa(s.favours[seat])) &&
			yield(p.skips, strconv.Itoa(s.skips[seat]))
		if !ok {
			return false
		}
	}
	return true
}

func (s *State) turnFacts(yield func(path, value string) bool) bool {
	left := s.left()
	return yield(s.paths[s.turn].actions, s.usedWords()) &&
		yield("actions.left", strconv.Itoa(left)) &&
		yield("actions.repeats", strconv.Itoa(min(left, s.repeats)))
}

// usedWords are the sorts of action used this turn, sorted, one for each use.
func (s *State) usedWords() string {
	var words []string
	for a, n := range s.used {
		for range n {
			words = append(words, action(a).String())
		}
	}
	if words == nil {
		return "none"
	}
	return strings.Join(words, " ")
}

func (s *State) pendingFacts(yield func(path, value string) bool) bool {
	ritual := "none"
	if s.ritual != nobody {
		ritual = s.seatWord(s.ritual)
	}
	if !yield("ritual", ritual) || !yield("ritual.amen", strconv.FormatBool(s.amen)) {
		return false
	}
	e := s.asked()
	if e == nil {
		return yield("pending", "none")
	}
	if !yield("pending", s.catalog.SeatWord(e.seat)+" "+s.catalog.Word(e.verb)) {
		return false
	}
	if e.card != noCard && !yield("pending.reward", s.list[e.card].name) {
		return false
	}
	return e.verb != verbReveal || yield("pending.to", s.catalog.Word(s.places[s.revealTo(e)]))
}

// kindsFact tells the seen kinds of a place, a copy each. There is no such fact if there are none.
func (s *State) kindsFact(path string, p cards.Place, yield func(path, value string) bool) bool {
	if s.cards.SeenSize(p) == 0 {
		return true
	}
	var b strings.Builder
	for k := range s.cards.SeenKinds(p).All {
		for range s.cards.Seen(p, k) {
			if b.Len() > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(s.list[k].name)
		}
	}
	return yield(path, b.String())
}

func (s *State) seatWord(seat engine.Seat) string { return s.catalog.SeatWord(seat) }
