package main

import (
	"fmt"
	"testing"
	"time"

	"familiar/cmd/familiar/internal/rig"
	"familiar/companion/protocol"
	"familiar/hw/virtual"
)

// dipSupply makes the supply voltage of all wired devices drop for a moment.
func (o *faultTable) dipSupply() {
	b := o.Daemon.Virtual().Bench()
	for _, r := range o.Wiring.Readers {
		b.Reader(r.Name).SetFault(virtual.ChipBrownout)
	}
	b.Panel.SetFault(virtual.PanelBrownout)
	if b.Lamps != nil {
		b.Lamps.Unplug(true)
		b.Lamps.Unplug(false)
	}
}

// waitForRecovery waits until every device that has just lost its supply works again.
func (o *faultTable) waitForRecovery() {
	o.Helper()
	dipped := time.Now()
	o.Pass(recoveryTime / 4) // until somebody notices
	o.within(recoveryTime-time.Since(dipped), "all but the panel are well", func() bool {
		ill := o.brokenDevices()
		return len(ill) == 0 || o.isInk() && len(ill) == 1 && ill["panel"] != ""
	})
	if o.Daemon.Virtual().Bench().Lamps != nil {
		o.within(recoveryTime-time.Since(dipped), "the lamps show the scene", o.lampsMatch)
	}
}

// TestBrownouts makes the supply of all chips drop at once, several times: in anybody's turn, during a question, and during a prayer.
func TestBrownouts(t *testing.T) {
	for name, config := range faultyTables {
		t.Run(name, func(t *testing.T) {
			if !rig.OwnProcess(t) {
				return
			}
			withFaultTable(t, config, func(o *faultTable) {
				o.dipInTurn()
				o.dipInQuestion()
				o.dipInPrayer()
				o.during = "the end"
				o.waitUntilWorking(recoveryTime + refreshTime[o.Wiring.Panel.Model])
				o.useDevices(unusable{})
				o.checkDisplays(time.Now())
			})
		})
	}
}

// dipInTurn: tags that lie on the readers meanwhile make no new moves.
func (o *faultTable) dipInTurn() {
	o.Helper()
	var lying []string
	for _, r := range o.Wiring.Readers {
		lying = append(lying, o.layCard(r.Name))
		o.undo(true)
	}
	for i := range 4 {
		o.during = fmt.Sprintf("dip %d in a turn", i)
		o.dipSupply()
		o.phones[0].Must(protocol.MoveRequest{Verb: "draw"})
		o.expect("ann: draw")
		o.undo(true)
		o.waitForRecovery()
	}
	o.Pass(recoveryTime)
	for _, card := range lying {
		o.Lift(o.Tags[card]...)
	}
	o.useDevices(unusable{})
}

// dipInQuestion: the question stays open, and its answer makes the one move.
func (o *faultTable) dipInQuestion() {
	o.Helper()
	o.during = "dips while a question is open"
	imp := o.Tags["imp"][0] // on another player's altar the table must ask whose card it is
	o.Put("first", imp)
	o.Pass(reactionTime)
	asked := o.phones[1].Snapshot().Game.Gesture
	if asked == nil || len(asked.Options) < 2 {
		o.Fatalf("%s: %+v is asked", o.during, asked)
	}
	for range 3 {
		o.dipSupply()
		o.waitForRecovery()
	}
	still := o.phones[1].Snapshot().Game.Gesture
	if still == nil || still.ID != asked.ID {
		o.Fatalf("%s: %+v was asked, and now %+v", o.during, asked, still)
	}
	option := -1
	for i, a := range still.Options {
		if a.Seat == 1 {
			option = i
		}
	}
	o.phones[1].Must(protocol.PickRequest{Gesture: still.ID, Option: option})
	o.expect("ben: sacrifice imp ben")
	o.undo(true)
	o.Lift(imp)
}

// dipInPrayer: the prayer ends after its six seconds, and moves before that count.
func (o *faultTable) dipInPrayer() {
	o.Helper()
	o.during = "dips while somebody prays"
	for _, card := range []string{"knight", "miller"} { // for an altar of six
		o.phones[0].Must(protocol.MoveRequest{Seat: "table", Verb: "amend", Args: []string{card, "deck", "ann.altar"}})
		o.expect("table: amend " + card + " deck ann.altar")
	}
	prayed := time.Now()
	o.phones[0].Must(protocol.MoveRequest{Verb: "pray"})
	o.expect("ann: pray")
	for i := range 4 {
		o.dipSupply()
		o.Pass(time.Second)
		if i == 1 {
			o.phones[1].Must(protocol.MoveRequest{Verb: "sacrifice", Args: []string{"imp", "ann"}})
			o.expect("ben: sacrifice imp ann")
		}
	}
	o.Pass(time.Until(prayed.Add(6*time.Second - reactionTime)))
	if timer := o.phones[2].Snapshot().Game.Timer; timer == nil || timer.Paused || !o.journalMatches() {
		o.Fatalf("%s: shortly before its end the timer is %+v", o.during, timer)
	}
	o.Pass(reactionTime)
	o.expect("table: amen")
}
