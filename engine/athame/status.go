package athame

import "familiar/engine"

// Status implements engine.State.
func (s *State) Status() engine.Status {
	return engine.Status{Turn: s.turn, Over: s.over(), Winner: s.winner, Ask: s.ask()}
}

func (s *State) ask() engine.Ask {
	switch {
	case s.over():
		return engine.Ask{Seat: s.winner, Key: "over", Args: [2]engine.Name{s.lexicon.seats[s.winner]}}
	case len(s.agenda) > 0:
		return s.question(s.asked())
	case s.phase == inRitual:
		return engine.Ask{Seat: s.turn, Key: "ritual"}
	case s.phase == inAllot:
		if left := s.binding.limit - s.allots; left > 0 {
			return engine.Ask{Seat: s.turn, Key: "allot", Args: [2]engine.Name{engine.CappedNumber(left)}}
		}
		return engine.Ask{Seat: s.turn, Key: "draw"}
	}
	return engine.Ask{Seat: s.turn, Key: "act"}
}

// question returns the open question.
func (s *State) question(p *entry) engine.Ask {
	a := engine.Ask{Seat: p.answerer(), Open: true}
	switch p.task {
	case taskReveal:
		a.Key, a.Args[0] = "reveal", engine.CappedNumber(inMarket-s.cards.Size(market))
	case taskPay:
		a.Key, a.Args = "pay", [2]engine.Name{engine.CappedNumber(s.payment.left()), s.lexicon.spells[s.payment.spell]}
		if s.payment.cast {
			a.Key = "pay/extra"
		}
	case taskReply:
		x := s.repliedTo()
		if x.task == taskEvent {
			a.Key, a.Args[0] = "react/event", s.lexicon.bank[x.card]
		} else {
			a.Key, a.Args = "react/targeted", [2]engine.Name{s.lexicon.spells[x.card], s.lexicon.seats[x.seat]}
		}
	case taskStep:
		a.Key, a.Args = s.stepQuestion(p)
	}
	return a
}

func (s *State) stepQuestion(p *entry) (key string, args [2]engine.Name) {
	whose := s.lexicon.seats[p.seat]
	args[0] = engine.CappedNumber(int(max(0, p.left)))
	switch e := p.effect; e.do {
	case doDraw:
		key = "take"
	case doDiscard:
		key, args[1] = "discard/"+classWords[e.of], whose
		if p.left == all {
			args[0] = wordAll
		}
	case doSteal:
		key, args[1] = "steal", whose
	case doGive:
		key, args[1] = "give", s.lexicon.seats[s.receiver(p)]
	case doSalvage:
		key, args[1] = "salvage", s.places[pileAt(e.pile)]
	case doPick:
		key = "pick"
	case doAllot:
		key = "place"
	case doRelease:
		key, args[1] = "release/discard", whose
		if e.toHand {
			key = "release/hand"
		}
	case doManual:
		return "done", [2]engine.Name{p.source}
	}
	if p.answerer() != p.seat && p.effect.byActor {
		key += "/rival"
	}
	return key, args
}
