package daemon

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"familiar/companion"
)

// What the table does not take is logged, but for what comes after its end.
func TestEventThatIsNotTaken(t *testing.T) {
	for why, logged := range map[error]bool{
		nil: false, errors.New("the reader has no seat"): true, companion.ErrEnded: false, context.Canceled: false, fmt.Errorf("the end: %w", companion.ErrEnded): false,
	} {
		var log strings.Builder
		d := &Daemon{log: slog.New(slog.NewTextHandler(&log, nil))}
		d.failed(why)
		if got := strings.Contains(log.String(), "the table did not take what a device said"); got != logged {
			t.Errorf("%v is logged: %t", why, got)
		}
	}
}

// Only turns of one knob in one direction are merged into one event. A list stops at its ends, so a turn back does not cancel a turn.
func TestTurnsAreMerged(t *testing.T) {
	first, later := time.Unix(1, 0), time.Unix(2, 0)
	for name, c := range map[string]struct {
		next deviceEvent
		sum  int
	}{
		"further":       {deviceEvent{knob: "dial", steps: 3, at: later}, 5},
		"back":          {deviceEvent{knob: "dial", steps: -1, at: later}, 0},
		"another knob":  {deviceEvent{knob: "other", steps: 1, at: later}, 0},
		"anything else": {deviceEvent{}, 0},
	} {
		e := deviceEvent{knob: "dial", steps: 2, at: first}
		merged := e.merge(c.next)
		switch {
		case merged != (c.sum > 0):
			t.Errorf("%s: merged is %t", name, merged)
		case merged && (e.steps != c.sum || !e.at.Equal(later)):
			t.Errorf("%s: %d steps at %v", name, e.steps, e.at)
		case !merged && (e.steps != 2 || !e.at.Equal(first)):
			t.Errorf("%s: the turn has become %d steps at %v", name, e.steps, e.at)
		}
	}
	if none := (deviceEvent{}); none.merge(deviceEvent{}) {
		t.Error("events that are no turns were merged")
	}
}
