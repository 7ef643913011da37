package redtest

import (
	"strings"
	"testing"
)

func TestReport(t *testing.T) {
	if said := Report(t, func(t *testing.T) { t.Log("all is well") }); said != "" {
		t.Errorf("a test that passes says %q", said)
	}
	runs := 0
	said := Report(t, func(t *testing.T) { runs++; t.Error("the moon is missing") })
	if !strings.Contains(said, "the moon is missing") || runs != 1 {
		t.Errorf("after %d runs, a test that fails says %q", runs, said)
	}
}

func TestExpect(t *testing.T) {
	moon := func(t *testing.T) { t.Error("the moon is missing") }
	Expect(t, "the moon is missing", moon)
	Expect(t, `without "the sun"`, func(t *testing.T) { Expect(t, "the sun", moon) })
	Expect(t, `it passes, without "the moon"`, func(t *testing.T) { Expect(t, "the moon", func(*testing.T) {}) })
}
