package main

import (
	"fmt"
	"slices"
	"testing"

	"familiar/cmd/familiar/internal/daemon"
	"familiar/cmd/familiar/internal/rig"
	"familiar/companion/protocol"
	"familiar/companion/tags"
	"familiar/engine"
	"familiar/engine/sacrilege"
	"familiar/hw/nfc"
	"familiar/hw/virtual"
)

// shortTags gives some cards additional tags with a UID of four bytes.
func shortTags(t *testing.T, state string, cards map[string]nfc.UID) {
	t.Helper()
	made, err := daemon.VirtualTags(sacrilege.Game())
	if err != nil {
		t.Fatal(err)
	}
	stickers := make(map[tags.UID]string)
	for _, v := range made {
		stickers[tags.UID(v.UID.String())] = v.Word
	}
	for card, uid := range cards {
		stickers[tags.UID(uid.String())] = card
	}
	known, err := tags.Load(state)
	if err != nil {
		t.Fatal(err)
	}
	if err := known.AssignBoxes(map[tags.Box]map[tags.UID]string{{Game: "sacrilege", Pack: engine.HousePack}: stickers}); err != nil {
		t.Fatal(err)
	}
}

// TestTornAway takes a card away after every byte of its reading: it is not mistaken for another card, the reader is not reported as broken, and the card counts
// when it is put down again.
func TestTornAway(t *testing.T) {
	if !rig.OwnProcess(t) {
		return
	}
	short, err := nfc.ParseUID("C0FFEE08")
	if err != nil {
		t.Fatal(err)
	}
	state := t.TempDir()
	shortTags(t, state, map[string]nfc.UID{"monk": short})
	withFaultTableAt(t, faultyOLED, state, func(o *faultTable) {
		long := o.Tags["nun"][0]
		readers := []string{"first", "fourth", "fifth"}
		if rig.Raced {
			readers = readers[2:]
		}
		for _, reader := range readers {
			for _, beside := range []bool{false, true} {
				o.tearAway(reader, "monk", short, beside)
				o.tearAway(reader, "nun", long, beside)
			}
		}
	})
}

// tearAway takes a tag away again and again, one byte later each time, until it is read in time.
func (o *faultTable) tearAway(reader, card string, uid nfc.UID, beside bool) {
	o.Helper()
	var lying []nfc.UID
	if beside {
		o.Put(reader, o.Tags["baker"][0])
		lying = o.Tags["baker"]
		o.expect(o.sacrifice("baker", reader))
		o.undo(true)
	}
	tag := o.tagOf(reader, uid)
	for n := 0; ; n++ {
		o.during = fmt.Sprintf("%s on %s, beside another one: %v, torn after %d bytes", card, reader, beside, n)
		if n > 400 {
			o.Fatal(o.during)
		}
		tag.TearAfter(n)
		o.Put(reader, uid)
		o.Pass(reactionTime)
		if held := o.lines(); len(held) > len(o.expected) {
			o.expect(o.sacrifice(card, reader)) // the reader was fast enough
			o.undo(true)
			o.Lift(uid)
			break
		}
		o.Put(reader, uid)
		o.expect(o.sacrifice(card, reader))
		if ill := o.brokenDevices(); len(ill) != 0 {
			o.Errorf("%s: phones are told of %v", o.during, ill)
		}
		o.phones[0].Must(protocol.UndoRequest{})
		o.expect("undo")
		o.Lift(uid)
	}
	for _, h := range o.Daemon.Wired().Readers() {
		if h.Errors > 0 {
			o.Errorf("%s: %s has had %d errors, the last one is %v", o.during, h.Reader, h.Errors, h.LastError)
		}
	}
	o.Lift(lying...)
}

// tagOf returns the emulated tag of a UID. It puts the tag on a reader for so short a time that the reader does not see it.
func (o *faultTable) tagOf(reader string, uid nfc.UID) *virtual.Tag {
	o.Helper()
	o.Put(reader, uid)
	on := o.Daemon.Virtual().Bench().Reader(reader).Field().Tags()
	o.Daemon.Virtual().Bench().Lift(uid)
	i := slices.IndexFunc(on, func(t *virtual.Tag) bool { return t.UID() == uid })
	return on[i]
}
