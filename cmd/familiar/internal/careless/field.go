package careless

import (
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"familiar/cmd/familiar/internal/people"
)

// What a reader sees of several tags, as radio does: the uppermost ones, as each weakens the field for those below, and now and then one of them is missed.
const (
	mostSeen    = 4
	missedEvery = 200 * time.Second // how long one of several tags on a reader is seen, on average
	missedFor   = 2 * time.Second   // how long it is missed then, on average
)

// antenna is told which tags a reader sees.
type antenna interface {
	arrive(reader string, tag people.Tag)
	depart(reader string, tag people.Tag)
}

// field is what lies on the readers, and which of it they see.
type field struct {
	antenna antenna
	rng     *rand.Rand              // nil: every tag that lies on a reader is seen
	now     time.Duration           // since the beginning
	readers []string                // in the order in which they were first used
	lying   map[string][]people.Tag // by reader, the uppermost last
	seen    map[string][]people.Tag
	missed  map[people.Tag]bool
	due     map[people.Tag]time.Duration // when a tag that lies there is missed next, or seen again
}

func newField(a antenna, rng *rand.Rand) *field {
	return &field{
		antenna: a, rng: rng, lying: make(map[string][]people.Tag), seen: make(map[string][]people.Tag), missed: make(map[people.Tag]bool),
		due: make(map[people.Tag]time.Duration),
	}
}

// put lays a tag on what lies on a reader.
func (f *field) put(reader string, tag people.Tag) {
	if !slices.Contains(f.readers, reader) {
		f.readers = append(f.readers, reader)
	}
	f.lying[reader] = append(f.lying[reader], tag)
	f.due[tag] = f.now + f.draw(missedEvery)
	f.look(reader)
}

// take lifts a tag from a reader.
func (f *field) take(reader string, tag people.Tag) {
	f.lying[reader] = slices.DeleteFunc(f.lying[reader], func(t people.Tag) bool { return t == tag })
	delete(f.missed, tag)
	delete(f.due, tag)
	f.look(reader)
}

// look finds what a reader sees now, and tells what has changed.
func (f *field) look(reader string) {
	lying := f.lying[reader]
	var now []people.Tag
	if f.rng != nil {
		lying = lying[max(0, len(lying)-mostSeen):]
	}
	for _, tag := range lying {
		if !f.missed[tag] {
			now = append(now, tag)
		}
	}
	before := f.seen[reader]
	f.seen[reader] = now
	for _, tag := range before {
		if !slices.Contains(now, tag) {
			f.antenna.depart(reader, tag)
		}
	}
	for _, tag := range now {
		if !slices.Contains(before, tag) {
			f.antenna.arrive(reader, tag)
		}
	}
}

// draw returns a time until a tag is missed, or seen again: so long on average.
func (f *field) draw(mean time.Duration) time.Duration {
	if f.rng == nil {
		return math.MaxInt64 / 2 // never
	}
	return time.Duration(f.rng.ExpFloat64() * float64(mean))
}

// pass lets some time pass for the field. Sleep is called for each part of it at whose end something may change.
func (f *field) pass(d time.Duration, sleep func(time.Duration)) {
	for end := f.now + d; ; {
		reader, tag, at := f.next()
		at = min(max(at, f.now), end)
		sleep(at - f.now)
		if f.now = at; at == end {
			return
		}
		switch {
		case f.missed[tag]:
			delete(f.missed, tag)
			f.due[tag] = at + f.draw(missedEvery)
		case len(f.lying[reader]) > 1:
			f.missed[tag] = true
			f.due[tag] = at + f.draw(missedFor)
		default: // one alone is never missed
			f.due[tag] = at + f.draw(missedEvery)
		}
		f.look(reader)
	}
}

// next returns the tag that is missed or seen again next, and when.
func (f *field) next() (reader string, tag people.Tag, at time.Duration) {
	at = math.MaxInt64
	for _, r := range f.readers {
		for _, t := range f.lying[r] {
			if f.due[t] < at {
				reader, tag, at = r, t, f.due[t]
			}
		}
	}
	return reader, tag, at
}
