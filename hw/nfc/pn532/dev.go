package pn532

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/ZaparooProject/go-pn532"
	"periph.io/x/conn/v3"

	"familiar/hw/nfc"
)

// Errors of a Dev. Those that wrap nfc.ErrGone are permanent.
var (
	// ErrNoAnswer: there is no answer on the bus.
	ErrNoAnswer = fmt.Errorf("no PN532 answers (%w)", nfc.ErrGone)
	// ErrReset: the chip lost its settings, most likely by a dip in its supply.
	ErrReset = fmt.Errorf("chip lost its settings (%w)", nfc.ErrGone)
	// ErrStuck: the chip accepts commands but does not answer them.
	ErrStuck = fmt.Errorf("chip is stuck (%w)", nfc.ErrGone)
	// ErrHalted: the Dev was halted.
	ErrHalted = fmt.Errorf("halted (%w)", nfc.ErrGone)
	// ErrGarbled: an answer of the chip makes no sense; the next may be good.
	ErrGarbled = errors.New("transfer garbled")
	// ErrRefused: the chip does not know a command.
	ErrRefused = errors.New("chip refuses a command")
)

// Interval is the pause between two polls that suits the chip. A poll takes
// some 15 to 20 ms in an empty field, and twice that if it finds a tag, half of
// it on a bus that may be shared: with more polls a card would be reported
// hardly sooner.
const Interval = 20 * time.Millisecond

// Commands that the module go-pn532 does not have in the form needed here (manual 7).
const (
	setParameters       = 0x12
	rfConfiguration     = 0x32
	inDeselect          = 0x44
	inListPassiveTarget = 0x4A
)

const (
	// automaticATR of SetParameters is set by default, and so is a flag that
	// makes the chip activate tags of ISO/IEC 14443-4, which is of no use here.
	automaticATR = 0x04
	// activationRetries of a search: a tag that was removed, or is in the
	// middle of something, spoils the first try for others.
	activationRetries = 1
	// rfField is the item of RFConfiguration that switches the field.
	rfField = 0x01
	// typeA is ISO/IEC 14443 type A at 106 kBd, and maxTargets the number of
	// tags that the chip can find in one search.
	typeA      = 0x00
	maxTargets = 2
	// maxSearches bounds one poll, whatever the field answers.
	maxSearches = 16

	// wakePause is how long the chip takes to wake up (datasheet, T_osc_start).
	wakePause = 3 * time.Millisecond
	// fieldOffTime is how long the field has to be off until tags lose their
	// state, and fieldGuard how long they take to wake up then (ISO/IEC
	// 14443-3, 5).
	fieldOffTime = 5 * time.Millisecond
	fieldGuard   = 5 * time.Millisecond
	// haltTimeout is how long Halt may take to switch the field off.
	haltTimeout = 100 * time.Millisecond
)

// Dev is one PN532. Its methods may be called from any goroutine; they run one
// at a time.
type Dev struct {
	name string
	lock chan struct{} // a mutex for the fields below, which can be waited for with a context
	link *link
	chip *pn532.Device

	halted     bool
	gone       bool      // the last command got no answer
	tagsHalted bool      // there may be halted tags, which wake up after a time without a field
	offAt      time.Time // when the field was switched off; zero if it is on
}

// Open connects to the chip, sets it up and switches its field on. The bus is
// an I2C bus ("I2C1"), an SPI port with a chip select ("SPI0.1") or the path of
// a serial device ("/dev/serial0"). The error wraps part.ErrI2C, part.ErrSPI or
// part.ErrSerial if the bus cannot be opened, or is one about the chip. Halt
// closes the bus.
func Open(ctx context.Context, bus string) (*Dev, error) {
	name := fmt.Sprintf("pn532(%s)", bus)
	open := openSPI
	switch {
	case strings.HasPrefix(bus, "/"):
		open = openSerial
	case strings.HasPrefix(bus, "I2C"):
		open = openI2C
	}
	w, err := open(bus)
	if err != nil {
		return nil, err
	}
	return start(ctx, name, w)
}

// start sets a chip up. It closes the wire if that fails.
func start(ctx context.Context, name string, w wire) (*Dev, error) {
	l := &link{wire: w, pending: true} // the chip may still be working on a command of a former driver
	chip, err := pn532.New(l)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, errors.Join(err, w.close()))
	}
	d := &Dev{name: name, lock: make(chan struct{}, 1), link: l, chip: chip, tagsHalted: true}
	if err := d.setUp(ctx); err != nil {
		return nil, fmt.Errorf("%s: setting up: %w", name, errors.Join(err, w.close()))
	}
	return d, nil
}

// setUp wakes a chip in any state, sets it up and switches its field on.
func (d *Dev) setUp(ctx context.Context) error {
	if err := d.link.wire.wake(ctx); err != nil {
		return err
	}
	if err := d.chip.SAMConfiguration(ctx, pn532.SAMModeNormal, 0, 0); err != nil {
		return err
	}
	if _, err := d.chip.GetFirmwareVersion(ctx); err != nil {
		return err
	}
	if err := d.chip.SetPassiveActivationRetries(ctx, activationRetries); err != nil {
		return err
	}
	if _, err := d.link.SendCommand(ctx, setParameters, []byte{automaticATR}); err != nil {
		return err
	}
	return d.freshField(ctx)
}

// String implements conn.Resource.
func (d *Dev) String() string { return d.name }

// Retries returns how many disturbed commands and answers had to be repeated.
func (d *Dev) Retries() uint64 { return d.link.retries.Load() }

// Tags implements nfc.Reader: it appends the UIDs of all tags in the field.
func (d *Dev) Tags(ctx context.Context, dst []nfc.UID) ([]nfc.UID, error) {
	select {
	case d.lock <- struct{}{}:
	case <-ctx.Done():
		return dst, fmt.Errorf("%s: %w", d.name, ctx.Err())
	}
	defer func() { <-d.lock }()
	if d.halted {
		return dst, fmt.Errorf("%s: %w", d.name, ErrHalted)
	}
	found, err := d.list(ctx, dst)
	if err != nil {
		err = d.diagnose(ctx, err)
		d.gone = errors.Is(err, nfc.ErrGone)
		return dst, fmt.Errorf("%s: listing tags: %w", d.name, err)
	}
	return found, nil
}

// list makes all searches of a poll, and repeats them if one was disturbed.
func (d *Dev) list(ctx context.Context, dst []nfc.UID) ([]nfc.UID, error) {
	for try := 1; ; try++ {
		found, err := d.searchAll(ctx, dst)
		disturbed := errors.Is(err, ErrGarbled) || errors.Is(err, ErrNoAnswer)
		if !disturbed || ctx.Err() != nil || try == tries {
			return found, err
		}
		d.link.retries.Add(1)
	}
}

// searchAll searches until a search finds no more tags, and leaves a field in
// which no tag is halted.
func (d *Dev) searchAll(ctx context.Context, dst []nfc.UID) ([]nfc.UID, error) {
	if err := d.freshField(ctx); err != nil {
		return dst, err
	}
	d.tagsHalted = true
	first := len(dst)
	for range maxSearches {
		found, err := d.search(ctx)
		if err != nil {
			return dst, err
		}
		known := len(dst)
		for _, uid := range found {
			if !slices.Contains(dst[first:], uid) {
				dst = append(dst, uid)
			}
		}
		if len(found) < maxTargets || len(dst) == known {
			break
		}
		// The tag that was found first is halted already. The chip's answer
		// does not matter: a tag may have been removed meanwhile.
		if _, err := d.link.SendCommand(ctx, inDeselect, []byte{0}); err != nil {
			return dst, err
		}
	}
	d.tagsHalted = len(dst) > first
	if d.tagsHalted {
		// The pause until the next poll is long enough for tags to lose their
		// state. If this fails, that poll begins with it.
		_ = d.switchOff(ctx)
	}
	return dst, nil
}

// search makes the chip look for tags. The chip finds two at most, and halts
// one to find the other (manual 7.3.5).
func (d *Dev) search(ctx context.Context) ([]nfc.UID, error) {
	answer, err := d.link.SendCommand(ctx, inListPassiveTarget, []byte{maxTargets, typeA})
	if err != nil {
		return nil, err
	}
	return targets(answer[1:])
}

// targets reads the UIDs in the answer to a search: the number of targets, and
// for each its number, SENS_RES of two bytes, SEL_RES, the length of its UID
// and the UID. The error is ErrGarbled.
func targets(answer []byte) ([]nfc.UID, error) {
	const head = 5 // bytes of a target before its UID
	if len(answer) == 0 || answer[0] > maxTargets {
		return nil, fmt.Errorf("%w: % x found", ErrGarbled, answer)
	}
	n, rest := int(answer[0]), answer[1:]
	var found []nfc.UID
	for range n {
		if len(rest) < head || len(rest) < head+int(rest[head-1]) {
			return nil, fmt.Errorf("%w: % x found", ErrGarbled, answer)
		}
		size := int(rest[head-1])
		uid, err := nfc.NewUID(rest[head : head+size])
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrGarbled, err)
		}
		found = append(found, uid)
		rest = rest[head+size:]
	}
	return found, nil
}

// freshField makes sure that the field is on and that no tag in it is halted.
func (d *Dev) freshField(ctx context.Context) error {
	if d.tagsHalted {
		if err := d.switchOff(ctx); err != nil {
			return err
		}
	}
	if d.offAt.IsZero() {
		return nil
	}
	if err := sleep(ctx, time.Until(d.offAt.Add(fieldOffTime))); err != nil {
		return err
	}
	if _, err := d.link.SendCommand(ctx, rfConfiguration, []byte{rfField, 1}); err != nil {
		return err
	}
	// If this is interrupted, the field still counts as off, and the next poll
	// waits again.
	if err := sleep(ctx, fieldGuard); err != nil {
		return err
	}
	d.offAt = time.Time{}
	return nil
}

// switchOff switches the field off, so that the tags lose their state.
func (d *Dev) switchOff(ctx context.Context) error {
	if _, err := d.link.SendCommand(ctx, rfConfiguration, []byte{rfField, 0}); err != nil {
		return err
	}
	d.tagsHalted = false
	d.offAt = time.Now()
	return nil
}

// diagnose returns ErrReset if that is why a chip refused a command or did not
// finish it, or else the error. A chip that lost its settings refuses commands
// until SAMConfiguration, and searches without end, but still tells its version.
func (d *Dev) diagnose(ctx context.Context, err error) error {
	if !errors.Is(err, ErrStuck) && !errors.Is(err, ErrRefused) && !errors.Is(err, ErrNoAnswer) {
		return err
	}
	if ctx.Err() != nil || d.link.wire.wake(ctx) != nil {
		return err
	}
	if _, versionErr := d.chip.GetFirmwareVersion(ctx); versionErr != nil {
		return err
	}
	return fmt.Errorf("%w: %v", ErrReset, err)
}

// Halt switches the field off and closes the bus. Tags fails from then on. A
// second Halt does nothing.
func (d *Dev) Halt() error {
	d.lock <- struct{}{}
	defer func() { <-d.lock }()
	if d.halted {
		return nil
	}
	d.halted = true
	var err error
	if !d.gone {
		ctx, cancel := context.WithTimeout(context.Background(), haltTimeout)
		defer cancel()
		if err = d.switchOff(ctx); err != nil {
			err = fmt.Errorf("%s: switching the field off: %w", d.name, err)
		}
	}
	return errors.Join(err, d.link.Close())
}

var (
	_ nfc.Reader    = (*Dev)(nil)
	_ nfc.Retrier   = (*Dev)(nil)
	_ conn.Resource = (*Dev)(nil)
)
