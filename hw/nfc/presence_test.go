package nfc_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"familiar/hw/nfc"
)

func TestPresence(t *testing.T) {
	imp, monk := uid(t, "DEADBEEF"), uid(t, "04A1B2C3D4E5F6")
	type poll struct {
		ms     int
		seen   []nfc.UID
		resume bool // the reader was away before this poll
		want   []string
	}
	tests := map[string][]poll{
		"stays": {
			{ms: 0, seen: []nfc.UID{imp}, want: []string{"arrived DEADBEEF"}},
			{ms: 10, seen: []nfc.UID{imp}},
			{ms: 10_000, seen: []nfc.UID{imp}},
		},
		"leaves after the grace": {
			{ms: 0, seen: []nfc.UID{imp}, want: []string{"arrived DEADBEEF"}},
			{ms: 10},
			{ms: 299},
			{ms: 300, want: []string{"left DEADBEEF"}},
			{ms: 310},
		},
		"flickers": {
			{ms: 0, seen: []nfc.UID{imp}, want: []string{"arrived DEADBEEF"}},
			{ms: 200},
			{ms: 250, seen: []nfc.UID{imp}},
			{ms: 549},
			{ms: 549, seen: []nfc.UID{imp}},
		},
		"seen again by a late poll": {
			{ms: 0, seen: []nfc.UID{imp}, want: []string{"arrived DEADBEEF"}},
			{ms: 5000, seen: []nfc.UID{imp}},
		},
		"comes back": {
			{ms: 0, seen: []nfc.UID{imp}, want: []string{"arrived DEADBEEF"}},
			{ms: 300, want: []string{"left DEADBEEF"}},
			{ms: 310, seen: []nfc.UID{imp}, want: []string{"arrived DEADBEEF"}},
		},
		"one for another": {
			{ms: 0, seen: []nfc.UID{imp}, want: []string{"arrived DEADBEEF"}},
			{ms: 100, seen: []nfc.UID{monk}, want: []string{"arrived 04A1B2C3D4E5F6"}},
			{ms: 300, seen: []nfc.UID{monk}, want: []string{"left DEADBEEF"}},
		},
		"left before arrived": {
			{ms: 0, seen: []nfc.UID{imp}, want: []string{"arrived DEADBEEF"}},
			{ms: 300, seen: []nfc.UID{monk}, want: []string{"left DEADBEEF", "arrived 04A1B2C3D4E5F6"}},
		},
		"two at once, one twice": {
			{ms: 0, seen: []nfc.UID{monk, imp, monk, {}}, want: []string{"arrived 04A1B2C3D4E5F6", "arrived DEADBEEF"}},
			{ms: 300, want: []string{"left 04A1B2C3D4E5F6", "left DEADBEEF"}},
		},
		"reader away, tag still there": {
			{ms: 0, seen: []nfc.UID{imp}, want: []string{"arrived DEADBEEF"}},
			{ms: 9000, resume: true},
			{ms: 9010, seen: []nfc.UID{imp}},
		},
		"reader away, tag gone": {
			{ms: 0, seen: []nfc.UID{imp}, want: []string{"arrived DEADBEEF"}},
			{ms: 9000, resume: true},
			{ms: 9300, want: []string{"left DEADBEEF"}},
		},
	}
	start := time.Date(2026, 10, 31, 20, 0, 0, 0, time.UTC)
	for name, polls := range tests {
		t.Run(name, func(t *testing.T) {
			var p nfc.Presence
			for _, poll := range polls {
				now := start.Add(time.Duration(poll.ms) * time.Millisecond)
				if poll.resume {
					p.Resume(now)
				}
				var got []string
				for _, e := range p.See(now, poll.seen, nil) {
					got = append(got, e.Kind.String()+" "+e.Tag.String())
					if !e.At.Equal(now) {
						t.Errorf("at %d ms: event of %v", poll.ms, e.At)
					}
				}
				if diff := cmp.Diff(poll.want, got, cmpopts.EquateEmpty()); diff != "" {
					t.Errorf("at %d ms (-want +got):\n%s", poll.ms, diff)
				}
			}
		})
	}
}

func TestPresenceGrace(t *testing.T) {
	p := nfc.Presence{Grace: time.Second}
	start := time.Date(2026, 10, 31, 20, 0, 0, 0, time.UTC)
	p.See(start, []nfc.UID{uid(t, "DEADBEEF")}, nil)
	if got := p.See(start.Add(999*time.Millisecond), nil, nil); len(got) != 0 {
		t.Errorf("within the grace: %v", got)
	}
	if got := p.See(start.Add(time.Second), nil, nil); len(got) != 1 || got[0].Kind != nfc.Left {
		t.Errorf("after the grace: %v, want it left", got)
	}
}

// TestPresenceAgreesWithItsEvents holds whatever is polled: each tag arrives and
// leaves in turn, what arrived and did not leave is what Tags says, what was
// just seen is there, and nobody leaves within the grace.
func TestPresenceAgreesWithItsEvents(t *testing.T) {
	all := []nfc.UID{uid(t, "00000001"), uid(t, "00000002"), uid(t, "04A1B2C3D4E5F6")}
	rapid.Check(t, func(t *rapid.T) {
		var p nfc.Presence
		now := time.Date(2026, 10, 31, 20, 0, 0, 0, time.UTC)
		seenAt := map[nfc.UID]time.Time{}
		var here []nfc.UID
		for range rapid.IntRange(1, 40).Draw(t, "polls") {
			now = now.Add(time.Duration(rapid.IntRange(0, 200).Draw(t, "ms")) * time.Millisecond)
			seen := rapid.SliceOfN(rapid.SampledFrom(all), 0, 4).Draw(t, "seen")
			for _, e := range p.See(now, seen, nil) {
				there := slices.Contains(here, e.Tag)
				switch e.Kind {
				case nfc.Arrived:
					if there || !slices.Contains(seen, e.Tag) {
						t.Fatalf("%v, of %v, seen %v", e, here, seen)
					}
					here = append(here, e.Tag)
				case nfc.Left:
					if !there || now.Sub(seenAt[e.Tag]) < nfc.DefaultGrace {
						t.Fatalf("%v, of %v, seen before %v", e, here, now.Sub(seenAt[e.Tag]))
					}
					here = slices.DeleteFunc(here, func(u nfc.UID) bool { return u == e.Tag })
				default:
					t.Fatalf("%v from a poll", e)
				}
			}
			for _, u := range seen {
				seenAt[u] = now
				if !slices.Contains(here, u) {
					t.Fatalf("%v was seen and did not arrive", u)
				}
			}
			if !slices.Equal(p.Tags(), here) {
				t.Fatalf("Tags() = %v, events say %v", p.Tags(), here)
			}
		}
	})
}
