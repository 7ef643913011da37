package resolver

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"familiar/engine"
	"familiar/engine/athame"
	"familiar/engine/lang"
	"familiar/engine/sacrilege"
)

// paper is a game of Sacrilege for Ann, Ben and Cai on paper: it carries out what the resolver says, as a table does, and writes down the last outcome. It has no
// clock and no devices: its time is moved by hand.
type paper struct {
	*testing.T
	history *engine.History
	catalog *engine.Catalog
	now     time.Time
	lying   []Tag
	asked   *Pending
	waiting []*Pending
	catchUp bool
	usual   bool     // the table takes what is usual
	readers []string // the places with readers of their own
	taken   *Pending
	mistake bool   // the card of the last move was lifted at once
	said    string // what came of the last step
}

func newPaper(t *testing.T) *paper {
	t.Helper()
	p := newPaperOf(t, sacrilege.Game())
	p.plays("table: reveal king")
	return p
}

// newPaperOf returns the paper of a game of which nothing is played yet.
func newPaperOf(t *testing.T, g engine.Game) *paper {
	t.Helper()
	state, err := g.New(engine.Setup{Game: g.ID, Pack: engine.HousePack, Seats: []string{"ann", "ben", "cai"}}, g.House)
	if err != nil {
		t.Fatal(err)
	}
	return &paper{T: t, history: engine.NewHistory(state), catalog: state.Catalog()}
}

// A player's button is pressed before a card is laid, as one that this player shows, also where a single move names the player: that of a card which nobody has shown.
func TestPlayerAloneIsNoMove(t *testing.T) {
	p := newPaperOf(t, athame.Game())
	for _, line := range []string{
		"table: reveal circle", "table: reveal circle", "table: reveal circle", "table: reveal circle", "ann: ritual ring-of-ash", "ben: ritual ring-of-lamps", "cai: ritual ring-of-salt",
		"ann: allot circle", "ann: allot circle", "ann: allot circle", "ann: allot circle", "ann: draw bank", "ann: take rusted-hook", "ann: take ?", "ann: take ?", "ann: take ?",
		"table: amend circle ann.allotted cai.allotted",
	} {
		p.plays(line)
	}
	for _, step := range []string{"press cai", "night-bell on table"} {
		p.step(step)
		if strings.Contains(p.said, "play ann: use rusted-hook cai") {
			t.Errorf("%s: %s", step, p.said)
		}
	}
	if want := "play cai: use night-bell"; !strings.HasPrefix(p.said, want) {
		t.Errorf("at last %s, not %s", p.said, want)
	}
}

// plays makes a move as records write it.
func (p *paper) plays(line string) {
	p.Helper()
	seat, words, _ := strings.Cut(line, ": ")
	w := strings.Fields(words)
	if v := p.history.Play(p.catalog.Move(seat, w[0], w[1:]...)); !v.OK() {
		p.Fatalf("%s is refused by %s", line, v.Rule)
	}
}

func (p *paper) situation() *Situation {
	views := make(map[engine.Seat]*View)
	return &Situation{
		History: p.history, Words: plainWords{p.catalog}, UnderWay: p.asked, Waiting: p.waiting, Lying: p.lying, TakesUsual: p.usual, CatchUp: p.catchUp, Taken: p.taken, CardReplaced: p.mistake,
		HasReader: func(place engine.Name) bool { return slices.Contains(p.readers, p.catalog.Word(place)) },
		View: func(seat engine.Seat) *View {
			if views[seat] == nil {
				views[seat] = &View{State: p.history.State().View(seat)}
			}
			return views[seat]
		},
	}
}

// step does one thing at the table, in the words of the table tests:
//
//	ann: draw              a move that was made before
//	imp on ann.altar       a card is laid on the reader of a place
//	imp on middle          on a reader that stands for no place
//	imp on ann             … of a seat, without a place
//	imp off                it is lifted
//	press end              a button of nobody
//	ann presses draw       a button of Ann's
//	ann holds draw         … held for all answers that a question wants
//	ann says draw ?        a move from Ann's phone; "twice draw ?" of two
//	ann picks 0            an answer to the question, by its number
//	ann corrects 0         another reading of the last card, by its number
//	confirm                the button that confirms
//	a moment passes        longer than the debounce window
//	seconds pass           longer than a button and a card belong together
//	minutes pass           longer than a gesture lasts
//	it catches up          forgotten moves are played at once from now on
//	it takes what is usual      from now on
//	altars have readers         of their own
//	its card is lifted at once   that of the last move, and the next one is laid on the same reader
func (p *paper) step(step string) {
	p.Helper()
	w := strings.Fields(step)
	p.said = ""
	switch {
	case strings.HasSuffix(w[0], ":"):
		p.plays(step)
	case step == "confirm":
		p.apply(p.situation().Confirm(p.asked, "button yes"))
	case step == "a moment passes":
		p.now = p.now.Add(2 * DebounceTime)
		if p.asked != nil {
			p.apply(p.situation().Debounced(p.asked))
		}
	case step == "seconds pass":
		p.now = p.now.Add(TogetherTime)
	case step == "minutes pass":
		p.now = p.now.Add(GestureTime)
	case step == "it catches up":
		p.catchUp = true
	case step == "it takes what is usual":
		p.usual = true
	case step == "altars have readers":
		p.readers = []string{"ann.altar", "ben.altar", "cai.altar"}
	case step == "its card is lifted at once":
		p.mistake = true
	case w[0] == "press":
		p.observe(Anything(), "button", w[1])
	case w[1] == "presses" || w[1] == "holds":
		o := Anything()
		o.Seat, o.All = p.seat(w[0]), w[1] == "holds"
		p.observe(o, "button", w[2])
	case w[1] == "says":
		words, times := w[2:], 1
		if words[0] == "twice" {
			words, times = words[1:], 2
		}
		p.apply(p.situation().Claim(p.catalog.Move(w[0], words[0], words[1:]...), times, p.seat(w[0]), func() bool { return true }))
	case w[1] == "corrects":
		p.apply(p.situation().Answer(p.taken, p.taken.Offered.Answers[int(w[2][0]-'0')], p.seat(w[0]), "phone", p.now))
	case w[1] == "picks":
		n := int(w[2][0] - '0')
		p.apply(p.situation().Answer(p.asked, p.situation().QuestionTo(p.asked, p.seat(w[0])).Answers[n], p.seat(w[0]), "phone", p.now))
	case w[1] == "off":
		p.lying = slices.DeleteFunc(p.lying, func(t Tag) bool { return t.UID == w[0] })
		p.waiting = slices.DeleteFunc(p.waiting, func(q *Pending) bool { return !Lies(q.Observation, p.lying) })
	case w[1] == "on":
		p.lays(w[0], w[2])
	default:
		p.Fatalf("there is no step %q", step)
	}
}

func (p *paper) seat(word string) engine.Seat { return p.catalog.Seat(p.catalog.Name(word)) }

// lays lays a card on a reader, which is called like the place or the seat for which it stands.
func (p *paper) lays(card, reader string) {
	p.Helper()
	o, tag := Anything(), Tag{Reader: reader, UID: card}
	place := p.catalog.Name(reader)
	if p.catalog.Class(place)&engine.ClassPlace != 0 {
		o.Place = place
		o.Secret = p.catalog.Class(place)&engine.ClassHand != 0
	}
	owner, _, _ := strings.Cut(reader, ".")
	if seat := p.seat(owner); seat != engine.NoSeat && (o.Secret || o.Place == engine.None) {
		o.Seat = seat
	}
	p.lying = append(slices.DeleteFunc(p.lying, func(t Tag) bool { return t == tag }), tag)
	o.Tags, o.Laid = []Tag{tag}, true
	p.observe(o, "reader "+reader, card)
}

func (p *paper) observe(o Observation, source, word string) {
	p.Helper()
	n := p.catalog.Name(word)
	if n == engine.Unknown {
		p.Fatalf("%q is no word of the game", word)
	}
	p.now = p.now.Add(10 * time.Millisecond)
	o.Source, o.At = source, p.now
	p.apply(p.situation().Resolve(o.Showing(p.catalog, n)))
}

// apply carries an outcome out as far as later outcomes depend on it, and writes it down.
func (p *paper) apply(out Outcome) {
	p.Helper()
	p.said = p.outcome(out)
	putAside := func() {
		if p.asked.IsOpen() {
			p.waiting = append(p.waiting, p.asked)
		}
		p.asked = nil
		p.waiting = slices.DeleteFunc(p.waiting, func(q *Pending) bool {
			again := func(t Tag) bool { return slices.Contains(q.Tags, t) }
			return !Lies(q.Observation, p.lying) || slices.ContainsFunc(out.Observation.Tags, again)
		})
	}
	if out.PutsAside || out.Kind == Refuse && out.Question != nil {
		putAside()
	} else if out.With != nil && out.With != p.asked {
		i := slices.Index(p.waiting, out.With)
		p.waiting = slices.Delete(p.waiting, i, i+1)
		putAside()
		p.asked = out.With
	}
	switch {
	case out.Kind == Play:
		p.history.TakeBack(out.Undo)
		for _, m := range out.Moves {
			p.plays(p.catalog.Format(m))
		}
		p.asked, p.taken = nil, nil
		if out.Question != nil {
			p.taken = &Pending{Observation: out.Observation, Offered: out.Question}
		}
	case out.Kind == Ask, out.Kind == Wait:
		p.asked = &Pending{Observation: out.Observation, Fits: out.Fits}
	case out.Question != nil:
		p.asked = &Pending{Observation: out.Observation, Offered: out.Question}
	}
	if p.asked == nil && len(p.waiting) > 0 {
		p.asked = p.waiting[len(p.waiting)-1]
		p.waiting = p.waiting[:len(p.waiting)-1]
	}
}

// outcome is an outcome in words.
func (p *paper) outcome(out Outcome) string {
	switch out.Kind {
	case Ignore:
		return "ignore"
	case Play:
		text := "play " + p.moves(out.Moves)
		if out.Undo > 0 {
			text += fmt.Sprintf(" instead of the last %d", out.Undo)
		}
		if out.CaughtUp {
			text += ", catching up"
		}
		if left := p.words(out.Leftovers); left != "" {
			text += "; may still be laid: " + left
		}
		if out.Question != nil {
			text += "; or " + p.question(*out.Question)
		}
		return text
	case Ask, Wait:
		verb := "ask"
		if out.Kind == Wait {
			verb = "wait, and ask"
		}
		asked := &Pending{Observation: out.Observation, Fits: out.Fits}
		return fmt.Sprintf("%s %s: %s", verb, p.who(out.Observation.Audience()), p.question(p.situation().QuestionTo(asked, out.Observation.Audience().Viewer())))
	case Offer:
		return "offer " + p.who(out.Observation.Audience()) + ": " + p.question(*out.Question)
	}
	var all []string
	for _, r := range out.Refusals {
		all = append(all, p.refusal(r))
	}
	text := "refuse " + strings.Join(all, "; ")
	if out.Answer != nil {
		text = strings.TrimSpace(text) + " answer " + p.refusal(*out.Answer)
	}
	if out.Question != nil {
		text += "; offer " + p.question(*out.Question)
	}
	return text
}

func (p *paper) refusal(r Refusal) string {
	text := p.who(r.To)
	if r.Silent {
		text += " silently"
	}
	switch {
	case r.Shown != nil:
		text += ": " + plainWords{p.catalog}.Observed(*r.Shown).In(lang.English)
	case r.Moves != nil:
		text += ": " + p.moves(r.Moves)
	case r.Text != nil:
		text += ": " + r.Text.In(lang.English)
	}
	if !r.Why.OK() {
		text += " (" + r.Why.Rule + ")"
	}
	if r.Reason != nil {
		text += ": " + r.Reason.In(lang.English)
	}
	return text
}

func (p *paper) question(q Question) string {
	answers := make([]string, len(q.Answers))
	for i, a := range q.Answers {
		answers[i] = a.Text.In(lang.English)
	}
	return strings.TrimSpace(q.Text.In(lang.English) + " " + strings.Join(answers, " | "))
}

func (p *paper) who(a Audience) string {
	if seat, only := a.Seat(); only {
		return p.catalog.SeatWord(seat)
	}
	return "all"
}

func (p *paper) moves(moves []engine.Move) string {
	all := make([]string, len(moves))
	for i, m := range moves {
		all[i] = p.catalog.Format(m)
	}
	return strings.Join(all, ", ")
}

func (p *paper) words(names []engine.Name) string {
	all := make([]string, len(names))
	for i, n := range names {
		all[i] = p.catalog.Word(n)
	}
	return strings.Join(all, " ")
}

func TestSituations(t *testing.T) {
	for _, test := range situations {
		t.Run(test.name, func(t *testing.T) {
			p := newPaper(t)
			for _, step := range strings.Split(test.steps, ", ") {
				p.step(step)
			}
			if p.said != test.want {
				t.Errorf("%s\ncomes to   %s\nand not to %s", test.steps, p.said, test.want)
			}
		})
	}
}

var situations = []struct{ name, steps, want string }{
	// What a reader sees, with nothing under way.
	{"a plain card on the altar of the player whose turn it is", "knight on ann.altar", "ask all: What was done? ann: sacrifice knight ann | ann: invoke knight"},
	{"a plain card on the altar of another player: it can only be one thing", "miller on ben.altar", "play ann: sacrifice miller ben; may still be laid: ben"},
	{"a plain card on a reader that stands for no place", "knight on middle", "ask all: Which is it? ann: sacrifice knight ann | ann: sacrifice knight ben | ann: sacrifice knight cai | ann: invoke knight | ann: draw knight"},
	{"a green card, which anybody may throw", "imp on ann.altar", "ask all: Which is it? ann: sacrifice imp ann | ben: sacrifice imp ann | cai: sacrifice imp ann | ann: invoke imp"},
	{"a card on a reader of a seat, without a place", "knight on ann", "ask all: Which is it? ann: sacrifice knight ann | ann: sacrifice knight ben | ann: sacrifice knight cai | ann: invoke knight | ann: draw knight"},
	{"a card that lies in the Graveyard", "king on ann.altar", "refuse all: ann: sacrifice king ann (card.elsewhere)"},
	{"a card that lies in the Graveyard, on the Graveyard's reader", "king on grave", "ignore"},
	{"a card in a player's own hand", "knight on ann.hand", "ask ann: What was done? ann: draw knight | ann: hold knight"},
	{"the same card on the reader of another hand: only that seat is told", "ann: hold knight, knight on ben.hand", "refuse ben: ben: hold knight (hold.hand)"},
	{"a card that was drawn face up is already known to be in a hand", "ann: draw knight, knight on ann.hand", "play ann: hold knight"},
	{"a card that another hand is known to hold, on an altar that is not its owner's", "ben: hold knight, knight on ann.altar", "ask all: What was done? ann: sacrifice knight ann | ann: invoke knight"},
	{"a card that only one player can have thrown", "ben: hold imp, imp on ann.altar", "play ben: sacrifice imp ann; may still be laid: ann"},
	{"a card that is known to lie on an altar is carried to another one", "ann: sacrifice knight ann, knight on ben.altar", "refuse all: ann: sacrifice knight ben (turn.twice); offer Should it stand in place of the last move? Instead of the last move: ann: sacrifice knight ben"},
	{"a card is put where a phone has said that it goes", "ann: sacrifice knight ann, knight on ann.altar", "ignore"},
	{"a card is lifted and put back where its reader has seen it", "knight on ann.altar, press sacrifice, knight off, knight on ann.altar", "ignore"},
	{"a card that was put down in the turn before", "ann: sacrifice knight ann, ann: end, knight on ann.altar", "ignore"},
	{"a card that a purge has put into the Graveyard is laid there", "ann: sacrifice knight ann, ann: purge, knight on grave", "ignore"},
	{"a card after the actions of a turn are used up", "ann: draw, ann: sacrifice knight ann, friar on ann.altar", "offer all: Was something forgotten? ann: end, then ben: sacrifice friar ann"},
	{"the same where forgotten moves are made at once", "it catches up, ann: draw, ann: sacrifice knight ann, friar on ann.altar", "play ann: end, ben: sacrifice friar ann, catching up"},

	// Buttons.
	{"the button of an action that needs no card", "ann presses draw", "play ann: draw ?"},
	{"the button of an action that needs a card", "press sacrifice", "ask all: Who did it? ann | ben | cai"},
	{"the button of an action at another player's seat", "ben presses draw", "offer all: Was something forgotten? ann: end, then ben: draw abbot | ann: end, then ben: draw acolyte | ann: end, then ben: draw apothecary | ann: end, then ben: draw arsonist | ann: end, then ben: draw baker | ann: end, then ben: draw bandit"},
	{"the button of an action that was done already", "ann: draw, press draw", "offer all: Was something forgotten? ann: end, then ben: draw abbot | ann: end, then ben: draw acolyte | ann: end, then ben: draw apothecary | ann: end, then ben: draw arsonist | ann: end, then ben: draw baker | ann: end, then ben: draw bandit"},
	{"the button of an action that wants a card which nobody has shown", "ann presses invoke", "ask all: Show the card, or choose on a phone."},
	{"the button that ends the turn", "press end", "play ann: end"},
	{"a button that means nothing now", "press accept", "refuse all: ann: accept (ask.none)"},
	{"a player's button alone, while only one move names a player", "ann: sacrifice knight ann, ann: draw ?, press ben", "ask all: Who did it? ann | ben | cai"},
	{"a player's button alone says nothing yet", "press ben", "ask all: Who did it? ann | ben | cai"},
	{"a card that the hand limit wants put away", "table: amend ? deck ann.hand, table: amend ? deck ann.hand, ann: end, monk on grave", "play ann: drop monk"},
	{"a button held where no question is open: once", "ann holds draw", "play ann: draw ?"},

	// What goes on from a question.
	{"the verb after the card", "knight on ann.altar, press sacrifice", "play ann: sacrifice knight ann"},
	{"the card after the verb", "press sacrifice, knight on ann.altar", "play ann: sacrifice knight ann; may still be laid: ann"},
	{"the player after the card", "knight on middle, press ben", "play ann: sacrifice knight ben"},
	{"the player before the card", "press ben, knight on middle", "play ann: sacrifice knight ben"},
	{"a player who could have done it", "imp on ann.altar, press ben", "play ben: sacrifice imp ann"},
	{"a player's button before a card that goes to the same player's altar: who threw it is open", "press ben, imp on ben.altar", "ask all: Who did it? ann: sacrifice imp ben | ben: sacrifice imp ben | cai: sacrifice imp ben"},
	{"… and not where it is said who plays out of turn", "it takes what is usual, press ben, imp on ben.altar", "play ben: sacrifice imp ben; may still be laid: ben"},
	{"another verb after the card", "knight on ann.altar, press invoke", "play ann: invoke knight"},
	{"a verb that the card cannot be", "knight on ann.altar, press purge", "refuse all: ann: purge (purge.empty)"},
	{"a second card while the first is still asked about", "knight on ann.altar, friar on ben.altar", "play ann: sacrifice friar ben; may still be laid: ben"},
	{"a second card that is asked about as well", "knight on ann.altar, friar on ann.altar", "ask all: What was done? ann: sacrifice friar ann | ann: invoke friar"},
	{"the answer to the second question brings the first one back", "knight on ann.altar, friar on ann.altar, press invoke, a moment passes", "ignore"},
	{"the card is moved to another altar while it is asked about", "knight on ann.altar, knight on ben.altar", "play ann: sacrifice knight ben; may still be laid: ben"},
	{"the card of the waiting question is lifted", "knight on ann.altar, friar on ann.altar, knight off, press invoke, press end", "refuse all: ann: end (ask.first)"},
	{"a card that fits nothing leaves the question as it is", "knight on ann.altar, king on middle", "refuse all: ann: sacrifice king ann (card.elsewhere)"},
	{"… and it can be answered afterwards", "knight on ann.altar, king on middle, press invoke", "play ann: invoke knight"},
	{"a button that answers the question that waits", "imp on ann.altar, knight on middle, press ben", "play ann: sacrifice knight ben"},
	{"a card long after the question begins anew", "press invoke, minutes pass, knight on ann.altar", "ask all: What was done? ann: sacrifice knight ann | ann: invoke knight"},
	{"a button long after the question answers it while the card lies there", "knight on ann.altar, minutes pass, press invoke", "play ann: invoke knight"},
	{"a button long after the question when the card was lifted", "knight on ann.altar, knight off, minutes pass, press invoke", "ask all: Show the card, or choose on a phone."},
	{"a card of a hand while an open one is asked about", "knight on ann.altar, friar on ben.hand", "play ben: hold friar"},

	// What is usual.
	{"a plain card on the altar of the player whose turn it is was sacrificed", "it takes what is usual, knight on ann.altar", "play ann: sacrifice knight ann; may still be laid: ann; or Was it something else? ann: invoke knight"},
	{"a green card was thrown by the player whose turn it is", "it takes what is usual, imp on ben.altar", "play ann: sacrifice imp ben; may still be laid: ben; or Was it something else? It was ben | It was cai"},
	{"… and by nobody who has told all of the own hand, without it", "it takes what is usual, ann: hold monk nun squire cook, ann: hold scribe, imp on ann.altar", "play ann: invoke imp; or Was it something else? ann: sacrifice imp ann | ben: sacrifice imp ann | cai: sacrifice imp ann"},
	{"a card in the middle does not go to an altar that has a reader", "it takes what is usual, altars have readers, knight on middle", "play ann: draw knight; or Was it something else? ann: sacrifice knight ann | ann: sacrifice knight ben | ann: sacrifice knight cai | ann: invoke knight"},
	{"without these readers it may, and it is asked to which", "it takes what is usual, knight on middle", "ask all: Which is it? ann: sacrifice knight ann | ann: sacrifice knight ben | ann: sacrifice knight cai | ann: invoke knight | ann: draw knight"},
	{"a card of a hand is asked about", "it takes what is usual, knight on ann.hand", "ask ann: What was done? ann: draw knight | ann: hold knight"},
	{"a card is asked about while a prayer runs", "it takes what is usual, table: amend seraph deck ben.altar, ann: end, ben: pray, imp on ben.altar", "ask all: Who did it? ann: sacrifice imp ben | ben: sacrifice imp ben | cai: sacrifice imp ben"},
	{"what was said before the card counts", "it takes what is usual, press cai, imp on ben.altar", "play cai: sacrifice imp ben; may still be laid: ben"},
	{"the verb just after the card corrects it", "it takes what is usual, knight on ann.altar, press invoke", "play ann: invoke knight instead of the last 1"},
	{"the player just after the card corrects it", "it takes what is usual, imp on ben.altar, press cai", "play cai: sacrifice imp ben instead of the last 1"},
	{"the verb some seconds later begins the next move", "it takes what is usual, knight on ben.altar, imp on ann.altar, seconds pass, press invoke", "ask all: Show the card, or choose on a phone."},
	{"an answer corrects it", "it takes what is usual, imp on ben.altar, ben corrects 0", "play ben: sacrifice imp ben instead of the last 1"},
	{"an answer that cannot be is refused", "it takes what is usual, ben: hold monk nun squire cook, ben: hold scribe, imp on cai.altar, ben corrects 0", "refuse ben silently: ben: sacrifice imp cai (card.elsewhere)"},

	// What is open in the game.
	{"a question of the game that a player's button answers", "ann: sacrifice blackmailer ann, press ben", "play ann: choose ben"},
	{"a question of the game that a card answers", "ann: sacrifice blackmailer ann, ann: choose ben, monk on middle", "play ben: give monk"},
	{"a card that does not answer it", "ann: sacrifice blackmailer ann, ann: choose ben, king on middle", "refuse all: ben: give king (card.elsewhere)"},
	{"a card turned up for a reward", "ann: sacrifice bell-ringer cai, nun on cai.altar", "play table: reveal nun"},
	{"a card that is discarded for a reward", "ann: sacrifice crow-keeper ann, monk on grave", "play ann: discard monk"},
	{"a green card while a prayer runs", "table: amend seraph deck ben.altar, ann: end, ben: pray, imp on ben.altar", "ask all: Who did it? ann: sacrifice imp ben | ben: sacrifice imp ben | cai: sacrifice imp ben"},
	{"a plain card while a prayer runs", "table: amend seraph deck ben.altar, ann: end, ben: pray, knight on ben.altar", "refuse all: ben: sacrifice knight ben (ritual.still)"},

	// Hands.
	{"a card on the reader of one's own hand", "press hold, knight on ann.hand", "play ann: hold knight"},
	{"a second card of the same hand", "knight on ann.hand, friar on ann.hand", "play ann: hold knight friar"},
	{"a card of a hand that is known to lie elsewhere", "king on ann.hand", "refuse ann: ann: draw king (card.elsewhere)"},
	{"a card that its player cannot hold, by what she has told: the truth decides, which reveals no other card", "ann: hold monk nun squire cook, ann: hold scribe, knight on ann.altar", "play ann: invoke knight"},
	{"a green card that she cannot have thrown, by the same: on her own phone another player remains", "ann: hold monk nun squire cook, ann: hold scribe, press sacrifice, imp on ann.altar, ann picks 0", "play ben: sacrifice imp ann"},

	// Confirming.
	{"confirming without a question", "confirm", "refuse all: There is nothing to confirm."},
	{"confirming a question that has several answers", "knight on ann.altar, confirm", "refuse all: That can still mean several things: What was done?"},
	{"confirming an offer to put the last move right", "ann: draw, ann: sacrifice knight ann, knight on ben.altar, confirm", "play ann: sacrifice knight ben instead of the last 1"},
	{"confirming an offer of forgotten moves", "ann: draw, ann: sacrifice knight ann, friar on ann.altar, confirm", "play ann: end, ben: sacrifice friar ann"},

	// Phones and knobs.
	{"an answer picked on a phone", "knight on ann.altar, ann picks 0", "play ann: sacrifice knight ann"},
	{"an answer that takes the place of the last move", "ann: sacrifice knight ann, knight on ben.altar, ann picks 0", "play ann: sacrifice knight ben instead of the last 1"},
	{"an offer of forgotten moves taken on a phone", "ann: draw, ann: sacrifice knight ann, friar on ann.altar, ben picks 0", "play ann: end, ben: sacrifice friar ann"},
	{"the wrong card first, on the reader of an altar", "ann: sacrifice knight ben, its card is lifted at once, miller on ben.altar", "play ann: sacrifice miller ben instead of the last 1"},
	{"where the game asks for several it is the next card", "table: amend ? deck ann.hand, table: amend ? deck ann.hand, table: amend ? deck ann.hand, ann: end, ann: drop monk, its card is lifted at once, imp on grave", "play ann: drop imp"},
	{"the last of several", "table: amend ? deck ann.hand, table: amend ? deck ann.hand, ann: end, ann: drop monk, its card is lifted at once, imp on grave", "play ann: drop imp instead of the last 1"},
	{"on a reader in the middle it is the next card", "ann: invoke knight, its card is lifted at once, friar on middle", "ask all: Which is it? ann: sacrifice friar ann | ann: sacrifice friar ben | ann: sacrifice friar cai | ann: draw friar"},
	{"the same, if the last move cannot be made twice", "ann: sacrifice knight ann, its card is lifted at once, friar on middle", "ask all: What was done? ann: invoke friar | ann: draw friar"},
	{"a move on a phone before whose turn somebody must have ended", "ann: draw, ann: sacrifice knight ann, ben says sacrifice friar ann", "offer all: Was something forgotten? ann: end, then ben: sacrifice friar ann"},
	{"the same on a phone where forgotten moves are made at once: not those of others", "it catches up, ann: draw, ann: sacrifice knight ann, ben says sacrifice friar ann", "offer all: Was something forgotten? ann: end, then ben: sacrifice friar ann"},
	{"the end of a turn on the phone of who is next", "ann: draw, ben says end", "offer all: Was something forgotten? ann: end, then ben: end"},
	{"a move on a phone that nobody else may know", "ann: draw, ben says draw imp", "refuse answer ben: ben: draw imp (turn.other)"},
	{"a move on a phone that is true of nobody", "ann: draw, ben says sacrifice king ben", "refuse answer ben: ben: sacrifice king ben (turn.other)"},
	{"an answer that narrows a long question", "press ben, ben picks 0", "ask all: Show the card, or choose on a phone."},
	{"a move said on a phone", "ann says draw", "play ann: draw"},
	{"a move said twice, that can be made once", "ann says twice draw ?", "play ann: draw ?"},
	{"a move said on a phone that is forbidden, as its player knows", "ben says draw", "refuse answer ben: ben: draw (turn.other)"},
	{"a move said on a phone that only another hand forbids: everyone sees the try", "cai: hold knight, ann says sacrifice knight ann", "refuse all: ann: sacrifice knight ann (card.elsewhere) answer ann: ann: sacrifice knight ann (card.elsewhere)"},
	{"a card that everyone takes for hers, by the same: she alone is told, if she is named as the thrower", "ann: hold monk nun squire cook, ann: hold scribe, imp on ann.altar, cai picks 0", "refuse ann silently: ann: sacrifice imp ann (card.elsewhere)"},
	{"a green card with the name of an altar's owner: who threw it is still open", "ann: hold monk nun squire cook, ann: hold scribe, imp on ann.altar, press ann", "ask all: Who did it? ann: sacrifice imp ann | ben: sacrifice imp ann | cai: sacrifice imp ann"},
	{"a plain card that she is said to have sacrificed, by the same", "ann: hold monk nun squire cook, ann: hold scribe, knight on middle, press sacrifice, press ann", "refuse ann silently: ann: sacrifice knight ann (card.elsewhere)"},
	{"a card that was put right into the Graveyard", "table: amend monk deck grave, monk on middle", "refuse all: ann: sacrifice monk ann (card.elsewhere)"},
	{"the top card of the pile after an offer was accepted", "ann: sacrifice warlock ann, press accept, monk on middle", "play table: reveal monk"},
	{"the button of an altar to which a card moves", "ann: sacrifice smuggler ann, press ben", "play ann: move smuggler ann ben; may still be laid: smuggler"},
	{"a card is moved on to another altar after it was played", "knight on ben.altar, knight on cai.altar", "refuse all: ann: sacrifice knight cai (turn.twice); offer Should it stand in place of the last move? Instead of the last move: ann: sacrifice knight cai"},
	{"a green card is thrown by another player", "hermit on ann.altar, press cai", "play cai: sacrifice hermit ann"},
}
