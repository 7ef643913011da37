package install

import (
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// forTests is a service whose user, and one of whose groups, exist on every system.
var forTests = Service{User: "nobody", Groups: []string{"daemon", "no-such-group"}}

func TestMain(m *testing.M) { testscript.Main(m, map[string]func(){becomeCommand: becomeMain}) }

// becomeCommand is the name under which this test's own binary becomes the service's user, and prints who it is then.
const becomeCommand = "become-familiar"

func becomeMain() {
	a, err := forTests.account()
	if err == nil {
		err = a.become()
	}
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	status, err := os.ReadFile("/proc/thread-self/status")
	fmt.Printf("%s%v\n", status, err)
	fmt.Println("Back:", syscall.Setuid(0))
}

// TestBecome checks the identity of a process that has become the service's user.
func TestBecome(t *testing.T) {
	out, err := exec.Command(becomeCommand).CombinedOutput()
	if os.Geteuid() != 0 {
		if err == nil {
			t.Errorf("somebody has become somebody else: %s", out)
		}
		return
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	at := forTests
	u, err := user.Lookup(at.User)
	if err != nil {
		t.Fatal(err)
	}
	extra, err := user.LookupGroup(at.Groups[0])
	if err != nil {
		t.Fatal(err)
	}
	var groups []string
	for line := range strings.Lines(string(out)) {
		what, all, _ := strings.Cut(strings.TrimSpace(line), ":")
		values := strings.Fields(all)
		switch what {
		case "Uid":
			if !slices.Equal(values, []string{u.Uid, u.Uid, u.Uid, u.Uid}) {
				t.Error(line)
			}
		case "Gid":
			if !slices.Equal(values, []string{u.Gid, u.Gid, u.Gid, u.Gid}) {
				t.Error(line)
			}
		case "Groups":
			groups = values
		case "Back":
			if values[0] == "<nil>" {
				t.Error("it can be root again")
			}
		case "CapEff":
			if strings.Trim(values[0], "0") != "" {
				t.Error(line)
			}
		}
	}
	if !slices.Contains(groups, u.Gid) || !slices.Contains(groups, extra.Gid) || slices.Contains(groups, "0") {
		t.Errorf("its groups are %q:\n%s", groups, out)
	}
	at.User = "no-such-user"
	if _, err := at.account(); err == nil || !strings.Contains(err.Error(), at.User) {
		t.Errorf("nobody: %v", err)
	}
}

// TestDeviceGroups tells the groups that are on this system from others.
func TestDeviceGroups(t *testing.T) {
	has, lacks, err := forTests.DeviceGroups()
	if err != nil || !slices.Equal(has, []string{"daemon"}) || !slices.Equal(lacks, []string{"no-such-group"}) {
		t.Errorf("it has %q and lacks %q, %v", has, lacks, err)
	}
	if _, _, err := (Service{User: "no-such-user"}).DeviceGroups(); err == nil || !strings.Contains(err.Error(), "no-such-user") {
		t.Errorf("without a user: %v", err)
	}
}

// TestEnter: root must become the service's user before it touches the service's state; nobody else can.
func TestEnter(t *testing.T) {
	gone := Service{State: t.TempDir(), User: "no-such-user"}
	for name, p := range map[string]Paths{"of the service": {State: gone.State}, "of somebody": {State: t.TempDir()}} {
		_, err := p.Enter(gone)
		if want := name == "of the service" && os.Geteuid() == 0; (err != nil) != want {
			t.Errorf("the state %s: %v", name, err)
		}
	}
}
