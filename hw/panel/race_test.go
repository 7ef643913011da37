//go:build race

package panel_test

import "flag"

// The race detector makes emulated glass ten times as slow: with it, properties are checked with fewer examples.
func init() {
	if err := flag.Set("rapid.checks", "20"); err != nil {
		panic(err)
	}
}
