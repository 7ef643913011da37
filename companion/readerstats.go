package companion

import (
	"time"

	"familiar/companion/protocol"
)

// ReaderStats is how a reader has fared since the start.
type ReaderStats struct {
	Device   string // its name
	Answered time.Time
	Polls    uint64 // how often it was asked for its tags
	Errors   uint64 // how often it did not answer, or could not be opened
	Retries  uint64 // how often something had to be said again
	Returns  uint64 // how often it came back
}

// askDevices tells how the readers have fared. It changes all the time, so that snapshots do not hold it.
func (t *Table) askDevices(p *Phone, _ protocol.Request) answer {
	return answer{Answer: protocol.Answer{OK: true, Devices: t.readerStats(p.language)}}
}

// readerStats tells how the readers have fared, in a language.
func (t *Table) readerStats(language string) []protocol.ReaderStatsView {
	views := []protocol.ReaderStatsView{}
	for _, f := range t.opt.ReaderStats() {
		v := protocol.ReaderStatsView{Device: t.deviceTitle(f.Device, language), Ago: -1, Polls: f.Polls, Errors: f.Errors, Retries: f.Retries, Returns: f.Returns}
		if !f.Answered.IsZero() {
			v.Ago = max(0, time.Since(f.Answered).Milliseconds())
		}
		views = append(views, v)
	}
	return views
}
