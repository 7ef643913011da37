package main

import (
	"slices"
	"strconv"
	"time"
)

// percentile returns the value that the given percentage of the samples does not exceed.
func percentile(samples []float64, percent int) float64 {
	sorted := slices.Sorted(slices.Values(samples))
	return sorted[min(len(sorted)-1, len(sorted)*percent/100)]
}

// number prints a value with at least three digits.
func number(v float64) string {
	switch {
	case v >= 100:
		return strconv.FormatFloat(v, 'f', 0, 64)
	case v >= 10:
		return strconv.FormatFloat(v, 'f', 1, 64)
	}
	return strconv.FormatFloat(v, 'f', 2, 64)
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
