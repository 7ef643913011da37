package companion_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"familiar/companion"
	"familiar/companion/protocol"
)

// Health says whether a game is being played, how the devices and readers do, and what everybody is told, in English. A game that is over is not played any more.
func TestHealth(t *testing.T) {
	atTable(t, func(o *companion.Options) {
		o.ReaderStats = func() []companion.ReaderStats {
			return []companion.ReaderStats{{Device: "altar-1", Polls: 9, Errors: 2}}
		}
	}, func(t *testing.T, h *testTable) {
		expect := func(when string, want protocol.Health) {
			t.Helper()
			got, err := h.table.Health(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", when, diff)
			}
		}
		if err := h.table.Device(t.Context(), protocol.Device{Name: "altar-1", Text: "it does not answer"}); err != nil {
			t.Fatal(err)
		}
		stats := protocol.ReaderStatsView{Device: "Seat 1: altar", Ago: -1, Polls: 9, Errors: 2}
		want := protocol.Health{
			Devices:     []protocol.Device{{Name: "Seat 1: altar", Text: "it does not answer"}},
			ReaderStats: []protocol.ReaderStatsView{stats},
		}
		expect("without a game", want)

		host := h.phone("")
		h.begin(host, "ann", "ben")
		h.layCard("middle", "king")
		h.must(host, protocol.SitRequest{Seat: "ann"})
		stats.Device = "Ann's altar"
		want.Playing, want.ReaderStats = true, []protocol.ReaderStatsView{stats}
		want.Devices = []protocol.Device{{Name: "Ann's altar", Text: "it does not answer"}, {Name: "clock", OK: true}}
		expect("in a game", want)

		h.winGame(host)
		want.Playing = false
		expect("in a game that is over", want)

		h.stop()
		spoil(t, h.dir)
		h.start()
		got, err := h.table.Health(t.Context())
		if told := h.phone("").Snapshot().Notices; err != nil || len(told) != 1 || !cmp.Equal(got.Notices, told) {
			t.Errorf("a phone is told %+v, and health tells %+v, %v", told, got.Notices, err)
		}
	})
}

// The table is alive as long as it runs, and answers nothing after its end.
func TestHeartbeat(t *testing.T) {
	atTable(t, nil, func(t *testing.T, h *testTable) {
		if err := h.table.Heartbeat(t.Context()); err != nil {
			t.Errorf("a table that runs is not alive: %v", err)
		}
		h.stop()
		if err := h.table.Heartbeat(t.Context()); !errors.Is(err, companion.ErrEnded) {
			t.Errorf("a table that has ended is alive: %v", err)
		}
	})
}

// When the table's address changes, Redraw shows the new one although nothing happens at the table.
func TestRedrawShowsANewAddress(t *testing.T) {
	address := "http://192.0.2.1/#"
	atTable(t, func(o *companion.Options) {
		o.JoinURL = func(code string) string { return address + code }
	}, func(t *testing.T, h *testTable) {
		h.settle()
		address = "http://192.0.2.2/#"
		if err := h.table.Redraw(t.Context()); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if got, want := h.shown.scene().JoinURL, address+h.table.JoinCode(); got != want {
			t.Errorf("the panel shows %q, not %q", got, want)
		}
	})
}

// A caller who has given up gets no answer, however busy the table is.
func TestHealthIsNotWaitedFor(t *testing.T) {
	atTable(t, nil, func(t *testing.T, h *testTable) {
		h.table.Busy(time.Minute)
		gone, giveUp := context.WithTimeout(t.Context(), time.Second)
		defer giveUp()
		if _, err := h.table.Health(gone); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("it is answered with %v", err)
		}
	})
}
