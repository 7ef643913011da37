package wired

import (
	"time"

	"familiar/companion/protocol"
	"familiar/companion/session"
)

// ReaderStats is how a reader has done since the start.
type ReaderStats struct {
	Device   string // its name
	Answered time.Time
	Polls    uint64 // how often it was asked for its tags
	Errors   uint64 // how often it did not answer, or could not be opened
	Retries  uint64 // how often a command had to be sent again
	Returns  uint64 // how often it came back
}

// StatsViews returns how the readers have done since the start, in a language.
func (w *Devices) StatsViews(g *session.Game, language string) []protocol.ReaderStatsView {
	views := []protocol.ReaderStatsView{}
	for _, s := range w.Stats() {
		v := protocol.ReaderStatsView{Device: w.Title(s.Device, g, language), Ago: -1, Polls: s.Polls, Errors: s.Errors, Retries: s.Retries, Returns: s.Returns}
		if !s.Answered.IsZero() {
			v.Ago = max(0, time.Since(s.Answered).Milliseconds())
		}
		views = append(views, v)
	}
	return views
}
