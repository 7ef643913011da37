package stage

import "time"

// Quiet are the hours of the day in which nothing is heard, in minutes since midnight, as clocks in the room show them: from From until To, over
// midnight if To comes first. Where both are equal there are none.
type Quiet struct{ From, To int }

// At tells whether nothing is heard at a moment, by the clock of its zone.
func (q Quiet) At(t time.Time) bool {
	minute := t.Hour()*60 + t.Minute()
	if q.From <= q.To {
		return q.From <= minute && minute < q.To
	}
	return q.From <= minute || minute < q.To
}

// next is after how long to ask again whether it is quiet; 0 if it never is. A clock that is set while the table runs is noticed, too.
func (q Quiet) next(t time.Time) time.Duration {
	if q.From == q.To {
		return 0
	}
	return t.Truncate(time.Minute).Add(time.Minute).Sub(t)
}
