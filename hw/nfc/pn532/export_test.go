package pn532

import (
	"context"

	"familiar/hw/part"
)

// OpenLine is Open with an open serial line.
func OpenLine(ctx context.Context, line part.SerialPort) (*Dev, error) {
	return start(ctx, "pn532(line)", &serialWire{line: line})
}

// Internals that have tests of their own.
var (
	NextFrame    = nextFrame
	CommandFrame = commandFrame
	Targets      = targets
)

// OpenWire is Open with a wire on which the function returns the chip's
// answers, nil for none.
func OpenWire(ctx context.Context, says func() []byte) (*Dev, error) {
	return start(ctx, "pn532(wire)", saying{says: says})
}

type saying struct {
	*i2cWire // for the methods that saying does not have
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
