package companion

import (
	"context"

	"familiar/companion/protocol"
	"familiar/engine/lang"
)

// Health tells how the table is.
func (t *Table) Health(ctx context.Context) (protocol.Health, error) {
	return ask(ctx, t.mailbox, func(t *Table) protocol.Health {
		g := t.referee.game
		return protocol.Health{
			Playing: g != nil && !g.Over(),
			Devices: t.wiring.seen(g, lang.English), ReaderStats: t.wiring.readerStats(g, lang.English), Notices: t.announcer.noticed(lang.English),
		}
	}, func(*Table, protocol.Health) {})
}
