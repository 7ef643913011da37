package companion

import (
	"context"

	"familiar/companion/protocol"
	"familiar/engine/lang"
)

// Health returns how the table is.
func (t *Table) Health(ctx context.Context) (protocol.Health, error) {
	return ask(ctx, t.mailbox, func(t *Table) protocol.Health {
		g := t.referee.game
		return protocol.Health{
			Playing: g != nil && !g.Over(),
			Devices: t.wiring.Views(g, lang.English), ReaderStats: t.wiring.StatsViews(g, lang.English), Notices: t.announcer.NoticesIn(lang.English),
		}
	}, nil)
}
