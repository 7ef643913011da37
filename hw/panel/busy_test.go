package panel

import (
	"testing"
	"testing/synctest"
	"time"

	"periph.io/x/conn/v3/gpio"

	"familiar/hw/virtual"
)

// TestBusy waits for BUSY as the driver does, with lines of all manners.
func TestBusy(t *testing.T) {
	const ms = time.Millisecond
	pulse := func(after, length time.Duration) func(*virtual.Pin) {
		return func(p *virtual.Pin) {
			time.AfterFunc(after, func() { p.Set(gpio.High) })
			time.AfterFunc(after+length, func() { p.Set(gpio.Low) })
		}
	}
	tests := map[string]struct {
		quiet bool // the job does not make the panel busy
		line  func(*virtual.Pin)
		want  error
		takes time.Duration
	}{
		"busy at once":       {line: pulse(0, 200*ms), takes: 200 * ms},
		"busy a little late": {line: pulse(5*ms, 200*ms), takes: 205 * ms},
		"over before the first look": {
			line: func(p *virtual.Pin) { p.Set(gpio.High); p.Set(gpio.Low) },
		},
		"never busy":               {line: func(*virtual.Pin) {}, want: ErrAbsent, takes: riseTime},
		"never busy, nor expected": {quiet: true, line: func(*virtual.Pin) {}},
		"busy for ever": {
			line:  func(p *virtual.Pin) { p.Set(gpio.High) },
			want:  ErrStuck,
			takes: watchdog,
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				pin := virtual.NewPin("GPIO24", 24)
				if err := pin.In(gpio.Float, gpio.FallingEdge); err != nil {
					t.Fatal(err)
				}
				for range 5 { // edges of earlier jobs
					pin.Set(gpio.High)
					pin.Set(gpio.Low)
				}
				b := &busyPin{PinIn: pin}
				b.arm(watchdog, !test.quiet)
				test.line(pin)
				synctest.Wait()
				start := time.Now()
				for b.Read() == gpio.High {
					b.WaitForEdge(100 * ms)
				}
				if got := time.Since(start); got != test.takes {
					t.Errorf("took %s, want %s", got, test.takes)
				}
				if got := b.err(); got != test.want {
					t.Errorf("error %v, want %v", got, test.want)
				}
			})
		})
	}
}
