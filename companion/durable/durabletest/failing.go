package durabletest

import (
	"errors"
	"iter"
	"syscall"
	"testing"
)

// Disk is a disk of which one call fails.
type Disk struct {
	Failed string // the call that has failed in Run, such as "fsync"; "": none, because there were not so many

	t *testing.T
	n int // the first call is 0
}

// FailingDisks yields disks of which the first call fails, then the second, and so on. It ends after a disk on which nothing has failed: so at the last one a test sees what
// should happen. A program must then have said that something failed, or have done the same without it; and what was on the disk before must be there.
func FailingDisks(t *testing.T) iter.Seq[*Disk] {
	return func(yield func(*Disk) bool) {
		for n := 0; ; n++ {
			d := &Disk{t: t, n: n}
			if !yield(d) || d.Failed == "" {
				return
			}
		}
	}
}

// Explains reports whether an error is nil, or that of the call that has failed.
func (d *Disk) Explains(err error) bool {
	return err == nil || d.Failed != "" && errors.Is(err, syscall.EIO)
}
