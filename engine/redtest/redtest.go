// Package redtest runs tests that must fail, to test helpers of tests, and returns what they report.
package redtest

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Report runs a test and returns what it reports; an empty text if it passes. The test has the name of the one that runs it, so that the flags of the test
// binary choose both, but it runs once, even if the other is repeated. Its report goes to a file instead of the standard output.
func Report(t *testing.T, test func(t *testing.T)) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "report")
	file, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	stdout, count := os.Stdout, flag.Lookup("test.count").Value.String()
	os.Stdout = file
	_ = flag.Set("test.count", "1")
	passed := testing.RunTests(regexp.MatchString, []testing.InternalTest{{Name: t.Name(), F: test}})
	_ = flag.Set("test.count", count)
	os.Stdout = stdout
	if passed {
		return ""
	}
	report, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(report)
}

// Expect runs a test that must fail, and whose report must contain a text.
func Expect(t *testing.T, says string, test func(t *testing.T)) {
	t.Helper()
	switch report := Report(t, test); {
	case report == "":
		t.Errorf("it passes, without %q", says)
	case !strings.Contains(report, says):
		t.Errorf("it says:\n%s\nwithout %q", report, says)
	}
}
