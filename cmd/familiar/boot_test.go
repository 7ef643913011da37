//go:build machine

package main

import (
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"familiar/cmd/familiar/internal/rig"
	"familiar/companion/protocol"
	"familiar/systemd/machine"
)

// bootedTable is a table on an emulated machine, for a sequence of tests.
type bootedTable struct {
	*computer
	now, later     string // packages
	host, ann, ben *networkPhone
	game           string // the ID of the present game
}

// TestOnAMachine installs the package on a machine with a plain Debian and plays from outside, with phones, a browser, a card, a button and an
// ear at the buzzer. Then it does to the machine what happens to machines.
func TestOnAMachine(t *testing.T) {
	e := &bootedTable{now: os.Getenv("FAMILIAR_PACKAGE"), later: os.Getenv("FAMILIAR_LATER")}
	if e.now == "" || e.later == "" {
		t.Fatal("FAMILIAR_PACKAGE and FAMILIAR_LATER have to name two packages: `make boot-test` does that")
	}
	e.computer = newComputer(t, e.now, e.later)
	for _, step := range []struct {
		name string
		do   func(*bootedTable)
	}{
		{"plain Debian boots", (*bootedTable).boots},
		{"the package is installed", (*bootedTable).isInstalled},
		{"a table is wired", (*bootedTable).isWired},
		{"a game begins", (*bootedTable).begins},
		{"tags are read", (*bootedTable).readsTags},
		{"a prayer takes six seconds", (*bootedTable).prays},
		{"a browser shows the table", (*bootedTable).isBrowsed},
		{"the doctor looks", (*bootedTable).isExamined},
		{"the machine reboots", (*bootedTable).reboots},
		{"the daemon is killed", (*bootedTable).isKilled},
		{"the daemon hangs", (*bootedTable).hangs},
		{"the package is upgraded", (*bootedTable).isUpgraded},
		{"the machine is switched off and on", (*bootedTable).isOffAndOn},
		{"the package is removed and purged", (*bootedTable).isRemoved},
	} {
		begun := time.Now()
		step.do(e)
		if t.Failed() {
			t.Fatalf("that was: %s", step.name)
		}
		t.Logf("%6.1f s: %s", time.Since(begun).Seconds(), step.name)
	}
}

func (e *bootedTable) boots() {
	e.on()
	e.Logf("the shell is there %.1f s after power on", time.Since(e.begun).Seconds())
	if said := e.run("systemctl is-system-running --wait"); said != "running" {
		e.Errorf("the system is %s", said)
	}
}

func (e *bootedTable) isInstalled() {
	e.Log(e.installs(e.now))
	for _, unit := range []string{"familiar.socket", "familiar.service"} {
		for _, is := range []string{"is-active", "is-enabled"} {
			e.run("systemctl " + is + " " + unit)
		}
	}
	e.answers()
	if said := e.run("stat -c '%U %a' /var/lib/familiar"); said != "familiar 700" {
		e.Errorf("the state is %s", said)
	}
	e.Log(e.memory())
	limitsMemory(e.T, e.run, true)
	e.run(makeNeighbours)
	askedByNeighbours(e.T, e.run)
	e.run(removeNeighbours)
}

func (e *bootedTable) isWired() {
	e.run("cat >/etc/familiar.toml <<'END'\n" + wiredSo + "END\nsystemctl restart familiar.service")
	e.answers()
	e.findCode()
	e.host = e.phone("")
	e.sees(e.host, "all devices work", well)
}

func (e *bootedTable) begins() {
	e.must(e.host, protocol.StartRequest{Game: "sacrilege", Seats: []string{"ann", "ben"}})
	e.ann, e.ben = e.phone(""), e.phone("")
	e.game = e.sees(e.ann, "the game", func(s *protocol.Snapshot) bool { return s.Game != nil }).Game.ID
	e.must(e.ann, protocol.SitRequest{Seat: "ann"})
	e.must(e.ben, protocol.SitRequest{Seat: "ben"})
	e.must(e.ann, protocol.MoveRequest{Seat: "table", Verb: "reveal", Args: []string{"king"}})
	e.fact(e.ben, "grave", "king")
}

// readsTags puts two cards on Ann's altar whose tags are unknown at first: together they are worth six.
func (e *bootedTable) readsTags() {
	e.enrols("knight", "04A1B2C3D4E5F6")
	e.enrols("miller", "C0FFEE08")
	e.must(e.ann, protocol.MoveRequest{Verb: "give", Args: []string{"?"}})
	e.fact(e.ann, "ann.altar.value", "6")
}

// enrols puts an unknown tag on the reader, says which card it is, and puts it there again: a move.
func (e *bootedTable) enrols(card, uid string) {
	e.Helper()
	tag := tagOf(e.T, uid)
	e.lay(tag, e.ann, "it is not known what "+uid+" is", func(s *protocol.Snapshot) bool { return s.Game.Verdict != nil && !s.Game.Verdict.OK })
	e.must(e.ann, protocol.EnrolRequest{Action: "name", Args: []string{card}})
	time.Sleep(time.Second) // long enough for the reader to report it as gone
	lies := func(s *protocol.Snapshot) bool {
		return slices.Contains(strings.Fields(s.Game.Facts["ann.altar"]), card)
	}
	s := e.lay(tag, e.ann, card+" is played or asked about", func(s *protocol.Snapshot) bool {
		return lies(s) || s.Game.Gesture != nil && len(s.Game.Gesture.Options) > 1
	})
	if !lies(s) {
		i := slices.IndexFunc(s.Game.Gesture.Options, func(o protocol.Option) bool { return o.Verb == "sacrifice" })
		e.must(e.ann, protocol.PickRequest{Gesture: s.Game.Gesture.ID, Option: max(i, 0)})
	}
	e.sees(e.ben, card+" lies on Ann's altar", lies)
}

// lasts is how long a prayer lasts.
const lasts = 6 * time.Second

// prays begins a prayer with a button, and hears the buzzer tick its seconds. The clock outside is as good as the one inside, because the
// machine's own clock depends on it.
func (e *bootedTable) prays() {
	ear, err := e.machine.Pins().Watch(buzzerPin)
	if err != nil {
		e.Fatal(err)
	}
	defer ear.Close()
	time.Sleep(2 * time.Second) // until every sound has ended
	silent := len(ear.Edges())
	e.press()
	e.fact(e.ben, "ritual", "ann")
	e.fact(e.ben, "ann.favours", "1")
	time.Sleep(2 * time.Second) // until the fanfare has ended, too
	heard := sounds(ear.Edges()[silent:])
	if len(heard) == 0 {
		e.Fatal("nothing is heard")
	}
	for _, s := range heard {
		e.Logf("%7.3f s: %3d ms", s.at.Sub(heard[0].at).Seconds(), s.lasts.Milliseconds())
	}
	e.ticks(heard)
	took := e.recorded()
	e.Logf("by the record it took %v", took)
	if took < lasts || took > lasts+2*lateness {
		e.Errorf("by the record the prayer took %v", took)
	}
}

// sound is a sound of the buzzer.
type sound struct {
	at    time.Time
	lasts time.Duration
}

func sounds(edges []machine.Edge) []sound {
	var all []sound
	for i := 0; i+1 < len(edges); i++ {
		if edges[i].High && !edges[i+1].High {
			all = append(all, sound{edges[i].At, edges[i+1].At.Sub(edges[i].At)})
		}
	}
	return all
}

// lateness is how late a busy machine may be.
const lateness = 500 * time.Millisecond

// ticks finds a tick for each second of the prayer, and the fanfare after the sixth.
func (e *bootedTable) ticks(heard []sound) {
	e.Helper()
	begun := heard[0].at
	for second := 1; second <= int(lasts/time.Second); second++ {
		due := begun.Add(time.Duration(second) * time.Second)
		i := slices.IndexFunc(heard, func(s sound) bool { return s.at.After(due.Add(-lateness)) })
		if i < 0 || heard[i].at.After(due.Add(lateness)) {
			e.Errorf("nothing is heard about %d s after the prayer began", second)
		}
	}
	between := 0
	for _, s := range heard {
		if after := s.at.Sub(begun); after > lateness && after < lasts-lateness {
			between++
		}
	}
	if between != int(lasts/time.Second)-1 {
		e.Errorf("%d ticks are heard", between)
	}
}

// recorded returns how long the prayer took by the machine's own clock, from the record of the game.
func (e *bootedTable) recorded() time.Duration {
	e.Helper()
	record := e.run("cat /var/lib/familiar/games/" + e.game)
	at := func(move string) time.Time {
		e.Helper()
		found := regexp.MustCompile(`(?m)^` + move + ` +# (\S+)`).FindStringSubmatch(record)
		if found == nil {
			e.Fatalf("there is no %q in\n%s", move, record)
		}
		t, err := time.Parse(time.RFC3339, found[1])
		if err != nil {
			e.Fatal(err)
		}
		return t
	}
	return at("table: amen").Sub(at("ann: pray"))
}

// isBrowsed opens the page in a browser outside, as a new phone on the network does.
func (e *bootedTable) isBrowsed() {
	p := openPage(e.T, "http://"+e.machine.Address(80)+"/#join="+e.code, 390, 844)
	p.reads("main", "Ann")
	p.shot("machine-phone")
}

func (e *bootedTable) isExamined() {
	said, err := e.try("familiar doctor")
	e.Logf("%v\n%s", err, said)
	for _, line := range []string{"/etc/familiar.toml", "/var/lib/familiar can be written to", "2 tags are enrolled for sacrilege", "reader altar-1"} {
		if !strings.Contains(said, line) {
			e.Errorf("the doctor does not say %q", line)
		}
	}
	if said := e.run("familiar join"); !strings.Contains(said, e.code) {
		e.Errorf("familiar join does not tell the join code %s:\n%s", e.code, said)
	}
	time.Sleep(2 * time.Second)
	e.sees(e.host, "the doctor has disturbed nothing", well)
}

// goesOn reconnects all phones to the same game.
func (e *bootedTable) goesOn(after string) {
	e.Helper()
	e.answers()
	for seat, p := range map[int]**networkPhone{-1: &e.host, 0: &e.ann, 1: &e.ben} {
		was := *p
		is := e.phone(was.welcome.Token)
		if is.welcome.Token != was.welcome.Token {
			e.Errorf("after %s the phone of seat %d is not known again", after, seat)
		}
		s := e.sees(is, "the table after "+after, func(*protocol.Snapshot) bool { return true })
		if s.Game == nil {
			e.Fatalf("after %s no game is under way", after)
		}
		before := was.last()
		if s.Game.ID != e.game || s.Game.Undoable != before.Game.Undoable || !maps.Equal(s.Game.Facts, before.Game.Facts) || s.You != before.You {
			e.Errorf("after %s seat %d is shown\n%s\nand before it was\n%s", after, seat, rig.MustJSON(s), rig.MustJSON(before))
		}
		*p = is
	}
	e.sees(e.host, "all devices work after "+after, well)
}

// last returns the last snapshot of a phone.
func (c *networkPhone) last() *protocol.Snapshot {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.newest
}

// tells looks for lines in the journal that people look for: of this start of the system, or of an earlier one.
func (e *bootedTable) tells(start int, lines ...string) {
	e.Helper()
	said := e.run(fmt.Sprintf("journalctl -b %d -u familiar.service -o cat --no-pager", start))
	for _, line := range lines {
		if !strings.Contains(said, line) {
			e.Errorf("the journal does not tell %q:\n%s", line, said)
		}
	}
}

func (e *bootedTable) reboots() {
	begun := time.Now()
	e.reboot()
	e.answers()
	e.Logf("%.1f s from the order to reboot until the table answers", time.Since(begun).Seconds())
	e.findCode()
	e.goesOn("the reboot")
	e.tells(-1, "The table is at http://10.0.2.15", "a game begins: game sacrilege, players Ann, Ben", "a new phone is in: device Linux, Chrome", "device: name altar-1, ok true", "Stopped familiar.service")
	e.tells(0, "the game goes on: record "+e.game)
	// USB adapters that are plugged in later belong to kinds that are known by then, so the service may open them.
	for _, kind := range []string{"ttyUSB", "ttyACM", "spi", "i2c", "gpiochip"} {
		e.run("grep -qw " + kind + " /proc/devices")
	}
}

func (e *bootedTable) isKilled() {
	e.restarts("kill -KILL", 30*time.Second)
	e.tells(0, "Main process exited, code=killed, status=9/KILL", "Scheduled restart job")
}

func (e *bootedTable) hangs() {
	e.restarts("kill -STOP", time.Minute)
	e.tells(0, "Watchdog timeout")
}

// restarts does something to the daemon after which systemd must restart it.
func (e *bootedTable) restarts(what string, most time.Duration) {
	e.Helper()
	main := e.run("systemctl show -P MainPID familiar.service")
	e.run(what + " " + main)
	begun := time.Now()
	e.until("systemctl show -P MainPID -P ActiveState familiar.service | xargs", func(said string) bool {
		pid, state, _ := strings.Cut(said, " ")
		return pid != main && pid != "0" && state == "active"
	})
	took := time.Since(begun)
	e.Logf("after %s it is active again within %.1f s", what, took.Seconds())
	if took > most {
		e.Errorf("after %s it took %v until it was active again", what, took)
	}
	e.goesOn(what)
}

func (e *bootedTable) isUpgraded() {
	e.run("mount -o ro /dev/disk/by-label/stick /mnt")
	was := e.host.welcome.Version
	e.Log(e.run("dpkg -i " + onStick(e.later)))
	e.goesOn("the upgrade")
	if is := e.host.welcome.Version; is != was+"-later" {
		e.Errorf("%s was upgraded, and what runs is %s", was, is)
	}
	if said := e.run("cat /etc/familiar.toml"); strings.TrimSpace(said) != strings.TrimSpace(wiredSo) {
		e.Errorf("the config became\n%s", said)
	}
}

func (e *bootedTable) isOffAndOn() {
	e.powerOff()
	e.off()
	e.on()
	e.answers()
	e.Logf("%.1f s from power on until the table answers; %s", time.Since(e.begun).Seconds(), e.memory())
	e.goesOn("off and on")
	e.Log(e.run("systemd-analyze; systemd-analyze critical-chain familiar.service"))
}

func (e *bootedTable) isRemoved() {
	const kept = "ls /var/lib/familiar/games"
	games := e.run(kept)
	e.run("apt-get remove -y familiar")
	if said, err := e.try("systemctl is-active familiar.service familiar.socket"); err == nil {
		e.Errorf("it was removed, and is %s", said)
	}
	if said := e.run(kept); said != games {
		e.Errorf("of the games\n%s\nthere are\n%s", games, said)
	}
	e.run("apt-get purge -y familiar")
	if said, err := e.try("ls -d /var/lib/familiar /etc/familiar.toml /usr/bin/familiar"); err == nil {
		e.Errorf("it was purged, and there is %s", said)
	}
}
