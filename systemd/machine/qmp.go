//go:build linux

package machine

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"sync"
)

// qmp is a connection to QEMU's monitor (QEMU Machine Protocol): one request at a time, and events in between.
type qmp struct {
	conn    net.Conn
	done    chan struct{}
	asked   sync.Mutex // held while waiting for an answer
	replies chan reply

	mu       sync.Mutex
	watchers map[string][]func() // of events
}

type reply struct {
	Greeting json.RawMessage `json:"QMP"`
	Return   json.RawMessage `json:"return"`
	Error    *struct {
		Class string `json:"class"`
		Desc  string `json:"desc"`
	} `json:"error"`
	Event string `json:"event"`
}

func newQMP(ctx context.Context, conn net.Conn) (*qmp, error) {
	q := &qmp{conn: conn, done: make(chan struct{}), replies: make(chan reply, 1), watchers: make(map[string][]func())}
	go q.listen()
	if _, err := q.answer(ctx); err != nil { // the greeting
		return nil, err
	}
	_, err := q.do(ctx, "qmp_capabilities", nil)
	return q, err
}

func (q *qmp) listen() {
	defer close(q.done)
	d := json.NewDecoder(q.conn)
	for {
		var r reply
		if err := d.Decode(&r); err != nil {
			return
		}
		if r.Event == "" {
			q.replies <- r
			continue
		}
		q.mu.Lock()
		handlers := q.watchers[r.Event]
		q.mu.Unlock()
		for _, tell := range handlers {
			tell()
		}
	}
}

// on registers a function for each event of a kind. The function must not send requests.
func (q *qmp) on(event string, tell func()) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.watchers[event] = append(q.watchers[event], tell)
}

// do makes QEMU execute a command.
func (q *qmp) do(ctx context.Context, command string, args map[string]any) (json.RawMessage, error) {
	q.asked.Lock()
	defer q.asked.Unlock()
	request := map[string]any{"execute": command}
	if args != nil {
		request["arguments"] = args
	}
	data, err := json.Marshal(request)
	if err != nil {
		return nil, err
	}
	if _, err := q.conn.Write(data); err != nil {
		return nil, fmt.Errorf("%s: %w", command, err)
	}
	answer, err := q.answer(ctx)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", command, err)
	}
	return answer, nil
}

func (q *qmp) answer(ctx context.Context) (json.RawMessage, error) {
	select {
	case r := <-q.replies:
		if r.Error != nil {
			return nil, errors.New(r.Error.Desc)
		}
		return r.Return, nil
	case <-q.done:
		return nil, ErrEnded
	case <-ctx.Done():
		q.conn.Close() // a late answer would be taken for the next one
		return nil, ctx.Err()
	}
}

// monitor makes QEMU execute a command in its notation for people.
func (q *qmp) monitor(ctx context.Context, line string) (string, error) {
	answer, err := q.do(ctx, "human-monitor-command", map[string]any{"command-line": line})
	if err != nil {
		return "", err
	}
	var text string
	return text, json.Unmarshal(answer, &text)
}

func (q *qmp) close() {
	q.conn.Close()
	<-q.done
}
