package companion

import (
	"slices"
	"time"

	"familiar/companion/clock"
	"familiar/companion/protocol"
	"familiar/companion/resolver"
	"familiar/companion/session"
	"familiar/companion/settings"
	"familiar/engine"
	"familiar/engine/lang"
)

// presenter is one revision of the table, as it is shown to everybody: what several viewers see is made once.
type presenter struct {
	at        time.Time
	revision  int64
	game      *session.Game // nil: none
	intake    *intake
	timer     *clock.Countdown
	settings  *settings.Settings
	announcer *announcer
	wiring    *wiring
	buzzer    *buzzer
	tags      *tagBook
	roster    *roster
	disk      *disk
	dial      *dial
	joinURL   func(code string) string

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

// prepare makes what everybody sees of the game.
func (l *presenter) prepare() {
	l.spoken = make(map[string]*spoken)
	if l.game == nil {
		return
	}
	l.options = make(map[string]string)
	for _, o := range l.game.Setup.Options {
		l.options[o.Name] = o.Value
	}
	for seat := range l.game.Catalog.Seats() {
		l.seats = append(l.seats, l.seatView(engine.Seat(seat)))
	}
}

// hintsIn reports whether hints are allowed in a game; nil if the game has none.
func hintsIn(g *session.Game, s *settings.Settings) *bool {
	if g.Spec.Seek == nil {
		return nil
	}
	allowed := !s.NoHints
	return &allowed
}

// showPhones shows the revision to all phones that are here.
func (l *presenter) showPhones() {
	seen := make(map[viewer]*protocol.Snapshot)
	for _, p := range l.roster.phones {
		v := viewer{seat: l.roster.seatOf(p, l.game), host: p.kept.Host, language: p.language}
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

// in is what everybody sees in a language.
func (l *presenter) in(language string) *spoken {
	s, ok := l.spoken[language]
	if !ok {
		s = &spoken{devices: l.wiring.seen(l.game, language), notices: l.announcer.noticed(language), enrol: l.tags.view(language)}
		l.spoken[language] = s
	}
	return s
}

// snapshot is the table as one viewer may see it. All that it says of the game comes from that seat's view.
func (l *presenter) snapshot(v viewer) *protocol.Snapshot {
	said := l.in(v.language)
	s := &protocol.Snapshot{
		Type: "snapshot", Revision: l.revision, Phase: phaseOf(l.game),
		You:     protocol.You{Seat: protocol.SeatNumber(v.seat), Host: v.host},
		Devices: said.devices, Notices: said.notices, Enrol: said.enrol, Muted: l.buzzer.muted(),
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

func (l *presenter) gameView(v viewer) *protocol.Game {
	g := l.game
	words := g.InLanguage(v.language)
	seen := g.View(v.seat)
	out := &protocol.Game{
		ID: g.Journal.Name(), Game: g.Spec.ID, Title: words.Title, Started: protocol.Time(g.Started),
		Options: l.options, Facts: seen.Facts, Seats: l.seats,
		Turn: protocol.SeatNumber(seen.Status.Turn), Winner: protocol.SeatNumber(seen.Status.Winner),
		Moves: protocol.Tree{}, TableMoves: protocol.Tree{}, Undoable: len(g.Log), ToDo: words.Chores(), Hints: hintsIn(g, l.settings),
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
	out.Log = l.wiring.log(g, words, v.seat, len(g.Log)-protocol.LogLines, len(g.Log))
	if l.timer.Running {
		out.Timer = &protocol.TimeView{
			Run: l.timer.Run, Seat: protocol.SeatNumber(l.timer.Seat), Total: int(l.timer.Total.Milliseconds()),
			Left: int(l.timer.LeftAt(l.at).Milliseconds()), Paused: l.timer.StandsStill(),
		}
	}
	return out
}

func (l *presenter) seatView(seat engine.Seat) protocol.SeatView {
	v := l.game.SeatView(seat)
	hash, taken := l.roster.access.Holder(l.game.Journal.Name(), v.Word)
	v.Taken, v.Here = taken, taken && l.roster.here(hash)
	return v
}

func (l *presenter) gestureView(v viewer) *protocol.Gesture {
	if l.intake.gesture == nil {
		return nil
	}
	q := l.intake.gesture
	if !q.mayKnow(v.seat) {
		return &protocol.Gesture{ID: q.id, At: l.wiring.title(q.Device, l.game, v.language), Kind: "hidden", Text: lang.T("A card is being shown in secret.").In(v.language)}
	}
	asked := l.intake.questionTo(q, v.seat, l.game)
	text := asked.Text
	switch n := l.intake.waitingFor(v.seat); {
	case n == 0 || q.kind() == resolver.UnknownTag:
	case n == 1:
		text = lang.T("{1} One more card is waiting.", text)
	default:
		text = lang.T("{1} {2} more cards are waiting.", text, n)
	}
	words := l.game.InLanguage(v.language)
	out := &protocol.Gesture{ID: q.id, At: l.wiring.title(q.Device, l.game, v.language), Kind: string(asked.Kind), Text: text.In(v.language), Shown: words.Titles(q.Names)}
	for _, n := range q.Names {
		out.Words = append(out.Words, l.game.Catalog.Word(n))
	}
	if v.seat == engine.Public && !v.host {
		return out
	}
	for _, a := range asked.Answers {
		o := protocol.Option{Text: a.Text.In(v.language), Seat: -1}
		if len(a.Moves) > 0 {
			last := a.Moves[len(a.Moves)-1]
			o.Seat, o.Verb = protocol.SeatNumber(last.Seat), l.game.Catalog.Word(last.Verb)
		} else if a.Narrow != nil && a.Narrow.By != engine.NoSeat {
			o.Seat = protocol.SeatNumber(a.Narrow.By)
		}
		out.Options = append(out.Options, o)
	}
	return out
}

// forHost adds to a host's snapshot what hosts alone see.
func (l *presenter) forHost(s *protocol.Snapshot, hash string) {
	if l.phonesSeen == nil {
		l.phonesSeen, l.knocksSeen = l.roster.seen(l.game), l.roster.knocked()
	}
	s.Phones, s.FailedJoins = slices.Clone(l.phonesSeen), l.knocksSeen
	own := phoneID(hash)
	for i := range s.Phones {
		s.Phones[i].You = s.Phones[i].ID == own
	}
}
