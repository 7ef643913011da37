package companion

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"familiar/companion/access"
	"familiar/companion/journal"
	"familiar/companion/library"
	"familiar/companion/protocol"
	"familiar/companion/resolver"
	"familiar/companion/scene"
	"familiar/companion/tags"
	"familiar/companion/wired"
	"familiar/engine"
	"familiar/engine/lang"
	"familiar/engine/record"
	"familiar/engine/sacrilege"
)

// The parts of a table are tested here one by one, without a table, its goroutine or its mailbox.

// parts are the parts of a table with two altars, a reader for the hand of the first seat, a shared reader, and two buttons.
type parts struct {
	*testing.T
	dir       string
	announcer announcer
	disk      disk
	wiring    wired.Devices
	buzzer    buzzer
	tags      tagBook
	roster    roster
	referee   referee
	library   *library.Library
}

func newParts(t *testing.T) *parts {
	t.Helper()
	p := &parts{T: t, dir: t.TempDir()}
	log := slog.New(slog.DiscardHandler)
	p.announcer.log = log
	p.disk = disk{dir: p.dir, announcer: &p.announcer, log: log}
	p.wiring = wired.Devices{
		Readers: []Reader{{Name: "altar-1", Seat: 1, Place: "altar"}, {Name: "altar-2", Seat: 2, Place: "altar"}, {Name: "hand-1", Seat: 1, Place: "hand"}, {Name: "middle"}},
		Buttons: []Button{{Name: "draw", Press: "draw"}, {Name: "end", Press: "end"}},
		Stats:   func() []ReaderStats { return nil },
	}
	p.library = &library.Library{Games: []engine.Game{sacrilege.Game()}, State: p.dir}
	p.roster = roster{log: log, announcer: &p.announcer}
	p.roster.open(p.dir)
	p.buzzer = buzzer{wiring: &p.wiring, roster: &p.roster, announcer: &p.announcer}
	p.tags = tagBook{log: log, library: p.library, announcer: &p.announcer}
	p.tags.open(p.dir)
	p.referee = referee{log: log, disk: &p.disk, announcer: &p.announcer, wiring: &p.wiring, tags: &p.tags, buzzer: &p.buzzer, settings: p.roster.settings()}
	return p
}

// fakeJournal is a journal in memory, which can be made to fail.
type fakeJournal struct {
	steps  []record.Step
	broken error
}

func (p *fakeJournal) Name() string { return "2026-01-01-000000-sacrilege.table" }

func (p *fakeJournal) Append(s record.Step) error {
	if p.broken == nil {
		p.steps = append(p.steps, s)
	}
	return p.broken
}

func (p *fakeJournal) Finish(string, time.Time) error { return p.broken }

func (p *fakeJournal) Close() error { return nil }

// play begins a game of Ann and Ben with a fakeJournal, and turns up the king.
func (p *parts) play() *fakeJournal {
	p.Helper()
	g, err := p.library.Begin(engine.Setup{Game: "sacrilege", Pack: engine.HousePack, Seats: []string{"ann", "ben"}}, "")
	if err != nil {
		p.Fatal(err)
	}
	written := &fakeJournal{}
	g.KeepIn(written, time.Now())
	p.referee.game = g
	p.referee.syncTimer()
	p.enrol("king", "knight", "miller", "monk")
	p.layCard("middle", "king")
	p.expectMoves("table: reveal king")
	return written
}

// enrol puts stickers on cards.
func (p *parts) enrol(cards ...string) {
	p.Helper()
	for _, card := range cards {
		if err := p.tags.list.Assign(boxOf(p.referee.game), stickerOf(card), card); err != nil {
			p.Fatal(err)
		}
	}
}

// stickerOf returns the UID of the sticker on a card.
func stickerOf(card string) tags.UID {
	const digits = "0123456789ABCDEF"
	uid := []byte("04000000000000")
	for i, b := range []byte(card)[:min(len(card), 4)] {
		uid[2+2*i], uid[3+2*i] = digits[b>>4], digits[b&15]
	}
	id, _ := tags.ParseUID(string(uid))
	return id
}

// layCard puts a card on a reader.
func (p *parts) layCard(reader, card string) {
	p.Helper()
	r, ok := p.wiring.Reader(reader)
	if !ok {
		p.Fatalf("there is no reader %s", reader)
	}
	p.referee.now = time.Now()
	p.referee.intake.addTag(resolver.Tag{Reader: reader, UID: string(stickerOf(card))})
	p.referee.observeTag(r, stickerOf(card))
}

// press presses a button.
func (p *parts) press(word string) {
	p.Helper()
	p.referee.now = time.Now()
	p.referee.press(Button{Name: word, Press: word}, []string{word}, false)
}

// expectMoves checks the last moves that stand.
func (p *parts) expectMoves(last ...string) {
	p.Helper()
	var got []string
	for _, s := range p.referee.game.Steps.Standing() {
		got = append(got, s.Move)
	}
	if len(got) < len(last) || !slices.Equal(got[len(got)-len(last):], last) {
		p.Fatalf("the moves are %q, and not %q at their end", got, last)
	}
}

// expectVerdict checks the last verdict that a seat may read.
func (p *parts) expectVerdict(seat engine.Seat, text, words string) {
	p.Helper()
	v := p.announcer.verdictTo(seat, engine.English, p.referee.game)
	if v == nil {
		v = &protocol.Verdict{}
	}
	if v.Text != text || v.Words != words {
		p.Errorf("seat %d reads %q, %q, not %q, %q", seat, v.Text, v.Words, text, words)
	}
}

func TestPrivateVerdictIsForOneSeat(t *testing.T) {
	p := newParts(t)
	p.announcer.refuseText(lang.T("that is wrong"), resolver.Everyone)
	p.announcer.refuseText(lang.T("that is wrong, Ann"), resolver.Only(0))
	p.expectVerdict(0, "", "That is wrong, Ann.")
	p.expectVerdict(1, "", "That is wrong.")
	p.expectVerdict(engine.Public, "", "That is wrong.")
	p.announcer.retract(resolver.Only(0))
	p.expectVerdict(0, "", "")
	p.expectVerdict(1, "", "That is wrong.")
	// What everyone is told later is told to that seat, too.
	p.announcer.announce(lang.T("It is done."), resolver.Everyone, scene.CueAccept)
	p.expectVerdict(0, "It is done.", "")
	if p.announcer.cue != scene.CueAccept || p.announcer.cues != 3 {
		t.Errorf("the last of %d sounds is %v", p.announcer.cues, p.announcer.cue)
	}
	p.announcer.fadeVerdict()
	if !p.announcer.verdict.faded {
		t.Error("the verdict has not faded")
	}
	p.announcer.forget()
	p.expectVerdict(0, "", "")
}

func TestNoticesAreUnique(t *testing.T) {
	p := newParts(t)
	for i := range 10 {
		p.announcer.notice(lang.T("Notice {1}.", i))
		p.announcer.notice(lang.T("Notice {1}.", i))
	}
	seen := p.announcer.noticesIn(engine.English)
	if len(seen) != maxNotices || seen[0].Text != "Notice 2." || seen[7].Text != "Notice 9." {
		t.Errorf("the notices are %+v", seen)
	}
}

func TestDiskTroubleIsANotice(t *testing.T) {
	p := newParts(t)
	if err := p.disk.hold(); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		cause  error
		move   string
		notice []protocol.Notice
	}{
		{errors.New("paper jam"), "it could not be written down, so it is not done: paper jam", nil},
		{journal.ErrFull, "the disk is full, so the move is not made and nothing is lost. Make room on it, then try again", []protocol.Notice{{Level: "warning", Text: "The disk is full: moves are refused until there is room."}}},
		{journal.ErrUnwritable, "the disk cannot be written to, so the move is not made and nothing is lost. If it stays so, start the table's machine again, and save what is on it: its card may be failing", []protocol.Notice{{Level: "warning", Text: "The disk cannot be written to: moves are refused until it can."}}},
	} {
		if err := p.disk.moveError(c.cause); err.Error() != c.move {
			t.Errorf("a move that meets %v is refused with %q", c.cause, err)
		}
		if got := p.announcer.noticesIn(engine.English); !slices.Equal(got, c.notice) {
			t.Errorf("after %v the notices are %+v", c.cause, got)
		}
	}
	if p.disk.held != nil {
		t.Error("a disk that cannot be written to is held")
	}
	p.disk.recovered()
	if p.disk.trouble() != nil || p.disk.held == nil {
		t.Error("a disk that writes again is in trouble, or not held")
	}
	if err := p.disk.release(); err != nil {
		t.Error(err)
	}
}

func TestDeviceFailsOnce(t *testing.T) {
	p := newParts(t)
	for i, c := range []struct {
		ok, fails bool
	}{{true, false}, {false, true}, {false, false}, {true, false}, {false, true}} {
		if got := p.wiring.Set(protocol.Device{Name: "altar-2", OK: c.ok}); got != c.fails {
			t.Errorf("note %d: failed just now: %v", i, got)
		}
	}
	p.wiring.Set(protocol.Device{Name: "altar-1", OK: true})
	if seen := p.wiring.Views(nil, engine.English); len(seen) != 2 || seen[0].Name != "Seat 1: altar" || seen[1].OK {
		t.Errorf("the devices are %+v", seen)
	}
	p.play()
	if name := p.wiring.Title("altar-2", p.referee.game, "fr"); name != "Autel de Ben" {
		t.Errorf("in a game the second reader is called %q", name)
	}
}

func TestBuzzerStaysMute(t *testing.T) {
	p := newParts(t)
	if err := p.buzzer.mute(true); err != errNoBuzzer || p.buzzer.muted() != nil {
		t.Errorf("a table without a buzzer is mute: %v, %v", err, p.buzzer.muted())
	}
	p.wiring.Set(protocol.Device{Name: wired.Buzzer, OK: true})
	p.buzzer.toggle()
	p.expectVerdict(engine.Public, "The buzzer is mute.", "")
	if again := access.Open(p.dir); !again.Settings().Muted || !*p.buzzer.muted() {
		t.Error("it is not mute, or not after a restart")
	}
}

// A tag that cannot be written down while tags are enrolled stands for nothing, and the same card is asked for again.
func TestTagThatCannotBeKept(t *testing.T) {
	p := newParts(t)
	if err := p.tags.begin("sacrilege", ""); err != nil {
		t.Fatal(err)
	}
	before := p.tags.view(engine.English)
	away := p.dir + "-away"
	if err := errors.Join(os.Rename(p.dir, away), os.WriteFile(p.dir, nil, 0o600)); err != nil { // a file in place of the folder
		t.Fatal(err)
	}
	p.tags.tap("04000000000001", false)
	v := p.tags.view(engine.English)
	if !strings.HasPrefix(v.Text, "The list of tags cannot be ") || v.Done != before.Done || v.Next != before.Next {
		t.Errorf("the enrolment is %+v, and was %+v", v, before)
	}
	if err := errors.Join(os.Remove(p.dir), os.Rename(away, p.dir)); err != nil {
		t.Fatal(err)
	}
	p.tags.tap("04000000000001", false)
	if v := p.tags.view(engine.English); v.Done != before.Done+1 {
		t.Errorf("on a mended disk the enrolment is %+v", v)
	}
}

// A game that refuses the move at the end of its own timer says so, and the table goes on.
func TestTimerWhoseMoveIsRefused(t *testing.T) {
	p := newParts(t)
	p.play()
	c := p.referee.game.Catalog
	p.referee.timer.Then = engine.NewMove(engine.Nobody, c.Name("reveal"), c.Name("king")) // it lies on the table already
	p.referee.timerEnds()
	p.expectMoves("table: reveal king")
	if v := p.announcer.verdictTo(engine.Public, engine.English, p.referee.game); v == nil || v.OK || v.Rule == "" {
		t.Errorf("what is announced is %+v", v)
	}
}

// What the table asks about a card waits while it asks what another tag is, and is asked again after that.
func TestQuestionWaitsForAnUnknownTag(t *testing.T) {
	p := newParts(t)
	p.play()
	p.layCard("altar-1", "knight")
	asked := p.referee.intake.gesture
	if asked == nil || !asked.IsOpen() {
		t.Fatalf("about the knight it asks %+v", asked)
	}
	p.layCard("altar-2", "drag")
	if q := p.referee.intake.gesture; q == nil || q.kind() != resolver.UnknownTag || len(p.referee.intake.waiting) != 1 {
		t.Fatalf("about the unknown tag it asks %+v, and %d wait", q, len(p.referee.intake.waiting))
	}
	p.referee.intake.dismiss(p.referee.intake.underWay())
	p.referee.intake.resumeNext()
	if q := p.referee.intake.gesture; q != asked {
		t.Errorf("after that it asks %+v, not %+v", q, asked)
	}
}

// Everybody sees how many tags a box has, and which card is the next one without. So a tag that is shown in secret gets no name.
func TestUnknownTagIsNamedInTheOpen(t *testing.T) {
	p := newParts(t)
	p.play()
	const dragon, drake = "drag", "drak" // cards that are in no list
	name := func(word, why string) {
		t.Helper()
		got := ""
		if err := p.tags.name(p.referee.game, []string{word}); err != nil {
			got = err.Error()
		}
		if got != why {
			t.Errorf("who names the tag %s is told %q, not %q", word, got, why)
		}
	}
	asked := func(seat engine.Seat, secret bool, text string) {
		t.Helper()
		pr := presenter{game: p.referee.game, intake: &p.referee.intake, wiring: &p.wiring}
		v := pr.gestureView(viewer{seat: seat, language: engine.English})
		if v == nil || v.Kind != protocol.GestureKind(resolver.UnknownTag) || v.Secret != secret || v.Text != text {
			t.Errorf("seat %d is asked %+v", seat, v)
		}
	}
	p.layCard("hand-1", dragon)
	asked(0, true, "This tag is not known. Choose the card on your phone. You can say what the tag is when all may see it.")
	name("imp", "no unknown tag was shown: lay it on a reader first")
	p.layCard("altar-1", drake)
	asked(1, false, "This tag is not known. Say what it is on a phone, or enrol the tags of the box.")
	p.layCard("hand-1", dragon)
	name("dragon", "a tag stands for one name of Sacrilege, for a seat (seat-1), or for undo, confirm, drop, again or mute")
	name("imp", "")
	name("imp", "no unknown tag was shown: lay it on a reader first")
	for card, want := range map[string]string{drake: "imp", dragon: ""} {
		if word, _ := p.tags.wordOf(boxOf(p.referee.game), stickerOf(card), false); word != want {
			t.Errorf("the tag of %s is %q", card, word)
		}
	}
}

func TestSeatOfAPhoneThatIsHereIsKept(t *testing.T) {
	p := newParts(t)
	p.play()
	g := p.referee.game
	join := func(v access.Visitor) *Phone {
		t.Helper()
		phone, err := p.roster.join(v, engine.English)
		if err != nil {
			t.Fatal(err)
		}
		return phone
	}
	host := join(access.Visitor{Local: true})
	ann := join(access.Visitor{Code: p.roster.joinCode(), Address: "192.0.2.1"})
	twin := join(access.Visitor{Token: ann.Token()})
	if _, err := p.roster.join(access.Visitor{Address: "192.0.2.2"}, engine.English); !errors.Is(err, access.ErrJoin) {
		t.Errorf("a visitor without a code is let in: %v", err)
	}
	if err := p.roster.sit(ann, g, "ann"); err != nil {
		t.Fatal(err)
	}
	if p.roster.seatOf(twin, g) != 0 || p.roster.seatOf(host, g) != engine.Public {
		t.Error("another connection of the phone does not have its seat, or the host has one")
	}
	if err := p.roster.sit(host, g, "ann"); err == nil {
		t.Error("a host takes the seat of a phone that is here")
	}
	p.roster.left(ann)
	p.roster.left(twin)
	if err := p.roster.sit(host, g, "ann"); err != nil || p.roster.seatOf(host, g) != 0 {
		t.Errorf("a host does not get the seat of a phone that is away: %v", err)
	}
	back := join(access.Visitor{Token: ann.Token()})
	if p.roster.seatOf(back, g) != engine.Public {
		t.Error("two phones have one seat")
	}
	if err := p.roster.kick(host, back.kept.ID(back.hash), false); err != nil || back.Ended() != protocol.RefusedKicked || p.roster.has(back) {
		t.Errorf("a phone that was sent away is here: %v", err)
	}
	if err := p.roster.kick(host, host.kept.ID(host.hash), false); err != errOneself {
		t.Errorf("a host sends itself away: %v", err)
	}
	if p.roster.allowHints(false); !access.Open(p.dir).Settings().NoHints {
		t.Error("hints are allowed after a restart")
	}
}

func TestCardIsAskedAboutAndBecomesAMove(t *testing.T) {
	p := newParts(t)
	written := p.play()
	// Ann may have sacrificed the knight, or turned it up.
	p.layCard("altar-1", "knight")
	q := p.referee.intake.gesture
	if q == nil || q.kind() != resolver.Which {
		t.Fatalf("it is not asked what the knight is: %+v", q)
	}
	for _, a := range p.referee.intake.questionTo(q, 0, p.referee.game).Answers {
		if len(a.Moves) == 1 && p.referee.game.Catalog.Word(a.Moves[0].Verb) == "sacrifice" {
			p.referee.answerGesture(a, 0, wired.SourcePhone)
		}
	}
	p.expectMoves("ann: sacrifice knight ann")
	p.expectVerdict(1, "Ann sacrifices Knight on the altar of Ann.", "")
	if last := written.steps[len(written.steps)-1]; last.Source != wired.SourcePhone || last.Undo != 0 {
		t.Errorf("the journal has the step %+v", last)
	}
	p.referee.undo(wired.SourcePhone)
	p.expectMoves("table: reveal king")
	p.expectVerdict(1, "The last move was taken back.", "")
}

func TestMoveThatTheDiskRefusesIsNotMade(t *testing.T) {
	p := newParts(t)
	written := p.play()
	written.broken = journal.ErrFull
	p.press("draw")
	p.expectMoves("table: reveal king")
	p.expectVerdict(engine.Public, "Ann draws an unseen card", "The disk is full, so the move is not made and nothing is lost. Make room on it, then try again.")
	written.broken = nil
	p.press("draw")
	p.expectMoves("table: reveal king", "ann: draw ?")
	if p.disk.trouble() != nil {
		t.Error("the disk is in trouble although it takes moves")
	}
}

func TestPausedGameTakesNothingButUndo(t *testing.T) {
	p := newParts(t)
	p.play()
	p.press("draw")
	ann := caller{&Phone{}, 0}
	if changed, err := p.referee.pause(ann, true); !changed || err != nil {
		t.Fatalf("Ann cannot pause the game: %v", err)
	}
	if _, err := p.referee.pause(caller{&Phone{}, engine.Public}, false); err != errGuest {
		t.Errorf("a guest lets the game go on: %v", err)
	}
	p.press("end")
	p.expectMoves("table: reveal king", "ann: draw ?")
	p.expectVerdict(engine.Public, "", "The game is paused: somebody has to let it go on first.")
	p.press("undo")
	p.expectMoves("table: reveal king")
}

func TestQuestionStandsWhileItsCardLies(t *testing.T) {
	p := newParts(t)
	p.play()
	in := &p.referee.intake
	p.layCard("altar-1", "knight")
	first := in.gesture.id
	p.layCard("hand-1", "monk")
	if in.gesture == nil || in.gesture.id == first || len(in.waiting) != 1 {
		t.Fatalf("it is asked about %+v while %d wait", in.gesture, len(in.waiting))
	}
	if in.waitingFor(1) != 1 || in.publicQuestion() {
		t.Error("everyone may know of a card of Ann's hand")
	}
	in.gesture = nil
	in.resumeNext()
	if in.gesture == nil || in.gesture.id != first {
		t.Errorf("the question about the knight is not asked again: %+v", in.gesture)
	}
	in.putAside(resolver.Observation{})
	in.removeTag(resolver.Tag{Reader: "altar-1", UID: string(stickerOf("knight"))})
	if in.resumeNext(); in.gesture != nil {
		t.Error("it is asked about a card that was taken away")
	}
}

// menus returns the menus of the parts.
func (p *parts) menus() *menus {
	ref := &p.referee
	return &menus{game: ref.game, intake: &ref.intake, settings: ref.settings, wiring: &p.wiring, library: p.library}
}

func TestKnobChoosesFromAList(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newParts(t)
		knob, other := Knob{Name: "knob"}, Knob{Name: "other"}
		var d dial
		defer d.close()
		d.turn(knob, 3, p.menus())
		if c := d.scene(); c == nil || c.Title != "What shall be played?" || c.At != 0 {
			t.Fatalf("the list is %+v", c)
		}
		if _, ok := d.push(knob, false, time.Now()); ok || len(d.path) != 0 {
			t.Error("a list that has just come is taken from")
		}
		time.Sleep(reactionTime)
		if _, ok := d.push(knob, false, time.Now()); ok {
			t.Error("a game begins before it is asked how many play")
		}
		d.follow(p.menus())
		if c := d.scene(); c.Title != "Sacrilege: how many players?" {
			t.Errorf("the list below is %+v", c)
		}
		if _, ok := d.push(other, true, time.Now()); ok || d.scene() == nil {
			t.Error("a long push of another knob closes the list")
		}
		d.push(knob, true, time.Now())
		d.follow(p.menus())
		d.push(knob, true, time.Now())
		if d.scene() != nil {
			t.Error("two long pushes do not close the list")
		}
		p.play()
		d.turn(knob, 1, p.menus())
		draw := slices.IndexFunc(d.menu.items, func(i item) bool { return i.action.move != nil })
		if draw < 0 {
			t.Fatalf("nothing can be done from %v", d.scene())
		}
		d.turn(knob, draw+1, p.menus())
		time.Sleep(reactionTime)
		i, ok := d.push(knob, false, time.Now())
		if !ok || i.action.move == nil {
			t.Fatalf("what is taken is %+v", i)
		}
		if d.done(i, false); d.scene() != nil {
			t.Error("the list is open after its item was done")
		}
	})
}

func TestMailboxOfATableThatHasEnded(t *testing.T) {
	m := newMailbox()
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if err := m.beat(gone); !errors.Is(err, context.Canceled) {
		t.Errorf("nobody waits for the heartbeat: %v", err)
	}
	undone := make(chan int, 1)
	waiting, leave := context.WithCancel(t.Context())
	go func() {
		e := <-m.events
		e.do(nil)
		leave()
		e.afterShow(nil)
	}()
	if _, err := ask(waiting, m, func(*Table) int { return 7 }, func(_ *Table, n int) { undone <- n }); err == nil {
		t.Error("an answer comes to one who waits no more")
	}
	if n := <-undone; n != 7 {
		t.Errorf("%d was undone", n)
	}
	close(m.ended)
	if _, err := ask(t.Context(), m, func(*Table) int { return 7 }, nil); !errors.Is(err, ErrEnded) {
		t.Errorf("a table that has ended answers: %v", err)
	}
	if err := m.beat(t.Context()); !errors.Is(err, ErrEnded) {
		t.Errorf("a table that has ended is alive: %v", err)
	}
}

// A phone that gives up shares nothing with the table's goroutine, which looks at the same time whether the phone's request is on the disk: the race
// detector judges.
func TestPhoneGivesUpWhileItsRequestIsWritten(t *testing.T) {
	p := &Phone{mailbox: newMailbox()}
	saved := make(chan struct{})
	close(saved)
	waiting, giveUp := context.WithCancel(t.Context())
	var table sync.WaitGroup
	table.Go(func() {
		e := <-p.mailbox.events
		giveUp()
		time.Sleep(10 * time.Millisecond)
		e.do(&Table{roster: roster{saver: &access.Saver{}}})
	})
	if _, err := p.written(waiting, answer{Answer: done.Answer, saved: saved}); !errors.Is(err, context.Canceled) {
		t.Errorf("the request is confirmed to one who waits no more: %v", err)
	}
	table.Wait()
}

// Only a list that cannot be read is to be mended: what cannot be written has another cause.
func TestWhyTagsAreNotChanged(t *testing.T) {
	b := &tagBook{log: slog.New(slog.DiscardHandler)}
	for err, want := range map[error]string{
		fmt.Errorf("04:AA: %w", tags.ErrBroken): "the list of tags cannot be read: mend tags.toml, then start again",
		errors.New("04:AA: no room"):            "the list of tags cannot be written: see whether the disk is full or may not be written to",
	} {
		if got := b.changeError(err); got == nil || got.Error() != want {
			t.Errorf("%v is told as %v", err, got)
		}
	}
}
