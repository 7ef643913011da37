package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"
	"unicode/utf8"

	"github.com/gorilla/websocket"
	"rsc.io/qr"

	"familiar/companion/access"
	"familiar/companion/palette"
	"familiar/companion/protocol"
)

// socketPath is where phones connect.
const socketPath = "/ws"

// servePhone serves the sockets of phones.
func (s *Server) servePhone(w http.ResponseWriter, r *http.Request) {
	sock, leave, ok := s.open(w, r)
	if !ok {
		return
	}
	defer leave()
	v := visit{server: s, request: r, sock: sock}
	sock.expect(helloTimeout, noHello)
	why := sock.serve(v.receive)
	if v.phone != nil {
		v.notePlace()
		v.phone.Leave()
		v.leave()
		v.release()
	}
	s.log.Debug("a phone has left", "address", address(r), "reason", why)
}

// visit is one connection of a phone. The reading goroutine of its socket owns it; refuse may be called from any.
type visit struct {
	server  *Server
	request *http.Request
	sock    *socket
	phone   Phone // nil until it is let in
	release func()
	leave   func() // gives back its place
}

// notePlace keeps whether the phone, which leaves now, is a host's or has a seat: then it comes in again however many guests of its house knock.
func (v *visit) notePlace() {
	snapshot := v.phone.Snapshot()
	if snapshot == nil || v.phone.Wait() != nil {
		return
	}
	placed := v.phone.Ended() == "" && (snapshot.You.Host || snapshot.You.Seat >= 0)
	v.server.networks.know(address(v.request), v.phone.ID(), placed)
}

func (v *visit) receive(kind int, data []byte) error {
	if v.phone == nil {
		return v.enter(kind, data)
	}
	id, reply, err := handle(v.sock.ctx, v.server.slow, v.phone, kind, data)
	if err != nil {
		return err
	}
	if !v.sock.reply(reply) {
		v.sock.reply(encode(no(id, busy)))
	}
	return nil
}

// enter lets the phone in, or refuses it and says why.
func (v *visit) enter(kind int, data []byte) error {
	h, wrong := readHello(kind, data)
	if wrong != "" {
		return v.refuse(protocol.RefusedProtocol, wrong)
	}
	if h.Link != "" && v.request.TLS == nil {
		return v.refuse(protocol.RefusedLink, "This link leads to an encrypted connection: its address begins with https.")
	}
	visitor := access.Visitor{Token: h.Token, Code: h.Code, Link: h.Link, Address: address(v.request).String(), Local: isLocal(v.request), Language: h.Language,
		Device: deviceOf(v.request.UserAgent())}
	// Whoever has no token yet would get one first, which is written to disk. Who has one may be kept a place.
	free := func(kept bool) bool { return v.server.places.free(address(v.request), h.Token, kept) }
	if !free(false) {
		v.server.pages.endOf(pageKey{h.Token, h.Page})
	}
	if !free(visitor.Local || h.Token != "" || h.Link != "") {
		return noPlace
	}
	ctx, cancel := context.WithTimeout(v.sock.ctx, doTimeout)
	defer cancel()
	phone, err := v.server.opt.Table.Join(ctx, visitor)
	switch {
	case errors.Is(err, access.ErrJoin):
		return v.refuse(protocol.RefusedNoCode, "This table asks for its join code: scan the QR code on its panel or on a phone that is in, or type the code.")
	case errors.Is(err, access.ErrWrongCode):
		return v.refuse(protocol.RefusedWrongCode, "That is not this table's join code.")
	case errors.Is(err, access.ErrWait):
		return v.refuse(protocol.RefusedWait, "Too many wrong codes were tried. Wait a minute, then try again.")
	case errors.Is(err, access.ErrRemoved):
		return v.refuse(protocol.RefusedKicked, kickedText)
	case errors.Is(err, access.ErrLink):
		return v.refuse(protocol.RefusedLink, "This link was used already, or is too old. Open the table where this phone was in, and go on from there again.")
	case errors.Is(err, access.ErrCrowd):
		return v.refuse(protocol.RefusedWait, "Too many new phones have come at once. Wait a minute, then try again.")
	case err != nil:
		v.server.log.Warn("a phone cannot join", "error", err)
		return noTable
	}
	leave, ok := v.server.places.take(address(v.request), phone.Token(), phone.HasPlace, v.sock.end)
	if !ok {
		phone.Leave()
		return noPlace
	}
	v.phone, v.leave = phone, leave
	if phone.Wait() != nil {
		late := time.AfterFunc(hostTimeout, func() {
			v.sock.end(v.refuse(protocol.RefusedLate, "No host has let this phone in for ten minutes. Send the join code again."))
		})
		v.release = func() { late.Stop() }
		v.sock.waits()
		v.sock.expect(pongTimeout, silent)
		v.sock.feeds <- &waitFeed{phone: phone}
		return nil
	}
	v.sock.letIn(phone.ID(), phone.HasPlace())
	v.release = v.server.pages.take(pageKey{phone.Token(), h.Page}, v.sock)
	v.sock.expect(pongTimeout, silent)
	code := v.server.opt.Table.JoinCode()
	v.sock.feeds <- &phoneFeed{phone: phone, welcome: encode(v.welcome(visitor, code)), table: v.server.opt.Table, code: code, invite: v.invitation}
	return nil
}

const kickedText = "The host has sent this phone away. It comes in again when there is a new join code."

func (v *visit) refuse(code protocol.RefusalCode, text string) error {
	v.sock.reply(encode(protocol.Refused{Type: protocol.TypeRefused, Code: code, Text: text}))
	return goodbye{websocket.ClosePolicyViolation, string(code)}
}

func (v *visit) welcome(visitor access.Visitor, code string) protocol.Welcome {
	s, local := v.server, visitor.Local
	return protocol.Welcome{
		Type: protocol.TypeWelcome, Protocol: protocol.Version, Version: s.opt.Version, Page: s.mark,
		Token: v.phone.Token(), Local: local, Virtual: local && s.opt.Bench != nil,
		Invitation: v.invitation(code), Secure: s.secure(v.request), Games: s.gamesIn(visitor.Language), Colours: palette.Colours(),
	}
}

func (v *visit) invitation(code string) protocol.Invitation {
	url := v.server.home(v.request) + "/#join=" + code
	return protocol.Invitation{Code: code, JoinURL: url, QR: modules(url)}
}

// modules returns the QR code of a text, row by row, without its quiet zone.
func modules(text string) []string {
	code, err := qr.Encode(text, qr.M)
	if err != nil {
		return []string{} // too long for a QR code
	}
	rows := make([]string, code.Size)
	for y := range rows {
		row := make([]byte, code.Size)
		for x := range row {
			row[x] = '0'
			if code.Black(x, y) {
				row[x] = '1'
			}
		}
		rows[y] = string(row)
	}
	return rows
}

// readHello reads the first message, or returns what is wrong with it.
func readHello(kind int, data []byte) (h protocol.Hello, wrong string) {
	if kind != websocket.TextMessage || json.Unmarshal(data, &h) != nil || h.Type != protocol.TypeHello {
		return h, "The first message must be a hello."
	}
	if h.Protocol != protocol.Version {
		return h, fmt.Sprintf("This table speaks protocol %d. Load the page again.", protocol.Version)
	}
	return h, ""
}

// phoneFeed sends a phone its snapshots and hints. The writing goroutine owns it.
type phoneFeed struct {
	phone   Phone
	welcome []byte // until it is sent
	last    *protocol.Snapshot
	hint    *protocol.Hint       // the last one sent
	probed  *protocol.ProbedCard // the last one sent
	game    string               // the game whose names were sent
	table   Companion
	code    string // the last one sent
	invite  func(code string) protocol.Invitation
}

func (f *phoneFeed) news() <-chan struct{} { return f.phone.Updates() }

func (f *phoneFeed) latest() ([][]byte, error) {
	if why := f.phone.Ended(); why != "" {
		return refusal(why)
	}
	var messages [][]byte
	if f.welcome != nil {
		messages = append(messages, f.welcome)
		f.welcome = nil
	}
	if code := f.table.JoinCode(); code != f.code {
		f.code = code
		messages = append(messages, encode(protocol.ChangedCode{Type: protocol.TypeCode, Invitation: f.invite(code)}))
	}
	if s := f.phone.Snapshot(); s != nil && s != f.last {
		f.last = s
		if s.Names != nil && s.Names.Game != f.game {
			f.game = s.Names.Game
			messages = append(messages, encode(s.Names))
		}
		messages = append(messages, s.Bytes())
	}
	if h := f.phone.Hint(); h != f.hint {
		f.hint = h
		messages = append(messages, encode(h))
	}
	if l := f.phone.ProbedCard(); l != f.probed {
		f.probed = l
		messages = append(messages, encode(l))
	}
	return messages, nil
}

// endTexts say why a phone is in no longer, and what to do.
var endTexts = map[protocol.RefusalCode]string{
	protocol.RefusedKicked:  kickedText,
	protocol.RefusedCarried: "This phone goes on over an encrypted connection: its token is worthless here.",
	protocol.RefusedLeft:    "This phone has left the table. It comes in again with the join code.",
	protocol.RefusedEnded:   "Another page of this phone has ended this one. It comes in again with the join code.",
	protocol.RefusedNoCode:  "There is a new join code: scan the QR code on the table's panel or on a phone that is in, or type the code.",
	protocol.RefusedTurned:  "The host has not let this phone in.",
	protocol.RefusedWait:    "Too many new phones wait for a host. Wait a minute, then try again.",
}

// refusal returns the last message to a phone that is in no longer, and the reason for the end.
func refusal(code protocol.RefusalCode) ([][]byte, error) {
	return [][]byte{encode(protocol.Refused{Type: protocol.TypeRefused, Code: code, Text: endTexts[code]})}, goodbye{websocket.ClosePolicyViolation, string(code)}
}

// waitFeed tells a phone that it has to wait until a host lets it in, and in the end its token. The writing goroutine owns it.
type waitFeed struct {
	phone Phone
	last  *protocol.Wait
}

func (f *waitFeed) news() <-chan struct{} { return f.phone.Updates() }

func (f *waitFeed) latest() ([][]byte, error) {
	if why := f.phone.Ended(); why != "" {
		return refusal(why)
	}
	if w := f.phone.Wait(); w != f.last {
		f.last = w
		return [][]byte{encode(w)}, nil
	}
	return nil, nil
}

// handle handles one message of a phone, and returns its id and the answer as it is sent. An error closes the socket.
func handle(ctx context.Context, slow *slowRequests, phone Phone, kind int, data []byte) (id int, reply []byte, err error) {
	head, err := readHead(kind, data)
	if err != nil {
		return 0, nil, err
	}
	r, err := protocol.Kinds.Decode(head.Type, data)
	switch {
	case errors.Is(err, protocol.ErrNoKind):
		return head.ID, encode(no(head.ID, fmt.Sprintf("There is no request of type %.40q.", head.Type))), nil
	case err != nil || !head.whole:
		return head.ID, encode(no(head.ID, fmt.Sprintf("A field of that %s is not of its type.", head.Type))), nil
	}
	ctx, cancel := context.WithTimeout(ctx, doTimeout)
	defer cancel()
	reply = encode(no(head.ID, busy)) // unless it has its turn
	slow.take(ctx, phone.ID(), phone.HasPlace(), r, func() int {
		a := phone.Do(ctx, r)
		a.Type, a.ID = protocol.TypeAnswer, head.ID
		reply = encode(a)
		return len(reply)
	})
	return head.ID, reply, nil
}

const busy = "Too many phones are asking at once. Try again in a moment."

// head is the part that all requests have.
type head struct {
	Type  protocol.Kind
	ID    int
	whole bool // the id is a whole number, or left out
}

// readHead reads only what is needed to answer a message at all. Anything but a JSON object ends the socket; a type or an
// id of the wrong kind counts as missing.
func readHead(kind int, data []byte) (head, error) {
	if kind != websocket.TextMessage || !utf8.Valid(data) {
		return head{}, notText
	}
	// A null leaves raw nil: that is not an object either.
	var raw *struct {
		Type json.RawMessage `json:"type"`
		ID   json.RawMessage `json:"id"`
	}
	if json.Unmarshal(data, &raw) != nil || raw == nil {
		return head{}, notJSON
	}
	var h head
	_ = json.Unmarshal(raw.Type, &h.Type)
	h.whole = raw.ID == nil || json.Unmarshal(raw.ID, &h.ID) == nil
	return h, nil
}

func no(id int, text string) protocol.Answer {
	return protocol.Answer{Type: protocol.TypeAnswer, ID: id, Text: text}
}

// encode returns the JSON of a message. Encoding plain values cannot fail.
func encode(message any) []byte {
	data, _ := json.Marshal(message)
	return data
}
