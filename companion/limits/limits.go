// Package limits says how often a player may do what costs the others at a table something, and counts it.
package limits

import (
	"math"
	"time"

	"golang.org/x/time/rate"

	"familiar/companion/budget"
)

// Limit is how often something may be done.
type Limit struct {
	name   string
	budget budget.Budget
}

var (
	// Write limits how many moves and undos the phones of a seat may enter: each is written, and a record has an end.
	Write = Limit{"write", budget.Budget{Times: 600, Again: 250 * time.Millisecond}}
	// HostWrite is the same for the phone of a host without a seat.
	HostWrite = Limit{"write of a host", Write.budget}
	// WriteNote limits how often a note names a seat that has reached Write.
	WriteNote = Limit{"write note", budget.Budget{Times: 1, Again: time.Minute}}
	// Search limits how often the refused moves of a seat, or of all hosts without one, are searched for what was forgotten. That takes a slow board long, and the
	// question that comes of it takes the place of another one, which somebody may be about to answer.
	Search = Limit{"search", budget.Budget{Times: 5, Again: 5 * time.Second}}
	// Conflict limits how often a seat, or all hosts without one, may enter moves, or lay cards on the reader of its hand, that only another hand forbids: each
	// refusal reveals a little of it.
	Conflict = Limit{"conflict", budget.Budget{Times: 3, Again: 20 * time.Second}}
	// PhoneConflict is the same for a phone, in whatever seat it is: a host can take one after the other.
	PhoneConflict = Limit{"conflict of a phone", Conflict.budget}
	// Pause limits how often a seat, or all hosts without one, may pause a game: nobody can go on meanwhile.
	Pause = Limit{"pause", budget.Budget{Times: 10, Again: 10 * time.Second}}
	// Pauses is the same for all seats together: one person can hold several phones.
	Pauses = Limit{"pauses", budget.Budget{Times: 20, Again: 5 * time.Second}}
	// Drop limits how often a seat, or all hosts without one, may set aside what another player has shown.
	Drop = Limit{"drop", budget.Budget{Times: 6, Again: 10 * time.Second}}
	// TakeBack limits how often a player may take back what others have done. The host has no such limit.
	TakeBack = Limit{"take back", budget.Budget{Times: 20, Again: 5 * time.Second}}
	// Enrol limits how often a host begins to enrol tags during a game: no card makes a move meanwhile.
	Enrol = Limit{"enrol", budget.Budget{Times: 4, Again: time.Minute}}
	// Code limits how often a host makes a new join code: those who come with the code before it are turned away.
	Code = Limit{"code", budget.Budget{Times: 5, Again: time.Minute}}
	// Boldness limits how often a host sets how much the table decides by itself: with each change, cards mean something else to everybody.
	Boldness = Limit{"boldness", budget.Budget{Times: 10, Again: 30 * time.Second}}
	// Sit limits how often a phone may sit down while a game is played: everybody is told, in the place of what they were told before.
	Sit = Limit{"sit", budget.Budget{Times: 4, Again: 30 * time.Second}}
	// Start limits how often a phone begins a game: the record of each is kept, with its card list.
	Start = Limit{"start", budget.Budget{Times: 20, Again: time.Minute}}
	// NetworkStart is the same for all guests of a network, who may be one person with many phones.
	NetworkStart = Limit{"start of a network", Start.budget}
	// GuestStart is the same for all guests together.
	GuestStart = Limit{"start of guests", budget.Budget{Times: 60, Again: 20 * time.Second}}
	// GuestList limits how often a guest begins a game with an owner's card list, which is kept with the record: a guest who has begun a game may write such lists.
	GuestList = Limit{"list of guests", budget.Budget{Times: 20, Again: 10 * time.Minute}}
)

// Limits counts what is done, and by whom: the word of a seat, or the ID of a phone. The zero Limits is ready for use.
type Limits struct{ budgets budget.Each[key] }

type key struct{ limit, by string }

func (l *Limits) of(limit Limit, by string, now time.Time) *rate.Limiter {
	return l.budgets.Of(key{limit.name, by}, limit.budget, now)
}

// Allow reports whether something may be done once more, and counts it if so.
func (l *Limits) Allow(limit Limit, by string, now time.Time) bool {
	return l.of(limit, by, now).AllowN(now, 1)
}

// Reached reports whether something may not be done now.
func (l *Limits) Reached(limit Limit, by string, now time.Time) bool {
	return budget.Used(l.of(limit, by, now), now)
}

// Follow counts for one limit what another one was charged beyond it, so that no more is left of the first than of the second.
func (l *Limits) Follow(limit Limit, by string, other Limit, otherBy string, now time.Time) {
	first := l.of(limit, by, now)
	if more := first.TokensAt(now) - l.of(other, otherBy, now).TokensAt(now); more > 0.5 {
		first.AllowN(now, int(math.Round(more)))
	}
}
