//go:build race

package panel_test

import "flag"

// The race detector makes emulated glass ten times as slow: under it properties are looked at less often than without.
func init() {
	if err := flag.Set("rapid.checks", "20"); err != nil {
		panic(err)
	}
}
