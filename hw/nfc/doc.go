// Package nfc turns readers of NFC tags into events: a tag arrived, a tag
// left, a reader was lost, a reader is back.
//
// A [Reader] lists the tags in its field. [Presence] is the pure part that
// turns such lists into arrivals and departures. A [Watcher] owns one reader:
// it opens it, polls it, and opens it again for ever when it dies, so that a
// wire pulled out in mid-game costs the table nothing but the time until it is
// plugged in again.
//
// # Concurrency
//
// A Watcher polls, and calls its Notify function, only from the goroutine that
// called Run; events of one reader therefore come one at a time and in the
// order in which they happened. The reader is not polled while Notify runs: a
// receiver that may be slow needs a bounded queue in between. Run returns only
// after the reader was halted, and nothing of the Watcher runs after that.
// Health may be called from any goroutine at any time. UID and Event are plain
// values. A Presence belongs to one goroutine.
package nfc
