package doctor

import (
	"time"

	"golang.org/x/sys/unix"
)

// kernelClock returns the time, and whether the kernel says that the network has set the clock.
func kernelClock() (time.Time, bool) {
	var t unix.Timex
	_, err := unix.Adjtimex(&t)
	return time.Now(), err == nil && t.Status&unix.STA_UNSYNC == 0
}
