package web

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"
	"golang.org/x/time/rate"
)

const (
	maxMessage     = 16 << 10
	maxNesting     = 64       // levels of lists and objects in a message: each level takes more of the processor than a hundred letters
	contentRate    = 64 << 10 // bytes of messages a second: further ones are read when they are due
	contentBurst   = 2 * contentRate
	compressFirst  = 1 << 10  // bytes: larger first messages are compressed, because a new page waits for them
	compressFrom   = 12 << 10 // the same for later messages: names and lists, which come once, but no snapshots
	compressUpTo   = 64 << 10 // no message is larger but the record of a game, which would keep the processor from the table for long
	helloTimeout   = 5 * time.Second
	hostTimeout    = 10 * time.Minute // in which a host should have let a phone in
	pingEvery      = 10 * time.Second
	pongTimeout    = 30 * time.Second
	writeTimeout   = 5 * time.Second
	doTimeout      = 10 * time.Second
	messageRate    = 20 // a second
	messageBurst   = 40
	updateInterval = time.Second / 60 // no eye needs more, and a small machine has other work to do
	lingerTime     = time.Second
	lingerBytes    = 1 << 20
	maxUnsent      = 8 << 20  // bytes of large replies to all phones together
	smallReply     = 16 << 10 // bytes: a reply up to this size is not counted
)

// goodbye is the error with which this side closes a socket.
type goodbye struct {
	code   int
	reason string // 123 bytes at most
}

func (g goodbye) Error() string { return g.reason }

var (
	goingAway = goodbye{websocket.CloseGoingAway, "the table is closing"}
	tooMany   = goodbye{websocket.ClosePolicyViolation, "too many messages"}
	noHello   = goodbye{websocket.ClosePolicyViolation, "no hello in time"}
	silent    = goodbye{websocket.ClosePolicyViolation, "pings were not answered"}
	tooLarge  = goodbye{websocket.CloseMessageTooBig, "that message is too large"}
	tooDeep   = goodbye{websocket.ClosePolicyViolation, "that message is nested too deeply"}
	notText   = goodbye{websocket.ClosePolicyViolation, "messages are JSON in text frames"}
	notJSON   = goodbye{websocket.ClosePolicyViolation, "that message is not a JSON object"}
	noTable   = goodbye{websocket.CloseTryAgainLater, "the table does not answer"}
	noPlace   = goodbye{websocket.CloseTryAgainLater, "too many phones are connected"}

	reconnected = goodbye{websocket.CloseGoingAway, "the same page has called again"}
)

// errGone means that the other side has closed the connection, or that the WebSocket library has.
var errGone = errors.New("the other side is gone")

// feed is the source of the messages that a socket sends by itself.
type feed interface {
	// news returns a channel that is readable, or closed, when there may be something new. It is called before latest.
	news() <-chan struct{}
	// latest returns messages with everything new since its last call. After an error it is not called again; a goodbye is sent to the other side.
	latest() ([][]byte, error)
}

// socket is a WebSocket with its two goroutines: read runs in the goroutine of the handler, write in its own, and only write
// sends data.
type socket struct {
	conn     *websocket.Conn
	ctx      context.Context // ends with the reason as its cause
	end      context.CancelCauseFunc
	messages chan []byte   // replies to messages that were read
	unsent   *atomic.Int64 // bytes of large replies on all sockets that were not sent yet
	feeds    chan feed
	handling chan struct{} // holds something while a message is handled, and once there is no turn for another one
	silence  goodbye       // the reason if the reading deadline passes
	readDone chan struct{}
	wrote    chan struct{}
	rate     *rate.Limiter // of messages, pings and pongs
	content  *rate.Limiter // of the bytes of messages
	pace     time.Duration
	greeted  bool // the first messages were sent; the writing goroutine owns it
}

// receiver handles one message. An error ends the socket; a goodbye is sent to the other side.
type receiver func(kind int, data []byte) error

// open turns a request into a socket, unless the server is closing. Its connection is a stranger's until letIn.
func (s *Server) open(w http.ResponseWriter, r *http.Request) (sock *socket, leave func(), ok bool) {
	leave, ok = s.sockets.enter()
	if !ok {
		writeText(w, http.StatusServiceUnavailable, "The table is closing.")
		return nil, nil, false
	}
	conn, err := s.upgrader.Upgrade(w, r, nil)
	if err != nil {
		leave()
		return nil, nil, false
	}
	sock = &socket{
		conn: conn,
		// A few replies may wait for a slow phone; after that, its next message waits.
		messages: make(chan []byte, 4),
		unsent:   &s.unsent,
		feeds:    make(chan feed, 1),
		handling: make(chan struct{}, 1),
		readDone: make(chan struct{}),
		wrote:    make(chan struct{}),
		pace:     s.pace,
		rate:     rate.NewLimiter(messageRate, messageBurst),
		content:  rate.NewLimiter(contentRate, contentBurst),
	}
	if c := acceptedOf(conn.NetConn()); c != nil {
		c.bytes = rate.NewLimiter(byteRate, byteBurst)
	}
	sock.ctx, sock.end = context.WithCancelCause(s.ctx)
	conn.SetReadLimit(maxMessage)
	conn.SetPingHandler(sock.onPing)
	conn.SetPongHandler(sock.onPong)
	return sock, leave, true
}

// letIn says that the phone with an ID was let in: the connection is no stranger's any more. Placed says that the phone is a host's, or has a seat.
func (s *socket) letIn(phone string, placed bool) {
	if c := acceptedOf(s.conn.NetConn()); c != nil {
		c.letIn(phone, placed)
	}
}

// waits says that the phone has the join code, and waits until a host lets it in: the connection is no stranger's any more.
func (s *socket) waits() {
	if c := acceptedOf(s.conn.NetConn()); c != nil {
		c.among.remove(c)
	}
}

// serve reads until the socket ends. It returns why the socket ended, once both goroutines have ended.
func (s *socket) serve(receive receiver) error {
	go s.write()
	s.read(receive)
	close(s.readDone)
	<-s.wrote
	for len(s.messages) > 0 {
		s.forget(<-s.messages)
	}
	return context.Cause(s.ctx)
}

// read passes on one message after the other until the socket ends.
func (s *socket) read(receive receiver) {
	for {
		kind, data, err := s.receive()
		if err != nil {
			s.readFailed(err)
			return
		}
		if s.ctx.Err() != nil {
			continue // read on until the other side has seen the goodbye
		}
		switch {
		case !s.rate.Allow():
			s.end(tooMany)
			continue
		case nesting(data) > maxNesting:
			s.end(tooDeep)
			continue
		}
		if s.content.WaitN(s.ctx, len(data)) != nil {
			continue // the socket has ended
		}
		select {
		case s.handling <- struct{}{}:
		case <-s.ctx.Done():
			continue
		}
		err = receive(kind, data)
		<-s.handling
		if err != nil {
			s.end(err)
		}
	}
}

// nesting returns how many lists and objects a JSON text has inside one another. To decode them takes much longer than to count them.
func nesting(text []byte) int {
	level, most, quoted := 0, 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			quoted = !quoted
		case quoted && c == '\\':
			i++
		case quoted:
		case c == '[', c == '{':
			level++
			most = max(most, level)
		case c == ']', c == '}':
			level--
		}
	}
	return most
}

// receive reads a message. The size limit also holds for the content of a compressed message.
func (s *socket) receive() (kind int, data []byte, err error) {
	kind, r, err := s.conn.NextReader()
	if err != nil {
		return 0, nil, err
	}
	if data, err = io.ReadAll(io.LimitReader(r, maxMessage+1)); len(data) > maxMessage {
		return 0, nil, tooLarge
	}
	return kind, data, err
}

// readFailed ends the socket after an error that makes further reading impossible.
func (s *socket) readFailed(err error) {
	if timeout := net.Error(nil); errors.As(err, &timeout) && timeout.Timeout() {
		s.end(s.silence)
		return
	}
	if bye := (goodbye{}); errors.As(err, &bye) {
		s.end(bye)
	}
	if closed := (*websocket.CloseError)(nil); !errors.As(err, &closed) {
		// Closing while received bytes are unread resets the connection, and the other side would not see the reason.
		s.conn.SetReadDeadline(time.Now().Add(lingerTime))
		rest := s.conn.NetConn()
		if c := acceptedOf(rest); c != nil {
			rest = c // TLS reads nothing more after an error
		}
		io.CopyN(io.Discard, rest, lingerBytes)
	}
	s.end(errGone)
}

// expect sets how long the other side may be silent, and the goodbye if it is silent for longer.
func (s *socket) expect(d time.Duration, silence goodbye) {
	s.silence = silence
	s.conn.SetReadDeadline(time.Now().Add(d))
}

// onPing and onPong are called while reading.
func (s *socket) onPing(data string) error {
	if !s.rate.Allow() {
		return tooMany
	}
	// A pong that cannot be sent does no harm: a dead connection will be noticed anyway.
	_ = s.conn.WriteControl(websocket.PongMessage, []byte(data), time.Now().Add(lingerTime))
	return nil
}

func (s *socket) onPong(string) error {
	if !s.rate.Allow() {
		return tooMany
	}
	// Before the hello a pong extends nothing.
	if s.silence == silent {
		s.conn.SetReadDeadline(time.Now().Add(pongTimeout))
	}
	return nil
}

// reply queues a message, and blocks while too many are queued on this socket. It reports false, and queues nothing, if too much is queued on all sockets: phones
// that read slowly, or not at all, would fill the memory with large replies.
func (s *socket) reply(message []byte) bool {
	if n := counted(message); s.unsent.Add(n) > maxUnsent && n > 0 {
		s.unsent.Add(-n)
		return false
	}
	select {
	case s.messages <- message:
	case <-s.ctx.Done():
		// The socket has ended. Only the reply before a goodbye matters, and that was queued before the end.
		s.forget(message)
	}
	return true
}

// counted returns how many bytes of a reply count as unsent.
func counted(message []byte) int64 {
	if len(message) <= smallReply {
		return 0
	}
	return int64(len(message))
}

// forget counts a reply as unsent no longer.
func (s *socket) forget(message []byte) { s.unsent.Add(-counted(message)) }

// write sends replies and news until the socket ends, then says goodbye and closes the connection.
func (s *socket) write() {
	defer close(s.wrote)
	defer s.conn.Close()
	ping := time.NewTicker(pingEvery)
	defer ping.Stop()
	var show feed
	var news <-chan struct{}
	var pause <-chan time.Time
	var shown time.Time
	var err error
	for err == nil {
		select {
		case <-s.ctx.Done():
			s.farewell()
			return
		case m := <-s.messages:
			err = s.sendReply(m)
		case <-ping.C:
			err = s.conn.WriteControl(websocket.PingMessage, nil, time.Now().Add(writeTimeout))
		case show = <-s.feeds:
			news, err = s.show(show)
			shown = time.Now()
		case <-news:
			if early := s.pace - time.Since(shown); early > 0 {
				news, pause = nil, time.After(early)
				continue
			}
			news, err = s.show(show)
			shown = time.Now()
		case <-pause:
			news, err = s.show(show)
			pause, shown = nil, time.Now()
		}
	}
	if bye := (goodbye{}); errors.As(err, &bye) {
		s.end(bye)
		s.farewell()
		return
	}
	s.end(errGone)
}

// show sends what is new, and returns the channel for the next news.
func (s *socket) show(f feed) (news <-chan struct{}, err error) {
	news = f.news()
	messages, over := f.latest()
	if over != nil {
		if err := s.replyLast(); err != nil {
			return nil, err
		}
	}
	for _, m := range messages {
		if err := s.send(m); err != nil {
			return nil, err
		}
	}
	s.greeted = true
	return news, over
}

// replyLast waits for a message that is handled, so that its reply is sent before the socket ends: who leaves the table reads that this was done. No other message is
// handled after that.
func (s *socket) replyLast() error {
	for late := time.After(lingerTime); ; {
		select {
		case s.handling <- struct{}{}:
			return nil // farewell sends what is queued
		case m := <-s.messages:
			if err := s.sendReply(m); err != nil {
				return err
			}
		case <-late:
			return nil
		}
	}
}

func (s *socket) sendReply(message []byte) error {
	defer s.forget(message)
	return s.send(message)
}

// send writes a message.
func (s *socket) send(message []byte) error {
	s.conn.SetWriteDeadline(time.Now().Add(writeTimeout))
	from := compressFrom
	if !s.greeted {
		from = compressFirst
	}
	s.conn.EnableWriteCompression(len(message) > from && len(message) <= compressUpTo)
	return s.conn.WriteMessage(websocket.TextMessage, message)
}

// farewell sends the replies that are still queued and the reason for the end, and gives the other side a moment to
// close, too.
func (s *socket) farewell() {
	if bye := (goodbye{}); errors.As(context.Cause(s.ctx), &bye) {
		for len(s.messages) > 0 {
			if s.sendReply(<-s.messages) != nil {
				return
			}
		}
		data := websocket.FormatCloseMessage(bye.code, bye.reason)
		if s.conn.WriteControl(websocket.CloseMessage, data, time.Now().Add(lingerTime)) != nil {
			return
		}
	}
	select {
	case <-s.readDone:
	case <-time.After(lingerTime):
	}
}
