package web

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"

	"familiar/companion/protocol"
)

// ask is a request of the phone with a token, of a guest or of somebody who has a place.
type ask struct {
	token, message string
	placed         bool
}

// asks are requests of a phone each.
func asks(messages ...string) (all []ask) {
	for i, message := range messages {
		all = append(all, ask{token: fmt.Sprint("token-", i), message: message})
	}
	return all
}

// timesOf makes requests that each take some time, all at once, and returns when each was carried out; 0 for one that was not.
func timesOf(t *testing.T, takes time.Duration, all []ask) []time.Duration {
	t.Helper()
	return timesOfAnswers(t, takes, protocol.Answer{OK: true}, all)
}

// timesOfAnswers is timesOf for requests that have a certain answer.
func timesOfAnswers(t *testing.T, takes time.Duration, answer protocol.Answer, all []ask) []time.Duration {
	t.Helper()
	began, slow := time.Now(), newSlowRequests()
	done := make([]time.Duration, len(all))
	var answered sync.WaitGroup
	for i, ask := range all {
		table := newFakeTable()
		table.do = func(context.Context, protocol.Request) protocol.Answer {
			done[i] = time.Since(began)
			time.Sleep(takes)
			return answer
		}
		answered.Go(func() {
			_, reply, err := handle(t.Context(), slow, &fakePhone{table: table, token: ask.token, hasPlace: ask.placed}, websocket.TextMessage, []byte(ask.message))
			if err != nil || !strings.Contains(string(reply), `"ok":true`) && !strings.Contains(string(reply), busy) {
				t.Errorf("%s is answered %s, %v", ask.message, reply, err)
			}
		})
		synctest.Wait() // they come in this order
	}
	answered.Wait()
	if len(slow.own) != 0 {
		t.Errorf("turns of %d phones are remembered", len(slow.own))
	}
	return done
}

// Requests that may take long come one after the other, with pauses; a move comes at once.
func TestSlowRequestsWaitForEachOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const takes = 10 * time.Millisecond
		done := timesOf(t, takes, asks(`{"type":"may"}`, `{"type":"packs"}`, `{"type":"past"}`, `{"type":"move"}`))
		if want := []time.Duration{0, 6 * takes, 12 * takes, 0}; !slices.Equal(done, want) {
			t.Errorf("requests are carried out after %v, not %v", done, want)
		}
	})
}

// Guests who ask for as much as they may keep no host from beginning a game with a list of its own.
func TestHostsDoNotWaitForGuests(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const takes = 100 * time.Millisecond
		var all []ask
		for n := range 40 {
			all = append(all, ask{token: fmt.Sprint("guest ", n), message: `{"type":"past"}`})
		}
		all = append(all, ask{token: "host", message: `{"type":"start","pack":"mine"}`, placed: true})
		if done := timesOf(t, takes, all); done[40] != 6*takes {
			t.Errorf("a host's request is carried out after %v", done[40])
		}
	})
}

// A request that has to wait for too long is answered with that. One that takes long keeps out the others for that long and two seconds more.
func TestSlowRequestsThatTakeVeryLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		done := timesOf(t, 2*time.Second, asks(`{"type":"packs"}`, `{"type":"may"}`, `{"type":"check","verb":"draw"}`))
		if want := []time.Duration{0, 4 * time.Second, 0}; !slices.Equal(done, want) {
			t.Errorf("requests are carried out after %v, not %v", done, want)
		}
	})
}

// By a check without a verb a page sees whether the table still answers: that waits for nobody.
func TestProbeIsNotSlow(t *testing.T) {
	for _, c := range []struct {
		protocol.Request
		slow bool
	}{
		{protocol.CheckRequest{}, false}, {protocol.CheckRequest{Args: []string{}}, false}, {protocol.CheckRequest{Verb: "draw"}, true},
		{protocol.PastRequest{}, true}, {protocol.MoveRequest{Verb: "draw"}, false},
		{protocol.EnrolRequest{Action: "begin"}, true}, {protocol.EnrolRequest{Action: "take"}, true}, {protocol.EnrolRequest{Action: "skip"}, false}, {protocol.StartRequest{}, false}, {protocol.StartRequest{Pack: "house"}, false}, {protocol.StartRequest{Pack: "mine"}, true},
	} {
		if isSlow(c.Request) != c.slow {
			t.Errorf("%+v is slow: %t", c.Request, !c.slow)
		}
	}
}

// A request that waits in vain for an earlier one of the same phone leaves the turns as they are: later ones have theirs.
func TestSlowRequestThatWaitsForItsOwnPhone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const past = `{"type":"past"}`
		takes := queueTimeout + time.Second
		slow, table := newSlowRequests(), newFakeTable()
		var done []time.Duration
		began := time.Now()
		table.do = func(context.Context, protocol.Request) protocol.Answer {
			done = append(done, time.Since(began))
			time.Sleep(takes)
			return protocol.Answer{OK: true}
		}
		phone := &fakePhone{table: table, token: "token-1"}
		for range 2 {
			go handle(t.Context(), slow, phone, websocket.TextMessage, []byte(past))
			synctest.Wait()
		}
		time.Sleep(takes + maxPause)
		synctest.Wait()
		if _, _, err := handle(t.Context(), slow, phone, websocket.TextMessage, []byte(past)); err != nil {
			t.Error(err)
		}
		if want := []time.Duration{0, takes + maxPause}; !slices.Equal(done, want) {
			t.Errorf("requests are carried out after %v, not %v", done, want)
		}
		if len(slow.own) != 0 {
			t.Errorf("turns of %d phones are remembered", len(slow.own))
		}
		time.Sleep(maxPause)
	})
}

// After a long answer, such as a record, the next slow request waits until a slow network could have carried it, but two seconds at most.
func TestLongAnswersTakeTurnsByTheirLength(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for size, pause := range map[int]time.Duration{1 << 20: 250 * time.Millisecond, 100 << 20: 2 * time.Second} {
			done := timesOfAnswers(t, 0, protocol.Answer{OK: true, Record: strings.Repeat("x", size)}, asks(`{"type":"record"}`, `{"type":"may"}`))
			if late := done[1] - done[0]; late < pause || late > pause+time.Millisecond {
				t.Errorf("after %d bytes the next slow request comes after %v, not %v", size, late, pause)
			}
		}
	})
}

// Forty phones that ask for long records, again and again, keep nobody from short answers.
func TestLongAnswersToManyPhones(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow, table := newSlowRequests(), newFakeTable()
		record := protocol.Answer{OK: true, Record: strings.Repeat("x", 512<<10)}
		table.do = func(_ context.Context, r protocol.Request) protocol.Answer {
			if r.Kind() == "record" {
				return record
			}
			return protocol.Answer{OK: true}
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		for n := range 40 {
			go func() {
				for ctx.Err() == nil {
					handle(ctx, slow, &fakePhone{table: table, token: fmt.Sprint("guest ", n)}, websocket.TextMessage, []byte(`{"type":"record"}`))
				}
			}()
		}
		time.Sleep(15 * time.Second)
		for range 20 {
			began := time.Now()
			_, reply, err := handle(ctx, slow, &fakePhone{table: table, token: "player"}, websocket.TextMessage, []byte(`{"type":"may"}`))
			if took := time.Since(began); err != nil || !strings.Contains(string(reply), `"ok":true`) || took > 200*time.Millisecond {
				t.Errorf("a player is answered %.60s after %v, %v", reply, took, err)
			}
			time.Sleep(time.Second)
		}
		cancel()
		time.Sleep(2 * maxPause)
	})
}

// A phone with several connections has no more turns than another one.
func TestOnePhoneHasOneTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const takes, past = 10 * time.Millisecond, `{"type":"past"}`
		done := timesOf(t, takes, []ask{{token: "greedy", message: past}, {token: "greedy", message: past}, {token: "greedy", message: past}, {token: "modest", message: past}})
		if want := []time.Duration{0, 12 * takes, 18 * takes, 6 * takes}; !slices.Equal(done, want) {
			t.Errorf("requests are carried out after %v, not %v", done, want)
		}
	})
}

func TestSlowKindsAreRequests(t *testing.T) {
	for _, kind := range slowKinds {
		if !slices.ContainsFunc(protocol.Kinds, func(e protocol.KindEntry) bool { return e.Kind == kind }) {
			t.Errorf("there are no requests of the kind %s", kind)
		}
	}
}
