package companion

import (
	"cmp"
	"slices"
	"strings"

	"familiar/companion/resolver"
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
	if t.enrol != nil {
		t.enrolTap(id)
		return
	}
	if t.game == nil {
		t.announcer.refuseText(lang.T("a card was shown, and no game is under way. Start one on a phone"), resolver.Everyone)
		return
	}
	if p := t.prober(r); p != nil {
		t.probeCard(p, r, id)
		return
	}
	t.sees(r, id)
}

// sees takes a tag that is shown at a reader.
func (t *Table) sees(r Reader, id tags.UID) {
	s, err := t.standsFor(r)
	if err != nil {
		t.announcer.refuseText(err, resolver.Everyone)
		return
	}
	s.Tags = []resolver.Tag{{Reader: r.Name, UID: string(id)}}
	s.Device, s.Source, s.Laid, s.At = r.Name, sourceReader+r.Name, true, t.now
	word, problem := t.tagged(id)
	if t.standsStill(word) {
		t.announcer.refuseText(errPaused, s.Audience())
		return
	}
	if problem != nil {
		t.unknown, t.unknownTo = id, s.Audience()
		t.intake.putAside(s)
		t.intake.askAbout(resolver.Pending{Observation: s, Offered: &resolver.Question{Kind: resolver.UnknownTag, Text: lang.Sentence(problem)}})
		t.announcer.refuseText(problem, s.Audience())
		return
	}
	t.observe(s, word)
}

// standsFor is what a reader says by itself in this game.
func (t *Table) standsFor(r Reader) (resolver.Observation, error) {
	c := t.game.Catalog
	s := resolver.Anything()
	if r.Seat > c.Seats() {
		return s, nobodyAt(r.Seat)
	}
	// Where the game has no such place the reader stands for its seat alone.
	s.Place = t.game.PlaceOf(r.Seat, r.Place)
	s.Secret = r.Seat > 0 && c.Class(s.Place)&engine.ClassHand != 0
	if r.Seat > 0 && (s.Place == engine.None || s.Secret) {
		s.Seat = engine.Seat(r.Seat - 1)
	}
	return s, nil
}

func nobodyAt(seat int) error { return lang.T("nobody sits at seat {1} in this game", seat) }

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
	if len(words) == 0 {
		return
	}
	if t.game == nil && slices.Contains(words, commandMute) {
		t.toggleMute()
		return
	}
	if t.game == nil {
		t.announcer.refuseText(lang.T("a button was pressed, and no game is under way. Start one on a phone"), resolver.Everyone)
		return
	}
	s := resolver.Anything()
	s.All = all
	s.Device, s.Source, s.At = b.Name, sourceButton+b.Name, t.now
	if b.Seat > 0 && b.Seat <= t.game.Catalog.Seats() {
		s.Seat = engine.Seat(b.Seat - 1)
	}
	word := t.sayable(s, words)
	if word == "" {
		word = words[0] // which is refused
	}
	if t.standsStill(word) {
		t.announcer.refuseText(errPaused, resolver.Everyone)
		return
	}
	t.observe(s, word)
}

// sayable is the first of the words of a button that goes on from what is asked about, or else that can be said now, by the button's own seat
// or else by whoever is awaited. If none can be said, it is the first that the game knows, so that it is refused with the reason; "" if the game
// knows none of several.
func (t *Table) sayable(s resolver.Observation, words []string) string {
	g := t.game
	if len(words) == 1 {
		return words[0]
	}
	situation := t.intake.situation(t.game)
	word := ""
	for _, w := range words {
		if n := g.Named(w); n != engine.Unknown {
			switch in, ok := situation.Interpret(s.Showing(g.Catalog, n)); {
			case !ok || in.With == nil || in.With.Secret: // which word is said may tell nothing of a secret
			case in.With == situation.UnderWay:
				return w
			default: // it goes on from what waits: another one may answer what is asked
				word = cmp.Or(word, w)
			}
		}
	}
	if word != "" {
		return word
	}
	s.By = t.whose(s)
	for _, w := range words {
		n := g.Named(w)
		if n == engine.Unknown && !isCommand(w) {
			continue
		}
		said := s.Showing(g.Catalog, n)
		if t.heeds(s, w) || n != engine.Unknown && (said.AwaitsHand(g.Catalog) || len(situation.Readings(said)) > 0) {
			return w
		}
		word = cmp.Or(word, w)
	}
	return word
}

// heeds reports whether there is something for a command to do.
func (t *Table) heeds(s resolver.Observation, command string) bool {
	switch command {
	case commandUndo:
		return len(t.game.Log) > 0
	case commandConfirm, commandDrop:
		return t.intake.gesture != nil
	case commandRescan:
		_, _, ok := t.laidLast(t.whose(s))
		return ok
	case commandMute:
		return t.wiring.hasBuzzer()
	}
	return false
}

// observe takes a word that was shown: a card, a seat, a place, a verb or a command.
func (t *Table) observe(s resolver.Observation, word string) {
	g := t.game
	n := g.Named(word)
	switch {
	case word == commandUndo:
		if problem := t.takeBack(t.game.LastGesture(), s.Source); problem != nil {
			t.announcer.refuseText(problem, resolver.Everyone)
		}
		return
	case word == commandRescan:
		t.rescan(s)
		return
	case word == commandConfirm:
		t.confirm(s.Source)
		return
	case word == commandMute:
		t.toggleMute()
		return
	case word == commandDrop && (t.intake.gesture != nil || n == engine.Unknown):
		t.intake.gesture = nil
		return
	case n == engine.Unknown && tags.Seat(word) > 0:
		t.announcer.refuseText(nobodyAt(tags.Seat(word)), s.Audience())
		return
	case n == engine.Unknown:
		if !s.Laid {
			word = t.wiring.title(s.Device, t.game, lang.English) // what is written on it
		}
		t.announcer.refuseText(lang.T("“{1}” means nothing in {2}", lang.Capital(word), g.Title()), s.Audience())
		return
	}
	if s.Laid && t.intake.leftovers.takes(s, n) {
		return
	}
	t.intake.leftovers = leftovers{}
	t.apply(t.intake.situation(t.game).Resolve(s.Showing(g.Catalog, n)))
}
