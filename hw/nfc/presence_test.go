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
		resume bool // the reader was lost before this poll
		want   []string
		came   time.Duration // when the tags that settle now were first seen, after the start
	}
	// In the cases of settling it takes 700 ms.
	settling := map[string][]poll{
		"settles": {
			{ms: 0, seen: []nfc.UID{imp}},
			{ms: 699, seen: []nfc.UID{imp}},
			{ms: 700, seen: []nfc.UID{imp}, want: []string{"arrived DEADBEEF"}},
			{ms: 710, seen: []nfc.UID{imp}},
			{ms: 1010, want: []string{"left DEADBEEF"}},
		},
		"rolls on": {
			{ms: 0, seen: []nfc.UID{imp}},
			{ms: 500, seen: []nfc.UID{imp}},
			{ms: 510},
			{ms: 800},
			{ms: 2000},
		},
		"comes back too late": {
			{ms: 0, seen: []nfc.UID{imp}},
			{ms: 400, seen: []nfc.UID{imp}},
			{ms: 700},
			{ms: 750, seen: []nfc.UID{imp}},
			{ms: 1449, seen: []nfc.UID{imp}},
			{ms: 1450, seen: []nfc.UID{imp}, want: []string{"arrived DEADBEEF"}, came: 750 * time.Millisecond},
		},
		"flickers while it settles": {
			{ms: 0, seen: []nfc.UID{imp}},
			{ms: 600, seen: []nfc.UID{imp}},
			{ms: 700},
			{ms: 899, seen: []nfc.UID{imp}, want: []string{"arrived DEADBEEF"}},
		},
		"unseen at the end": {
			{ms: 0, seen: []nfc.UID{imp}},
			{ms: 690, seen: []nfc.UID{imp}},
			{ms: 700},
			{ms: 989},
			{ms: 990},
			{ms: 1000, seen: []nfc.UID{imp}},
			{ms: 1690, seen: []nfc.UID{imp}},
		},
		"one knocks the other out": {
			{ms: 0, seen: []nfc.UID{imp}},
			{ms: 300, seen: []nfc.UID{imp, monk}},
			{ms: 400, seen: []nfc.UID{monk}},
			{ms: 700, seen: []nfc.UID{monk}},
			{ms: 1000, seen: []nfc.UID{monk}, want: []string{"arrived 04A1B2C3D4E5F6"}, came: 300 * time.Millisecond},
		},
		"all at once, one twice": {
			{ms: 0, seen: []nfc.UID{monk, imp, monk, {}}},
			{ms: 700, seen: []nfc.UID{imp, monk, imp}, want: []string{"arrived DEADBEEF", "arrived 04A1B2C3D4E5F6"}},
			{ms: 1000, seen: []nfc.UID{monk}, want: []string{"left DEADBEEF"}},
		},
		"reader away while it settles": {
			{ms: 0, seen: []nfc.UID{imp}},
			{ms: 9000, resume: true, seen: []nfc.UID{imp}},
			{ms: 9700, seen: []nfc.UID{imp}, want: []string{"arrived DEADBEEF"}, came: 9 * time.Second},
			{ms: 20_000, resume: true},
			{ms: 20_300, want: []string{"left DEADBEEF"}},
		},
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
	play := func(name string, p nfc.Presence, polls []poll) {
		t.Run(name, func(t *testing.T) {
			for _, poll := range polls {
				now := start.Add(time.Duration(poll.ms) * time.Millisecond)
				if poll.resume {
					p.Resume(now)
				}
				var got []string
				for _, e := range p.See(now, poll.seen, nil) {
					got = append(got, e.Kind.String()+" "+e.Tag.String())
					at := now
					if e.Kind == nfc.Arrived && p.Settle > 0 {
						at = start.Add(poll.came)
					}
					if !e.At.Equal(at) {
						t.Errorf("at %d ms: event of %v", poll.ms, e.At)
					}
				}
				if diff := cmp.Diff(poll.want, got, cmpopts.EquateEmpty()); diff != "" {
					t.Errorf("at %d ms (-want +got):\n%s", poll.ms, diff)
				}
			}
		})
	}
	for name, polls := range tests {
		play(name, nfc.Presence{}, polls)
	}
	for name, polls := range settling {
		play(name, nfc.Presence{Settle: 700 * time.Millisecond}, polls)
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

// TestPresenceAgreesWithItsEvents: for any polls, each tag arrives and leaves in turn, Tags lists the tags
// that arrived and did not leave, no tag leaves within the grace period, and a tag that was just seen is
// present if and only if it has been in the field for the settle time.
func TestPresenceAgreesWithItsEvents(t *testing.T) {
	all := []nfc.UID{uid(t, "00000001"), uid(t, "00000002"), uid(t, "04A1B2C3D4E5F6")}
	rapid.Check(t, func(t *rapid.T) {
		p := nfc.Presence{Settle: time.Duration(rapid.SampledFrom([]int{0, 1, 100, 700}).Draw(t, "settle")) * time.Millisecond}
		now := time.Date(2026, 10, 31, 20, 0, 0, 0, time.UTC)
		seenAt := map[nfc.UID]time.Time{}
		cameAt := map[nfc.UID]time.Time{} // of the tags in the field
		var here []nfc.UID
		for range rapid.IntRange(1, 40).Draw(t, "polls") {
			now = now.Add(time.Duration(rapid.IntRange(0, 200).Draw(t, "ms")) * time.Millisecond)
			seen := rapid.SliceOfN(rapid.SampledFrom(all), 0, 4).Draw(t, "seen")
			for _, u := range all {
				switch _, there := cameAt[u]; {
				case slices.Contains(seen, u) && !there:
					cameAt[u] = now
				case there && !slices.Contains(seen, u) && now.Sub(seenAt[u]) >= nfc.DefaultGrace:
					delete(cameAt, u)
				}
			}
			for _, e := range p.See(now, seen, nil) {
				there := slices.Contains(here, e.Tag)
				switch e.Kind {
				case nfc.Arrived:
					if there || !slices.Contains(seen, e.Tag) || now.Sub(cameAt[e.Tag]) < p.Settle || !e.At.Equal(cameAt[e.Tag]) {
						t.Fatalf("%v, of %v, seen %v, in the field since %v", e, here, seen, cameAt[e.Tag])
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
				if !slices.Contains(here, u) && now.Sub(cameAt[u]) >= p.Settle {
					t.Fatalf("%v was seen and did not arrive", u)
				}
			}
			if !slices.Equal(p.Tags(), here) {
				t.Fatalf("Tags() = %v, events say %v", p.Tags(), here)
			}
		}
	})
}

// A phone on a reader makes up another UID in every field: it is no card, and neither arrives nor leaves.
func TestRandomUIDs(t *testing.T) {
	var p nfc.Presence
	start := time.Now()
	card := uid(t, "DEADBEEF")
	for i := range 200 {
		phone, err := nfc.NewUID([]byte{0x08, byte(i), 2, 3})
		if err != nil {
			t.Fatal(err)
		}
		if !phone.Random() || card.Random() {
			t.Fatalf("%v is random: %t, %v: %t", phone, phone.Random(), card, card.Random())
		}
		events := p.See(start.Add(time.Duration(i)*20*time.Millisecond), []nfc.UID{phone, card}, nil)
		if want := map[bool]int{true: 1}[i == 0]; len(events) != want {
			t.Fatalf("poll %d: %v", i, events)
		}
	}
	if got := p.Tags(); len(got) != 1 || got[0] != card {
		t.Errorf("here are %v", got)
	}
	if seven := uid(t, "08A1B2C3D4E5F6"); seven.Random() {
		t.Errorf("%v is random", seven)
	}
}
