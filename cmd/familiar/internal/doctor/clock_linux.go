package doctor

import (
	"time"

	"golang.org/x/sys/unix"
)

// kernelClock returns the time, and whether the kernel says that the network has set the clock.
func kernelClock() (time.Time, bool) {
	var t unix.Timex
	_, err := unix.Adjtimex(&t)
	return time.Now(), err == nil && isSet(t.Status)
}

// isSet reports whether the status of the kernel's clock says that it was set (adjtimex(2)).
func isSet(status int32) bool { return status&unix.STA_UNSYNC == 0 }
