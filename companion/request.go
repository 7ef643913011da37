package companion

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"familiar/companion/intake"
	"familiar/companion/library"
	"familiar/companion/limits"
	"familiar/companion/protocol"
	"familiar/companion/resolver"
	"familiar/companion/session"
	"familiar/engine"
	"familiar/engine/lang"
)

// requests are the handlers of all protocol.Kinds.
var requests = byKind(
	on((*Table).askStart),
	on((*Table).askEnd),
	on(ofSaved(func(t *Table, c caller, r protocol.SitRequest) error {
		return t.roster.sit(c.Phone, t.referee.game, r.Seat)
	})),
	on(ofSaved(func(t *Table, c caller, _ protocol.StandRequest) error {
		t.roster.vacate(c.hash, t.referee.game)
		return nil
	})),
	on(ofGame((*referee).askMove)),
	on(readOnly(ofGame((*referee).askCheck))),
	on(readOnly((*Table).askMay)),
	on(readOnly((*Table).askProbe)),
	on(ofGame((*referee).askUndo)),
	on(readOnly((*Table).askPast)),
	on(readOnly((*Table).askGames)),
	on(readOnly((*Table).askRecord)),
	on(ofGame((*referee).askPick)),
	on(ofGame((*referee).askDrop)),
	on(readOnly((*Table).askHint)),
	on(ofHost(func(t *Table, _ caller, r protocol.HintsRequest) error { t.roster.allowHints(r.On); return nil })),
	on(ofHost(func(t *Table, c caller, r protocol.BoldnessRequest) error {
		return t.roster.setBoldness(c, r.As, t.referee.game)
	})),
	on(ofHost(func(t *Table, _ caller, r protocol.MuteRequest) error { return t.buzzer.mute(r.On) })),
	on(readOnly((*Table).askDevices)),
	on(ofSaved(func(t *Table, c caller, r protocol.PauseRequest) error { return t.referee.pause(c, r.On) })),
	on(readOnly((*Table).askCarry)),
	on(readOnly(func(t *Table, c caller, _ protocol.ConnectionsRequest) answer {
		return answer{Answer: protocol.Answer{OK: true, Connections: t.roster.connectionViews(c.Phone)}}
	})),
	on((*Table).askLeave),
	on(ofHost(func(t *Table, c caller, r protocol.GiveRequest) error { return t.roster.give(c, r, t.referee.game) })),
	on(ofHost(func(t *Table, c caller, r protocol.KickRequest) error {
		return t.roster.kick(c, r.Phone, r.Code, t.referee.game)
	})),
	on(ofHost(func(t *Table, c caller, r protocol.HostRequest) error {
		return t.roster.makeHost(c.Phone, t.referee.game, r)
	})),
	on(ofHost(func(t *Table, c caller, r protocol.CodeRequest) error {
		return t.roster.askCode(c, r.Out, t.referee.game)
	})),
	on(ofHost(func(t *Table, _ caller, _ protocol.KnocksRequest) error {
		t.roster.access.ForgetFailedJoins()
		return nil
	})),
	on(ofHost(func(t *Table, c caller, r protocol.ApproveRequest) error { return t.roster.approve(c, r.On) })),
	on(ofHost(func(t *Table, _ caller, r protocol.AdmitRequest) error { return t.roster.admit(r.Phone, r.On) })),
	on((*Table).askEnrol),
	on((*Table).askPacks),
)

// handler carries out the requests of one kind.
type handler struct {
	kind protocol.Kind
	do   func(*Table, caller, protocol.Request) answer
}

// on returns the handler for the kind of requests that a function takes.
func on[R protocol.Request](do func(*Table, caller, R) answer) handler {
	var empty R
	return handler{empty.Kind(), func(t *Table, c caller, r protocol.Request) answer { return do(t, c, r.(R)) }}
}

// ofGame makes a handler for a request that needs a game under way out of a method of the referee.
func ofGame[R protocol.Request](do func(*referee, caller, R) answer) func(*Table, caller, R) answer {
	return func(t *Table, c caller, r R) answer {
		if t.referee.game == nil {
			return answered(errNoGame)
		}
		return do(&t.referee, c, r)
	}
}

// readOnly makes a handler out of a function that changes nothing that anybody is shown, so that nobody is shown the table again for it.
func readOnly[R protocol.Request](do func(*Table, caller, R) answer) func(*Table, caller, R) answer {
	return func(t *Table, c caller, r R) answer {
		t.same = true
		return do(t, c, r)
	}
}

// ofSaved makes a handler out of a function that changes nothing but what the saver writes. If it does not change that either, nobody is shown the table again.
func ofSaved[R protocol.Request](do func(*Table, caller, R) error) func(*Table, caller, R) answer {
	return func(t *Table, c caller, r R) answer {
		before := t.roster.saver.Changes()
		err := do(t, c, r)
		t.same = t.roster.saver.Changes() == before
		return answered(err)
	}
}

// ofHost makes a handler for a request that only a host may make out of a function.
func ofHost[R protocol.Request](do func(*Table, caller, R) error) func(*Table, caller, R) answer {
	return func(t *Table, c caller, r R) answer {
		if !c.host() {
			return answered(errHost)
		}
		return answered(do(t, c, r))
	}
}

func byKind(all ...handler) map[protocol.Kind]func(*Table, caller, protocol.Request) answer {
	m := make(map[protocol.Kind]func(*Table, caller, protocol.Request) answer, len(all))
	for _, h := range all {
		m[h.kind] = h.do
	}
	return m
}

// Do makes a request and waits for the answer. The answer has no ID, because the ID belongs to the message of the request.
func (p *Phone) Do(ctx context.Context, r protocol.Request) protocol.Answer {
	a := p.ask(ctx, func(t *Table, c caller) answer {
		do, ok := requests[r.Kind()]
		if !ok {
			return answered(lang.T(`there is no request of type "{1}"`, r.Kind()))
		}
		return do(t, c, r)
	})
	if a.later != nil {
		var err error
		if a.Answer, err = a.later(ctx); err != nil {
			a = answered(err).in(p.language)
		}
	}
	return a.Answer
}

// ask calls do on the table's goroutine and returns its answer, once everybody has been shown what changed, and it is written.
func (p *Phone) ask(ctx context.Context, do func(*Table, caller) answer) answer {
	a, err := ask(ctx, p.mailbox, func(t *Table) answer { return t.answerTo(p, do).in(p.language) }, nil)
	if err == nil {
		a, err = p.written(ctx, a)
	}
	if err != nil {
		return answered(lang.T("the table did not answer: {1}", err)).in(p.language)
	}
	return a
}

// afterReading answers a request that needs a card list. A large one takes long to read, so read is called beside the table, and then do on its goroutine with the result.
func afterReading[T any](t *Table, c caller, read func() (T, error), do func(*Table, caller, T) answer) answer {
	t.same = true
	return answer{later: func(ctx context.Context) (protocol.Answer, error) {
		list, err := read()
		if err != nil {
			return protocol.Answer{}, err
		}
		return c.ask(ctx, func(t *Table, c caller) answer { return do(t, c, list) }).Answer, nil
	}}
}

// written waits until what an answer acknowledges is written, and returns the answer as it is then: see kept.
func (p *Phone) written(ctx context.Context, a answer) (answer, error) {
	if err := p.mailbox.wait(ctx, a.saved); err != nil || !a.OK || a.saved == nil {
		return a, err
	}
	// a stays as it is: when the caller has given up, the table's goroutine may still be about to read it.
	return ask(ctx, p.mailbox, func(t *Table) answer { return t.kept(a).in(p.language) }, nil)
}

// kept returns an answer, which is not OK if what it acknowledges is not on the disk: whoever asked must know if a restart would undo it.
func (t *Table) kept(a answer) answer {
	t.same = true
	if t.roster.saver.Failed() {
		a.OK, a.text = false, lang.Sentence(lang.T("this is done, but cannot be written: a restart now would undo it. See whether the disk is full: as soon as there is room, the table writes it by itself"))
	}
	return a
}

// marks differ once a request has changed what is shown, though it was refused.
type marks struct {
	saved, announced, noted int
	underWay                *intake.Gesture
}

func (t *Table) marks() marks {
	m := marks{saved: t.roster.saver.Changes(), announced: t.announcer.Changes(), underWay: t.referee.intake.UnderWay}
	if g := t.referee.game; g != nil {
		m.noted = g.Noted
	}
	return m
}

// answerTo calls do for a phone, and returns its answer. A refused request shows nobody the table again, unless it has left a mark.
func (t *Table) answerTo(p *Phone, do func(*Table, caller) answer) answer {
	if !t.roster.has(p) {
		return answered(lang.T("this phone is not at the table: join again, or wait until a host lets it in"))
	}
	before := t.marks()
	a := do(t, caller{p, t.roster.seatOf(p, t.referee.game)})
	now := t.marks()
	if now.saved != before.saved {
		a.saved = t.roster.saver.Saved()
	}
	t.same = t.same || !a.OK && now == before
	return a
}

func (t *Table) askStart(c caller, r protocol.StartRequest) answer {
	setup := engine.Setup{Game: r.Game, Pack: cmp.Or(r.Pack, engine.HousePack)}
	if err := cmp.Or(r.Check(), c.mayStart(t.referee.game)); err != nil {
		return answered(err)
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
	games := t.library
	read := func() (*session.Game, error) { return games.BeginNew(setup) }
	return afterReading(t, c, read, func(t *Table, c caller, g *session.Game) answer {
		if err := c.mayStart(t.referee.game); err != nil {
			return answered(err)
		}
		if !t.roster.countStart(c, g.OwnPack != nil) {
			return answered(lang.T("many games have just begun: wait a minute"))
		}
		if err := t.start(g, colours); err != nil {
			return answered(err)
		}
		t.roster.beginner(c, g)
		return done
	})
}

func (t *Table) askEnd(c caller, _ protocol.EndRequest) answer {
	if t.referee.game == nil {
		return answered(errNoGame)
	}
	if !c.host() {
		return answered(errHost)
	}
	return answered(t.end())
}

// askMay answers whether a move may be made, or what may come next in a move that is not complete.
func (t *Table) askMay(c caller, r protocol.MayRequest) answer {
	g := t.referee.game
	if g == nil {
		return answered(errNoGame)
	}
	t.probes.Extend(c.hash, time.Now())
	may, err := g.May(c.seat, g.InLanguage(c.language), r)
	if err != nil {
		return answered(err)
	}
	return answer{Answer: protocol.Answer{OK: true, May: may}}
}

// askProbe begins or ends a phone's card probe.
func (t *Table) askProbe(c caller, r protocol.LayRequest) answer {
	switch {
	case t.referee.game == nil:
		return answered(errNoGame)
	case r.On && c.guest():
		return answered(errGuest) // no guest may keep other people's cards out of the game
	}
	t.probes.Set(c.hash, r.On, time.Now())
	return done
}

// askCarry answers with a link by which the phone goes on over TLS.
func (t *Table) askCarry(c caller, _ protocol.CarryRequest) answer {
	if !t.opt.TLS {
		return answered(lang.T("this table is not served over an encrypted connection: start it with --tls"))
	}
	return answer{Answer: protocol.Answer{OK: true, Link: t.roster.access.Link(c.hash, time.Now())}}
}

func (t *Table) askLeave(c caller, r protocol.LeaveRequest) answer {
	if r.Others {
		t.same = true // the connections that end are told so, and nothing else is to be seen of it
		return answer{Answer: protocol.Answer{OK: true, Token: t.roster.endOthers(c.Phone)}}
	}
	return answered(t.roster.forgetPhone(c.Phone))
}

// askDevices answers how the readers have done since the start. Snapshots do not hold it, because it changes all the time.
func (t *Table) askDevices(c caller, _ protocol.DevicesRequest) answer {
	return answer{Answer: protocol.Answer{OK: true, Devices: t.wiring.StatsViews(t.referee.game, c.language)}}
}

// beginEnrolment begins the enrolment of a box's tags for a phone. During a game it keeps cards from counting, so it is noted who does it, and has a limit.
func (t *Table) beginEnrolment(c caller, box library.Box) error {
	g := t.referee.game
	if g != nil && !c.kept.Local && !t.roster.allow(limits.Enrol, c, t.referee.now) {
		return lang.T("tags were enrolled very often during this game: wait a minute")
	}
	err := t.tags.begin(box, c.kept)
	if err == nil && g != nil {
		g.NoteAct("enrol", c.seat, engine.NoSeat, lang.Sentence(lang.T("{1} has begun to enrol tags", g.Who(c.seat))))
	}
	return err
}

// askEnrol begins, steers and ends the enrolment of tags, and names single tags.
func (t *Table) askEnrol(c caller, r protocol.EnrolRequest) answer {
	if err := c.mayEnrol(r.Action, t.referee.game, t.roster.access.HasHost()); err != nil {
		return answered(err)
	}
	g := t.referee.game
	switch r.Action {
	case "begin", "take":
		games := t.library
		read := func() (library.Box, error) { return games.Open(r.Game, r.Pack) }
		return afterReading(t, c, read, func(t *Table, c caller, box library.Box) answer {
			if err := c.mayEnrol(r.Action, t.referee.game, t.roster.access.HasHost()); err != nil {
				return answered(err)
			}
			if r.Action == "begin" {
				return answered(t.beginEnrolment(c, box))
			}
			return t.tags.takeOver(box)
		})
	case "name":
		err := t.tags.name(g, r.Args, c.seat)
		if q := t.referee.intake.UnderWay; err == nil && q != nil && q.Kind() == resolver.UnknownTag && q.MayKnow(engine.Public) {
			t.referee.intake.UnderWay = nil
		}
		return answered(err)
	case "skip", "redo", "stop":
		return answered(t.tags.steer(r.Action))
	}
	return answered(lang.T(`enrolment cannot "{1}": it can begin, take, skip, redo, stop and name`, r.Action))
}
