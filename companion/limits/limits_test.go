package limits_test

import (
	"testing"
	"time"

	"familiar/companion/limits"
)

func TestAllow(t *testing.T) {
	var l limits.Limits
	now := time.Now()
	for i := range 4 {
		if got, want := l.Allow(limits.Conflict, "ann", now), i < 3; got != want {
			t.Errorf("Ann's conflict %d: %v", i+1, got)
		}
	}
	if !l.Reached(limits.Conflict, "ann", now) || l.Reached(limits.Conflict, "ben", now) || l.Reached(limits.Search, "ann", now) {
		t.Error("what Ann has done counts for others, or for other things")
	}
	if l.Reached(limits.Conflict, "ann", now.Add(20*time.Second)) || !l.Reached(limits.Conflict, "ann", now.Add(19*time.Second)) {
		t.Error("Ann does not wait for 20 s")
	}
}

func TestFollow(t *testing.T) {
	var l limits.Limits
	now := time.Now()
	follow := func() { l.Follow(limits.PhoneConflict, "phone", limits.Conflict, "ann", now) }
	follow()
	if l.Reached(limits.PhoneConflict, "phone", now) {
		t.Error("Ann has done nothing, and her phone must wait")
	}
	for range 3 {
		l.Allow(limits.Conflict, "ann", now)
		follow()
		follow() // nothing has been added since
	}
	if !l.Reached(limits.PhoneConflict, "phone", now) {
		t.Error("Ann must wait, and her phone need not")
	}
	l.Follow(limits.PhoneConflict, "phone", limits.Conflict, "ben", now)
	if !l.Reached(limits.PhoneConflict, "phone", now) {
		t.Error("in another seat the phone need not wait")
	}
}
