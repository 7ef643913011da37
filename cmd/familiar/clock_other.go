//go:build !linux

package main

import "time"

// kernelClock takes the clock for right: Familiar is at home on Linux, and elsewhere only tried.
func kernelClock() (time.Time, bool) { return time.Now(), true }
