package budget

import (
	"fmt"
	"net/netip"
	"testing"
	"time"
)

func TestNetworkOf(t *testing.T) {
	for from, want := range map[string]string{
		"192.0.2.7":            "192.0.2.7/32",
		"::ffff:192.0.2.7":     "192.0.2.7/32",
		"2001:db8:0:7:1:2:3:4": "2001:db8:0:7::/64",
		"fe80::1%eth0":         "fe80::/64",
		"127.0.0.1":            "127.0.0.1/32",
	} {
		if got := NetworkOf(netip.MustParseAddr(from)); got.String() != want {
			t.Errorf("%s is in %v, not in %s", from, got, want)
		}
	}
	if got := NetworkOf(netip.Addr{}); got != (netip.Prefix{}) {
		t.Errorf("no address is in %v", got)
	}
}

// A budget is used up, comes back bit by bit, and is not forgotten before it is whole again, however many others are asked for meanwhile.
func TestEach(t *testing.T) {
	var each Each[string]
	b, now := Budget{Times: 3, Again: time.Minute}, time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)
	take := func(k string) bool { return each.Of(k, b, now).AllowN(now, 1) }
	for n := range 4 {
		if got := take("a"); got != (n < 3) {
			t.Errorf("time %d is allowed: %t", n+1, got)
		}
	}
	if !take("b") {
		t.Error("another one has to wait")
	}
	for n := range 10_000 {
		now = now.Add(time.Millisecond)
		if !take(fmt.Sprint(n)) {
			t.Fatal(n)
		}
	}
	if take("a") {
		t.Error("what was used is forgotten")
	}
	now = now.Add(time.Minute)
	if !take("a") || take("a") {
		t.Error("after a while it is not allowed once more")
	}
	for n := range 10_000 {
		now = now.Add(time.Minute)
		take(fmt.Sprint("later ", n))
	}
	if each.Len() > 64 {
		t.Errorf("%d are remembered, although nearly all are whole again", each.Len())
	}
	each.Forget("later 9999")
	if l := each.Of("later 9999", b, now); !Full(l, now) || Used(l, now) {
		t.Error("who was forgotten has not the whole budget")
	}
}
