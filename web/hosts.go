package web

import (
	"maps"
	"net"
	"net/netip"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"familiar/web/certificate"
)

// hosts holds the names and addresses of this machine.
type hosts struct {
	main  string // the name that phones should use
	names map[string]bool
	// list returns the machine's addresses, which come and go with networks.
	list func() ([]net.Addr, error)

	mu       sync.Mutex
	listed   time.Time
	prefixes []netip.Prefix // of addresses, with the length of their networks
}

// defaultName is a name that every table answers to, whatever its machine is called.
const defaultName = "familiar.local"

// hostsMaxAge is how long a list of addresses is used before it is made anew. Until then phones with a new address of the provider are refused.
const hostsMaxAge = time.Second

// ownHosts returns this machine's names and addresses, and more names.
func ownHosts(more []string) *hosts {
	name, _ := os.Hostname() // without a host name, the other names remain
	return newHosts(name, more, net.InterfaceAddrs)
}

func newHosts(name string, more []string, list func() ([]net.Addr, error)) *hosts {
	h := &hosts{main: defaultName, names: map[string]bool{"localhost": true, defaultName: true}, list: list}
	if name = tidyHost(name); name != "" {
		short, _, _ := strings.Cut(name, ".")
		h.main = short + ".local"
		h.names[name], h.names[short], h.names[h.main] = true, true, true
	}
	for _, m := range more {
		// A name may come with a port, which is ignored.
		if host, _, ok := splitHost(m); ok {
			h.names[host] = true
		}
	}
	return h
}

// identity returns what this machine is called, for its certificate.
func (h *hosts) identity() certificate.Identity {
	names := slices.DeleteFunc(slices.Collect(maps.Keys(h.names)), func(name string) bool { return name == h.main })
	t := certificate.Identity{Names: append([]string{h.main}, names...)}
	for _, p := range h.addresses() {
		t.Addresses = append(t.Addresses, p.Addr())
	}
	return t
}

// isOwn reports whether a name, as splitHost returns it, is a name of this machine.
func (h *hosts) isOwn(host string) bool {
	if h.names[host] {
		return true
	}
	addr, _ := netip.ParseAddr(host) // if it is none, the zero address, which no machine has
	addr = addr.Unmap().WithZone("")
	return addr.IsLoopback() || slices.ContainsFunc(h.addresses(), func(p netip.Prefix) bool { return p.Addr() == addr })
}

// shared are the addresses of providers' and virtual private networks. Like private ones, nobody has them on the internet.
var shared = netip.MustParsePrefix("100.64.0.0/10")

// isNear reports whether an address belongs to a local network: nobody has it on the internet, or this machine is in its network. A program on this machine that
// has connected without a network has the zero address.
//
// In IPv6 phones and this machine have public addresses of the provider, and resolve its name to one. There the network of an address has 64 bits, even if
// DHCP has given this machine an address with 128.
func (h *hosts) isNear(addr netip.Addr) bool {
	addr = addr.Unmap().WithZone("")
	if !addr.IsValid() || addr.IsLoopback() || addr.IsPrivate() || addr.IsLinkLocalUnicast() || shared.Contains(addr) {
		return true
	}
	return slices.ContainsFunc(h.addresses(), func(p netip.Prefix) bool {
		if p.Addr().Is6() {
			p = netip.PrefixFrom(p.Addr(), min(p.Bits(), 64))
		}
		return p.Contains(addr)
	})
}

// addresses returns the addresses of the machine's interfaces, at most hostsMaxAge old, each with the length of its network.
func (h *hosts) addresses() []netip.Prefix {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.listed.IsZero() || time.Since(h.listed) > hostsMaxAge {
		if list, err := h.list(); err == nil {
			h.prefixes = nil
			for _, a := range list {
				if p, err := netip.ParsePrefix(a.String()); err == nil {
					h.prefixes = append(h.prefixes, p)
				}
			}
			h.listed = time.Now()
		}
	}
	return h.prefixes
}

// splitHost splits a Host header or the like: `[fe80::1]:8080`, `Familiar.local.`. It normalizes the name; the port is empty if
// there is none.
func splitHost(s string) (host, port string, ok bool) {
	host = s
	if strings.HasPrefix(s, "[") {
		var rest string
		if host, rest, ok = strings.Cut(s[1:], "]"); !ok {
			return "", "", false
		}
		if rest != "" && !strings.HasPrefix(rest, ":") {
			return "", "", false
		}
		port = strings.TrimPrefix(rest, ":")
		if a, err := netip.ParseAddr(host); err != nil || !a.Is6() {
			return "", "", false
		}
	} else if strings.Count(s, ":") == 1 {
		host, port, _ = strings.Cut(s, ":")
	}
	if strings.Trim(port, "0123456789") != "" {
		return "", "", false
	}
	host = tidyHost(host)
	return host, port, host != ""
}

// tidyHost returns a host name in its normal form: in lower case, without white space and without a dot at its end.
func tidyHost(host string) string {
	return strings.TrimSuffix(strings.ToLower(strings.TrimSpace(host)), ".")
}

// isLoopback reports whether a name, as splitHost returns it, can only mean this machine.
func isLoopback(host string) bool {
	if host == "localhost" {
		return true
	}
	a, err := netip.ParseAddr(host)
	return err == nil && a.Unmap().IsLoopback()
}
