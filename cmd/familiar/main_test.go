package main

import (
	"context"
	"os"
	"runtime/debug"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"familiar/engine/enginetest/toygame"
)

// otherNames are what this test's own binary is under other names. For the test scripts it is the program with one more game, small enough to be read at once; as
// itselfCommand it is the program without changes.
var otherNames = map[string]func(){
	"familiar": func() {
		w := env{ctx: context.Background(), games: append(games(), toygame.Game()), machine: thisMachine(), stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr}
		os.Exit(mainImpl(w, os.Args[1:]))
	},
	itselfCommand:    main,
	installedCommand: installedMain,
	becomeCommand:    becomeMain,
}

func TestMain(m *testing.M) { testscript.Main(tests{m}, otherNames) }

// tests are all tests and what they share.
type tests struct{ *testing.M }

// Run runs the tests, and stops the browser that they have used.
func (t tests) Run() int {
	defer stopChromium()
	return t.M.Run()
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata/script", UpdateScripts: os.Getenv("UPDATE_SCRIPTS") != ""})
}

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
