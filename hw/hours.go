package hw

import (
	"errors"
	"strings"
	"time"
)

// Hours is a daily period between two times of the day; it may include midnight. The zero value is an empty period.
type Hours struct {
	From, To time.Duration // since midnight, by the clock on the wall
}

var errHours = errors.New("no hours of the day")

// UnmarshalText implements encoding.TextUnmarshaler: "22:00-07:00".
func (h *Hours) UnmarshalText(text []byte) error {
	from, to, _ := strings.Cut(string(text), "-")
	var err1, err2 error
	h.From, err1 = timeOfDay(from)
	h.To, err2 = timeOfDay(to)
	if err1 != nil || err2 != nil || h.From == h.To {
		return errHours
	}
	return nil
}

func timeOfDay(text string) (time.Duration, error) {
	t, err := time.Parse("15:04", strings.TrimSpace(text))
	if err != nil {
		return 0, err
	}
	return time.Duration(t.Hour())*time.Hour + time.Duration(t.Minute())*time.Minute, nil
}

// String returns the hours as a config writes them; "" if there are none.
func (h Hours) String() string {
	if h == (Hours{}) {
		return ""
	}
	clock := func(d time.Duration) string { return time.Time{}.Add(d).Format("15:04") }
	return clock(h.From) + "-" + clock(h.To)
}

// MarshalText implements encoding.TextMarshaler; it returns the text of String.
func (h Hours) MarshalText() ([]byte, error) { return []byte(h.String()), nil }

// Include reports whether a moment lies within the hours, by the moment's own time zone.
func (h Hours) Include(at time.Time) bool {
	now := time.Duration(at.Hour())*time.Hour + time.Duration(at.Minute())*time.Minute
	if h.From <= h.To {
		return h.From <= now && now < h.To
	}
	return now >= h.From || now < h.To
}
