package run

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"

	"github.com/coreos/go-systemd/v22/journal"
)

// newLog returns a logger that writes to journald if w is connected to it, and else to w as text. The journal stores time and priority itself.
func newLog(w io.Writer, verbose bool) *slog.Logger {
	level := slog.LevelInfo
	if verbose {
		level = slog.LevelDebug
	}
	if ours, err := journal.StderrIsJournalStream(); err == nil && ours && journal.Enabled() {
		return slog.New(&journald{level: level, send: journal.Send})
	}
	return slog.New(slog.NewTextHandler(w, &slog.HandlerOptions{Level: level}))
}

// journald writes a log to systemd's journal: a line for people, and fields to search by, as in
// `journalctl -u familiar FAMILIAR_NAME=altar`.
type journald struct {
	level slog.Level
	send  func(line string, urgency journal.Priority, fields map[string]string) error
	attrs []slog.Attr
}

// Enabled implements slog.Handler.
func (j *journald) Enabled(_ context.Context, l slog.Level) bool { return l >= j.level }

// Handle implements slog.Handler.
func (j *journald) Handle(_ context.Context, r slog.Record) error {
	var line strings.Builder
	line.WriteString(r.Message)
	fields := make(map[string]string)
	separator := ": "
	add := func(a slog.Attr) bool {
		value := a.Value.Resolve().String()
		if a.Key == "" || value == "" {
			return true // empty, so not worth writing
		}
		fmt.Fprintf(&line, "%s%s %s", separator, a.Key, value)
		separator = ", "
		fields[fieldName(a.Key)] = value
		return true
	}
	for _, a := range j.attrs {
		add(a)
	}
	r.Attrs(add)
	return j.send(line.String(), priority(r.Level), fields)
}

// WithAttrs implements slog.Handler.
func (j *journald) WithAttrs(attrs []slog.Attr) slog.Handler {
	more := *j
	more.attrs = slices.Concat(j.attrs, attrs)
	return &more
}

// WithGroup implements slog.Handler. Nothing here logs with groups.
func (j *journald) WithGroup(string) slog.Handler { return j }

// fieldName returns the name of a field in the journal: capitals, digits and underscores.
func fieldName(key string) string {
	return "FAMILIAR_" + strings.Map(func(c rune) rune {
		switch {
		case c >= 'a' && c <= 'z':
			return c - 'a' + 'A'
		case c >= 'A' && c <= 'Z', c >= '0' && c <= '9':
			return c
		}
		return '_'
	}, key)
}

// priority returns the syslog priority of a level.
func priority(l slog.Level) journal.Priority {
	switch {
	case l >= slog.LevelError:
		return journal.PriErr
	case l >= slog.LevelWarn:
		return journal.PriWarning
	case l >= slog.LevelInfo:
		return journal.PriInfo
	}
	return journal.PriDebug
}
