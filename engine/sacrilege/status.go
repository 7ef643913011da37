package sacrilege

import (
	"time"

	"familiar/engine"
)

// prayer is the length of a Dark Ritual: rule ritual.time.
const prayer = 6 * time.Second

// Status implements engine.State.
func (s *State) Status() engine.Status {
	return engine.Status{Turn: s.turn, Over: s.over, Winner: s.winner, Ask: s.ask(), Timer: s.timer()}
}

func (s *State) timer() engine.Timer {
	if s.ritual == noRitual || s.amen {
		return engine.Timer{}
	}
	return engine.Timer{
		For: prayer, Seat: s.ritual, Then: engine.Move{Seat: engine.Nobody, Verb: verbAmen},
		Paused: s.asked() != nil, Run: s.rituals,
	}
}

func (s *State) ask() engine.Ask {
	if s.over {
		return engine.Ask{Seat: s.winner, Key: "over", Args: [2]engine.Name{s.seats[s.winner]}}
	}
	if e := s.asked(); e != nil {
		a := engine.Ask{Seat: e.seat, Open: true, Key: e.key()}
		if e.card != noCard {
			a.Args[0] = s.kinds[e.card]
		}
		if e.verb == verbGive || e.summons() && e.verb == verbReveal {
			a.Args[1] = s.seats[e.partner]
		}
		return a
	}
	if s.ritual != noRitual {
		// No player has to act: the table waits for the time to run out.
		return engine.Ask{Seat: engine.Nobody, Key: "ritual", Args: [2]engine.Name{s.seats[s.ritual]}}
	}
	return engine.Ask{Seat: s.turn, Key: "turn"}
}

// Options implements engine.WithOptions.
func (s *State) Options() [][][]string {
	if e := s.asked(); e != nil && e.verb == verbChoose {
		return e.effect.said
	}
	return nil
}

// key returns the key of a question's sentence: the word of the effect, and the verb of the question if the word is not enough.
func (e *entry) key() string {
	if e.effect == nil {
		if e.isHandLimit() {
			return "limit"
		}
		return "open"
	}
	do := e.effect.do.String()
	switch e.verb {
	case verbChoose:
		return "choose/" + do
	case verbAccept:
		return "accept/" + do
	}
	return do
}
