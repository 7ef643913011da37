//go:build pi

package main

import (
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"

	"familiar/cmd/familiar/internal/rig"
	"familiar/systemd/machine"
)

// raspberryPart is a part of the test on an emulated Raspberry Pi. Only the short ones belong to the tests of each change.
type raspberryPart struct {
	name  string
	short bool
	test  func(t *testing.T, i prepared)
}

// raspberryParts are all parts, the long ones first, so that no processor waits for the last one.
var raspberryParts = []raspberryPart{
	{"games with e-paper", false, gamesAt("an RC522 and an e-paper")},
	{"faults and figures", true, testMixed},
	{"a Raspberry Pi 2, of 32 bits", false, gameOn(machine.Pi2Header, "Raspberry Pi 2 Model B", "FAMILIAR_PACKAGE_32")},
	{"guide", false, testGuide},
	{"games with three readers", true, gamesAt("two RC522 and a PN532")},
	{"the service", true, testUnit},
	{"games with an OLED", false, gamesAt("an RC522, a PN532 and an OLED")},
	{"a Raspberry Pi 4", false, gameOn(machine.Pi4Header, "Raspberry Pi 4 Model B", "FAMILIAR_PACKAGE")},
	{"SPI1 and PWM", false, testSPI1},
}

// installedDisk is the variable with the disk for TestRaspberry's processes, on which the package is installed.
const installedDisk = "FAMILIAR_PI_DISK"

// TestRaspberry has emulated Raspberry Pis with the package installed do everything that a table needs.
//
// As many run at a time as there are processors, each together with its header's process on a processor of its own. A guest and its header take turns, and
// a processor that has gone to sleep in between would take longer to wake up than a turn lasts.
func TestRaspberry(t *testing.T) {
	if disk := os.Getenv(installedDisk); disk != "" {
		playPart(t, disk)
		return
	}
	i := installPi(t)
	parts := make(chan raspberryPart, len(raspberryParts))
	for _, part := range raspberryParts {
		if part.short || !testing.Short() {
			parts <- part
		}
	}
	close(parts)
	var all sync.WaitGroup
	for _, processor := range ownProcessors(t) {
		all.Go(func() {
			for part := range parts {
				t.Run(part.name, func(t *testing.T) { i.runPart(t, part, processor) })
			}
		})
	}
	all.Wait()
}

// runPart runs a part in a process of its own, on a processor of its own.
func (i prepared) runPart(t *testing.T, part raspberryPart, processor int) {
	cmd := exec.CommandContext(t.Context(), "taskset", "-c", strconv.Itoa(processor), os.Args[0], "-test.run=^TestRaspberry$/^"+strings.ReplaceAll(part.name, " ", "_")+"$",
		"-test.v", fmt.Sprintf("-test.short=%t", testing.Short()), "-test.timeout=40m")
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1", installedDisk+"="+i.debian.Format+":"+i.debian.Disk)
	cmd.Stdout, cmd.Stderr = t.Output(), t.Output()
	if err := cmd.Run(); err != nil {
		t.Error(err)
	}
}

// ownProcessors returns the numbers of the processors that this process may use.
func ownProcessors(t *testing.T) []int {
	t.Helper()
	var set unix.CPUSet
	if err := unix.SchedGetaffinity(0, &set); err != nil {
		t.Fatal(err)
	}
	var all []int
	for n := 0; len(all) < set.Count(); n++ {
		if set.IsSet(n) {
			all = append(all, n)
		}
	}
	return all
}

// playPart is the body of TestRaspberry in each process that it starts. -test.run selects the part; disk is FORMAT:FILE.
func playPart(t *testing.T, disk string) {
	i := fetchPi(t, machine.Pi3Header)
	i.debian.Format, i.debian.Disk, _ = strings.Cut(disk, ":")
	for _, part := range raspberryParts {
		t.Run(part.name, func(t *testing.T) { part.test(t, i) })
	}
}

// gamesAt plays whole games on an emulated Raspberry Pi, through the kernel's own drivers: with the config that `doctor --write-config` writes there, with
// cards, buttons, knob and phones. Each journal must equal that of the same game in a bubble.
func gamesAt(name string) func(t *testing.T, i prepared) {
	return func(t *testing.T, i prepared) {
		var played []headerGame
		for _, g := range headerGames {
			if g.table == name {
				played = append(played, g)
			}
		}
		if testing.Short() {
			played = played[:1]
		}
		i.plays(t, played, func(*raspberry) {})
	}
}

// gameOn installs the package on another model and plays a game there. The doctor must name the model.
func gameOn(model machine.Model, name, packaged string) func(t *testing.T, i prepared) {
	return func(t *testing.T, _ prepared) {
		i := withPackage(t, model, packaged)
		i.plays(t, headerGames[:1], func(r *raspberry) {
			r.step("the package is installed", r.install)
			said, _ := r.try("familiar doctor") // fails because the table has no devices
			if want := "ok  this machine is a " + name + "\n"; !strings.Contains(said, want) {
				r.Errorf("the doctor says\n%s\nand not %q", said, want)
			}
		})
	}
}

// plays starts a machine and plays games on one table, with the doctor's config. It calls before after the start; then the package must be installed.
func (i prepared) plays(t *testing.T, played []headerGame, before func(r *raspberry)) {
	table := headerTables[played[0].table]
	want, tapes := make(map[string][]string), make(map[string]*rig.Recording)
	for _, g := range played {
		journal, kept := g.inBubble(t)
		want[g.game], tapes[g.game] = statements(journal), kept
	}
	config := table.found + table.added
	i.onRaspberry(t, config, func(r *raspberry) {
		r.step("it boots", r.on)
		r.setClock()
		r.connect()
		before(r)
		r.step("the doctor looks for devices", func() { r.writesConfig(table.found) })
		r.write("/etc/familiar.toml", config)
		for _, g := range played {
			r.step("a whole game of "+g.game, func() { r.playsGame(g, want[g.game], tapes[g.game]) })
		}
	})
}

// writesConfig has the doctor look for devices, as in docs/raspberry-pi.md, and compares its config.
func (r *raspberry) writesConfig(want string) {
	r.Helper()
	r.run("systemctl stop familiar.socket familiar")
	r.Log(r.run("familiar doctor --write-config - 2>&1 >/root/found.toml"))
	said := r.run("cat /root/found.toml")
	var found strings.Builder
	for line := range strings.Lines(said + "\n") {
		if !strings.HasPrefix(line, "#") {
			found.WriteString(line)
		}
	}
	if diff := cmp.Diff(strings.TrimSpace(want), strings.TrimSpace(found.String())); diff != "" {
		r.Fatalf("the doctor has found (-want +got):\n%s", diff)
	}
}

// playsGame plays a game and compares its journal with that of the same game elsewhere.
func (r *raspberry) playsGame(g headerGame, want []string, kept *rig.Recording) {
	r.Helper()
	game := g.rules(r.T)
	r.run("systemctl stop familiar.socket familiar; rm -rf /var/lib/familiar/*") // no seat is taken, and no other game there
	r.enrol(game)
	r.run("systemctl start familiar.socket familiar")
	r.findCode()
	begun := time.Now()
	table := r.rig(game, g.config(), kept)
	p := g.play(r.T, table)
	table.Stop()
	_, journal, err := r.Journal()
	if err != nil {
		r.Fatal(err)
	}
	if diff := cmp.Diff(want, statements(journal)); diff != "" {
		r.Errorf("%s has another journal here (-bubble +here):\n%s", g.game, diff)
	}
	r.Logf("%s: %d moves in %v of the guest's time, made by %v", g.game, p.Moves, time.Since(begun).Round(time.Second), p.Inputs)
	if len(kept.Pictures)+len(kept.Choices) > 0 {
		r.Errorf("%s: %d pictures and %d lists of the knob were not seen here", g.game, len(kept.Pictures), len(kept.Choices))
	}
}

// noted matches the text after a statement in a journal: time, source, mark of an unfinished step, checksum.
var noted = regexp.MustCompile(`# \S+Z (.*?) ?(\+?) ?[0-9a-f]{8}$`)

// statements returns the lines of a journal without times and checksums: each statement with its source, and whether its step goes on.
func statements(journal []byte) []string {
	var all []string
	for line := range strings.Lines(string(journal)) {
		line = strings.TrimRight(line, "\n")
		if by := noted.FindStringSubmatchIndex(line); by != nil && !strings.HasPrefix(line, "#") {
			line = fmt.Sprintf("%s # %s %s", strings.TrimSpace(line[:by[0]]), line[by[2]:by[3]], line[by[4]:by[5]])
		} else if strings.HasPrefix(line, "#") {
			continue // the times of its beginning and end
		}
		all = append(all, line)
	}
	return all
}
