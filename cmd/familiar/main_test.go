package main

import (
	"context"
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"familiar/cmd/familiar/internal/cli"
	"familiar/engine/enginetest/toygame"
)

// otherNames are what this test's own binary is under other names. For the test scripts it is the program with one more game, small enough to be read at once; as
// itselfCommand it is the program without changes.
var otherNames = map[string]func(){
	"familiar": func() {
		w := cli.Env{Ctx: context.Background(), Games: append(games(), toygame.Game()), Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr}
		os.Exit(mainImpl(w, os.Args[1:]))
	},
	itselfCommand:    main,
	installedCommand: installedMain,
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
