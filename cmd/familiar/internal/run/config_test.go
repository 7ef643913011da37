package run

import (
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"familiar/cmd/familiar/internal/install"
	"familiar/hw/builds"
)

// TestConfigOfABuild: --build names one of the builds, or a config, whose devices are then emulated. Without it the config is that of the paths.
func TestConfigOfABuild(t *testing.T) {
	file := filepath.Join(t.TempDir(), "table.toml")
	if err := os.WriteFile(file, []byte("[[reader]]\nname = \"altar\"\nbus = \"SPI0.0\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range append(builds.Names(), "") {
		want, err := install.BuildConfig(map[bool]string{true: name, false: builds.All}[name != ""])
		if err != nil {
			t.Fatal(err)
		}
		got, err := Command{Build: name}.config()
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%q: %v (-want +got):\n%s", name, err, diff)
		}
	}
	for name, command := range map[string]Command{"a build": {Build: file}, "a config": {Paths: install.Paths{Config: file}}} {
		if c, err := command.config(); err != nil || len(c.Readers) != 1 || c.Readers[0].Name != "altar" {
			t.Errorf("of a file as %s there is %+v, %v", name, c, err)
		}
	}
	if err := os.WriteFile(file, []byte("[[reader]]\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, says := range map[string]string{"huge": `there is no build and no config "huge": builds are ` + strings.Join(builds.Names(), ", "), file: "line 1: reader: bus is missing"} {
		if c, err := (Command{Build: name}).config(); c != nil || err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: there is %+v, %v", name, c, err)
		}
	}
}

// TestListen opens a socket at a free address. The error says what is wrong with any other one.
func TestListen(t *testing.T) {
	l, err := listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	conn, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	conn.Close()
	for addr, says := range map[string]string{l.Addr().String(): l.Addr().String() + " is in use: is Familiar running already?", "127.0.0.1:none": "listening: "} {
		if _, err := listen(addr); err == nil || !strings.HasPrefix(err.Error(), says) {
			t.Errorf("at %s it says %v", addr, err)
		}
	}
}
