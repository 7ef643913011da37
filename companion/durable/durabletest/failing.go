package durabletest

import (
	"errors"
	"iter"
	"syscall"
	"testing"
)

// Disk is a disk that fails once: one call that reads or changes it returns an error.
type Disk struct {
	Failed string // the call that has failed in Run, such as "fsync"; "": none, because there were not so many

	t *testing.T
	n int // the first call is 0
}

// FailingDisks yields one disk after the other. The first disk fails at the first call, the second disk at the second call, and so on. The last disk has not failed, because
// there were not so many calls: it shows what the program does on a good disk. On all others the program must report an error or do the same, and must lose nothing.
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
