package companion

import (
	"cmp"
	"slices"

	"familiar/companion/limits"
	"familiar/companion/presence"
	"familiar/companion/resolver"
	"familiar/companion/scene"
	"familiar/companion/tags"
	"familiar/companion/wired"
	"familiar/engine"
	"familiar/engine/lang"
)

// observeTag handles a tag that came to a reader.
func (ref *referee) observeTag(r Reader, uid tags.UID, arrival presence.Arrival) {
	o, err := ref.observationAt(r)
	if err != nil {
		ref.announcer.RefuseText(err, resolver.Everyone)
		return
	}
	ref.game.Secrets = ref.game.Secrets || o.Secret
	o.Tags = []resolver.Tag{{Reader: r.Name, UID: string(uid)}}
	o.Device, o.Source, o.Laid, o.At = r.Name, wired.SourceReader+r.Name, true, ref.now
	word, problem := ref.tags.wordOf(boxOf(ref.game), uid, o.Secret)
	if ref.isStopped(word) {
		ref.announcer.RefuseText(errPaused, o.Audience())
		return
	}
	if o.Secret && ref.roster.limits.Reached(limits.Conflict, ref.limited(o.Seat), ref.now) {
		ref.announcer.RefuseText(errConflicts, o.Audience())
		return
	}
	if problem != nil {
		if !o.Secret {
			ref.tags.unknown = uid
		}
		ref.intake.PutAside(o)
		ref.intake.Ask(resolver.Pending{Observation: o, Offered: &resolver.Question{Kind: resolver.UnknownTag, Text: lang.Sentence(problem)}})
		ref.announcer.RefuseText(problem, o.Audience())
		return
	}
	if q := ref.intake.UnderWay; q != nil && slices.Contains(q.Tags, o.Tags[0]) {
		arrival.Assigned = true
	}
	c := ref.game.Catalog
	believed := func() bool { return engine.Lies(ref.game.View(engine.Public).State, word, c.Word(o.Place)) }
	// At a hand a token counts like a card, so that others do not see from the moves which of the two is laid there again.
	if !arrival.Repeats(o.Secret || c.IsCard(word), believed) {
		ref.observe(o, word)
	}
}

// observationAt returns the observation that every tag on a reader begins with: the seat and place for which the reader stands in this game.
func (ref *referee) observationAt(r Reader) (resolver.Observation, error) {
	c := ref.game.Catalog
	o := resolver.Anything()
	if r.Seat > c.Seats() {
		return o, nobodyAt(r.Seat)
	}
	// If the game has no such place, the reader stands for its seat only.
	o.Place = ref.game.PlaceOf(r.Seat, r.Place)
	o.Secret = ref.isHand(r)
	if r.Seat > 0 && (o.Place == engine.None || o.Secret) {
		o.Seat = engine.Seat(r.Seat - 1)
	}
	return o, nil
}

// isHand reports whether a reader stands for a hand in the game under way: what lies there only its seat may know.
func (ref *referee) isHand(r Reader) bool {
	g := ref.game
	return g != nil && r.Seat > 0 && r.Seat <= g.Catalog.Seats() && g.Catalog.Class(g.PlaceOf(r.Seat, r.Place))&engine.ClassHand != 0
}

func nobodyAt(seat int) error { return lang.T("nobody sits at seat {1} in this game", seat) }

// press handles a button with the words that it may say. all answers the open question with the word as often as it is asked.
func (ref *referee) press(b Button, words []string, all bool) {
	if ref.game == nil {
		ref.announcer.RefuseText(lang.T("a button was pressed, and no game is under way. Start one on a phone"), resolver.Everyone)
		return
	}
	o, stood := resolver.Anything(), len(ref.game.Log)
	o.All, o.Device, o.Source, o.At = all, b.Name, wired.SourceButton+b.Name, ref.now
	if b.Seat > 0 && b.Seat <= ref.game.Catalog.Seats() {
		o.Seat = engine.Seat(b.Seat - 1)
	}
	word := ref.chooseWord(o, words)
	if word == "" {
		word = words[0] // it will be refused
	}
	if ref.isStopped(word) {
		ref.announcer.RefuseText(errPaused, resolver.Everyone)
		return
	}
	if !isCommand(word) && ref.intake.Pressed.Again(b.Name, ref.now, stood, ref.game.History.State().Status().Ask.Seat) {
		ref.announcer.Announce(lang.Sentence(lang.T("the button was pressed twice, and counts once")), resolver.Everyone, scene.CueNone)
		return
	}
	ref.observe(o, word)
	if made := len(ref.game.Log); made > stood {
		ref.intake.Pressed = presence.Press{Button: b.Name, At: ref.now, Stand: made, Move: ref.game.History.Moves()[made-1]}
	}
}

// chooseWord returns the first word of a button that continues a pending observation, or else the first that has a reading now, for the button's own seat
// or for the seat that must answer. If there is none, it returns the first word that the game knows, so that the refusal has a reason, and "" if the game
// knows none of several.
func (ref *referee) chooseWord(o resolver.Observation, words []string) string {
	g := ref.game
	if len(words) == 1 {
		return words[0]
	}
	situation := ref.situation()
	word := ""
	for _, w := range words {
		if n := g.Named(w); n != engine.Unknown {
			if _, ok := situation.Correction(o.Showing(g.Catalog, n)); ok {
				return w
			}
			switch in, ok := situation.Interpret(o.Showing(g.Catalog, n)); {
			case !ok || in.With == nil || in.With.Secret: // the choice of a word must not reveal a secret gesture
			case in.With == situation.UnderWay:
				return w
			default: // it continues a waiting gesture; another word may continue the one under way
				word = cmp.Or(word, w)
			}
		}
	}
	if word != "" {
		return word
	}
	o.By = ref.makerOf(o)
	for _, w := range words {
		n := g.Named(w)
		if n == engine.Unknown && !isCommand(w) {
			continue
		}
		shown := o.Showing(g.Catalog, n)
		if ref.hasEffect(o, w) || n != engine.Unknown && (shown.AwaitsHand(g.Catalog) || len(situation.Readings(shown)) > 0) {
			return w
		}
		word = cmp.Or(word, w)
	}
	return word
}

// hasEffect reports whether a command has something to do.
func (ref *referee) hasEffect(o resolver.Observation, command string) bool {
	switch command {
	case commandUndo:
		return len(ref.game.Log) > 0
	case commandConfirm, commandDrop:
		return ref.intake.UnderWay != nil
	case commandRescan:
		_, _, ok := ref.laidLast(ref.makerOf(o))
		return ok
	case commandMute:
		return ref.wiring.HasBuzzer()
	}
	return false
}

// observe handles a word that was shown or pressed: a card, a seat, a place, a verb or a command.
func (ref *referee) observe(o resolver.Observation, word string) {
	g := ref.game
	n := g.Named(word)
	switch {
	case word == commandUndo:
		ref.undo(o.Source)
		return
	case word == commandRescan:
		ref.rescan(o)
		return
	case word == commandConfirm:
		ref.confirm(o.Source)
		return
	case word == commandMute:
		ref.buzzer.toggle()
		return
	case word == commandDrop && (ref.intake.UnderWay != nil || n == engine.Unknown):
		ref.intake.UnderWay = nil
		return
	case n == engine.Unknown && tags.Seat(word) > 0:
		ref.announcer.RefuseText(nobodyAt(tags.Seat(word)), o.Audience())
		return
	case n == engine.Unknown:
		if !o.Laid {
			word = ref.wiring.Title(o.Device, ref.game, lang.English) // the label of the button
		}
		ref.announcer.RefuseText(lang.T("“{1}” means nothing in {2}", lang.Capital(word), g.Title()), o.Audience())
		return
	}
	if o.Laid && ref.intake.Leftovers.Claim(o, n) {
		ref.intake.Readers.Assign(o.Tags, len(g.Log))
		return
	}
	ref.intake.Leftovers = presence.Leftovers{}
	situation := ref.situation()
	last := ref.intake.Readers.Replaced(o.Tags, ref.now)
	situation.CardReplaced = o.Laid && last > 0 && last == len(g.Log) && g.LastGesture() == 1
	ref.apply(situation.Resolve(o.Showing(g.Catalog, n)), tellerOf(o))
}

// tellerOf returns the seat whose hand an observation shows, engine.NoSeat if it shows none.
func tellerOf(o resolver.Observation) engine.Seat {
	if o.Secret {
		return o.Seat
	}
	return engine.NoSeat
}
