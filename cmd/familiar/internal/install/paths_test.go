package install

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"familiar/companion/durable"
	"familiar/companion/tags"
	"familiar/hw"
	"familiar/hw/builds"
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

// TestListenAddress: the service listens at the port of the web, a Familiar that is started by hand at another one, and each where it is told to.
func TestListenAddress(t *testing.T) {
	for _, test := range []struct {
		flag    string
		service bool
		want    string
	}{{"", false, ":8080"}, {"", true, ":80"}, {":81", false, ":81"}, {"192.168.1.5:81", true, "192.168.1.5:81"}} {
		if got := ListenAddress(test.flag, test.service); got != test.want {
			t.Errorf("with %q, a service: %t, it is %q, not %q", test.flag, test.service, got, test.want)
		}
	}
}

// TestConfigOfATable is that of its file, and without a file that of the virtual table with everything.
func TestConfigOfATable(t *testing.T) {
	file := filepath.Join(t.TempDir(), "table.toml")
	if err := os.WriteFile(file, []byte("[[reader]]\nname = \"altar\"\nbus = \"SPI0.0\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	all, err := BuildConfig(builds.All)
	if err != nil {
		t.Fatal(err)
	}
	for name, read := range map[string]func(Paths) (*hw.Config, error){"read": Paths.ReadConfig, "to be used": Paths.UsableConfig} {
		if c, err := read(Paths{Config: file}); err != nil || len(c.Readers) != 1 || c.Readers[0].Name != "altar" {
			t.Errorf("%s: of a file it is %+v, %v", name, c, err)
		}
		if c, err := read(Paths{}); err != nil || cmp.Diff(all, c) != "" {
			t.Errorf("%s: without a file it is %+v, %v", name, c, err)
		}
		if _, err := read(Paths{Config: file + ".none"}); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: of a file that there is not it says %v", name, err)
		}
	}
	if _, err := BuildConfig("huge"); err == nil || !strings.Contains(err.Error(), `there is no build "huge"`) {
		t.Errorf("of a build that there is not it says %v", err)
	}
}

// TestStateDir makes the state directory for its user alone. Where it cannot be made, the error says how to choose another one.
func TestStateDir(t *testing.T) {
	t.Chdir(t.TempDir())
	dir, err := Paths{State: "some/state"}.StateDir()
	if err != nil || !filepath.IsAbs(dir) {
		t.Fatalf("it is %q, %v", dir, err)
	}
	if info, err := os.Stat("some/state"); err != nil || info.Mode() != fs.ModeDir|0o700 {
		t.Errorf("the folder is %v, %v", info, err)
	}
	if again, err := (Paths{State: dir}).StateDir(); err != nil || again != dir {
		t.Errorf("again it is %q, %v", again, err)
	}
	if err := os.WriteFile("file", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if dir, err := (Paths{State: "file/state"}).StateDir(); dir != "" || err == nil || !strings.Contains(err.Error(), "Choose another one with --state") {
		t.Errorf("below a file it is %q, %v", dir, err)
	}
	t.Setenv("XDG_STATE_HOME", filepath.Join(dir, "xdg"))
	if got, err := (Paths{}).StateDir(); err != nil || got != filepath.Join(dir, "xdg", "familiar") {
		t.Errorf("if none is named it is %q, %v", got, err)
	}
}

// TestDefaultState follows the XDG base directories: a relative path counts as none.
func TestDefaultState(t *testing.T) {
	for _, test := range []struct{ xdg, home, want string }{
		{"/xdg", "/home/ann", "/xdg/familiar"}, {"xdg", "/home/ann", "/home/ann/.local/state/familiar"}, {"", "/home/ann", "/home/ann/.local/state/familiar"}, {"", "", "familiar-state"},
	} {
		t.Setenv("XDG_STATE_HOME", test.xdg)
		t.Setenv("HOME", test.home)
		if got := DefaultState(); got != test.want {
			t.Errorf("with %+v it is %q", test, got)
		}
	}
}

// TestStateAtCompletesARestore checks that a command first completes a restore that was cut off, and says why it cannot while a Familiar does that.
func TestStateAtCompletesARestore(t *testing.T) {
	state := t.TempDir()
	staged := filepath.Join(state, "restore-20261122-181500.moving")
	if err := os.Mkdir(staged, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(staged, tags.File), []byte("[shelf.house]\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	held, err := durable.Hold(state)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := StateAt(Service{}, state); err == nil || err.Error() != "a backup is being restored just now: wait until that is done" {
		t.Errorf("while a Familiar holds the state it says %v", err)
	}
	if err := held.Close(); err != nil {
		t.Fatal(err)
	}
	if dir, err := StateAt(Service{}, state); err != nil || dir != state {
		t.Errorf("it is %q, %v", dir, err)
	}
	if _, err := os.Stat(filepath.Join(state, tags.File)); err != nil {
		t.Errorf("the restore is not completed: %v", err)
	}
	// A state that nobody restores may be in use.
	if held, err = durable.Hold(state); err != nil {
		t.Fatal(err)
	}
	defer held.Close()
	if dir, err := StateAt(Service{}, state); err != nil || dir != state {
		t.Errorf("in use it is %q, %v", dir, err)
	}
}

// TestPathsOfAService compares the state: the config may be another one.
func TestPathsOfAService(t *testing.T) {
	s := Service{Config: "/etc/familiar.toml", State: "/var/lib/familiar"}
	for _, test := range []struct {
		state string
		s     Service
		want  bool
	}{{"/var/lib/familiar", s, true}, {"/var/lib/familiar/", s, true}, {"/var/lib", s, false}, {"", s, false}, {"", Service{}, false}} {
		if got := (Paths{State: test.state}).Of(test.s); got != test.want {
			t.Errorf("%q is of %+v: %t", test.state, test.s, got)
		}
	}
	if err := s.NotOwnerError(); err == nil || err.Error() != "/var/lib/familiar belongs to the service: run this as `sudo familiar …`" {
		t.Errorf("others are told %v", err)
	}
}
