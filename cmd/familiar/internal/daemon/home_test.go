package daemon

import (
	"net"
	"strings"
	"testing"
)

// TestAddressForPhones: a table that listens on the loopback alone is found on this machine alone.
func TestAddressForPhones(t *testing.T) {
	for addr, want := range map[string]string{
		"127.0.0.1:8080": "http://localhost:8080", "127.0.0.1:80": "http://localhost", "[::1]:8080": "http://localhost:8080", "192.168.1.5:8080": "http://192.168.1.5:8080",
	} {
		at, err := net.ResolveTCPAddr("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		if got := PhoneURL(at); got != want {
			t.Errorf("at %s phones find it at %s, not %s", addr, got, want)
		}
		if got := LocalURL(at); !strings.HasPrefix(got, "http://localhost") || strings.HasSuffix(got, ":8080") != (at.Port == 8080) {
			t.Errorf("at %s this machine finds it at %s", addr, got)
		}
	}
	if got := LocalURL(&net.UnixAddr{Name: "/run/familiar", Net: "unix"}); got != "http://localhost" {
		t.Errorf("at an address without a port this machine finds it at %s", got)
	}
}

// TestHomeFollowsTheAddress: the panel is drawn again only when phones find the table elsewhere. The first address is no change, and one that is fixed never changes.
func TestHomeFollowsTheAddress(t *testing.T) {
	first, second := &net.TCPAddr{IP: net.IPv4(192, 168, 1, 5), Port: 80}, &net.TCPAddr{IP: net.IPv4(192, 168, 1, 6), Port: 80}
	for fixed, want := range map[string][2]string{"": {"http://192.168.1.5", "http://192.168.1.6"}, "https://table.example": {"https://table.example", "https://table.example"}} {
		h := home{fixed: fixed}
		if h.update(first) || h.url() != want[0] {
			t.Errorf("fixed at %q, at first it is %s", fixed, h.url())
		}
		if h.update(first) {
			t.Errorf("fixed at %q, the same address is a change", fixed)
		}
		if changed := h.update(second); changed != (fixed == "") || h.url() != want[1] {
			t.Errorf("fixed at %q, at another address it is %s, changed: %t", fixed, h.url(), changed)
		}
	}
}
