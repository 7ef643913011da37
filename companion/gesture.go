package companion

import (
	"familiar/companion/resolver"
	"familiar/companion/scene"
	"familiar/engine"
)

// gesture is an observation that is not yet a move, with the number by which phones speak of the question about it.
type gesture struct {
	id int
	resolver.Pending
}

// mayKnow reports whether a viewer may know what was shown.
func (q *gesture) mayKnow(viewer engine.Seat) bool { return q.Audience().Has(viewer) }

// kind is what is asked about the gesture.
func (q *gesture) kind() resolver.QuestionKind {
	if q.Offered != nil {
		return q.Offered.Kind
	}
	return resolver.Which
}

// apply carries out what an observation means.
func (t *Table) apply(out resolver.Outcome) {
	switch {
	case out.Replaces:
		t.intake.putAside(out.Observation)
	case out.With != nil && out.With != t.intake.underWay():
		t.intake.bringUp(out.With)
	}
	switch out.Kind {
	case resolver.Play:
		t.perform(out)
	case resolver.Ask, resolver.Wait:
		t.intake.askAbout(resolver.Pending{Observation: out.Observation, Fits: out.Fits})
		t.intake.debounce.Stop()
		t.announcer.sound(scene.CueAsk)
		if out.Kind == resolver.Wait {
			t.intake.debounce.Set(resolver.DebounceTime)
		}
	case resolver.Offer:
		t.intake.askAbout(resolver.Pending{Observation: out.Observation, Offered: out.Question})
		t.announcer.retract(out.Observation.Audience()) // the offer takes the place of a refusal
		t.announcer.sound(scene.CueAsk)
	case resolver.Refuse:
		t.announcer.refuse(out.Refusals)
		if out.Question != nil {
			t.intake.putAside(out.Observation)
			t.intake.askAbout(resolver.Pending{Observation: out.Observation, Offered: out.Question})
		}
	}
}

// perform makes the moves for which an observation stands. If they cannot be written the gesture stays, to be tried again.
func (t *Table) perform(out resolver.Outcome) {
	source := out.Observation.Source
	if out.CaughtUp {
		source = sourceCatchUp
	}
	if err := t.commit(out.Undo, out.Moves, source); err != nil {
		t.refuseMoves(out, err)
		return
	}
	t.intake.leftovers = leftovers{out.Leftovers, out.Moves[len(out.Moves)-1].Seat, t.now.Add(out.LeftoverTime)}
	t.intake.gesture = nil
	t.announcer.announceMove(t.game)
}

// confirm makes the gesture under way a move without anything further, if it can be one.
func (t *Table) confirm(source string) {
	t.apply(t.intake.situation(t.game).Confirm(t.intake.underWay(), source))
}

// answerGesture takes an answer that a seat gives to the question about the gesture under way.
func (t *Table) answerGesture(a resolver.Answer, seat engine.Seat, source string) {
	t.apply(t.intake.situation(t.game).Answer(&t.intake.gesture.Pending, a, seat, source, t.now))
}

// debounced is called when nothing has come within the debounce window: what was laid is all that was meant, if it is a move.
func (t *Table) debounced() {
	t.intake.debounce.Stop()
	if len(t.inbox) > 0 { // it may have come in time
		t.intake.debounce.Set(resolver.DebounceTime)
		return
	}
	if t.intake.gesture == nil {
		return
	}
	if out := t.intake.situation(t.game).Debounced(&t.intake.gesture.Pending); out.Kind != resolver.Ignore {
		t.apply(out)
		t.show()
	}
}
