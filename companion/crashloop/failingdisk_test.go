package crashloop

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"familiar/companion/durable/durabletest"
	"familiar/engine/lang"
)

// On a disk on which any one call fails, a guilty file is set aside, or the table says that it cannot be. It is never lost.
func TestGuiltyFileOnAFailingDisk(t *testing.T) {
	const file = "tags.toml"
	for disk := range durabletest.FailingDisks(t) {
		dir := stateWithFiles(t)
		for range crashes {
			start(t, dir, "boot", file)
		}
		told, aside := "", false
		var w *Watch
		disk.Run(func() {
			w = Begin(dir, "boot", func(text lang.Localized) { told = text.In(lang.English) })
			aside = w.Reading(file)
		})
		path := filepath.Join(dir, file)
		data, err := os.ReadFile(path)
		if os.IsNotExist(err) {
			data, err = os.ReadFile(path + ".damaged-1")
		}
		if err != nil || string(data) != file {
			t.Errorf("after %q has failed, the file holds %q, %v", disk.Failed, data, err)
		}
		crashed := strings.HasPrefix(told, "The table has crashed again and again while it read "+file)
		cannot := strings.HasPrefix(told, "The table crashes again and again while it reads "+file+", and that cannot be set aside: ")
		unread := told == "" && w.last == note{} // the note of the crashes
		if aside != crashed || !aside && !cannot && !unread || disk.Failed == "" && !aside || (w.Trouble() != "") != (crashed || cannot) {
			t.Errorf("after %q has failed it is set aside: %t; told is %q, and on the panel %q", disk.Failed, aside, told, w.Trouble())
		}
	}
}
