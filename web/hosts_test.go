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

// TestOnlyLocalNetworksAreNear checks whose connections are answered, also where a provider gives public addresses to everybody in the house.
func TestOnlyLocalNetworksAreNear(t *testing.T) {
	h := newHosts("", nil, func() ([]net.Addr, error) {
		var all []net.Addr
		for _, a := range []string{"192.168.1.5/24", "198.51.100.5/28", "2001:db8:77::5/64", "2001:db8:88::5/128", "fd00::5/64", "fe80::5/64"} {
			ip, network, err := net.ParseCIDR(a)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, &net.IPNet{IP: ip, Mask: network.Mask})
		}
		return all, nil
	})
	for address, want := range map[string]bool{
		"127.0.0.1": true, "::1": true, "::ffff:127.0.0.1": true,
		"192.168.1.9": true, "192.168.9.9": true, "10.9.9.9": true, "172.16.9.9": true, "169.254.9.9": true, "100.64.9.9": true,
		"::ffff:192.168.1.9": true, "fd99::9": true, "fe80::9": true, "fe80::9%eth0": true,
		"2001:db8:77::9": true, "2001:db8:77:0:ffff:ffff:ffff:ffff": true, "2001:db8:88::9": true,
		"2001:db8:77:1::9": false, "2001:db8:99::9": false, "2606:4700::1111": false, "::ffff:203.0.113.9": false,
		"198.51.100.9": true, "198.51.100.16": false, "203.0.113.9": false, "172.32.9.9": false, "100.128.9.9": false,
	} {
		if got := h.isNear(netip.MustParseAddr(address)); got != want {
			t.Errorf("%s is near: %t", address, got)
		}
	}
	if !h.isNear(netip.Addr{}) {
		t.Error("a program on this machine is not near")
	}
	h = newHosts("", nil, func() ([]net.Addr, error) { return nil, errors.New("no netlink") })
	if h.isNear(netip.MustParseAddr("2001:db8:77::9")) || !h.isNear(netip.MustParseAddr("192.168.1.9")) {
		t.Error("without a list of addresses, private ones alone are near")
	}
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
