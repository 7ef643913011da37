package companion

import (
	"time"

	"familiar/companion/protocol"
	"familiar/companion/resolver"
	"familiar/companion/scene"
	"familiar/companion/session"
	"familiar/engine"
	"familiar/engine/lang"
)

// show makes a new revision and tells everybody about it: first the wired table, then the phones. It is called after whatever
// happened at the table.
func (t *Table) show() {
	t.intake.takeUp()
	t.followSearches()
	t.followDial()
	t.revision++
	l := t.look()
	t.opt.Show(l.scene())
	t.announcer.cue = scene.CueNone
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
	for _, o := range t.game.Setup.Options {
		l.options[o.Name] = o.Value
	}
	for seat := range t.game.Catalog.Seats() {
		l.seats = append(l.seats, t.seatView(engine.Seat(seat)))
	}
	return l
}

// in is what everybody sees in a language.
func (l *presenter) in(language string) *spoken {
	s, ok := l.spoken[language]
	if !ok {
		s = &spoken{devices: l.wiring.seen(l.game, language), notices: l.announcer.noticed(language)}
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
		You:     protocol.You{Seat: protocol.SeatNumber(v.seat), Host: v.host},
		Devices: said.devices, Notices: said.notices, Enrol: said.enrol, Muted: l.muted(),
	}
	if l.game != nil {
		s.Game = l.gameView(v)
		s.Names = l.game.InLanguage(v.language).NameList()
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
	case t.game.History.State().Status().Over:
		return "over"
	}
	return "game"
}

func (l *presenter) gameView(v viewer) *protocol.Game {
	g := l.game
	words := g.InLanguage(v.language)
	seen := g.View(v.seat)
	out := &protocol.Game{
		ID: g.Journal.Name(), Game: g.Spec.ID, Title: words.Title, Started: protocol.Time(g.Started),
		Options: l.options, Facts: seen.Facts, Seats: l.seats,
		Turn: protocol.SeatNumber(seen.Status.Turn), Winner: protocol.SeatNumber(seen.Status.Winner),
		Moves: protocol.Tree{}, TableMoves: protocol.Tree{}, Undoable: len(g.Log), ToDo: words.Chores(), Hints: l.hints(),
		Ask:     session.AskView(words.Phrases, g.Catalog, seen.Status.Ask),
		Gesture: l.gestureView(v), Verdict: l.announcer.verdictTo(v.seat, v.language, l.game),
	}
	if p := l.settings.Game.Pause; p != nil {
		out.Paused = p.By
	}
	// The moves of its own seat, and those that it may tell for the table.
	if v.seat != engine.Public {
		out.Moves = seen.Tree(v.seat)
	}
	if v.seat != engine.Public || v.host {
		out.TableMoves = seen.Tree(engine.Public)
	}
	out.Log = l.logTo(words, v.seat, len(g.Log)-protocol.LogLines, len(g.Log))
	if l.timer.Running {
		out.Timer = &protocol.TimeView{
			Run: l.timer.Run, Seat: protocol.SeatNumber(l.timer.Seat), Total: int(l.timer.Total.Milliseconds()),
			Left: int(l.timer.LeftAt(l.now).Milliseconds()), Paused: l.timer.StandsStill(),
		}
	}
	return out
}

// logTo are the moves from one to another as a seat may read them, without those that it must not know.
func (t *Table) logTo(words *session.Localizer, seat engine.Seat, from, to int) []protocol.LogLine {
	var lines []protocol.LogLine
	g := t.game
	for i := max(0, from); i < to; i++ {
		e, is := &g.Log[i], g.Steps.Standing()[i]
		said := words.Render(e)
		if text := said.To(seat); text != "" {
			lines = append(lines, protocol.LogLine{N: e.N, Seat: protocol.SeatNumber(e.Seat), Text: text, Also: said.Also, News: said.News, Source: t.wiring.sourceTitle(is.Source, words), Repeat: is.Repeat})
		}
	}
	return lines
}

func (t *Table) seatView(seat engine.Seat) protocol.SeatView {
	v := t.game.SeatView(seat)
	hash, taken := t.access.Holder(t.game.Journal.Name(), v.Word)
	v.Taken, v.Here = taken, taken && t.here(hash)
	return v
}

func (t *Table) gestureView(v viewer) *protocol.Gesture {
	if t.intake.gesture == nil {
		return nil
	}
	q := t.intake.gesture
	if !q.mayKnow(v.seat) {
		return &protocol.Gesture{ID: q.id, At: t.wiring.title(q.Device, t.game, v.language), Kind: "hidden", Text: lang.T("A card is being shown in secret.").In(v.language)}
	}
	asked := t.intake.questionTo(q, v.seat, t.game)
	text := asked.Text
	switch n := t.intake.waitingFor(v.seat); {
	case n == 0 || q.kind() == resolver.UnknownTag:
	case n == 1:
		text = lang.T("{1} One more card is waiting.", text)
	default:
		text = lang.T("{1} {2} more cards are waiting.", text, n)
	}
	words := t.game.InLanguage(v.language)
	out := &protocol.Gesture{ID: q.id, At: t.wiring.title(q.Device, t.game, v.language), Kind: string(asked.Kind), Text: text.In(v.language), Shown: words.Titles(q.Names)}
	for _, n := range q.Names {
		out.Words = append(out.Words, t.game.Catalog.Word(n))
	}
	if v.seat == engine.Public && !v.host {
		return out
	}
	for _, a := range asked.Answers {
		o := protocol.Option{Text: a.Text.In(v.language), Seat: -1}
		if len(a.Moves) > 0 {
			last := a.Moves[len(a.Moves)-1]
			o.Seat, o.Verb = protocol.SeatNumber(last.Seat), t.game.Catalog.Word(last.Verb)
		} else if a.Narrow != nil && a.Narrow.By != engine.NoSeat {
			o.Seat = protocol.SeatNumber(a.Narrow.By)
		}
		out.Options = append(out.Options, o)
	}
	return out
}
