package main

import (
	"bytes"
	"compress/flate"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
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

	"familiar/cmd/familiar/internal/daemon"
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

// rig is a table that is played on with emulated chips and with phones, and what it has recorded so far.
type rig struct {
	*testing.T
	venue
	config string
	wiring *hw.Config
	daemon *daemon.Daemon // nil if it runs on another machine
	end    func() error   // of the daemon
	stop   func()         // which must not return an error
	phones []*phoneClient
	tags   map[string][]nfc.UID // by word, one for each copy
	tape   *tape                // nil: nothing is kept

	journal *record.Playback // the part that was read
	read    int              // its length in bytes
}

// venue is where the daemon of a table runs. A player uses the same means everywhere: devices, phones, and the passing
// of time.
type venue interface {
	// devices returns the emulated devices that are wired to the daemon's machine.
	devices() *bench.Bench
	// dial connects a phone that has an address on the network; for a phone on the daemon's machine itself it is that machine's own.
	dial(from string) (net.Conn, error)
	// host returns the name of the daemon's machine for phones, with its port.
	host() string
	// code returns the join code.
	code() string
	// record returns the newest journal.
	record() (name string, data []byte, err error)
	// slow reports whether the daemon needs real time for its work.
	slow() bool
	// scene returns what panel, lamps and buzzer must show, if that is visible from here.
	scene() (s scene.Scene, seen bool)
	// pass lets time pass, and then waits until everything that it has woken is done.
	pass(d time.Duration)
}

// bubble is a venue in a bubble of synthetic time: of the daemon, only the network, which is pipes, and the config are replaced.
type bubble struct {
	daemon *daemon.Daemon
	pipes  *pipeListener
	state  string // state directory
}

func (b *bubble) devices() *bench.Bench { return b.daemon.Virtual().Bench() }

func (b *bubble) dial(from string) (net.Conn, error) { return b.pipes.dial(from) }

func (b *bubble) host() string { return "localhost:8080" }

func (b *bubble) code() string { return b.daemon.Table().JoinCode() }

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

func (b *bubble) scene() (scene.Scene, bool) { return b.daemon.Stage().Scene(), true }

func (b *bubble) pass(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// newRig starts a daemon with a config and a state directory.
func newRig(t *testing.T, games []engine.Game, config, state string) *rig {
	t.Helper()
	wiring, err := hw.ParseConfig([]byte(config))
	if err != nil {
		t.Fatal(err)
	}
	b := &bubble{pipes: newPipeListener(), state: state}
	r := &rig{T: t, venue: b, config: config, wiring: wiring}
	d, err := newDaemon(games, config, state, b.pipes, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	r.daemon, b.daemon = d, d
	r.tags = tagsByWord(d.Virtual().Tags())
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- d.Run(ctx) }()
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

// newDaemon makes a daemon over the emulated devices of a config.
func newDaemon(games []engine.Game, config, state string, l net.Listener, log *slog.Logger) (*daemon.Daemon, error) {
	wiring, err := hw.ParseConfig([]byte(config))
	if err != nil {
		return nil, err
	}
	return daemon.New(daemon.Options{Games: games, Listener: l, Config: wiring, Virtual: true, State: state, Log: log})
}

// tagsByWord returns the UIDs of each word, one for each copy.
func tagsByWord(all []daemon.VirtualTag) map[string][]nfc.UID {
	by := make(map[string][]nfc.UID)
	for _, tag := range all {
		by[tag.Word] = append(by[tag.Word], tag.UID)
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

// phoneClient is a phone: it keeps the newest snapshot, and checks every byte that it gets.
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
	largest  int // the largest snapshot so far, in bytes on the wire
}

// mostSnapshot is the largest size of a snapshot, in bytes on the wire.
const mostSnapshot = 12 << 10

// newsTime is the time limit for news to reach phones.
const newsTime = 50 * time.Millisecond

// phone connects a phone. A local one needs no code; others send it.
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

// sent returns how many bytes of a message are on the wire, where a large one is compressed.
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

// viewer returns who uses the phone.
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

// do makes a request and waits for the answer and its effects.
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

// sees returns the newest snapshot.
func (p *phoneClient) sees() *protocol.Snapshot {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.snapshot
}

// told returns what panel, lamps and buzzer must show.
func (r *rig) told() scene.Scene {
	r.Helper()
	sc, seen := r.scene()
	if !seen {
		r.Fatal("what the devices are told cannot be seen from here")
	}
	return sc
}

// lay puts tags on a reader, all at once, and waits until the driver has seen them.
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

// newestRevision returns the newest revision of the table that a phone shows. A slow daemon sends it to one phone after the other, so newestRevision waits until
// all phones show the same one.
func (r *rig) newestRevision() int64 {
	least, most := r.revisions()
	for waited := time.Duration(0); r.slow() && least < most && waited < longestThought; waited += newsTime {
		r.pass(newsTime)
		least, most = r.revisions()
	}
	return most
}

// revisions returns the oldest and the newest revision that phones show.
func (r *rig) revisions() (least, most int64) {
	least = math.MaxInt64
	for _, p := range r.phones {
		if s := p.sees(); s != nil {
			least, most = min(least, s.Revision), max(most, s.Revision)
		}
	}
	return least, most
}

// awaitRevision waits until all phones show a revision of the table: for at least one duration, which is enough in a bubble, and for at most another. A revision
// that never comes is not an error here, because the caller compares what phones show.
func (r *rig) awaitRevision(revision int64, least, most time.Duration) {
	r.pass(least)
	oldest, _ := r.revisions()
	for waited := least; oldest < revision && waited < most; waited += newsTime {
		r.pass(newsTime)
		oldest, _ = r.revisions()
	}
}

// longestThought is the longest time that an emulated Raspberry Pi needs to resolve a card.
const longestThought = 3 * time.Second

// settle waits until a slow table has handled all waiting events. It sends a query that changes nothing, until the answer to that is the only new
// revision.
func (r *rig) settle() {
	r.Helper()
	for known, more := r.newestRevision(), r.slow(); more; {
		r.phones[0].must(protocol.Request{Kind: "devices"})
		now := r.newestRevision()
		known, more = now, now > known+1
	}
}

// seenWithin is how long a reader may take to see a tag. A PN532 takes a tenth of a second for four tags, and may have to wait as long for an OLED on
// its bus.
func (r *rig) seenWithin(reader string) time.Duration {
	if r.reader(reader).Chip == hw.ChipPN532 {
		return 400 * time.Millisecond
	}
	return usuallySeen
}

// usuallySeen is the longest time that a reader takes to see a tag while nothing else uses its bus.
const usuallySeen = 60 * time.Millisecond

// reader returns a reader of the config.
func (r *rig) reader(name string) hw.Reader {
	return r.wiring.Readers[slices.IndexFunc(r.wiring.Readers, func(w hw.Reader) bool { return w.Name == name })]
}

// drop moves a tag onto a reader, from wherever it is.
func (r *rig) drop(reader string, uid nfc.UID) {
	r.Helper()
	if err := r.devices().Lay(uid, reader); err != nil {
		r.Fatal(err)
	}
}

// settling returns how long a tag must lie on a reader before it counts.
func (r *rig) settling(reader string) time.Duration {
	return time.Duration(r.reader(reader).Settle)
}

// lift takes tags away and waits until the readers have noticed.
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

// onlyDeedsTell reports whether every new revision comes from an action of the test: there is a phone that shows it, and no timer ticks.
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

// journalMoves reads the new part of the present journal, which must be valid. It returns the journal's history.
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

// beginJournal starts to read a new journal.
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

// screen describes the panel for drawing.
func (r *rig) screen() stage.Screen {
	return stage.Screen{Size: r.devices().Picture().Bounds().Size(), Negative: r.wiring.Panel.Model == hw.PanelOLED}
}

// panelPicture returns what the panel shows, as black on white; nil if there is no panel.
func (r *rig) panelPicture() image.Image {
	picture, ok := r.devices().Picture().(*image.Gray)
	if !ok {
		return nil
	}
	if r.screen().Negative { // on this panel, black dots are light
		for i, shade := range picture.Pix {
			picture.Pix[i] = ^shade
		}
	}
	return picture
}

// sameText reports whether two texts are the same except for case and full stops.
func sameText(a, b string) bool {
	return strings.EqualFold(strings.Trim(a, ". "), strings.Trim(b, ". "))
}
