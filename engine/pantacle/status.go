package pantacle

import "familiar/engine"

// Status implements engine.State.
func (s *State) Status() engine.Status {
	return engine.Status{Turn: s.turn, Over: s.over, Winner: s.winner, Ask: s.ask()}
}

func (s *State) ask() engine.Ask {
	if s.over && s.winner == engine.Nobody {
		return engine.Ask{Seat: engine.Nobody, Key: "stuck"}
	}
	if s.over {
		return engine.Ask{Seat: s.winner, Key: "over", Args: [2]engine.Name{s.lexicon.seats[s.winner]}}
	}
	e := s.asked()
	a := engine.Ask{Seat: e.seat, Open: true, Key: askKeys[e.step]}
	switch e.step {
	case askCurse:
		if n := s.curses.turnedUp(); n > 0 {
			a.Key, a.Args[0] = "curse/more", engine.Number(n)
		}
	case askAbsorb:
		a.Args[0] = resourceName(e.of)
	case askBribe:
		a.Args = [2]engine.Name{favorName(s.ongoing), s.lexicon.seats[s.turn]}
	case askAdd:
		a.Args[0] = engine.Number(int(e.n))
	case askMoon:
		if s.moons > 0 {
			a.Key = "moon/more"
		}
		if s.moonPays() {
			a.Args[0] = favorName(s.ongoing)
		} else {
			a.Key += "/none"
		}
	}
	return a
}

var askKeys = [...]string{
	askPeek: "look", askBar: "bar", askFlame: "flame", askReach: "reach", askCurse: "curse", askAbsorb: "absorb", askFlip: "flip", askFavor: "favor", askBribe: "bribe",
	askAdd: "add", askMoon: "moon",
}
