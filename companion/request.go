package companion

import (
	"context"
	"slices"
	"strings"

	"familiar/companion/access"
	"familiar/companion/protocol"
	"familiar/companion/resolver"
	"familiar/engine"
	"familiar/engine/lang"
)

// request does what a phone asks for.
func (t *Table) request(p *Phone, r protocol.Request) answer {
	if !slices.Contains(t.phones, p) {
		return answered(lang.T("this phone has left the table: join again"))
	}
	do, ok := requests[r.Kind()]
	if !ok {
		return answered(lang.T(`there is no request of type "{1}"`, r.Kind()))
	}
	return do(t, p, r)
}

// requests are what the table does for each of protocol.Kinds, in their order.
var requests = byKind(
	on((*Table).askStart),
	on((*Table).askEnd),
	on((*Table).askSit),
	on((*Table).askStand),
	on((*Table).askMove),
	on((*Table).askCheck),
	on((*Table).askMay),
	on((*Table).askProbe),
	on((*Table).askUndo),
	on((*Table).askPast),
	on((*Table).askGames),
	on((*Table).askRecord),
	on((*Table).askPick),
	on((*Table).askDrop),
	on((*Table).askHint),
	on((*Table).askHints),
	on(ofHost((*Table).askMute)),
	on((*Table).askDevices),
	on((*Table).askPause),
	on(ofHost((*Table).give)),
	on(ofHost((*Table).kick)),
	on(ofHost((*Table).makeHost)),
	on(ofHost((*Table).changeCode)),
	on(ofHost((*Table).forgetKnocks)),
	on((*Table).askEnrol),
	on((*Table).askPacks),
)

// handler does what a phone asks for in requests of one kind.
type handler struct {
	kind protocol.Kind
	do   func(*Table, *Phone, protocol.Request) answer
}

// on returns the handler of the kind of requests that a function takes.
func on[R protocol.Request](do func(*Table, *Phone, R) answer) handler {
	var empty R
	return handler{empty.Kind(), func(t *Table, p *Phone, r protocol.Request) answer { return do(t, p, r.(R)) }}
}

// byKind returns what handlers do, by their kinds.
func byKind(all ...handler) map[protocol.Kind]func(*Table, *Phone, protocol.Request) answer {
	m := make(map[protocol.Kind]func(*Table, *Phone, protocol.Request) answer, len(all))
	for _, h := range all {
		m[h.kind] = h.do
	}
	return m
}

// answer is what comes of a request.
type answer struct {
	protocol.Answer
	said lang.Localized // its text, before the phone reads it in its language; nil: it has none, or Text is it
	// later, if there is one, finds the answer beside the table: the goroutine that asks calls it.
	later func(context.Context) answer
}

// done is the answer of a request that was carried out.
var done = answer{Answer: protocol.Answer{OK: true}}

// answered is the answer of a request that was carried out, or else of one that was not, with the reason.
func answered(err error) answer {
	if err != nil {
		return answer{said: lang.Sentence(err)}
	}
	return done
}

// in is the answer in a language.
func (a answer) in(language string) answer {
	if a.said != nil {
		a.Text = a.said.In(language)
	}
	return a
}

var (
	errNoGame = lang.T("no game is under way: start one")
	errClock  = lang.T("the clock says when the time is over")
	errWatch  = lang.T("you are watching: take a seat first")
	errHost   = lang.T("only the host can do that: whoever began the game, or a browser on the table's own machine")
)

// asked reads the move of a request and sees to it that the phone may make it. A request says by whom: the table, or else the phone's own seat.
func (t *Table) asked(p *Phone, by, verb string, args []string) (engine.Move, error) {
	if t.game == nil {
		return engine.Move{}, errNoGame
	}
	seat := t.seatOf(p)
	c := t.game.Catalog
	if by == "table" {
		if seat == engine.Public && !p.kept.Host {
			return engine.Move{}, errWatch
		}
		return c.Move("table", verb, args...), nil
	}
	if seat == engine.Public {
		return engine.Move{}, errWatch
	}
	if by != "" && by != c.SeatWord(seat) {
		return engine.Move{}, lang.T("you sit at the seat of {1}, not of {2}", c.Title(c.SeatName(seat)), by)
	}
	return c.Move(c.SeatWord(seat), verb, args...), nil
}

func (t *Table) askMove(p *Phone, r protocol.MoveRequest) answer {
	m, err := t.asked(p, r.Seat, r.Verb, r.Args)
	if err != nil {
		return answered(err)
	}
	if t.paused() && m.Verb != t.game.Amend {
		return answered(errPaused)
	}
	if t.timer.Runs() && m == t.timer.Then && !p.kept.Host {
		return answered(errClock)
	}
	if err := r.Check(); err != nil {
		return answered(err)
	}
	out := t.intake.situation(t.game).Claim(m, r.Times, t.seatOf(p))
	if out.Kind == resolver.Refuse {
		t.announcer.refuse(out.Refusals)
		return t.refusedTo(p, out.Answer)
	}
	if err := t.commit(0, out.Moves, sourcePhone); err != nil {
		return answered(t.disk.notWritten(err))
	}
	t.announcer.announceMove(t.game)
	return done
}

// askMay answers whether a move may be made, or what may come next of one that is not whole.
func (t *Table) askMay(p *Phone, r protocol.MayRequest) answer {
	if t.game == nil {
		return answered(errNoGame)
	}
	t.keepProbing(p)
	may, err := t.game.May(t.seatOf(p), t.game.InLanguage(p.language), r)
	if err != nil {
		return answered(err)
	}
	return answer{Answer: protocol.Answer{OK: true, May: may}}
}

// refusedTo answers a phone whose move was refused. Nobody else is told.
func (t *Table) refusedTo(p *Phone, r *resolver.Refusal) answer {
	v := t.game.InLanguage(p.language).Refusal(r)
	return answer{Answer: protocol.Answer{Rule: v.Rule, Text: v.Words, Names: v.Names}}
}

func (t *Table) askCheck(p *Phone, r protocol.CheckRequest) answer {
	m, err := t.asked(p, r.Seat, r.Verb, r.Args)
	if err != nil {
		return answered(err)
	}
	// The view answers, so that a question gives away no more than the phone may know.
	v := t.game.View(t.seatOf(p)).State.Check(m)
	if !v.OK() {
		return t.refusedTo(p, &resolver.Refusal{Moves: []engine.Move{m}, Why: v})
	}
	return answer{Answer: protocol.Answer{OK: true, Text: t.game.InLanguage(p.language).RenderMoves([]engine.Move{m})}}
}

func (t *Table) askUndo(p *Phone, r protocol.UndoRequest) answer {
	if t.game == nil {
		return answered(errNoGame)
	}
	if t.seatOf(p) == engine.Public && !p.kept.Host {
		return answered(errWatch)
	}
	if r.Of > 0 && r.Of != len(t.game.Log) {
		return answered(lang.T("the game has gone on since: see what would be taken back now"))
	}
	steps := r.Steps
	if steps == 0 {
		steps = t.game.LastGesture()
	}
	return answered(t.takeBack(steps, sourcePhone))
}

// answerable reports why a phone cannot answer the question that it names.
func (t *Table) answerable(p *Phone, gesture int) error {
	switch {
	case t.game == nil:
		return errNoGame
	case t.seatOf(p) == engine.Public && !p.kept.Host:
		return errWatch
	case t.intake.gesture == nil || t.intake.gesture.id != gesture || !t.intake.gesture.mayKnow(t.seatOf(p)):
		return lang.T("that question is settled already")
	}
	return nil
}

func (t *Table) askPick(p *Phone, r protocol.PickRequest) answer {
	if err := t.answerable(p, r.Gesture); err != nil {
		return answered(err)
	}
	if t.paused() {
		return answered(errPaused)
	}
	seat := t.seatOf(p)
	answers := t.intake.questionTo(t.intake.gesture, seat, t.game).Answers
	if r.Option < 0 || r.Option >= len(answers) {
		return answered(lang.T("there is no answer {1} to that question", r.Option))
	}
	before := t.announcer.verdicts
	t.answerGesture(answers[r.Option], seat, sourcePhone)
	switch v := t.announcer.verdictTo(seat, p.language, t.game); {
	case t.announcer.verdicts == before:
	case v == nil || v.N <= before:
		return answered(lang.T("not possible. The player whose move it is has been told why"))
	case !v.OK:
		return answer{Answer: protocol.Answer{Rule: v.Rule, Text: v.Words, Names: v.Names}}
	}
	return done
}

func (t *Table) askDrop(p *Phone, r protocol.DropRequest) answer {
	if err := t.answerable(p, r.Gesture); err != nil {
		return answered(err)
	}
	t.intake.gesture = nil
	return done
}

func (t *Table) askStart(p *Phone, r protocol.StartRequest) answer {
	setup := engine.Setup{Game: r.Game, Pack: r.Pack}
	if setup.Pack == "" {
		setup.Pack = engine.HousePack
	}
	for _, s := range r.Seats {
		setup.Seats = append(setup.Seats, strings.ToLower(strings.TrimSpace(s)))
	}
	for name, value := range r.Options {
		setup.Options = append(setup.Options, engine.OptionValue{Name: name, Value: value})
	}
	slices.SortFunc(setup.Options, func(a, b engine.OptionValue) int { return strings.Compare(a.Name, b.Name) })
	colours := make(map[string]string)
	for seat, colour := range r.Colours {
		colours[strings.ToLower(strings.TrimSpace(seat))] = colour
	}
	if err := t.start(setup, colours); err != nil {
		return answered(err)
	}
	t.keep(p, func(f *access.Phone) { f.Host = true })
	return done
}

func (t *Table) askEnd(p *Phone, _ protocol.EndRequest) answer {
	if t.game == nil {
		return answered(errNoGame)
	}
	if !p.kept.Host {
		return answered(errHost)
	}
	return answered(t.end())
}
