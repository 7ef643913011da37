package main

import (
	"context"
	"time"

	"github.com/coreos/go-systemd/v22/daemon"
)

// watchTable tells systemd that the table is there, and then, as often as systemd wants to know it, that the table's own goroutine still
// goes round: if that one is stuck, nothing is told, and systemd starts Familiar again. Devices and phones have goroutines of their own, and
// are no reason for that.
func (d *daemonParts) watchTable(ctx context.Context) {
	if d.table.Heartbeat(ctx) != nil {
		return // it is over already
	}
	notify(daemon.SdNotifyReady + "\nSTATUS=The table is at " + d.home.url())
	every, err := daemon.SdWatchdogEnabled(false)
	if err != nil {
		d.log.Warn("systemd wants to know whether the table is stuck, and does not say how often", "error", err)
	}
	if every <= 0 {
		return
	}
	tick := time.NewTicker(every / 4)
	defer tick.Stop()
	for d.table.Heartbeat(ctx) == nil {
		notify(daemon.SdNotifyWatchdog)
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// notify tells systemd something. Whoever started Familiar need not be systemd: then it does nothing.
func notify(state string) { _, _ = daemon.SdNotify(false, state) }
