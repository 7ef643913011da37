package web

import (
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
)

// Home is the URL under which phones reach a server that listens at addr: by that address if it is one of the room's network,
// else by the first address of this machine that is, else by its name for mDNS.
func Home(addr net.Addr) string {
	var at netip.AddrPort
	if a, err := netip.ParseAddrPort(addr.String()); err == nil {
		at = a
	}
	return ownHosts(nil).home(at)
}

func (h *hosts) home(at netip.AddrPort) string {
	host := ""
	if reachable(at.Addr()) {
		host = at.Addr().WithZone("").String()
	} else {
		for _, a := range h.addresses() {
			// People may have to type it: the shorter kind goes first.
			if reachable(a) && (host == "" || a.Is4() && strings.Contains(host, ":")) {
				host = a.String()
			}
		}
	}
	if host == "" {
		host = "familiar.local"
	}
	if at.Port() == 80 || at.Port() == 0 {
		if strings.Contains(host, ":") {
			host = "[" + host + "]"
		}
		return "http://" + host
	}
	return "http://" + net.JoinHostPort(host, strconv.Itoa(int(at.Port())))
}

func reachable(a netip.Addr) bool { return a.IsGlobalUnicast() }

// home is the URL under which the phone of a friend reaches this table: the one that this visitor has come by, unless that
// works on this machine alone.
func (s *Server) home(r *http.Request) string {
	if s.opt.URL != "" {
		return strings.TrimSuffix(s.opt.URL, "/")
	}
	host, port, _ := splitHost(r.Host)
	if !isLoopback(host) {
		// Behind a proxy with TLS, only the page's origin tells of it.
		if strings.HasPrefix(r.Header.Get("Origin"), "https://") {
			return "https://" + r.Host
		}
		return "http://" + r.Host
	}
	n, _ := strconv.ParseUint(port, 10, 16) // no port: the usual one
	return s.hosts.home(netip.AddrPortFrom(netip.Addr{}, uint16(n)))
}
