package mfrc522

import (
	"context"
	"math/bits"

	"familiar/hw/nfc/iso14443"
)

// air is the chip as an iso14443.Chip. The CRC is made by the driver, as the
// chip's coprocessor would cost several SPI transfers a frame.
type air struct{ *Dev }

func (d air) Wake(ctx context.Context) (heard bool, err error) {
	a, err := d.exchange(ctx, request{data: []byte{iso14443.WUPA}, lastBits: 7, answer: 16})
	return a.heard, err
}

func (d air) Anticollide(ctx context.Context, level int, prefix iso14443.Part, known int) (iso14443.Anticollision, error) {
	odd := known % 8
	frame := iso14443.AnticollisionFrame(make([]byte, 0, iso14443.MaxFrame), level, prefix, known)
	a, err := d.exchange(ctx, request{data: frame, lastBits: odd, align: odd, answer: 40 - known, fetch: true})
	if err != nil || !a.heard {
		return iso14443.Anticollision{}, err
	}
	p, whole := prefix.Merge(known, a.bytes)
	return iso14443.Anticollision{
		Heard: true, Part: p, Broken: !whole || a.garbled, Collided: a.collided, Collision: nearestCollision(known, a.collision, p),
	}, nil
}

func (d air) Send(ctx context.Context, frame []byte, answer int) (iso14443.Reply, error) {
	a, err := d.exchange(ctx, request{data: frame, answer: 8 * answer, fetch: answer > 0})
	return iso14443.Reply{Heard: a.heard, Broken: a.garbled, Collided: a.collided, Bytes: a.bytes}, err
}

// nearestCollision returns the first bit, counted from 1, at which the collision
// can be if CollPos reads pos and the known bits are good; 0 if there is none.
// The chip clears the bits after a collision, so it is not before the last 1.
func nearestCollision(known, pos int, p iso14443.Part) int {
	if pos == 0 {
		return 0
	}
	last := 0
	for i, v := range p {
		if v != 0 {
			last = 8*i + bits.Len8(v)
		}
	}
	best := 0
	for _, at := range [...]int{known&^7 + pos, known + pos, pos} {
		if at > known && at >= last && at <= iso14443.LevelBits && (best == 0 || at < best) {
			best = at
		}
	}
	return best
}
