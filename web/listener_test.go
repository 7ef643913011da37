package web

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"
)

// stranger opens a connection and says nothing. It notes in time when the server closes it.
type stranger struct {
	net.Conn
	closed atomic.Pointer[time.Time] // nil: it is open
}

// strangers opens connections, and in the end closes them.
func (p *place) strangers(n int, from func(n int) string) []*stranger {
	p.t.Helper()
	var all []*stranger
	for n := range n {
		conn, err := p.wire.dial(from(n))
		if err != nil {
			p.t.Fatal(err)
		}
		s := &stranger{Conn: conn}
		all = append(all, s)
		go func() {
			_, _ = io.Copy(io.Discard, conn)
			s.closed.Store(new(time.Now()))
		}()
		p.t.Cleanup(func() { conn.Close() })
	}
	synctest.Wait()
	return all
}

// closedOf counts the strangers whose connections are closed.
func closedOf(all []*stranger) int {
	n := 0
	for _, s := range all {
		if s.closed.Load() != nil {
			n++
		}
	}
	return n
}

// However many connections strangers open, few stay, and whoever has none yet gets in: a phone that was here before, a newcomer, and a browser on this machine.
// Who is in stays. A phone in the strangers' own house gets in if it was here before.
func TestStrangersOpenConnections(t *testing.T) {
	for name, from := range map[string]func(n int) string{
		"from one address":            func(int) string { return "192.168.1.66" },
		"from some addresses":         func(n int) string { return fmt.Sprintf("192.168.1.%d", 100+n%40) },
		"from one house in IPv6":      func(n int) string { return fmt.Sprintf("fd00::%x:%x", n%3+1, n) },
		"each from an address of its": func(n int) string { return fmt.Sprintf("10.0.%d.%d", n>>8, n&255) },
		"from a phone that is in":     func(int) string { return "192.168.1.99" },
		"from this machine":           func(int) string { return "127.0.0.1" },
	} {
		t.Run(name, func(t *testing.T) {
			onWire(t, func(t *testing.T, p *place) {
				token, before := p.known(), p.joined("192.168.1.99")
				p.joined("fd00::7").conn.Close()
				all := p.strangers(3000, from)
				if open := len(all) - closedOf(all); open > 200 { // each takes some 100 KiB
					t.Errorf("%d connections of strangers are open", open)
				}
				p.join(aPhone, token, "").want("welcome")
				p.joined("192.168.1.78")
				p.joined("127.0.0.1")
				p.joined("fd00::7")
				before.send(`{"type":"sit","id":1}`)
				before.want("answer")
			})
		})
	}
}

// A phone with a public address of the house's provider gets in. Whoever has one of another network is refused at once, and not left waiting.
func TestOtherNetworksAreRefused(t *testing.T) {
	onWire(t, func(t *testing.T, p *place) {
		p.joined("2001:db8:77::9")
		for _, from := range []string{"2001:db8:77:1::9", "2001:db8:99::9", "203.0.113.9"} {
			began := time.Now()
			conn, err := p.wire.dial(from)
			if err != nil {
				t.Fatal(err)
			}
			if n, err := conn.Read(make([]byte, 1)); n != 0 || err != io.EOF || time.Since(began) > 0 {
				t.Errorf("%s reads %d bytes, and is refused with %v after %v", from, n, err, time.Since(began))
			}
		}
	})
}

// A phone that has connected and not said its hello yet is not thrown out for the connections of others, in IPv6 also not for those of another address in its
// house, unless these have no more than it has.
func TestStrangersCrowdOutThemselves(t *testing.T) {
	for name, test := range map[string]struct {
		phone string
		late  int // at how many addresses are those that come later
		from  func(n int) string
	}{
		"from one address":        {aPhone, 1, func(int) string { return "192.168.1.66" }},
		"from a hundred":          {aPhone, 10, func(n int) string { return fmt.Sprintf("192.168.1.%d", 100+n%100) }},
		"from a house in IPv6":    {aPhone, 60, func(n int) string { return fmt.Sprintf("fd00::%x", n+1) }},
		"from the house's own":    {"fd00::a:1", 10, func(n int) string { return fmt.Sprintf("fd00::%x", n%90+1) }},
		"while this machine asks": {"127.0.0.1", 1000, func(n int) string { return fmt.Sprintf("10.0.%d.%d", n>>8, n&255) }},
	} {
		comeIn := func(t *testing.T, beside func(p *place)) {
			onWire(t, func(t *testing.T, p *place) {
				phone := p.phone(test.phone)
				beside(p)
				phone.send(`{"type":"hello","protocol":1,"code":"SESAME"}`)
				phone.want("welcome")
			})
		}
		t.Run(name+", all at once", func(t *testing.T) { comeIn(t, func(p *place) { p.strangers(1000, test.from) }) })
		t.Run(name+", each later than the phone, and too few to be busy", func(t *testing.T) {
			comeIn(t, func(p *place) {
				for n := range maxStrangers + 20 {
					time.Sleep(time.Millisecond)
					p.strangers(1, func(int) string { return test.from(n % test.late) })
				}
			})
		})
	}
}

// A phone loads the page on the six connections of a browser, although strangers at many addresses open few connections each, again and again.
func TestPageIsLoadedBesideManyStrangers(t *testing.T) {
	for name, says := range map[string]string{"who say nothing": "", "who ask for something": "GET /healthz HTTP/1.1\r\nHost: 192.168.1.5:8080\r\n\r\n"} {
		t.Run(name, func(t *testing.T) {
			onWire(t, func(t *testing.T, p *place) {
				var all sync.WaitGroup
				defer all.Wait()
				over, stop := context.WithCancel(t.Context())
				defer stop()
				for n := range 3 * 44 {
					all.Go(func() {
						for over.Err() == nil {
							if conn, err := p.wire.dial(fmt.Sprintf("192.168.1.%d", 100+n%44)); err == nil {
								end := context.AfterFunc(over, func() { conn.Close() })
								_, _ = io.WriteString(conn, says)
								_, _ = io.Copy(io.Discard, conn)
								end()
							}
							time.Sleep(50 * time.Millisecond)
						}
					})
				}
				time.Sleep(5 * time.Second)
				for n := range 6 {
					all.Go(func() {
						conn, err := p.wire.dial(aPhone)
						if err != nil {
							t.Error(err)
							return
						}
						defer conn.Close()
						answers := bufio.NewReader(conn)
						for file := range 10 {
							time.Sleep(40 * time.Millisecond)
							_, _ = io.WriteString(conn, "GET /healthz HTTP/1.1\r\nHost: 192.168.1.5:8080\r\n\r\n")
							answer, err := http.ReadResponse(answers, nil)
							if err != nil {
								t.Errorf("connection %d has lost file %d: %v", n, file, err)
								return
							}
							_, _ = io.Copy(io.Discard, answer.Body)
							answer.Body.Close()
						}
					})
				}
				time.Sleep(2 * time.Second)
			})
		})
	}
}

// busyStrangers keep a connection from each of many addresses, and ask for something on it again and again, so that none is silent for long. It returns when they all
// have begun; they end with the test.
func (p *place) busyStrangers(n int) {
	var all sync.WaitGroup
	over, stop := context.WithCancel(p.t.Context())
	p.t.Cleanup(func() { stop(); all.Wait() })
	for n := range n {
		all.Go(func() {
			for over.Err() == nil {
				conn, err := p.wire.dial(fmt.Sprintf("192.168.%d.%d", 2+n/250, 1+n%250))
				if err != nil {
					return
				}
				all.Go(func() { _, _ = io.Copy(io.Discard, conn) })
				end := context.AfterFunc(over, func() { conn.Close() })
				for err == nil {
					_, err = io.WriteString(conn, "GET /healthz HTTP/1.1\r\nHost: 192.168.1.5:8080\r\n\r\n")
					time.Sleep(35 * time.Millisecond)
				}
				end()
				conn.Close()
				time.Sleep(10 * time.Millisecond)
			}
		})
	}
	time.Sleep(time.Second)
}

// slowly has a phone say its hello over a slow Wi-Fi, and reports whether it comes in.
func (p *place) slowly(from, token string) bool {
	p.t.Helper()
	conn, err := p.wire.dial(from)
	if err != nil {
		p.t.Fatal(err)
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(4 * time.Second))
	const wifi = 50 * time.Millisecond // there and back
	time.Sleep(wifi)
	dialer := websocket.Dialer{NetDialContext: func(context.Context, string, string) (net.Conn, error) { return conn, nil }}
	phone, _, err := dialer.Dial("ws://192.168.1.5:8080/ws", http.Header{"Origin": {"http://192.168.1.5:8080"}})
	if err != nil {
		return false
	}
	defer phone.Close()
	time.Sleep(wifi)
	if phone.WriteMessage(websocket.TextMessage, fmt.Appendf(nil, `{"type":"hello","protocol":1,"token":%q,"code":"SESAME"}`, token)) != nil {
		return false
	}
	var m message
	return phone.ReadJSON(&m) == nil && m.Type == "welcome"
}

// A phone comes in over a slow Wi-Fi although somebody with hundreds of addresses is never silent on any of them: one that was in from its address at once, and a new
// one as soon as it is known who makes so many requests.
func TestPhonesComeInBesideBusyStrangers(t *testing.T) {
	onWire(t, func(t *testing.T, p *place) {
		const tries = 10
		token := p.join(aPhone, p.known(), "").want("welcome").Token
		p.busyStrangers(250)
		came := 0
		for range tries {
			if p.slowly(aPhone, token) {
				came++
			}
		}
		if came < tries {
			t.Errorf("a phone that was here comes in %d times of %d", came, tries)
		}
		time.Sleep(25 * time.Second)
		came = 0
		for n := range tries {
			if p.slowly(fmt.Sprintf("192.168.1.%d", 100+n), "") {
				came++
			}
		}
		if came < tries {
			t.Errorf("%d new phones of %d come in", came, tries)
		}
	})
}

// A page of another site, open in a guest's browser, has it ask the table for something as fast as that answers. A browser has six connections to a name, and a machine may
// have three names. It closes a connection on which an answer comes that the page must not see, unless that answer is empty, and opens another one. The phone comes in
// all the same.
func TestForeignPageKeepsNobodyOut(t *testing.T) {
	for name, browser := range map[string]struct {
		connections int
		header      string
		drops       bool // what the page must not see
	}{
		"that keeps its connections":            {6, "", false},
		"that drops what the page must not see": {6, "", true},
		"that drops it, by three names":         {18, "", true},
		"that says whose page asks":             {6, "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors\r\n", true},
		"that says it, by three names":          {18, "Sec-Fetch-Site: same-site\r\nSec-Fetch-Mode: no-cors\r\n", true},
	} {
		t.Run(name, func(t *testing.T) {
			onWire(t, func(t *testing.T, p *place) {
				token := p.join(aPhone, p.known(), "").want("welcome").Token
				var all sync.WaitGroup
				over, stop := context.WithCancel(t.Context())
				t.Cleanup(func() { stop(); all.Wait() })
				for range browser.connections {
					all.Go(func() {
						for over.Err() == nil {
							p.asksOn(over, browser.header, browser.drops)
						}
					})
				}
				time.Sleep(10 * time.Second) // until its budgets are used up
				came := 0
				const tries = 20
				for range tries {
					if p.slowly(aPhone, token) {
						came++
					}
					time.Sleep(513 * time.Millisecond) // between two connections that the budget allows
				}
				if came < tries*9/10 {
					t.Errorf("the phone comes in %d times of %d", came, tries)
				}
			})
		})
	}
}

// asksOn asks for something on one connection as long as it lasts.
func (p *place) asksOn(over context.Context, header string, drops bool) {
	time.Sleep(5 * time.Millisecond)
	conn, err := p.wire.dial(aPhone)
	if err != nil {
		return
	}
	defer conn.Close()
	defer context.AfterFunc(over, func() { conn.Close() })()
	answers := bufio.NewReader(conn)
	for {
		time.Sleep(5 * time.Millisecond)
		if _, err := io.WriteString(conn, "GET /healthz HTTP/1.1\r\nHost: 192.168.1.5:8080\r\n"+header+"\r\n"); err != nil {
			return
		}
		answer, err := http.ReadResponse(answers, nil)
		if err != nil || drops && answer.ContentLength != 0 {
			return
		}
		if _, err := io.Copy(io.Discard, answer.Body); err != nil || answer.Close {
			return
		}
	}
}

// However many sockets strangers open without a hello, again and again, whoever says a hello gets in: a phone that was here before, a newcomer, and a browser on this
// machine.
func TestSocketsWithoutAHello(t *testing.T) {
	for name, from := range map[string]func(n int) string{
		"from four addresses":    func(n int) string { return fmt.Sprintf("192.168.1.%d", 100+n%4) },
		"from one house in IPv6": func(n int) string { return fmt.Sprintf("fd00::1:%x", n+1) },
	} {
		t.Run(name, func(t *testing.T) {
			onWire(t, func(t *testing.T, p *place) {
				token := p.known()
				over, stop := context.WithCancel(t.Context())
				defer stop()
				for n := range 100 {
					go func() {
						for over.Err() == nil {
							if s, _, err := p.connect(from(n), "ws://192.168.1.5:8080/ws", ""); err == nil {
								_, _ = s.read()
							}
							time.Sleep(time.Millisecond)
						}
					}()
				}
				for n := range 10 {
					time.Sleep(2 * time.Second)
					p.join(aPhone, token, "").want("welcome")
					p.joined(fmt.Sprintf("192.168.2.%d", n))
					p.joined("127.0.0.1")
				}
			})
		})
	}
}

// A socket on which nobody says a hello is a stranger's connection: of many, 128 stay open.
func TestSocketsWithoutAHelloAreFew(t *testing.T) {
	onWire(t, func(t *testing.T, p *place) {
		const most = 128
		var open atomic.Int64
		for n := range 2 * most {
			s, _, err := p.connect(fmt.Sprintf("10.0.%d.%d", n>>8, n&255), "ws://192.168.1.5:8080/ws", "")
			if err != nil {
				continue
			}
			open.Add(1)
			go func() {
				_, _ = s.read()
				open.Add(-1)
			}()
		}
		synctest.Wait()
		if n := open.Load(); n != most {
			t.Errorf("%d sockets without a hello are open, not %d", n, most)
		}
	})
}

// A stranger who says nothing is given up after some seconds, and in a crowd sooner. A phone that was let in is no stranger.
func TestStrangersAreSilent(t *testing.T) {
	for name, test := range map[string]struct {
		n    int
		took time.Duration
	}{
		"a few":   {maxStrangers/2 - 1, headerTimeout},
		"a crowd": {maxStrangers, crowdedTimeout},
	} {
		t.Run(name, func(t *testing.T) {
			onWire(t, func(t *testing.T, p *place) {
				p.strangers(test.n, func(n int) string { return fmt.Sprintf("10.0.0.%d", n) })
				phone := p.joined(aPhone).listen()
				last := p.strangers(1, func(int) string { return "192.168.1.66" })[0]
				begin := time.Now()
				time.Sleep(time.Minute / 2)
				if at := last.closed.Load(); at == nil || at.Sub(begin) != test.took {
					t.Errorf("the last stranger was given up at %v, not %v after %v", at, test.took, begin)
				}
				if _, err := phone.all(); err != nil {
					t.Errorf("the phone is out: %v", err)
				}
			})
		})
	}
}

// A connection on which somebody has asked for something is given up a minute after that, and in a crowd sooner.
func TestStrangersAreSilentAfterARequest(t *testing.T) {
	for name, test := range map[string]struct {
		n    int
		took time.Duration
	}{
		"a few":   {1, idleTimeout},
		"a crowd": {maxStrangers - 2, crowdedTimeout},
	} {
		t.Run(name, func(t *testing.T) {
			onWire(t, func(t *testing.T, p *place) {
				all := p.strangers(test.n, func(n int) string { return fmt.Sprintf("10.0.%d.%d", n>>7, n&127) })
				for _, s := range all {
					if _, err := io.WriteString(s, "GET /healthz HTTP/1.1\r\nHost: 192.168.1.5:8080\r\n\r\n"); err != nil {
						t.Fatal(err)
					}
				}
				begin := time.Now()
				time.Sleep(2 * time.Minute)
				for n, s := range all[len(all)/2+1:] {
					if at := s.closed.Load(); at == nil || at.Sub(begin) != test.took {
						t.Fatalf("stranger %d was given up at %v, not %v after %v", n, at, test.took, begin)
					}
				}
			})
		})
	}
}

// From one address some connections a second are answered, and no more: to answer them is what costs most.
func TestConnectionsOfOneAddressHaveABudget(t *testing.T) {
	onWire(t, func(t *testing.T, p *place) {
		begin, answered := time.Now(), 0
		const tried = 2000
		for range tried {
			time.Sleep(5 * time.Millisecond)
			conn, err := p.wire.dial("192.168.1.66")
			if err != nil {
				t.Fatal(err)
			}
			go func() {
				defer conn.Close()
				_, _ = io.WriteString(conn, "GET /healthz HTTP/1.1\r\nHost: 192.168.1.5:8080\r\nConnection: close\r\n\r\n")
				if answer, err := http.ReadResponse(bufio.NewReader(conn), nil); err == nil && answer.StatusCode == http.StatusOK {
					answered++
				}
			}()
			synctest.Wait()
		}
		time.Sleep(2 * overBudgetDelay)
		synctest.Wait()
		if most := 201 + int(20*time.Since(begin).Seconds()); answered > most || answered < 200 {
			t.Errorf("%d of %d connections are answered, not at most %d", answered, tried, most)
		}
	})
}

// A network may have as many connections as a browser needs; what it has beyond that counts.
func TestConnectionsOfABrowser(t *testing.T) {
	for n, want := range map[int]int{0: 0, 1: 0, browserConns - 1: 0, browserConns: 0, browserConns + 1: browserConns + 1} {
		if got := (&tally{n: n}).tooMany(); got != want {
			t.Errorf("of %d connections %d are too many, not %d", n, got, want)
		}
	}
}

// After a crowd its memory is given back, once: to do so is work, and strangers can make and end a crowd many times a second.
func TestMemoryIsGivenBackAfterACrowd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		freed := 0
		s := strangers{most: 100, free: func() { freed++ }}
		for range 50 {
			var crowd []*accepted
			for range 60 {
				crowd = append(crowd, new(accepted))
				s.add(crowd[len(crowd)-1])
			}
			for _, c := range crowd {
				s.remove(c)
			}
			time.Sleep(calm / 10)
		}
		time.Sleep(2 * calm)
		synctest.Wait()
		if freed != 1 {
			t.Errorf("memory was given back %d times", freed)
		}
		lone := new(accepted)
		s.add(lone)
		s.remove(lone)
		time.Sleep(2 * calm)
		synctest.Wait()
		if freed != 1 {
			t.Error("memory was given back again, after no crowd")
		}
		if len(s.networks) > 0 || len(s.addresses) > 0 {
			t.Errorf("networks %v and addresses %v are still counted", s.networks, s.addresses)
		}
	})
	l := newListener(nil, nil, newNetworks(), nil)
	for _, s := range []*strangers{&l.outside, &l.known, &l.local} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		s.free()
		if runtime.ReadMemStats(&after); after.NumForcedGC == before.NumForcedGC {
			t.Error("no memory is given back")
		}
	}
}

// A socket takes no more pongs than other messages, and no more bytes than a list of cards has, even in fragments that are never a whole message.
func TestPongsAndFragmentsAreLimited(t *testing.T) {
	for name, frames := range map[string][]byte{
		"pongs":           frame(0x8a, ""),
		"empty fragments": frame(0x00, ""),
	} {
		t.Run(name, func(t *testing.T) {
			onWire(t, func(t *testing.T, p *place) {
				phone := p.joined(aPhone)
				begin := time.Now()
				var sent atomic.Int64
				go func() {
					raw := phone.conn.NetConn()
					if name != "pongs" {
						raw.Write(frame(0x01, ""))
					}
					for sent.Load() < 1<<24 {
						n, err := raw.Write(frames)
						if sent.Add(int64(n)); err != nil {
							return
						}
					}
				}()
				phone.wantClosed(websocket.ClosePolicyViolation, tooMany.reason)
				if took := time.Since(begin); took > time.Second || sent.Load() > byteBurst+lingerBytes+1<<12 {
					t.Errorf("closed after %v and %d bytes", took, sent.Load())
				}
			})
		})
	}
}
