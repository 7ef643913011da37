package hw_test

import (
	"testing"
	"time"
)

// TestDigits: digits that are not there are told, are opened again, and show the latest number.
func TestDigits(t *testing.T) {
	onBench(t, "[digits]\nclk = \"GPIO22\"\ndio = \"GPIO23\"\n", func(r *rig) {
		r.Digits.Show(6)
		r.expect(time.Second, "digits ok=true")
		if got := r.bench.Number(); got != "   6" {
			t.Errorf("they show %q", got)
		}
		r.bench.Digits.SetPower(false)
		r.Digits.Show(5)
		r.expect(time.Second, "digits ok=false check its wires and its 3.3 V (digits on GPIO22 and GPIO23: the display does not answer)")
		r.bench.Digits.SetPower(true)
		r.expect(2*time.Second, "digits ok=true")
		if got := r.bench.Number(); got != "   5" {
			t.Errorf("they show %q", got)
		}
		if err := r.stop(); err != nil {
			t.Errorf("Run: %v", err)
		}
		if got := r.bench.Number(); got != "    " {
			t.Errorf("after Run they show %q", got)
		}
	})
}
