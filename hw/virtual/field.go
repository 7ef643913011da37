package virtual

import (
	"slices"
	"sync"
	"time"
)

// tagWakeUp is the time from the moment the field is switched on until a tag
// can receive, unless SetWakeUp changes it: the maximum of ISO/IEC 14443-3, 5.
const tagWakeUp = 5 * time.Millisecond

// Field is the field of a reader with its tags. Its methods may be called from
// any goroutine.
type Field struct {
	mu    sync.Mutex
	tags  []*Tag
	jam   func(sent []byte) []byte
	lost  int // how many frames from now is the one that reaches no tag, counted from 1; 0: none
	on    bool
	from  time.Duration // tags are awake from this time on
	early time.Duration // how much earlier than tagWakeUp tags wake up
}

// Put puts a tag into the field, idle and awake. A tag that is there already is
// put there again. A tag must be taken from one field before it is put into
// another.
func (f *Field) Put(t *Tag) {
	f.mu.Lock()
	defer f.mu.Unlock()
	t.place()
	if !slices.Contains(f.tags, t) {
		f.tags = append(f.tags, t)
	}
}

// Take removes a tag. It does nothing if the tag is not there.
func (f *Field) Take(t *Tag) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.tags = slices.DeleteFunc(f.tags, func(u *Tag) bool { return u == t })
}

// Clear removes all tags.
func (f *Field) Clear() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.tags = nil
}

// Tags returns the tags in the field, in the order in which they were put there.
func (f *Field) Tags() []*Tag {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.tags)
}

// SetWakeUp sets how long tags take from the moment the field is switched on
// until they can receive: 5 ms by default, the maximum of ISO/IEC 14443-3, 5. A
// longer or negative time is set to the nearest that is allowed. It applies
// when the field is next switched on.
func (f *Field) SetWakeUp(d time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.early = tagWakeUp - min(max(d, 0), tagWakeUp)
}

// On reports whether the reader's antenna is switched on.
func (f *Field) On() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.on
}

// Jam makes noise answer each frame instead of the tags; nil ends it. The
// function gets the frame's bytes and returns the answer's, or nothing. It is
// called while the chip is working and must not call its methods, nor the
// field's.
func (f *Field) Jam(noise func(sent []byte) []byte) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.jam = noise
}

// Lose makes the n-th of the next frames reach no tag, counted from 1; with 0 none
// is lost. It returns what is left of the n of the call before: 0 if that frame
// was lost.
func (f *Field) Lose(n int) (before int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	before, f.lost = f.lost, n
	return before
}

// power switches the field. Without it tags lose their state.
func (f *Field) power(on bool, now time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if on == f.on {
		return
	}
	f.on = on
	f.from = now + tagWakeUp - f.early
	for _, t := range f.tags {
		t.powerUp()
	}
}

// answer returns the answer to a frame. The time is the chip's, as for power.
func (f *Field) answer(sent bitString, now time.Duration) reception {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.jam != nil {
		return reception{bits: bitsOf(f.jam(sent.bytes()))}
	}
	lost := f.lost == 1
	f.lost = max(0, f.lost-1)
	if !f.on || now < f.from || lost {
		return reception{}
	}
	var answers []bitString
	var strengths []int
	for _, t := range f.tags {
		if a := t.hear(sent); len(a) > 0 {
			answers = append(answers, a)
			strengths = append(strengths, t.strength())
		}
	}
	return superpose(audible(answers, strengths))
}

// audible leaves out the answers that a stronger one drowns out.
func audible(answers []bitString, strengths []int) []bitString {
	if len(answers) < 2 {
		return answers
	}
	strongest := slices.Max(strengths)
	var heard []bitString
	for i, a := range answers {
		if 4*strengths[i] >= strongest {
			heard = append(heard, a)
		}
	}
	return heard
}

// superpose combines simultaneous answers. Tags answer in step to the bit, so
// equal bits look like one answer; where they differ the reader receives both
// halves of the bit modulated (ISO/IEC 14443-2, 8.2.5).
func superpose(answers []bitString) reception {
	var r reception
	for _, a := range answers {
		for i, bit := range a {
			switch {
			case i == len(r.bits):
				r.bits = append(r.bits, bit)
			case r.bits[i] != bit:
				r.bits[i] = 1
				if r.collision == 0 || i < r.collision-1 {
					r.collision = i + 1
				}
			}
		}
	}
	if r.collision > 0 {
		from := (r.collision - 1) / 8 * 8
		r.parity = parityOf(answers[0], from) != parityOf(answers[len(answers)-1], from)
	}
	return r
}

func parityOf(s bitString, from int) byte {
	var p byte
	for i := from; i < min(from+8, len(s)); i++ {
		p ^= s[i]
	}
	return p
}
