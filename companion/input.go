package companion

import (
	"slices"
	"strings"
	"time"

	"familiar/companion/presence"
	"familiar/companion/protocol"
	"familiar/companion/resolver"
	"familiar/companion/scene"
	"familiar/companion/tags"
	"familiar/companion/wired"
	"familiar/engine"
	"familiar/engine/lang"
)

// tagArrived handles a tag that came into the field of a reader.
func (t *Table) tagArrived(reader, uid string) {
	r, id, arrival, ok := t.tagPresent(reader, uid)
	if !ok {
		return
	}
	switch ref := &t.referee; {
	case t.tags.enrolment != nil:
		t.tags.tap(id, ref.isHand(r))
	case ref.game == nil:
		t.announcer.RefuseText(lang.T("a card was shown, and no game is under way. Start one on a phone"), resolver.Everyone)
	default:
		if p, seat := t.probingPhone(r); p != nil {
			t.probeCard(p, seat, r, id)
			return
		}
		ref.observeTag(r, id, arrival)
	}
}

// tagPresent notes a tag in the field of a reader.
func (t *Table) tagPresent(reader, uid string) (r Reader, id tags.UID, arrival presence.Arrival, ok bool) {
	if r, ok = t.wiring.Reader(reader); !ok {
		t.log.Warn("a reader that is not configured saw a tag", "reader", reader)
		return r, id, arrival, false
	}
	id, err := tags.ParseUID(uid)
	if err != nil {
		t.log.Warn("a reader saw something that is no tag", "reader", reader)
		t.announcer.RefuseText(lang.T("that could not be read as a tag: show it again"), resolver.Everyone)
		return r, id, arrival, false
	}
	arrival = t.referee.intake.Readers.Arrive(resolver.Tag{Reader: reader, UID: string(id)}, t.referee.now)
	return r, id, arrival, true
}

// tagLeft handles a tag that left the field of a reader.
func (t *Table) tagLeft(reader, uid string) {
	if id, err := tags.ParseUID(uid); err == nil {
		t.referee.intake.RemoveTag(resolver.Tag{Reader: reader, UID: string(id)}, t.referee.now)
	}
}

// probingPhone returns the phone for whose question a card was put on a reader, with its seat; nil if the card is meant for the game. The reader must be
// that of the phone's seat, or a shared one. A phone that has lost its seat gets no more cards. While there is a timer, counting or stopped, every card is meant for the game.
func (t *Table) probingPhone(r Reader) (*Phone, engine.Seat) {
	ref := &t.referee
	if ref.timer.Active {
		return nil, engine.Public
	}
	for _, hash := range t.probes.Active(ref.now) {
		for _, p := range t.roster.connections(hash) {
			seat := t.roster.seatOf(p, ref.game)
			suits := r.Seat == 0 || seat != engine.Public && r.Seat == int(seat)+1
			if by := (caller{p, seat}); suits && !by.guest() {
				return p, seat
			}
		}
	}
	return nil, engine.Public
}

// probeCard shows a phone the card that was put down for its question, and tells everybody who may know of the card that it makes no move.
func (t *Table) probeCard(p *Phone, seat engine.Seat, r Reader, id tags.UID) {
	g := t.referee.game
	o, err := t.referee.observationAt(r)
	if err != nil {
		t.announcer.RefuseText(err, resolver.Everyone)
		return
	}
	t.probes.Extend(p.hash, time.Now())
	card := &protocol.ProbedCard{Type: protocol.TypeProbedCard, N: t.probes.Card(), At: t.wiring.Title(r.Name, g, p.language)}
	word, problem := t.tags.wordOf(boxOf(g), id, o.Secret)
	switch n := g.Named(word); {
	case problem != nil:
		card.Text = lang.Sentence(problem).In(p.language)
	case n == engine.Unknown:
		card.Text = lang.T("That tag stands for nothing in this game.").In(p.language)
	default:
		card.Word = g.Catalog.Word(n)
	}
	t.announcer.Announce(lang.T("That card was for {1}’s “May I …?”: no move was made.", g.Who(seat)), o.Audience(), scene.CueAsk)
	for _, o := range t.roster.connections(p.hash) {
		o.probed.Store(card)
		o.wake()
	}
}

// pressed handles a button.
func (t *Table) pressed(button string, long bool) {
	i := slices.IndexFunc(t.wiring.Buttons, func(b Button) bool { return b.Name == button })
	if i < 0 {
		t.log.Warn("a button that is not configured was pressed", "button", button)
		return
	}
	b := t.wiring.Buttons[i]
	words := strings.Fields(b.Press)
	all := long && b.Long == longPressAll
	if long && !all {
		words = strings.Fields(b.Long)
	}
	switch {
	case len(words) == 0:
	case t.referee.game == nil && slices.Contains(words, commandMute):
		t.buzzer.toggle()
	default:
		t.referee.press(b, words, all)
	}
}

// turned handles a turn of a knob.
func (t *Table) turned(knob string, steps int) {
	if k, ok := t.knob(knob); ok {
		t.dial.turn(k, steps, t.menus())
	}
}

// pushed handles the push button of a knob.
func (t *Table) pushed(knob string, long bool) {
	k, ok := t.knob(knob)
	if !ok {
		return
	}
	if i, ok := t.dial.push(k, long, t.referee.now); ok {
		t.carryOut(i.action, wired.SourceKnob+k.Name)
		t.dial.done(i, t.referee.intake.HasPublicQuestion())
	}
}

// knob returns the knob with a name.
func (t *Table) knob(name string) (Knob, bool) {
	i := slices.IndexFunc(t.wiring.Knobs, func(k Knob) bool { return k.Name == name })
	if i < 0 {
		t.log.Warn("a knob that is not configured was used", "knob", name)
		return Knob{}, false
	}
	return t.wiring.Knobs[i], true
}

// menus returns the menus of the table as it stands.
func (t *Table) menus() *menus {
	ref := &t.referee
	return &menus{game: ref.game, last: t.lastSetup(), intake: &ref.intake, settings: ref.settings, wiring: &t.wiring, library: t.library}
}

// carryOut carries out the action of a menu's item.
func (t *Table) carryOut(a action, source string) {
	ref := &t.referee
	switch {
	case a.answer != nil:
		ref.answerGesture(a.of, *a.answer, engine.Nobody, source)
	case a.drop:
		ref.intake.UnderWay = nil
	case a.move != nil:
		ref.makeMove(*a.move, source)
	case a.undo:
		ref.undo(source)
	case a.mute != nil:
		_ = t.buzzer.mute(*a.mute) // there is a buzzer, or the menu would not have the item
	case a.begin != nil:
		colours := make(map[string]string)
		for _, seat := range a.begin.setup.Seats {
			if colour, ok := a.begin.colours[seat]; ok {
				colours[seat] = colour
			}
		}
		g, err := t.library.BeginNew(a.begin.setup)
		if err == nil {
			err = t.start(g, colours)
		}
		if err != nil {
			t.announcer.RefuseText(err, resolver.Everyone)
		}
	}
}
