package bench

import (
	"fmt"
	"image"
	"image/color"
	"time"

	"periph.io/x/conn/v3/gpio"

	"familiar/hw/nfc"
	"familiar/hw/virtual"
)

// pushButton is the pin of a button, and its level while the button is pressed.
type pushButton struct {
	pin  *virtual.Pin
	down gpio.Level
}

// How long a finger presses a button.
const (
	shortPress = 120 * time.Millisecond
	longPress  = time.Second
)

// Lay puts the tag with a UID into the field of a reader, and takes it out of any other field first. The error is
// ErrNoDevice, or nfc.ErrUID for a UID that no tag can have.
func (b *Bench) Lay(uid nfc.UID, reader string) error {
	chip := b.readers[reader]
	if chip == nil {
		return fmt.Errorf("reader %q: %w", reader, ErrNoDevice)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	tag := b.tags[uid]
	if tag == nil {
		var err error
		if tag, err = virtual.NewTag(uid); err != nil {
			return err
		}
		b.tags[uid] = tag
	}
	b.lift(tag)
	chip.Field().Put(tag)
	return nil
}

// Lift takes the tag with a UID out of the field it is in.
func (b *Bench) Lift(uid nfc.UID) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if tag := b.tags[uid]; tag != nil {
		b.lift(tag)
	}
}

// lift takes a tag out of all fields; b.mu is held.
func (b *Bench) lift(tag *virtual.Tag) {
	for _, chip := range b.readers {
		chip.Field().Take(tag)
	}
}

// Tags lists the tags in the field of a reader.
func (b *Bench) Tags(reader string) []nfc.UID {
	chip := b.readers[reader]
	if chip == nil {
		return nil
	}
	var uids []nfc.UID
	for _, tag := range chip.Field().Tags() {
		uids = append(uids, tag.UID())
	}
	return uids
}

// Press presses a button and releases it after as long as a finger takes: a tenth of a second, or a whole one for a long press.
func (b *Bench) Press(button string, long bool) error {
	p, ok := b.buttons[button]
	if !ok {
		return fmt.Errorf("button %q: %w", button, ErrNoDevice)
	}
	p.pin.Set(p.down)
	defer p.pin.Set(!p.down)
	if long {
		time.Sleep(longPress)
	} else {
		time.Sleep(shortPress)
	}
	return nil
}

// Turn turns a knob by a number of clicks at the speed of a hand, counter-clockwise if it is negative.
func (b *Bench) Turn(knob string, clicks int) error {
	e, ok := b.knobs[knob]
	if !ok {
		return fmt.Errorf("knob %q: %w", knob, ErrNoDevice)
	}
	e.Turn(clicks)
	return nil
}

// Down reports whether a button is pressed.
func (b *Bench) Down(button string) bool {
	p, ok := b.buttons[button]
	return ok && p.pin.Level() == p.down
}

// Picture returns what the panel shows, nil if there is no panel.
func (b *Bench) Picture() image.Image {
	if b.Panel == nil {
		return nil
	}
	return b.Panel.Image()
}

// Number returns what the digits show, nothing if there are none.
func (b *Bench) Number() string {
	if b.Digits == nil {
		return ""
	}
	return b.Digits.Text()
}

// Lights returns the colours of the lamps.
func (b *Bench) Lights() []color.NRGBA {
	if b.Lamps == nil {
		return nil
	}
	return b.Lamps.Colors()
}

// Hz returns the pitch that sounds now; 0 is silence.
func (b *Bench) Hz() int {
	if b.Buzzer == nil {
		return 0
	}
	return b.Buzzer.Hz()
}
