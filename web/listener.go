package web

import (
	"cmp"
	"crypto/tls"
	"net"
	"net/netip"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"familiar/companion/budget"
)

const (
	maxStrangers   = 128             // enough for twelve phones that load the page on seven connections each; a move may wait until all of them are served
	maxKnownConns  = 64              // strangers at addresses from which a phone was let in before, who are counted apart
	maxLocals      = 64              // strangers on this machine, who are counted apart, too
	browserConns   = 8               // of strangers that a network, or an address, may have in peace: a browser opens six for a page, and one for its socket
	calm           = 5 * time.Second // after a crowd, until its memory is given back to the system
	crowdedTimeout = 2 * time.Second // how long a stranger may be silent while there are more than half of them
	socketBuffer   = 32 << 10        // bytes: the kernel's buffers are memory of the table, too, and would grow to megabytes
	byteRate       = 256 << 10       // bytes a second on a socket: a card list is uploaded no faster
	byteBurst      = 2 * byteRate
)

// listener limits the connections of strangers: those on which nobody was let in, because a page is being loaded, a phone has not said its hello yet, or
// somebody means no good. If there are too many, one of them is closed: see strangers.add.
type listener struct {
	net.Listener
	answers  func(from netip.Addr) bool // reports whether an address is answered at all
	networks *networks
	tls      *tls.Config // nil: plain HTTP only

	outside, known, local strangers
	delayed               delayedCloses
}

func newListener(l net.Listener, answers func(netip.Addr) bool, n *networks, config *tls.Config) *listener {
	return &listener{
		Listener: l, answers: answers, networks: n, tls: config,
		outside: strangers{most: maxStrangers, free: debug.FreeOSMemory}, known: strangers{most: maxKnownConns, free: debug.FreeOSMemory},
		local: strangers{most: maxLocals, free: debug.FreeOSMemory},
	}
}

// Accept returns the next connection that is answered, and within the budget of its network. Others are closed without an answer: what costs most is to serve them.
func (l *listener) Accept() (net.Conn, error) {
	for {
		inner, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		switch from := addressOf(inner.RemoteAddr().String()); {
		case !l.answers(from):
			abandon(inner)
		case !l.networks.connect(from):
			l.delayed.add(inner)
		default:
			c := l.add(inner, from)
			if l.tls == nil {
				return c, nil
			}
			return &maybeTLS{accepted: c, config: l.tls}, nil
		}
		runtime.Gosched() // while more of them wait, this goroutine would not let the table have the processor for long
	}
}

// maxDelayed is how many connections over a budget are open at a time.
const maxDelayed = 64

// delayedCloses are connections over the budget of their network. Each is closed a moment later, without an answer: a browser that a page of another site has ask for something
// in a loop opens the next one only then, and leaves some of the budget to the phone itself.
type delayedCloses struct {
	mu sync.Mutex
	n  int
}

func (s *delayedCloses) add(c net.Conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.n == maxDelayed {
		abandon(c)
		return
	}
	s.n++
	time.AfterFunc(overBudgetDelay, func() {
		abandon(c)
		s.mu.Lock()
		defer s.mu.Unlock()
		s.n--
	})
}

// add counts a connection among the strangers, and may close another one for it.
func (l *listener) add(inner net.Conn, from netip.Addr) *accepted {
	if tcp, ok := inner.(*net.TCPConn); ok {
		// A kernel that refuses these sizes keeps its own.
		_, _ = tcp.SetReadBuffer(socketBuffer), tcp.SetWriteBuffer(socketBuffer)
	}
	c := &accepted{Conn: inner, from: from, in: l.networks.of(from), networks: l.networks, among: &l.outside}
	switch {
	case from.IsLoopback():
		c.among = &l.local
	case l.networks.knows(from):
		c.among = &l.known
	}
	if evicted := c.among.add(c); evicted != nil {
		abandon(evicted.Conn)
	}
	return c
}

// strangers are the connections on which nobody was let in.
type strangers struct {
	most      int
	mu        sync.Mutex
	conns     []*accepted // the oldest first
	networks  map[netip.Prefix]*tally
	addresses map[netip.Addr]*tally
	lately    budget.Each[netip.Prefix] // connections and requests of each network
	crowded   bool                      // there were many, and the memory that they took is still the program's
	free      func()                    // gives memory back to the system
	calm      *time.Timer               // until free is called; nil: there was no crowd yet
}

// tally counts the strangers of a network or of an address.
type tally struct {
	n    int
	busy int // of a network: 1 if it has made more connections and requests lately than phones that come in, otherwise 0
}

// usualAddress and usualHouse are the most connections and requests that phones make when they come in. Somebody who never lets many connections be silent makes
// more. See budgets for what an address and a house are.
var (
	usualAddress = budget.Budget{Times: 300, Again: 2 * time.Second}
	usualHouse   = budget.Budget{Times: 1500, Again: time.Second / 2}
)

// tooMany returns how many they are if these are more than a browser needs, otherwise 0.
func (t *tally) tooMany() int {
	if t.n > browserConns {
		return t.n
	}
	return 0
}

// add adds a connection. If there are too many then, it returns one of them that must be closed: see before.
func (s *strangers) add(c *accepted) (evicted *accepted) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c.network, c.address = tallyOf(&s.networks, c.in), tallyOf(&s.addresses, c.from)
	s.count(c)
	s.conns = append(s.conns, c)
	s.crowded = s.crowded || len(s.conns) > s.most/2
	if len(s.conns) <= s.most {
		return nil
	}
	evicted = s.conns[0]
	for _, other := range s.conns {
		if other.before(evicted) {
			evicted = other
		}
	}
	s.removeLocked(evicted)
	return evicted
}

// before reports whether a connection must be closed before another one. First comes the network that has the most connections, if it has more than a browser needs;
// so no network keeps out another. In IPv6 a house is one network, and a machine has as many addresses as it likes; there, the same holds for the addresses of a
// network. If nobody has so many, one of a network that makes more requests than a phone needs is closed, otherwise the connection that has been silent for the longest.
// A connection on which a page is being loaded is never silent for long.
func (c *accepted) before(other *accepted) bool {
	return cmp.Or(
		cmp.Compare(other.network.tooMany(), c.network.tooMany()),
		cmp.Compare(other.address.tooMany(), c.address.tooMany()),
		cmp.Compare(other.network.busy, c.network.busy),
		c.used.Compare(other.used),
		cmp.Compare(other.network.n, c.network.n),
		cmp.Compare(other.address.n, c.address.n),
	) < 0
}

// request notes that a request came on a connection.
func (s *strangers) request(c *accepted) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.count(c)
}

// count counts a connection, or a request on it.
func (s *strangers) count(c *accepted) {
	c.used = time.Now()
	usual := usualHouse
	if c.in.IsSingleIP() {
		usual = usualAddress
	}
	c.network.busy = 0
	if !s.lately.Of(c.in, usual, c.used).AllowN(c.used, 1) {
		c.network.busy = 1
	}
}

// tallyOf counts one more of a network or address.
func tallyOf[K comparable](all *map[K]*tally, of K) *tally {
	t := (*all)[of]
	if t == nil {
		t = new(tally)
		if *all == nil {
			*all = make(map[K]*tally)
		}
		(*all)[of] = t
	}
	t.n++
	return t
}

// remove removes a connection that is closed, or on which a phone was let in.
func (s *strangers) remove(c *accepted) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.removeLocked(c)
}

func (s *strangers) removeLocked(c *accepted) {
	i := slices.Index(s.conns, c)
	if i < 0 {
		return
	}
	s.conns = slices.Delete(s.conns, i, i+1)
	if c.network.n--; c.network.n == 0 {
		delete(s.networks, c.in)
	}
	if c.address.n--; c.address.n == 0 {
		delete(s.addresses, c.from)
	}
	if s.crowded && len(s.conns) < s.most/4 {
		s.crowded = false
		if s.calm == nil {
			s.calm = time.AfterFunc(calm, s.free)
		} else {
			s.calm.Reset(calm) // however often crowds come and go
		}
	}
}

// crowd reports whether a connection is one of too many strangers to be patient with.
func (s *strangers) crowd(c *accepted) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.conns) > s.most/2 && slices.Contains(s.conns, c)
}

// accepted is a connection that a listener has accepted.
type accepted struct {
	net.Conn
	from             netip.Addr
	in               netip.Prefix // its network, as it was when the connection came
	networks         *networks
	among            *strangers
	network, address *tally
	used             time.Time     // when a request came on it for the last time, or else it itself
	bytes            *rate.Limiter // of a socket; nil: not limited. The reading goroutine owns it
}

// letIn says that the phone with an ID was let in on the connection, which is no stranger's from now on. Placed says that it is a host's, or has a seat.
func (c *accepted) letIn(phone string, placed bool) {
	c.among.remove(c)
	c.networks.know(c.from, phone, placed)
}

// Close closes the connection.
func (c *accepted) Close() error {
	c.among.remove(c)
	return c.Conn.Close()
}

// acceptedOf returns the connection that a listener has accepted, below TLS if there is any; nil for any other connection.
func acceptedOf(c net.Conn) *accepted {
	switch c := c.(type) {
	case *accepted:
		return c
	case *maybeTLS:
		return c.accepted
	}
	return nil
}

// abandon closes a connection at once, and lets the kernel forget what was not sent yet.
func abandon(c net.Conn) {
	if tcp, ok := c.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	_ = c.Close()
}

// SetReadDeadline sets until when the other side must have sent something. In a crowd a stranger has little time.
func (c *accepted) SetReadDeadline(t time.Time) error {
	if soon := time.Now().Add(crowdedTimeout); t.After(soon) && c.among.crowd(c) {
		t = soon
	}
	return c.Conn.SetReadDeadline(t)
}

// Read reads from the connection. On a socket the error is tooMany, once, if the other side sends too much: gorilla/websocket takes empty fragments and pongs
// without asking.
func (c *accepted) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	if c.bytes != nil && !c.bytes.AllowN(time.Now(), n) {
		c.bytes = nil
		return n, tooMany
	}
	return n, err
}
