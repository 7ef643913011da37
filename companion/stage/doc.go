// Package stage turns a scene of the table into what the wired table shows: the picture of the panel, the
// frames of the lamps, the tunes of the buzzer.
//
// Pages, Lamps, Flash and Tune are pure functions of a scene and a moment. A Stage calls them at the right times and
// hands what they make to the devices, each in a goroutine of its own, so that a slow panel delays neither light nor
// sound. Whoever shows a scene never waits: a device that is slow misses scenes, but never the last one.
package stage
