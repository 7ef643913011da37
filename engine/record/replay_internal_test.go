package record

import (
	"fmt"
	"strings"
	"testing"
)

// A line of a record that lists what was legal says of a long list how many entries are left out.
func TestLongLists(t *testing.T) {
	for n, want := range map[int]string{1: "1 entries", maxEntries: "12 entries", maxEntries + 1: "12 entries … and 1 more", maxEntries + 30: "12 entries … and 30 more"} {
		set := make([]string, n)
		for i := range set {
			set[i] = fmt.Sprint("e", i)
		}
		first, more, _ := strings.Cut(listEntries(set), " …")
		got := fmt.Sprint(strings.Count(first, "e"), " entries")
		if more != "" {
			got += " …" + more
		}
		if got != want {
			t.Errorf("of %d entries it lists %s, not %s", n, got, want)
		}
	}
}
