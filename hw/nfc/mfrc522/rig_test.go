package mfrc522_test

import (
	"testing"

	"familiar/hw/nfc"
	"familiar/hw/nfc/mfrc522"
	"familiar/hw/virtual"
)

// rig is a driver on an emulated chip.
type rig struct {
	tb   testing.TB
	chip *virtual.MFRC522
	dev  *mfrc522.Dev
}

func newRig(tb testing.TB) *rig {
	tb.Helper()
	r := &rig{tb: tb, chip: virtual.NewMFRC522("SPI0.0")}
	r.dev = r.open()
	return r
}

func (r *rig) open() *mfrc522.Dev {
	r.tb.Helper()
	port, err := r.chip.Open()
	if err != nil {
		r.tb.Fatal(err)
	}
	r.tb.Cleanup(func() { port.Close() })
	dev, err := mfrc522.NewSPI(port, nil)
	if err != nil {
		r.tb.Fatal(err)
	}
	return dev
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
	uids, err := r.dev.Tags(r.tb.Context(), nil)
	if err != nil {
		r.tb.Fatal(err)
	}
	return uids
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
