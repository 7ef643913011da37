// Package hw is the wired table: from a config to open devices, what they say and what they show.
//
// A Table owns its devices' goroutines from Open until Run has returned. A device that is not there, or dies, is said by its
// Health and tried again; the others go on.
package hw
