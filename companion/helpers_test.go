package companion_test

import (
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"testing"

	"familiar/companion/tags"
)

func infoLog(w io.Writer) *slog.Logger {
	return slog.New(slog.NewTextHandler(w, &slog.HandlerOptions{Level: slog.LevelInfo}))
}

// spoil puts a tag into the list twice.
func spoil(t *testing.T, dir string) {
	t.Helper()
	broken := "[sacrilege.house]\n\"04AABBCCDDEEFF\" = \"imp\"\n\"04:aa:bb:cc:dd:ee:ff\" = \"monk\"\n"
	if err := os.WriteFile(filepath.Join(dir, tags.File), []byte(broken), 0o600); err != nil {
		t.Fatal(err)
	}
}
