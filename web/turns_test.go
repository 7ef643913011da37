package web

import (
	"context"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"

	"familiar/companion/protocol"
)

// asksOf makes requests of phones that each take some time, all at once, and returns when each was carried out; 0 for one that was not.
func asksOf(t *testing.T, takes time.Duration, messages ...string) []time.Duration {
	t.Helper()
	began, turns := time.Now(), newTurns()
	done := make([]time.Duration, len(messages))
	var all sync.WaitGroup
	for i, message := range messages {
		table := newFakeTable()
		table.do = func(context.Context, protocol.Request) protocol.Answer {
			done[i] = time.Since(began)
			time.Sleep(takes)
			return protocol.Answer{OK: true}
		}
		all.Go(func() {
			a, err := handle(t.Context(), turns, &fakePhone{table: table}, websocket.TextMessage, []byte(message))
			if err != nil || !a.OK && a.Text != "Too many phones are asking at once. Try again in a moment." {
				t.Errorf("%s is answered %+v, %v", message, a, err)
			}
		})
		synctest.Wait() // they come in this order
	}
	all.Wait()
	return done
}

// Requests that only look come one after the other, with pauses; a move comes at once.
func TestLooksWaitForEachOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const takes = 10 * time.Millisecond
		done := asksOf(t, takes, `{"type":"may"}`, `{"type":"packs"}`, `{"type":"past"}`, `{"type":"move"}`)
		if want := []time.Duration{0, 6 * takes, 12 * takes, 0}; !slices.Equal(done, want) {
			t.Errorf("requests are carried out after %v, not %v", done, want)
		}
	})
}

// Who has to wait for too long is told so. A look that takes long keeps out the others for that long and two seconds more.
func TestLooksThatTakeLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		done := asksOf(t, 2*time.Second, `{"type":"packs"}`, `{"type":"may"}`, `{"type":"check"}`)
		if want := []time.Duration{0, 4 * time.Second, 0}; !slices.Equal(done, want) {
			t.Errorf("requests are carried out after %v, not %v", done, want)
		}
	})
}

func TestLooksAreRequests(t *testing.T) {
	for _, kind := range looks {
		if !slices.ContainsFunc(protocol.Kinds, func(e protocol.KindEntry) bool { return e.Kind == kind }) {
			t.Errorf("there are no requests of the kind %s", kind)
		}
	}
}
