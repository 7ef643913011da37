//go:build race

package rig

// Raced reports whether the race detector is at work: emulated chips are ten times as slow then, so long tests do less.
const Raced = true
