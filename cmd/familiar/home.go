package main

import (
	"context"
	"net"
	"sync/atomic"
	"time"

	"familiar/web"
)

// home is where phones find the table. That changes: a Raspberry Pi that starts has no address for a while.
type home struct{ at atomic.Pointer[string] }

func (h *home) url() string { return *h.at.Load() }

// look looks again, and reports whether the table is somewhere else now.
func (h *home) look(addr net.Addr) bool {
	now := phoneURL(addr)
	was := h.at.Swap(&now)
	return was != nil && *was != now
}

// homePause is how often it is looked where the table is.
const homePause = 5 * time.Second

// watchHome has the panel show the address under which the table is found now.
func (d *daemonParts) watchHome(ctx context.Context) {
	tick := time.NewTicker(homePause)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			if d.home.look(d.listener.Addr()) {
				d.log.Info("the table is found elsewhere now", "url", d.home.url())
				d.failed(d.table.Redraw(ctx))
			}
		case <-ctx.Done():
			return
		}
	}
}

// phoneURL is where phones find a table that listens there: nowhere but on this machine, if it listens on the loopback only.
func phoneURL(addr net.Addr) string {
	if tcp, ok := addr.(*net.TCPAddr); ok && tcp.IP.IsLoopback() {
		return localURL(addr)
	}
	return web.Home(addr)
}

func localURL(addr net.Addr) string {
	_, port, err := net.SplitHostPort(addr.String())
	if err != nil || port == "80" {
		return "http://localhost"
	}
	return "http://localhost:" + port
}
