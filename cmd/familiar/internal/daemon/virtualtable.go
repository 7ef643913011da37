package daemon

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"image"
	"slices"
	"sync"
	"time"

	"familiar/companion/protocol"
	"familiar/companion/tags"
	"familiar/engine"
	"familiar/hw"
	"familiar/hw/bench"
	"familiar/hw/nfc"
)

// VirtualTable is the bench for a browser: tags by number, with the words on their stickers.
type VirtualTable struct {
	bench   *bench.Bench
	readers []protocol.BenchReader
	buttons []protocol.BenchButton
	knobs   []protocol.BenchButton
	shape   string // of the lamps
	tags    []VirtualTag

	mu      sync.Mutex
	faults  map[string]string
	changed chan struct{}
	picture int
	stop    []func()
	running sync.WaitGroup
	ended   chan struct{}
}

// VirtualTag is an emulated sticker: on a copy of a card or another thing, or on a seat.
type VirtualTag struct {
	UID   nfc.UID
	Game  string // empty: the tag of a seat, for every game
	Word  string // what it stands for
	Title string // on the sticker

	reader string // the reader it lies on
}

// newVirtualTable emulates the devices of a config. A tag of several games, such as a seat's, exists once.
func newVirtualTable(c *hw.Config, all []VirtualTag) (*VirtualTable, error) {
	b, err := bench.New(c)
	if err != nil {
		return nil, fmt.Errorf("the virtual table: %w", err)
	}
	v := &VirtualTable{bench: b, tags: onceEach(all), faults: make(map[string]string), changed: make(chan struct{}), ended: make(chan struct{})}
	for _, r := range c.Readers {
		v.readers = append(v.readers, protocol.BenchReader{Name: r.Name, Title: readerTitle(r), Seat: r.Seat, Place: r.Place})
	}
	for _, btn := range c.Buttons {
		v.buttons = append(v.buttons, protocol.BenchButton{Name: btn.Name, Title: cmp.Or(btn.Title, btn.Name)})
	}
	for _, k := range c.Knobs {
		v.knobs = append(v.knobs, protocol.BenchButton{Name: k.Name, Title: cmp.Or(k.Title, "Knob")})
	}
	if c.Lamps != nil {
		v.shape = c.Lamps.Shape
	}
	v.follow()
	return v, nil
}

func readerTitle(r hw.Reader) string {
	switch {
	case r.Title != "":
		return r.Title
	case r.Seat > 0 && r.Place != "":
		return fmt.Sprintf("Seat %d: %s", r.Seat, r.Place)
	case r.Seat > 0:
		return fmt.Sprintf("Seat %d", r.Seat)
	}
	return cmp.Or(r.Place, r.Name)
}

// VirtualTags makes a tag for every copy of every card and other thing of a game's own card list, and for every seat. The UIDs
// depend only on these, so they are the same at every start, and those of seats the same in every game.
func VirtualTags(game engine.Game) ([]VirtualTag, error) {
	state, err := game.Sample(engine.HousePack, game.House)
	if err != nil {
		return nil, fmt.Errorf("the card list of %s: %w", game.ID, err)
	}
	words, err := engine.ParsePhrases(game.Words.Read())
	if err != nil {
		return nil, fmt.Errorf("the words of %s: %w", game.ID, err)
	}
	var all []VirtualTag
	for _, item := range tags.Items(state.Catalog(), words) {
		for i := range item.Copies {
			all = append(all, VirtualTag{UID: virtualUID(game.ID, item.Word, i), Game: game.ID, Word: item.Word, Title: item.Title})
		}
	}
	for seat := range game.MaxSeats {
		word := tags.SeatWord(seat + 1)
		all = append(all, VirtualTag{UID: virtualUID("", word, 0), Word: word, Title: fmt.Sprintf("Seat %d", seat+1)})
	}
	return all, nil
}

func onceEach(all []VirtualTag) []VirtualTag {
	var once []VirtualTag
	seen := make(map[nfc.UID]bool)
	for _, t := range all {
		if !seen[t.UID] {
			once = append(once, t)
		}
		seen[t.UID] = true
	}
	return once
}

// cascadeTag is the byte by which a level of anticollision announces another level: ISO/IEC 14443-3, 6.5.4.
const cascadeTag = 0x88

// virtualUID returns a UID of seven bytes, as most stickers have, with NXP's manufacturer code in front.
func virtualUID(game, word string, copy int) nfc.UID {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s %s %d", game, word, copy)
	sum := h.Sum(nil)
	if sum[2] == cascadeTag {
		sum[2]++ // no tag may have that byte where a level of anticollision begins
	}
	uid, err := nfc.NewUID(append([]byte{0x04}, sum[:6]...))
	if err != nil {
		panic(err) // seven bytes are always a UID
	}
	return uid
}

// follow notifies the waiting viewers when a device shows something else.
func (v *VirtualTable) follow() {
	watch := func(changed <-chan struct{}, stop func(), then func()) {
		v.stop = append(v.stop, stop)
		v.running.Go(func() {
			for {
				select {
				case <-changed:
					v.change(then)
				case <-v.ended:
					return
				}
			}
		})
	}
	if v.bench.Digits != nil {
		changed, stop := v.bench.Digits.Watch()
		watch(changed, stop, nil)
	}
	if v.bench.Lamps != nil {
		changed, stop := v.bench.Lamps.Watch()
		watch(changed, stop, nil)
	}
	if v.bench.Buzzer != nil {
		changed, stop := v.bench.Buzzer.Watch()
		watch(changed, stop, nil)
	}
	if v.bench.Panel != nil {
		changed, stop := v.bench.Panel.Watch()
		watch(changed, stop, func() { v.picture++ })
	}
}

// Bench returns the emulated devices.
func (v *VirtualTable) Bench() *bench.Bench { return v.bench }

// Tags returns all virtual tags.
func (v *VirtualTable) Tags() []VirtualTag {
	v.mu.Lock()
	defer v.mu.Unlock()
	return slices.Clone(v.tags)
}

// change makes a change, if there is one to make, and notifies the waiting viewers.
func (v *VirtualTable) change(note func()) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if note != nil {
		note()
	}
	close(v.changed)
	v.changed = make(chan struct{})
}

// Close ends the watchers and the taps under way, and unregisters the devices.
func (v *VirtualTable) Close() error {
	close(v.ended)
	for _, stop := range v.stop {
		stop()
	}
	v.running.Wait()
	return v.bench.Close()
}

// State implements web.Bench.
func (v *VirtualTable) State() protocol.BenchState {
	v.mu.Lock()
	defer v.mu.Unlock()
	s := protocol.BenchState{Type: protocol.TypeBench, Panel: v.picture, Digits: v.bench.Number(), Lamps: []string{}, Shape: v.shape, Knobs: []protocol.BenchButton{}, Buzzer: protocol.BenchBuzzer{Hz: float64(v.bench.Hz())}}
	for _, r := range v.readers {
		r.Tags, r.Fault = []string{}, v.faults[r.Name]
		for _, t := range v.tags {
			if t.reader == r.Name {
				r.Tags = append(r.Tags, t.Word)
			}
		}
		s.Readers = append(s.Readers, r)
	}
	for i, t := range v.tags {
		s.Tags = append(s.Tags, protocol.BenchTag{ID: i, Game: t.Game, Word: t.Word, Title: t.Title, Reader: t.reader})
	}
	for _, b := range v.buttons {
		b.Down = v.bench.Down(b.Name)
		s.Buttons = append(s.Buttons, b)
	}
	for _, k := range v.knobs {
		k.Down = v.bench.Down(k.Name)
		s.Knobs = append(s.Knobs, k)
	}
	for _, c := range v.bench.Lights() {
		s.Lamps = append(s.Lamps, fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B))
	}
	return s
}

// Changed implements web.Bench.
func (v *VirtualTable) Changed() <-chan struct{} {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.changed
}

// Panel implements web.Bench.
func (v *VirtualTable) Panel() image.Image { return v.bench.Picture() }

func (v *VirtualTable) tag(id int) (VirtualTag, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if id < 0 || id >= len(v.tags) {
		return VirtualTag{}, fmt.Errorf("there is no tag %d", id)
	}
	return v.tags[id], nil
}

// Lay implements web.Bench.
func (v *VirtualTable) Lay(id int, reader string) error {
	t, err := v.tag(id)
	if err != nil {
		return err
	}
	if err := v.bench.Lay(t.UID, reader); err != nil {
		return err
	}
	v.change(func() { v.tags[id].reader = reader })
	return nil
}

// Lift implements web.Bench.
func (v *VirtualTable) Lift(id int) error {
	t, err := v.tag(id)
	if err != nil {
		return err
	}
	v.bench.Lift(t.UID)
	v.change(func() { v.tags[id].reader = "" })
	return nil
}

// tapTime is how long a card lies that is only tapped.
const tapTime = 500 * time.Millisecond

// Tap implements web.Bench.
func (v *VirtualTable) Tap(id int, reader string) error {
	if err := v.Lay(id, reader); err != nil {
		return err
	}
	v.running.Go(func() {
		lie := time.NewTimer(tapTime)
		defer lie.Stop()
		select {
		case <-lie.C:
			_ = v.Lift(id) // it was there when it was laid
		case <-v.ended:
		}
	})
	return nil
}

// Press implements web.Bench.
func (v *VirtualTable) Press(button string, long bool) error {
	v.change(nil)
	defer v.change(nil)
	return v.bench.Press(button, long)
}

// mostClicks is how far a knob can be turned in one request.
const mostClicks = 20

// Turn implements web.Bench.
func (v *VirtualTable) Turn(knob string, clicks int) error {
	if clicks < -mostClicks || clicks > mostClicks {
		return fmt.Errorf("nobody turns a knob by %d clicks at once", clicks)
	}
	return v.bench.Turn(knob, clicks)
}

// Fault implements web.Bench.
func (v *VirtualTable) Fault(reader, fault string) error {
	if err := v.bench.Fault(reader, fault); err != nil {
		return err
	}
	v.change(func() {
		if v.faults[reader] = fault; fault == bench.FaultNone {
			delete(v.faults, reader)
		}
	})
	return nil
}
