package commands

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"

	"familiar/cmd/familiar/internal/cli"
	"familiar/companion/packs"
	"familiar/engine"
	"familiar/engine/enginetest/toygame"
)

// TestReplayOfWhatIsNoFile replays a folder that somebody else has filled: with a pipe, with a link to it, and with records whose card lists are a device
// and a file that is too long. None of them is waited for, or read without end.
func TestReplayOfWhatIsNoFile(t *testing.T) {
	t.Chdir(t.TempDir())
	const records = "records"
	for _, err := range []error{
		os.Mkdir(records, 0o755),
		unix.Mkfifo(records+"/pipe.table", 0o600),
		os.Symlink("pipe.table", records+"/link.table"),
		os.WriteFile(records+"/device.table", []byte("game toy\npack /dev/zero\nseat ann\nseat ben\n"), 0o600),
		os.WriteFile(records+"/long.table", []byte("game toy\npack ./long.toml\nseat ann\nseat ben\n"), 0o600),
		os.WriteFile(records+"/long.toml", make([]byte, packs.MaxSize+1), 0o600),
		os.WriteFile(records+"/true.table", []byte(trueRecord), 0o600),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	var out strings.Builder
	if err := (Replay{Files: []string{records}}).Run(cli.Env{Ctx: t.Context(), Games: []engine.Game{toygame.Game()}, Stdout: &out}); err == nil {
		t.Error("the folder passes")
	}
	want := `records/device.table:2: pack /dev/zero
	reading pack "/dev/zero": zero: it is no file
records/link.table: it is no file
records/long.table:2: pack ./long.toml
	reading pack "./long.toml": long.toml: it is longer than 256 KiB
records/pipe.table: it is no file
1 passed, 4 failed
`
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Errorf("it prints (-want +got):\n%s", diff)
	}
}
