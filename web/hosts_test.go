package web

import (
	"errors"
	"net"
	"net/netip"
	"testing"
	"testing/synctest"
	"time"
)

func TestAddressesAreUpdated(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		now, err := "10.0.0.1/8", error(nil)
		h := newHosts("", nil, func() ([]net.Addr, error) {
			ip, network, _ := net.ParseCIDR(now)
			return []net.Addr{&net.IPNet{IP: ip, Mask: network.Mask}}, err
		})
		if !h.isOwn("10.0.0.1") || h.isOwn("10.0.0.2") {
			t.Error("the first address is not known")
		}
		now = "10.0.0.2/8"
		time.Sleep(hostsMaxAge + time.Second)
		if h.isOwn("10.0.0.1") || !h.isOwn("10.0.0.2") {
			t.Error("the new address is not known")
		}
		err = errors.New("no netlink")
		time.Sleep(hostsMaxAge + time.Second)
		if !h.isOwn("10.0.0.2") {
			t.Error("the addresses are forgotten after an error of the list")
		}
	})
}

func TestHome(t *testing.T) {
	v6 := func() ([]net.Addr, error) {
		return []net.Addr{&net.IPNet{IP: net.ParseIP("fe80::1"), Mask: net.CIDRMask(64, 128)}, &net.IPNet{IP: net.ParseIP("fd00::5"), Mask: net.CIDRMask(64, 128)}}, nil
	}
	none := func() ([]net.Addr, error) { return nil, errors.New("no network") }
	for name, c := range map[string]struct {
		list func() ([]net.Addr, error)
		at   string
		want string
	}{
		"everywhere":   {tavernAddrs, "[::]:8080", "http://192.168.1.5:8080"},
		"port 80":      {tavernAddrs, "0.0.0.0:80", "http://192.168.1.5"},
		"one address":  {tavernAddrs, "192.168.7.7:8080", "http://192.168.7.7:8080"},
		"only IPv6":    {v6, "[::]:8080", "http://[fd00::5]:8080"},
		"IPv6 port 80": {v6, "[::]:80", "http://[fd00::5]"},
		"no network":   {none, "127.0.0.1:8080", "http://familiar.local:8080"},
	} {
		if got := newHosts("tavern", nil, c.list).url(netip.MustParseAddrPort(c.at)); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
	if got := Home(net.TCPAddrFromAddrPort(netip.MustParseAddrPort("192.168.7.7:8080"))); got != "http://192.168.7.7:8080" {
		t.Errorf("Home: %s", got)
	}
}
