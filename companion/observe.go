package companion

import (
	"cmp"

	"familiar/companion/resolver"
	"familiar/companion/tags"
	"familiar/engine"
	"familiar/engine/lang"
)

// sees takes a tag that is shown at a reader.
func (ref *referee) sees(r Reader, id tags.UID) {
	s, err := ref.standsFor(r)
	if err != nil {
		ref.announcer.refuseText(err, resolver.Everyone)
		return
	}
	s.Tags = []resolver.Tag{{Reader: r.Name, UID: string(id)}}
	s.Device, s.Source, s.Laid, s.At = r.Name, sourceReader+r.Name, true, ref.now
	word, problem := ref.tags.tagged(boxOf(ref.game), id)
	if ref.standsStill(word) {
		ref.announcer.refuseText(errPaused, s.Audience())
		return
	}
	if problem != nil {
		ref.tags.noteUnknown(id, s.Audience())
		ref.intake.putAside(s)
		ref.intake.askAbout(resolver.Pending{Observation: s, Offered: &resolver.Question{Kind: resolver.UnknownTag, Text: lang.Sentence(problem)}})
		ref.announcer.refuseText(problem, s.Audience())
		return
	}
	ref.observe(s, word)
}

// standsFor is what a reader says by itself in this game.
func (ref *referee) standsFor(r Reader) (resolver.Observation, error) {
	c := ref.game.Catalog
	s := resolver.Anything()
	if r.Seat > c.Seats() {
		return s, nobodyAt(r.Seat)
	}
	// Where the game has no such place the reader stands for its seat alone.
	s.Place = ref.game.PlaceOf(r.Seat, r.Place)
	s.Secret = r.Seat > 0 && c.Class(s.Place)&engine.ClassHand != 0
	if r.Seat > 0 && (s.Place == engine.None || s.Secret) {
		s.Seat = engine.Seat(r.Seat - 1)
	}
	return s, nil
}

func nobodyAt(seat int) error { return lang.T("nobody sits at seat {1} in this game", seat) }

// press takes the words of a button, of which the first that can be said is; all says it as often as the question is open that it answers.
func (ref *referee) press(b Button, words []string, all bool) {
	if ref.game == nil {
		ref.announcer.refuseText(lang.T("a button was pressed, and no game is under way. Start one on a phone"), resolver.Everyone)
		return
	}
	s := resolver.Anything()
	s.All = all
	s.Device, s.Source, s.At = b.Name, sourceButton+b.Name, ref.now
	if b.Seat > 0 && b.Seat <= ref.game.Catalog.Seats() {
		s.Seat = engine.Seat(b.Seat - 1)
	}
	word := ref.sayable(s, words)
	if word == "" {
		word = words[0] // which is refused
	}
	if ref.standsStill(word) {
		ref.announcer.refuseText(errPaused, resolver.Everyone)
		return
	}
	ref.observe(s, word)
}

// sayable is the first of the words of a button that goes on from what is asked about, or else that can be said now, by the button's own seat
// or else by whoever is awaited. If none can be said, it is the first that the game knows, so that it is refused with the reason; "" if the game
// knows none of several.
func (ref *referee) sayable(s resolver.Observation, words []string) string {
	g := ref.game
	if len(words) == 1 {
		return words[0]
	}
	situation := ref.situation()
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
	s.By = ref.whose(s)
	for _, w := range words {
		n := g.Named(w)
		if n == engine.Unknown && !isCommand(w) {
			continue
		}
		said := s.Showing(g.Catalog, n)
		if ref.heeds(s, w) || n != engine.Unknown && (said.AwaitsHand(g.Catalog) || len(situation.Readings(said)) > 0) {
			return w
		}
		word = cmp.Or(word, w)
	}
	return word
}

// heeds reports whether there is something for a command to do.
func (ref *referee) heeds(s resolver.Observation, command string) bool {
	switch command {
	case commandUndo:
		return len(ref.game.Log) > 0
	case commandConfirm, commandDrop:
		return ref.intake.gesture != nil
	case commandRescan:
		_, _, ok := ref.laidLast(ref.whose(s))
		return ok
	case commandMute:
		return ref.wiring.hasBuzzer()
	}
	return false
}

// observe takes a word that was shown: a card, a seat, a place, a verb or a command.
func (ref *referee) observe(s resolver.Observation, word string) {
	g := ref.game
	n := g.Named(word)
	switch {
	case word == commandUndo:
		ref.undo(s.Source)
		return
	case word == commandRescan:
		ref.rescan(s)
		return
	case word == commandConfirm:
		ref.confirm(s.Source)
		return
	case word == commandMute:
		ref.buzzer.toggle()
		return
	case word == commandDrop && (ref.intake.gesture != nil || n == engine.Unknown):
		ref.intake.gesture = nil
		return
	case n == engine.Unknown && tags.Seat(word) > 0:
		ref.announcer.refuseText(nobodyAt(tags.Seat(word)), s.Audience())
		return
	case n == engine.Unknown:
		if !s.Laid {
			word = ref.wiring.title(s.Device, ref.game, lang.English) // what is written on it
		}
		ref.announcer.refuseText(lang.T("“{1}” means nothing in {2}", lang.Capital(word), g.Title()), s.Audience())
		return
	}
	if s.Laid && ref.intake.leftovers.takes(s, n) {
		return
	}
	ref.intake.leftovers = leftovers{}
	ref.apply(ref.situation().Resolve(s.Showing(g.Catalog, n)))
}
