package main

import (
	"time"

	"golang.org/x/sys/unix"
)

// kernelClock reports whether the clock is right. The kernel knows: programs that set the clock by the network tell it.
func kernelClock() (time.Time, bool) {
	var t unix.Timex
	_, err := unix.Adjtimex(&t)
	return time.Now(), err == nil && t.Status&unix.STA_UNSYNC == 0
}
