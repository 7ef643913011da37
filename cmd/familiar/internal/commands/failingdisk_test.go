package commands

import (
	"bytes"
	"io/fs"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"familiar/cmd/familiar/internal/cli"
	"familiar/companion/access"
	"familiar/companion/durable/durabletest"
	"familiar/companion/packs"
	"familiar/companion/tags"
	"familiar/engine"
	"familiar/engine/oracle"
	"familiar/web/certificate"
)

// runner is a command of the program, with its arguments.
type runner interface{ Run(cli.Env) error }

// keptState makes a state with one of everything that commands read and change.
func keptState(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	game := oracle.Game()
	list, err := tags.Load(dir)
	if err == nil {
		err = list.Assign(tags.Box{Game: game.ID}, "04000000000001", "seat-1")
	}
	if err == nil {
		err = packs.Write(dir, game.ID, "mine", game.House, false)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, access.File), []byte("{\n\"code\": \"K7PX2M\"}"), 0o600)
	}
	if err == nil {
		err = certificate.InState(dir).Refresh(certificate.Identity{Names: []string{"tavern.local"}, Addresses: []netip.Addr{netip.MustParseAddr("192.168.1.5")}}, time.Now())
	}
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// filesOf returns the contents of all files in a folder, of those that a program keeps.
func filesOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := make(map[string]string)
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		if files[name] = string(data); name == certificate.AuthorityFile || strings.HasSuffix(name, ".gz") {
			files[name] = "…" // it is another one each time
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// TestCommandsOnAFailingDisk runs each command on a disk on which any one call fails. It does and says what it does on a good disk, or it says what has failed.
func TestCommandsOnAFailingDisk(t *testing.T) {
	game := oracle.Game()
	given := filepath.Join(t.TempDir(), "given.toml")
	if err := os.WriteFile(given, game.House, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, command := range map[string]func(dir string) runner{
		"tags list": func(dir string) runner { return tagsList{box{Game: game.ID, Pack: "mine", State: dir}} },
		"tags set": func(dir string) runner {
			return tagsSet{box{game.ID, engine.HousePack, dir}, "04000000000002", "seat-2"}
		},
		"tags forget":     func(dir string) runner { return tagsForget{box{game.ID, engine.HousePack, dir}, "04000000000001"} },
		"packs check":     func(string) runner { return packsCheck{given} },
		"packs list":      func(dir string) runner { return packsList{dir} },
		"packs export":    func(dir string) runner { return packsExport{ownList{game.ID, dir}, "mine"} },
		"packs import":    func(dir string) runner { return packsImport{State: dir, File: given, Name: "yours"} },
		"join":            func(dir string) runner { return Join{State: dir, Listen: "127.0.0.1:80"} },
		"certificate":     func(dir string) runner { return Certificate{State: dir, Listen: "127.0.0.1:80"} },
		"new certificate": func(dir string) runner { return Certificate{State: dir, New: true} },
		"backup":          func(dir string) runner { return Backup{dir, filepath.Join(dir, "kept.tar.gz")} },
	} {
		t.Run(name, func(t *testing.T) {
			run := func(dir string) (said string, err error) {
				var out bytes.Buffer
				err = command(dir).Run(cli.Env{Ctx: t.Context(), Games: []engine.Game{game}, Stdout: &out, Stderr: &out})
				lines := strings.Split(strings.ReplaceAll(out.String(), dir, "DIR"), "\n")
				for i, line := range lines {
					if strings.Contains(line, "fingerprint") || strings.Contains(line, " bytes in ") {
						lines[i] = "…" // it is another one each time
					}
				}
				return strings.Join(lines, "\n"), err
			}
			good := keptState(t)
			want, err := run(good)
			if err != nil {
				t.Fatal(err)
			}
			for disk := range durabletest.FailingDisks(t) {
				dir := keptState(t)
				var said string
				disk.Run(func() { said, err = run(dir) })
				if told := said + " " + errorText(err); disk.Failed != "" && strings.Contains(told, "input/output error") {
					continue
				}
				if diff := cmp.Diff(want, said); err != nil || diff != "" {
					t.Errorf("after %q has failed: %v (-want +got):\n%s", disk.Failed, err, diff)
				}
				if diff := cmp.Diff(filesOf(t, good), filesOf(t, dir)); diff != "" {
					t.Errorf("after %q has failed, nothing is said, and there are (-want +got):\n%s", disk.Failed, diff)
				}
			}
		})
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
