package cardlist_test

import (
	"math"
	"runtime"
	"testing"
	"time"

	"github.com/BurntSushi/toml"
	"golang.org/x/sys/unix"

	"familiar/engine/cardlist"
)

// A list of as many fields as a file may have is read in a time that does not grow with the square of their number: the decoder alone takes about as long. It
// compares processor time, so it does not matter what else the machine does.
func TestManyFieldsAreReadInOrder(t *testing.T) {
	list := manyFields()
	whole := quickest(t, func() error { _, err := cardlist.Parse(list); return err })
	decoder := quickest(t, func() error { var into map[string]any; return toml.Unmarshal(list, &into) })
	if whole > 4*decoder {
		t.Errorf("it takes %v, and the decoder alone %v", whole, decoder)
	}
}

// quickest returns the least processor time that a function takes, in a few runs.
func quickest(t *testing.T, do func() error) time.Duration {
	t.Helper()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	best := time.Duration(math.MaxInt64)
	for range 3 {
		before := processorTime(t)
		if err := do(); err != nil {
			t.Fatal(err)
		}
		best = min(best, processorTime(t)-before)
	}
	return best
}

// processorTime returns how long this thread has run on a processor.
func processorTime(t *testing.T) time.Duration {
	t.Helper()
	var used unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_THREAD, &used); err != nil {
		t.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
