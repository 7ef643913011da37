package web

import (
	"testing"
	"time"
)

func TestBucket(t *testing.T) {
	var b bucket
	now := time.Unix(1000, 0)
	took := 0
	for range 100 {
		if b.take(now) {
			took++
		}
	}
	if took != messageBurst {
		t.Errorf("%d at once, want %d", took, messageBurst)
	}
	took = 0
	for range 1000 {
		now = now.Add(10 * time.Millisecond)
		if b.take(now) {
			took++
		}
	}
	if took < 10*messageRate-1 || took > 10*messageRate {
		t.Errorf("%d in ten seconds, want %d", took, 10*messageRate)
	}
	if b.take(now.Add(-time.Hour)); b.tokens < 0 {
		t.Errorf("a clock that goes back leaves %v tokens", b.tokens)
	}
}
