package companion

import (
	"time"

	"familiar/companion/protocol"
	"familiar/companion/session"
)

// ReaderStats is how a reader did since the start.
type ReaderStats struct {
	Device   string // its name
	Answered time.Time
	Polls    uint64 // how often it was asked for its tags
	Errors   uint64 // how often it did not answer, or could not be opened
	Retries  uint64 // how often something had to be said again
	Returns  uint64 // how often it came back
}

// readerStats returns how the readers did since the start, in a language.
func (w *wiring) readerStats(g *session.Game, language string) []protocol.ReaderStatsView {
	views := []protocol.ReaderStatsView{}
	for _, f := range w.stats() {
		v := protocol.ReaderStatsView{Device: w.title(f.Device, g, language), Ago: -1, Polls: f.Polls, Errors: f.Errors, Retries: f.Retries, Returns: f.Returns}
		if !f.Answered.IsZero() {
			v.Ago = max(0, time.Since(f.Answered).Milliseconds())
		}
		views = append(views, v)
	}
	return views
}
