package mfrc522

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"periph.io/x/conn/v3"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"

	"familiar/hw/nfc"
	"familiar/hw/nfc/iso14443"
)

// Errors of a Dev. Those that wrap nfc.ErrGone are permanent.
var (
	// ErrNoAnswer: there is no answer on the bus, or one that is not from an MFRC522.
	ErrNoAnswer = fmt.Errorf("no MFRC522 answers (%w)", nfc.ErrGone)
	// ErrReset: the chip lost its settings, most likely by a dip in its supply.
	ErrReset = fmt.Errorf("chip lost its settings (%w)", nfc.ErrGone)
	// ErrStuck: the chip answers on the bus but does not finish a command.
	ErrStuck = fmt.Errorf("chip is stuck (%w)", nfc.ErrGone)
	// ErrHalted: the Dev was halted.
	ErrHalted = fmt.Errorf("halted (%w)", nfc.ErrGone)
	// ErrGarbled: one transfer was disturbed; the next may be good.
	ErrGarbled = errors.New("transfer garbled")
	// ErrOverheated: the chip switched its antenna off to cool down.
	ErrOverheated = errors.New("chip overheated")
	// ErrOpts: the options are out of range.
	ErrOpts = errors.New("bad options")
)

// Gain is the amplification of the receiver (datasheet 9.3.3.6, RxGain). A
// higher gain reads small stickers from farther away, and receives more noise.
type Gain byte

// The gains of the chip.
const (
	Gain18dB Gain = 2
	Gain23dB Gain = 3
	Gain33dB Gain = 4
	Gain38dB Gain = 5
	Gain43dB Gain = 6
	Gain48dB Gain = 7
)

// Opts are the settings of a Dev.
type Opts struct {
	// Speed is the SPI clock, 1 to 10 MHz; 0 stands for 4 MHz, which works even
	// over long loose wires. Waiting times are measured in bytes of this clock,
	// so a port that is limited to less waits longer than needed.
	Speed physic.Frequency
	// Gain of the receiver; 0 stands for Gain33dB, the chip's own default.
	Gain Gain
}

const (
	minSpeed     = 1 * physic.MegaHertz
	maxSpeed     = 10 * physic.MegaHertz
	defaultSpeed = 4 * physic.MegaHertz

	// fieldGuard is how long a tag may take to wake up in a field that was just
	// switched on (ISO/IEC 14443-3, 5).
	fieldGuard = 5 * time.Millisecond
	// A soft reset takes a fraction of a millisecond (datasheet 8.8.2).
	resetPause = time.Millisecond
	resetTries = 50
)

// Dev is one MFRC522. Its methods may be called from any goroutine; they run
// one at a time.
type Dev struct {
	mu      sync.Mutex
	name    string
	conn    spi.Conn
	byteDur time.Duration // of one byte on the wire
	halted  bool
	awakeAt time.Time // when tags have woken up in a field that was switched on
	gain    Gain

	frames frames
	walker iso14443.Walker
}

// NewSPI connects to the chip, resets it and switches the field on. The error
// is ErrNoAnswer if no MFRC522 answers. The caller closes the port.
func NewSPI(port spi.Port, opts *Opts) (*Dev, error) {
	if opts == nil {
		opts = &Opts{}
	}
	speed, gain := cmp.Or(opts.Speed, defaultSpeed), cmp.Or(opts.Gain, Gain33dB)
	name := fmt.Sprintf("mfrc522(%s)", port)
	if speed < minSpeed || speed > maxSpeed {
		return nil, fmt.Errorf("%s: %w: speed %s is not within %s and %s", name, ErrOpts, speed, minSpeed, maxSpeed)
	}
	if gain < Gain18dB || gain > Gain48dB {
		return nil, fmt.Errorf("%s: %w: gain %d", name, ErrOpts, gain)
	}
	c, err := port.Connect(speed, spi.Mode0, 8)
	if err != nil {
		return nil, fmt.Errorf("%s: connecting: %w", name, err)
	}
	d := &Dev{name: name, conn: c, byteDur: 8 * speed.Period(), gain: gain}
	limit := 0
	if l, ok := c.(conn.Limits); ok {
		limit = l.MaxTxSize()
	}
	d.frames.prepare(limit)
	d.walker.Chip = air{d}
	if err := d.start(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return d, nil
}

// start resets a chip in any state, sets it up and switches its field on.
func (d *Dev) start() error {
	if err := d.expectChip(); err != nil {
		return err
	}
	if err := d.reset(); err != nil {
		return fmt.Errorf("resetting: %w", err)
	}
	settings := [][]byte{
		{write(txModeReg), 0}, // 106 kBd; the driver makes the CRC
		{write(rxModeReg), 0},
		{write(modeReg), crcPreset6363},
		{write(txASKReg), force100ASK},
		{write(rfCfgReg), byte(d.gain) << 4},
		{write(tModeReg), timerAuto},
		{write(tPrescalerReg), timerPrescaler},
		{write(tReloadHiReg), 0},
		{write(tReloadLoReg), timerReload},
		{write(collReg), 0}, // the chip clears the bits after a collision
		{write(txControlReg), txControlReset | antennaOn},
	}
	if err := d.send(settings...); err != nil {
		return fmt.Errorf("setting up: %w", err)
	}
	d.awakeAt = time.Now().Add(fieldGuard)
	if err := d.diagnose(); err != nil && !errors.Is(err, ErrGarbled) {
		return fmt.Errorf("setting up: %w", err)
	}
	return nil
}

// expectChip returns ErrNoAnswer unless an MFRC522 answers.
func (d *Dev) expectChip() error {
	r, err := d.registers(versionReg)
	if err != nil {
		return err
	}
	if !knownVersion(r[0]) {
		return fmt.Errorf("%w: version reads %#02x", ErrNoAnswer, r[0])
	}
	return nil
}

// reset makes a soft reset and waits for its end.
func (d *Dev) reset() error {
	if err := d.send([]byte{write(commandReg), cmdSoftReset}); err != nil {
		return err
	}
	for range resetTries {
		time.Sleep(resetPause)
		r, err := d.registers(commandReg, versionReg)
		if err != nil {
			return err
		}
		if r[0]&powerDown == 0 && knownVersion(r[1]) {
			return nil
		}
	}
	return ErrStuck
}

// diagnose finds out why the settings of a chip read wrong.
func (d *Dev) diagnose() error {
	r, err := d.registers(txControlReg, tModeReg, versionReg)
	switch {
	case err != nil:
		return err
	case !knownVersion(r[2]):
		return fmt.Errorf("%w: version reads %#02x", ErrNoAnswer, r[2])
	case r[0]&antennaOn != antennaOn || r[1] != timerAuto:
		return ErrReset
	}
	return ErrGarbled
}

// String implements conn.Resource.
func (d *Dev) String() string { return d.name }

// Tags implements nfc.Reader: it appends the UIDs of all tags in the field.
func (d *Dev) Tags(ctx context.Context, dst []nfc.UID) ([]nfc.UID, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.halted {
		return dst, fmt.Errorf("%s: %w", d.name, ErrHalted)
	}
	if err := d.awaitField(ctx); err != nil {
		return dst, fmt.Errorf("%s: %w", d.name, err)
	}
	found, err := d.walker.Tags(ctx, dst)
	if err != nil {
		return dst, fmt.Errorf("%s: listing tags: %w", d.name, err)
	}
	return found, nil
}

// awaitField waits until tags have had the time to wake up.
func (d *Dev) awaitField(ctx context.Context) error {
	if d.awakeAt.IsZero() {
		return ctx.Err()
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(time.Until(d.awakeAt)):
		d.awakeAt = time.Time{}
		return nil
	}
}

// Halt switches the field off. Tags fails from then on. A second Halt does
// nothing.
func (d *Dev) Halt() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.halted {
		return nil
	}
	d.halted = true
	err := d.send(
		[]byte{write(commandReg), cmdIdle},
		[]byte{write(txControlReg), txControlReset},
	)
	if err != nil {
		return fmt.Errorf("%s: switching the field off: %w", d.name, err)
	}
	return nil
}

var (
	_ nfc.Reader    = (*Dev)(nil)
	_ conn.Resource = (*Dev)(nil)
)
