package daemon

import (
	"context"
	"fmt"
	"os"
	"sync"
	"time"

	systemd "github.com/coreos/go-systemd/v22/daemon"
)

// watchTable notifies systemd when the table is ready, and then, as often as systemd wants, that the table's own goroutine still
// answers. If that goroutine is stuck there is no notification, and systemd restarts Familiar. Devices and phones have goroutines of their own, and
// are no reason for a restart.
func (d *Daemon) watchTable(ctx context.Context) {
	read := extendStart(extendEvery)
	err := d.table.Heartbeat(ctx)
	read()
	if err != nil {
		return // the table has ended already
	}
	notify(systemd.SdNotifyReady + "\nSTATUS=The table is at " + d.home.url())
	every, err := systemd.SdWatchdogEnabled(false)
	if err != nil {
		d.log.Warn("systemd wants to know whether the table is stuck, and does not say how often", "error", err)
	}
	if every <= 0 {
		return
	}
	tick := time.NewTicker(every / 4)
	defer tick.Stop()
	for d.table.Heartbeat(ctx) == nil {
		notify(systemd.SdNotifyWatchdog)
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// A start takes long only if the last game is long and the machine is slow. Then systemd is asked for more time now and then, but not for ever: a start that
// hangs is tried again.
const (
	extendEvery = 5 * time.Second
	maxExtended = 10 * time.Minute
)

// extendStart asks systemd for more time, at each interval until the caller calls stop, when the game has been read.
func extendStart(every time.Duration) (stop func()) {
	if os.Getenv("NOTIFY_SOCKET") == "" {
		return func() {}
	}
	ctx, cancel := context.WithTimeout(context.Background(), maxExtended)
	var ended sync.WaitGroup
	ended.Go(func() {
		tick := time.NewTicker(every)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				notify(fmt.Sprintf("EXTEND_TIMEOUT_USEC=%d\nSTATUS=The last game is being read", (4 * every).Microseconds()))
			case <-ctx.Done():
				return
			}
		}
	})
	return func() {
		cancel()
		ended.Wait()
	}
}

// notify sends a notification to systemd. If systemd has not started Familiar, it does nothing.
func notify(state string) { _, _ = systemd.SdNotify(false, state) }
