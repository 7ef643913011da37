package run

import (
	"errors"
	"log/slog"
	"strings"
	"testing"

	"github.com/coreos/go-systemd/v22/journal"
	"github.com/google/go-cmp/cmp"
)

func TestJournald(t *testing.T) {
	type line struct {
		Text    string
		Urgency journal.Priority
		Fields  map[string]string
	}
	var got []line
	log := slog.New(&journald{level: slog.LevelInfo, send: func(text string, urgency journal.Priority, fields map[string]string) error {
		got = append(got, line{text, urgency, fields})
		return nil
	}})
	log.Debug("nobody wants to know")
	log.Info("a game begins", "game", "sator", "players", "Ann, Ben")
	log.With("part", "web").Error("it failed", "last-try", errors.New("no way"), "n", 3, "text", "", slog.Attr{})
	log.Warn("mind")
	want := []line{
		{"a game begins: game sator, players Ann, Ben", journal.PriInfo, map[string]string{"FAMILIAR_GAME": "sator", "FAMILIAR_PLAYERS": "Ann, Ben"}},
		{"it failed: part web, last-try no way, n 3", journal.PriErr, map[string]string{"FAMILIAR_PART": "web", "FAMILIAR_LAST_TRY": "no way", "FAMILIAR_N": "3"}},
		{"mind", journal.PriWarning, map[string]string{}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// The journal takes only capitals, digits and underscores in the name of a field.
func TestFieldName(t *testing.T) {
	if got, want := fieldName("azAZ09/:@[`{é"), "FAMILIAR_AZAZ09_______"; got != want {
		t.Errorf("%q, not %q", got, want)
	}
}

// TestPriorities: what a person should look at is told from the rest in the journal, also a level between the usual ones.
func TestPriorities(t *testing.T) {
	for level, want := range map[slog.Level]journal.Priority{
		slog.LevelError + 1: journal.PriErr, slog.LevelError: journal.PriErr, slog.LevelError - 1: journal.PriWarning, slog.LevelWarn: journal.PriWarning,
		slog.LevelInfo: journal.PriInfo, slog.LevelInfo - 1: journal.PriDebug, slog.LevelDebug: journal.PriDebug,
	} {
		if got := priority(level); got != want {
			t.Errorf("%v has the priority %d, not %d", level, got, want)
		}
	}
}

// TestLogLevels: what is for those who look for a fault is logged on demand only.
func TestLogLevels(t *testing.T) {
	for verbose, want := range map[bool]int{false: 2, true: 3} {
		var out strings.Builder
		log := newLog(&out, verbose)
		log.Debug("a detail")
		log.Info("a game begins")
		log.Warn("mind")
		if lines := strings.Count(out.String(), "\n"); lines != want {
			t.Errorf("verbose: %t, it is\n%s", verbose, &out)
		}
	}
}
