package web

import (
	"context"
	"errors"
	"fmt"
	"image"
	"slices"
	"strings"
	"sync"

	"familiar/companion/access"
	"familiar/companion/protocol"
	"familiar/engine"
)

var longScript = []byte(strings.Repeat("console.log('as above, so below');\n", 200))

// fakeTable lets in every phone with the code or a token, and shows everybody the same.
type fakeTable struct {
	mu       sync.Mutex
	phones   []*fakePhone
	visitors []access.Visitor
	tokens   int
	newest   *protocol.Snapshot
	joinErr  error
	code     string
	approve  bool // new phones wait for a host
	guests   bool // phones that come again have no place, either
	// do answers requests.
	do func(ctx context.Context, r protocol.Request) protocol.Answer
}

func newFakeTable() *fakeTable {
	return &fakeTable{
		code:   "SESAME",
		newest: &protocol.Snapshot{Type: "snapshot", Revision: 1, Phase: "lobby"},
		do: func(_ context.Context, r protocol.Request) protocol.Answer {
			return protocol.Answer{OK: true, Text: string(r.Kind())}
		},
	}
}

func (t *fakeTable) Health(context.Context) (protocol.Health, error) {
	if t.joinErr != nil {
		return protocol.Health{}, t.joinErr
	}
	return protocol.Health{Devices: []protocol.Device{{Name: "altar", OK: true}}}, nil
}

func (t *fakeTable) Join(_ context.Context, v access.Visitor) (Phone, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.visitors = append(t.visitors, v)
	var n int
	known, _ := fmt.Sscanf(v.Token, "token-%d", &n)
	again := known == 1 && n <= t.tokens
	switch {
	case t.joinErr != nil:
		return nil, t.joinErr
	case again:
	case v.Local, v.Code == t.code:
		t.tokens++
		n = t.tokens
	case v.Code == "":
		return nil, access.ErrJoin
	case v.Code == "ENOUGH":
		return nil, access.ErrWait
	default:
		return nil, access.ErrWrongCode
	}
	p := &fakePhone{table: t, hasPlace: v.Local || again && !t.guests, token: fmt.Sprintf("token-%d", n), updates: make(chan struct{}, 1)}
	if t.approve && !again && !v.Local {
		p.token, p.wait = "", &protocol.Wait{Type: protocol.TypeWait, Mark: "7"}
	}
	t.phones = append(t.phones, p)
	return p, nil
}

func (t *fakeTable) JoinCode() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.code
}

func (t *fakeTable) Games() []engine.Game { return []engine.Game{riddle} }

func (t *fakeTable) Playing() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.newest != nil && t.newest.Game != nil
}

// show publishes a snapshot.
func (t *fakeTable) show(s *protocol.Snapshot) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.newest = s
	for _, p := range t.phones {
		select {
		case p.updates <- struct{}{}:
		default:
		}
	}
}

// hint sends all phones a hint.
func (t *fakeTable) hint(h *protocol.Hint) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, p := range t.phones {
		p.hint = h
		select {
		case p.updates <- struct{}{}:
		default:
		}
	}
}

// here counts the phones that have not left.
func (t *fakeTable) here() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.phones)
}

func (t *fakeTable) lastVisitor() access.Visitor {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.visitors[len(t.visitors)-1]
}

type fakePhone struct {
	table   *fakeTable
	token   string
	updates chan struct{}
	hint    *protocol.Hint
	probed  *protocol.ProbedCard
	kicked  bool
	wait    *protocol.Wait

	hasPlace bool
}

func (p *fakePhone) Token() string            { return p.token }
func (p *fakePhone) ID() string               { return p.token }
func (p *fakePhone) Updates() <-chan struct{} { return p.updates }

func (p *fakePhone) Snapshot() *protocol.Snapshot {
	p.table.mu.Lock()
	defer p.table.mu.Unlock()
	return p.table.newest
}

func (p *fakePhone) Hint() *protocol.Hint {
	p.table.mu.Lock()
	defer p.table.mu.Unlock()
	return p.hint
}

func (p *fakePhone) Ended() protocol.RefusalCode {
	p.table.mu.Lock()
	defer p.table.mu.Unlock()
	if p.kicked {
		return protocol.RefusedKicked
	}
	return ""
}

// HasPlace is true of phones that come again, unless all are guests.
func (p *fakePhone) HasPlace() bool { return p.hasPlace }

func (p *fakePhone) Wait() *protocol.Wait {
	p.table.mu.Lock()
	defer p.table.mu.Unlock()
	return p.wait
}

func (p *fakePhone) ProbedCard() *protocol.ProbedCard {
	p.table.mu.Lock()
	defer p.table.mu.Unlock()
	return p.probed
}

func (p *fakePhone) Do(ctx context.Context, r protocol.Request) protocol.Answer {
	return p.table.do(ctx, r)
}

func (p *fakePhone) Leave() {
	p.table.mu.Lock()
	defer p.table.mu.Unlock()
	p.table.phones = slices.DeleteFunc(p.table.phones, func(o *fakePhone) bool { return o == p })
}

// riddle is a game for three to five.
var riddle = engine.Game{
	ID: "riddle",
	Rules: engine.Written("# Riddle\n\n## The rules\n\n### `ask.one`\n\nAsk one riddle at a time.\n\n" +
		"A *riddle* has <b onclick=\"alert(1)\">one</b> answer. [No](javascript:alert(1)) other.\n\n<script>alert(2)</script>\n\n" +
		"| who | asks |\n|:-:|--|\n| Ann | `one` |\n\n### `ask.again`\n\nNobody asks twice & laughs <twice>.\n"),
	Words:    engine.Written("title = \"The Riddle\"\nabout = \"Guess.\"\n"),
	Options:  []engine.OptionDef{{Name: "loud", Values: []string{"no", "yes"}, Rule: "ask.again"}},
	MinSeats: 3,
	MaxSeats: 5,
}

// fakeBench records the actions at it.
type fakeBench struct {
	mu      sync.Mutex
	changed chan struct{}
	state   protocol.BenchState
	panel   image.Image
	drawn   int
	done    []string
}

func newFakeBench() *fakeBench {
	return &fakeBench{changed: make(chan struct{}), panel: image.NewGray(image.Rect(0, 0, 250, 122))}
}

func (b *fakeBench) State() protocol.BenchState {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.state
}

func (b *fakeBench) Changed() <-chan struct{} {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.changed
}

func (b *fakeBench) Panel() image.Image {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.drawn++
	return b.panel
}

// change changes the state and signals all viewers.
func (b *fakeBench) change(f func(*protocol.BenchState)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	f(&b.state)
	close(b.changed)
	b.changed = make(chan struct{})
}

func (b *fakeBench) note(format string, args ...any) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.done = append(b.done, fmt.Sprintf(format, args...))
	return nil
}

func (b *fakeBench) Lay(tag int, reader string) error {
	if reader == "nowhere" {
		return errors.New("there is no reader nowhere")
	}
	return b.note("lay %d %s", tag, reader)
}
func (b *fakeBench) Lift(tag int) error               { return b.note("lift %d", tag) }
func (b *fakeBench) Tap(tag int, reader string) error { return b.note("tap %d %s", tag, reader) }
func (b *fakeBench) Turn(knob string, clicks int) error {
	return b.note("turn %s %d", knob, clicks)
}
func (b *fakeBench) Press(button string, long bool) error { return b.note("press %s %v", button, long) }
func (b *fakeBench) Fault(reader, fault string) error     { return b.note("fault %s %s", reader, fault) }
