package web

import (
	"fmt"
	"net/netip"
	"testing"
	"testing/synctest"

	"github.com/gorilla/websocket"

	"familiar/companion/protocol"
)

// join connects, and says a hello with a token or a code.
func (p *place) join(from, token, code string) *client {
	p.t.Helper()
	c := p.phone(from)
	c.send(fmt.Sprintf(`{"type":"hello","protocol":1,"token":%q,"code":%q}`, token, code))
	return c
}

// call connects a page of a phone, and says a hello with a token and the right code.
func (p *place) call(token, page string) *client {
	p.t.Helper()
	c := p.phone(aPhone)
	c.send(fmt.Sprintf(`{"type":"hello","protocol":1,"code":"SESAME","token":%q,"page":%q}`, token, page))
	return c
}

// known returns the token of a phone that was here before.
func (p *place) known() string {
	p.t.Helper()
	c := p.join("192.168.1.200", "", "SESAME")
	token := c.want("welcome").Token
	c.conn.Close()
	synctest.Wait()
	return token
}

func always() bool { return true }
func never() bool  { return false }

// A place that is left takes no room: otherwise each address that was ever here would.
func TestPlacesThatAreLeft(t *testing.T) {
	var p places
	for n := range 3 {
		leave, ok := p.take(netip.MustParseAddr(fmt.Sprint("192.168.1.", n)), fmt.Sprint("token ", n), always, nil)
		if !ok {
			t.Fatal("there is no place")
		}
		leave()
	}
	if len(p.all) > 0 {
		t.Errorf("when all have left, %v are kept", p.all)
	}
}

func TestOneAddressHasSomePlaces(t *testing.T) {
	onWire(t, func(t *testing.T, p *place) {
		var phones []*client
		for range maxAddress {
			phones = append(phones, p.joined(aPhone))
		}
		p.join(aPhone, "", "SESAME").wantClosed(websocket.CloseTryAgainLater, noPlace.reason)
		p.joined("192.168.1.78")
		phones[0].conn.Close()
		synctest.Wait()
		p.joined(aPhone)
	})
}

// Guests who take all places of their house keep out no player or host in it.
func TestPlacesOfAHouseForPlayers(t *testing.T) {
	for _, guests := range []string{"192.168.1.9", "fd00::9"} {
		var p places
		from := netip.MustParseAddr(guests)
		n := 0
		for ; n < maxPlaces; n++ {
			if _, ok := p.take(from, fmt.Sprint("guest ", n), never, nil); !ok {
				break
			}
		}
		if n != maxAddress && n != maxHouse {
			t.Errorf("%d guests are in from %s", n, from)
		}
		if _, ok := p.take(from, "player", always, nil); !ok {
			t.Errorf("a player from %s is kept out", from)
		}
	}
}

// Somebody with a free seat has one phone after the other sit down, come anew and stand up. Their places are those of guests then, and players come in.
func TestPlacesOfThoseWhoHaveStoodUp(t *testing.T) {
	for _, from := range []string{"192.168.1.9", "fd00::9"} {
		var p places
		evicted := 0
		for n := range maxOthers {
			seated := true
			if _, ok := p.take(netip.MustParseAddr(from), fmt.Sprint("phone ", n), func() bool { return seated }, func(error) { evicted++ }); !ok {
				t.Fatalf("phone %d from %s gets no place", n+1, from)
			}
			seated = false
		}
		for n := range 20 {
			if _, ok := p.take(netip.MustParseAddr("fd00::2"), fmt.Sprint("player ", n), always, nil); !ok {
				t.Fatalf("player %d is kept out by phones from %s", n+1, from)
			}
		}
		if evicted != 20 || len(p.all) != maxOthers {
			t.Errorf("%d phones have given up their places for 20 players, %d places are taken", evicted, len(p.all))
		}
	}
}

// Guests with a page each, and a host whose own phones are all hosts and have many pages, keep no host and no player out.
func TestPlacesOfAHostWithManyPhones(t *testing.T) {
	for _, guests := range []int{0, maxGuests} {
		var p places
		enter := func(from, token string, kept func() bool) bool {
			_, ok := p.take(netip.MustParseAddr(from), token, kept, func(error) {})
			return ok
		}
		for n := range guests {
			enter(fmt.Sprint("192.168.2.", n), fmt.Sprint("guest ", n), never)
		}
		for n := range 12 * maxPhone {
			enter("192.168.1.9", fmt.Sprint("host ", n/maxPhone), always)
		}
		for n := range 30 {
			token := fmt.Sprint("player ", n)
			if !enter("192.168.1.1", token, always) || p.ofPhone(token) != 1 {
				t.Errorf("player %d is kept out", n+1)
			}
		}
		for n := range 30 {
			if token := fmt.Sprint("player ", n); p.ofPhone(token) != 1 {
				t.Errorf("player %d has given up its only page for another one", n+1)
			}
		}
		if len(p.all) != maxOthers {
			t.Errorf("%d places are taken", len(p.all))
		}
	}
}

// A host whose own phones are all hosts and have many pages keeps no guest out either.
func TestGuestsBesideAHostWithManyPhones(t *testing.T) {
	var p places
	enter := func(from, token string, kept func() bool) bool {
		_, ok := p.take(netip.MustParseAddr(from), token, kept, func(error) {})
		return ok
	}
	for n := range 16 * 4 {
		enter("192.168.1.9", fmt.Sprint("host ", n%16), always)
	}
	for n := range maxGuests - 16 {
		if !enter(fmt.Sprint("192.168.2.", n), fmt.Sprint("guest ", n), never) {
			t.Errorf("guest %d is kept out", n+1)
		}
	}
	for n := range 16 {
		if p.ofPhone(fmt.Sprint("host ", n)) == 0 {
			t.Errorf("host %d has given up its only page for a guest", n+1)
		}
	}
}

// Some phones with many pages take all places of a house. A guest of the same house gets one of these.
func TestGuestsOfAHouseShareItsPlaces(t *testing.T) {
	for from, most := range map[string]int{"192.168.1.9": maxAddress, "fd00::9": maxHouse} {
		var p places
		enter := func(token string) bool {
			_, ok := p.take(netip.MustParseAddr(from), token, never, func(error) {})
			return ok
		}
		for n := range most {
			enter(fmt.Sprint("greedy ", n%6))
		}
		for n := range most - 6 {
			if !enter(fmt.Sprint("guest ", n)) {
				t.Errorf("guest %d from %s is kept out", n+1, from)
			}
		}
		if enter("one more") || len(p.all) != most {
			t.Errorf("from %s there are %d guests", from, len(p.all))
		}
	}
}

// One phone cannot take the places of all others, from however many addresses it comes.
func TestOnePhoneHasSomePlaces(t *testing.T) {
	onWire(t, func(t *testing.T, p *place) {
		greedy, other := p.known(), p.known()
		var pages []*client
		for n := range maxPhone {
			c := p.join(fmt.Sprintf("192.168.3.%d", n), greedy, "")
			c.want("welcome")
			pages = append(pages, c)
		}
		p.join("192.168.4.1", greedy, "").wantClosed(websocket.CloseTryAgainLater, noPlace.reason)
		p.join("192.168.4.1", other, "").want("welcome")
		pages[0].conn.Close()
		synctest.Wait()
		p.join("192.168.4.1", greedy, "").want("welcome")
	})
}

func TestOneHouseHasMorePlaces(t *testing.T) {
	onWire(t, func(t *testing.T, p *place) {
		for n := range maxHouse {
			p.joined(fmt.Sprintf("fd00::%x", n+1))
		}
		p.join("fd00::ffff", "", "SESAME").wantClosed(websocket.CloseTryAgainLater, noPlace.reason)
		p.joined("fd00:0:0:1::1")
	})
}

// A guest with many pages, or with many tokens at few addresses, gives up some of its places for others, whoever they are; it does not get them back.
func TestGuestsShareTheirPlaces(t *testing.T) {
	for name, greedy := range map[string]struct{ tokens, addresses int }{"one with many pages": {8, 48}, "one at few addresses": {48, 3}} {
		t.Run(name, func(t *testing.T) {
			onWire(t, func(t *testing.T, p *place) {
				p.table.guests = true
				var tokens []string
				for range greedy.tokens {
					tokens = append(tokens, p.known())
				}
				other := p.known()
				again := func(n int) *client {
					return p.join(fmt.Sprintf("192.168.3.%d", n%greedy.addresses), tokens[n%greedy.tokens], "")
				}
				for n := range maxGuests {
					again(n).want("welcome")
				}
				p.join("192.168.1.78", other, "").want("welcome")
				for n := range 5 {
					p.joined(fmt.Sprintf("192.168.1.%d", 80+n))
				}
				synctest.Wait()
				if n := p.srv.places.taken(); n != maxGuests {
					t.Errorf("%d places are taken", n)
				}
				again(0).wantClosed(websocket.CloseTryAgainLater, noPlace.reason)
			})
		})
	}
}

// Guests cannot take all places: some are for hosts and players, and for this machine.
func TestPlacesForPhonesThatAreKnown(t *testing.T) {
	onWire(t, func(t *testing.T, p *place) {
		var tokens []string
		for range 3 {
			tokens = append(tokens, p.known())
		}
		for n := range maxGuests {
			p.joined(fmt.Sprintf("192.168.2.%d", n))
		}
		p.join("192.168.1.78", "", "SESAME").wantClosed(websocket.CloseTryAgainLater, noPlace.reason)
		p.join("192.168.1.78", "token-999", "SESAME").wantClosed(websocket.CloseTryAgainLater, noPlace.reason)
		for n := maxGuests; n < maxOthers; n++ {
			p.join(fmt.Sprintf("192.168.3.%d", n), tokens[n%3], "").want("welcome")
		}
		p.join("192.168.1.78", tokens[2], "").wantClosed(websocket.CloseTryAgainLater, noPlace.reason)
		here := func() *client {
			t.Helper()
			c, _, err := p.connect("127.0.0.1", "ws://localhost:8080/ws", "http://localhost:8080")
			if err != nil {
				t.Fatal(err)
			}
			c.send(`{"type":"hello","protocol":1}`)
			return c
		}
		for range maxPlaces - maxOthers {
			here().want("welcome")
		}
		here().wantClosed(websocket.CloseTryAgainLater, noPlace.reason)
	})
}

// A newcomer for whom there is no place is not let in first: it would get a token each time, which is written to disk.
func TestNewcomerWithoutAPlaceGetsNoToken(t *testing.T) {
	onWire(t, func(t *testing.T, p *place) {
		for n := range maxGuests {
			p.joined(fmt.Sprintf("192.168.2.%d", n))
		}
		before := p.table.tokens
		for range 10 {
			p.join("192.168.1.78", "", "SESAME").wantClosed(websocket.CloseTryAgainLater, noPlace.reason)
		}
		if p.table.tokens != before {
			t.Errorf("%d phones were let in", p.table.tokens-before)
		}
	})
}

// A page whose connection was lost calls again, although all places of its address are taken, one of them by its old socket.
func TestPageComesAgainWhenAllPlacesAreTaken(t *testing.T) {
	onWire(t, func(t *testing.T, p *place) {
		p.table.guests = true
		first := p.call("", "a")
		token := first.want("welcome").Token
		for range maxAddress - 1 {
			p.joined(aPhone)
		}
		p.call(token, "b").wantClosed(websocket.CloseTryAgainLater, noPlace.reason)
		p.call(token, "a").want("welcome")
		if n := p.srv.places.taken(); n != maxAddress {
			t.Errorf("%d places are taken", n)
		}
	})
}

// The address of a phone that has sat down, or become host, since it came is a player's when it leaves: it is asleep when guests knock.
func TestAddressOfAPlayerIsNoGuests(t *testing.T) {
	onWire(t, func(t *testing.T, p *place) {
		from := netip.MustParseAddr(aPhone)
		for _, you := range []protocol.You{{Seat: 1}, {Seat: -1, Host: true}, {Seat: -1}} {
			c := p.joined(aPhone)
			if p.srv.networks.isPlaced(from) {
				t.Error("a guest's address is a player's")
			}
			p.table.show(&protocol.Snapshot{Type: "snapshot", You: you})
			c.conn.Close()
			synctest.Wait()
			if is := p.srv.networks.isPlaced(from); is != (you.Host || you.Seat >= 0) {
				t.Errorf("a phone with %+v has left, its address is a player's: %t", you, is)
			}
			p.srv.networks.known = nil
		}
	})
}

// When a player has stood up, all addresses of that phone are those of a guest.
func TestAddressesOfAPlayerWhoHasStoodUp(t *testing.T) {
	n := newNetworks()
	at := func(i int) netip.Addr { return netip.MustParseAddr(fmt.Sprintf("fd00::%x", i)) }
	n.know(at(1), "player", true)
	n.know(at(2), "other", true)
	n.know(at(3), "player", false)
	if n.isPlaced(at(1)) || !n.isPlaced(at(2)) || n.isPlaced(at(3)) {
		t.Errorf("known are %+v", n.known)
	}
}

// The address of a phone that no host has let in stays a stranger's.
func TestAddressOfAWaitingPhone(t *testing.T) {
	onWire(t, func(t *testing.T, p *place) {
		p.table.approve = true
		c := p.join(aPhone, "", "SESAME")
		c.want("wait")
		c.conn.Close()
		synctest.Wait()
		if p.srv.networks.knows(netip.MustParseAddr(aPhone)) {
			t.Error("it is known")
		}
	})
}
