package session

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"familiar/companion/protocol"
	"familiar/companion/resolver"
	"familiar/engine"
	"familiar/engine/lang"
)

// Localizer renders what people read of a game in one language. Panel and records use English.
type Localizer struct {
	engine.Localization
	Code     string
	Game     *Game
	nameList *protocol.Names // made when it is first asked for
}

// localizedText is a text of a game, rendered once in each language.
type localizedText struct {
	game     *Game
	say      func(*Localizer) string
	rendered map[*Localizer]string
}

// Localize returns a text that say renders, once for each language in which somebody reads it.
func (g *Game) Localize(say func(*Localizer) string) lang.Localized {
	return &localizedText{g, say, make(map[*Localizer]string)}
}

// In implements lang.Localized.
func (t *localizedText) In(code string) string {
	v := t.game.InLanguage(code)
	text, ok := t.rendered[v]
	if !ok {
		text = t.say(v)
		t.rendered[v] = text
	}
	return text
}

// once returns a text that is part of many snapshots. It is put together once for each language, and not for each phone and snapshot.
func (g *Game) once(text lang.Localized) lang.Localized {
	return g.Localize(func(v *Localizer) string { return text.In(v.Code) })
}

// Moves returns moves as people read them.
func (g *Game) Moves(moves ...engine.Move) lang.Localized {
	return g.Localize(func(v *Localizer) string { return v.RenderMoves(moves) })
}

// Name returns a name as people read it.
func (g *Game) Name(n engine.Name) lang.Localized {
	return g.Localize(func(v *Localizer) string { return v.Name(g.Catalog, n) })
}

// Verb returns a verb as it stands on a button.
func (g *Game) Verb(verb engine.Name) lang.Localized {
	return g.Localize(func(v *Localizer) string { return v.VerbTitle(verb) })
}

// Observed returns what was observed, as the beginning of a sentence.
func (g *Game) Observed(o resolver.Observation) lang.Localized {
	return g.Localize(func(v *Localizer) string { return lang.Capital(v.naming(o)) })
}

// Asked returns a question about an observation, which begins with what was observed.
func (g *Game) Asked(o resolver.Observation, question lang.Localized) lang.Localized {
	return g.Localize(func(v *Localizer) string {
		text := question.In(v.Code)
		first, size := utf8.DecodeRuneInString(text)
		return lang.Capital(v.naming(o)) + ": " + string(unicode.ToLower(first)) + text[size:]
	})
}

// Title returns what people call the game.
func (g *Game) Title() lang.Localized {
	return g.Localize(func(v *Localizer) string { return v.Title })
}

// Who returns a seat as people read it; "the host" for no seat.
func (g *Game) Who(seat engine.Seat) lang.Localized {
	if seat == engine.Nobody || seat == engine.NoSeat {
		return lang.T("the host")
	}
	return g.Seat(seat)
}

// WhoKnown returns a player, or the host, as people read it, and nil for NoSeat.
func (g *Game) WhoKnown(seat engine.Seat) lang.Localized {
	if seat == engine.NoSeat {
		return nil
	}
	return g.Who(seat)
}

// SetAside returns the text that says who has set aside what was shown.
func SetAside(who lang.Localized) *lang.Text { return lang.T("{1} has set aside what was shown", who) }

// TakenBack returns the text that says how many moves were taken back, and by whom. by is nil if that is not known.
func TakenBack(moves int, by lang.Localized) lang.Localized {
	text := lang.T("the last move was taken back")
	switch {
	case by != nil && moves > 1:
		text = lang.T("{1} has taken the last {2} moves back", by, moves)
	case by != nil:
		text = lang.T("{1} has taken the last move back", by)
	case moves > 1:
		text = lang.T("the last {1} moves were taken back", moves)
	}
	return lang.Sentence(text)
}

// BoldnessSet returns the text that says who has set how much the table decides by itself.
func BoldnessSet(as protocol.Boldness, who lang.Localized) *lang.Text {
	switch as {
	case protocol.Usual:
		return lang.T("{1} lets the table take what is usual", who)
	case protocol.Bold:
		return lang.T("{1} lets the table make forgotten moves by itself", who)
	}
	return lang.T("{1} lets the table ask whenever a card can mean several things", who)
}

// Seat returns a seat, or the table, as people read it.
func (g *Game) Seat(seat engine.Seat) lang.Localized {
	return g.Localize(func(v *Localizer) string { return v.Seat(g.Catalog, seat) })
}

// InLanguage returns the localizer of a language, the English one if the game is not translated into it.
func (g *Game) InLanguage(code string) *Localizer {
	if _, ok := g.Spec.Languages[code]; !ok {
		code = engine.English
	}
	if v, ok := g.localizers[code]; ok {
		return v
	}
	r, err := LocalizationOf(g.Spec, g.Setup.Pack, code)
	if err != nil { // languages are built in, and a test sees to it that they can be read
		return g.localizers[engine.English]
	}
	g.localizers[code] = &Localizer{Localization: r, Code: code, Game: g}
	return g.localizers[code]
}

// LocalizationOf returns the texts of a game in a language, for a game that is played with a card list.
func LocalizationOf(g engine.Game, pack, code string) (engine.Localization, error) {
	r, err := g.Localization(code)
	if err == nil && pack != engine.HousePack {
		r.Cards, r.Texts = nil, nil // an owner's list has the titles and texts of its cards itself
	}
	return r, err
}

// NameList returns the names of the game, made once for each language.
func (v *Localizer) NameList() *protocol.Names {
	if v.nameList == nil {
		v.nameList = v.NamesOf(v.Game.Journal.Name())
	}
	return v.nameList
}

// RenderMoves returns moves as one sentence without its full stop.
func (v *Localizer) RenderMoves(moves []engine.Move) string {
	text := ""
	for i, m := range moves {
		next := strings.TrimSuffix(v.Move(v.Game.Catalog, m), ".")
		if i > 0 {
			next = lang.T("{1}, then {2}", text, next).In(v.Code)
		}
		text = next
	}
	return text
}

// Titles returns names as people read them.
func (v *Localizer) Titles(names []engine.Name) []string {
	titles := make([]string, len(names))
	for i, n := range names {
		titles[i] = v.Name(v.Game.Catalog, n)
	}
	return titles
}

// Rendering is a move that stands, with its events, as people read it in one language.
type Rendering struct {
	texts  []string         // by seat, the last one for everybody else; "" if that viewer must not know of it
	Also   []string         // the events that are told
	Chores []protocol.Chore // the events that are chores
	News   []string         // the other events
}

// Render returns a move as people read it.
func (v *Localizer) Render(e *Entry) *Rendering {
	if s, ok := e.rendered[v]; ok {
		return s
	}
	c := v.Game.Catalog
	s := &Rendering{texts: make([]string, len(e.redacted))}
	for i, m := range e.redacted {
		if m.Verb != engine.None {
			s.texts[i] = v.Move(c, m)
		}
	}
	for _, ev := range e.events {
		text, chore := v.Event(c, ev)
		s.Also = append(s.Also, text)
		if chore {
			s.Chores = append(s.Chores, protocol.Chore{Seat: protocol.SeatNumber(ev.Seat), Text: text})
		} else {
			s.News = append(s.News, text)
		}
	}
	if e.more > 0 {
		more := lang.T("And {1} more.", e.more).In(v.Code)
		s.Also, s.News = append(s.Also, more), append(s.News, more)
	}
	e.rendered[v] = s
	return s
}

// To returns the move as a seat may read it, "" if the seat must not know of it.
func (s *Rendering) To(seat engine.Seat) string { return forViewer(s.texts, seat) }

// Chores returns the tasks that are likely still to be done with the real pieces.
func (v *Localizer) Chores() []protocol.Chore {
	g := v.Game
	var all []protocol.Chore
	from, to := g.chores()
	for i := range g.Log[from:to] {
		for _, d := range v.Render(&g.Log[from+i]).Chores {
			if !slices.Contains(all, d) {
				all = append(all, d)
			}
		}
	}
	return all
}

// Refusal returns a refused move and the rule that forbids it, in words.
func (v *Localizer) Refusal(r *resolver.Refusal) protocol.Verdict {
	refusal := protocol.Verdict{Text: v.RenderMoves(r.Moves), Rule: r.Why.Rule, Words: v.Book.Words(r.Why.Rule)}
	for _, n := range r.Why.Names {
		switch {
		case n == engine.None || n == engine.Unknown:
		case v.Game.Catalog.Class(n)&engine.ClassVerb != 0:
			refusal.Names = append(refusal.Names, v.VerbTitle(n))
		default:
			refusal.Names = append(refusal.Names, v.Name(v.Game.Catalog, n))
		}
	}
	if r.Text != nil {
		refusal.Text = r.Text.In(v.Code)
	}
	if r.Shown != nil {
		refusal.Text, refusal.Names = lang.Capital(v.naming(*r.Shown)), v.Titles(r.Shown.Names)
	}
	return refusal
}

// naming returns what was observed, in words.
func (v *Localizer) naming(s resolver.Observation) string {
	switch {
	case len(s.Names) == 0 && s.Verb != engine.None:
		return v.VerbTitle(s.Verb)
	case len(s.Names) == 0:
		return v.Seat(v.Game.Catalog, s.By)
	}
	return strings.Join(v.Titles(s.Names), ", ")
}

// VerbTitle returns a verb as it stands on a button.
func (v *Localizer) VerbTitle(verb engine.Name) string {
	c := v.Game.Catalog
	if w, ok := v.Verbs[c.Word(verb)]; ok {
		return w
	}
	return c.Title(verb)
}
