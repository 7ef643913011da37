package rig

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
)

// ownProcessVariable is set in a process that runs only one test.
const ownProcessVariable = "FAMILIAR_TEST_ALONE"

// OwnProcess runs the test again in a process of its own, beside others, and reports whether this is that process: if not, the test
// returns at once. The names of emulated ports are known to a whole process, so two tables in one would take them from each other.
func OwnProcess(t *testing.T) bool {
	t.Helper()
	if os.Getenv(ownProcessVariable) != "" {
		return true
	}
	t.Parallel()
	itself, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	only := "^" + strings.ReplaceAll(t.Name(), "/", "$/^") + "$"
	args := []string{"-test.run=" + only, "-test.v=" + strconv.FormatBool(testing.Verbose())}
	flag.Visit(func(f *flag.Flag) {
		if f.Name == "test.gocoverdir" || !strings.HasPrefix(f.Name, "test.") { // what it covers counts as covered by this process
			args = append(args, "-"+f.Name+"="+f.Value.String())
		}
	})
	cmd := exec.CommandContext(t.Context(), itself, args...)
	cmd.Env = append(os.Environ(), ownProcessVariable+"=yes", "GORACE=atexit_sleep_ms=0")
	out, err := cmd.CombinedOutput()
	if err == nil && bytes.Contains(out, []byte("no tests to run")) {
		err = fmt.Errorf("nothing is called %s", only)
	}
	if err != nil || testing.Verbose() {
		t.Logf("%s", out)
	}
	if err != nil {
		t.Error(err)
	}
	return false
}
