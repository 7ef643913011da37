package companion

import (
	"slices"
	"strings"

	"familiar/engine"
	"familiar/engine/lang"
)

// voice is a language in which a game speaks to some of its viewers. Panel and records have English.
type voice struct {
	engine.Reading
	code string
	game *game
	told *Names // once somebody wanted to know
}

// told is what the voice of a game says, once in each language.
type told struct {
	game *game
	say  func(*voice) string
	said map[*voice]string
}

func (g *game) tells(say func(*voice) string) *told { return &told{g, say, make(map[*voice]string)} }

// In implements lang.Told.
func (t *told) In(code string) string {
	v := t.game.speaks(code)
	text, ok := t.said[v]
	if !ok {
		text = t.say(v)
		t.said[v] = text
	}
	return text
}

// moved are moves as people read them.
func (g *game) moved(moves ...engine.Move) *told {
	return g.tells(func(v *voice) string { return v.tell(moves) })
}

// called is a name as people read it.
func (g *game) called(n engine.Name) *told {
	return g.tells(func(v *voice) string { return v.Name(g.catalog, n) })
}

// title is what people call the game.
func (g *game) title() *told { return g.tells(func(v *voice) string { return v.Title }) }

// who is a seat as people read it, the host where it is none.
func (g *game) who(seat engine.Seat) lang.Told {
	if seat == engine.Nobody || seat == engine.NoSeat {
		return lang.T("the host")
	}
	return g.seated(seat)
}

// seated is a seat as people read it, or the table.
func (g *game) seated(seat engine.Seat) *told {
	return g.tells(func(v *voice) string { return v.Seat(g.catalog, seat) })
}

// speaks is the voice of the game in a language, the English one where it does not speak that.
func (g *game) speaks(code string) *voice {
	if _, ok := g.engine.Languages[code]; !ok {
		code = engine.English
	}
	if v, ok := g.voices[code]; ok {
		return v
	}
	r, err := reading(g.engine, g.setup.Pack, code)
	if err != nil { // languages are built in, and a test sees to it that they can be read
		return g.voices[engine.English]
	}
	g.voices[code] = &voice{Reading: r, code: code, game: g}
	return g.voices[code]
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
func (v *voice) names() *Names {
	if v.told == nil {
		v.told = v.namesOf(v.game.journal.Name())
	}
	return v.told
}

// tell says moves as people read them.
func (v *voice) tell(moves []engine.Move) string {
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
func (v *voice) titles(names []engine.Name) []string {
	titles := make([]string, len(names))
	for i, n := range names {
		titles[i] = v.Name(v.game.catalog, n)
	}
	return titles
}

// said is a move that stands as people read it.
type said struct {
	told []string // by seat, the last one for everybody else; "" if that viewer must not know of it
	also []string // what followed
	toDo []ToDo   // what of that is something to do
	news []string // … and what is not
}

// says is what a move reads like.
func (v *voice) says(e *entry) *said {
	if s, ok := e.said[v]; ok {
		return s
	}
	c := v.game.catalog
	s := &said{told: make([]string, len(e.told))}
	for i, m := range e.told {
		if m.Verb != engine.None {
			s.told[i] = v.Move(c, m)
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
	e.said[v] = s
	return s
}

// to is a move as a seat may read it, "" if it must not know of it.
func (s *said) to(seat engine.Seat) string {
	if int(seat) < len(s.told)-1 {
		return s.told[seat]
	}
	return s.told[len(s.told)-1]
}

// owed is what is still to be done with the real pieces.
func (v *voice) owed() []ToDo {
	g := v.game
	var all []ToDo
	for i := g.owed.at - g.owed.moves; i < g.owed.at; i++ {
		for _, d := range v.says(&g.log[i]).toDo {
			if !slices.Contains(all, d) {
				all = append(all, d)
			}
		}
	}
	return all
}

// refusal is a violation in words.
func (v *voice) refusal(r *refused) Verdict {
	if told, ok := r.said[v]; ok {
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
	if r.shown != nil {
		refusal.Text, refusal.Names = capital(v.naming(*r.shown)), v.titles(r.shown.names)
	}
	if r.said == nil {
		r.said = make(map[*voice]Verdict)
	}
	r.said[v] = refusal
	return refusal
}

// naming says what was shown.
func (v *voice) naming(s shown) string {
	switch {
	case len(s.names) == 0 && s.verb != engine.None:
		return v.verb(s.verb)
	case len(s.names) == 0:
		return v.Seat(v.game.catalog, s.by)
	}
	return strings.Join(v.titles(s.names), ", ")
}

// verb is a verb as it stands on a button.
func (v *voice) verb(verb engine.Name) string {
	c := v.game.catalog
	if w, ok := v.Verbs[c.Word(verb)]; ok {
		return w
	}
	return c.Title(verb)
}
