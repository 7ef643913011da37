package run

import (
	"errors"
	"log/slog"
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
