package commands

import (
	"runtime/debug"
	"testing"
)

func TestDescribeVersion(t *testing.T) {
	vcs := []debug.BuildSetting{
		{Key: "vcs.revision", Value: "0123456789abcdef0123"}, {Key: "vcs.time", Value: "2026-05-01T10:00:00Z"},
		{Key: "vcs.modified", Value: "true"}, {Key: "GOOS", Value: "linux"}, {Key: "GOARCH", Value: "arm"},
	}
	for _, tc := range []struct {
		name, set, want string
		info            debug.BuildInfo
	}{
		{"nothing known", "", "familiar (unknown version)", debug.BuildInfo{}},
		{"module", "", "familiar v1.2.3, go1.26", debug.BuildInfo{GoVersion: "go1.26", Main: debug.Module{Version: "v1.2.3"}}},
		{"release", "v2.0.0", "familiar v2.0.0", debug.BuildInfo{Main: debug.Module{Version: "(devel)"}}},
		{"commit", "", "familiar (devel), commit 0123456789ab of 2026-05-01T10:00:00Z, changed since, go1.26 for linux/arm",
			debug.BuildInfo{GoVersion: "go1.26", Main: debug.Module{Version: "(devel)"}, Settings: vcs}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := describe(tc.set, &tc.info); got != tc.want {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
}
