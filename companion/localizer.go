package companion

import (
	"slices"
	"strings"

	"familiar/companion/protocol"
	"familiar/companion/resolver"
	"familiar/engine"
	"familiar/engine/lang"
)

// localizer is a language in which a game speaks to some of its viewers. Panel and records have English.
type localizer struct {
	engine.Reading
	code     string
	game     *game
	nameList *protocol.Names // once somebody wanted to know
}

// localized is what the voice of a game says, once in each language.
type localized struct {
	game     *game
	say      func(*localizer) string
	rendered map[*localizer]string
}

func (g *game) localize(say func(*localizer) string) *localized {
	return &localized{g, say, make(map[*localizer]string)}
}

// In implements lang.Told.
func (t *localized) In(code string) string {
	v := t.game.inLanguage(code)
	text, ok := t.rendered[v]
	if !ok {
		text = t.say(v)
		t.rendered[v] = text
	}
	return text
}

// Moves are moves as people read them.
func (g *game) Moves(moves ...engine.Move) lang.Localized {
	return g.localize(func(v *localizer) string { return v.tell(moves) })
}

// Name is a name as people read it.
func (g *game) Name(n engine.Name) lang.Localized {
	return g.localize(func(v *localizer) string { return v.Name(g.catalog, n) })
}

// Verb is a verb as it stands on a button.
func (g *game) Verb(verb engine.Name) lang.Localized {
	return g.localize(func(v *localizer) string { return v.verb(verb) })
}

// Observed is what was shown, as a sentence begins.
func (g *game) Observed(o resolver.Observation) lang.Localized {
	return g.localize(func(v *localizer) string { return capital(v.naming(o)) })
}

// title is what people call the game.
func (g *game) title() *localized { return g.localize(func(v *localizer) string { return v.Title }) }

// who is a seat as people read it, the host where it is none.
func (g *game) who(seat engine.Seat) lang.Localized {
	if seat == engine.Nobody || seat == engine.NoSeat {
		return lang.T("the host")
	}
	return g.Seat(seat)
}

// Seat is a seat as people read it, or the table.
func (g *game) Seat(seat engine.Seat) lang.Localized {
	return g.localize(func(v *localizer) string { return v.Seat(g.catalog, seat) })
}

// inLanguage is the voice of the game in a language, the English one where it does not speak that.
func (g *game) inLanguage(code string) *localizer {
	if _, ok := g.engine.Languages[code]; !ok {
		code = engine.English
	}
	if v, ok := g.localizers[code]; ok {
		return v
	}
	r, err := reading(g.engine, g.setup.Pack, code)
	if err != nil { // languages are built in, and a test sees to it that they can be read
		return g.localizers[engine.English]
	}
	g.localizers[code] = &localizer{Reading: r, code: code, game: g}
	return g.localizers[code]
}

// reading is what people read of a game that is played with a card list.
func reading(g engine.Game, pack, code string) (engine.Reading, error) {
	r, err := g.Reading(code)
	if err == nil && pack != engine.HousePack {
		r.Cards, r.Texts = nil, nil // an own list says itself how its cards are called
	}
	return r, err
}

// names are those of the game under way.
func (v *localizer) names() *protocol.Names {
	if v.nameList == nil {
		v.nameList = v.namesOf(v.game.journal.Name())
	}
	return v.nameList
}

// tell says moves as people read them.
func (v *localizer) tell(moves []engine.Move) string {
	text := ""
	for i, m := range moves {
		next := strings.TrimSuffix(v.Move(v.game.catalog, m), ".")
		if i > 0 {
			next = lang.T("{1}, then {2}", text, next).In(v.code)
		}
		text = next
	}
	return text
}

// titles are names as people read them.
func (v *localizer) titles(names []engine.Name) []string {
	titles := make([]string, len(names))
	for i, n := range names {
		titles[i] = v.Name(v.game.catalog, n)
	}
	return titles
}

// rendering is a move that stands as people read it.
type rendering struct {
	texts []string        // by seat, the last one for everybody else; "" if that viewer must not know of it
	also  []string        // what followed
	toDo  []protocol.ToDo // what of that is something to do
	news  []string        // … and what is not
}

// render is what a move reads like.
func (v *localizer) render(e *entry) *rendering {
	if s, ok := e.rendered[v]; ok {
		return s
	}
	c := v.game.catalog
	s := &rendering{texts: make([]string, len(e.redacted))}
	for i, m := range e.redacted {
		if m.Verb != engine.None {
			s.texts[i] = v.Move(c, m)
		}
	}
	for _, ev := range e.events {
		text, toDo := v.Event(c, ev)
		s.also = append(s.also, text)
		if toDo {
			s.toDo = append(s.toDo, protocol.ToDo{Seat: seatNumber(ev.Seat), Text: text})
		} else {
			s.news = append(s.news, text)
		}
	}
	e.rendered[v] = s
	return s
}

// to is a move as a seat may read it, "" if it must not know of it.
func (s *rendering) to(seat engine.Seat) string {
	if int(seat) < len(s.texts)-1 {
		return s.texts[seat]
	}
	return s.texts[len(s.texts)-1]
}

// owed is what is still to be done with the real pieces.
func (v *localizer) owed() []protocol.ToDo {
	g := v.game
	var all []protocol.ToDo
	from, to := g.chores()
	for i := range g.log[from:to] {
		for _, d := range v.render(&g.log[from+i]).toDo {
			if !slices.Contains(all, d) {
				all = append(all, d)
			}
		}
	}
	return all
}

// refusal is a violation in words.
func (v *localizer) refusal(r *resolver.Refusal) protocol.Verdict {
	refusal := protocol.Verdict{Text: v.tell(r.Moves), Rule: r.Why.Rule, Words: v.Book.Words(r.Why.Rule)}
	for _, n := range r.Why.Names {
		switch {
		case n == engine.None || n == engine.Unknown:
		case v.game.catalog.Class(n)&engine.ClassVerb != 0:
			refusal.Names = append(refusal.Names, v.verb(n))
		default:
			refusal.Names = append(refusal.Names, v.Name(v.game.catalog, n))
		}
	}
	if r.Shown != nil {
		refusal.Text, refusal.Names = capital(v.naming(*r.Shown)), v.titles(r.Shown.Names)
	}
	return refusal
}

// naming says what was shown.
func (v *localizer) naming(s resolver.Observation) string {
	switch {
	case len(s.Names) == 0 && s.Verb != engine.None:
		return v.verb(s.Verb)
	case len(s.Names) == 0:
		return v.Seat(v.game.catalog, s.By)
	}
	return strings.Join(v.titles(s.Names), ", ")
}

// verb is a verb as it stands on a button.
func (v *localizer) verb(verb engine.Name) string {
	c := v.game.catalog
	if w, ok := v.Verbs[c.Word(verb)]; ok {
		return w
	}
	return c.Title(verb)
}
