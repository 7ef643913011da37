package web

import "time"

const (
	messageRate  = 20 // a second
	messageBurst = 40
)

// bucket is a token bucket: it limits messages to messageRate on average, with bursts of messageBurst. The zero value is full.
type bucket struct {
	tokens float64
	last   time.Time
}

// take reports whether a message is allowed now, and counts it.
func (b *bucket) take(now time.Time) bool {
	if b.last.IsZero() {
		b.tokens = messageBurst
	} else {
		b.tokens = min(messageBurst, b.tokens+max(0, now.Sub(b.last).Seconds())*messageRate)
	}
	b.last = now
	if b.tokens < 1 {
		return false
	}
	b.tokens--
	return true
}
