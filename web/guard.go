package web

import (
	"io"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"time"
)

// guard checks every request before it is handled, and adds the security headers to every answer.
func (s *Server) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host, port, ok := splitHost(r.Host)
		ok = ok && s.hosts.isOwn(host)
		setSecurityHeaders(w.Header(), host, port, ok, r.TLS != nil)
		allowed := s.networks.request
		if r.URL.Path == socketPath {
			allowed = s.networks.socket
		}
		switch {
		case !allowed(address(r)):
			// The answer is late, and the connection stays open. Otherwise a browser that keeps asking would open one connection after the other.
			select {
			case <-time.After(overBudgetDelay):
			case <-r.Context().Done():
			case <-s.ctx.Done():
			}
			w.Header().Set("Retry-After", "5")
			if isEmbedded(r) {
				w.WriteHeader(http.StatusTooManyRequests)
				return
			}
			writeText(w, http.StatusTooManyRequests, "That is more than a house asks for. Wait a moment.")
		case isEmbedded(r):
			s.foreign(r)
			w.WriteHeader(http.StatusForbidden)
		case !ok:
			s.odd.Do(func() {
				s.log.Warn("a request under a name that is not this machine's", "host", r.Host, "address", r.RemoteAddr)
			})
			writeText(w, http.StatusMisdirectedRequest, "This table is not known under that name. Open it by its address, or add the name to the hosts of its configuration.")
		case r.Method != http.MethodGet && r.Method != http.MethodHead:
			w.Header().Set("Allow", "GET, HEAD")
			writeText(w, http.StatusMethodNotAllowed, "Only GET and HEAD are answered here.")
		case !sameOrigin(r, host, port):
			s.foreign(r)
			writeText(w, http.StatusForbidden, "Pages of other sites cannot talk to this table.")
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// foreign logs that a page of another site asks for something.
func (s *Server) foreign(r *http.Request) {
	s.odd.Do(func() {
		s.log.Warn("a request from another site's page", "origin", r.Header.Get("Origin"), "address", r.RemoteAddr)
	})
}

// overBudgetDelay is how long a request that is too many waits for its answer, and a connection until it is closed.
const overBudgetDelay = time.Second

// isEmbedded reports whether a page of another site asks for something to use it there, where its browser says so; another site may link here. What is answered is empty: at
// any other answer, which that page must not see, the browser closes the connection and opens another one.
func isEmbedded(r *http.Request) bool {
	switch r.Header.Get("Sec-Fetch-Site") {
	case "", "none", "same-origin":
		return false
	}
	return r.Header.Get("Sec-Fetch-Mode") != "navigate" || r.Header.Get("Sec-Fetch-Dest") != "document"
}

// answers reports whether connections from an address are answered: those from local networks are.
func (s *Server) answers(from netip.Addr) bool {
	if s.hosts.isNear(from) {
		return true
	}
	s.odd.Do(func() { s.log.Warn("a connection from another network is refused", "address", from) })
	return false
}

// setSecurityHeaders sets the headers of every answer. Older Safaris do not accept 'self' for the WebSocket of the page's own
// host, so the policy names this host, if it is a name of this machine.
func setSecurityHeaders(h http.Header, host, port string, own, overTLS bool) {
	if overTLS || isLoopback(host) {
		// On other hosts without TLS, browsers ignore this header and complain.
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
	}
	connect := "'self'"
	// (A policy cannot contain an IPv6 address.)
	if own && !strings.Contains(host, ":") {
		if port != "" {
			host += ":" + port
		}
		connect += " ws://" + host + " wss://" + host
	}
	h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src "+
		connect+"; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Permissions-Policy", "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()")
	h.Set("Cache-Control", "no-store") // unless the answer sets another value
}

// localOnly passes on requests from this machine, and refuses others with a reason.
func (s *Server) localOnly(why string, next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if !isLocal(r) {
			writeText(w, http.StatusForbidden, why)
			return
		}
		next(w, r)
	}
}

// sameOrigin reports whether a request comes from a page of this very host and port, or from no page at all. Over TLS that page must have come over TLS, too:
// anybody on the network can change one that did not.
func sameOrigin(r *http.Request, host, port string) bool {
	origins := r.Header.Values("Origin")
	if len(origins) == 0 {
		return true
	}
	scheme, authority, ok := strings.Cut(origins[0], "://")
	if len(origins) > 1 || !ok || scheme != "https" && (scheme != "http" || r.TLS != nil) {
		return false
	}
	h, p, ok := splitHost(authority)
	return ok && h == host && p == port
}

// Headers that proxies add to requests, and browsers never send.
var proxyHeaders = []string{"Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Forwarded-Port", "X-Forwarded-Server", "X-Real-Ip"}

// isLocal reports whether the request comes from a browser on this machine itself. A connection from a loopback address is not
// enough: a proxy, or a page of another site in a local browser, has that too. guard has already checked that the origin
// is that of Host.
func isLocal(r *http.Request) bool {
	host, _, ok := splitHost(r.Host)
	proxied := slices.ContainsFunc(proxyHeaders, func(h string) bool { return len(r.Header.Values(h)) > 0 })
	return ok && isLoopback(host) && address(r).IsLoopback() && !proxied && !isEmbedded(r)
}

// address returns where a request comes from, without the port.
func address(r *http.Request) netip.Addr { return addressOf(r.RemoteAddr) }

// addressOf returns the address in an address with a port.
func addressOf(withPort string) netip.Addr {
	from, _ := netip.ParseAddrPort(withPort) // the zero address after an error
	return from.Addr().Unmap()
}

// writeText answers with a line of plain text.
func writeText(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(status)
	io.WriteString(w, text+"\n")
}
