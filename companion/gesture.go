package companion

import (
	"familiar/companion/intake"
	"familiar/companion/presence"
	"familiar/companion/resolver"
	"familiar/companion/scene"
	"familiar/companion/session"
	"familiar/companion/wired"
	"familiar/engine"
)

// apply carries out the outcome of an observation. Teller is the seat that has told it, engine.NoSeat if that is not known: anybody can lay a card on a reader that
// stands for no hand.
func (ref *referee) apply(out resolver.Outcome, teller engine.Seat) {
	switch {
	case out.PutsAside:
		ref.intake.PutAside(out.Observation)
	case out.With != nil && out.With != ref.intake.Pending():
		ref.intake.Resume(out.With)
	}
	switch out.Kind {
	case resolver.Ignore:
		ref.intake.Readers.InPlace(out.Observation.Tags)
	case resolver.Play:
		ref.perform(out, teller)
	case resolver.Ask, resolver.Wait:
		ref.intake.Ask(resolver.Pending{Observation: out.Observation, Fits: out.Fits})
		ref.intake.Debounce.Stop()
		if !out.Observation.Secret { // whether something is asked about a card of a hand may tell which one it is
			ref.announcer.Sound(scene.CueAsk)
		}
		if out.Kind == resolver.Wait {
			ref.intake.Debounce.Set(resolver.DebounceTime)
		}
	case resolver.Offer:
		ref.intake.Ask(resolver.Pending{Observation: out.Observation, Offered: out.Question})
		ref.intake.KeepEarly(out.Observation)
		ref.announcer.Retract(out.Observation.Audience()) // the offer replaces a refusal
		ref.announcer.Sound(scene.CueAsk)
	case resolver.Refuse:
		ref.noteConflict(&out, teller)
		ref.announcer.Refuse(out.Refusals...)
		ref.intake.KeepEarly(out.Observation)
		if out.Done {
			ref.intake.UnderWay = nil
		}
		if out.Question != nil {
			ref.intake.PutAside(out.Observation)
			ref.intake.Ask(resolver.Pending{Observation: out.Observation, Offered: out.Question})
		}
	}
}

// perform makes the moves of an outcome. If they cannot be written, the gesture stays, so that it can be tried again. teller is the seat
// whose phone told them, or whose hand reader the card lies on; NoSeat if the seat is not known.
func (ref *referee) perform(out resolver.Outcome, teller engine.Seat) {
	note := ref.takingBack(out.Undo, teller)
	if err := ref.commit(out.Undo, out.Moves, wired.SourceOf(out, ref.game, teller)); err != nil {
		ref.refuseMoves(out, err)
		return
	}
	note()
	ref.intake.Readers.Assign(out.Observation.Tags, len(ref.game.Log))
	ref.intake.Leftovers = presence.Leftovers{Names: out.Leftovers, Seat: out.Moves[len(out.Moves)-1].Seat, Until: ref.now.Add(out.LeftoverTime)}
	ref.intake.UnderWay = nil
	if out.Question != nil {
		ref.intake.Take(out.Observation, out.Question)
	}
	ref.announcer.AnnounceMove(ref.game)
	ref.takeEarly()
}

// takeEarly takes in a card that was laid a moment too early, now that a move was made: an answer may come before its question. A correction of the game is no such move,
// nor is a card of a hand that a player tells: nobody else is to know of that.
func (ref *referee) takeEarly() {
	if verb := ref.game.Log[len(ref.game.Log)-1].RedactedFor(engine.Public).Verb; verb == engine.None || verb == ref.game.Amend {
		return
	}
	situation := ref.situation()
	if o, ok := ref.intake.TakeEarly(ref.now, func(o resolver.Observation) bool { return len(situation.Readings(o)) > 0 }); ok {
		ref.apply(situation.Resolve(o), engine.NoSeat)
	}
}

// makeMove makes a move that was chosen from a menu. A pending gesture waits.
func (ref *referee) makeMove(m engine.Move, source string) {
	o := resolver.Anything()
	o.Verb, o.Source = m.Verb, source
	out := ref.situation().Play(o, 0, m)
	out.PutsAside = true
	ref.apply(out, engine.NoSeat)
}

// confirm makes the gesture under way a move, if nothing further is needed.
func (ref *referee) confirm(source string) {
	ref.apply(ref.situation().Confirm(ref.intake.Pending(), source), engine.NoSeat)
}

// answerGesture handles a seat's answer to the question about a gesture.
func (ref *referee) answerGesture(q *intake.Gesture, a resolver.Answer, seat engine.Seat, source string) {
	teller := seat
	if source != session.SourcePhone {
		teller = engine.NoSeat
	}
	out := ref.situation().Answer(&q.Pending, a, seat, source, ref.now)
	out.Done = out.Done && q == ref.intake.UnderWay
	ref.apply(out, teller)
}

// debounced is called at the end of the debounce window: the cards on the readers are all that was meant, if they make a move. It reports whether that
// changes anything. While the mailbox holds more, the window stays open: the next card may have come in time.
func (ref *referee) debounced(moreWaits bool) bool {
	ref.intake.Debounce.Stop()
	if moreWaits {
		ref.intake.Debounce.Set(resolver.DebounceTime)
		return false
	}
	if ref.intake.UnderWay == nil {
		return false
	}
	out := ref.situation().Debounced(&ref.intake.UnderWay.Pending)
	if out.Kind == resolver.Ignore {
		return false
	}
	ref.apply(out, tellerOf(out.Observation))
	return true
}
