package archive

import "time"

// SetReadTime sets how long records are read for one answer.
func (a *Archive) SetReadTime(d time.Duration) { a.readTime = d }
