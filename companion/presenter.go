package companion

import (
	"slices"
	"time"

	"familiar/companion/announce"
	"familiar/companion/clock"
	"familiar/companion/intake"
	"familiar/companion/protocol"
	"familiar/companion/resolver"
	"familiar/companion/session"
	"familiar/companion/settings"
	"familiar/companion/wired"
	"familiar/engine"
	"familiar/engine/lang"
)

// presenter makes one revision of the table for everybody who sees it. Parts that several viewers see are made once.
type presenter struct {
	at        time.Time
	revision  int64
	game      *session.Game // nil: none
	intake    *intake.Intake
	timer     *clock.Countdown
	settings  *settings.Settings
	announcer *announce.Announcer
	wiring    *wired.Devices
	buzzer    *buzzer
	tags      *tagBook
	roster    *roster
	disk      *disk
	dial      *dial
	joinURL   func(code string) string

	localized map[string]*localTexts // by language
	seats     []protocol.SeatView
	options   map[string]string
	// Only hosts see these. They are made when the first host is shown the table.
	phones      []protocol.PhoneView
	failedJoins []protocol.FailedJoin
}

// localTexts is what every viewer with the same language sees.
type localTexts struct {
	devices []protocol.Device
	notices []protocol.Notice
	enrol   *protocol.Enrol
}

// prepare makes the parts that all viewers share.
func (pr *presenter) prepare() {
	pr.localized = make(map[string]*localTexts)
	if pr.game == nil {
		return
	}
	pr.options = session.OptionsOf(pr.game.Setup)
	pr.seats = pr.game.SeatViews()
	for i := range pr.seats {
		v := &pr.seats[i]
		var hash string
		hash, v.Taken = pr.roster.access.Holder(pr.game.Journal.Name(), v.Word)
		v.Here = v.Taken && pr.roster.here(hash)
	}
}

// hintsIn reports whether hints are allowed in a game; nil if the game has none.
func hintsIn(g *session.Game, s *settings.Settings) *bool {
	if g.Spec.Seek == nil {
		return nil
	}
	return new(!s.NoHints)
}

// showPhones shows the revision to all phones that are connected.
func (pr *presenter) showPhones() {
	snapshots := make(map[viewer]*protocol.Snapshot)
	for _, p := range pr.roster.phones {
		v := viewer{seat: pr.roster.seatOf(p, pr.game), host: p.kept.Host, language: p.language}
		if v.host {
			v.id = p.ID()
		}
		s, ok := snapshots[v]
		if !ok {
			s = pr.snapshot(v)
			snapshots[v] = s
		}
		p.hasPlace.Store(p.visitor.Local || v.host || v.seat != engine.Public)
		p.newest.Store(s)
		p.wake()
	}
	pr.roster.showWaiting()
}

// textsIn returns the texts that every viewer with a language sees.
func (pr *presenter) textsIn(language string) *localTexts {
	s, ok := pr.localized[language]
	if !ok {
		s = &localTexts{devices: pr.wiring.Views(pr.game, language), notices: pr.announcer.NoticesIn(language), enrol: pr.tags.view(language)}
		pr.localized[language] = s
	}
	return s
}

// snapshot returns the table as one viewer may see it. Everything about the game comes from that seat's view.
func (pr *presenter) snapshot(v viewer) *protocol.Snapshot {
	texts := pr.textsIn(v.language)
	s := &protocol.Snapshot{
		Type: protocol.TypeSnapshot, Revision: pr.revision, Phase: pr.game.Phase(),
		You:     protocol.You{Seat: protocol.SeatNumber(v.seat), Host: v.host},
		Devices: texts.devices, Notices: texts.notices, Enrol: texts.enrol, Muted: pr.buzzer.muted(), Boldness: pr.settings.Boldness,
	}
	if pr.game != nil {
		s.Game = pr.gameView(v)
		s.Names = pr.game.InLanguage(v.language).NameList()
	}
	if v.host {
		pr.forHost(s, v.id)
	}
	return s
}

func (pr *presenter) gameView(v viewer) *protocol.Game {
	g := pr.game
	words := g.InLanguage(v.language)
	view := g.View(v.seat)
	out := &protocol.Game{
		ID: g.Journal.Name(), Game: g.Spec.ID, Title: words.Title, Started: protocol.Time(g.Started),
		Options: pr.options, Facts: view.Facts, Seats: pr.seats,
		Turn: protocol.SeatNumber(view.Status.Turn), Winner: protocol.SeatNumber(view.Status.Winner),
		Moves: protocol.Tree{}, TableMoves: protocol.Tree{}, Undoable: len(g.Log), Chores: words.Chores(), Hints: hintsIn(g, pr.settings),
		Ask:     session.AskView(words.Phrases, view.State),
		Gesture: pr.gestureView(v), Otherwise: pr.otherwiseView(v), Verdict: pr.announcer.VerdictTo(v.seat, v.language, pr.game),
	}
	if p := pr.settings.Game.Pause; p != nil {
		out.Paused = p.By
	}
	if v.seat != engine.Public {
		out.Moves = view.Tree(v.seat)
	}
	if v.seat != engine.Public || v.host {
		out.TableMoves = view.Tree(engine.Nobody)
	}
	out.Log = pr.wiring.LogLines(g, words, v.seat, len(g.Log)-protocol.LogLines, len(g.Log))
	out.Notes = slices.Grow(out.Notes, len(g.Notes))
	for _, n := range g.Notes {
		out.Notes = append(out.Notes, protocol.Note{N: n.N, Text: n.Text.In(v.language)})
	}
	if pr.timer.Active {
		out.Timer = &protocol.TimeView{
			Run: pr.timer.Run, Seat: protocol.SeatNumber(pr.timer.Seat), Total: int(pr.timer.Total.Milliseconds()),
			Left: int(pr.timer.LeftAt(pr.at).Milliseconds()), Paused: pr.timer.StandsStill(),
		}
	}
	return out
}

func (pr *presenter) gestureView(v viewer) *protocol.Gesture {
	q := pr.intake.UnderWay
	if q == nil || !q.MayKnow(v.seat) { // that something is asked about a card of a hand may tell which one it is
		return nil
	}
	question := pr.intake.QuestionTo(q, v.seat, pr.game)
	text := question.Text
	switch n := pr.intake.WaitingFor(v.seat); {
	case n == 0 || q.Kind() == resolver.UnknownTag:
	case n == 1:
		text = lang.T("{1} One more card is waiting.", text)
	default:
		text = lang.T("{1} {2} more cards are waiting.", text, n)
	}
	words := pr.game.InLanguage(v.language)
	out := &protocol.Gesture{ID: q.ID, At: pr.wiring.Title(q.Device, pr.game, v.language), Kind: protocol.GestureKind(question.Kind), Secret: q.Secret, Text: text.In(v.language), Shown: words.Titles(q.Names)}
	for _, n := range q.Names {
		out.Words = append(out.Words, pr.game.Catalog.Word(n))
	}
	if v.seat == engine.Public && !v.host {
		return out
	}
	out.Options = pr.optionViews(question.Answers, v.language)
	return out
}

// otherwiseView returns what else the last move may have been, nil if the table knows it or the viewer cannot say.
func (pr *presenter) otherwiseView(v viewer) *protocol.Otherwise {
	q := pr.intake.Taken
	if q == nil || len(q.Offered.Answers) == 0 || v.seat == engine.Public && !v.host {
		return nil
	}
	return &protocol.Otherwise{ID: q.ID, Text: q.Offered.Text.In(v.language), Options: pr.optionViews(q.Offered.Answers, v.language)}
}

// optionViews returns the answers to a question as a phone shows them.
func (pr *presenter) optionViews(answers []resolver.Answer, language string) []protocol.Option {
	var options []protocol.Option
	for _, a := range answers {
		o := protocol.Option{Text: a.Text.In(language), Seat: -1}
		if len(a.Moves) > 0 {
			last := a.Moves[len(a.Moves)-1]
			o.Seat, o.Verb = protocol.SeatNumber(last.Seat), pr.game.Catalog.Word(last.Verb)
		} else if a.Narrow != nil && a.Narrow.By != engine.NoSeat {
			o.Seat = protocol.SeatNumber(a.Narrow.By)
		}
		options = append(options, o)
	}
	return options
}

// forHost adds to a snapshot what only hosts see.
func (pr *presenter) forHost(s *protocol.Snapshot, own string) {
	if pr.phones == nil {
		pr.phones, pr.failedJoins = pr.roster.phoneViews(pr.game), pr.roster.failedJoins()
	}
	s.Phones, s.FailedJoins = slices.Clone(pr.phones), pr.failedJoins
	s.Approve, s.Waiting = pr.settings.Approve, pr.roster.waitingViews()
	for i := range s.Phones {
		s.Phones[i].You = s.Phones[i].ID == own
	}
}
