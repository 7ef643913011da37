package pn532

import "context"

// OpenLine is Open over a serial line that is open.
func OpenLine(ctx context.Context, line line) (*Dev, error) {
	return start(ctx, "pn532(line)", &serialWire{line: line})
}

// Internals that are tested alone.
var (
	NextFrame    = nextFrame
	CommandFrame = commandFrame
	Targets      = targets
)

// OpenWire is Open over a wire on which the chip says what the function gives,
// nil for nothing.
func OpenWire(ctx context.Context, says func() []byte) (*Dev, error) {
	return start(ctx, "pn532(wire)", saying{says: says})
}

type saying struct {
	*i2cWire // for what it does not do itself
	says     func() []byte
}

func (saying) wake(context.Context) error { return nil }
func (saying) write([]byte) error         { return nil }
func (saying) close() error               { return nil }

func (w saying) read(ctx context.Context, most int) ([]byte, error) {
	said := w.says()
	if said == nil {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	return said[:min(most, len(said))], nil
}
