package web

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/gorilla/websocket"
	"pgregory.net/rapid"

	"familiar/companion/access"
	"familiar/companion/protocol"
	"familiar/web/certificate"
)

// onTLS is onWire for a table with an authority of its own.
func onTLS(t *testing.T, test func(t *testing.T, p *place)) {
	t.Helper()
	onWireWith(t, func(t *testing.T, p *place) { p.srv.opt.TLS = certificate.InState(t.TempDir()) }, test)
}

const secureHome = "https://tavern.local:8080"

// get makes a request from an address, which is closed after it.
func (p *place) get(from, url string, trusted *x509.Certificate) (status int, body []byte, header http.Header, err error) {
	client := http.Client{Transport: &http.Transport{
		DisableKeepAlives: true,
		DialContext:       func(context.Context, string, string) (net.Conn, error) { return p.wire.dial(from) },
		TLSClientConfig:   trusting(trusted),
	}}
	resp, err := client.Get(url)
	if err != nil {
		return 0, nil, nil, err
	}
	defer resp.Body.Close()
	body, err = io.ReadAll(resp.Body)
	return resp.StatusCode, body, resp.Header, err
}

// trusting returns the settings of a phone that trusts an authority alone.
func trusting(authority *x509.Certificate) *tls.Config {
	roots := x509.NewCertPool()
	if authority != nil {
		roots.AddCert(authority)
	}
	return &tls.Config{RootCAs: roots}
}

// authority gets the table's authority as a phone does, over plain HTTP.
func (p *place) authority() *x509.Certificate {
	p.t.Helper()
	status, der, header, err := p.get(aPhone, "http://192.168.1.5:8080"+AuthorityPath, nil)
	if err != nil || status != http.StatusOK || header.Get("Content-Type") != "application/x-x509-ca-cert" {
		p.t.Fatalf("the authority: %d, %v, %v", status, header, err)
	}
	c, err := x509.ParseCertificate(der)
	if err != nil {
		p.t.Fatal(err)
	}
	return c
}

// securePhone connects over TLS as a phone that trusts an authority.
func (p *place) securePhone(from, url, origin string, authority *x509.Certificate) (*client, *http.Response, error) {
	header := http.Header{"Origin": {origin}}
	dialer := websocket.Dialer{
		EnableCompression: true,
		HandshakeTimeout:  time.Minute,
		NetDialContext:    func(context.Context, string, string) (net.Conn, error) { return p.wire.dial(from) },
		TLSClientConfig:   trusting(authority),
	}
	conn, resp, err := dialer.Dial(url, header)
	if err != nil {
		return nil, resp, err
	}
	p.t.Cleanup(func() { conn.Close() })
	return &client{t: p.t, conn: conn}, resp, nil
}

// securelyJoined returns a phone that has joined over TLS.
func (p *place) securelyJoined(from string, authority *x509.Certificate) (*client, message) {
	p.t.Helper()
	c, _, err := p.securePhone(from, "wss://tavern.local:8080/ws", secureHome, authority)
	if err != nil {
		p.t.Fatal(err)
	}
	c.send(`{"type":"hello","protocol":1,"code":"SESAME"}`)
	welcome := c.want("welcome")
	c.want("snapshot")
	return c, welcome
}

// Without more ado there is no TLS, and nothing says that there is.
func TestPlainHTTPIsTheDefault(t *testing.T) {
	onWire(t, func(t *testing.T, p *place) {
		if _, _, _, err := p.get(aPhone, secureHome+"/", nil); err == nil || errors.As(err, new(*tls.CertificateVerificationError)) {
			t.Errorf("over TLS: %v", err)
		}
		if status, _, _, err := p.get(aPhone, "http://192.168.1.5:8080"+AuthorityPath, nil); status != http.StatusNotFound {
			t.Errorf("an authority: %d, %v", status, err)
		}
		c := p.phone(aPhone)
		c.send(`{"type":"hello","protocol":1,"code":"SESAME"}`)
		if welcome := c.want("welcome"); welcome.Secure != nil {
			t.Errorf("welcome says %+v", welcome.Secure)
		}
	})
}

// At the same address a phone finds the table over plain HTTP, where it gets the authority, and then over TLS, under every name and address of the machine, and
// under no other one. TLS is of version 1.2 at least.
func TestTLSBesidesPlainHTTP(t *testing.T) {
	onTLS(t, func(t *testing.T, p *place) {
		authority := p.authority()
		for _, host := range []string{"tavern.local:8080", "tavern", "tavern.lan", "familiar.local", "table.example:8080", "192.168.1.5:8080", "[fd00::5]:8080", "localhost:8080"} {
			for scheme, trusted := range map[string]*x509.Certificate{"http": nil, "https": authority} {
				status, body, header, err := p.get(aPhone, scheme+"://"+host+"/", trusted)
				if err != nil || status != http.StatusOK || !bytes.Contains(body, []byte("<title>Familiar")) {
					t.Errorf("%s://%s: %d, %v", scheme, host, status, err)
				}
				opener := header.Get("Cross-Origin-Opener-Policy") != ""
				if opener != (scheme == "https" || strings.HasPrefix(host, "localhost")) {
					t.Errorf("%s://%s: an opener policy: %v", scheme, host, opener)
				}
				if header.Get("Strict-Transport-Security") != "" {
					t.Errorf("%s://%s: phones without the authority would be locked out", scheme, host)
				}
			}
		}
		if _, _, _, err := p.get(aPhone, secureHome+"/", nil); !errors.As(err, new(*tls.CertificateVerificationError)) {
			t.Errorf("a phone that does not trust the authority: %v", err)
		}
		if _, _, _, err := p.get(aPhone, "https://evil.example/", authority); !errors.As(err, new(*tls.CertificateVerificationError)) {
			t.Errorf("another name: %v", err)
		}
		for version, good := range map[uint16]bool{tls.VersionTLS11: false, tls.VersionTLS12: true, tls.VersionTLS13: true} {
			conn, err := p.wire.dial(aPhone)
			if err != nil {
				t.Fatal(err)
			}
			config := trusting(authority)
			config.ServerName, config.MinVersion, config.MaxVersion = "tavern.local", version, version
			if err := tls.Client(conn, config).Handshake(); (err == nil) != good {
				t.Errorf("%s: %v", tls.VersionName(version), err)
			}
			conn.Close()
		}
	})
}

// A phone over TLS is let in, shown and limited as every other one. The invitation leads others to plain HTTP, because they do not trust the authority yet, and
// says how they come to.
func TestPhoneOverTLS(t *testing.T) {
	onTLS(t, func(t *testing.T, p *place) {
		authority := p.authority()
		c, welcome := p.securelyJoined(aPhone, authority)
		if want := "http://tavern.local:8080/#join=SESAME"; welcome.JoinURL != want {
			t.Errorf("others join at %s, not at %s", welcome.JoinURL, want)
		}
		want := &protocol.Secure{Home: secureHome, AuthorityURL: "http://tavern.local:8080/familiar.crt", Fingerprint: certificate.Fingerprint(authority)}
		if welcome.Secure == nil || len(welcome.Secure.QR) < 21 {
			t.Fatalf("welcome says %+v", welcome.Secure)
		}
		welcome.Secure.QR = nil
		if diff := cmp.Diff(want, welcome.Secure); diff != "" {
			t.Error(diff)
		}
		c.send(`{"type":"sit","id":1}`)
		c.want("answer")
		// A phone that was let in is no stranger: it stays while it answers pings, and sees the end.
		heard := c.listen()
		time.Sleep(time.Minute)
		if _, err := heard.all(); err != nil {
			t.Errorf("after a minute: %v", err)
		}
		if err := p.stop(); err != nil {
			t.Error(err)
		}
		synctest.Wait()
		if _, err := heard.all(); !websocket.IsCloseError(err, websocket.CloseGoingAway) {
			t.Errorf("it ends with %v", err)
		}
	})
}

// Each phone is told where it can go on over TLS: at the address that it uses, if the certificate is good for that, or else at the table's name.
func TestSecureHome(t *testing.T) {
	onTLS(t, func(t *testing.T, p *place) {
		for url, want := range map[string]string{
			"ws://192.168.1.5:8080/ws": "https://192.168.1.5:8080", "ws://192.168.1.5/ws": "https://192.168.1.5:80", "ws://[fd00::5]:8080/ws": "https://[fd00::5]:8080",
			"ws://tavern:8080/ws": "https://tavern:8080", "ws://localhost:8080/ws": "https://localhost:8080",
		} {
			c, _, err := p.connect(aPhone, url, "")
			if err != nil {
				t.Fatal(err)
			}
			c.send(`{"type":"hello","protocol":1,"code":"SESAME"}`)
			if got := c.want("welcome").Secure; got == nil || got.Home != want {
				t.Errorf("from %s it goes on at %+v, not at %s", url, got, want)
			}
			c.conn.Close()
		}
		p.authority() // it stays from now on
		p.srv.hosts.mu.Lock()
		p.srv.hosts.list = func() ([]net.Addr, error) {
			return []net.Addr{&net.IPNet{IP: net.IPv4(192, 168, 1, 6), Mask: net.CIDRMask(24, 32)}}, nil
		}
		p.srv.hosts.mu.Unlock()
		time.Sleep(time.Minute)
		c, _, err := p.connect(aPhone, "ws://192.168.1.6:8080/ws", "")
		if err != nil {
			t.Fatal(err)
		}
		c.send(`{"type":"hello","protocol":1,"code":"SESAME"}`)
		if got := c.want("welcome").Secure; got == nil || got.Home != secureHome {
			t.Errorf("at a new address it goes on at %+v", got)
		}
	})
}

// A page that came over plain HTTP, which anybody on the network can change, cannot talk to the table over TLS.
func TestOriginOverTLS(t *testing.T) {
	onTLS(t, func(t *testing.T, p *place) {
		authority := p.authority()
		for origin, want := range map[string]int{
			secureHome: http.StatusSwitchingProtocols, "http://tavern.local:8080": http.StatusForbidden, "https://tavern.local": http.StatusForbidden, "https://evil.example": http.StatusForbidden,
		} {
			c, resp, err := p.securePhone(aPhone, "wss://tavern.local:8080/ws", origin, authority)
			if resp == nil || resp.StatusCode != want {
				t.Errorf("%s: %v, %v", origin, resp, err)
			}
			if c != nil {
				c.conn.Close()
			}
		}
	})
}

// The bench is for the machine itself alone, over TLS, too.
func TestBenchOverTLS(t *testing.T) {
	onTLS(t, func(t *testing.T, p *place) {
		authority := p.authority()
		for from, want := range map[string]int{"127.0.0.1": http.StatusOK, aPhone: http.StatusForbidden} {
			for _, path := range []string{"/virtual", "/virtual/panel.png", healthPath} {
				if status, _, _, err := p.get(from, "https://localhost:8080"+path, authority); status != want {
					t.Errorf("%s from %s: %d, %v", path, from, status, err)
				}
			}
		}
	})
}

// A link is followed over TLS only: otherwise the new token could be read by whoever reads the old one.
func TestLinkNeedsTLS(t *testing.T) {
	onTLS(t, func(t *testing.T, p *place) {
		authority := p.authority()
		plain := p.phone(aPhone)
		plain.send(`{"type":"hello","protocol":1,"link":"LINK","code":"SESAME"}`)
		if m := plain.want("refused"); m.Code != "link" || !strings.Contains(m.Text, "https") {
			t.Errorf("over plain HTTP: %+v", m)
		}
		p.table.joinErr = access.ErrLink
		c, _, err := p.securePhone(aPhone, "wss://tavern.local:8080/ws", secureHome, authority)
		if err != nil {
			t.Fatal(err)
		}
		c.send(`{"type":"hello","protocol":1,"link":"LINK"}`)
		if m := c.want("refused"); m.Code != "link" || !strings.Contains(m.Text, "used already") {
			t.Errorf("over TLS: %+v", m)
		}
		c.wantClosed(websocket.ClosePolicyViolation, "link")
		if v := p.table.lastVisitor(); v.Link != "LINK" {
			t.Errorf("the visitor is %+v", v)
		}
	})
}

// firstFlight returns what a phone says first over TLS.
func firstFlight(t *testing.T) []byte {
	near, far := net.Pipe()
	defer far.Close()
	go func() { _ = tls.Client(near, &tls.Config{ServerName: "tavern.local"}).Handshake() }()
	hello := make([]byte, 1<<14)
	n, err := far.Read(hello)
	if err != nil {
		t.Fatal(err)
	}
	return hello[:n]
}

// A handshake has no more time than the header of a request, however slowly its bytes come, and whatever is still missing.
func TestHandshakesHaveATimeout(t *testing.T) {
	onTLS(t, func(t *testing.T, p *place) {
		hello := firstFlight(t)
		for name, say := range map[string]func(net.Conn){
			"one byte":      func(c net.Conn) { c.Write(hello[:1]) },
			"half of it":    func(c net.Conn) { c.Write(hello[:len(hello)/2]) },
			"never the end": func(c net.Conn) { c.Write(hello) },
			"byte by byte": func(c net.Conn) {
				for _, b := range hello {
					if _, err := c.Write([]byte{b}); err != nil {
						return
					}
					time.Sleep(headerTimeout / 20)
				}
			},
		} {
			begin := time.Now()
			s := p.strangers(1, func(int) string { return "192.168.1.66" })[0]
			say(s)
			time.Sleep(time.Minute)
			if at := s.closed.Load(); at == nil || at.Sub(begin) > headerTimeout+time.Second {
				t.Errorf("%s: it was given up at %v, after %v", name, at, begin)
			}
		}
	})
}

// Strangers who begin handshakes and do not end them keep nobody out, over TLS or not.
func TestStrangersBeginHandshakes(t *testing.T) {
	onTLS(t, func(t *testing.T, p *place) {
		authority := p.authority()
		hello := firstFlight(t)
		p.securelyJoined(aPhone, authority)
		all := p.strangers(1000, func(n int) string { return fmt.Sprintf("192.168.1.%d", 100+n%40) })
		for _, s := range all {
			go s.Write(hello)
		}
		synctest.Wait()
		if open := len(all) - closedOf(all); open > maxStrangers {
			t.Errorf("%d connections of strangers are open", open)
		}
		p.securelyJoined(aPhone, authority)
		p.securelyJoined("192.168.1.78", authority)
		p.joined("192.168.1.79")
	})
}

// Who shakes hands over and over is soon cut off, before the handshake, and nobody else is.
func TestHandshakesAreLimited(t *testing.T) {
	onTLS(t, func(t *testing.T, p *place) {
		authority := p.authority()
		config := trusting(authority)
		config.ServerName = "tavern.local"
		hands := 0
		for range 90 {
			conn, err := p.wire.dial("192.168.1.66")
			if err != nil {
				t.Fatal(err)
			}
			if tls.Client(conn, config).Handshake() == nil {
				hands++
			}
			conn.Close()
		}
		if want := handshakeBudgets.address.Times; hands != want {
			t.Errorf("%d handshakes at once, not %d", hands, want)
		}
		p.securelyJoined("192.168.1.67", authority)
		p.securelyJoined(aPhone, authority)
		time.Sleep(5 * time.Second)
		p.securelyJoined("192.168.1.66", authority)
	})
}

// A connection is closed when its address has sent too many TLS records. Other addresses still get in.
func TestRecordsOverTLSAreLimited(t *testing.T) {
	onTLS(t, func(t *testing.T, p *place) {
		authority := p.authority()
		config := trusting(authority)
		config.ServerName = "tavern.local"
		conn, err := p.wire.dial("192.168.1.66")
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		secure := tls.Client(conn, config)
		sent := 0
		for _, b := range []byte("GET / HTTP/1.1\r\nHost: tavern.local\r\nX: " + strings.Repeat("a", maxHeader/2)) {
			if _, err := secure.Write([]byte{b}); err != nil {
				break
			}
			sent++
		}
		const handshake = 5 // records, and a few that are on their way
		if most := recordBudgets.address.Times; sent > most || sent < most-handshake {
			t.Errorf("cut off after %d records, not %d", sent, most)
		}
		p.securelyJoined("192.168.1.67", authority)
		p.securelyJoined(aPhone, authority)
	})
}

// Records are counted correctly, however the stream is split into reads.
func TestRecordsAreCounted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var sent []byte
		lengths := rapid.SliceOf(rapid.OneOf(rapid.IntRange(0, 40), rapid.IntRange(250, 600))).Draw(t, "lengths")
		for _, n := range lengths {
			sent = append(sent, 0x17, 3, 3, byte(n>>8), byte(n))
			sent = append(sent, make([]byte, n)...)
		}
		var r recordCounter
		n := 0
		for len(sent) > 0 {
			part := rapid.IntRange(1, len(sent)).Draw(t, "part")
			n += r.count(sent[:part])
			sent = sent[part:]
		}
		if n != len(lengths) {
			t.Errorf("%d records are counted", n)
		}
	})
}

// A socket over TLS takes no more bytes than one without, and says why it ends.
func TestBytesOverTLSAreLimited(t *testing.T) {
	onTLS(t, func(t *testing.T, p *place) {
		c, _ := p.securelyJoined(aPhone, p.authority())
		// It does not answer the goodbye: that would wait for a mutex, in which no time passes in a bubble, while the other goroutine writes.
		c.conn.SetCloseHandler(func(int, string) error { return nil })
		var sent atomic.Int64
		go func() {
			raw := c.conn.NetConn()
			raw.Write(frame(0x01, ""))
			for sent.Load() < 1<<24 {
				n, err := raw.Write(bytes.Repeat(frame(0x00, ""), 100))
				if sent.Add(int64(n)); err != nil {
					return
				}
			}
		}()
		c.wantClosed(websocket.ClosePolicyViolation, tooMany.reason)
		if sent.Load() > byteBurst+lingerBytes+1<<14 {
			t.Errorf("closed after %d bytes", sent.Load())
		}
	})
}

// What is wrong with the certificate is told once, and that it is right again. Plain HTTP goes on meanwhile.
func TestCertificateFaultIsTold(t *testing.T) {
	var told []error
	var mu sync.Mutex
	var state string
	onWireWith(t, func(t *testing.T, p *place) {
		state = filepath.Join(t.TempDir(), "state")
		if err := os.WriteFile(state, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		p.srv.opt.TLS = certificate.InState(state)
		p.srv.opt.TLSFault = func(err error) {
			mu.Lock()
			defer mu.Unlock()
			told = append(told, err)
		}
	}, func(t *testing.T, p *place) {
		time.Sleep(time.Hour)
		p.joined(aPhone).conn.Close()
		if status, _, _, err := p.get(aPhone, "http://192.168.1.5:8080"+AuthorityPath, nil); status != http.StatusNotFound {
			t.Errorf("the authority: %d, %v", status, err)
		}
		if _, _, _, err := p.get(aPhone, secureHome+"/", nil); err == nil || errors.As(err, new(*tls.CertificateVerificationError)) {
			t.Errorf("over TLS: %v", err)
		}
		if err := os.Remove(state); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Minute)
		p.securelyJoined(aPhone, p.authority())
		mu.Lock()
		defer mu.Unlock()
		if len(told) != 2 || told[0] == nil || told[1] != nil {
			t.Errorf("told %v", told)
		}
	})
}

// lockedAuthority is an authority that cannot be handed out.
type lockedAuthority struct{ certificate.Source }

func (lockedAuthority) HandOut() (*x509.Certificate, error) {
	return nil, errors.New("the disk is full")
}

// A phone that asks for the authority is told that it cannot have it now, not that there is none. What went wrong is for the log alone.
func TestAuthorityThatCannotBeHandedOut(t *testing.T) {
	p := newPlace(t)
	p.srv.opt.TLS = lockedAuthority{certificate.InState(t.TempDir())}
	var log strings.Builder
	p.srv.log = slog.New(slog.NewTextHandler(&log, nil))
	w := httptest.NewRecorder()
	p.srv.serveAuthority(w, httptest.NewRequest("GET", AuthorityPath, nil))
	if body := w.Body.String(); w.Code != http.StatusServiceUnavailable || !strings.HasPrefix(body, "The table's authority cannot be handed out now.") {
		t.Errorf("it is told %d, %q", w.Code, body)
	}
	if !strings.Contains(log.String(), "the disk is full") {
		t.Errorf("the log says %q", &log)
	}
}

// Requests that come one after the other over one connection are answered, and what is no TLS after its first byte is not.
func TestFirstByteTells(t *testing.T) {
	onTLS(t, func(t *testing.T, p *place) {
		conn, err := p.wire.dial(aPhone)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		answers := bufio.NewReader(conn)
		for range 3 {
			for _, b := range []byte("GET /healthz HTTP/1.1\r\nHost: tavern.local\r\n\r\n") { // also byte by byte
				if _, err := conn.Write([]byte{b}); err != nil {
					t.Fatal(err)
				}
			}
			resp, err := http.ReadResponse(answers, nil)
			if err != nil || resp.StatusCode != http.StatusOK {
				t.Fatal(resp, err)
			}
			io.Copy(io.Discard, resp.Body)
		}
		noise := p.strangers(1, func(int) string { return "192.168.1.66" })[0]
		noise.Write(append([]byte{tlsRecord}, bytes.Repeat([]byte("noise"), 10)...))
		time.Sleep(time.Second)
		if noise.closed.Load() == nil {
			t.Error("noise is not given up")
		}
	})
}
