//go:build race

package companion_test

import "flag"

// Under the race detector properties are looked at less often than without.
func init() {
	if err := flag.Set("rapid.checks", "20"); err != nil {
		panic(err)
	}
}
