//go:build installed

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"familiar/companion/protocol"
	"familiar/systemd/machine"
)

// readyWithin is how long the service may take from its start until it accepts phones.
const readyWithin = 2 * time.Second

// appliance is a Debian system with the package installed, and a game on it.
type appliance struct {
	*testing.T
	ctx     context.Context
	box     *machine.Container
	phone   *networkPhone
	token   string
	moves   int // moves in the game under way
	process string
}

// TestAppliance installs the package, as a user does, on a fresh Debian whose systemd is process 1, and continues a game through everything that
// can happen to a service.
func TestAppliance(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 8*time.Minute)
	defer cancel()
	box, err := machine.NewContainer(ctx, os.Stderr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := box.Close(); err != nil {
			t.Error(err)
		}
	})
	if err := box.Boot(ctx); err != nil {
		t.Fatal(err)
	}
	i := &appliance{T: t, ctx: ctx, box: box}
	i.install(thePackage(t))
	i.isUp()
	i.isConfined()
	i.run("sh", "-c", makeNeighbours)
	askedByNeighbours(t, func(command string) string { return i.run("sh", "-c", command) })
	i.run("sh", "-c", removeNeighbours)
	i.begin()
	i.play()

	i.step("it is killed", func() { i.run("systemctl", "kill", "--signal=KILL", "familiar.service") })
	i.step("it hangs", func() { i.run("systemctl", "kill", "--signal=STOP", "familiar.service") })
	i.step("it is upgraded", func() { i.install(newer(t, thePackage(t), "+1")) })
	i.step("the plug is pulled", func() {
		if err := i.box.Cut(); err != nil {
			t.Fatal(err)
		}
		if err := i.box.Boot(ctx); err != nil {
			t.Fatal(err)
		}
	})
	i.readyInTime()
	i.isMiswired()
	i.isKept()
	i.isWell()
	i.toldItsStory()
	i.isAskedByPhone()

	i.run("systemctl", "disable", "familiar.service")
	i.install(newer(t, thePackage(t), "+2"))
	if said, err := box.Run(ctx, "systemctl", "is-enabled", "familiar.service"); strings.TrimSpace(said) != "disabled" {
		t.Errorf("after an upgrade, what was disabled is %q, %v", said, err)
	}
	i.goesAway()
}

// thePackage returns the file that `make package` has made for this processor.
func thePackage(t *testing.T) string {
	t.Helper()
	file := os.Getenv("FAMILIAR_PACKAGE")
	if file == "" {
		t.Fatal("FAMILIAR_PACKAGE has to name the package: `make test-installed` does that")
	}
	return file
}

// newer makes the same package with a higher version.
func newer(t *testing.T, file, more string) string {
	t.Helper()
	dir := t.TempDir()
	tree, to := filepath.Join(dir, "tree"), filepath.Join(dir, "familiar.deb")
	do := func(name string, args ...string) {
		t.Helper()
		if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
			t.Fatalf("%s: %v: %s", name, err, out)
		}
	}
	do("dpkg-deb", "-R", file, tree)
	control := filepath.Join(tree, "DEBIAN", "control")
	text, err := os.ReadFile(control)
	if err != nil {
		t.Fatal(err)
	}
	text = regexp.MustCompile(`(?m)^Version: .*$`).ReplaceAll(text, []byte("${0}"+more))
	if err := os.WriteFile(control, text, 0o644); err != nil {
		t.Fatal(err)
	}
	do("dpkg-deb", "-Zgzip", "-z1", "-b", tree, to)
	return to
}

func (i *appliance) run(program ...string) string {
	i.Helper()
	out, err := i.box.Run(i.ctx, program...)
	if err != nil {
		i.Fatal(err)
	}
	return strings.TrimSpace(out)
}

// install follows the manual.
func (i *appliance) install(file string) {
	i.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		i.Fatal(err)
	}
	if err := os.WriteFile(i.box.Path("/tmp/familiar.deb"), data, 0o644); err != nil {
		i.Fatal(err)
	}
	i.run("apt-get", "install", "-y", "-q", "--no-install-recommends", "/tmp/familiar.deb")
}

// property returns a property of the service from systemd.
func (i *appliance) property(name string) string {
	i.Helper()
	return i.run("systemctl", "show", "--value", "-p", name, "familiar.service")
}

// isUp waits until the service is active in a new process.
func (i *appliance) isUp() {
	i.Helper()
	for end := time.Now().Add(patience); ; time.Sleep(50 * time.Millisecond) {
		if state, process := i.property("ActiveState"), i.property("MainPID"); state == "active" && process != "0" && process != i.process {
			i.process = process
			return
		}
		if time.Now().After(end) {
			log, _ := i.box.Run(i.ctx, "journalctl", "-n", "50", "--no-pager")
			i.Fatalf("the service is %s:\n%s", i.property("ActiveState"), log)
		}
	}
}

// isConfined checks what the service may do, and who owns its files.
func (i *appliance) isConfined() {
	i.Helper()
	i.run("systemd-analyze", "verify", "--recursive-errors=no", "familiar.service", "familiar.socket")
	exposed := i.run("systemd-analyze", "security", "--offline=true", fmt.Sprintf("--threshold=%d", mostExposed), "familiar.service")
	i.Log(exposed[strings.LastIndex(exposed, "\n")+1:])

	status, err := os.ReadFile(i.box.Path("/proc/" + i.process + "/status"))
	if err != nil {
		i.Fatal(err)
	}
	for _, want := range []string{"CapEff:\t0000000000000000", "CapBnd:\t0000000000000000", "NoNewPrivs:\t1", "Seccomp:\t2"} {
		if !bytes.Contains(status, []byte(want+"\n")) {
			i.Errorf("no %q in\n%s", want, status)
		}
	}
	groups := strings.Fields(i.run("id", "-nG", "familiar"))
	for _, g := range []string{"gpio", "spi", "i2c", "dialout"} {
		if !slices.Contains(groups, g) {
			i.Errorf("the service's user is in %v", groups)
		}
	}
	for path, want := range map[string]string{
		"/var/lib/familiar": "familiar:familiar 700", "/var/lib/familiar/phones.json": "familiar:familiar 600", "/etc/familiar.toml": "root:root 644",
	} {
		if got := i.run("stat", "-c", "%U:%G %a", path); got != want {
			i.Errorf("%s is %s", path, got)
		}
	}
}

// web sends a request to the service.
func (i *appliance) web(path string) string {
	i.Helper()
	client := http.Client{Transport: &http.Transport{DialContext: i.box.Dial, DisableKeepAlives: true}, Timeout: patience}
	got, err := client.Get("http://127.0.0.1" + path)
	if err != nil {
		i.Fatal(err)
	}
	defer got.Body.Close()
	body, err := io.ReadAll(got.Body)
	if err != nil || got.StatusCode != http.StatusOK {
		i.Fatalf("%s: %s, %v: %.100s", path, got.Status, err, body)
	}
	return string(body)
}

// join connects the phone, or connects it again.
func (i *appliance) join() {
	i.Helper()
	conn, err := dialSocketOver(i.box.Dial, "127.0.0.1:80", "/ws")
	if err != nil {
		i.Fatal(err)
	}
	if i.phone, err = joinOver(conn, i.token, ""); err != nil {
		i.Fatal(err)
	}
	i.token = i.phone.welcome.Token
}

func (i *appliance) must(r protocol.Request) {
	i.Helper()
	if a, err := i.phone.do(r); err != nil || !a.OK {
		i.Fatalf("%+v: %+v, %v", r, a, err)
	}
}

func (i *appliance) begin() {
	i.Helper()
	if page := i.web("/"); !strings.Contains(page, "<title>") {
		i.Errorf("the page is %.200s", page)
	}
	if said := i.run("familiar", "join"); !regexp.MustCompile(`^The table is at http://familiar\.local and its join code is [0-9A-Z]{6}\.$`).MatchString(said) {
		i.Errorf("it says %q", said)
	}
	i.join()
	i.must(protocol.StartRequest{Game: "sacrilege", Seats: []string{"ann", "ben"}})
	i.must(protocol.SitRequest{Seat: "ann"})
	i.must(protocol.MoveRequest{Seat: "table", Verb: "reveal", Args: []string{"king"}})
	i.moves = 1
}

// play adds a card to a hand that is shown, or removes it if the hand is full.
func (i *appliance) play() {
	i.Helper()
	hand := []string{"imp", "monk", "knight", "ghoul", "warlock"}
	if i.moves > len(hand) {
		i.must(protocol.UndoRequest{})
		i.moves--
		return
	}
	i.must(protocol.MoveRequest{Verb: "hold", Args: hand[i.moves-1 : i.moves]})
	i.moves++
}

// step does something to the service, and checks that the game continues: the same moves and the same seat, and one more move.
func (i *appliance) step(what string, happens func()) {
	i.Helper()
	begun := time.Now()
	happens()
	i.isUp()
	<-i.phone.broken
	i.join()
	i.Logf("%s: back after %v", what, time.Since(begun).Round(time.Millisecond))
	s, err := i.phone.until(func(s *protocol.Snapshot) bool { return s.Game != nil })
	if err != nil {
		i.Fatalf("%s: %v", what, err)
	}
	if s.Game.Undoable != i.moves || s.You.Seat != 0 || len(s.Notices) > 0 {
		i.Fatalf("%s: after %d moves there are %d, seat %d, notices %v", what, i.moves, s.Game.Undoable, s.You.Seat, s.Notices)
	}
	i.play()
}

// readyInTime starts the service several times, and asks systemd how long the fastest start took: the others shared this machine.
func (i *appliance) readyInTime() {
	i.Helper()
	micros := func(property string) time.Duration {
		n, err := strconv.ParseInt(i.property(property), 10, 64)
		if err != nil {
			i.Fatal(err)
		}
		return time.Duration(n) * time.Microsecond
	}
	var took []time.Duration
	for range 3 {
		i.run("systemctl", "restart", "familiar.service")
		took = append(took, micros("ActiveEnterTimestampMonotonic")-micros("InactiveExitTimestampMonotonic"))
	}
	i.isUp()
	i.Logf("ready after %v; resident %s", took, i.run("grep", "VmRSS", "/proc/"+i.process+"/status"))
	if slices.Min(took) > readyWithin {
		i.Errorf("it takes %v to be ready", took)
	}
	<-i.phone.broken
	i.join()
}

// isMiswired breaks the config: phones play on, and show what is wrong with it.
func (i *appliance) isMiswired() {
	i.Helper()
	const config = "/etc/familiar.toml"
	was, err := os.ReadFile(i.box.Path(config))
	if err != nil {
		i.Fatal(err)
	}
	write := func(text []byte) {
		i.Helper()
		if err := os.WriteFile(i.box.Path(config), text, 0o644); err != nil {
			i.Fatal(err)
		}
	}
	write([]byte("[[reader]]\nbus = \"SPI9\"\n"))
	i.step("its config is wrong", func() { i.run("systemctl", "restart", "familiar.service") })
	s, err := i.phone.until(func(s *protocol.Snapshot) bool { return len(s.Devices) > 0 })
	if err != nil || s.Devices[0].Name != "config" || s.Devices[0].OK || !strings.Contains(s.Devices[0].Text, "line 2") {
		i.Errorf("phones are told of %+v, %v", s.Devices, err)
	}
	write(was)
	i.step("its config is right", func() { i.run("systemctl", "restart", "familiar.service") })
}

// isKept makes a backup during the game, continues the game, and restores the backup.
func (i *appliance) isKept() {
	i.Helper()
	i.run("familiar", "backup", "/root/evening.tar.gz")
	kept := i.moves
	i.play()
	if said, err := i.box.Run(i.ctx, "familiar", "restore", "/root/evening.tar.gz"); err == nil {
		i.Errorf("while the game is played, restoring it says %s", said)
	}
	i.run("systemctl", "stop", "familiar.socket", "familiar.service")
	i.run("familiar", "restore", "/root/evening.tar.gz")
	i.moves = kept
	i.step("it is restored", func() { i.run("systemctl", "start", "familiar.socket", "familiar.service") })
	if others := i.run("find", "/var/lib/familiar", "-not", "-user", "familiar"); others != "" {
		i.Errorf("not the service's own: %s", others)
	}
}

// isWell runs the doctor during a game.
func (i *appliance) isWell() {
	i.Helper()
	said := i.run("familiar", "doctor")
	for _, want := range []string{
		"ok  the service's user familiar has the groups gpio spi i2c dialout", "ok  familiar.socket waits for phones", "ok  familiar.service runs since",
		"ok  port 80 is Familiar's own", "ok  1 games are kept, 1 of them unfinished", "ok  no device is wired", "All is well.",
	} {
		if !strings.Contains(said, want) {
			i.Errorf("the doctor does not say %q:\n%s", want, said)
		}
	}
}

// toldItsStory looks for lines that people look for in the journal.
func (i *appliance) toldItsStory() {
	i.Helper()
	var said []string
	for line := range strings.Lines(i.run("journalctl", "-u", "familiar.service", "-o", "json", "--no-pager")) {
		var entry struct {
			Message  string `json:"MESSAGE"`
			Priority string `json:"PRIORITY"`
			Record   string `json:"FAMILIAR_RECORD"`
			Unit     string `json:"_SYSTEMD_UNIT"`
		}
		if err := json.Unmarshal([]byte(line), &entry); err != nil {
			i.Fatal(err)
		}
		said = append(said, entry.Priority+" "+entry.Message)
		if strings.HasPrefix(entry.Message, "a game begins") && (entry.Record == "" || entry.Unit != "familiar.service") {
			i.Errorf("the journal has %s", line)
		}
	}
	all := strings.Join(said, "\n")
	for _, want := range []string{"The table is at http://", "6 a new phone is in: ", "6 a game begins: game sacrilege, players Ann, Ben, ", "6 the game goes on: ", "Watchdog timeout"} {
		if !strings.Contains(all, want) {
			i.Errorf("the journal does not say %q:\n%s", want, all)
		}
	}
}

// isAskedByPhone stops the service only: the next phone makes the socket start it.
func (i *appliance) isAskedByPhone() {
	i.Helper()
	i.run("systemctl", "stop", "familiar.service")
	if said := i.web("/healthz"); strings.TrimSpace(said) != "ok" {
		i.Errorf("it says %q", said)
	}
	i.isUp()
	<-i.phone.broken
}

// goesAway removes the package, which keeps the games, and then purges it, which deletes them.
func (i *appliance) goesAway() {
	i.Helper()
	i.run("apt-get", "remove", "-y", "-q", "familiar")
	if units := i.run("systemctl", "list-units", "--plain", "--no-legend", "familiar.*"); units != "" {
		i.Errorf("there is still %s", units)
	}
	if games := i.run("ls", "/var/lib/familiar/games"); !strings.Contains(games, "sacrilege") {
		i.Errorf("the games that are left are %q", games)
	}
	i.run("apt-get", "purge", "-y", "-q", "familiar")
	if left := i.run("find", "/var/lib", "/etc", "/run/systemd", "-name", "*familiar*", "-not", "-path", "/var/lib/dpkg/*"); left != "" {
		i.Errorf("what is left is %s", left)
	}
}
