package companion

import (
	"context"

	"familiar/engine/lang"
)

// Health is how a running table is, for a doctor on the same machine. It tells nothing of what is played.
type Health struct {
	Version     string            `json:"version"`
	Playing     bool              `json:"playing"`
	Devices     []Device          `json:"devices"`
	ReaderStats []ReaderStatsView `json:"fares"` // of the readers
	Notices     []Notice          `json:"notices,omitempty"`
}

// Health tells how the table is.
func (t *Table) Health(ctx context.Context) (Health, error) {
	return ask(ctx, t, func() Health {
		return Health{
			Playing: t.game != nil && !t.game.history.State().Status().Over,
			Devices: t.devicesSeen(lang.English), ReaderStats: t.readerStats(lang.English), Notices: t.noticed(lang.English),
		}
	}, func(Health) {})
}
