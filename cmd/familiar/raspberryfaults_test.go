//go:build pi

package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"familiar/cmd/familiar/internal/rig"
	"familiar/companion/protocol"
	"familiar/engine"
	"familiar/engine/sacrilege"
	"familiar/hw/bench"
	"familiar/hw/virtual"
)

// mixedOnHeader is a table with a device on each bus.
const mixedOnHeader = altarsOnHeader + paperOnHeader + prayOnHeader + `
[buzzer]
pin = "GPIO22"
`

// sitting is a game of Sacrilege for two on the machine, for a sequence of tests.
type sitting struct {
	*raspberry
	config string
	table  *rig.Rig
	game   engine.Game
	ann    *rig.Phone
}

// sits starts a machine with a table, and begins a game on it.
func (r *raspberry) sits(config string) *sitting {
	r.Helper()
	s := &sitting{raspberry: r, game: sacrilege.Game(), config: config}
	r.on()
	r.setClock()
	r.connect()
	r.run("systemctl stop familiar.socket familiar")
	r.write("/etc/familiar.toml", s.config)
	r.enrol(s.game)
	r.run("systemctl start familiar.socket familiar")
	s.comesIn("")
	s.ann.Must(protocol.StartRequest{Game: s.game.ID, Seats: []string{"ann", "ben"}})
	s.ann.Must(protocol.SitRequest{Seat: "ann"})
	s.ann.Must(protocol.MoveRequest{Seat: "table", Verb: "reveal", Args: []string{"king"}})
	s.until("all devices work", s.allWell)
	return s
}

// comesIn connects Ann's phone.
func (s *sitting) comesIn(token string) {
	s.Helper()
	s.findCode()
	s.table = s.rig(s.game, s.config, nil)
	s.ann = s.table.Phone("", token)
}

// until waits until a condition holds, for at most half a minute of the guest's time.
func (s *sitting) until(what string, holds func() bool) time.Duration {
	s.Helper()
	for begun := time.Now(); ; s.Pass(10 * time.Millisecond) {
		took := time.Since(begun)
		if holds() {
			return took
		}
		if took > 30*time.Second {
			s.Fatalf("%s: not so after %v; Ann's phone shows %s", what, took, rig.MustJSON(s.ann.Snapshot()))
		}
	}
}

func (s *sitting) allWell() bool {
	all := s.ann.Snapshot().Devices
	return len(all) == strings.Count(s.config, "\n[") && !slices.ContainsFunc(all, func(d protocol.Device) bool { return !d.OK })
}

// ill returns the message about a broken device, "" if it works.
func (s *sitting) ill(device string) string {
	for _, d := range s.ann.Snapshot().Devices {
		if d.Name == device && !d.OK {
			return d.Text
		}
	}
	return ""
}

// plays has Ann make a move on her phone, and undo it: the table works.
func (s *sitting) plays(during string) {
	s.Helper()
	before := s.ann.Snapshot().Game.Undoable
	s.ann.Must(protocol.MoveRequest{Verb: "draw", Args: []string{"?"}})
	s.until("Ann's move, "+during, func() bool { return s.ann.Snapshot().Game.Undoable == before+1 })
	s.ann.Must(protocol.UndoRequest{})
	s.until("it is taken back, "+during, func() bool { return s.ann.Snapshot().Game.Undoable == before })
}

// reads puts a card on a reader, undoes the move, and returns how long it took until a phone showed the card.
func (s *sitting) reads(reader, card string) time.Duration {
	s.Helper()
	uid := s.table.Tags[card][0]
	before := s.ann.Snapshot()
	if err := s.bench.Lay(uid, reader); err != nil {
		s.Fatal(err)
	}
	took := s.until("the card "+card+" on "+reader, func() bool {
		now := s.ann.Snapshot().Game
		return now.Gesture != nil && (before.Game.Gesture == nil || now.Gesture.ID != before.Game.Gesture.ID) ||
			now.Undoable != before.Game.Undoable || now.Verdict != nil && (before.Game.Verdict == nil || now.Verdict.N != before.Game.Verdict.N)
	})
	s.bench.Lift(uid)
	s.Pass(time.Second)
	now := s.ann.Snapshot().Game
	if now.Gesture != nil {
		s.ann.Must(protocol.DropRequest{Gesture: now.Gesture.ID})
	}
	if n := now.Undoable - before.Game.Undoable; n > 0 {
		s.ann.Must(protocol.UndoRequest{Steps: n})
	}
	return took
}

// headerFaults are the faults in the middle of a game.
var headerFaults = []struct {
	name, device, told string
	breaks, mends      func(*bench.Bench)
}{
	{
		"a reader is unplugged", "Ann's altar", tellsWires,
		func(b *bench.Bench) { b.Reader("altar-1").SetFault(virtual.ChipLineLow) },
		func(b *bench.Bench) { b.Reader("altar-1").SetFault(virtual.ChipSound) },
	}, {
		"the panel is stuck at BUSY", "panel", tellsPanel,
		func(b *bench.Bench) { b.Panel.SetFault(virtual.PanelStuck) },
		func(b *bench.Bench) { b.Panel.SetFault(virtual.PanelSound) },
	}, {
		"the I2C bus is held low", "Ben's altar", tellsHeld,
		func(b *bench.Bench) { b.I2CBus("I2C1").SetFault(virtual.I2CStuck) },
		func(b *bench.Bench) { b.I2CBus("I2C1").SetFault(virtual.I2CSound) },
	},
}

// testMixed plays one game on a table with a device on each bus. In the middle of it devices fail, times are measured, the daemon is killed and the power is cut.
func testMixed(t *testing.T, i prepared) {
	i.onRaspberry(t, mixedOnHeader, func(r *raspberry) {
		var s *sitting
		r.step("it boots, and a game begins", func() { s = r.sits(mixedOnHeader) })
		s.fails()
		if !testing.Short() {
			s.measures()
			s.losesPower()
		}
		s.table.Stop()
	})
}

// fails breaks devices in the middle of the game: phones say what to do, the game goes on, and a repaired device works again.
func (s *sitting) fails() {
	s.Helper()
	faults := headerFaults
	if testing.Short() {
		faults = faults[:1]
	}
	for _, f := range faults {
		s.step(f.name, func() {
			f.breaks(s.bench)
			if f.device == "panel" {
				s.plays("which the panel has to show") // the panel is only used when something changes
			}
			told := s.until(f.name, func() bool { return s.ill(f.device) != "" })
			if said := s.ill(f.device); !strings.HasPrefix(said, f.told) {
				s.Errorf("%s is told as %q, not %q", f.name, said, f.told)
			}
			s.plays("while " + f.name)
			f.mends(s.bench)
			back := s.until("it is mended", s.allWell)
			s.Logf("%s: told after %v, and back after %v", f.name, told, back)
		})
	}
	s.step("the supply dips", func() {
		for _, reader := range []string{"altar-1", "altar-2"} {
			s.bench.Reader(reader).SetFault(virtual.ChipBrownout)
		}
		s.bench.Panel.SetFault(virtual.PanelBrownout)
		s.plays("after the supply has dipped")
		s.Pass(5 * time.Second)
		s.until("all devices work", s.allWell)
	})
	s.step("cards are read again", func() {
		for _, reader := range []string{"altar-1", "altar-2"} {
			s.reads(reader, "imp")
		}
	})
}

// losesPower kills the daemon in the middle of the game, and switches the machine off and on: the game goes on.
func (s *sitting) losesPower() {
	s.Helper()
	s.step("the daemon is killed", func() {
		pid := s.run("systemctl show -P MainPID familiar.service")
		s.run("systemctl kill -s KILL familiar.service")
		s.untilSaid("systemctl show -P MainPID -P SubState familiar.service | tr '\\n' ' '", func(said string) bool {
			return strings.Contains(said, "running") && !strings.HasPrefix(said, pid+" ")
		})
		s.goesOn("a kill")
	})
	s.step("it is switched off and on", func() {
		s.cut()
		s.on()
		s.Logf("the service was ready %s s after the kernel began", s.run("systemctl show -P ActiveEnterTimestampMonotonic familiar.service | sed 's/......$/.&/'"))
		s.setClock()
		s.connect()
		s.goesOn("a cut of the power")
	})
}

// goesOn reconnects Ann's phone after an interruption: it shows the game as it was, and all devices work again.
func (s *sitting) goesOn(after string) {
	s.Helper()
	token, was := s.ann.Token, s.ann.Snapshot()
	s.table.Stop()
	s.comesIn(token)
	is := s.ann.Snapshot()
	if is.Game == nil || is.Game.ID != was.Game.ID || is.Game.Undoable != was.Game.Undoable || fmt.Sprint(is.Game.Facts) != fmt.Sprint(was.Game.Facts) {
		s.Fatalf("after %s the game is %s, and was %s", after, rig.MustJSON(is), rig.MustJSON(was))
	}
	s.until("all devices work after "+after, s.allWell)
	s.reads("altar-1", "imp")
	s.plays("after " + after)
}

// cut cuts the power of the machine and of all devices on it.
func (r *raspberry) cut() {
	r.Helper()
	r.off()
	for _, chip := range []string{"altar-1", "altar-2"} {
		r.bench.Reader(chip).SetFault(virtual.ChipBrownout)
	}
	r.bench.Panel.SetFault(virtual.PanelBrownout)
}
