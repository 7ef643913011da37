package cardprobe

import (
	"slices"
	"testing"
	"time"
)

func TestPhoneAsksAboutCardsForAWhile(t *testing.T) {
	var p Probes
	now := time.Now()
	p.Set("ann", true, now)
	p.Set("ben", true, now)
	p.Extend("ann", now.Add(time.Minute))
	asking := func(at time.Duration) []string { return p.Active(now.Add(at)) }
	if got := asking(time.Second); !slices.Equal(got, []string{"ben", "ann"}) {
		t.Errorf("%q are asking", got)
	}
	if got := asking(lasts); !slices.Equal(got, []string{"ann"}) {
		t.Errorf("%q are asking after %v", got, lasts)
	}
	p.Set("ann", false, now)
	if got := asking(time.Second); !slices.Equal(got, []string{"ben"}) {
		t.Errorf("%q are asking although Ann does no more", got)
	}
	first, second := p.Card(), p.Card()
	if p.Clear(); asking(0) != nil {
		t.Error("somebody is asking after the game")
	}
	if third := p.Card(); first != 1 || second != 2 || third != 3 {
		t.Errorf("cards %d, %d and %d", first, second, third)
	}
}
