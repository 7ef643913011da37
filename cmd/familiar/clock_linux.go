package main

import (
	"time"

	"golang.org/x/sys/unix"
)

// kernelClock asks the kernel, which whoever sets the clock by the network tells of it.
func kernelClock() (time.Time, bool) {
	var t unix.Timex
	_, err := unix.Adjtimex(&t)
	return time.Now(), err == nil && t.Status&unix.STA_UNSYNC == 0
}
