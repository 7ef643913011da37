package pn532_test

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"

	"familiar/hw/nfc"
	"familiar/hw/nfc/pn532"
	"familiar/hw/part/serialtest"
	"familiar/hw/virtual"
)

// wires are the kinds of connection to a chip.
var wires = []string{"I2C", "SPI", "serial"}

// rig is a driver on an emulated chip.
type rig struct {
	tb   testing.TB
	bus  *virtual.I2CBus // nil if it is not on one
	chip *virtual.PN532
	dev  *pn532.Dev
	open func(context.Context) (*pn532.Dev, error)
}

// newRig makes a chip with one kind of connection, and no driver yet.
func newRig(tb testing.TB, wire string) *rig {
	tb.Helper()
	r := &rig{tb: tb}
	switch wire {
	case "I2C":
		r.bus = virtual.NewI2CBus("I2C1")
		r.chip = virtual.NewPN532OnI2C(r.bus)
		r.register(r.bus)
		r.register(r.chip)
		r.open = r.byName
	case "SPI":
		r.chip = virtual.NewPN532OnSPI("SPI0.1")
		r.register(r.chip)
		r.open = r.byName
	case "serial":
		r.chip = virtual.NewPN532OnSerial("line")
		r.open = r.byLine
	}
	return r
}

func (r *rig) register(part interface {
	Register() error
	Unregister() error
}) {
	r.tb.Helper()
	if err := part.Register(); err != nil {
		r.tb.Fatal(err)
	}
	r.tb.Cleanup(func() {
		if err := part.Unregister(); err != nil {
			r.tb.Error(err)
		}
	})
}

func (r *rig) byName(ctx context.Context) (*pn532.Dev, error) {
	return pn532.Open(ctx, r.chip.String())
}

// byLine gives the chip a line in memory, as a terminal of the kernel does not
// use a bubble's time. The line is closed with the driver.
func (r *rig) byLine(ctx context.Context) (*pn532.Dev, error) {
	host, chip := serialtest.New()
	go r.chip.ServeSerial(chip)
	return pn532.OpenLine(ctx, host)
}

// start opens the driver, and halts it when the test ends.
func (r *rig) start() {
	r.tb.Helper()
	dev, err := r.open(context.Background())
	if err != nil {
		r.tb.Fatal(err)
	}
	r.dev = dev
	r.tb.Cleanup(func() { dev.Halt() })
}

// onEach runs a test in a bubble for each kind of connection. The bubble fails
// if a goroutine is left running.
func onEach(t *testing.T, test func(t *testing.T, r *rig)) {
	t.Helper()
	for _, wire := range wires {
		t.Run(wire, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { test(t, newRig(t, wire)) })
		})
	}
}

func (r *rig) put(uids ...string) []*virtual.Tag {
	r.tb.Helper()
	tags := make([]*virtual.Tag, len(uids))
	for i, s := range uids {
		tags[i] = newTag(r.tb, s)
		r.chip.Field().Put(tags[i])
	}
	return tags
}

func (r *rig) poll() []nfc.UID {
	r.tb.Helper()
	uids, err := r.dev.Tags(context.Background(), nil)
	if err != nil {
		r.tb.Fatal(err)
	}
	return uids
}

// content fails the test if the chip has complaints about the host.
func (r *rig) content() {
	r.tb.Helper()
	for _, c := range r.chip.Complaints() {
		r.tb.Errorf("the chip complains: %s", c)
	}
}

func newTag(tb testing.TB, s string) *virtual.Tag {
	tb.Helper()
	uid, err := nfc.ParseUID(s)
	if err != nil {
		tb.Fatal(err)
	}
	tag, err := virtual.NewTag(uid)
	if err != nil {
		tb.Fatal(err)
	}
	return tag
}

// texts returns UIDs as sorted text, for comparison.
func texts(uids []nfc.UID) []string {
	s := make([]string, len(uids))
	for i, u := range uids {
		s[i] = u.String()
	}
	slices.Sort(s)
	return s
}
