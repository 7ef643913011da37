package install

import (
	"os"
	"path/filepath"
	"testing"
)

// TestResolved uses the paths of a service that is installed if none is named.
func TestResolved(t *testing.T) {
	dir := t.TempDir()
	s := Service{Config: filepath.Join(dir, "familiar.toml"), State: filepath.Join(dir, "state")}
	if err := os.WriteFile(s.Config, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ given, want Paths }{
		{Paths{}, Paths{Config: s.Config, State: s.State}},
		{Paths{State: "own"}, Paths{State: "own"}},
		{Paths{Config: "own.toml"}, Paths{Config: "own.toml"}},
	} {
		if got := test.given.Resolved(s); got != test.want {
			t.Errorf("%+v: %+v", test.given, got)
		}
	}
	if got := StateForHelp(s); got != s.State {
		t.Errorf("the default is %q", got)
	}
	s.Config += ".none"
	if got := (Paths{}).Resolved(s); got != (Paths{}) || StateForHelp(s) != DefaultState() {
		t.Errorf("without one: %+v, %q", got, StateForHelp(s))
	}
}
