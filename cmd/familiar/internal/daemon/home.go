package daemon

import (
	"cmp"
	"context"
	"net"
	"sync/atomic"
	"time"

	"familiar/web"
)

// home is where phones find the table. It can change: a Raspberry Pi that starts has no address for a while.
type home struct {
	at    atomic.Pointer[string]
	fixed string // if it does not follow the machine's address
}

func (h *home) url() string { return *h.at.Load() }

// update finds the address again, and reports whether it has changed.
func (h *home) update(addr net.Addr) bool {
	now := cmp.Or(h.fixed, PhoneURL(addr))
	was := h.at.Swap(&now)
	return was != nil && *was != now
}

// homePause is the time between two checks of the address.
const homePause = 5 * time.Second

// watchHome keeps the address on the panel up to date.
func (d *Daemon) watchHome(ctx context.Context) {
	tick := time.NewTicker(homePause)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			if d.home.update(d.listener.Addr()) {
				d.log.Info("the table is found elsewhere now", "url", d.home.url())
				d.failed(d.table.Redraw(ctx))
			}
		case <-ctx.Done():
			return
		}
	}
}

// PhoneURL returns where phones find a table that listens at addr. If it listens on the loopback only, that is only this machine.
func PhoneURL(addr net.Addr) string {
	if tcp, ok := addr.(*net.TCPAddr); ok && tcp.IP.IsLoopback() {
		return LocalURL(addr)
	}
	return web.Home(addr)
}

// LocalURL returns where a browser on this machine finds a table that listens at addr.
func LocalURL(addr net.Addr) string {
	_, port, err := net.SplitHostPort(addr.String())
	if err != nil || port == "80" {
		return "http://localhost"
	}
	return "http://localhost:" + port
}
