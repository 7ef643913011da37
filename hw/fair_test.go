package hw_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"familiar/hw/bench"
	"familiar/hw/virtual"
)

// Two MFRC522s, a PN532 and an e-paper panel with a chip select each, on one bus.
var onOneBus = map[string]string{
	"ann": "[[reader]]\nname = \"ann\"\nbus = \"SPI0.0\"\n",
	"ben": "[[reader]]\nname = \"ben\"\nbus = \"SPI0.1\"\n",
	"cai": "[[reader]]\nname = \"cai\"\nchip = \"pn532\"\nbus = \"SPI0.2\"\n",
	"":    "[panel]\nbus = \"SPI0.3\"\ndc = \"GPIO25\"\nreset = \"GPIO17\"\nbusy = \"GPIO24\"\n",
}

// pace is how many answers a reader gave, and the longest time between two of them.
type pace struct {
	answers int
	longest time.Duration
}

// paces watches the readers for five seconds and calls each at the beginning of every second.
func (r *rig) paces(each func(second int)) map[string]pace {
	const looks = 100 * time.Microsecond
	paces := make(map[string]pace)
	last := make(map[string]time.Time)
	for second := range 5 {
		each(second)
		for range time.Second / looks {
			time.Sleep(looks)
			for _, h := range r.Readers() {
				if !h.LastAnswer.After(last[h.Reader]) {
					continue
				}
				p := paces[h.Reader]
				if !last[h.Reader].IsZero() {
					p.longest = max(p.longest, h.LastAnswer.Sub(last[h.Reader]))
				}
				p.answers++
				paces[h.Reader], last[h.Reader] = p, h.LastAnswer
			}
		}
	}
	return paces
}

// TestSharedBusIsFair: readers and a panel on one bus are polled about as often as if each had a bus of its own, whatever the others do, and those of a
// kind equally often. The kernel runs transfers in the order in which they are requested, and none is long: a poll of an MFRC522 on which a card lies
// is some ten transfers that take four of its twelve milliseconds; e-paper gets its picture line by line. With a card on each, an MFRC522 answers 66
// times a second instead of 84, with gaps of 16 ms at most instead of 12; a PN532 19 times instead of 23, with gaps of 55 ms instead of 45. Sending a
// picture to the panel adds 0.3 ms. So no other code has to take care of fairness.
func TestSharedBusIsFair(t *testing.T) {
	tests := map[string]struct {
		spoil func(*bench.Bench)
		ill   string
	}{
		"all well":             {func(*bench.Bench) {}, ""},
		"beside nonsense":      {func(b *bench.Bench) { b.Reader("ben").SetFault(virtual.ChipScrambled) }, "ben"},
		"beside a frozen one":  {func(b *bench.Bench) { b.Reader("ben").SetFault(virtual.ChipFrozen) }, "ben"},
		"beside noise":         {func(b *bench.Bench) { b.Reader("ben").Field().Jam(noise()) }, "ben"},
		"beside a mute PN532":  {func(b *bench.Bench) { b.Reader("cai").SetFault(virtual.ChipMute) }, "cai"},
		"beside a stuck panel": {func(b *bench.Bench) { b.Panel.SetFault(virtual.PanelStuck) }, ""},
	}
	lay := func(r *rig) {
		for i, h := range r.Readers() {
			r.lay(fmt.Sprintf("5EAABB%02X", i), h.Reader)
		}
	}
	alone := make(map[string]pace)
	var all string
	for name, config := range onOneBus {
		all += config
		if name == "" {
			continue
		}
		onPacedBench(t, config, func(r *rig) {
			lay(r)
			r.heard(time.Second)
			alone[name] = r.paces(func(int) {})[name]
		})
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			onPacedBench(t, all, func(r *rig) {
				lay(r)
				r.Panel.Show(page(0))
				r.heard(5 * time.Second)
				test.spoil(r.bench)
				r.heard(time.Second)
				full, partial := r.bench.Panel.Refreshes()
				paces := r.paces(func(second int) { r.Panel.Show(page(uint8(255 - 255*(second%2)))) })
				for reader, alone := range alone {
					if p := paces[reader]; reader != test.ill && (4*p.answers < 3*alone.answers || 10*p.longest > 14*alone.longest) {
						t.Errorf("%s has %+v, and alone %+v", reader, p, alone)
					}
				}
				if ann, ben := paces["ann"].answers, paces["ben"].answers; test.ill != "ben" && max(ann-ben, ben-ann) > ann/50 {
					t.Errorf("of two alike one answers %d times, the other %d times", ann, ben)
				}
				nowFull, nowPartial := r.bench.Panel.Refreshes()
				if drew := nowFull + nowPartial - full - partial; drew < 4 && name != "beside a stuck panel" {
					t.Errorf("the panel was refreshed %d times", drew)
				}
				r.heard(0)
			})
		})
	}
}

// noise answers every frame with a few random bytes.
func noise() func([]byte) []byte {
	rng := rand.New(rand.NewPCG(1, 2))
	return func([]byte) []byte {
		said := make([]byte, 1+rng.IntN(5))
		for i := range said {
			said[i] = byte(rng.Uint32())
		}
		return said
	}
}

// onPacedBench is onBench with buses on which every transfer takes its real time.
func onPacedBench(t *testing.T, config string, test func(r *rig)) {
	t.Helper()
	onSpoiltBench(t, config, config, func(b *bench.Bench) { b.Pace(true) }, test)
}
