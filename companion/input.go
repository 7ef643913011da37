package companion

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

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
		t.refuseText(lang.T("a card was shown, and no game is under way. Start one on a phone"), Everyone)
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
		t.refuseText(err, Everyone)
		return
	}
	s.tags = []lying{{r, id}}
	at, source := r.Name, sourceReader+r.Name
	word, problem := t.tagged(id)
	if t.standsStill(word) {
		t.refuseText(errPaused, s.audience())
		return
	}
	if problem != nil {
		t.unknown, t.unknownTo = id, s.audience()
		t.putAside(s)
		t.gesture = t.newGesture(s, at, source, "unknown")
		t.gesture.fixed = question{kind: "unknown", text: sentence{problem}}
		t.refuseText(problem, s.audience())
		return
	}
	t.shownWord(s, word, at, source)
}

// standsFor is what a reader says by itself in this game.
func (t *Table) standsFor(r Reader) (observation, error) {
	c := t.game.catalog
	s := anything()
	if r.Seat > c.Seats() {
		return s, nobodyAt(r.Seat)
	}
	// Where the game has no such place the reader stands for its seat alone.
	s.place = t.game.placeOf(r)
	s.secret = r.Seat > 0 && c.Class(s.place)&engine.ClassHand != 0
	if r.Seat > 0 && (s.place == engine.None || s.secret) {
		s.seat = engine.Seat(r.Seat - 1)
	}
	return s, nil
}

// placeOf is the place for which a reader stands, engine.None where the game has no such place.
func (g *game) placeOf(r Reader) engine.Name {
	place := r.Place
	if r.Seat > 0 {
		place = g.catalog.SeatWord(engine.Seat(r.Seat-1)) + "." + place
	}
	if n := g.catalog.Name(place); g.catalog.Class(n)&engine.ClassPlace != 0 {
		return n
	}
	return engine.None
}

func nobodyAt(seat int) error { return lang.T("nobody sits at seat {1} in this game", seat) }

// pressed takes a button.
func (t *Table) pressed(button string, long bool) {
	i := slices.IndexFunc(t.opt.Buttons, func(b Button) bool { return b.Name == button })
	if i < 0 {
		t.log.Warn("a button that is not configured was pressed", "button", button)
		return
	}
	b := t.opt.Buttons[i]
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
		t.refuseText(lang.T("a button was pressed, and no game is under way. Start one on a phone"), Everyone)
		return
	}
	s := anything()
	s.all = all
	if b.Seat > 0 && b.Seat <= t.game.catalog.Seats() {
		s.seat = engine.Seat(b.Seat - 1)
	}
	word := t.sayable(s, words)
	if word == "" {
		word = words[0] // which is refused
	}
	if t.standsStill(word) {
		t.refuseText(errPaused, Everyone)
		return
	}
	t.shownWord(s, word, b.Name, sourceButton+b.Name)
}

// sayable is the first of the words of a button that goes on from what is asked about, or else that can be said now, by the button's own seat
// or else by whoever is awaited. If none can be said, it is the first that the game knows, so that it is refused with the reason; "" if the game
// knows none of several.
func (t *Table) sayable(s observation, words []string) string {
	g := t.game
	if len(words) == 1 {
		return words[0]
	}
	word := ""
	for _, w := range words {
		if n := g.named(w); n != engine.Unknown {
			switch m, ok := t.interpret(s.showing(g.catalog, g.hold, n)); {
			case !ok || m.with == nil || m.with.observed.secret: // which word is said may tell nothing of a secret
			case m.with == t.gesture:
				return w
			default: // it goes on from what waits: another one may answer what is asked
				word = cmp.Or(word, w)
			}
		}
	}
	if word != "" {
		return word
	}
	s.by = t.whose(s)
	for _, w := range words {
		n := g.named(w)
		if n == engine.Unknown && !isCommand(w) {
			continue
		}
		said := s.showing(g.catalog, g.hold, n)
		if t.heeds(s, w) || n != engine.Unknown && (said.awaitsHand(g.hold) || len(t.readings(said)) > 0) {
			return w
		}
		word = cmp.Or(word, w)
	}
	return word
}

// heeds reports whether there is something for a command to do.
func (t *Table) heeds(s observation, command string) bool {
	switch command {
	case commandUndo:
		return len(t.game.log) > 0
	case commandConfirm, commandDrop:
		return t.gesture != nil
	case commandRescan:
		_, _, ok := t.laidLast(t.whose(s))
		return ok
	case commandMute:
		return t.hasBuzzer()
	}
	return false
}

// shownWord takes a word that was shown: a card, a seat, a place, a verb or a command.
func (t *Table) shownWord(s observation, word, at, source string) {
	g := t.game
	n := g.named(word)
	switch {
	case word == commandUndo:
		if problem := t.takeBack(t.game.lastGesture(), source); problem != nil {
			t.refuseText(problem, Everyone)
		}
		return
	case word == commandRescan:
		t.rescan(s)
		return
	case word == commandConfirm:
		t.confirm(source)
		return
	case word == commandMute:
		t.toggleMute()
		return
	case word == commandDrop && (t.gesture != nil || n == engine.Unknown):
		t.gesture = nil
		return
	case n == engine.Unknown && tags.Seat(word) > 0:
		t.refuseText(nobodyAt(tags.Seat(word)), s.audience())
		return
	case n == engine.Unknown:
		if strings.HasPrefix(source, sourceButton) {
			word = t.deviceTitle(at, lang.English) // what is written on it
		}
		t.refuseText(lang.T("“{1}” means nothing in {2}", capital(word), g.title()), s.audience())
		return
	}
	if strings.HasPrefix(source, sourceReader) && t.leftovers.takes(n, s.seat, t.now) {
		return
	}
	t.leftovers = leftovers{}
	t.understand(s.showing(g.catalog, g.hold, n), at, source)
}

// named is the name for which a word stands. The word of a seat is whoever sits there, in every game.
func (g *game) named(word string) engine.Name {
	if n := g.catalog.Name(word); n != engine.Unknown {
		return n
	}
	if seat := tags.Seat(word); seat > 0 {
		return g.catalog.SeatName(engine.Seat(seat - 1))
	}
	return engine.Unknown
}

// sentence tells an error as a sentence.
type sentence struct{ error }

// In implements lang.Told.
func (s sentence) In(language string) string { return capital(lang.In(s.error, language)) + "." }

// capital is a text that begins with a capital letter.
func capital(text string) string {
	_, size := utf8.DecodeRuneInString(text)
	return strings.ToUpper(text[:size]) + text[size:]
}
