package companion

import (
	"cmp"
	"maps"
	"slices"

	"familiar/companion/intake"
	"familiar/companion/limits"
	"familiar/companion/protocol"
	"familiar/companion/resolver"
	"familiar/companion/scene"
	"familiar/companion/session"
	"familiar/companion/wired"
	"familiar/engine"
	"familiar/engine/lang"
)

// The requests of phones that concern the moves of the game under way. They are handled only if there is a game.

// moveOf returns the move of a request, if the phone may make it. by is the seat that it names: "table" for a move of the table, "" for the phone's own.
func (ref *referee) moveOf(c caller, by, verb string, args []string) (engine.Move, error) {
	catalog := ref.game.Catalog
	switch {
	case by == "table" && !c.guest():
		return catalog.Move("table", verb, args...), nil
	case c.seat == engine.Public:
		return engine.Move{}, errGuest
	case by != "" && by != catalog.SeatWord(c.seat):
		return engine.Move{}, lang.T("you sit at the seat of {1}, not of {2}", catalog.Title(catalog.SeatName(c.seat)), by)
	}
	return catalog.Move(catalog.SeatWord(c.seat), verb, args...), nil
}

func (ref *referee) askMove(c caller, r protocol.MoveRequest) answer {
	m, err := ref.moveOf(c, r.Seat, r.Verb, r.Args)
	if err != nil {
		return answered(err)
	}
	if ref.paused() && m.Verb != ref.game.Amend {
		return answered(errPaused)
	}
	if ref.timer.IsCounting() && m == ref.timer.Then && !c.host() {
		return answered(errClock)
	}
	if err := r.Check(); err != nil {
		return answered(err)
	}
	if err := ref.mayWrite(c); err != nil {
		return answered(err)
	}
	seen, ok := ref.game.History.State().Redacted(m, engine.Public)
	secret := !ok || seen != m // others do not see what is tried
	ref.game.Secrets = ref.game.Secrets || secret
	if (secret || ref.game.Catalog.NamesCard(m)) && ref.conflictsUsed(c) {
		return answered(errConflicts)
	}
	defer ref.keepConflicts(c)
	if secret && r.Times > 1 {
		return answered(lang.T("tell these cards one at a time: how many of them are alike is a secret"))
	}
	// What was forgotten is not asked in the place of a question about a card, which somebody may be about to answer.
	asked := ref.intake.AsksAboutCard()
	out := ref.situation().Claim(m, r.Times, c.seat, func() bool { return !asked && ref.roster.limits.Allow(limits.Search, ref.limited(c.seat), ref.now) })
	out.Observation.Source, out.Observation.At = session.SourcePhone, ref.now
	if out.Answer != nil {
		ref.apply(out, c.seat)
		return refusalAnswer(ref.game.InLanguage(c.language).Refusal(out.Answer))
	}
	if err := ref.commit(0, out.Moves, wired.SourceOf(out, ref.game, c.seat)); err != nil {
		return answered(ref.disk.moveError(err))
	}
	ref.noteConflict(&out, c.seat)
	ref.announcer.AnnounceMove(ref.game)
	ref.takeEarly()
	return done
}

// mayWrite returns why a phone may enter no move and no undo now, nil if it may. Who reaches the limit is named. The table's own machine has no limit.
func (ref *referee) mayWrite(c caller) error {
	seat := ref.limited(c.seat)
	if c.kept.Local || c.seat != engine.Public && ref.roster.limits.Allow(limits.Write, seat, ref.now) ||
		c.seat == engine.Public && ref.roster.allow(limits.HostWrite, c, ref.now) {
		return nil
	}
	if ref.roster.limits.Allow(limits.WriteNote, seat, ref.now) {
		ref.game.Note(lang.Sentence(lang.T("{1} enters very many moves", ref.game.Who(c.seat))))
	}
	return lang.T("you have entered very many moves: wait a moment, then go on")
}

var errConflicts = lang.T("you have told too much that cannot be: wait a minute")

// limited returns the name by which limits know a seat. Hosts without a seat share one, and so do cards that nobody is known to have shown.
func (ref *referee) limited(seat engine.Seat) string {
	if seat == engine.NoSeat {
		return ""
	}
	return ref.game.Catalog.SeatWord(seat)
}

// conflictsUsed reports whether a phone has to wait before it enters a move that only another hand may forbid.
func (ref *referee) conflictsUsed(c caller) bool {
	return ref.roster.limits.Reached(limits.Conflict, ref.limited(c.seat), ref.now) || ref.roster.limits.Reached(limits.PhoneConflict, c.ID(), ref.now)
}

// keepConflicts lets a phone have no more conflicts left than its seat has, after the seat's were counted.
func (ref *referee) keepConflicts(c caller) {
	ref.roster.limits.Follow(limits.PhoneConflict, c.ID(), limits.Conflict, ref.limited(c.seat), ref.now)
}

// noteConflict notes who has told a move that a hand forbids, if the refusal tells the teller something of that hand, and whose hand it is: nobody knows which of the
// two has told the truth. Where the refused moves are a secret, the refusal names the two as well. Who lays a card on a reader that stands for no hand, the people in the
// room see, and the table does not know. So such cards are noted only if there are many.
func (ref *referee) noteConflict(out *resolver.Outcome, teller engine.Seat) {
	viewer := teller
	if teller == engine.NoSeat {
		viewer = engine.Public
	}
	if !out.SeemsLegalTo(viewer) {
		return
	}
	allowed := ref.roster.limits.Allow(limits.Conflict, ref.limited(teller), ref.now)
	switch {
	case !out.RevealsTo(viewer): // what the teller has told itself forbids it, and nobody else need hear of that
		return
	case teller == engine.NoSeat:
		if !allowed {
			ref.game.Note(lang.Sentence(lang.T("cards were shown again and again that cannot be")))
		}
		return
	}
	text := ref.game.NoteConflict(teller, out.Contradicts(ref.game.Catalog))
	if len(out.Refusals) > 0 && len(out.Refusals[0].Moves) == 0 && out.Refusals[0].Text == nil {
		out.Refusals[0].Text = text
	}
}

func (ref *referee) askCheck(c caller, r protocol.CheckRequest) answer {
	m, err := ref.moveOf(c, r.Seat, r.Verb, r.Args)
	if err != nil {
		return answered(err)
	}
	if v := ref.game.CheckAs(c.seat, m); !v.OK() {
		return refusalAnswer(ref.game.InLanguage(c.language).Refusal(&resolver.Refusal{Moves: []engine.Move{m}, Why: v}))
	}
	return answer{Answer: protocol.Answer{OK: true, Text: ref.game.InLanguage(c.language).RenderMoves([]engine.Move{m})}}
}

func (ref *referee) askUndo(c caller, r protocol.UndoRequest) answer {
	if c.guest() {
		return answered(errGuest)
	}
	if r.Of != 0 && r.Of != len(ref.game.Log) {
		return answered(lang.T("the game has gone on since: see what would be taken back now"))
	}
	if err := ref.mayWrite(c); err != nil {
		return answered(err)
	}
	isOwn := ref.game.AreOwn(cmp.Or(r.Steps, ref.game.LastGesture()), c.seat)
	if !isOwn && !c.host() && !ref.roster.limits.Allow(limits.TakeBack, ref.limited(c.seat), ref.now) {
		return answered(lang.T("you have taken back very much of what others did: wait a moment"))
	}
	defer ref.keepConflicts(c)
	return answered(ref.takeBack(r.Steps, session.SourcePhone, c.seat))
}

// answerable returns why a phone cannot answer the question about a gesture, nil if it can. q is nil if there is no such question.
func (ref *referee) answerable(c caller, q *intake.Gesture) error {
	switch {
	case c.guest():
		return errGuest
	case q == nil || !q.MayKnow(c.seat):
		return lang.T("that question is settled already")
	}
	return nil
}

func (ref *referee) askPick(c caller, r protocol.PickRequest) answer {
	q := ref.intake.Asked(r.Gesture)
	if err := ref.answerable(c, q); err != nil {
		return answered(err)
	}
	if ref.paused() {
		return answered(errPaused)
	}
	answers := ref.intake.QuestionTo(q, c.seat, ref.game).Answers
	if r.Option < 0 || r.Option >= len(answers) {
		return answered(lang.T("there is no answer {1} to that question", r.Option))
	}
	a := answers[r.Option]
	if (a.Narrow != nil || slices.ContainsFunc(a.Moves, ref.game.Catalog.NamesCard)) && ref.conflictsUsed(c) {
		return answered(errConflicts)
	}
	defer ref.keepConflicts(c)
	verdict := func() *protocol.Verdict { return ref.announcer.VerdictTo(c.seat, c.language, ref.game) }
	before, last, others := ref.announcer.Verdicts(), verdict(), ref.situation().OthersIn(a, c.seat)
	ref.answerGesture(q, a, c.seat, session.SourcePhone)
	if ref.announcer.Verdicts() > before {
		switch v := verdict(); {
		case v == nil || last != nil && v.N == last.N:
			return answered(lang.T("not possible. The player whose move it is has been told why"))
		case !v.OK:
			return refusalAnswer(*v)
		}
	}
	ref.noteAnswer(c.seat, others)
	return done
}

// noteAnswer notes in the log that a player, or a host, has answered for other players. Players without a phone are left out: somebody has to answer for them.
func (ref *referee) noteAnswer(by engine.Seat, others map[engine.Seat]bool) {
	for _, seat := range slices.Sorted(maps.Keys(others)) {
		if _, taken := ref.roster.access.Holder(ref.game.Journal.Name(), ref.game.Catalog.SeatWord(seat)); taken {
			ref.game.NoteAct("answer", by, seat, lang.Sentence(lang.T("{1} has answered for {2}", ref.game.Who(by), ref.game.Who(seat))))
		}
	}
}

func (ref *referee) askDrop(c caller, r protocol.DropRequest) answer {
	q := ref.intake.UnderWay
	if q != ref.intake.Asked(r.Gesture) {
		q = nil
	}
	if err := ref.answerable(c, q); err != nil {
		return answered(err)
	}
	if err := ref.mayDrop(q, c.seat); err != nil {
		return answered(err)
	}
	ref.intake.UnderWay = nil
	ref.announcer.Announce(lang.Sentence(session.SetAside(ref.game.Who(c.seat))), q.Audience(), scene.CueNone)
	ref.noteDrop(q, c.seat)
	return done
}

// mayDrop returns why a seat cannot set aside a gesture now, nil if it can. A seat may set aside what others have shown a few times only. q may be nil, and by may be NoSeat.
func (ref *referee) mayDrop(q *intake.Gesture, by engine.Seat) error {
	if q == nil || by == engine.NoSeat || q.IsOwn(by) || ref.roster.limits.Allow(limits.Drop, ref.limited(by), ref.now) {
		return nil
	}
	return lang.T("you have set aside very much: wait a moment")
}

// noteDrop notes in the log that a seat has set aside a gesture of others, if everybody may know of it.
func (ref *referee) noteDrop(q *intake.Gesture, by engine.Seat) {
	if q != nil && by != engine.NoSeat && !q.IsOwn(by) && q.Audience() == resolver.Everyone {
		ref.game.NoteAct("drop", by, engine.NoSeat, lang.Sentence(session.SetAside(ref.game.Who(by))))
	}
}
