//go:build attack

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"familiar/companion/protocol"
)

// loads are what guests and players can ask for without end, within all limits: how many do it at once, and what each sends at its n-th time. All of them are let in.
var loads = []struct {
	name   string
	sator  bool // it is made in a game of sator, not of sacrilege
	phones int
	sends  func(p *websocket.Conn, n int) error
	deaf   bool // they read no answers
	hosts  bool // only hosts may do it
}{
	{name: "may", phones: 40, sends: requests(func(int) any { return map[string]any{"type": "may", "seat": "ben", "suppose": true} })},
	{name: "check", phones: 16, hosts: true, sends: requests(func(n int) any {
		return map[string]any{"type": "check", "seat": "table", "verb": "amend", "args": []string{"turn", []string{"ann", "ben"}[n%2]}}
	})},
	{name: "past", phones: 50, sends: requests(func(n int) any { return map[string]any{"type": "past", "at": n * 7 % 300, "names": true} })},
	{name: "games", phones: 40, sends: requests(func(int) any { return map[string]any{"type": "games"} })},
	{name: "card lists", phones: 16, sends: requests(func(int) any { return map[string]any{"type": "packs", "action": "list", "game": "sator"} })},
	{name: "card list", phones: 16, hosts: true, sends: requests(func(int) any {
		return map[string]any{"type": "packs", "action": "read", "game": "pantacle", "pack": "house"}
	})},
	{name: "large messages", phones: 16, sends: requests(func(int) any { return map[string]any{"type": "check", "verb": strings.Repeat("x", 12<<10)} })},
	{name: "pings", phones: 40, sends: func(p *websocket.Conn, n int) error {
		return p.WriteControl(websocket.PingMessage, nil, time.Now().Add(time.Second))
	}},
	{name: "answers that nobody reads", phones: 40, deaf: true, sends: requests(func(int) any { return map[string]any{"type": "may", "seat": "ben", "suppose": true} })},
	{name: "watchers", phones: 45, sends: func(*websocket.Conn, int) error { return nil }},
	{name: "page loads", phones: 16},
	{name: "hints", sator: true, phones: 2, hosts: true, sends: requests(func(int) any { return map[string]any{"type": "hint", "on": true} })},
	{name: "hints that are cancelled", sator: true, phones: 16, hosts: true, sends: requests(func(n int) any { return map[string]any{"type": "hint", "on": n%2 == 0} })},
	{name: "record", sator: true, phones: 40, sends: requests(func(int) any { return map[string]any{"type": "record", "game": loadRecord} })},
}

func requests(request func(n int) any) func(*websocket.Conn, int) error {
	return func(p *websocket.Conn, n int) error {
		data, err := json.Marshal(request(n))
		if err != nil {
			return err
		}
		return p.WriteMessage(websocket.TextMessage, fmt.Appendf(nil, `{"id":%d,%s`, n+1, data[1:]))
	}
}

// loadRecord is a long game that has ended.
var loadRecord string

const (
	loadTime = 5 * time.Second // in each turn
	loadRate = 19              // a second: just below what ends a socket
)

func TestLoadWithinLimits(t *testing.T) { onBothDisks(t, loadWithinLimits) }

// loadWithinLimits makes moves while many phones ask for as much as they may, of everything in turn. The daemon has one processor.
func loadWithinLimits(t *testing.T, slower time.Duration) {
	r := newRoom(t)
	d := r.start(buildForAttack(t), slower)
	host, machine := r.host(d), r.machine(d)
	guests, hosts := r.phones(d, nil, 3, 50), r.phones(d, host, 4, 16)
	moves(t, machine, turnAmends, 15*time.Second)
	ended, amends := "", turnAmends
	for _, load := range loads {
		if load.sator && ended == "" {
			ended, amends = r.satorNext(d, host), pointAmends
		}
		t.Run(load.name, func(t *testing.T) {
			tokens := guests
			if load.hosts {
				tokens = hosts
			}
			r.movesBeside(t, machine, amends, loadTime, loadCommand, load.name, tokens, ended)
		})
	}
}

// phones has n more phones come in from a network, and leave. The host, if it is not nil, makes them hosts, too, who may ask for everything. It returns their tokens,
// separated by commas.
func (r *room) phones(d *roomDaemon, host *networkPhone, network, n int) (tokens string) {
	r.Helper()
	var all []string
	for i := range n {
		p, err := r.phone(fmt.Sprintf("10.77.%d.%d", network, i+1), roomAddress, "", d.code)
		if err != nil {
			r.Fatal(err)
		}
		all = append(all, p.welcome.Token)
		if host != nil {
			r.makeHost(host)
		}
		p.close()
	}
	return strings.Join(all, ",")
}

// makeHost makes the phone host that is here and is not host yet.
func (r *room) makeHost(host *networkPhone) {
	r.Helper()
	var id string
	if _, err := host.until(func(s *protocol.Snapshot) bool {
		at := slices.IndexFunc(s.Phones, func(v protocol.PhoneView) bool { return v.Here && !v.Host })
		if at >= 0 {
			id = s.Phones[at].ID
		}
		return at >= 0
	}); err != nil {
		r.Fatal(err)
	}
	if a, err := host.do(protocol.HostRequest{Phone: id, On: true}); err != nil || !a.OK {
		r.Fatalf("%+v, %v", a, err)
	}
}

// satorNext ends the game under way and begins one of sator, whose first turn is the host's. It returns the name of the record of the game that has ended.
func (r *room) satorNext(d *roomDaemon, host *networkPhone) (ended string) {
	r.Helper()
	ben, err := r.phone("10.77.0.51", roomAddress, "", d.code)
	if err != nil {
		r.Fatal(err)
	}
	defer ben.close()
	do := func(p *networkPhone, request protocol.Request) protocol.Answer {
		r.Helper()
		a, err := p.do(request)
		if err != nil || !a.OK {
			r.Fatalf("%+v: %+v, %v", request, a, err)
		}
		return a
	}
	do(host, protocol.EndRequest{})
	do(host, protocol.StartRequest{Game: "sator", Seats: []string{"ann", "ben"}})
	do(host, protocol.SitRequest{Seat: "ann"})
	do(ben, protocol.SitRequest{Seat: "ben"})
	for line := range strings.Lines(strings.TrimSpace(labyrinth)) {
		who, said, _ := strings.Cut(strings.TrimSpace(line), ": ")
		words, says := strings.Fields(said), host
		if who == "ben" {
			says = ben
		}
		do(says, protocol.MoveRequest{Seat: who, Verb: words[0], Args: words[1:]})
	}
	games := do(host, protocol.GamesRequest{}).Games.Games
	return games[len(games)-1].ID
}

// loadMain is the phones of one of the loads.
func loadMain() {
	length, err := time.ParseDuration(os.Args[1])
	if err != nil {
		panic(err)
	}
	name, tokens := os.Args[2], strings.Split(os.Args[3], ",")
	loadRecord = os.Args[4]
	over, stop := context.WithTimeout(context.Background(), length)
	defer stop()
	var sent, closed atomic.Int64
	var all sync.WaitGroup
	for _, load := range loads {
		for n := range load.phones {
			if load.name != name {
				continue
			}
			from := fmt.Sprintf("10.77.2.%d", n+1)
			all.Go(func() {
				if load.sends == nil {
					loadPages(over, from, &sent)
					return
				}
				for over.Err() == nil {
					loadSocket(over, from, tokens[n], load.sends, load.deaf, &sent)
					closed.Add(1)
				}
			})
		}
	}
	all.Wait()
	fmt.Printf("%d messages or requests were sent, and %d sockets ended\n", sent.Load(), closed.Load())
}

// loadSocket connects a phone that sends as much as it may, until the socket or the time ends.
func loadSocket(over context.Context, from, token string, sends func(*websocket.Conn, int) error, deaf bool, sent *atomic.Int64) {
	conn, err := dialFrom(from, roomAddress)
	if err != nil {
		time.Sleep(time.Second)
		return
	}
	defer conn.Close()
	address := net.JoinHostPort(roomAddress, strconv.Itoa(roomPort))
	p, err := dialSocketOver(func(context.Context, string, string) (net.Conn, error) { return conn, nil }, address, "/ws")
	if err != nil {
		time.Sleep(time.Second)
		return
	}
	if err := p.WriteJSON(map[string]any{"type": "hello", "protocol": protocol.Version, "token": token}); err != nil {
		return
	}
	if !deaf {
		go func() {
			for {
				if _, _, err := p.ReadMessage(); err != nil {
					return
				}
			}
		}()
	}
	tick := time.NewTicker(time.Second / loadRate)
	defer tick.Stop()
	for n := 0; ; n++ {
		select {
		case <-tick.C:
		case <-over.Done():
			return
		}
		if err := sends(p, n); err != nil {
			return
		}
		sent.Add(1)
	}
}

// loadPages loads a file of the page, again and again.
func loadPages(over context.Context, from string, sent *atomic.Int64) {
	client := http.Client{Transport: &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) { return dialFrom(from, roomAddress) }}}
	defer client.CloseIdleConnections()
	tick := time.NewTicker(time.Second / loadRate)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
		case <-over.Done():
			return
		}
		if answer, err := client.Get("http://" + net.JoinHostPort(roomAddress, strconv.Itoa(roomPort)) + "/page/shared/style.css"); err == nil {
			io.Copy(io.Discard, answer.Body)
			answer.Body.Close()
			sent.Add(1)
		}
	}
}
