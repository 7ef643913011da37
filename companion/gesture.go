package companion

import (
	"fmt"
	"slices"
	"strings"

	"familiar/engine"
)

// gesture is what was shown and is not yet a move, with the question that parts its readings.
type gesture struct {
	id      int
	shown   shown
	at      string
	kind    string
	text    string
	answers []answer
}

// answer is one way to read a gesture: moves to be made, or what was shown narrowed further.
type answer struct {
	text    string
	moves   []engine.Move
	undo    int // so many moves are taken back first
	narrow  shown
	narrows bool
}

// mostAnswers is how many whole moves a question offers before it asks for less at a time.
const mostAnswers = 8

// sighted takes a tag that came into the field of a reader.
func (t *Table) sighted(reader, uid string) {
	r, ok := t.reader(reader)
	if !ok {
		t.log.Warn("a reader that is not configured saw a tag", "reader", reader)
		return
	}
	if t.enrol != nil {
		t.enrolTap(uid)
		return
	}
	at := t.readerTitle(r)
	if t.game == nil {
		t.refuseText("A card was shown, and no game is under way. Start one on a phone.", "", nil)
		return
	}
	word, problem := t.tagged(uid)
	if problem != "" {
		t.unknown = uid
		t.gesture = t.newGesture(anything(), at, "unknown")
		t.gesture.text = problem
		t.refuseText(problem, "", nil)
		return
	}
	s, err := t.standsFor(r)
	if err != nil {
		t.refuseText(err.Error(), "", nil)
		return
	}
	t.shownWord(s, word, at, "reader "+r.Name)
}

func (t *Table) reader(name string) (Reader, bool) {
	i := slices.IndexFunc(t.opt.Readers, func(r Reader) bool { return r.Name == name })
	if i < 0 {
		return Reader{}, false
	}
	return t.opt.Readers[i], true
}

// standsFor is what a reader says by itself in this game.
func (t *Table) standsFor(r Reader) (shown, error) {
	c := t.game.catalog
	s := anything()
	if r.Seat > c.Seats() {
		return s, fmt.Errorf("nobody sits at seat %d in this game", r.Seat)
	}
	if r.Seat > 0 && r.Place == "" {
		s.seat = engine.Seat(r.Seat - 1)
		return s, nil
	}
	if r.Place == "" {
		return s, nil
	}
	place := r.Place
	if r.Seat > 0 {
		place = c.SeatWord(engine.Seat(r.Seat-1)) + "." + place
	}
	s.place = c.Name(place)
	if c.Sort(s.place)&engine.SortPlace == 0 {
		// The game has no such place: the reader stands for its seat alone.
		s.place = engine.None
	}
	if r.Seat > 0 && (s.place == engine.None || c.Sort(s.place)&engine.SortHand != 0) {
		s.seat = engine.Seat(r.Seat - 1)
	}
	return s, nil
}

func (t *Table) readerTitle(r Reader) string {
	switch {
	case r.Title != "":
		return r.Title
	case r.Seat > 0 && t.game != nil && r.Seat <= t.game.catalog.Seats():
		who := t.game.words.Seat(t.game.catalog, engine.Seat(r.Seat-1))
		if r.Place == "" {
			return who
		}
		return who + "'s " + r.Place
	case r.Seat > 0:
		return strings.TrimSpace(fmt.Sprintf("Seat %d %s", r.Seat, r.Place))
	case r.Place != "":
		return r.Place
	}
	return r.Name
}

// pressed takes a button.
func (t *Table) pressed(button string, long bool) {
	i := slices.IndexFunc(t.opt.Buttons, func(b Button) bool { return b.Name == button })
	if i < 0 {
		return
	}
	b := t.opt.Buttons[i]
	word := b.Press
	if long {
		word = b.Long
	}
	if word == "" {
		return
	}
	if t.game == nil {
		t.refuseText("A button was pressed, and no game is under way. Start one on a phone.", "", nil)
		return
	}
	s := anything()
	if b.Seat > 0 && b.Seat <= t.game.catalog.Seats() {
		s.seat = engine.Seat(b.Seat - 1)
	}
	at := b.Title
	if at == "" {
		at = b.Name
	}
	t.shownWord(s, word, at, "button "+b.Name)
}

// shownWord takes a word that was shown: a card, a seat, a place, a verb or a command.
func (t *Table) shownWord(s shown, word, at, via string) {
	switch word {
	case commandUndo:
		if err := t.takeBack(1, via); err != nil {
			t.refuseText(sentence(err), "", nil)
		}
		return
	case commandDrop:
		t.gesture = nil
		return
	case commandConfirm:
		t.confirm(via)
		return
	}
	g := t.game
	n := g.catalog.Name(word)
	if n == engine.Unknown {
		t.refuseText(fmt.Sprintf("%q means nothing in %s.", word, g.words.Title), "", nil)
		return
	}
	if g.catalog.Sort(n)&engine.SortVerb != 0 && g.catalog.Sort(n)&engine.SortCard == 0 {
		s.verb = n
	} else {
		s.names = []engine.Name{n}
	}
	if longer, ok := t.longer(s); ok {
		if fits := longer.readings(g.history.State(), g.hold); len(fits) > 0 {
			t.read(longer, fits, at, via)
			return
		}
	}
	t.gesture = nil
	if fits := s.readings(g.history.State(), g.hold); len(fits) > 0 {
		t.read(s, fits, at, via)
		return
	}
	t.misfit(s, at)
}

// longer is the gesture under way with what was shown now added to it, if the two go together.
func (t *Table) longer(s shown) (shown, bool) {
	if t.gesture == nil || (t.gesture.kind != "ask" && t.gesture.kind != "wait") {
		return s, false
	}
	old := t.gesture.shown
	if s.verb != engine.None && old.verb != engine.None && s.verb != old.verb {
		return s, false
	}
	both := old
	both.names = append(slices.Clip(old.names), s.names...)
	if both.verb == engine.None {
		both.verb = s.verb
	}
	if both.place == engine.None {
		both.place = s.place
	}
	if both.seat == engine.Stranger {
		both.seat = s.seat
	}
	return both, len(both.names) <= engine.MaxArgs
}

// read plays what was shown if it leaves no doubt, and otherwise asks.
func (t *Table) read(s shown, fits []engine.Move, at, via string) {
	if m, ok := s.play(t.game.catalog, fits); ok {
		if r := t.make(0, []engine.Move{m}, via); r != nil {
			t.refuse(r)
			return
		}
		t.verdictOK()
		return
	}
	t.gesture = t.question(s, fits, at)
	t.sound(CueAsk)
}

// confirm makes the one reading of the gesture under way that needs nothing further.
func (t *Table) confirm(via string) {
	if t.gesture == nil {
		t.refuseText("There is nothing to confirm.", "", nil)
		return
	}
	s := t.gesture.shown
	fits := s.readings(t.game.history.State(), t.game.hold)
	m, ok := s.confirmed(t.game.catalog, fits)
	if !ok && len(t.gesture.answers) == 1 {
		t.answerGesture(0, via)
		return
	}
	if !ok {
		t.refuseText("That can still mean several things: "+t.gesture.text, "", nil)
		return
	}
	if r := t.make(0, []engine.Move{m}, via); r != nil {
		t.refuse(r)
		return
	}
	t.verdictOK()
}

// misfit refuses what was shown, and offers what the table may have forgotten to say.
func (t *Table) misfit(s shown, at string) {
	g := t.game
	ways := catchUp(g.history.State(), s, g.hold)
	if t.opt.CatchUp && len(ways) == 1 {
		if r := t.make(0, ways[0], "catching up"); r == nil {
			t.verdictOK()
			return
		}
	}
	slips := instead(g.history, s, g.hold)
	m, v := s.refusal(g.history.State())
	switch {
	case !v.OK():
		t.secretFor(s)
		t.refuse(&refused{move: m, why: v})
	default:
		t.refuseText(fmt.Sprintf("%s fits nothing that can be done now.", strings.Join(t.titles(s.names), ", ")), "", nil)
	}
	if len(ways)+len(slips) == 0 {
		return
	}
	q := t.newGesture(s, at, "catch-up")
	q.text = "Was something forgotten?"
	for _, way := range ways {
		q.answers = append(q.answers, answer{text: t.tell(way), moves: way})
	}
	if len(slips) > 0 && len(ways) == 0 {
		q.kind, q.text = "replace", "Should it stand in place of the last move?"
	}
	for _, m := range slips {
		q.answers = append(q.answers, answer{text: "Instead of the last move: " + t.tell([]engine.Move{m}), moves: []engine.Move{m}, undo: 1})
	}
	t.gesture = q
}

func (t *Table) newGesture(s shown, at, kind string) *gesture {
	t.gestures++
	return &gesture{id: t.gestures, shown: s, at: at, kind: kind}
}

// question asks what parts the readings: whole moves if they are few, else who, else what, else the next word.
func (t *Table) question(s shown, fits []engine.Move, at string) *gesture {
	q := t.newGesture(s, at, "ask")
	g := t.game
	if len(fits) <= mostAnswers {
		q.text = "Which is it?"
		for _, m := range fits {
			q.answers = append(q.answers, answer{text: t.tell([]engine.Move{m}), moves: []engine.Move{m}})
		}
		return q
	}
	if seats := distinct(fits, func(m engine.Move) engine.Seat { return m.Seat }); len(seats) > 1 {
		q.text = "Who is it?"
		for _, seat := range seats {
			n := s
			n.by = seat
			q.answers = append(q.answers, answer{text: g.words.Seat(g.catalog, seat), narrow: n, narrows: true})
		}
		return q
	}
	if verbs := distinct(fits, func(m engine.Move) engine.Name { return m.Verb }); len(verbs) > 1 {
		q.text = "What is it?"
		for _, verb := range verbs {
			n := s
			n.verb = verb
			q.answers = append(q.answers, answer{text: t.verbTitle(verb), narrow: n, narrows: true})
		}
		return q
	}
	for i := range engine.MaxArgs {
		names := distinct(fits, func(m engine.Move) engine.Name { return m.Args[i] })
		if len(names) < 2 || len(names) > 2*mostAnswers {
			continue
		}
		q.text = "Which one?"
		for _, n := range names {
			if n == engine.None {
				continue
			}
			q.answers = append(q.answers, answer{text: g.words.Name(g.catalog, n), narrow: s.with(n), narrows: true})
		}
		return q
	}
	q.kind, q.text = "wait", "Show the card, or choose on a phone."
	return q
}

// distinct lists the values that moves have, in order of first appearance.
func distinct[T comparable](moves []engine.Move, of func(engine.Move) T) []T {
	var values []T
	for _, m := range moves {
		if v := of(m); !slices.Contains(values, v) {
			values = append(values, v)
		}
	}
	return values
}

// answerGesture takes an answer to the question of the gesture under way.
func (t *Table) answerGesture(option int, via string) {
	a := t.gesture.answers[option]
	if a.narrows {
		fits := a.narrow.readings(t.game.history.State(), t.game.hold)
		if len(fits) == 0 {
			t.gesture = nil
			t.refuseText("That does not fit any more.", "", nil)
			return
		}
		t.read(a.narrow, fits, t.gesture.at, via)
		return
	}
	if r := t.make(a.undo, a.moves, via); r != nil {
		t.refuse(r)
		return
	}
	t.verdictOK()
}

// tell says moves as people read them.
func (t *Table) tell(moves []engine.Move) string {
	told := make([]string, len(moves))
	for i, m := range moves {
		told[i] = strings.TrimSuffix(t.game.words.Move(t.game.catalog, m), ".")
	}
	return strings.Join(told, ", then ")
}

func (t *Table) titles(names []engine.Name) []string {
	titles := make([]string, len(names))
	for i, n := range names {
		titles[i] = t.game.words.Name(t.game.catalog, n)
	}
	return titles
}

func (t *Table) verbTitle(verb engine.Name) string {
	if w, ok := t.game.words.Verbs[t.game.catalog.Word(verb)]; ok {
		return w
	}
	return t.game.catalog.Title(verb)
}

// sentence is an error as a sentence.
func sentence(err error) string {
	text := err.Error()
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + text[1:] + "."
}
