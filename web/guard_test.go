package web

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// ask sends one request to the handler, without a network.
func (p *place) ask(method, host, from, path string, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, "http://"+host+path, nil)
	r.Host = host
	r.RemoteAddr = from
	for i := 0; i < len(header); i += 2 {
		r.Header.Add(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	p.srv.Handler().ServeHTTP(w, r)
	return w
}

// A request that is for no file, but for the whole server, comes through the same door as all others: the library answers it by itself otherwise, without a limit.
func TestRequestForTheWholeServer(t *testing.T) {
	for host, want := range map[string]int{"192.168.1.5:8080": http.StatusMethodNotAllowed, "a": http.StatusMisdirectedRequest} {
		onWire(t, func(t *testing.T, p *place) {
			conn, err := p.wire.dial("192.168.1.66")
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			go func() {
				for range 3000 {
					if _, err := io.WriteString(conn, "OPTIONS * HTTP/1.1\r\nHost: "+host+"\r\n\r\n"); err != nil {
						return
					}
				}
			}()
			answered := 0
			for answers := bufio.NewReader(conn); ; answered++ {
				answer, err := http.ReadResponse(answers, nil)
				if err != nil || answer.StatusCode == http.StatusTooManyRequests {
					break
				}
				if _, err := io.Copy(io.Discard, answer.Body); err != nil || answer.StatusCode != want {
					t.Fatalf("it is answered with %d (%v)", answer.StatusCode, err)
				}
			}
			if answered == 0 || answered > 2100 {
				t.Errorf("%d requests of 3,000 are answered", answered)
			}
		})
	}
}

// However many odd requests somebody makes, the log does not fill the disk.
func TestOddRequestsAreLoggedSometimes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPlace(t)
		var log strings.Builder
		p.srv.log = slog.New(slog.NewTextHandler(&log, nil))
		for range 1000 {
			p.ask("GET", "evil.example", fromPhone, "/")
			p.ask("GET", there, fromPhone, "/", "Origin", "http://evil.example")
			p.srv.answers(netip.MustParseAddr("203.0.113.9"))
		}
		if n := strings.Count(log.String(), "\n"); n == 0 || n > 20 {
			t.Errorf("3,000 odd requests make %d lines of log", n)
		}
		for _, odd := range []struct{ host, origin, site string }{
			{"evil.example", "", ""},
			{there, "http://evil.example", ""},
			{there, "http://evil.example", "cross-site"},
		} {
			time.Sleep(time.Hour)
			log.Reset()
			p.ask("GET", odd.host, fromPhone, "/", "Origin", odd.origin, "Sec-Fetch-Site", odd.site)
			if !strings.Contains(log.String(), "evil.example") {
				t.Errorf("an odd request an hour later is not logged: %+v", odd)
			}
		}
	})
}

// Twelve phones load the page at the same moment, and none is refused: each from an address of its own in a house of IPv6, or all behind one address, as in a network
// for guests.
func TestHouseLoadsThePage(t *testing.T) {
	for name, from := range map[string]func(phone int) string{
		"from one address":       func(int) string { return fromPhone },
		"from one house in IPv6": func(phone int) string { return fmt.Sprintf("[fd00::%x]:50000", phone+1) },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := newPlace(t)
				p.srv.page = readPage(Page(), p.srv.log)
				for phone := range 12 {
					for file := range p.srv.page {
						if w := p.ask("GET", there, from(phone), "/page/"+file); w.Code != http.StatusOK {
							t.Fatalf("phone %d is told %d for %s", phone, w.Code, file)
						}
					}
				}
			})
		})
	}
}

// Who asks for more is told to wait, with the security headers of every answer.
func TestTooManyRequests(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPlace(t)
		for range requestBudgets.address.Times {
			p.ask("GET", there, fromPhone, "/")
		}
		w := p.ask("GET", there, fromPhone, "/")
		if w.Code != http.StatusTooManyRequests || w.Header().Get("Retry-After") == "" || w.Header().Get("X-Content-Type-Options") == "" {
			t.Errorf("it is told %d with %v", w.Code, w.Header())
		}
		if w := p.ask("GET", there, "192.168.1.78:50000", "/"); w.Code != http.StatusOK {
			t.Errorf("another phone is told %d", w.Code)
		}
		time.Sleep(requestBudgets.address.Again)
		if w := p.ask("GET", there, fromPhone, "/"); w.Code != http.StatusOK {
			t.Errorf("after a moment it is told %d", w.Code)
		}
	})
}

// Who asks for too much and does not wait for the answer is not waited for, either; nor is anybody when the server ends.
func TestTooManyRequestsThatAreGivenUp(t *testing.T) {
	for name, end := range map[string]func(p *place, giveUp func()){
		"it goes away":    func(_ *place, giveUp func()) { giveUp() },
		"the server ends": func(p *place, _ func()) { p.srv.Close() },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := newPlace(t)
				for range requestBudgets.address.Times {
					p.ask("GET", there, fromPhone, "/")
				}
				ctx, giveUp := context.WithCancel(t.Context())
				defer giveUp()
				r := httptest.NewRequestWithContext(ctx, "GET", "http://"+there+"/", nil)
				r.RemoteAddr = fromPhone
				time.AfterFunc(overBudgetDelay/4, func() { end(p, giveUp) })
				began := time.Now()
				p.srv.Handler().ServeHTTP(httptest.NewRecorder(), r)
				if took := time.Since(began); took != overBudgetDelay/4 {
					t.Errorf("the answer takes %v, not %v", took, overBudgetDelay/4)
				}
			})
		})
	}
}

const (
	fromPhone = aPhone + ":50000"
	fromHere  = "127.0.0.1:50000"
	here      = "localhost:8080"
	there     = "192.168.1.5:8080"
)

func TestOnlyOwnHostsAreAnswered(t *testing.T) {
	p := newPlace(t)
	for host, want := range map[string]int{
		"localhost":             http.StatusOK,
		"LOCALHOST:8080":        http.StatusOK,
		"127.0.0.1:8080":        http.StatusOK,
		"127.8.8.8":             http.StatusOK,
		"[::1]:8080":            http.StatusOK,
		"192.168.1.5":           http.StatusOK,
		"192.168.1.5:8080":      http.StatusOK,
		"[fd00::5]:8080":        http.StatusOK,
		"[FD00:0::5]":           http.StatusOK,
		"tavern":                http.StatusOK,
		"tavern.lan":            http.StatusOK,
		"tavern.local":          http.StatusOK,
		"Tavern.Local.:8080":    http.StatusOK,
		"familiar.local":        http.StatusOK,
		"table.example:443":     http.StatusOK,
		"evil.example":          http.StatusMisdirectedRequest, // a foreign name that resolves to this machine
		"evil.example:8080":     http.StatusMisdirectedRequest,
		"localhost.evil.com":    http.StatusMisdirectedRequest,
		"xlocalhost":            http.StatusMisdirectedRequest,
		"127.0.0.1.nip.io":      http.StatusMisdirectedRequest,
		"192.168.1.6":           http.StatusMisdirectedRequest,
		"0.0.0.0:8080":          http.StatusMisdirectedRequest,
		"[fd00::6]":             http.StatusMisdirectedRequest,
		"[localhost]":           http.StatusMisdirectedRequest,
		"localhost:80:80":       http.StatusMisdirectedRequest,
		"localhost:http":        http.StatusMisdirectedRequest,
		"[::1":                  http.StatusMisdirectedRequest,
		"[::1]x":                http.StatusMisdirectedRequest,
		"":                      http.StatusMisdirectedRequest,
		":8080":                 http.StatusMisdirectedRequest,
		".":                     http.StatusMisdirectedRequest,
		"localhost;script-src*": http.StatusMisdirectedRequest,
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.Host, r.RemoteAddr = host, fromHere
		w := httptest.NewRecorder()
		p.srv.Handler().ServeHTTP(w, r)
		if w.Code != want {
			t.Errorf("Host %q: %d, want %d", host, w.Code, want)
		}
		if want != http.StatusOK && strings.Contains(w.Body.String(), "<") {
			t.Errorf("Host %q is not refused in plain words: %s", host, w.Body)
		}
	}
}

func TestAllowedMethods(t *testing.T) {
	p := newPlace(t)
	for _, method := range []string{"POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"} {
		w := p.ask(method, here, fromHere, "/")
		if w.Code != http.StatusMethodNotAllowed || w.Header().Get("Allow") != "GET, HEAD" {
			t.Errorf("%s: %d, Allow %q", method, w.Code, w.Header().Get("Allow"))
		}
	}
	if w := p.ask("HEAD", here, fromHere, "/"); w.Code != http.StatusOK || w.Body.Len() != 0 {
		t.Errorf("HEAD: %d with a body of %d bytes", w.Code, w.Body.Len())
	}
}

func TestOriginIsTheHost(t *testing.T) {
	p := newPlace(t)
	for _, c := range []struct {
		origin string
		ok     bool
	}{
		{"http://192.168.1.5:8080", true},
		{"https://192.168.1.5:8080", true}, // behind a proxy with TLS
		{"http://192.168.1.5", false},      // another server on this machine
		{"http://192.168.1.5:9090", false},
		{"http://localhost:8080", false},
		{"http://evil.example", false},
		{"http://evil.example:8080", false},
		{"http://192.168.1.5:8080.evil.example", false},
		{"http://192.168.1.5:8080@evil.example", false},
		{"file://192.168.1.5:8080", false},
		{"null", false},
		{"", false},
		{"192.168.1.5:8080", false},
	} {
		w := p.ask("GET", there, fromPhone, "/", "Origin", c.origin)
		if (w.Code == http.StatusOK) != c.ok {
			t.Errorf("Origin %q: %d", c.origin, w.Code)
		}
	}
	if w := p.ask("GET", there, fromPhone, "/"); w.Code != http.StatusOK {
		t.Errorf("no Origin: %d", w.Code)
	}
	if w := p.ask("GET", there, fromPhone, "/", "Origin", "http://"+there, "Origin", "http://evil.example"); w.Code != http.StatusForbidden {
		t.Errorf("two Origins: %d", w.Code)
	}
}

func TestSecurityHeaders(t *testing.T) {
	p := newPlace(t)
	answers := map[string]*httptest.ResponseRecorder{
		"page":         p.ask("GET", there, fromPhone, "/"),
		"script":       p.ask("GET", there, fromPhone, "/page/table.js"),
		"rules":        p.ask("GET", there, fromPhone, "/rules/riddle.json"),
		"health":       p.ask("GET", there, fromPhone, "/healthz"),
		"not found":    p.ask("GET", there, fromPhone, "/nothing"),
		"wrong host":   p.ask("GET", "evil.example", fromPhone, "/"),
		"wrong method": p.ask("POST", there, fromPhone, "/"),
		"wrong origin": p.ask("GET", there, fromPhone, "/ws", "Origin", "http://evil.example"),
		"no WebSocket": p.ask("GET", there, fromPhone, "/ws"),
		"not from far": p.ask("GET", there, fromPhone, "/virtual"),
		"panel":        p.ask("GET", here, fromHere, "/virtual/panel.png"),
		"redirect":     p.ask("GET", there, fromPhone, "/page/../page/table.js"),
	}
	for name, w := range answers {
		h := w.Header()
		csp := h.Get("Content-Security-Policy")
		wants := []string{"default-src 'none'", "frame-ancestors 'none'"}
		part := name == "script" || name == "rules"
		if part {
			wants = append(wants, "sandbox")
			if strings.Contains(csp, "'self'") {
				t.Errorf("%s: what is no page may load something: %s", name, csp)
			}
		} else {
			wants = append(wants, "base-uri 'none'", "form-action 'none'", "script-src 'self';", "style-src 'self';", "img-src 'self' data:;", "connect-src 'self'", "manifest-src 'self'")
		}
		for _, want := range wants {
			if !strings.Contains(csp, want) {
				t.Errorf("%s: the policy %q lacks %s", name, csp, want)
			}
		}
		if strings.Contains(csp, "unsafe") || strings.Contains(csp, "*") || strings.Contains(csp, "evil") {
			t.Errorf("%s: the policy is open: %s", name, csp)
		}
		for key, want := range map[string]string{
			"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "Cross-Origin-Resource-Policy": "same-origin",
		} {
			if h.Get(key) != want {
				t.Errorf("%s: %s is %q, want %q", name, key, h.Get(key), want)
			}
		}
		if h.Get("Permissions-Policy") == "" && !part || h.Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("%s: headers %v", name, h)
		}
	}
}

func TestPolicyNamesTheSocketOfThisHost(t *testing.T) {
	p := newPlace(t)
	for host, want := range map[string]string{
		there:          "connect-src 'self' ws://192.168.1.5:8080 wss://192.168.1.5:8080;",
		"Tavern.local": "connect-src 'self' ws://tavern.local wss://tavern.local;",
		"[::1]:8080":   "connect-src 'self';",
		"evil.example": "connect-src 'self';",
	} {
		if csp := p.ask("GET", host, fromPhone, "/").Header().Get("Content-Security-Policy"); !strings.Contains(csp, want) {
			t.Errorf("Host %q: %s lacks %s", host, csp, want)
		}
	}
}

func TestIsLocal(t *testing.T) {
	p := newPlace(t)
	for name, c := range map[string]struct {
		host, from string
		header     []string
		want       int
	}{
		"localhost":             {here, fromHere, nil, http.StatusOK},
		"address":               {"127.0.0.1:8080", fromHere, nil, http.StatusOK},
		"IPv6":                  {"[::1]:8080", "[::1]:50000", nil, http.StatusOK},
		"mapped IPv4":           {here, "[::ffff:127.0.0.1]:50000", nil, http.StatusOK},
		"own page":              {here, fromHere, []string{"Origin", "http://localhost:8080", "Sec-Fetch-Site", "same-origin"}, http.StatusOK},
		"typed":                 {here, fromHere, []string{"Sec-Fetch-Site", "none"}, http.StatusOK},
		"phone":                 {there, fromPhone, nil, http.StatusForbidden},
		"phone says localhost":  {here, fromPhone, nil, http.StatusForbidden},
		"own name":              {"tavern.local:8080", fromHere, nil, http.StatusForbidden},
		"rebinding":             {"evil.example:8080", fromHere, nil, http.StatusMisdirectedRequest},
		"another server here":   {here, fromHere, []string{"Origin", "http://localhost:3000"}, http.StatusForbidden},
		"embedded elsewhere":    {here, fromHere, []string{"Sec-Fetch-Site", "cross-site"}, http.StatusForbidden},
		"link elsewhere":        {here, fromHere, []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "document"}, http.StatusOK},
		"framed elsewhere":      {here, fromHere, []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "iframe"}, http.StatusForbidden},
		"embedded, other port":  {here, fromHere, []string{"Sec-Fetch-Site", "same-site"}, http.StatusForbidden},
		"proxy":                 {here, fromHere, []string{"X-Forwarded-For", "10.0.0.9"}, http.StatusForbidden},
		"proxy, standard":       {here, fromHere, []string{"Forwarded", "for=10.0.0.9"}, http.StatusForbidden},
		"proxy, empty header":   {here, fromHere, []string{"X-Forwarded-For", ""}, http.StatusForbidden},
		"proxy, via":            {here, fromHere, []string{"Via", "1.1 tavern"}, http.StatusForbidden},
		"proxy, host":           {here, fromHere, []string{"X-Forwarded-Host", "table.example"}, http.StatusForbidden},
		"nobody knows where":    {here, "@", nil, http.StatusForbidden},
		"another site's origin": {here, fromHere, []string{"Origin", "http://evil.example"}, http.StatusForbidden},
	} {
		for _, path := range []string{"/virtual", "/virtual/panel.png"} {
			if w := p.ask("GET", c.host, c.from, path, c.header...); w.Code != c.want {
				t.Errorf("%s: %s answers %d, want %d", name, path, w.Code, c.want)
			}
		}
	}
}

// Browsers accept an opener policy on this machine itself, but complain about one on other hosts, where there is no TLS.
func TestOpenerPolicyOnLoopbackOnly(t *testing.T) {
	for host, want := range map[string]string{"localhost": "same-origin", "127.0.0.1": "same-origin", "::1": "same-origin", "192.0.2.2": "", "familiar.local": ""} {
		h := make(http.Header)
		setSecurityHeaders(h, host, "8080", true, false)
		if got := h.Get("Cross-Origin-Opener-Policy"); got != want {
			t.Errorf("%s: %q, want %q", host, got, want)
		}
	}
}

// A house that has used up its connections gets more after some seconds.
func TestHouseMayComeAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := newNetworks()
		phone := func(i int) netip.Addr { return netip.MustParseAddr(fmt.Sprintf("fd00::%x", i+1)) }
		for i := 0; n.connect(phone(i)); i++ {
			if i > connectionBudgets.house.Times {
				t.Fatal("there is no limit")
			}
		}
		time.Sleep(10 * time.Second)
		for i := range connectionBudgets.house.Times / 5 {
			if !n.connect(phone(i)) {
				t.Fatalf("after ten seconds %d connections are taken", i)
			}
		}
	})
}
