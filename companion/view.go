package companion

import (
	"time"

	"familiar/companion/palette"
	"familiar/companion/protocol"
	"familiar/companion/resolver"
	"familiar/companion/scene"
	"familiar/engine"
	"familiar/engine/lang"
)

// show makes a new revision and tells everybody about it: first the wired table, then the phones. It is called after whatever
// happened at the table.
func (t *Table) show() {
	t.takeUp()
	t.callOff()
	t.followDial()
	t.revision++
	l := t.look()
	t.opt.Show(l.scene())
	t.cue = scene.CueNone
	seen := make(map[viewer]*protocol.Snapshot)
	for _, p := range t.phones {
		v := viewer{seat: t.seatOf(p), host: p.kept.Host, language: p.language}
		if v.host {
			v.hash = p.hash
		}
		s, ok := seen[v]
		if !ok {
			s = l.snapshot(v)
			seen[v] = s
		}
		p.newest.Store(s)
		p.wake()
	}
}

// presenter is one revision of the table, as it is shown to everybody: what several viewers see is made once.
type presenter struct {
	*Table
	now     time.Time
	spoken  map[string]*spoken // by language
	seats   []protocol.SeatView
	options map[string]string
	// What hosts alone see, once one looks.
	phonesSeen []protocol.PhoneView
	knocksSeen []protocol.FailedJoin
}

// spoken is what everybody sees who reads a language.
type spoken struct {
	devices []protocol.Device
	notices []protocol.Notice
	enrol   *protocol.Enrol
}

func (t *Table) look() *presenter {
	l := &presenter{Table: t, now: time.Now(), spoken: make(map[string]*spoken)}
	if t.game == nil {
		return l
	}
	l.options = make(map[string]string)
	for _, o := range t.game.setup.Options {
		l.options[o.Name] = o.Value
	}
	for seat := range t.game.catalog.Seats() {
		l.seats = append(l.seats, t.seatView(engine.Seat(seat)))
	}
	return l
}

// in is what everybody sees in a language.
func (l *presenter) in(language string) *spoken {
	s, ok := l.spoken[language]
	if !ok {
		s = &spoken{devices: l.devicesSeen(language), notices: l.noticed(language)}
		if l.Table.enrol != nil {
			s.enrol = l.Table.enrol.view(language)
		}
		l.spoken[language] = s
	}
	return s
}

// snapshot is the table as one viewer may see it. All that it says of the game comes from that seat's view.
func (l *presenter) snapshot(v viewer) *protocol.Snapshot {
	said := l.in(v.language)
	s := &protocol.Snapshot{
		Type: "snapshot", Revision: l.revision, Phase: l.phase(),
		You:     protocol.You{Seat: seatNumber(v.seat), Host: v.host},
		Devices: said.devices, Notices: said.notices, Enrol: said.enrol, Muted: l.muted(),
	}
	if l.game != nil {
		s.Game = l.gameView(v)
		s.Names = l.game.inLanguage(v.language).names()
	}
	if v.host {
		l.forHost(s, v.hash)
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
	if s == engine.Nobody || s == engine.NoSeat {
		return -1
	}
	return int(s)
}

func (l *presenter) gameView(v viewer) *protocol.Game {
	g := l.game
	words := g.inLanguage(v.language)
	seen := g.view(v.seat)
	ask := seen.status.Ask
	out := &protocol.Game{
		ID: g.journal.Name(), Game: g.engine.ID, Title: words.Title, Started: g.started.UTC().Format(time.RFC3339),
		Options: l.options, Facts: seen.facts, Seats: l.seats,
		Turn: seatNumber(seen.status.Turn), Winner: seatNumber(seen.status.Winner),
		Moves: protocol.Tree{}, TableMoves: protocol.Tree{}, Undoable: len(g.log), ToDo: words.owed(), Hints: l.hints(),
		Ask:     protocol.AskView{Seat: seatNumber(ask.Seat), Open: ask.Open, Key: ask.Key, Text: words.Ask(g.catalog, ask), N: numberIn(ask)},
		Gesture: l.gestureView(v), Verdict: l.verdictTo(v.seat, v.language),
	}
	if p := l.desk.kept.Game.Pause; p != nil {
		out.Paused = p.By
	}
	// The moves of its own seat, and those that it may tell for the table.
	if v.seat != engine.Public {
		out.Moves = seen.tree(v.seat)
	}
	if v.seat != engine.Public || v.host {
		out.TableMoves = seen.tree(engine.Public)
	}
	out.Log = l.logTo(words, v.seat, len(g.log)-logLines, len(g.log))
	if l.timer.running {
		out.Timer = &protocol.TimeView{
			Run: l.timer.run, Seat: seatNumber(l.timer.seat), Total: int(l.timer.total.Milliseconds()),
			Left: int(l.timer.leftAt(l.now).Milliseconds()), Paused: l.timer.since.IsZero(),
		}
	}
	return out
}

// logTo are the moves from one to another as a seat may read them, without those that it must not know.
func (t *Table) logTo(words *localizer, seat engine.Seat, from, to int) []protocol.LogLine {
	var lines []protocol.LogLine
	g := t.game
	for i := max(0, from); i < to; i++ {
		e, is := &g.log[i], g.steps.Standing()[i]
		said := words.render(e)
		if text := said.to(seat); text != "" {
			lines = append(lines, protocol.LogLine{N: e.n, Seat: seatNumber(e.seat), Text: text, Also: said.also, News: said.news, Source: t.opt.sourceTitle(is.Source, words), Repeat: is.Repeat})
		}
	}
	return lines
}

// numberIn is the number that a question names first.
func numberIn(ask engine.Ask) int {
	n, _ := ask.Args[0].Number()
	return n
}

// logLines is how many of the last moves a snapshot tells.
const logLines = 12

func (t *Table) seatView(seat engine.Seat) protocol.SeatView {
	v := t.game.seatView(seat)
	hash, taken := t.desk.holder(t.game.journal.Name(), v.Word)
	v.Taken, v.Here = taken, taken && t.here(hash)
	return v
}

// seatView is a seat without whoever has it.
func (g *game) seatView(seat engine.Seat) protocol.SeatView {
	return protocol.SeatView{Word: g.catalog.SeatWord(seat), Title: g.words.Seat(g.catalog, seat), Colour: palette.Hex(g.colours[seat])}
}

func (g *game) seatViews() []protocol.SeatView {
	seats := make([]protocol.SeatView, g.catalog.Seats())
	for i := range seats {
		seats[i] = g.seatView(engine.Seat(i))
	}
	return seats
}

func (t *Table) gestureView(v viewer) *protocol.Gesture {
	if t.gesture == nil {
		return nil
	}
	q := t.gesture
	if !q.mayKnow(v.seat) {
		return &protocol.Gesture{ID: q.id, At: t.deviceTitle(q.Device, v.language), Kind: "hidden", Text: lang.T("A card is being shown in secret.").In(v.language)}
	}
	asked := t.questionTo(q, v.seat)
	text := asked.Text
	switch n := t.waitingFor(v.seat); {
	case n == 0 || q.kind() == resolver.UnknownTag:
	case n == 1:
		text = lang.T("{1} One more card is waiting.", text)
	default:
		text = lang.T("{1} {2} more cards are waiting.", text, n)
	}
	words := t.game.inLanguage(v.language)
	out := &protocol.Gesture{ID: q.id, At: t.deviceTitle(q.Device, v.language), Kind: string(asked.Kind), Text: text.In(v.language), Shown: words.titles(q.Names)}
	for _, n := range q.Names {
		out.Words = append(out.Words, t.game.catalog.Word(n))
	}
	if v.seat == engine.Public && !v.host {
		return out
	}
	for _, a := range asked.Answers {
		o := protocol.Option{Text: a.Text.In(v.language), Seat: -1}
		if len(a.Moves) > 0 {
			last := a.Moves[len(a.Moves)-1]
			o.Seat, o.Verb = seatNumber(last.Seat), t.game.catalog.Word(last.Verb)
		} else if a.Narrow != nil && a.Narrow.By != engine.NoSeat {
			o.Seat = seatNumber(a.Narrow.By)
		}
		out.Options = append(out.Options, o)
	}
	return out
}
