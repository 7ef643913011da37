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
func (pr *presenter) prepare() {
	pr.spoken = make(map[string]*spoken)
	if pr.game == nil {
		return
	}
	pr.options = make(map[string]string)
	for _, o := range pr.game.Setup.Options {
		pr.options[o.Name] = o.Value
	}
	for seat := range pr.game.Catalog.Seats() {
		pr.seats = append(pr.seats, pr.seatView(engine.Seat(seat)))
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
func (pr *presenter) showPhones() {
	seen := make(map[viewer]*protocol.Snapshot)
	for _, p := range pr.roster.phones {
		v := viewer{seat: pr.roster.seatOf(p, pr.game), host: p.kept.Host, language: p.language}
		if v.host {
			v.hash = p.hash
		}
		s, ok := seen[v]
		if !ok {
			s = pr.snapshot(v)
			seen[v] = s
		}
		p.newest.Store(s)
		p.wake()
	}
}

// in is what everybody sees in a language.
func (pr *presenter) in(language string) *spoken {
	s, ok := pr.spoken[language]
	if !ok {
		s = &spoken{devices: pr.wiring.seen(pr.game, language), notices: pr.announcer.noticed(language), enrol: pr.tags.view(language)}
		pr.spoken[language] = s
	}
	return s
}

// snapshot is the table as one viewer may see it. All that it says of the game comes from that seat's view.
func (pr *presenter) snapshot(v viewer) *protocol.Snapshot {
	said := pr.in(v.language)
	s := &protocol.Snapshot{
		Type: protocol.TypeSnapshot, Revision: pr.revision, Phase: phaseOf(pr.game),
		You:     protocol.You{Seat: protocol.SeatNumber(v.seat), Host: v.host},
		Devices: said.devices, Notices: said.notices, Enrol: said.enrol, Muted: pr.buzzer.muted(),
	}
	if pr.game != nil {
		s.Game = pr.gameView(v)
		s.Names = pr.game.InLanguage(v.language).NameList()
	}
	if v.host {
		pr.forHost(s, v.hash)
	}
	return s
}

func (pr *presenter) gameView(v viewer) *protocol.Game {
	g := pr.game
	words := g.InLanguage(v.language)
	seen := g.View(v.seat)
	out := &protocol.Game{
		ID: g.Journal.Name(), Game: g.Spec.ID, Title: words.Title, Started: protocol.Time(g.Started),
		Options: pr.options, Facts: seen.Facts, Seats: pr.seats,
		Turn: protocol.SeatNumber(seen.Status.Turn), Winner: protocol.SeatNumber(seen.Status.Winner),
		Moves: protocol.Tree{}, TableMoves: protocol.Tree{}, Undoable: len(g.Log), ToDo: words.Chores(), Hints: hintsIn(g, pr.settings),
		Ask:     session.AskView(words.Phrases, g.Catalog, seen.Status.Ask),
		Gesture: pr.gestureView(v), Verdict: pr.announcer.verdictTo(v.seat, v.language, pr.game),
	}
	if p := pr.settings.Game.Pause; p != nil {
		out.Paused = p.By
	}
	// The moves of its own seat, and those that it may tell for the table.
	if v.seat != engine.Public {
		out.Moves = seen.Tree(v.seat)
	}
	if v.seat != engine.Public || v.host {
		out.TableMoves = seen.Tree(engine.Public)
	}
	out.Log = pr.wiring.log(g, words, v.seat, len(g.Log)-protocol.LogLines, len(g.Log))
	if pr.timer.Running {
		out.Timer = &protocol.TimeView{
			Run: pr.timer.Run, Seat: protocol.SeatNumber(pr.timer.Seat), Total: int(pr.timer.Total.Milliseconds()),
			Left: int(pr.timer.LeftAt(pr.at).Milliseconds()), Paused: pr.timer.StandsStill(),
		}
	}
	return out
}

func (pr *presenter) seatView(seat engine.Seat) protocol.SeatView {
	v := pr.game.SeatView(seat)
	hash, taken := pr.roster.access.Holder(pr.game.Journal.Name(), v.Word)
	v.Taken, v.Here = taken, taken && pr.roster.here(hash)
	return v
}

func (pr *presenter) gestureView(v viewer) *protocol.Gesture {
	if pr.intake.gesture == nil {
		return nil
	}
	q := pr.intake.gesture
	if !q.mayKnow(v.seat) {
		return &protocol.Gesture{ID: q.id, At: pr.wiring.title(q.Device, pr.game, v.language), Kind: protocol.GestureHidden, Text: lang.T("A card is being shown in secret.").In(v.language)}
	}
	asked := pr.intake.questionTo(q, v.seat, pr.game)
	text := asked.Text
	switch n := pr.intake.waitingFor(v.seat); {
	case n == 0 || q.kind() == resolver.UnknownTag:
	case n == 1:
		text = lang.T("{1} One more card is waiting.", text)
	default:
		text = lang.T("{1} {2} more cards are waiting.", text, n)
	}
	words := pr.game.InLanguage(v.language)
	out := &protocol.Gesture{ID: q.id, At: pr.wiring.title(q.Device, pr.game, v.language), Kind: protocol.GestureKind(asked.Kind), Text: text.In(v.language), Shown: words.Titles(q.Names)}
	for _, n := range q.Names {
		out.Words = append(out.Words, pr.game.Catalog.Word(n))
	}
	if v.seat == engine.Public && !v.host {
		return out
	}
	for _, a := range asked.Answers {
		o := protocol.Option{Text: a.Text.In(v.language), Seat: -1}
		if len(a.Moves) > 0 {
			last := a.Moves[len(a.Moves)-1]
			o.Seat, o.Verb = protocol.SeatNumber(last.Seat), pr.game.Catalog.Word(last.Verb)
		} else if a.Narrow != nil && a.Narrow.By != engine.NoSeat {
			o.Seat = protocol.SeatNumber(a.Narrow.By)
		}
		out.Options = append(out.Options, o)
	}
	return out
}

// forHost adds to a host's snapshot what hosts alone see.
func (pr *presenter) forHost(s *protocol.Snapshot, hash string) {
	if pr.phonesSeen == nil {
		pr.phonesSeen, pr.knocksSeen = pr.roster.seen(pr.game), pr.roster.knocked()
	}
	s.Phones, s.FailedJoins = slices.Clone(pr.phonesSeen), pr.knocksSeen
	own := phoneID(hash)
	for i := range s.Phones {
		s.Phones[i].You = s.Phones[i].ID == own
	}
}
