package main

import (
	"bytes"
	"compress/flate"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"io"
	"log/slog"
	"math"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"

	"familiar/companion/journal"
	"familiar/companion/protocol"
	"familiar/companion/scene"
	"familiar/companion/stage"
	"familiar/engine"
	"familiar/engine/record"
	"familiar/hw"
	"familiar/hw/bench"
	"familiar/hw/nfc"
)

// rig is a table that is played at by emulated chips and by phones, and what it has told so far.
type rig struct {
	*testing.T
	venue
	config string
	wiring *hw.Config
	daemon *daemonParts // nil where it runs on another machine
	end    func() error // of the daemon
	stop   func()       // which is to be no error
	phones []*phoneClient
	tags   map[string][]nfc.UID // of each word, one a copy
	tape   *tape                // nil: nothing is kept

	journal *record.Playback // as far as it was read
	read    int              // bytes of it
}

// venue is where the daemon of a table runs. Whoever plays there plays by the same means everywhere: its devices, its phones, and time that
// goes by.
type venue interface {
	// devices are the emulated devices that are wired to the daemon's machine.
	devices() *bench.Bench
	// dial connects a phone in the room, which has an address; it is an address of the daemon's machine for a phone on that itself.
	dial(from string) (net.Conn, error)
	// host is what phones call the daemon's machine, with its port.
	host() string
	// code is the join code.
	code() string
	// record is the newest journal.
	record() (name string, data []byte, err error)
	// slow reports whether the daemon needs time for what it does.
	slow() bool
	// scene is what panel, lamps and buzzer are told, if that can be seen from here.
	scene() (s scene.Scene, seen bool)
	// pass lets time go by, and then waits until what it has woken has done what it had to.
	pass(d time.Duration)
}

// bubble is a venue in a bubble of synthetic time: nothing of the daemon is replaced but the network, which is pipes, and the config.
type bubble struct {
	daemon *daemonParts
	pipes  *pipeListener
	state  string // directory
}

func (b *bubble) devices() *bench.Bench { return b.daemon.bench.bench }

func (b *bubble) dial(from string) (net.Conn, error) { return b.pipes.dial(from) }

func (b *bubble) host() string { return "localhost:8080" }

func (b *bubble) code() string { return b.daemon.table.JoinCode() }

func (b *bubble) slow() bool { return false }

func (b *bubble) record() (name string, data []byte, err error) {
	names, err := filepath.Glob(filepath.Join(b.state, journal.Folder, "*.table"))
	if err != nil || len(names) == 0 {
		return "", nil, errors.Join(errors.New("there is no journal"), err)
	}
	name = names[len(names)-1]
	data, err = os.ReadFile(name)
	return name, data, err
}

func (b *bubble) scene() (scene.Scene, bool) { return b.daemon.stage.Scene(), true }

func (b *bubble) pass(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// newRig brings a daemon up over a config and a state directory.
func newRig(t *testing.T, games []engine.Game, config, state string) *rig {
	t.Helper()
	wiring, err := hw.ParseConfig([]byte(config))
	if err != nil {
		t.Fatal(err)
	}
	b := &bubble{pipes: newPipeListener(), state: state}
	r := &rig{T: t, venue: b, config: config, wiring: wiring}
	command := runCommand{paths: paths{State: state, wiring: []byte(config)}}
	w := env{ctx: context.Background(), games: games, stdout: io.Discard, stderr: io.Discard}
	d, err := command.start(w, slog.New(slog.DiscardHandler), b.pipes)
	if err != nil {
		t.Fatal(err)
	}
	r.daemon, b.daemon = d, d
	r.tags = tagsByWord(d.bench.tags)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- d.run(ctx) }()
	r.end = sync.OnceValue(func() error {
		for _, p := range r.phones {
			p.close()
		}
		cancel()
		return <-ended
	})
	r.stop = func() {
		if err := r.end(); err != nil {
			t.Error(err)
		}
	}
	return r
}

// tagsByWord are the UIDs of each word, one a copy.
func tagsByWord(all []virtualTag) map[string][]nfc.UID {
	by := make(map[string][]nfc.UID)
	for _, tag := range all {
		by[tag.word] = append(by[tag.word], tag.uid)
	}
	return by
}

// pipeListener is a network of pipes.
type pipeListener struct {
	conns chan net.Conn
	once  sync.Once
	done  chan struct{}
}

func newPipeListener() *pipeListener {
	return &pipeListener{conns: make(chan net.Conn), done: make(chan struct{})}
}

func (l *pipeListener) Accept() (net.Conn, error) {
	select {
	case c := <-l.conns:
		return c, nil
	case <-l.done:
		return nil, net.ErrClosed
	}
}

func (l *pipeListener) Close() error {
	l.once.Do(func() { close(l.done) })
	return nil
}

func (l *pipeListener) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8080} }

// dial connects from an address.
func (l *pipeListener) dial(from string) (net.Conn, error) {
	ours, theirs := net.Pipe()
	select {
	case l.conns <- addressed{theirs, &net.TCPAddr{IP: net.ParseIP(from), Port: 40000}}:
		return ours, nil
	case <-l.done:
		return nil, net.ErrClosed
	}
}

type addressed struct {
	net.Conn
	from net.Addr
}

func (a addressed) RemoteAddr() net.Addr { return a.from }

// phoneClient is a phone: it keeps the newest snapshot, and looks at every byte that it is sent.
type phoneClient struct {
	rig   *rig
	seat  int // -1: a watcher
	token string
	conn  *websocket.Conn
	done  chan struct{}

	mu       sync.Mutex
	snapshot *protocol.Snapshot
	answers  map[int]chan protocol.Answer
	next     int
	leaked   []string
	largest  int // snapshot so far, in bytes on the wire
}

// A snapshot is no larger than this, in bytes on the wire.
const mostSnapshot = 12 << 10

// newsTime is within what a phone hears of everything that has happened.
const newsTime = 50 * time.Millisecond

// phone connects a phone. A local one needs no code; others bring it.
func (r *rig) phone(from, token string) *phoneClient {
	r.Helper()
	p := &phoneClient{rig: r, seat: -1, done: make(chan struct{}), answers: make(map[int]chan protocol.Answer)}
	dialer := websocket.Dialer{NetDialContext: func(context.Context, string, string) (net.Conn, error) { return r.dial(from) }}
	conn, resp, err := dialer.DialContext(r.Context(), "ws://"+r.host()+"/ws", http.Header{"Origin": {"http://" + r.host()}})
	if err != nil {
		r.Fatalf("dialling: %v, %+v", err, resp)
	}
	p.conn = conn
	hello := map[string]any{"type": "hello", "protocol": protocol.Version, "token": token, "code": r.code()}
	if err := conn.WriteJSON(hello); err != nil {
		r.Fatal(err)
	}
	var welcome struct{ Type, Token, Text string }
	if err := conn.ReadJSON(&welcome); err != nil || welcome.Type != "welcome" {
		r.Fatalf("%+v, %v", welcome, err)
	}
	p.token = welcome.Token
	r.phones = append(r.phones, p)
	go p.listen()
	r.pass(newsTime)
	return p
}

func (p *phoneClient) listen() {
	defer close(p.done)
	for {
		_, data, err := p.conn.ReadMessage()
		if err != nil {
			return
		}
		p.take(data)
	}
}

func (p *phoneClient) take(data []byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	upper := bytes.ToUpper(data)
	for word, uids := range p.rig.tags {
		for _, uid := range uids {
			if bytes.Contains(upper, []byte(uid.String())) {
				p.leaked = append(p.leaked, fmt.Sprintf("the UID of %s in %.200s", word, data))
			}
		}
	}
	var head struct{ Type string }
	if err := json.Unmarshal(data, &head); err != nil {
		p.leaked = append(p.leaked, "no JSON: "+err.Error())
		return
	}
	switch head.Type {
	case "snapshot":
		p.snapshot = new(protocol.Snapshot)
		if err := json.Unmarshal(data, p.snapshot); err != nil {
			p.leaked = append(p.leaked, "snapshot: "+err.Error())
		}
		if p.largest = max(p.largest, sent(data)); p.largest > mostSnapshot {
			p.leaked = append(p.leaked, fmt.Sprintf("a snapshot of %d bytes", p.largest))
		}
	case "answer":
		var a protocol.Answer
		if err := json.Unmarshal(data, &a); err == nil && p.answers[a.ID] != nil {
			p.answers[a.ID] <- a
		}
	}
}

// sent is how many bytes of a message are on the wire: a large one comes compressed.
func sent(data []byte) int {
	if len(data) <= mostSnapshot {
		return len(data)
	}
	var packed bytes.Buffer
	w, _ := flate.NewWriter(&packed, flate.BestSpeed)
	w.Write(data)
	w.Close()
	return packed.Len()
}

// viewer is who looks at the phone.
func (p *phoneClient) viewer() engine.Seat {
	if p.seat < 0 {
		return engine.Public
	}
	return engine.Seat(p.seat)
}

func (p *phoneClient) close() {
	p.conn.Close()
	<-p.done
}

// do makes a request and waits for the answer and what follows from it.
func (p *phoneClient) do(r protocol.Request) protocol.Answer {
	p.rig.Helper()
	answer := make(chan protocol.Answer, 1)
	p.mu.Lock()
	p.next++
	r.ID = p.next
	p.answers[r.ID] = answer
	p.mu.Unlock()
	if err := p.conn.WriteJSON(r); err != nil {
		p.rig.Fatal(err)
	}
	select {
	case a := <-answer:
		p.rig.pass(newsTime)
		return a
	case <-p.done:
		p.rig.Fatal("the connection broke")
	}
	return protocol.Answer{}
}

func (p *phoneClient) must(r protocol.Request) {
	p.rig.Helper()
	if a := p.do(r); !a.OK {
		p.rig.Fatalf("%+v: %s (%s)", r, a.Text, a.Rule)
	}
}

// sees is the newest snapshot.
func (p *phoneClient) sees() *protocol.Snapshot {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.snapshot
}

// told is what panel, lamps and buzzer are told.
func (r *rig) told() scene.Scene {
	r.Helper()
	sc, seen := r.scene()
	if !seen {
		r.Fatal("what the devices are told cannot be seen from here")
	}
	return sc
}

// lay puts tags on a reader, all at once, for as long as the driver takes to see them.
func (r *rig) lay(reader string, uids ...nfc.UID) {
	r.Helper()
	known := r.newestRevision()
	for _, uid := range uids {
		r.drop(reader, uid)
	}
	least := r.seenWithin(reader)
	if r.onlyDeedsTell() {
		least = min(least, usuallySeen)
	}
	r.pass(r.settling(reader))
	r.awaitRevision(known+int64(len(uids)), least, longestThought)
}

// newestRevision returns the newest revision of the table that a phone shows. A slow daemon sends it to one phone after the other: newestRevision waits until all show the same one.
func (r *rig) newestRevision() int64 {
	least, most := r.revisions()
	for waited := time.Duration(0); r.slow() && least < most && waited < longestThought; waited += newsTime {
		r.pass(newsTime)
		least, most = r.revisions()
	}
	return most
}

// revisions returns the oldest and the newest revision of the table that phones show.
func (r *rig) revisions() (least, most int64) {
	least = math.MaxInt64
	for _, p := range r.phones {
		if s := p.sees(); s != nil {
			least, most = min(least, s.Revision), max(most, s.Revision)
		}
	}
	return least, most
}

// awaitRevision waits until all phones show a revision of the table: at least for one duration, which suffices in a bubble, and at most for another. A revision that never comes is no
// error here: the caller compares what phones show.
func (r *rig) awaitRevision(revision int64, least, most time.Duration) {
	r.pass(least)
	oldest, _ := r.revisions()
	for waited := least; oldest < revision && waited < most; waited += newsTime {
		r.pass(newsTime)
		oldest, _ = r.revisions()
	}
}

// longestThought is the longest time that an emulated Raspberry Pi takes to find out what a card means.
const longestThought = 3 * time.Second

// settle waits until a slow table has dealt with all events that wait for it. It asks the table a question that changes nothing, until the answer is the only new revision.
func (r *rig) settle() {
	r.Helper()
	for known, more := r.newestRevision(), r.slow(); more; {
		r.phones[0].must(protocol.Request{Kind: "devices"})
		now := r.newestRevision()
		known, more = now, now > known+1
	}
}

// seenWithin is within what a reader sees what was laid on it. A PN532 takes a tenth of a second for four tags, and may have to wait as long for an OLED on
// its bus.
func (r *rig) seenWithin(reader string) time.Duration {
	if r.reader(reader).Chip == hw.ChipPN532 {
		return 400 * time.Millisecond
	}
	return usuallySeen
}

// usuallySeen is the longest time that a reader takes to see a tag while nothing else uses its bus.
const usuallySeen = 60 * time.Millisecond

// reader is a reader as it is wired.
func (r *rig) reader(name string) hw.Reader {
	return r.wiring.Readers[slices.IndexFunc(r.wiring.Readers, func(w hw.Reader) bool { return w.Name == name })]
}

// drop puts a tag on a reader, away from where it lies.
func (r *rig) drop(reader string, uid nfc.UID) {
	r.Helper()
	if err := r.devices().Lay(uid, reader); err != nil {
		r.Fatal(err)
	}
}

// settling is how long a tag lies on a reader before it counts.
func (r *rig) settling(reader string) time.Duration {
	return time.Duration(r.reader(reader).Settle)
}

// lift takes tags away until the readers have noticed.
func (r *rig) lift(uids ...nfc.UID) {
	known := r.newestRevision()
	for _, uid := range uids {
		r.devices().Lift(uid)
	}
	const usually, late = 400 * time.Millisecond, 800 * time.Millisecond
	switch {
	case !slices.ContainsFunc(r.wiring.Readers, func(w hw.Reader) bool { return w.Chip == hw.ChipPN532 }):
		r.pass(usually)
	case !r.onlyDeedsTell():
		r.pass(late)
	default:
		r.awaitRevision(known+int64(len(uids)), usually, late)
	}
}

// onlyDeedsTell reports whether every new revision comes from something that the test does: there is a phone to see it, and no timer that ticks.
func (r *rig) onlyDeedsTell() bool {
	if len(r.phones) == 0 {
		return false
	}
	s := r.phones[0].sees()
	return s.Game == nil || s.Game.Timer == nil || s.Game.Timer.Paused
}

func (r *rig) press(button string, long bool) {
	r.Helper()
	known := r.newestRevision()
	if err := r.devices().Press(button, long); err != nil {
		r.Fatal(err)
	}
	r.awaitRevision(known+1, 60*time.Millisecond, longestThought)
}

// journalMoves reads what the journal of the game under way has grown by: all of it must hold. It is the history that the journal
// tells.
func (r *rig) journalMoves(games []engine.Game) *engine.History {
	r.Helper()
	name, data, err := r.record()
	if err != nil {
		r.Fatal(err)
	}
	if r.journal == nil {
		r.beginJournal(name, data, games)
	} else {
		for text := range strings.Lines(string(data[r.read:])) {
			l, err := record.ParseLine(strings.TrimSuffix(text, "\n"))
			if err != nil {
				r.Fatal(err)
			}
			r.stepJournal(l)
		}
	}
	r.read = len(data)
	return r.journal.History
}

// beginJournal reads a journal for the first time.
func (r *rig) beginJournal(name string, data []byte, games []engine.Game) {
	r.Helper()
	rec, err := record.Parse(name, bytes.NewReader(data))
	if err != nil {
		r.Fatal(err)
	}
	var failure *record.Failure
	if r.journal, failure = record.Begin(rec, games, func(g engine.Game, _ string) ([]byte, error) { return g.House, nil }); failure != nil {
		r.Fatal(failure)
	}
	for _, l := range rec.Lines {
		r.stepJournal(l)
	}
}

func (r *rig) stepJournal(l record.Line) {
	r.Helper()
	if failure := r.journal.Step(l); failure != nil {
		r.Fatal(failure)
	}
}

func (r *rig) verbosely(format string, args ...any) {
	if testing.Verbose() {
		r.Logf(format, args...)
	}
}

// screen is the panel as pictures are drawn for it.
func (r *rig) screen() stage.Screen {
	return stage.Screen{Size: r.devices().Picture().Bounds().Size(), Negative: r.wiring.Panel.Model == hw.PanelOLED}
}

// panelPicture is what the panel shows, as black on white; nil where there is none.
func (r *rig) panelPicture() image.Image {
	picture, ok := r.devices().Picture().(*image.Gray)
	if !ok {
		return nil
	}
	if r.screen().Negative { // what is black shines
		for i, shade := range picture.Pix {
			picture.Pix[i] = ^shade
		}
	}
	return picture
}

// sameText reports whether two texts are the same but for a full stop.
func sameText(a, b string) bool {
	return strings.EqualFold(strings.Trim(a, ". "), strings.Trim(b, ". "))
}
