package people

import (
	"slices"
	"strings"

	"familiar/companion/protocol"
	"familiar/engine"
)

// telling is a move that the table is told.
type telling struct {
	move     engine.Move
	at       engine.State // in truth, before the move
	slip     Slip
	number   int     // how many moves were made in truth before
	before   int     // how many moves stood at the table
	laid     []piece // what lies on readers for it
	spoken   bool    // it was said on a phone
	seen     bool    // it was not told, but its cards lie on their readers
	verdicts int     // the number of the table's last verdict before
	untrue   int     // the number of a question to which no answer is true
}

// lay lays the cards of a move, or presses its button, or else says it on a phone.
func (e *Evening) lay(t *telling) {
	if v := e.table.See(Watcher).Game.Verdict; v != nil {
		t.verdicts = v.N
	}
	t.laid = e.pieces(t)
	if t.slip == WrongCard && len(t.laid) > 0 {
		e.layWrong(t)
	}
	if t.slip == WrongSeat && len(t.laid) > 0 {
		e.mistakeSeat(t)
	}
	switch button := e.button(t.move); {
	case len(t.laid) > 0 && e.sayFirst(t):
		for _, p := range t.laid {
			e.put(p.reader, p.tag)
			if !p.card {
				e.Score.gesture("token")
			}
		}
		if last := t.laid[len(t.laid)-1]; t.slip == Doubled {
			e.wait(t, 0.6)
			e.take(last.reader, last.tag)
			e.wait(t, 0.3)
			e.put(last.reader, last.tag)
		}
	case button != "":
		for range e.times(t) {
			e.press(button)
		}
	default:
		for range e.times(t) {
			e.say(t)
		}
	}
}

// times returns how often a button or a phone is used for a move.
func (e *Evening) times(t *telling) int {
	if t.slip == Doubled {
		return 2
	}
	return 1
}

// layWrong lays another card first, and lifts it.
func (e *Evening) layWrong(t *telling) {
	c, first := t.at.Catalog(), t.laid[0]
	cards := c.Names(engine.ClassCard)
	for range 20 {
		tag, ok := e.free(c.Word(cards[e.careless.rng.IntN(len(cards))]), first.reader, nil)
		if ok && e.readerWith(tag) == "" && tag.Word != first.tag.Word {
			e.put(first.reader, tag)
			e.wait(t, 0.8)
			e.take(first.reader, tag)
			e.wait(t, 0.5)
			return
		}
	}
}

// mistakeSeat makes the first card come to lie on the reader of the same place of another seat.
func (e *Evening) mistakeSeat(t *telling) {
	place := ""
	for _, r := range e.layout.Readers {
		if r.Name == t.laid[0].reader {
			place = r.Place
		}
	}
	seat, of, ok := strings.Cut(place, ".")
	if !ok {
		return
	}
	for _, other := range e.Seats {
		if on := e.readerOf(other + "." + of); other != seat && on != "" {
			t.laid[0].reader = on
			e.beside[t.laid[0].tag] = 0
			return
		}
	}
}

// button returns the button that says a move without a card; "" if there is none.
func (e *Evening) button(m engine.Move) string {
	if m.Arity() > 0 {
		return ""
	}
	return e.buttonOf(e.State().Catalog().Word(m.Verb))
}

// buttonOf returns the button that says a word; "" if there is none.
func (e *Evening) buttonOf(word string) string {
	i := slices.IndexFunc(e.layout.Buttons, func(b Button) bool { return slices.Contains(b.Words, word) })
	if i < 0 {
		return ""
	}
	return e.layout.Buttons[i].Name
}

func (e *Evening) press(button string) {
	e.trace("  presses %s", button)
	e.Score.gesture("button")
	e.table.Press(button)
}

// say makes a move on the phone of its seat: a tap for the verb, and one for each word that has an alternative.
func (e *Evening) say(t *telling) bool {
	again := t.spoken || e.refused(t)
	t.spoken = true
	e.trace("  says it on a phone")
	e.Score.gestures("phone", e.taps(t.at, t.move))
	a := e.table.Ask(e.phone(t.move.Seat), e.request(t.move))
	if a.OK {
		return true
	}
	e.trace("  refused: %s", a.Text)
	if again && t.slip != Doubled {
		e.Score.RefusedAgain++
		if e.manner.Looks {
			e.nextLook = e.Score.Moves
		}
	}
	return false
}

func (e *Evening) request(m engine.Move) protocol.MoveRequest {
	c := e.State().Catalog()
	r := protocol.MoveRequest{Verb: c.Word(m.Verb), Args: strings.Fields(c.FormatArgs(m))}
	if m.Seat == engine.Nobody {
		r.Seat = "table"
	}
	return r
}

// refused reports whether the table has refused something since the move was told.
func (e *Evening) refused(t *telling) bool {
	v := e.table.See(e.phone(t.move.Seat)).Game.Verdict
	return v != nil && !v.OK && v.N > t.verdicts
}

// phone returns the phone that makes the moves of a seat.
func (e *Evening) phone(seat engine.Seat) int {
	if int(seat) < len(e.Seats) {
		return int(seat)
	}
	return 0
}

// taps returns how many taps a move takes on a phone.
func (e *Evening) taps(at engine.State, m engine.Move) int {
	n := 1
	for i := range m.Arity() {
		for other := range at.Moves {
			if other.Seat == m.Seat && other.Verb == m.Verb && slices.Equal(other.Args[:i], m.Args[:i]) && other.Args[i] != m.Args[i] {
				n++
				break
			}
		}
	}
	return n
}

// mostQuestions is how many questions about one move people answer before they make it on a phone.
const mostQuestions = 6

// answer answers the table's questions about a move until it is made, and makes it on a phone if they do not lead there. What the table asks then is answered, too.
func (e *Evening) answer(t *telling) {
	if !e.reply(t) || t.spoken || e.made() > t.before {
		return
	}
	if v := e.table.See(e.phone(t.move.Seat)).Game.Verdict; e.refused(t) {
		e.trace("  the table says: %s %s", v.Text, v.Words)
	}
	if !e.say(t) {
		e.reply(t)
	}
}

// reply answers the table's questions about a move, and reports whether people still want it made.
func (e *Evening) reply(t *telling) bool {
	settled := 0
	for range mostQuestions {
		g := e.table.See(e.phone(t.move.Seat)).Game
		if g == nil {
			return false
		}
		q := g.Gesture
		if e.made() > t.before || q == nil || q.ID == t.untrue || len(q.Options) == 0 || q.Kind == overlooked && !e.manner.Looks {
			return true
		}
		e.Score.ask(q, e.inStep)
		careless := e.manner.Dose != None
		if careless && e.careless.rng.Float64() < noAnswers {
			e.trace("  does not answer %q", q.Text)
			return false
		}
		option := -1
		if option, settled = e.optionFor(t, settled, q); option < 0 {
			e.trace("  no answer to %q is true", q.Text)
			t.untrue = q.ID
			return true
		}
		if careless && e.careless.rng.Float64() < wrongAnswers {
			option = e.careless.rng.IntN(len(q.Options))
		}
		e.trace("  is asked %q, answers %q", q.Text, q.Options[option].Text)
		e.Score.gesture("answer")
		e.table.Ask(e.phone(t.move.Seat), protocol.PickRequest{Gesture: q.ID, Option: option})
	}
	return true
}

// The kinds of questions that are no questions of what was done: whether moves were forgotten, and whether the last one was meant otherwise. The latter only
// stands beside a refusal.
const (
	offered    = "catch-up"
	overlooked = "replace"
)

// optionFor returns the number of the answer that leads to a move; -1 if none does. Settled is how many of the move's arguments earlier answers have given;
// then is that number after this answer. An answer may also tell moves that were forgotten: it is true if those were made.
func (e *Evening) optionFor(t *telling, settled int, g *protocol.Gesture) (option, then int) {
	c, m := t.at.Catalog(), t.move
	sentence := e.Words.Move(c, m)
	texts := []string{sentence, e.Words.Seat(c, m.Seat), e.Words.Verbs[c.Word(m.Verb)]}
	whole := len(texts)
	for _, a := range m.Args[min(settled, m.Arity()):m.Arity()] {
		texts = append(texts, e.Words.Name(c, a))
	}
	for i, text := range texts {
		if at := slices.IndexFunc(g.Options, func(o protocol.Option) bool { return same(o.Text, text) }); at >= 0 {
			return at, settled + max(0, i-whole+1)
		}
	}
	moves := e.history.Moves()[:t.number]
	for back := 1; back <= min(len(moves), 6); back++ {
		sentence = strings.TrimSuffix(e.Words.Move(c, moves[len(moves)-back]), ".") + ", then " + sentence
		if at := slices.IndexFunc(g.Options, func(o protocol.Option) bool { return same(o.Text, sentence) }); at >= 0 {
			return at, settled
		}
	}
	return -1, settled
}

func same(a, b string) bool { return strings.EqualFold(strings.Trim(a, ". "), strings.Trim(b, ". ")) }
