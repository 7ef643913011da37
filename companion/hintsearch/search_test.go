package hintsearch

import (
	"context"
	"errors"
	"runtime"
	"testing"
	"testing/synctest"
	"time"
)

// With few processors a search rests two thirds of its time, so that the table has one in between. With many it never does. It ends when it is told to in both cases.
func TestSearchRests(t *testing.T) {
	for processors, rest := range map[int]time.Duration{1: restTime, maxSearches: restTime, maxSearches + 1: 0} {
		before := runtime.GOMAXPROCS(processors)
		synctest.Test(t, func(t *testing.T) {
			ended, end := context.WithCancel(t.Context())
			defer end()
			ctx := restful(ended)
			looks := func(after time.Duration) time.Duration {
				time.Sleep(after) // it works
				began := time.Now()
				if err := ctx.Err(); err != nil {
					t.Errorf("with %d processors: %v", processors, err)
				}
				return time.Since(began)
			}
			for _, c := range []struct{ works, rests time.Duration }{{workTime, 0}, {workTime, rest}, {workTime, 0}, {workTime / 2, rest}} {
				if got := looks(c.works); got != c.rests {
					t.Errorf("with %d processors it rests %v after %v, not %v", processors, got, c.works, c.rests)
				}
			}
			end()
			if err := ctx.Err(); !errors.Is(err, context.Canceled) {
				t.Errorf("with %d processors it goes on: %v", processors, err)
			}
		})
		runtime.GOMAXPROCS(before)
	}
}
