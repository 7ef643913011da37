package companion

import (
	"context"
	"slices"
	"strings"
	"time"

	"familiar/companion/access"
	"familiar/companion/protocol"
	"familiar/engine"
	"familiar/engine/lang"
)

// requests are what the table does for each of protocol.Kinds.
var requests = byKind(
	on((*Table).askStart),
	on((*Table).askEnd),
	on((*Table).askSit),
	on((*Table).askStand),
	on(ofGame((*referee).askMove)),
	on(ofGame((*referee).askCheck)),
	on((*Table).askMay),
	on((*Table).askProbe),
	on(ofGame((*referee).askUndo)),
	on((*Table).askPast),
	on((*Table).askGames),
	on((*Table).askRecord),
	on(ofGame((*referee).askPick)),
	on(ofGame((*referee).askDrop)),
	on((*Table).askHint),
	on(ofHost(func(t *Table, _ caller, r protocol.HintsRequest) error { t.roster.allowHints(r.On); return nil })),
	on(ofHost(func(t *Table, _ caller, r protocol.MuteRequest) error { return t.buzzer.mute(r.On) })),
	on((*Table).askDevices),
	on((*Table).askPause),
	on(ofHost(func(t *Table, _ caller, r protocol.GiveRequest) error {
		return t.roster.give(r.Phone, t.referee.game, r.Seat)
	})),
	on(ofHost(func(t *Table, c caller, r protocol.KickRequest) error { return t.roster.kick(c.Phone, r.Phone) })),
	on(ofHost(func(t *Table, c caller, r protocol.HostRequest) error {
		return t.roster.makeHost(c.Phone, r.Phone, r.On)
	})),
	on(ofHost(func(t *Table, _ caller, _ protocol.CodeRequest) error { t.roster.changeCode(); return nil })),
	on(ofHost(func(t *Table, _ caller, _ protocol.KnocksRequest) error {
		t.roster.access.ForgetFailedJoins()
		return nil
	})),
	on((*Table).askEnrol),
	on((*Table).askPacks),
)

// handler does what a phone asks for in requests of one kind.
type handler struct {
	kind protocol.Kind
	do   func(*Table, caller, protocol.Request) answer
}

// on returns the handler of the kind of requests that a function takes.
func on[R protocol.Request](do func(*Table, caller, R) answer) handler {
	var empty R
	return handler{empty.Kind(), func(t *Table, c caller, r protocol.Request) answer { return do(t, c, r.(R)) }}
}

// ofGame has the referee answer a request.
func ofGame[R protocol.Request](do func(*referee, caller, R) answer) func(*Table, caller, R) answer {
	return func(t *Table, c caller, r R) answer {
		if t.referee.game == nil {
			return answered(errNoGame)
		}
		return do(&t.referee, c, r)
	}
}

// ofHost is a request that only a host may make.
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

// Do asks the table for something and waits for its answer. The answer has no ID: that belongs to the message of the request.
func (p *Phone) Do(ctx context.Context, r protocol.Request) protocol.Answer {
	a, err := ask(ctx, p.mailbox, func(t *Table) answer { return t.request(p, r).in(p.language) }, func(*Table, answer) {})
	if err != nil {
		a = answered(lang.T("the table did not answer: {1}", err)).in(p.language)
	}
	if a.later != nil {
		a = a.later(ctx).in(p.language)
	}
	return a.Answer
}

// request does what a phone asks for.
func (t *Table) request(p *Phone, r protocol.Request) answer {
	if !t.roster.has(p) {
		return answered(lang.T("this phone has left the table: join again"))
	}
	do, ok := requests[r.Kind()]
	if !ok {
		return answered(lang.T(`there is no request of type "{1}"`, r.Kind()))
	}
	return do(t, caller{p, t.roster.seatOf(p, t.referee.game)}, r)
}

func (t *Table) askSit(c caller, r protocol.SitRequest) answer {
	return answered(t.roster.sit(c.Phone, t.referee.game, r.Seat))
}

func (t *Table) askStand(c caller, _ protocol.StandRequest) answer {
	t.roster.change(c.Phone, func(f *access.Phone) { f.Seat, f.Game = "", "" })
	return done
}

func (t *Table) askStart(c caller, r protocol.StartRequest) answer {
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
	t.roster.change(c.Phone, func(f *access.Phone) { f.Host = true })
	return done
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

// askMay answers whether a move may be made, or what may come next of one that is not whole.
func (t *Table) askMay(c caller, r protocol.MayRequest) answer {
	g := t.referee.game
	if g == nil {
		return answered(errNoGame)
	}
	t.probes.keep(c.hash, time.Now())
	may, err := g.May(c.seat, g.InLanguage(c.language), r)
	if err != nil {
		return answered(err)
	}
	return answer{Answer: protocol.Answer{OK: true, May: may}}
}

// askProbe has cards laid for the question of a phone, or no more.
func (t *Table) askProbe(c caller, r protocol.LayRequest) answer {
	switch {
	case t.referee.game == nil:
		return answered(errNoGame)
	case c.guest():
		return answered(errWatch) // no guest keeps what others lay from the game
	}
	t.probes.set(c.hash, r.On, time.Now())
	return done
}

// askPause stops the game, or lets it go on.
func (t *Table) askPause(c caller, r protocol.PauseRequest) answer {
	changed, err := t.referee.pause(c, r.On)
	if changed {
		t.roster.save()
	}
	return answered(err)
}

// askDevices answers how the readers did since the start. It changes all the time, so that snapshots do not hold it.
func (t *Table) askDevices(c caller, _ protocol.DevicesRequest) answer {
	return answer{Answer: protocol.Answer{OK: true, Devices: t.wiring.readerStats(t.referee.game, c.language)}}
}

// askEnrol begins, steers and ends the enrolment of tags, and names single tags.
func (t *Table) askEnrol(c caller, r protocol.EnrolRequest) answer {
	g := t.referee.game
	if g != nil && c.guest() {
		return answered(errWatch)
	}
	switch r.Action {
	case "begin":
		return answered(t.tags.begin(r.Game, r.Pack))
	case "take":
		return t.tags.takeOver(r.Game, r.Pack)
	case "name":
		err := t.tags.name(g, c.seat, r.Args)
		if err == nil {
			t.referee.intake.gesture = nil
		}
		return answered(err)
	case "skip", "redo", "stop":
		return answered(t.tags.steer(r.Action))
	}
	return answered(lang.T(`enrolment cannot "{1}": it can begin, take, skip, redo, stop and name`, r.Action))
}
