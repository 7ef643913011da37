package companion

import (
	"slices"
	"strings"
	"time"

	"familiar/companion/protocol"
	"familiar/companion/resolver"
	"familiar/companion/scene"
	"familiar/companion/tags"
	"familiar/engine"
	"familiar/engine/lang"
)

// tagArrived takes a tag that came into the field of a reader.
func (t *Table) tagArrived(reader, uid string) {
	r, id, ok := t.tagPresent(reader, uid)
	if !ok {
		return
	}
	switch ref := &t.referee; {
	case t.tags.enrolment != nil:
		t.tags.tap(id)
	case ref.game == nil:
		t.announcer.refuseText(lang.T("a card was shown, and no game is under way. Start one on a phone"), resolver.Everyone)
	default:
		if p, seat := t.prober(r); p != nil {
			t.probeCard(p, seat, r, id)
			return
		}
		ref.sees(r, id)
	}
}

// tagPresent takes a tag that lies in the field of a reader.
func (t *Table) tagPresent(reader, uid string) (r Reader, id tags.UID, ok bool) {
	if r, ok = t.wiring.reader(reader); !ok {
		t.log.Warn("a reader that is not configured saw a tag", "reader", reader)
		return r, id, false
	}
	id, err := tags.ParseUID(uid)
	if err != nil {
		t.log.Warn("a reader saw something that is no tag", "reader", reader)
		t.announcer.refuseText(lang.T("that could not be read as a tag: show it again"), resolver.Everyone)
		return r, id, false
	}
	t.referee.intake.lay(resolver.Tag{Reader: reader, UID: string(id)})
	return r, id, true
}

// tagLeft takes a tag that left the field of a reader.
func (t *Table) tagLeft(reader, uid string) {
	if id, err := tags.ParseUID(uid); err == nil {
		t.referee.intake.lift(resolver.Tag{Reader: reader, UID: string(id)})
	}
}

// prober is a phone for whose question something was laid on a reader, with its seat; nil if for nobody's: it lies on the reader of that phone's seat, or on one of nobody's. While
// a clock runs every card is meant for the game.
func (t *Table) prober(r Reader) (*Phone, engine.Seat) {
	ref := &t.referee
	if ref.timer.Running {
		return nil, engine.Public
	}
	for hash := range t.probes.of(ref.now) {
		for _, p := range t.roster.connections(hash) {
			if seat := t.roster.seatOf(p, ref.game); r.Seat == 0 || seat != engine.Public && r.Seat == int(seat)+1 {
				return p, seat
			}
		}
	}
	return nil, engine.Public
}

// probeCard tells a phone what was laid for its question, and everybody who may know of it that it was.
func (t *Table) probeCard(p *Phone, seat engine.Seat, r Reader, id tags.UID) {
	g := t.referee.game
	s, err := t.referee.standsFor(r)
	if err != nil {
		t.announcer.refuseText(err, resolver.Everyone)
		return
	}
	t.probes.keep(p.hash, time.Now())
	t.probes.cards++
	laid := &protocol.ProbedCard{Type: protocol.TypeLaid, N: t.probes.cards, At: t.wiring.title(r.Name, g, p.language)}
	word, problem := t.tags.tagged(boxOf(g), id)
	switch n := g.Named(word); {
	case problem != nil:
		laid.Text = lang.Sentence(problem).In(p.language)
	case n == engine.Unknown:
		laid.Text = lang.T("That tag stands for nothing in this game.").In(p.language)
	default:
		laid.Word = g.Catalog.Word(n)
	}
	t.announcer.announce(verdict{ok: true, text: lang.T("That card was for {1}’s “May I …?”: no move was made.", g.Who(seat))}, s.Audience(), scene.CueAsk)
	for _, o := range t.roster.connections(p.hash) {
		o.laid.Store(laid)
		o.wake()
	}
}

// pressed takes a button.
func (t *Table) pressed(button string, long bool) {
	i := slices.IndexFunc(t.wiring.buttons, func(b Button) bool { return b.Name == button })
	if i < 0 {
		t.log.Warn("a button that is not configured was pressed", "button", button)
		return
	}
	b := t.wiring.buttons[i]
	words := strings.Fields(b.Press)
	all := long && b.Long == allOfIt
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

// turned takes a knob that was turned.
func (t *Table) turned(knob string, steps int) {
	if k, ok := t.knob(knob); ok {
		t.dial.turn(k, steps, t.menus())
	}
}

// pushed takes the push button of a knob.
func (t *Table) pushed(knob string, long bool) {
	k, ok := t.knob(knob)
	if !ok {
		return
	}
	if i, ok := t.dial.push(k, long, t.referee.now); ok {
		t.carryOut(i.action, sourceKnob+k.Name)
		t.dial.taken(i, t.referee.intake.publicQuestion())
	}
}

// knob is the knob of a name.
func (t *Table) knob(name string) (Knob, bool) {
	i := slices.IndexFunc(t.wiring.knobs, func(k Knob) bool { return k.Name == name })
	if i < 0 {
		t.log.Warn("a knob that is not configured was used", "knob", name)
		return Knob{}, false
	}
	return t.wiring.knobs[i], true
}

// menus makes the menus of the table as it stands.
func (t *Table) menus() *menus {
	ref := &t.referee
	return &menus{game: ref.game, last: t.lastPlayed(), intake: &ref.intake, settings: ref.settings, wiring: &t.wiring, library: t.library}
}

// carryOut does what an item of a menu says.
func (t *Table) carryOut(a action, source string) {
	ref := &t.referee
	switch {
	case a.answer != nil:
		ref.answerGesture(*a.answer, engine.Nobody, source)
	case a.drop:
		ref.intake.gesture = nil
	case a.move != nil:
		ref.makeMove(*a.move, source)
	case a.undo:
		ref.undo(source)
	case a.mute != nil:
		_ = t.buzzer.mute(*a.mute) // it is there, or the menu would not name it
	case a.begin != nil:
		colours := make(map[string]string)
		for _, seat := range a.begin.setup.Seats {
			if colour, ok := a.begin.colours[seat]; ok {
				colours[seat] = colour
			}
		}
		if err := t.start(a.begin.setup, colours); err != nil {
			t.announcer.refuseText(err, resolver.Everyone)
		}
	}
}
