package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/gorilla/websocket"

	"familiar/cmd/familiar/internal/rig"
	"familiar/companion/backup"
	"familiar/companion/journal"
	"familiar/engine/record"
	"familiar/hw/builds"
)

var update = flag.Bool("update", false, "write the transcripts as they are now")

// transcripts are evenings at a table, written down: the actions of its people, and every message that it sends to them. Each file is
// a script with its results:
//
//	# A comment.
//	> state first                        the table is started with a state of testdata/kept
//	> ann joins                          a phone on the network connects with the join code; further words change its hello: see joins
//	> ann {"type":"sit","seat":"ann"}    the phone sends a request
//	> lay altar-1 king                   a card is put on a reader; tap also takes it away again, lift only takes it away
//	> press draw, > hold end             a button is pressed briefly or for long; > turn knob 2, > push knob
//	> wait 6s                            time passes
//	> recorded sator 60                  the first moves of a recorded game are made, by the phones of host, ann and so on
//	> ann leaves, > restart
//	ann answer {"ok":true}               a message of the table; of names and snapshots only the changes, one path and value on each line
//	| ann: draw                          at the end, the journals
//
// go test ./cmd/familiar -run TestTranscripts -update writes them again. Other people's programs rely on a transcript, so changing it means changing the
// protocol or the format of records.
const transcripts = "testdata/transcripts"

// TestTranscripts plays each evening again: every message and every line of the journal must be the same.
func TestTranscripts(t *testing.T) {
	playTranscripts(t, false, func(t *testing.T, path, want, got string) {
		if *update {
			if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
			return
		}
		if diff := cmp.Diff(strings.Split(want, "\n"), strings.Split(got, "\n")); diff != "" {
			t.Errorf("%s (-as it was, +as it is):\n%s", path, diff)
		}
	})
}

// playTranscripts plays each evening again and hands over its transcript as it was and as it is now; changes reports whether phones get snapshots as changes.
func playTranscripts(t *testing.T, changes bool, compare func(t *testing.T, path, want, got string)) {
	paths, err := filepath.Glob(filepath.Join(transcripts, "*.txt"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no transcripts: %v", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txt"), func(t *testing.T) {
			state := t.TempDir()
			synctest.Test(t, func(t *testing.T) {
				want, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				compare(t, path, string(want), transcribe(t, string(want), state, changes))
			})
		})
	}
}

// TestTranscriptsAreWhole checks that each request of the protocol succeeds in some transcript, and that each message of a table is in one.
func TestTranscriptsAreWhole(t *testing.T) {
	protocol, err := os.ReadFile(filepath.Join("..", "..", "docs", "protocol.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(protocol), "| `type` | fields |")
	table, _, _ = strings.Cut(table, "\n\n")
	lacks := map[string]bool{"wait": true, "welcome": true, "refused": true, "names": true, "snapshot": true, "code": true, "hint": true, "laid": true, "answer": true}
	for line := range strings.Lines(table) {
		if kind, _, ok := strings.Cut(strings.TrimPrefix(line, "| `"), "`"); ok && strings.HasPrefix(line, "| `") {
			lacks["request "+kind] = true
		}
	}
	delete(lacks, "request carry") // these tables are not served over TLS: see TestPhoneIsCarriedOver
	paths, err := filepath.Glob(filepath.Join(transcripts, "*.txt"))
	if err != nil {
		t.Fatal(err)
	}
	asked := regexp.MustCompile(`^> (\w+) \{"type":"(\w+)"`)
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		who, kind := "", ""
		for line := range strings.Lines(string(data)) {
			if strings.HasPrefix(line, "> ") {
				who, kind = "", ""
				if m := asked.FindStringSubmatch(line); m != nil {
					who, kind = m[1], m[2]
				}
				continue
			}
			words := strings.SplitN(line, " ", 3)
			if len(words) < 3 {
				continue
			}
			delete(lacks, words[1])
			var answer struct{ OK bool }
			if words[0] == who && words[1] == "answer" && json.Unmarshal([]byte(words[2]), &answer) == nil && answer.OK {
				delete(lacks, "request "+kind)
			}
		}
	}
	if len(lacks) > 0 {
		t.Errorf("in no transcript: %q", slices.Sorted(maps.Keys(lacks)))
	}
}

// transcriber plays a script.
type transcriber struct {
	*testing.T
	rig    *rig.Rig
	state  string
	phones map[string]*scribe
	tokens map[string]string            // of the phones
	order  []string                     // the phones, as they came
	known  map[string]map[string]string // the newest message of each kind that is similar for everybody
	ids    map[string]string
	out    strings.Builder

	changes bool // phones get snapshots as changes
}

// transcribe plays a script and returns it with its results. Phones get snapshots as the table sends them, or as changes.
func transcribe(t *testing.T, script, state string, changes bool) string {
	c := &transcriber{T: t, state: state, changes: changes, phones: make(map[string]*scribe), tokens: make(map[string]string), known: make(map[string]map[string]string), ids: make(map[string]string)}
	if _, kept, ok := strings.Cut(script, "\n> state "); ok {
		kept, _, _ = strings.Cut(kept, "\n")
		c.copyState(kept)
	}
	c.start()
	defer func() { c.rig.Stop() }()
	for line := range strings.Lines(script) {
		switch {
		case strings.HasPrefix(line, "#") || strings.TrimSpace(line) == "":
			c.out.WriteString(line)
		case strings.HasPrefix(line, "> "):
			c.out.WriteString(line)
			c.step(strings.TrimSpace(line[2:]))
			c.rig.Pass(2 * rig.NewsDelay)
			c.hear()
		}
	}
	c.rig.Stop()
	c.journals()
	return strings.ReplaceAll(c.out.String(), state, "STATE")
}

// copyState copies a state that an earlier version has left.
func (c *transcriber) copyState(kept string) {
	c.Helper()
	if err := os.CopyFS(c.state, os.DirFS(filepath.Join("testdata", "kept", kept))); err != nil {
		c.Fatal(err)
	}
	if err := os.Chmod(filepath.Join(c.state, "phones.json"), 0o600); err != nil {
		c.Fatal(err)
	}
}

func (c *transcriber) start() {
	c.Helper()
	config, err := builds.Config(builds.All)
	if err != nil {
		c.Fatal(err)
	}
	c.rig = rig.New(c.T, games(), string(config), c.state)
	c.rig.Pass(time.Second) // until all devices have answered
}

// step runs a line of a script.
func (c *transcriber) step(text string) {
	c.Helper()
	first, rest, _ := strings.Cut(text, " ")
	words := strings.Fields(rest)
	fault := func(err error) {
		c.Helper()
		if err != nil {
			c.Fatalf("%s: %v", text, err)
		}
	}
	switch first {
	case "state": // copied before the table was started
	case "wait":
		d, err := time.ParseDuration(rest)
		fault(err)
		c.rig.Pass(d)
	case "lay":
		c.rig.Lay(words[0], c.rig.Tags[words[1]][0])
	case "tap":
		c.rig.Lay(words[0], c.rig.Tags[words[1]][0])
		c.rig.Lift(c.rig.Tags[words[1]][0])
	case "lift":
		c.rig.Lift(c.rig.Tags[words[0]][0])
	case "press":
		c.rig.Press(rest, false)
	case "hold":
		c.rig.Press(rest, true)
	case "push":
		fault(c.rig.Devices().Press(rest, false))
	case "turn":
		clicks, err := strconv.Atoi(words[1])
		fault(err)
		fault(c.rig.Devices().Turn(words[0], clicks))
	case "recorded":
		c.recorded(words[0], words[1])
	case "restart":
		c.rig.Stop()
		c.phones, c.order = make(map[string]*scribe), nil
		c.rig.Pass(time.Second)
		c.start()
	default:
		c.phoneStep(first, rest)
	}
}

func (c *transcriber) phoneStep(name, does string) {
	c.Helper()
	if options, ok := strings.CutPrefix(does, "joins"); ok {
		c.joins(name, strings.Fields(options))
		return
	}
	p := c.phones[name]
	switch {
	case p == nil:
		c.Fatalf("nobody is called %s", name)
	case does == "leaves":
		p.conn.Close()
		<-p.done
	default:
		var request map[string]any
		if err := json.Unmarshal([]byte(does), &request); err != nil {
			c.Fatalf("%s: %v", does, err)
		}
		if id, ok := request["phone"].(string); ok {
			for real, plain := range c.ids {
				if plain == id {
					request["phone"] = real
				}
			}
		}
		p.asked++
		request["id"] = p.asked
		if err := p.conn.WriteJSON(request); err != nil {
			c.Fatal(err)
		}
	}
}

// joins connects a phone: from an address of its own and with the join code, unless the options say "here", on the machine itself, "code=X",
// "token=NAME", with the token of that phone, "protocol=N" or "language=CODE".
func (c *transcriber) joins(name string, options []string) {
	c.Helper()
	from := fmt.Sprintf("192.0.2.%d", 10+len(c.order))
	hello := map[string]any{"type": "hello", "protocol": 1, "revision": 0, "code": c.rig.JoinCode()}
	for _, o := range options {
		key, value, _ := strings.Cut(o, "=")
		switch key {
		case "here":
			from = "127.0.0.1"
			delete(hello, "code")
		case "token":
			hello["token"] = c.tokens[value]
			delete(hello, "code")
		case "protocol":
			hello["protocol"], _ = strconv.Atoi(value)
		default:
			hello[key] = value
		}
	}
	dialer := websocket.Dialer{NetDialContext: func(context.Context, string, string) (net.Conn, error) { return c.rig.Dial(from) }}
	conn, _, err := dialer.DialContext(c.Context(), "ws://"+c.rig.Host()+"/ws", http.Header{"Origin": {"http://" + c.rig.Host()}})
	if err != nil {
		c.Fatal(err)
	}
	p := &scribe{conn: conn, done: make(chan struct{}), changes: c.changes}
	c.Cleanup(func() { conn.Close() })
	c.phones[name] = p
	if !slices.Contains(c.order, name) {
		c.order = append(c.order, name)
	}
	if err := conn.WriteJSON(hello); err != nil {
		c.Fatal(err)
	}
	go p.listen()
}

// recorded makes the first moves of a recorded game, beginning with the first one that is legal now.
func (c *transcriber) recorded(game, most string) {
	c.Helper()
	rec := gameRecord(c.T, game)
	left, err := strconv.Atoi(most)
	if err != nil {
		c.Fatal(err)
	}
	for _, l := range rec.Lines {
		if l.Kind != record.Play || left == 0 {
			continue
		}
		left--
		who, request := l.Seat, map[string]any{"type": "move", "verb": l.Verb, "args": l.Args}
		if who == "table" {
			who, request["seat"] = "host", who
		}
		c.phoneStep(who, compact(request))
		c.rig.Pass(rig.NewsDelay)
		p := c.phones[who]
		p.mu.Lock()
		p.messages = slices.DeleteFunc(p.messages, func(m map[string]any) bool { return m["ok"] == true })
		if i := slices.IndexFunc(p.messages, func(m map[string]any) bool { return m["ok"] == false }); i >= 0 {
			c.Fatalf("%s: line %d: %v", rec.Name, l.Number, p.messages[i])
		}
		p.mu.Unlock()
	}
}

// scribe is a phone that writes down its messages.
type scribe struct {
	conn  *websocket.Conn
	asked int
	done  chan struct{}

	mu       sync.Mutex
	messages []map[string]any
	closed   string

	changes  bool              // the phone gets snapshots as changes, although the table sends whole ones
	sent     map[string]any    // the last snapshot of the table
	whole    map[string]any    // the newest snapshot
	snapshot map[string]string // the same, by path
}

func (p *scribe) listen() {
	defer close(p.done)
	for {
		_, data, err := p.conn.ReadMessage()
		p.mu.Lock()
		var message map[string]any
		if err == nil {
			err = json.Unmarshal(data, &message)
		}
		if err != nil {
			if closed, ok := err.(*websocket.CloseError); ok {
				p.closed = fmt.Sprintf("%d %s", closed.Code, closed.Text)
			}
			p.mu.Unlock()
			return
		}
		if p.changes && message["type"] == "snapshot" {
			message, p.sent = changeOf(p.sent, message), clone(message)
		}
		p.messages = append(p.messages, message)
		p.mu.Unlock()
	}
}

// hear writes down the messages to all phones: for each phone the messages as they came, and then what is new in the newest snapshot.
func (c *transcriber) hear() {
	for _, name := range c.order {
		p := c.phones[name]
		p.mu.Lock()
		messages, closed := p.messages, p.closed
		p.messages, p.closed = nil, ""
		p.mu.Unlock()
		var snapshot, hint map[string]any
		for _, m := range messages {
			kind, _ := m["type"].(string)
			delete(m, "type")
			if token, ok := m["token"].(string); ok {
				c.tokens[name] = token
			}
			switch kind {
			case "snapshot":
				if snapshot = wholeOf(p.whole, m); snapshot == nil {
					c.Fatalf("%s is sent a change since revision %v, which it does not hold", name, m["since"])
				}
				p.whole = snapshot
			case "hint":
				hint = m
			case "names", "welcome":
				// All fields of a name, or a game, go into one line.
				now := flat(c.plain(m), 2)
				c.tell(name, kind, now, c.known[kind])
				c.known[kind] = now
			default:
				fmt.Fprintf(&c.out, "%s %s %s\n", name, kind, compact(c.plain(m)))
			}
		}
		// How often a search reports its progress, and when, depends on the machine.
		if hint != nil {
			fmt.Fprintf(&c.out, "%s hint %s\n", name, compact(hint))
		}
		if snapshot != nil {
			now := flat(c.plain(clone(snapshot)), 9)
			c.tell(name, "snapshot", now, p.snapshot)
			p.snapshot = now
		}
		if closed != "" {
			fmt.Fprintf(&c.out, "%s closed %s\n", name, closed)
		}
	}
}

// tell writes down the differences.
func (c *transcriber) tell(name, kind string, now, before map[string]string) {
	paths := make(map[string]bool)
	for path := range maps.Keys(now) {
		paths[path] = true
	}
	for path := range maps.Keys(before) {
		paths[path] = true
	}
	for _, path := range slices.Sorted(maps.Keys(paths)) {
		value, is := now[path]
		old, was := before[path]
		switch {
		case is && (!was || old != value):
			fmt.Fprintf(&c.out, "%s %s %s = %s\n", name, kind, path, value)
		case !is:
			fmt.Fprintf(&c.out, "%s %s %s is gone\n", name, kind, path)
		}
	}
}

// random are the fields whose values change each time, or with each version of the page.
var random = []string{"token", "code", "joinURL", "page", "version"}

// plain returns a message without random values: phones get numbers in the order in which they are first mentioned.
func (c *transcriber) plain(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			text, isText := v[key].(string)
			switch {
			case key == "revision":
				delete(v, key)
			case key == "qr":
				v[key] = "…"
			case isText && slices.Contains(random, key) && len(text) > 5:
				v[key] = "…"
			default:
				v[key] = c.plain(v[key])
			}
		}
		if phones, ok := v["phones"].([]any); ok {
			v["phones"] = c.named(phones)
		}
	case []any:
		for i := range v {
			v[i] = c.plain(v[i])
		}
	}
	return v
}

// named returns phones by their names in the script, because they come in no order, with unpredictable IDs.
func (c *transcriber) named(phones []any) map[string]any {
	all := make(map[string]any)
	// Connected phones get their names first: others may be known from an earlier evening.
	slices.SortStableFunc(phones, func(a, b any) int {
		return strings.Compare(fmt.Sprint(b.(map[string]any)["here"]), fmt.Sprint(a.(map[string]any)["here"]))
	})
	for _, p := range phones {
		p := p.(map[string]any)
		id := p["id"].(string)
		delete(p, "id")
		if c.ids[id] == "" {
			c.ids[id] = fmt.Sprintf("phone-%d", len(c.ids)+1)
		}
		all[c.ids[id]] = p
	}
	return all
}

// flat returns a value as paths of at most that many words, with their values. Trees of moves stay whole: they are read as one.
func flat(v any, deep int) map[string]string {
	all := make(map[string]string)
	var walk func(path string, v any, deep int)
	walk = func(path string, v any, deep int) {
		if deep == 0 {
			all[path] = compact(v)
			return
		}
		below := func(key string) string { return strings.TrimPrefix(path+"."+key, ".") }
		switch v := v.(type) {
		case map[string]any:
			for key, value := range v {
				if key == "moves" || key == "tableMoves" {
					all[below(key)] = compact(value)
					continue
				}
				walk(below(key), value, deep-1)
			}
			if len(v) > 0 {
				return
			}
		case []any:
			for i, value := range v {
				walk(below(strconv.Itoa(i)), value, deep-1)
			}
			if len(v) > 0 {
				return
			}
		}
		if path != "" {
			all[path] = compact(v)
		}
	}
	walk("", v, deep)
	return all
}

func compact(v any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return err.Error()
	}
	return strings.TrimSpace(b.String())
}

// journals writes down the journals.
func (c *transcriber) journals() {
	c.Helper()
	paths, err := filepath.Glob(filepath.Join(c.state, journal.Folder, "*.table"))
	if err != nil {
		c.Fatal(err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			c.Fatal(err)
		}
		fmt.Fprintf(&c.out, "| %s\n", filepath.Base(path))
		for line := range strings.Lines(string(data)) {
			fmt.Fprintf(&c.out, "| %s", line)
		}
	}
}

// TestKeptBackup restores a backup of November 2026: every file of the state is restored exactly.
func TestKeptBackup(t *testing.T) {
	f, err := os.Open(filepath.Join("testdata", "kept", "2026-11.tar.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	dir := t.TempDir()
	if _, err := backup.Restore(dir, f, time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC)); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(filesOf(t, filepath.Join("testdata", "kept", "2026-11")), filesOf(t, dir)); diff != "" {
		t.Errorf("restored (-kept +got):\n%s", diff)
	}
}

// filesOf returns the files in a folder and below.
func filesOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := make(map[string]string)
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(filepath.Join(dir, name))
		all[name] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
