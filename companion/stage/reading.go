package stage

import "time"

const (
	// pageTime is how long a page of a text lies there.
	pageTime = 4 * time.Second
	// rounds is how often all pages are shown; then the first one stays.
	rounds = 5
)

// reading turns the pages of a text that does not fit on the panel.
type reading struct {
	text  string
	began time.Time
}

// page is which of the pages of a text is to be seen now, from 0, and after how long another one; 0 for never.
func (r *reading) page(text string, pages int, now time.Time) (page int, next time.Duration) {
	if text != r.text {
		*r = reading{text, now}
	}
	gone := now.Sub(r.began)
	turns := int(gone / pageTime)
	if pages < 2 || turns >= rounds*pages {
		return 0, 0
	}
	return turns % pages, pageTime - gone%pageTime
}
