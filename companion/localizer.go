package companion

import (
	"slices"
	"strings"

	"familiar/engine"
	"familiar/engine/lang"
)

// localizer is a language in which a game speaks to some of its viewers. Panel and records have English.
type localizer struct {
	engine.Reading
	code     string
	game     *game
	nameList *Names // once somebody wanted to know
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

// moved are moves as people read them.
func (g *game) moved(moves ...engine.Move) *localized {
	return g.localize(func(v *localizer) string { return v.tell(moves) })
}

// called is a name as people read it.
func (g *game) called(n engine.Name) *localized {
	return g.localize(func(v *localizer) string { return v.Name(g.catalog, n) })
}

// title is what people call the game.
func (g *game) title() *localized { return g.localize(func(v *localizer) string { return v.Title }) }

// who is a seat as people read it, the host where it is none.
func (g *game) who(seat engine.Seat) lang.Localized {
	if seat == engine.Nobody || seat == engine.NoSeat {
		return lang.T("the host")
	}
	return g.seated(seat)
}

// seated is a seat as people read it, or the table.
func (g *game) seated(seat engine.Seat) *localized {
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
func (v *localizer) names() *Names {
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
	texts []string // by seat, the last one for everybody else; "" if that viewer must not know of it
	also  []string // what followed
	toDo  []ToDo   // what of that is something to do
	news  []string // … and what is not
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
			s.toDo = append(s.toDo, ToDo{seatNumber(ev.Seat), text})
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
func (v *localizer) owed() []ToDo {
	g := v.game
	var all []ToDo
	for i := g.chores.at - g.chores.moves; i < g.chores.at; i++ {
		for _, d := range v.render(&g.log[i]).toDo {
			if !slices.Contains(all, d) {
				all = append(all, d)
			}
		}
	}
	return all
}

// refusal is a violation in words.
func (v *localizer) refusal(r *refused) Verdict {
	if told, ok := r.rendered[v]; ok {
		return told
	}
	refusal := Verdict{Text: v.tell(r.moves), Rule: r.why.Rule, Words: v.Book.Words(r.why.Rule)}
	for _, n := range r.why.Names {
		switch {
		case n == engine.None || n == engine.Unknown:
		case v.game.catalog.Class(n)&engine.ClassVerb != 0:
			refusal.Names = append(refusal.Names, v.verb(n))
		default:
			refusal.Names = append(refusal.Names, v.Name(v.game.catalog, n))
		}
	}
	if r.observed != nil {
		refusal.Text, refusal.Names = capital(v.naming(*r.observed)), v.titles(r.observed.names)
	}
	if r.rendered == nil {
		r.rendered = make(map[*localizer]Verdict)
	}
	r.rendered[v] = refusal
	return refusal
}

// naming says what was shown.
func (v *localizer) naming(s observation) string {
	switch {
	case len(s.names) == 0 && s.verb != engine.None:
		return v.verb(s.verb)
	case len(s.names) == 0:
		return v.Seat(v.game.catalog, s.by)
	}
	return strings.Join(v.titles(s.names), ", ")
}

// verb is a verb as it stands on a button.
func (v *localizer) verb(verb engine.Name) string {
	c := v.game.catalog
	if w, ok := v.Verbs[c.Word(verb)]; ok {
		return w
	}
	return c.Title(verb)
}
