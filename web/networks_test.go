package web

import (
	"fmt"
	"net/netip"
	"testing"
	"testing/synctest"
	"time"
)

// files is how many requests a phone makes that opens the page for the first time, and a few more.
const files = 75

// crowd lets many machines ask for as long as it takes, as often as they like, and returns how many requests of theirs were answered.
func crowd(n *networks, length time.Duration) (answered int) {
	for end := time.Now().Add(length); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		for machine := range 100 {
			if n.request(netip.MustParseAddr(fmt.Sprintf("10.0.0.%d", machine))) {
				answered++
			}
		}
	}
	return answered
}

// An honest party is never told to wait: thirty phones open the page in the same moment, each from an address of its own, or all in a house with IPv6.
func TestPartyIsNoCrowd(t *testing.T) {
	for name, phone := range map[string]struct {
		format string
		phones int
	}{
		"each from an address of its own": {"192.168.1.%d", 30},
		"in a house with IPv6":            {"fd00::%x", 16},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				n := newNetworks()
				for k := range phone.phones {
					for file := range files {
						if !n.request(netip.MustParseAddr(fmt.Sprintf(phone.format, k+1))) {
							t.Fatalf("phone %d does not get file %d", k+1, file+1)
						}
					}
				}
			})
		})
	}
}

// One machine is no crowd, however much it sends: another one has its whole budget.
func TestOneMachineIsNoCrowd(t *testing.T) {
	for name, take := range map[string]struct {
		take func(*networks, netip.Addr) bool
		want int
	}{
		"handshakes":  {(*networks).handshake, handshakeBudgets.address.Times},
		"connections": {(*networks).connect, connectionBudgets.address.Times},
		"requests":    {(*networks).request, requestBudgets.address.Times},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				n := newNetworks()
				for range 6000 {
					take.take(n, netip.MustParseAddr("192.168.1.66"))
					time.Sleep(time.Millisecond)
				}
				got := 0
				for take.take(n, netip.MustParseAddr("192.168.1.7")) {
					got++
				}
				if got < take.want {
					t.Errorf("another machine has %d, not %d", got, take.want)
				}
			})
		})
	}
}

// A hundred machines that ask all the time are answered a good deal less than each alone would be, and whoever comes to them opens the page nevertheless.
func TestCrowdIsAnsweredLess(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := newNetworks()
		crowd(n, time.Minute)
		second := crowd(n, 10*time.Second) / 10
		if most := 100 * 30 / 3; second > most {
			t.Errorf("a hundred machines get %d answers a second, more than %d", second, most)
		}
		for file := range files {
			if !n.request(netip.MustParseAddr("192.168.1.7")) {
				t.Fatalf("who comes to them does not get file %d", file+1)
			}
		}
		time.Sleep(time.Minute)
		for file := range files {
			if !n.request(netip.MustParseAddr("10.0.0.1")) {
				t.Fatalf("after the crowd, one of them does not get file %d", file+1)
			}
		}
	})
}

// A phone that goes from address to address makes few of them known, and the last ones.
func TestPhoneWithManyAddresses(t *testing.T) {
	n := newNetworks()
	at := func(k int) netip.Addr { return netip.MustParseAddr(fmt.Sprintf("192.168.1.%d", k)) }
	n.know(at(200), "other", false)
	for k := range 50 {
		n.know(at(k), "phone", false)
		n.know(at(k), "phone", false)
	}
	for k := range 50 {
		if got := n.knows(at(k)); got != (k >= 50-maxOfPhone) {
			t.Errorf("address %d is known: %t", k, got)
		}
	}
	if !n.knows(at(200)) {
		t.Error("the address of another phone is forgotten")
	}
	for k := range 2 * maxKnown {
		n.know(netip.MustParseAddr(fmt.Sprintf("10.0.%d.%d", k>>8, k&255)), fmt.Sprint(k), false)
		if k > maxKnown && len(n.known) != maxKnown {
			t.Fatalf("%d addresses are known", len(n.known))
		}
	}
	if n.knows(at(200)) {
		t.Error("the oldest address is still known")
	}
}

// A guest whom the table knows under all addresses of a house, with as many tokens, is answered no more often than a house.
func TestGuestWithManyAddresses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := newNetworks()
		answered := 0
		for k := range maxKnown {
			from := netip.MustParseAddr(fmt.Sprintf("fd00::%x", k+1))
			n.know(from, from.String(), false)
			for range files {
				if n.request(from) {
					answered++
				}
			}
		}
		if most := requestBudgets.house.Times; answered > most {
			t.Errorf("he is answered %d times at once, more than %d", answered, most)
		}
		other := netip.MustParseAddr("fd00:1::7")
		n.know(other, other.String(), false)
		if !n.request(other) {
			t.Error("a phone in another house is not answered")
		}
	})
}

// The phones of hosts and players come in again, however many guests of their house knock without an end.
func TestGuestsKeepNoPlayerOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := newNetworks()
		player := netip.MustParseAddr("fd00::a:1")
		n.know(player, "player", true)
		for k := range 2 * maxKnown { // the guests come later
			n.know(netip.MustParseAddr(fmt.Sprintf("fd00::%x", k+1)), fmt.Sprint(k), false)
		}
		tried, out := 0, 0
		for round := range 3000 {
			for k := maxKnown + 1; k < maxKnown+47; k++ {
				from := netip.MustParseAddr(fmt.Sprintf("fd00::%x", k))
				n.connect(from)
				n.socket(from)
				n.request(from)
			}
			if round%100 == 0 {
				if tried++; !n.connect(player) || !n.socket(player) || !n.request(player) {
					out++
				}
			}
			time.Sleep(10 * time.Millisecond)
		}
		if out > 0 {
			t.Errorf("the player's phone is kept out %d times of %d", out, tried)
		}
	})
}
