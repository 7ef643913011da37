package companion

import (
	"time"

	"familiar/engine"
)

// show makes a new revision and tells everybody about it: first the wired table, then the phones. It is called after whatever
// happened at the table.
func (t *Table) show() {
	t.revision++
	t.opt.Show(t.scene())
	t.cue = CueNone
	t.seen = make(map[viewer]*Snapshot)
	for _, p := range t.phones {
		v := viewer{t.seatOf(p), p.kept.Host}
		s, ok := t.seen[v]
		if !ok {
			s = t.snapshot(v)
			t.seen[v] = s
		}
		p.newest.Store(s)
		select {
		case p.updates <- struct{}{}:
		default:
		}
	}
}

// snapshot is the table as one viewer may see it. All that it says of the game comes from that seat's view.
func (t *Table) snapshot(v viewer) *Snapshot {
	s := &Snapshot{
		Type: "snapshot", Revision: t.revision, Phase: t.phase(),
		You:     You{Seat: seatNumber(v.seat), Host: v.host},
		Devices: append([]Device{}, t.devices...),
		Notices: append([]Notice(nil), t.notices...),
	}
	if t.enrol != nil {
		e := t.enrol.view()
		s.Enrol = &e
	}
	if t.game != nil {
		s.Game = t.gameView(v)
		s.Names = t.game.names
	}
	return s
}

func (t *Table) phase() string {
	switch {
	case t.game == nil:
		return "lobby"
	case t.game.history.State().Status().Over:
		return "over"
	}
	return "game"
}

// seatNumber is a seat as messages write it: -1 for nobody.
func seatNumber(s engine.Seat) int {
	if s == engine.Table || s == engine.Stranger {
		return -1
	}
	return int(s)
}

func (t *Table) gameView(v viewer) *Game {
	g := t.game
	view := g.history.State().View(v.seat)
	status := view.Status()
	out := &Game{
		ID: g.journal.Name(), Game: g.engine.ID, Title: g.words.Title, Started: g.started.UTC().Format(time.RFC3339),
		Options: make(map[string]string), Facts: make(map[string]string),
		Turn: seatNumber(status.Turn), Winner: seatNumber(status.Winner),
		Moves: Tree{}, TableMoves: Tree{}, Undoable: len(g.log),
		Ask: AskView{Seat: seatNumber(status.Ask.Seat), Open: status.Ask.Open, Key: status.Ask.Key, Text: g.words.Ask(g.catalog, status.Ask)},
	}
	for _, o := range g.setup.Options {
		out.Options[o.Name] = o.Value
	}
	for path, value := range view.Facts {
		out.Facts[path] = value
	}
	t.movesOf(out, view, v)
	for seat := range g.catalog.Seats() {
		out.Seats = append(out.Seats, t.seatView(engine.Seat(seat)))
	}
	for _, e := range g.log[max(0, len(g.log)-logLines):] {
		if text := e.toldTo(v.seat); text != "" {
			out.Log = append(out.Log, LogLine{N: e.n, Seat: seatNumber(e.seat), Text: text, Also: e.also, Via: e.via})
		}
	}
	if t.timer.running {
		out.Timer = &TimeView{
			Run: t.timer.run, Seat: seatNumber(t.timer.seat), Total: int(t.timer.total.Milliseconds()),
			Left: int(t.timer.leftAt(time.Now()).Milliseconds()), Paused: t.timer.since.IsZero(),
		}
	}
	if t.secret == "" || t.secret == g.catalog.SeatWord(v.seat) {
		out.Verdict = t.verdict
	}
	out.Gesture = t.gestureView(v)
	return out
}

// logLines is how many of the last moves a snapshot tells.
const logLines = 12

// movesOf lists what the viewer may do: the moves of its own seat, and those that it may tell for the table.
func (t *Table) movesOf(out *Game, view engine.State, v viewer) {
	c := t.game.catalog
	if v.seat == engine.Table && !v.host {
		return
	}
	words := make([]string, 0, 1+engine.MaxArgs)
	for m := range view.Moves {
		tree := out.Moves
		switch {
		case m.Seat == engine.Table:
			tree = out.TableMoves
		case m.Seat != v.seat:
			continue
		}
		words = append(words[:0], c.Word(m.Verb))
		for _, a := range m.Args[:m.Arity()] {
			words = append(words, c.Word(a))
		}
		tree.Add(words...)
	}
}

func (t *Table) seatView(seat engine.Seat) SeatView {
	g := t.game
	word := g.catalog.SeatWord(seat)
	hash, taken := t.desk.holder(g.journal.Name(), word)
	return SeatView{
		Word: word, Title: g.words.Seat(g.catalog, seat), Colour: hexColour(seatColours[int(seat)%len(seatColours)]),
		Taken: taken, Here: taken && t.here(hash),
	}
}

// mayKnow tells whether a seat may know what was shown: what is shown at a hand's own reader is for that hand's seat.
func (t *Table) mayKnow(s shown, seat engine.Seat) bool {
	return t.game.catalog.Sort(s.place)&engine.SortHand == 0 || s.seat == seat
}

func (t *Table) gestureView(v viewer) *Gesture {
	if t.gesture == nil {
		return nil
	}
	q := t.gesture
	out := &Gesture{ID: q.id, At: q.at, Kind: q.kind, Text: q.text}
	if !t.mayKnow(q.shown, v.seat) {
		out.Kind, out.Text = "hidden", "A card is being shown in secret."
		return out
	}
	out.Shown = t.titles(q.shown.names)
	for _, n := range q.shown.names {
		out.Words = append(out.Words, t.game.catalog.Word(n))
	}
	if v.seat == engine.Table && !v.host {
		return out
	}
	for _, a := range q.answers {
		o := Option{Text: a.text, Seat: -1}
		if len(a.moves) > 0 {
			last := a.moves[len(a.moves)-1]
			o.Seat, o.Verb = seatNumber(last.Seat), t.game.catalog.Word(last.Verb)
		} else if a.narrow.by != engine.Stranger {
			o.Seat = seatNumber(a.narrow.by)
		}
		out.Options = append(out.Options, o)
	}
	return out
}

// namesOf makes the names of a game for its viewers.
func namesOf(g *game, id string) *Names {
	n := &Names{Type: "names", Game: id, Names: make(map[string]NameView), Verbs: make(map[string]string), Counts: []CountView{}, Shared: []CountView{}}
	for i := 1; i < g.catalog.Len(); i++ {
		name := engine.Name(i)
		e := g.catalog.Entry(name)
		view := NameView{Title: g.words.Name(g.catalog, name), Sort: "word", Text: e.Text, Copies: e.Copies, Traits: e.Traits}
		switch {
		case e.Sort&engine.SortCard != 0:
			view.Sort = "card"
		case e.Sort&engine.SortPlayer != 0:
			view.Sort = "seat"
		case e.Sort&engine.SortPlace != 0:
			view.Sort = "place"
		}
		n.Names[e.Word] = view
		if e.Sort&engine.SortVerb != 0 {
			n.Verbs[e.Word] = view.Title
			if w, ok := g.words.Verbs[e.Word]; ok {
				n.Verbs[e.Word] = w
			}
		}
	}
	for _, c := range g.words.Counts {
		n.Counts = append(n.Counts, CountView{c.Fact, c.Label})
	}
	for _, c := range g.words.Shared {
		n.Shared = append(n.Shared, CountView{c.Fact, c.Label})
	}
	return n
}
