package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"familiar/companion/access"
	"familiar/companion/protocol"
)

// guestLog keeps track of guests whom a host sends away, and of new join codes: what was acknowledged, and so must hold after a restart.
type guestLog struct {
	mu       sync.Mutex
	code     string            // of the table, at its last start
	asked    bool              // a new code was asked for since then
	replaced []string          // codes in whose place a new one was acknowledged
	came     map[string]string // the tokens of guests, by the names by which hosts' requests name their phones
	removed  []string          // tokens of guests who were sent away, and that was acknowledged
	shutOut  []string          // those of them who do not come in with the present code either
}

func newGuestLog() *guestLog { return &guestLog{came: make(map[string]string)} }

// visit lets one guest after the other come in, until the table goes away or has another code. Each stays until a host sends it away.
func (g *guestLog) visit(address string, _ uint64) {
	for {
		phone, err := connectNeighbour(address, "", g.code)
		if err != nil {
			return
		}
		hash := sha256.Sum256([]byte("phone " + access.Hash(phone.welcome.Token)))
		g.mu.Lock()
		g.came[hex.EncodeToString(hash[:6])] = phone.welcome.Token
		g.mu.Unlock()
		<-phone.broken
	}
}

// nextRequest returns a request that a host makes, if there is a guest.
func (g *guestLog) nextRequest(s *protocol.Snapshot, rng *rand.Rand) (protocol.Request, bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, v := range s.Phones {
		if _, ok := g.came[v.ID]; !ok {
			continue
		}
		switch rng.IntN(8) {
		case 0:
			g.asked = true
			return protocol.CodeRequest{}, true
		case 1:
			g.asked = true
			return protocol.KickRequest{Phone: v.ID, Code: true}, true
		}
		return protocol.KickRequest{Phone: v.ID}, true
	}
	return nil, false
}

func (g *guestLog) acknowledged(r protocol.Request) {
	g.mu.Lock()
	defer g.mu.Unlock()
	kick, isKick := r.(protocol.KickRequest)
	if isKick {
		g.removed = append(g.removed, g.came[kick.Phone])
		g.shutOut = append(g.shutOut, g.came[kick.Phone])
	}
	if !isKick || kick.Code {
		g.replaced = append(g.replaced, g.code)
	}
}

// check compares what a table says after a restart with what was acknowledged.
func (g *guestLog) check(t testing.TB, address, code string) {
	t.Helper()
	if slices.Contains(g.replaced, code) {
		t.Errorf("the join code is %s, and a new one in its place was acknowledged", code)
	}
	if g.code != "" && g.code != code && !g.asked {
		t.Errorf("the join code was %s and now is %s", g.code, code)
	}
	if g.code != code {
		g.shutOut = nil
	}
	g.code, g.asked = code, false
	const most = 8 // of the latest: each takes a moment
	for _, token := range g.removed[max(0, len(g.removed)-most):] {
		checkRefused(t, address, token, "")
	}
	for _, token := range g.shutOut[max(0, len(g.shutOut)-most):] {
		checkRefused(t, address, token, code)
	}
}

// checkRefused checks that a guest who was sent away is refused.
func checkRefused(t testing.TB, address, token, code string) {
	t.Helper()
	phone, err := connectNeighbour(address, token, code)
	switch {
	case err == nil:
		t.Errorf("a guest who was sent away is let in with the code %q", code)
		phone.close()
	case !errors.Is(err, errRefused):
		t.Errorf("a guest who was sent away: %v", err)
	}
}
