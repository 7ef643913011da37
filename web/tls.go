package web

import (
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"familiar/companion/protocol"
	"familiar/web/certificate"
)

// Phones reach the table over plain HTTP and over TLS at the same address: the first byte of a connection tells which of them it speaks. So a phone that does
// not trust the table's authority yet finds the table where it always was, and all limits hold for both.

// tlsRecord is the first byte of a connection over TLS. No HTTP request begins with it.
const tlsRecord = 0x16

// securePort is the port of URLs over TLS that name none.
const securePort = "443"

// certificateRefresh is how often the certificate is compared with the time, with the machine's addresses and with its files.
const certificateRefresh = 30 * time.Second

var errNoCertificate = errors.New("the table has no certificate")

// tlsConfig returns the settings of TLS; nil if the table is served without.
func (s *Server) tlsConfig() *tls.Config {
	if s.opt.TLS == nil {
		return nil
	}
	return &tls.Config{
		MinVersion: tls.VersionTLS12,
		NextProtos: []string{"http/1.1"}, // the WebSocket speaks no other version
		GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) {
			if c := s.opt.TLS.Certificate(); c != nil {
				return c, nil
			}
			return nil, errNoCertificate
		},
	}
}

// refreshCertificate brings the certificate up to date, and reports what is wrong with it, or nil when all is well again.
func (s *Server) refreshCertificate() {
	err := s.opt.TLS.Refresh(s.hosts.identity(), time.Now())
	text := ""
	if err != nil {
		text = err.Error()
	}
	if text == s.tlsFault {
		return
	}
	s.tlsFault = text
	if err != nil {
		s.log.Warn("TLS", "error", err)
	}
	if s.opt.TLSFault != nil {
		s.opt.TLSFault(err)
	}
}

// keepCertificate keeps the certificate up to date until ctx ends.
func (s *Server) keepCertificate(ctx context.Context) {
	tick := time.NewTicker(certificateRefresh)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			s.refreshCertificate()
		case <-ctx.Done():
			return
		}
	}
}

// maybeTLS is a connection that speaks TLS if its first byte says so, and plain HTTP if not. The handshake is a part of the first Read, within the time that a
// stranger has for the header of a request.
type maybeTLS struct {
	*accepted
	config *tls.Config
	begun  bool                     // something was read; the reading goroutine owns it
	tls    atomic.Pointer[tls.Conn] // nil: plain HTTP, or nothing was read yet
}

// Read reads what the other side says, without its encryption.
func (c *maybeTLS) Read(b []byte) (int, error) {
	if t := c.tls.Load(); t != nil {
		return t.Read(b)
	}
	n, err := c.accepted.Read(b)
	if c.begun || n == 0 {
		return n, err
	}
	c.begun = true
	if b[0] != tlsRecord {
		return n, err
	}
	if !c.networks.handshake(c.from) {
		abandon(c.accepted.Conn)
		return 0, io.EOF
	}
	_ = c.accepted.SetWriteDeadline(time.Now().Add(headerTimeout)) // the next request sets another one
	t := tls.Server(&encrypted{accepted: c.accepted, first: bytes.Clone(b[:n])}, c.config)
	c.tls.Store(t)
	return t.Read(b)
}

// Write writes to the other side, encrypted if the connection is.
func (c *maybeTLS) Write(b []byte) (int, error) {
	if t := c.tls.Load(); t != nil {
		return t.Write(b)
	}
	return c.accepted.Write(b)
}

// Close closes the connection.
func (c *maybeTLS) Close() error {
	if t := c.tls.Load(); t != nil {
		return t.Close()
	}
	return c.accepted.Close()
}

// encrypted is the TCP connection below a TLS connection. Its first bytes were read already, to see that it speaks TLS.
type encrypted struct {
	*accepted
	first   []byte        // Read returns them once more
	records recordCounter // the reading goroutine owns it
}

// Read returns the first bytes, then what comes. It closes the connection if the other side sends too many records. crypto/tls has no such limit: somebody can send any
// number of records that only change a key, if one byte of content comes after every few of them.
func (c *encrypted) Read(b []byte) (n int, err error) {
	if len(c.first) > 0 {
		n = copy(b, c.first)
		c.first = c.first[n:]
	} else if n, err = c.accepted.Read(b); err != nil {
		return n, err
	}
	for range c.records.count(b[:n]) {
		if !c.networks.record(c.from) {
			abandon(c.accepted.Conn)
			return 0, io.EOF
		}
	}
	return n, nil
}

// recordCounter counts the TLS records in a stream of bytes. A record is a header of five bytes and its content. The last two bytes of the header are the length of the content
// (RFC 8446, section 5.1).
type recordCounter struct {
	header  [5]byte
	read    int // how many bytes of the header were read
	content int // how many bytes of content are left before the next header
}

// count reads the next bytes of the stream, and returns how many headers end in them.
func (r *recordCounter) count(b []byte) (n int) {
	for len(b) > 0 {
		skipped := min(r.content, len(b))
		r.content, b = r.content-skipped, b[skipped:]
		taken := copy(r.header[r.read:], b)
		r.read, b = r.read+taken, b[taken:]
		if r.read == len(r.header) {
			r.read, r.content = 0, int(binary.BigEndian.Uint16(r.header[3:]))
			n++
		}
	}
	return n
}

// connKey is the key of a request's connection in its context.
type connKey struct{}

// withConn returns the context of a connection that has it.
func withConn(ctx context.Context, c net.Conn) context.Context {
	return context.WithValue(ctx, connKey{}, c)
}

// noteConn notes that a connection is used, and sets the field TLS of requests, as net/http does only for connections of type tls.Conn.
func noteConn(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		conn, _ := r.Context().Value(connKey{}).(net.Conn)
		if c := acceptedOf(conn); c != nil {
			c.among.request(c)
		}
		if c, ok := conn.(*maybeTLS); ok {
			if t := c.tls.Load(); t != nil {
				r.TLS = new(t.ConnectionState())
			}
		}
		next.ServeHTTP(w, r)
	})
}

// SecureURL returns the URL of a host over TLS. An empty port is the default one.
func SecureURL(host, port string) string {
	at := net.JoinHostPort(host, cmp.Or(port, securePort))
	return "https://" + strings.TrimSuffix(at, ":"+securePort)
}

// AuthorityPath is the path at which phones find the table's own authority. Its last part is what they call the file.
const AuthorityPath = "/familiar.crt"

// serveAuthority serves the table's own authority. Phones that have it trust it from then on, so that it stays the same.
func (s *Server) serveAuthority(w http.ResponseWriter, r *http.Request) {
	authority, err := s.opt.TLS.HandOut()
	switch {
	case err != nil:
		s.odd.Do(func() { s.log.Warn("TLS", "error", err) })
		writeText(w, http.StatusServiceUnavailable, "The table's authority cannot be handed out now. See whether the disk of the table is full.")
	case authority == nil:
		writeText(w, http.StatusNotFound, "This table has no authority of its own.")
	default:
		w.Header().Set("Content-Type", "application/x-x509-ca-cert")
		w.Write(authority.Raw)
	}
}

// secure returns how a phone with that request can talk to the table over TLS; nil if it cannot.
func (s *Server) secure(r *http.Request) *protocol.Secure {
	if s.opt.TLS == nil {
		return nil
	}
	host, port, _ := splitHost(r.Host)
	if host = certificate.Host(s.opt.TLS, append([]string{host, s.hosts.main}, s.opt.Hosts...)...); host == "" {
		return nil
	}
	if port == "" && r.TLS == nil {
		port = "80"
	}
	v := &protocol.Secure{Home: SecureURL(host, port)}
	if authority := s.opt.TLS.Authority(); authority != nil {
		v.AuthorityURL = s.home(r) + AuthorityPath
		v.QR, v.Fingerprint = modules(v.AuthorityURL), certificate.Fingerprint(authority)
	}
	return v
}
