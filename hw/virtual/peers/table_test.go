//go:build peers && linux

package peers

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"text/tabwriter"

	"familiar/hw/nfc"
	"familiar/hw/virtual"
)

// row is a line of the table.
type row struct {
	driver, chip, read, differences string
}

// table collects the results of the tests.
var table struct {
	mu   sync.Mutex
	rows []row
}

// The table's words for a missing driver, and for one whose test failed.
const (
	notRun  = "not run"
	failure = "FAILED, see above"
)

func rows() []row {
	table.mu.Lock()
	defer table.mu.Unlock()
	return slices.Clone(table.rows)
}

// add appends a row.
func add(r row) {
	table.mu.Lock()
	defer table.mu.Unlock()
	table.rows = append(table.rows, r)
}

// expect makes sure that a driver has a row even if its test is interrupted.
func expect(t *testing.T, driver, chip string) {
	t.Cleanup(func() {
		if t.Failed() && !slices.ContainsFunc(rows(), func(r row) bool { return r.driver == driver && r.chip == chip }) {
			add(row{driver, chip, "", failure})
		}
	})
}

// report appends the row of a driver that was run. Differences are those that
// the test has seen and can explain; "" means none.
func report(t *testing.T, driver, chip, read, differences string) {
	t.Helper()
	switch {
	case t.Failed():
		differences = failure
	case differences == "":
		differences = "none"
	}
	add(row{driver, chip, read, differences})
}

// missing appends the row of a missing driver, and ends the test.
func missing(t *testing.T, driver, chip, why string) {
	t.Helper()
	add(row{driver, chip, notRun, why})
	t.Skip(driver + ": " + notRun + ": " + why)
}

func TestMain(m *testing.M) {
	code := m.Run()
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "\nDRIVER\tCHIP\tREAD\tDIFFERENCES")
	for _, r := range rows() {
		fmt.Fprintln(w, strings.Join([]string{r.driver, r.chip, r.read, r.differences}, "\t"))
	}
	if err := w.Flush(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

// put puts tags into a field, each of the usual model for its UID.
func put(tb testing.TB, f *virtual.Field, uids ...string) (tags []*virtual.Tag) {
	tb.Helper()
	for _, s := range uids {
		uid, err := nfc.ParseUID(s)
		if err != nil {
			tb.Fatal(err)
		}
		tag, err := virtual.NewTag(uid)
		if err != nil {
			tb.Fatal(err)
		}
		f.Put(tag)
		tags = append(tags, tag)
	}
	return tags
}

// UIDs of the tags that the drivers read.
const (
	uid4      = "DEADBEEF"
	uid7      = "04A1B2C3D4E5F6"
	otherUID7 = "04A1B2C3D4E5F7"
)

// content fails the test for each unexpected complaint of a chip.
func content(t *testing.T, complaints []string) {
	t.Helper()
	for _, c := range complaints {
		t.Errorf("the chip complains: %s", c)
	}
}
