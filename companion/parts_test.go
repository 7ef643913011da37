package companion

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"familiar/companion/access"
	"familiar/companion/announce"
	"familiar/companion/journal"
	"familiar/companion/library"
	"familiar/companion/packs"
	"familiar/companion/protocol"
	"familiar/companion/resolver"
	"familiar/companion/session"
	"familiar/companion/tags"
	"familiar/companion/wired"
	"familiar/engine"
	"familiar/engine/record"
	"familiar/engine/sacrilege"
)

// The parts of a table are tested here one by one, without a table, its goroutine or its mailbox.

// parts are the parts of a table with two altars, a reader for the hand of the first seat, a shared reader, and two buttons.
type parts struct {
	*testing.T
	dir       string
	announcer announce.Announcer
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
	p.announcer.Log = log
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
	p.referee = referee{log: log, disk: &p.disk, announcer: &p.announcer, wiring: &p.wiring, tags: &p.tags, buzzer: &p.buzzer, roster: &p.roster, settings: p.roster.settings()}
	return p
}

// fakeJournal is a journal in memory, which can be made to fail.
type fakeJournal struct {
	steps  []record.Step
	broken error // why nothing can be written
	stuck  error // why it cannot be closed
	closed int   // how often it was closed
}

func (p *fakeJournal) Name() string { return "2026-01-01-000000-sacrilege.table" }

func (p *fakeJournal) Append(s record.Step) error {
	if p.broken == nil {
		p.steps = append(p.steps, s)
	}
	return p.broken
}

func (p *fakeJournal) Finish(string, time.Time) error { return p.broken }

func (p *fakeJournal) Close() error {
	p.closed++
	return p.stuck
}

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
	back := p.referee.intake.Readers.Arrive(resolver.Tag{Reader: reader, UID: string(stickerOf(card))}, p.referee.now)
	p.referee.observeTag(r, stickerOf(card), back)
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
	v := p.announcer.VerdictTo(seat, engine.English, p.referee.game)
	if v == nil {
		v = &protocol.Verdict{}
	}
	if v.Text != text || v.Words != words {
		p.Errorf("seat %d reads %q, %q, not %q, %q", seat, v.Text, v.Words, text, words)
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
		if got := p.announcer.NoticesIn(engine.English); !slices.Equal(got, c.notice) {
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

// box returns a box of the house list, or of an owner's list.
func (p *parts) box(pack string) library.Box {
	p.Helper()
	box, err := p.library.Open("sacrilege", pack)
	if err != nil {
		p.Fatal(err)
	}
	return box
}

// A tag that cannot be written down while tags are enrolled stands for nothing, and the same card is asked for again.
func TestTagThatCannotBeKept(t *testing.T) {
	p := newParts(t)
	if err := p.tags.begin(p.box(""), access.Phone{}); err != nil {
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
	if v := p.announcer.VerdictTo(engine.Public, engine.English, p.referee.game); v == nil || v.OK || v.Rule == "" {
		t.Errorf("what is announced is %+v", v)
	}
}

// What the table asks about a card waits while it asks what another tag is, and is asked again after that.
func TestQuestionWaitsForAnUnknownTag(t *testing.T) {
	p := newParts(t)
	p.play()
	p.layCard("altar-1", "knight")
	asked := p.referee.intake.UnderWay
	if asked == nil || !asked.IsOpen() {
		t.Fatalf("about the knight it asks %+v", asked)
	}
	p.layCard("altar-2", "drag")
	if q := p.referee.intake.UnderWay; q == nil || q.Kind() != resolver.UnknownTag || len(p.referee.situation().Waiting) != 1 {
		t.Fatalf("about the unknown tag it asks %+v, and %d wait", q, len(p.referee.situation().Waiting))
	}
	p.referee.intake.Dismiss(p.referee.intake.Pending())
	p.referee.intake.ResumeNext()
	if q := p.referee.intake.UnderWay; q != asked {
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
		if err := p.tags.name(p.referee.game, []string{word}, 0); err != nil {
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
	p.roster.disconnected(ann, nil)
	p.roster.disconnected(twin, nil)
	if err := p.roster.sit(host, g, "ann"); err != nil || p.roster.seatOf(host, g) != 0 {
		t.Errorf("a host does not get the seat of a phone that is away: %v", err)
	}
	back := join(access.Visitor{Token: ann.Token()})
	if p.roster.seatOf(back, g) != engine.Public {
		t.Error("two phones have one seat")
	}
	if err := p.roster.kick(caller{host, engine.Public}, back.kept.ID(back.hash), false, nil); err != nil || back.Ended() != protocol.RefusedKicked || p.roster.has(back) {
		t.Errorf("a phone that was sent away is here: %v", err)
	}
	if err := p.roster.kick(caller{host, engine.Public}, host.kept.ID(host.hash), false, nil); err != errOneself {
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
	q := p.referee.intake.UnderWay
	if q == nil || q.Kind() != resolver.Which {
		t.Fatalf("it is not asked what the knight is: %+v", q)
	}
	for _, a := range p.referee.intake.QuestionTo(q, 0, p.referee.game).Answers {
		if len(a.Moves) == 1 && p.referee.game.Catalog.Word(a.Moves[0].Verb) == "sacrifice" {
			p.referee.answerGesture(q, a, 0, session.SourcePhone)
		}
	}
	p.expectMoves("ann: sacrifice knight ann")
	p.expectVerdict(1, "Ann sacrifices Knight on the altar of Ann.", "")
	if last := written.steps[len(written.steps)-1]; last.Source != session.SourcePhone || last.Undo != 0 {
		t.Errorf("the journal has the step %+v", last)
	}
	p.referee.undo(session.SourcePhone)
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
	if err := p.referee.pause(ann, true); err != nil {
		t.Fatalf("Ann cannot pause the game: %v", err)
	}
	if err := p.referee.pause(caller{&Phone{}, engine.Public}, false); err != errGuest {
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
	first := in.UnderWay.ID
	p.layCard("hand-1", "monk")
	if in.UnderWay == nil || in.UnderWay.ID == first || len(p.referee.situation().Waiting) != 1 {
		t.Fatalf("it is asked about %+v while %d wait", in.UnderWay, len(p.referee.situation().Waiting))
	}
	if in.WaitingFor(1) != 1 || in.HasPublicQuestion() {
		t.Error("everyone may know of a card of Ann's hand")
	}
	in.UnderWay = nil
	in.ResumeNext()
	if in.UnderWay == nil || in.UnderWay.ID != first {
		t.Errorf("the question about the knight is not asked again: %+v", in.UnderWay)
	}
	in.PutAside(resolver.Observation{})
	in.RemoveTag(resolver.Tag{Reader: "altar-1", UID: string(stickerOf("knight"))}, time.Now())
	if in.ResumeNext(); in.UnderWay != nil {
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

// While more has happened at the table, the debounce window stays open: the next card may have come in time.
func TestDebounceWindowWaitsForTheMailbox(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newParts(t)
		p.play()
		p.layCard("altar-1", "knight")
		asked := p.referee.intake.UnderWay
		p.referee.intake.Debounce.Set(resolver.DebounceTime)
		time.Sleep(resolver.DebounceTime)
		if p.referee.debounced(true) || p.referee.intake.UnderWay != asked {
			t.Error("the window has ended")
		}
		select {
		case <-p.referee.intake.Debounce.Wake():
			t.Error("the window ends at once")
		default:
		}
		select {
		case <-p.referee.intake.Debounce.Wake():
		case <-time.After(2 * resolver.DebounceTime):
			t.Error("the window does not end any more")
		}
		p.referee.stop()
	})
}

// A button with several words says the first that has an effect: without a buzzer, there is nothing to mute.
func TestButtonThatMutesOrDraws(t *testing.T) {
	p := newParts(t)
	p.play()
	quiet := Button{Name: "quiet", Press: "mute draw"}
	press := func() {
		p.referee.now = time.Now()
		p.referee.press(quiet, strings.Fields(quiet.Press), false)
	}
	press()
	p.expectMoves("table: reveal king", "ann: draw ?")
	p.press("undo")
	p.wiring.Set(protocol.Device{Name: wired.Buzzer, OK: true})
	press()
	p.expectMoves("table: reveal king")
	p.expectVerdict(engine.Public, "The buzzer is mute.", "")
}

// A game is taken off the table with all that belongs to it, even if its record cannot be closed.
func TestGameWhoseRecordCannotBeClosed(t *testing.T) {
	table, err := startOn(stateOf(t, "whole"))
	if err != nil {
		t.Fatal(err)
	}
	game, written := table.referee.game, &fakeJournal{stuck: errors.New("paper jam")}
	if err := game.Journal.Close(); err != nil {
		t.Fatal(err)
	}
	game.Journal = written
	table.referee.intake.Ask(resolver.Pending{})
	table.tags.unknown = "04AABBCCDDEEFF"
	table.closeGame()
	if written.closed != 1 {
		t.Errorf("its record was closed %d times", written.closed)
	}
	if n := table.announcer.NoticesIn(engine.English); len(n) != 1 || n[0].Text != "The record of the last game could not be closed: paper jam." {
		t.Errorf("notices %+v", n)
	}
	ref := &table.referee
	if ref.game != nil || ref.intake.UnderWay != nil || ref.tags.unknown != "" || ref.settings.Game.ID != "" {
		t.Errorf("the game %v is left, or its gesture %v, its unknown tag %q or its settings %+v", ref.game, ref.intake.UnderWay, ref.tags.unknown, ref.settings.Game)
	}
	if last := table.last; last.id != written.Name() || !slices.Equal(last.setup.setup.Seats, game.Setup.Seats) {
		t.Errorf("the next game can begin like %+v", last)
	}
	if err := table.closeState(); err != nil {
		t.Error(err)
	}
}

// stateOf returns a new state directory with what stateUnderWay keeps.
func stateOf(t *testing.T, how string) string {
	t.Helper()
	dir := t.TempDir()
	stateUnderWay(t, dir, how)
	return dir
}

// A table that cannot write the list of phones when it starts says so, until it can.
func TestListOfPhonesCannotBeWrittenAtTheStart(t *testing.T) {
	p := newParts(t)
	disk, dir := filepath.Join(p.dir, "disk"), filepath.Join(p.dir, "state")
	if err := os.Symlink(disk, dir); err != nil { // to a disk that is not there yet
		t.Fatal(err)
	}
	p.roster.open(dir)
	const told = "The list of phones cannot be written: after a restart phones may have to join and sit down anew. See whether the disk is full."
	if n := p.announcer.NoticesIn(engine.English); len(n) != 1 || n[0].Text != told {
		t.Errorf("the notices are %+v", n)
	}
	if len(p.roster.joinCode()) != 6 || !p.roster.saver.Failed() {
		t.Errorf("the join code is %q, and it is lost with a restart: %t", p.roster.joinCode(), p.roster.saver.Failed())
	}
	if err := os.Mkdir(disk, 0o700); err != nil {
		t.Fatal(err)
	}
	p.roster.save()
	if n := p.announcer.NoticesIn(engine.English); len(n) > 0 {
		t.Errorf("when they are written the notices are %+v", n)
	}
	if again := access.Open(dir); again.JoinCode() != p.roster.joinCode() {
		t.Errorf("after a restart the join code is %q, not %q", again.JoinCode(), p.roster.joinCode())
	}
}

// A seat that the game does not have is nobody's, whatever the list of phones says.
func TestSeatThatTheGameDoesNotHave(t *testing.T) {
	p := newParts(t)
	p.play()
	for word, want := range map[string]engine.Seat{"ann": 0, "ben": 1, "zoe": engine.Public, "king": engine.Public, "": engine.Public} {
		phone := &Phone{kept: access.Phone{Game: p.referee.game.Journal.Name(), Seat: word}}
		if got := p.roster.seatOf(phone, p.referee.game); got != want {
			t.Errorf("a phone at the seat %q has seat %d, not %d", word, got, want)
		}
	}
}

// A tag of another box is known, but makes no move: people read what it is, and to which list or game it belongs.
func TestTagOfAnotherBox(t *testing.T) {
	p := newParts(t)
	p.library.Games = append(p.library.Games, engine.Game{ID: "chess"})
	p.play()
	for box, want := range map[tags.Box]string{
		{Game: "sacrilege", Pack: "mine"}: `this is Imp of the card list "mine", and the game is played with "house"`,
		{Game: "chess"}:                   "this is Imp of Chess: it belongs to another game",
	} {
		if err := p.tags.list.Assign(box, stickerOf("imp"), "imp"); err != nil {
			t.Fatal(err)
		}
		word, problem := p.tags.wordOf(boxOf(p.referee.game), stickerOf("imp"), false)
		if problem == nil || word != "" || problem.Error() != want {
			t.Errorf("a tag of %+v is %q: %v", box, word, problem)
		}
		if err := p.tags.list.Forget(box, stickerOf("imp")); err != nil {
			t.Fatal(err)
		}
	}
}

// How many tags were taken over reads as people say it. A list of tags that cannot be read takes none.
func TestTagsAreTakenOver(t *testing.T) {
	p := newParts(t)
	if err := packs.Write(p.dir, "sacrilege", "mine", sacrilege.Game().House, false); err != nil {
		t.Fatal(err)
	}
	house, mine := tags.Box{Game: "sacrilege"}, tags.Box{Game: "sacrilege", Pack: "mine"}
	takeOver := func(ok bool, text string) {
		t.Helper()
		if a := p.tags.takeOver(p.box("mine")).in(engine.English); a.OK != ok || a.Text != text {
			t.Errorf("it is answered %t, %q, and not %t, %q", a.OK, a.Text, ok, text)
		}
	}
	takeOver(true, "There was no tag to take over.")
	for _, card := range []string{"king", "monk", "imp"} {
		if err := p.tags.list.Assign(house, stickerOf(card), card); err != nil {
			t.Fatal(err)
		}
		if card == "king" {
			takeOver(true, "One tag was taken over.")
		}
	}
	path := filepath.Join(p.dir, tags.File)
	if err := errors.Join(os.Rename(path, path+"-away"), os.Mkdir(path, 0o700)); err != nil { // a folder in place of the file
		t.Fatal(err)
	}
	takeOver(false, "The list of tags cannot be read: mend tags.toml, then start again.")
	if err := errors.Join(os.Remove(path), os.Rename(path+"-away", path)); err != nil {
		t.Fatal(err)
	}
	takeOver(true, "2 tags were taken over.")
	if got := p.tags.list.Words(mine); len(got) != 3 || got[stickerOf("imp")] != "imp" {
		t.Errorf("the list has the tags %v", got)
	}
}

// A tag that cannot be forgotten while the disk fails keeps its card, and the card before it is not asked for again.
func TestTagThatCannotBeForgotten(t *testing.T) {
	p := newParts(t)
	if err := p.tags.begin(p.box(""), access.Phone{}); err != nil {
		t.Fatal(err)
	}
	p.tags.tap("04000000000001", false)
	before := p.tags.view(engine.English)
	away := p.dir + "-away"
	if err := errors.Join(os.Rename(p.dir, away), os.WriteFile(p.dir, nil, 0o600)); err != nil { // a file in place of the folder
		t.Fatal(err)
	}
	if err := p.tags.steer("redo"); err == nil || !strings.HasPrefix(err.Error(), "the list of tags cannot be ") {
		t.Errorf("the answer is %v", err)
	}
	if v := p.tags.view(engine.English); v.Done != before.Done || v.Next != before.Next || v.Text != before.Text {
		t.Errorf("the enrolment is %+v, and was %+v", v, before)
	}
	if err := errors.Join(os.Remove(p.dir), os.Rename(away, p.dir)); err != nil {
		t.Fatal(err)
	}
	if err := p.tags.steer("redo"); err != nil {
		t.Fatal(err)
	}
	if v := p.tags.view(engine.English); v.Done != before.Done-1 || !strings.HasPrefix(v.Text, "Once more: ") {
		t.Errorf("on a mended disk the enrolment is %+v", v)
	}
}

// What is to be saved is waited for until the caller gives up, or the table has ended: then everything is.
func TestMailboxWaitsUntilSomethingIsSaved(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		gone, giveUp := context.WithCancel(t.Context())
		giveUp()
		saved, never := make(chan struct{}), make(chan struct{})
		close(saved)
		m := newMailbox()
		if err := m.wait(gone, nil); err != nil {
			t.Errorf("nothing is waited for: %v", err)
		}
		if err := m.wait(t.Context(), saved); err != nil {
			t.Errorf("what is saved is waited for: %v", err)
		}
		if err := m.wait(gone, never); !errors.Is(err, context.Canceled) {
			t.Errorf("a caller who has given up gets %v", err)
		}
		close(m.ended)
		if err := m.wait(t.Context(), never); err != nil {
			t.Errorf("after the end of the table the caller gets %v", err)
		}
	})
}

// A table that ends before it comes to a question does not answer it.
func TestTableEndsBeforeItAnswers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newMailbox()
		answered := make(chan error)
		go func() {
			n, err := ask(t.Context(), m, func(*Table) int { return 7 }, nil)
			if n != 0 {
				t.Errorf("the answer is %d", n)
			}
			answered <- err
		}()
		synctest.Wait()
		if len(m.events) != 1 {
			t.Fatal("it is not asked")
		}
		close(m.ended)
		if err := <-answered; !errors.Is(err, ErrEnded) {
			t.Errorf("the caller gets %v", err)
		}
	})
}
