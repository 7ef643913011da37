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
	a := engine.Ask{Seat: e.seat, Open: true}
	switch e.step {
	case askLook:
		a.Key = "look"
	case askBar:
		a.Key = "bar"
	case askFlame:
		a.Key = "flame"
	case askReach:
		a.Key = "reach"
	case askCurse:
		a.Key = "curse"
		if n := s.curses.turnedUp(); n > 0 {
			a.Key, a.Args[0] = "curse/more", engine.Number(n)
		}
	case askAbsorb:
		a.Key, a.Args[0] = "absorb", resourceName(e.of)
	case askFlip:
		a.Key = "flip"
	case askFavor:
		a.Key = "favor"
	case askBribe:
		a.Key, a.Args = "bribe", [2]engine.Name{favorName(s.ongoing), s.lexicon.seats[s.turn]}
	case askAdd:
		a.Key, a.Args[0] = "add", engine.Number(int(e.n))
	case askMoon:
		a.Key = "moon"
		if s.moons > 0 {
			a.Key = "moon/more"
		}
		if s.moonlit() {
			a.Args[0] = favorName(s.ongoing)
		} else {
			a.Key += "/none"
		}
	}
	return a
}
