//go:build pi

package main

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"familiar/cmd/familiar/internal/rig"
	"familiar/companion/protocol"
	"familiar/engine/sacrilege"
	"familiar/hw/builds"
	"familiar/systemd/machine"
)

// owner follows docs/raspberry-pi.md to the letter, and plays where the guide says so.
type owner struct {
	*sitting
	cards []prepared // SD cards, the next one first: as the Imager has written them, with the package in the home folder
	lines []guideLine
	token string // of Ann's phone
}

// ownersHome is the folder with the owner's files.
const ownersHome = "/root"

// testGuide runs the guide's commands in the order of the page, from a fresh system through the first reader and the first game to the restored backup.
func testGuide(t *testing.T, _ prepared) {
	text, err := os.ReadFile(filepath.FromSlash(guide))
	if err != nil {
		t.Fatal(err)
	}
	built, err := builds.Config(builds.Small)
	if err != nil {
		t.Fatal(err)
	}
	small, first := string(built), withPackage(t, machine.Pi3Header, "FAMILIAR_PACKAGE")
	first.onRaspberry(t, small, func(r *raspberry) {
		o := &owner{sitting: &sitting{raspberry: r, game: sacrilege.Game(), config: small}, cards: []prepared{withPackage(t, machine.Pi3Header, "FAMILIAR_PACKAGE")}, lines: readGuide(t, string(text))}
		for n, line := range o.lines {
			r.step(line.command, func() {
				o.before(n)
				o.follow(line)
				o.after(n)
			})
		}
		o.table.Stop()
	})
}

// follow runs a line.
func (o *owner) follow(line guideLine) {
	o.Helper()
	switch {
	case line.kind == onComputer && strings.HasPrefix(line.command, "scp "):
		o.Logf("not run: the package was copied to %s before the machine is switched on", ownersHome)
	case line.kind == onComputer:
		o.comesUp()
	case line.kind == onPiOSOnly:
		o.Logf("not run: %s (the device tree has what it brings about)", line.command)
	case line.kind == byHand:
		o.writesDown()
	case strings.HasPrefix(line.command, "sudo reboot"):
		_, err := o.try(line.command)
		if !errors.Is(err, machine.ErrEnded) { // then a new shell is up already
			o.shellUp()
		}
		o.running()
		o.ready()
	default:
		command := line.command
		if strings.Contains(command, "familiar-DATE") {
			command = strings.ReplaceAll(command, "familiar-DATE.tar.gz", o.run("cd "+ownersHome+" && ls familiar-*.tar.gz"))
		}
		o.Log(o.run("cd " + ownersHome + " && " + command))
	}
}

// before does what the guide's sentences say before a line.
func (o *owner) before(n int) {
	o.Helper()
	switch {
	case o.begins(n, "sudo raspi-config "): // "Pull the plug, wire one reader and a button, plug it in again"
		o.table.Stop()
		o.off()
		o.comesUp()
	case o.begins(n, "sudo systemctl stop ") && o.begins(n+1, "sudo familiar restore "): // "steps 1 and 2, then"
		kept, config := o.run("base64 "+ownersHome+"/familiar-*.tar.gz"), o.run("cat /etc/familiar.toml")
		name := o.run("ls " + ownersHome + "/familiar-*.tar.gz")
		o.table.Stop()
		o.off()
		var err error
		if o.disk, err = o.cards[0].debian.Clone(o.Context(), filepath.Join(o.TempDir(), "another")); err != nil {
			o.Fatal(err)
		}
		o.disk.Cache = "unsafe"
		o.comesUp()
		for _, line := range o.lines {
			if strings.HasPrefix(line.command, "sudo apt install ") {
				o.follow(line)
			}
		}
		o.write("/etc/familiar.toml", config)
		o.run("base64 -d >" + name + " <<'END'\n" + kept + "\nEND")
	}
}

// after checks the effects of a line.
func (o *owner) after(n int) {
	o.Helper()
	switch {
	case o.begins(n, "sudo familiar join"):
		said := o.run(o.lines[n].command)
		found := regexp.MustCompile(`^The table is at http://\S+ and its join code is (\S+)\.`).FindStringSubmatch(said)
		if found == nil {
			o.Fatalf("it says %q", said)
		}
		o.playsFirst()
		if o.join != found[1] {
			o.Errorf("it tells the code %s; the service says %s", found[1], o.join)
		}
	case o.lines[n].command == "sudo familiar doctor":
		o.goesOn("the first reader")
		o.enrols("knight")
	case o.begins(n, "sudo systemctl start ") && o.begins(n-1, "sudo familiar restore "):
		o.goesOn("the restored backup")
		o.laysKnown("knight")
	}
}

// begins reports whether a line begins with some words.
func (o *owner) begins(n int, words string) bool {
	return n >= 0 && n < len(o.lines) && strings.HasPrefix(o.lines[n].command, words)
}

// comesUp switches the machine on, in the room where people play.
func (o *owner) comesUp() {
	o.Helper()
	o.on()
	o.ready()
}

// ready does for a running machine what a network does.
func (o *owner) ready() {
	o.Helper()
	o.setClock()
	o.connect()
}

// writesDown adds the devices that the doctor cannot find to those that it has found.
func (o *owner) writesDown() {
	o.Helper()
	found := o.run("cat /etc/familiar.toml")
	_, button, ok := strings.Cut(o.config, "[[button]]")
	if !ok {
		o.Fatal("the first reader has no button beside it")
	}
	o.write("/etc/familiar.toml", found+"\n\n[[button]]"+button)
}

// playsFirst plays the first game, with phones only.
func (o *owner) playsFirst() {
	o.Helper()
	o.comesIn("")
	o.ann.Must(protocol.StartRequest{Game: o.game.ID, Seats: []string{"ann", "ben"}})
	o.ann.Must(protocol.SitRequest{Seat: "ann"})
	o.ann.Must(protocol.MoveRequest{Seat: "table", Verb: "reveal", Args: []string{"king"}})
	o.until("the king lies there", func() bool { return o.ann.Snapshot().Game.Facts["grave"] == "king" })
	o.token = o.ann.Token
}

// goesOn returns to the earlier game, and checks that everything works.
func (o *owner) goesOn(with string) {
	o.Helper()
	o.comesIn(o.token)
	if g := o.ann.Snapshot().Game; g == nil || g.Facts["grave"] != "king" {
		o.Fatalf("with %s the game is %s", with, rig.MustJSON(o.ann.Snapshot()))
	}
	o.until("all devices work with "+with, func() bool {
		return !slices.ContainsFunc(o.ann.Snapshot().Devices, func(d protocol.Device) bool { return !d.OK })
	})
	o.plays("with " + with)
}

// enrols puts an unknown sticker on a reader, and says which card it is on.
func (o *owner) enrols(card string) {
	o.Helper()
	uid := o.table.Tags[card][0]
	if err := o.bench.Lay(uid, "table"); err != nil {
		o.Fatal(err)
	}
	o.until("it is not known what lies there", func() bool { v := o.ann.Snapshot().Game.Verdict; return v != nil && !v.OK })
	o.ann.Must(protocol.EnrolRequest{Action: "name", Args: []string{card}})
	o.bench.Lift(uid)
	o.Pass(2 * time.Second) // long enough for the reader to report it as gone
	o.laysKnown(card)
}

// laysKnown puts down a card whose sticker is enrolled.
func (o *owner) laysKnown(card string) {
	o.Helper()
	o.reads("table", card)
}
