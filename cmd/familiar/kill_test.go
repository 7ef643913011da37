package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"familiar/cmd/familiar/internal/rig"
	"familiar/companion/journal"
	"familiar/companion/protocol"
	"familiar/engine"
)

// TestKilledDaemonComesBack kills the daemon at any moment, over and over, while several phones and a hand at the virtual table play, and
// checks what the next daemon makes of the state.
func TestKilledDaemonComesBack(t *testing.T) {
	lives := 100 // for all tables together
	if rig.Raced {
		lives = 25
	}
	for n, game := range games() {
		t.Run(game.ID, func(t *testing.T) {
			t.Parallel()
			c := newCrashTest(t, game, uint64(n))
			few := lives / len(games())
			for n := 0; n < few || n < 10*few && (c.moves == 0 || len(c.guests.removed) == 0); n++ { // on a busy machine, not much happens in some lives
				c.runOnce()
			}
			c.lastRun()
			if len(c.guests.removed) == 0 {
				c.Error("no guest was sent away")
			}
		})
	}
}

// killable is a running daemon that can be killed.
type killable interface {
	at() (address, code string)
	kill()
}

// crashTest is a table whose daemon is killed again and again, and everything that must be there the next time.
type crashTest struct {
	testing.TB
	rng     *rand.Rand
	state   string
	refresh func() // makes state a copy of the daemon's present state directory
	players []*crashPlayer
	lists   *cardListLog         // of the host
	guests  *guestLog            // whom the host sends away
	taps    atomic.Int64         // made by the hand
	answers chan protocol.Answer // recent answers, unless nobody receives them

	finished       int              // journals that were finished and checked
	positionsRead  int              // leaves of the next journal
	present        *replayedJournal // the journal of the game under way
	asides         map[string]bool  // damaged parts that were set aside
	torn           string
	full           bool // the disk is full, so notices about it may come at any time
	killedStarts   int  // starts since the last check that were killed before they were done
	moves          int  // acknowledged moves
	unacknowledged int  // moves in the journal that were not acknowledged
}

// crashPlayer is a player whose phone reconnects whatever happens.
type crashPlayer struct {
	plays   engine.Game  // the game that it begins as the host
	lists   *cardListLog // its card lists; nil: none
	guests  *guestLog    // whom it sends away; nil: nobody
	answers chan<- protocol.Answer
	stays   bool // it never ends a game
	word    string
	token   string
	host    bool   // it has begun a game
	seat    string // taken and acknowledged
	game    string // the game of the seat
	rng     *rand.Rand

	phone *networkPhone
	acks  []string // acknowledged in this life, as records write it
	other []string // starts and ends
}

func newCrashTest(t testing.TB, game engine.Game, seed uint64) *crashTest {
	c := &crashTest{
		TB: t, rng: rand.New(rand.NewPCG(seed, 11)), state: t.TempDir(), refresh: func() {}, lists: newCardListLog(game.ID, virtualTagsOf(t, game)),
		guests: newGuestLog(), answers: make(chan protocol.Answer, 100), asides: make(map[string]bool),
	}
	for i, word := range []string{"ann", "ben", "cai", ""} {
		c.players = append(c.players, &crashPlayer{plays: game, word: word, answers: c.answers, rng: rand.New(rand.NewPCG(seed, uint64(i)))})
	}
	c.host().lists, c.host().guests = c.lists, c.guests
	return c
}

// host returns the player who begins games and ends them.
func (c *crashTest) host() *crashPlayer { return c.players[len(c.players)-1] }

// runOnce is the life of a daemon: it starts, is checked, is played with, and is killed. How long it lives is counted in answers, so that
// as much happens on a busy machine. Sometimes it finds a partial line in its journal, as after a power cut.
func (c *crashTest) runOnce() {
	c.Helper()
	c.tearJournal()
	d := startProcess(c, itselfCommand, c.state)
	c.checkState()
	c.reconnect(d)
	c.play(d, func() { c.await(c.rng.IntN(25), 5*time.Second) }, c.tapCards, c.guests.visit)
}

// lastRun checks what the last kill has left, and ends the daemon properly.
func (c *crashTest) lastRun() {
	c.Helper()
	c.torn = c.tornTail()
	d := startProcess(c, itselfCommand, c.state)
	c.checkState()
	c.reconnect(d)
	for _, p := range c.players {
		p.phone.close()
	}
	d.terminate()
	c.Logf("%d acknowledged, %d more in the journals, %d taps of the hand, %d damaged parts set aside; %d guests sent away, %d new codes",
		c.moves, c.unacknowledged, c.taps.Load(), len(c.asides), len(c.guests.removed), len(c.guests.replaced))
	if c.moves == 0 || c.taps.Load() == 0 {
		c.Error("nothing was played")
	}
}

// play makes all players, and others, act at the same time, until wait returns; then it kills the daemon.
func (c *crashTest) play(d killable, wait func(), others ...func(address string, seed uint64)) {
	var all sync.WaitGroup
	for _, p := range c.players {
		all.Go(func() { p.play() })
	}
	for len(c.answers) > 0 {
		<-c.answers // from the last life
	}
	address, _ := d.at()
	for _, do := range others {
		seed := c.rng.Uint64()
		all.Go(func() { do(address, seed) })
	}
	wait()
	d.kill()
	all.Wait()
	for _, p := range c.players {
		<-p.phone.broken
	}
}

// await waits for that many requests to be granted, and a moment longer, but not for ever.
func (c *crashTest) await(answers int, most time.Duration) {
	late := time.After(most)
	for answers > 0 {
		select {
		case a := <-c.answers:
			if a.OK {
				answers--
			}
		case <-late:
			return
		}
	}
	time.Sleep(time.Duration(c.rng.IntN(100_000)) * time.Microsecond)
}

// play makes one request after the other, or several at once, until the connection breaks.
func (p *crashPlayer) play() {
	// First as many messages as a phone may send at once, and then as many as it may send on average.
	const atOnce, each = 30, time.Second / 18
	for sent := 0; ; {
		var asked []protocol.Request
		var answers []<-chan protocol.Answer
		s, err := p.phone.until(func(*protocol.Snapshot) bool { return true })
		if err != nil {
			return
		}
		burst := 1
		if p.rng.IntN(4) == 0 {
			burst += p.rng.IntN(6)
		}
		for range burst {
			if r, ok := p.nextRequest(s); ok {
				asked, answers = append(asked, r), append(answers, p.phone.send(r))
			}
		}
		for i, r := range asked {
			a, err := p.phone.wait(answers[i])
			if err != nil {
				return
			}
			if a.OK {
				p.acknowledged(r, s)
			}
			select {
			case p.answers <- a:
			default:
			}
		}
		pause := time.Duration(p.rng.IntN(5000)) * time.Microsecond
		if sent += len(asked); sent > atOnce {
			pause += time.Duration(len(asked)) * each
		}
		select {
		case <-time.After(pause):
		case <-p.phone.broken:
			return
		}
	}
}

// nextRequest returns a request to make.
func (p *crashPlayer) nextRequest(s *protocol.Snapshot) (protocol.Request, bool) {
	host := p.word == ""
	if p.guests != nil && s.You.Host && p.rng.IntN(2) == 0 {
		if r, ok := p.guests.nextRequest(s, p.rng); ok {
			return r, true
		}
	}
	switch {
	case s.Phase != "game" && !host:
		return nil, false
	case s.Phase != "game":
		n := p.plays.MinSeats + p.rng.IntN(min(3, p.plays.MaxSeats)-p.plays.MinSeats+1)
		return protocol.StartRequest{Game: p.plays.ID, Seats: []string{"ann", "ben", "cai"}[:n]}, true
	case host && !p.stays && p.rng.IntN(60) == 0:
		return protocol.EndRequest{}, true
	case p.lists != nil && p.rng.IntN(8) == 0:
		return p.lists.nextRequest(p.rng), true
	case !host && s.You.Seat < 0:
		return protocol.SitRequest{Seat: p.word}, true
	case s.Game.Undoable > 0 && p.rng.IntN(10) == 0:
		return protocol.UndoRequest{}, true
	case s.Game.Gesture != nil && len(s.Game.Gesture.Options) > 0 && p.rng.IntN(2) == 0:
		return protocol.PickRequest{Gesture: s.Game.Gesture.ID, Option: p.rng.IntN(len(s.Game.Gesture.Options))}, true
	}
	tree, seat := s.Game.Moves, ""
	if len(tree) == 0 || len(s.Game.TableMoves) > 0 && p.rng.IntN(2) == 0 {
		tree, seat = s.Game.TableMoves, "table"
	}
	words := p.branch(tree.Plain())
	if len(words) == 0 {
		return nil, false
	}
	return protocol.MoveRequest{Seat: seat, Verb: words[0], Args: words[1:]}, true
}

// branch returns a random path through a tree.
func (p *crashPlayer) branch(t protocol.Tree) []string {
	var words []string
	for len(t) > 0 {
		next := slices.Sorted(maps.Keys(t))
		w := next[p.rng.IntN(len(next))]
		if w == "" {
			break
		}
		words, t = append(words, w), t[w]
	}
	return words
}

// acknowledged notes what the table has acknowledged.
func (p *crashPlayer) acknowledged(r protocol.Request, s *protocol.Snapshot) {
	switch r := r.(type) {
	case protocol.MoveRequest:
		seat := r.Seat
		if seat == "" {
			seat = p.word
		}
		p.acks = append(p.acks, strings.TrimSpace(fmt.Sprintf("%s: %s %s", seat, r.Verb, strings.Join(r.Args, " "))))
	case protocol.UndoRequest:
		p.acks = append(p.acks, "table: undo")
	case protocol.SitRequest:
		p.seat, p.game = r.Seat, s.Game.ID
	case protocol.StartRequest, protocol.EndRequest:
		p.host = true
		p.other = append(p.other, string(r.Kind()))
	case protocol.KickRequest, protocol.CodeRequest:
		p.guests.acknowledged(r)
	default:
		p.lists.acknowledged(r)
	}
}

// tapCards puts cards on the emulated readers.
func (c *crashTest) tapCards(address string, seed uint64) {
	rng := rand.New(rand.NewPCG(seed, 1))
	conn, err := dialSocket(address, "/virtual/ws")
	if err != nil {
		return // the daemon has been killed already
	}
	defer conn.Close()
	var bench struct {
		Readers []struct{ Name string }
		Tags    []struct{ ID int }
	}
	for len(bench.Tags) == 0 {
		_, data, err := conn.ReadMessage()
		if err != nil {
			return
		}
		if err := json.Unmarshal(data, &bench); err != nil {
			c.Errorf("the bench says %.200s: %v", data, err)
			return
		}
	}
	var read sync.WaitGroup
	defer read.Wait()
	read.Go(func() {
		for {
			if _, _, err := conn.ReadMessage(); err != nil {
				return
			}
		}
	})
	for n := 1; ; n++ {
		reader := bench.Readers[rng.IntN(len(bench.Readers))].Name
		tap := map[string]any{"type": "tap", "id": n, "tag": bench.Tags[rng.IntN(len(bench.Tags))].ID, "reader": reader}
		if err := conn.WriteMessage(websocket.TextMessage, rig.MustJSON(tap)); err != nil {
			conn.Close()
			return
		}
		c.taps.Add(1)
		time.Sleep(time.Duration(10+rng.IntN(40)) * time.Millisecond)
	}
}

// tornTail returns the part of a step that a kill has left at the end of the present journal, because a write may be done in part.
func (c *crashTest) tornTail() string {
	c.Helper()
	names := journalNames(c, c.state)
	if len(names) == 0 {
		return ""
	}
	data, err := os.ReadFile(names[len(names)-1])
	if err != nil {
		c.Fatal(err)
	}
	whole := bytes.LastIndexByte(data, '\n') + 1
	for unfinishedStep.Match(data[:whole]) {
		whole = bytes.LastIndexByte(data[:whole-1], '\n') + 1
	}
	return string(data[whole:])
}

// unfinishedStep matches the end of a journal whose last line belongs to the same step as the next one.
var unfinishedStep = regexp.MustCompile(` \+ [0-9a-f]{8}\n$`)

// tearJournal sometimes leaves a part of a line at the end of the present journal.
func (c *crashTest) tearJournal() {
	c.Helper()
	c.torn = c.tornTail()
	names := journalNames(c, c.state)
	if len(names) == 0 || c.rng.IntN(8) > 0 {
		return
	}
	line := "table: reveal knight                    # 2026-11-21T18:30:02.123Z phone aac14c4"
	path := names[len(names)-1]
	data, err := os.ReadFile(path)
	if err != nil {
		c.Fatal(err)
	}
	if c.torn = c.tornTail(); c.torn != "" || bytes.Contains(data, []byte(endedMark)) {
		return // the kill itself has left something, or this game is not continued
	}
	c.torn = line[:1+c.rng.IntN(len(line)-1)]
	if err := os.WriteFile(path, append(data, c.torn...), 0o644); err != nil {
		c.Fatal(err)
	}
}

// checkState compares the journals, as the new daemon has left them, with what the phones heard from the last one.
func (c *crashTest) checkState() {
	c.Helper()
	c.lists.check(c, c.state)
	journals := replayJournals(c, c.state, c.finished, max(0, c.positionsRead-1))
	c.present = nil
	if len(journals) > 0 && !journals[len(journals)-1].ended {
		c.present = &journals[len(journals)-1]
	}
	var fresh []position // from this life
	begun, ended := 0, 0
	for i, b := range journals {
		known := 0
		if i == 0 {
			known = c.positionsRead
		}
		if known > len(b.positions) {
			c.Fatalf("%s had %d statements and now has %d", b.id, known-1, len(b.positions)-1)
		}
		if known == 0 {
			begun++
		}
		if b.ended {
			ended++
		}
		for _, p := range b.positions[known:] {
			if p.statement != "" {
				fresh = append(fresh, p)
			}
		}
	}
	c.compareAcks(fresh)
	c.compareOther(begun, ended)
	c.compareSeen(journals)
	c.compareDamage()
	for len(journals) > 0 && journals[0].ended {
		c.finished, c.positionsRead, journals = c.finished+1, 0, journals[1:]
	}
	switch len(journals) {
	case 0:
	case 1:
		c.positionsRead = len(journals[0].positions)
	default:
		c.Fatalf("%d games are under way", len(journals))
	}
}

// compareAcks finds each acknowledged move in the journal, for each phone in the order of the acknowledgements.
func (c *crashTest) compareAcks(fresh []position) {
	c.Helper()
	left := make(map[string]int)
	for _, p := range fresh {
		left[p.statement]++
	}
	c.unacknowledged += len(fresh)
	for _, p := range c.players {
		at := 0
		for _, said := range p.acks {
			if left[said]--; left[said] < 0 {
				c.Errorf("%q was acknowledged and is not in the journal as often as that", said)
			}
			for at < len(fresh) && fresh[at].statement != said {
				at++
			}
			if at == len(fresh) {
				c.Errorf("%q was acknowledged to %q and stands elsewhere in the journal than it came", said, p.word)
			}
			at++
		}
		c.moves += len(p.acks)
		c.unacknowledged -= len(p.acks)
		p.acks = nil
	}
}

func (c *crashTest) compareOther(begun, ended int) {
	c.Helper()
	for _, p := range c.players {
		for _, what := range p.other {
			switch what {
			case "start":
				begun--
			case "end":
				ended--
			}
		}
		p.other = nil
	}
	if begun < 0 || ended < 0 {
		c.Errorf("%d games were begun and %d ended, of which no journal tells", -begun, -ended)
	}
}

// compareSeen finds every snapshot of a phone in the journals, in that order: nothing is shown that is not on the disk.
func (c *crashTest) compareSeen(journals []replayedJournal) {
	c.Helper()
	for _, p := range c.players {
		if p.phone == nil {
			continue
		}
		b, at := 0, max(0, c.positionsRead-1)
		for _, s := range p.phone.seen {
			if s.Game == nil {
				continue
			}
			for b < len(journals) && journals[b].id != s.Game.ID {
				b, at = b+1, 0
			}
			if b == len(journals) {
				c.Errorf("%q was shown a game %s", p.word, s.Game.ID)
				break
			}
			for at < len(journals[b].positions) && !journals[b].positions[at].matches(s) {
				at++
			}
			if at == len(journals[b].positions) {
				c.Errorf("%q was shown a game of %d moves that was never in the journal so: %v", p.word, s.Game.Undoable, s.Game.Facts)
				break
			}
		}
	}
}

// matches reports whether a snapshot shows the game as it stood at this position.
func (p position) matches(s *protocol.Snapshot) bool {
	return s.Game.Undoable == p.moves && maps.Equal(s.Game.Facts, p.facts[viewerOf(s)])
}

func viewerOf(s *protocol.Snapshot) engine.Seat {
	if s.You.Seat < 0 {
		return engine.Public
	}
	return engine.Seat(s.You.Seat)
}

// compareDamage checks what was set aside: the torn line, and nothing else. A start that was killed may have begun with that.
func (c *crashTest) compareDamage() {
	c.Helper()
	asides, err := filepath.Glob(filepath.Join(c.state, journal.Folder, "*.damaged-*"))
	if err != nil {
		c.Fatal(err)
	}
	most, whole := c.killedStarts, c.torn == ""
	if !whole {
		most++
	}
	for _, path := range asides {
		if c.asides[path] {
			continue
		}
		c.asides[path] = true
		data, err := os.ReadFile(path)
		if err != nil {
			c.Fatal(err)
		}
		whole = whole || string(data) == c.torn
		if most--; most < 0 {
			c.Errorf("%s is set aside, what was torn is %q: %q", path, c.torn, data)
		}
	}
	if !whole {
		c.Errorf("%q was torn, and is set aside nowhere", c.torn)
	}
	c.killedStarts = 0
}

// reconnect reconnects all phones, and checks their first snapshots.
func (c *crashTest) reconnect(d killable) {
	c.Helper()
	damaged := c.torn != ""
	address, code := d.at()
	c.guests.check(c, address, code)
	for _, p := range c.players {
		var err error
		if p.phone, err = connectPhone(address, p.token, code); err != nil {
			c.Fatal(err)
		}
		if p.token != "" && p.phone.welcome.Token != p.token {
			c.Errorf("%q is not known again", p.word)
		}
		p.token = p.phone.welcome.Token
		s, err := p.phone.until(func(*protocol.Snapshot) bool { return true })
		if err != nil {
			c.Fatal(err)
		}
		c.compareFirst(p, s, damaged)
	}
}

func (c *crashTest) compareFirst(p *crashPlayer, s *protocol.Snapshot, damaged bool) {
	c.Helper()
	if (len(s.Notices) > 0) != damaged && !c.full {
		c.Errorf("torn is %q, and the notices are %+v", c.torn, s.Notices)
	}
	if p.host && !s.You.Host {
		c.Errorf("%q has begun a game and is no host any more", p.word)
	}
	b := c.present
	if b == nil {
		if s.Game != nil {
			c.Errorf("no game is under way, and %q is shown %s", p.word, s.Game.ID)
		}
		return
	}
	if s.Game == nil || s.Game.ID != b.id {
		c.Fatalf("%s is under way, and %q is shown %+v", b.id, p.word, s.Game)
	}
	if last := b.positions[len(b.positions)-1]; !last.matches(s) && !c.wentOn(s) {
		c.Errorf("%q is shown %d moves and %v\nand not %d and %v", p.word, s.Game.Undoable, s.Game.Facts, last.moves, last.facts[viewerOf(s)])
	}
	if p.game == b.id && (s.You.Seat < 0 || b.seats[s.You.Seat] != p.seat) {
		c.Errorf("%s had the seat of %s and now has %d", p.word, p.seat, s.You.Seat)
	}
}

// wentOn reports whether the game has gone on since the check, as far as a snapshot shows it: a clock may have run out.
func (c *crashTest) wentOn(s *protocol.Snapshot) bool {
	c.Helper()
	c.refresh()
	journals := replayJournals(c, c.state, c.finished, max(0, c.positionsRead-1))
	return len(journals) == 1 && slices.ContainsFunc(journals[0].positions[c.positionsRead:], func(l position) bool { return l.matches(s) })
}

// TestTerminatedDaemonEnds terminates a daemon in the middle of a game, with phones and a hand at the bench.
func TestTerminatedDaemonEnds(t *testing.T) {
	c := newCrashTest(t, games()[0], 5)
	d := startProcess(t, itselfCommand, c.state)
	c.reconnect(d)
	var all sync.WaitGroup
	for _, p := range c.players {
		all.Go(func() { p.play() })
	}
	all.Go(func() { c.tapCards(d.address, 3) })
	time.Sleep(2500 * time.Millisecond) // until the panel's first drawing is done, which cannot be interrupted
	took := d.terminate()
	t.Logf("it took %v", took)
	if took > 3*time.Second {
		t.Error("that is too long")
	}
	all.Wait()
	for _, p := range c.players {
		<-p.phone.broken
		if !websocket.IsCloseError(p.phone.reason, websocket.CloseGoingAway) {
			t.Errorf("%q is left with %v", p.word, p.phone.reason)
		}
	}
	if conn, err := dialSocket(d.address, "/ws"); err == nil {
		conn.Close()
		t.Error("somebody still listens there")
	}
	c.lastRun()
}
