package virtual

import "time"

// carrier is the frequency of the field in Hz; all times of the chip and of
// tags are counted in its periods.
const carrier = 13_560_000

// chipTimer is the timer unit (datasheet 8.5).
type chipTimer struct {
	running bool
	started time.Duration
	tick    time.Duration
	reload  int
}

// expiry returns when the counter reaches zero.
func (t chipTimer) expiry() time.Duration {
	return t.started + time.Duration(t.reload+1)*t.tick
}

// value returns the counter.
func (t chipTimer) value(now time.Duration) int {
	if !t.running || t.tick == 0 {
		return 0
	}
	return max(t.reload-int((now-t.started)/t.tick), 0)
}

// startTimer loads the counter and starts it at the given time.
func (c *MFRC522) startTimer(at time.Duration) {
	prescaler := int(c.regs[chipTMode]&0x0F)<<8 | int(c.regs[chipTPrescaler])
	periods := 2*prescaler + 1
	if c.regs[chipDemod]&prescalerEven != 0 {
		periods++
	}
	c.timer = chipTimer{
		running: true,
		started: at,
		tick:    time.Duration(periods) * time.Second / carrier,
		reload:  int(c.regs[chipTReloadHi])<<8 | int(c.regs[chipTReloadLo]),
	}
}

// runTimer makes the timer expire if it is due.
func (c *MFRC522) runTimer(now time.Duration) {
	if !c.timer.running || now < c.timer.expiry() {
		return
	}
	c.regs[chipComIrq] |= irqTimer
	if c.regs[chipTMode]&timerRestart == 0 {
		c.timer.running = false
		return
	}
	whole := time.Duration(c.timer.reload+1) * c.timer.tick
	c.timer.started += (now - c.timer.started) / whole * whole
}
