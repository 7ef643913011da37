package web

import (
	"cmp"
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
)

// Home returns the URL at which phones reach a server that listens at addr: at that address if phones can reach it,
// or else at the machine's first address that they can reach, or else at its mDNS name.
func Home(addr net.Addr) string {
	at, _ := netip.ParseAddrPort(addr.String()) // zero if it is no TCP address
	return ownHosts(nil).url(at)
}

// url implements Home.
func (h *hosts) url(at netip.AddrPort) string {
	host := ""
	if reachable(at.Addr()) {
		host = at.Addr().WithZone("").String()
	} else {
		for _, p := range h.addresses() {
			a := p.Addr()
			// People may have to type it, so the shorter IPv4 comes first.
			if reachable(a) && (host == "" || a.Is4() && strings.Contains(host, ":")) {
				host = a.String()
			}
		}
	}
	port := strconv.Itoa(int(cmp.Or(at.Port(), 80)))
	return "http://" + strings.TrimSuffix(net.JoinHostPort(cmp.Or(host, defaultName), port), ":80")
}

// reachable reports whether other machines can reach an address.
func reachable(a netip.Addr) bool { return a.IsGlobalUnicast() }

// home returns the URL at which other phones reach this table: the URL of this request, unless that works on this machine
// only.
func (s *Server) home(r *http.Request) string {
	if s.opt.URL != "" {
		return strings.TrimSuffix(s.opt.URL, "/")
	}
	host, port, _ := splitHost(r.Host)
	if !isLoopback(host) {
		switch {
		case s.opt.TLS != nil && s.opt.TLS.Authority() != nil:
			// Another phone does not trust the table's authority yet: it comes in without TLS, and can go on over TLS then.
			return "http://" + strings.TrimSuffix(r.Host, ":80")
		case r.TLS != nil, strings.HasPrefix(r.Header.Get("Origin"), "https://"):
			// Behind a proxy, only the page's origin shows that the page uses TLS.
			return "https://" + r.Host
		}
		return "http://" + r.Host
	}
	n, _ := strconv.ParseUint(port, 10, 16) // no port: the default one
	return s.hosts.url(netip.AddrPortFrom(netip.Addr{}, uint16(n)))
}
