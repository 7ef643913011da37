package companion

import (
	"context"

	"familiar/companion/protocol"
	"familiar/engine/lang"
)

// Health tells how the table is.
func (t *Table) Health(ctx context.Context) (protocol.Health, error) {
	return ask(ctx, t, func() protocol.Health {
		return protocol.Health{
			Playing: t.game != nil && !t.game.History.State().Status().Over,
			Devices: t.wiring.seen(t.game, lang.English), ReaderStats: t.wiring.readerStats(t.game, lang.English), Notices: t.announcer.noticed(lang.English),
		}
	}, func(protocol.Health) {})
}
