package virtual

import (
	"testing"
	"time"

	"periph.io/x/conn/v3/gpio"
)

func TestChipIRQPin(t *testing.T) {
	onBench(t, func(b *chipBench) {
		pin := NewPin("GPIO22", 22)
		if err := pin.In(gpio.PullUp, gpio.FallingEdge); err != nil {
			t.Fatal(err)
		}
		b.chip.WireIRQ(pin)
		want := func(what string, level gpio.Level) {
			t.Helper()
			if got := pin.Level(); got != level {
				t.Errorf("%s: the pin is %v, want %v", what, got, level)
			}
		}
		want("after a reset", gpio.High) // open drain, inverted, not requested
		b.write(chipComIrq, comIrqRequests)
		b.write(chipComIEn, 0x80|irqTimer)
		b.write(chipComIrq, setRequests|irqTimer)
		want("requested, inverted", gpio.Low)
		b.write(chipComIEn, irqTimer)
		want("requested, open drain", gpio.High)
		if err := pin.In(gpio.PullDown, gpio.FallingEdge); err != nil {
			t.Fatal(err)
		}
		want("requested, open drain, pulled down", gpio.Low)
		b.write(chipDivIEn, irqPushPull)
		want("requested, push-pull", gpio.High)
		b.write(chipComIrq, irqTimer)
		want("cleared", gpio.Low)
		b.write(chipComIrq, setRequests|irqTx)
		want("a request that is not enabled", gpio.Low)
		b.write(chipComIEn, irqTx)
		want("enabled later", gpio.High)
		b.chip.SetFault(ChipLineLow)
		want("unplugged", gpio.Low) // it floats, pulled down
		b.chip.SetFault(ChipSound)
		b.write(chipDivIEn, irqPushPull)
		want("after a loss of power, inverted", gpio.High)
		b.chip.WireIRQ(nil)
		want("not wired", gpio.Low)
	})
}

// TestChipIRQPinInTime waits for edges while there are no transactions.
func TestChipIRQPinInTime(t *testing.T) {
	onBench(t, func(b *chipBench) {
		pin := NewPin("GPIO22", 22)
		if err := pin.In(gpio.PullUp, gpio.FallingEdge); err != nil {
			t.Fatal(err)
		}
		b.chip.WireIRQ(pin)
		b.radio()
		edge := func(what string, enabled byte, min, max time.Duration) {
			t.Helper()
			b.write(chipCommand, chipIdle)
			b.write(chipComIrq, comIrqRequests)
			b.write(chipComIEn, 0x80|enabled)
			b.write(chipFIFOLevel, flushFIFO)
			b.write(chipFIFOData, tagWUPA)
			b.write(chipCommand, chipTransceive)
			b.write(chipBitFraming, startSend|shortFrame)
			start := time.Now()
			if !pin.WaitForEdge(time.Second) {
				t.Fatalf("%s: no edge", what)
			}
			if took := time.Since(start); took < min || took > max {
				t.Errorf("%s: an edge after %v, want %v to %v", what, took, min, max)
			}
			if pin.Level() != gpio.Low {
				t.Errorf("%s: the pin is high", what)
			}
		}
		edge("TxIRq", irqTx, 50*time.Microsecond, 150*time.Microsecond)
		b.put("DEADBEEF")
		edge("RxIRq", irqRx, 200*time.Microsecond, 500*time.Microsecond)
		b.chip.Field().Clear()
		edge("TimerIRq", irqTimer, time.Millisecond, 1200*time.Microsecond)
		b.write(chipComIEn, 0x80)
		b.chip.SetFault(ChipFrozen)
		time.Sleep(time.Second)
		if pin.Level() != gpio.High {
			t.Error("a frozen chip requests something")
		}
	})
}

func TestFieldWakeUp(t *testing.T) {
	for d, awake := range map[time.Duration]time.Duration{
		-1: 0, 0: 0, time.Millisecond: time.Millisecond, time.Hour: tagWakeUp,
	} {
		var f Field
		f.SetWakeUp(d)
		f.Put(makeTag(t, "DEADBEEF"))
		f.power(true, time.Second)
		wupa := tagShort(tagWUPA)
		if awake > 0 && len(f.answer(wupa, time.Second+awake-1).bits) > 0 {
			t.Errorf("%v: it answers too early", d)
		}
		if len(f.answer(wupa, time.Second+awake).bits) == 0 {
			t.Errorf("%v: it does not answer after %v", d, awake)
		}
	}
}
