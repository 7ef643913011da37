// Package stage turns a scene of the table into the output of the wired table: the picture of the panel, the
// number on the digits, the frames of the lamps, the tunes of the buzzer.
//
// Pages, Seconds, Lamps, Flash and Tune are pure functions of a scene and a moment. A Stage calls them at the right times and
// hands the results to the devices, each in a goroutine of its own, so that a slow panel delays neither light nor
// sound. Showing a scene never blocks: a slow device misses scenes, but never the last one.
package stage
