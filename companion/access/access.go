// Package access decides who may come to a table: it holds the join code, the phones that were let in, and how many wrong codes came from which network.
//
// The code, the phones and the settings are in one file of the state directory, so that a phone is known again after a restart. The file has hashes of
// tokens only, from which no token can be found.
package access

import (
	"cmp"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"

	"familiar/companion/durable"
	"familiar/companion/settings"
	"familiar/engine/lang"
)

var (
	// ErrJoin means that a visitor needs the table's join code.
	ErrJoin = errors.New("this table asks for its join code: scan the QR code on its panel or on a phone that is in")
	// ErrWrongCode means that the code is not this table's.
	ErrWrongCode = errors.New("that is not this table's join code")
	// ErrWait means that too many wrong codes came from the visitor's address or network, or from all together.
	ErrWait = errors.New("too many wrong codes: wait a minute, then try again")
	// ErrRemoved means that a host has sent the visitor's phone away, and that the join code is still the same.
	ErrRemoved = errors.New("a host has sent this phone away: a new join code lets it in")
	// ErrApproval means that a host must let the visitor in.
	ErrApproval = errors.New("a host has to let this phone in")
	// ErrNoPhone means that a host names a phone that is not known.
	ErrNoPhone = lang.T("that phone is no longer at this table")
	// ErrCrowd means that too many new phones came at once.
	ErrCrowd = errors.New("too many new phones: wait a minute, then try again")
)

// File is the name of the file in a state directory.
const File = "phones.json"

// Access decides who may come to a table. It belongs to one goroutine.
type Access struct {
	Damage  *lang.Text // what was wrong with the file when it was opened; nil: nothing
	SaveErr error      // why Open could not write the first file; nil: it could

	writer writer
	data   file
	tries  *tries
	failed []FailedJoin       // what hosts are shown of wrong codes, the last one last
	links  map[string]link    // by their hashes
	visits map[string][]Visit // by the hashes of tokens
}

// writer writes the file, for any goroutine, but for one at a time.
type writer struct {
	path       string
	unreadable bool // the file is set aside before it is written anew
}

// Phone is a phone that was let in.
type Phone struct {
	Seat   string    `json:"seat,omitempty"` // the word of its seat
	Game   string    `json:"game,omitempty"` // in which game
	Had    string    `json:"had,omitempty"`  // the word of the first seat that it had in that game while it was played
	Host   bool      `json:"host,omitempty"`
	HostOf string    `json:"hostOf,omitempty"` // the game that it is host of; "": of all
	Rank   int       `json:"rank,omitempty"`   // of a host: higher than those of all who were host before
	Played bool      `json:"played,omitempty"` // it has had a seat, in this game or an earlier one
	Absent bool      `json:"absent,omitempty"` // it has its seat from the game before, and has not come to this one yet
	Local  bool      `json:"local,omitempty"`  // a browser on the machine itself
	Device string    `json:"device,omitempty"` // as people call it
	Last   time.Time `json:"last"`             // when it came or left
	// First is the hash of its first token, if it has got another one since: hosts' requests name it by that, so that a new token hides no phone from them.
	First string `json:"first,omitempty"`
}

// FailedJoin is a network that wrong codes came from.
type FailedJoin struct {
	Network string
	Times   int
	Last    time.Time
}

const (
	// Letters and digits that nobody mixes up, without vowels so that no code is a word.
	codeLetters = "23456789BCDFGHJKLMNPQRSTVWXZ"
	codeLength  = 6

	minTried       = 5 // wrong codes after which a network stays on the hosts' list although the right one came from it
	maxFailedJoins = 8
	maxFile        = 1 << 20 // bytes: far more than maxPhones phones
	maxPhones      = 256
	maxRemoved     = 64
)

// Open reads the file of a state directory. A file that cannot be read is set aside, and Damage says so. A table without a join code gets one.
func Open(dir string) *Access {
	a := &Access{writer: writer{path: filepath.Join(dir, File)}, tries: newTries(), visits: make(map[string][]Visit)}
	data, err := durable.Read(a.writer.path, maxFile)
	if err == nil {
		a.data, err = decode(data)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		a.writer.unreadable = true
		aside, problem := a.writer.setAside()
		switch {
		case problem != nil:
			a.Damage = lang.T("The list of phones cannot be read ({1}), and phones have to join anew. It is set aside as soon as the disk can be written to.", err)
		case errors.Is(err, errNewer):
			a.Damage = lang.T("The list of phones was written by a newer version of Familiar: it is kept as {1}, and phones have to join anew. To use it again, install that version, and call it {2} while the table is off.", filepath.Base(aside), File)
		default:
			a.Damage = lang.T("The list of phones cannot be read ({1}): it is kept as {2}, and phones have to join anew.", err, filepath.Base(aside))
		}
	}
	if a.data.Phones == nil {
		a.data.Phones = make(map[string]Phone)
	}
	for hash, p := range a.data.Phones {
		p.Played = p.Played || p.Seat != "" // earlier versions did not note it
		a.data.Phones[hash] = p
	}
	if len(a.data.Code) != codeLength {
		a.data.Code = newCode()
		a.SaveErr = a.Saving()()
	}
	return a
}

// setAside moves the unreadable file away, unless somebody has removed it meanwhile, and returns its new path.
func (w *writer) setAside() (string, error) {
	aside, err := durable.MoveBeside(w.path, "damaged")
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	w.unreadable = err != nil
	return aside, err
}

// ReadJoinCode returns the join code of the table with that state directory. The table may be running.
func ReadJoinCode(dir string) (string, error) {
	data, err := durable.Read(filepath.Join(dir, File), maxFile)
	if errors.Is(err, fs.ErrNotExist) {
		return "", errors.New("the table has no join code yet: it gets one when it is started for the first time")
	}
	var content file
	if err == nil {
		content, err = decode(data)
	}
	if err != nil {
		return "", fmt.Errorf("the list of phones: %w", err)
	}
	return content.Code, nil
}

func newCode() string {
	raw := make([]byte, codeLength)
	rand.Read(raw)
	for i, b := range raw {
		raw[i] = codeLetters[int(b)%len(codeLetters)]
	}
	return string(raw)
}

// Saving returns a function that writes the file as it is now, durable when it returns. It may be called on any goroutine, but not while another one is.
func (a *Access) Saving() func() error {
	data, err := a.data.encode()
	if err != nil {
		return func() error { return err }
	}
	return func() error { return a.writer.write(data) }
}

// write writes the file. An unreadable one is set aside first.
func (w *writer) write(data []byte) (err error) {
	if w.unreadable {
		_, err = w.setAside()
	}
	if err == nil {
		err = os.MkdirAll(filepath.Dir(w.path), 0o700)
	}
	if err == nil {
		err = durable.Replace(w.path, data, 0o600)
	}
	if err != nil {
		return fmt.Errorf("the list of phones cannot be kept: %w", err)
	}
	return nil
}

// Hash returns the hash by which the phone with a token is known.
func Hash(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// Visitor is a phone, or a browser, that asks to be let in.
type Visitor struct {
	Token   string // of an earlier visit
	Code    string // the join code
	Link    string // of its own phone, from Access.Link
	Address string // its IP address, without a port
	Device  string // as people call it: “iPhone, Safari”; empty if that is not known
	Local   bool   // it is a browser on the machine itself
	// Approved means that a host has let the visitor in: the join code was right when it came.
	Approved bool
	// Language is the code of the language that the visitor reads: "fr". A text without a translation is shown in English.
	Language string
}

// JoinCode returns the join code.
func (a *Access) JoinCode() string { return a.data.Code }

// Settings returns the settings of the table. The caller may change them; Saving writes them.
func (a *Access) Settings() *settings.Settings { return &a.data.Settings }

// Phone returns the phone with a hash: see Hash.
func (a *Access) Phone(hash string) (Phone, bool) {
	p, ok := a.data.Phones[hash]
	return p, ok
}

// Phones yields the phones that were let in, by their hashes.
func (a *Access) Phones(yield func(hash string, p Phone) bool) { maps.All(a.data.Phones)(yield) }

// Remove sends a phone away: its token is worthless, and it does not come in with the present join code.
func (a *Access) Remove(hash string) {
	delete(a.data.Phones, hash)
	a.data.Removed = append(a.data.Removed, hash)
	a.data.Removed = a.data.Removed[max(0, len(a.data.Removed)-maxRemoved):]
}

// Forget ends a phone's token, as its owner wishes. With the join code the phone comes in again.
func (a *Access) Forget(hash string) { delete(a.data.Phones, hash) }

// Renew gives a phone a new token. The old one is worthless.
func (a *Access) Renew(hash string) (token string, p Phone) {
	token, p = a.takeOut(hash)
	a.data.Phones[Hash(token)] = p
	return token, p
}

// takeOut takes a phone off the list, and returns it with a new token, by which it keeps all that it had.
func (a *Access) takeOut(hash string) (token string, p Phone) {
	p = a.data.Phones[hash]
	p.First = cmp.Or(p.First, hash)
	delete(a.data.Phones, hash)
	token = rand.Text()
	a.visits[Hash(token)] = a.visits[hash]
	return token, p
}

// FailedJoins returns the networks that wrong codes came from, the last one last.
func (a *Access) FailedJoins() []FailedJoin { return a.failed }

// ForgetFailedJoins forgets the networks that wrong codes came from.
func (a *Access) ForgetFailedJoins() { a.failed = nil }

// Admit lets a visitor in, or returns why not: ErrJoin, ErrWrongCode, ErrWait, ErrRemoved, ErrCrowd, ErrLink, ErrApproval. A new visitor gets a token.
func (a *Access) Admit(v Visitor, now time.Time) (token string, p Phone, err error) {
	if v.Link != "" {
		return a.follow(v.Link, now)
	}
	if v.Token != "" {
		if p, ok := a.data.Phones[Hash(v.Token)]; ok {
			p.Host = p.Host || v.Local
			return v.Token, p, nil
		}
	}
	if !v.Local && !v.Approved {
		if err := a.checkCode(v, now); err != nil {
			return "", p, err
		}
		if slices.Contains(a.data.Removed, Hash(v.Token)) {
			return "", p, ErrRemoved
		}
		budgets := a.tries.newPhone(v.Address, now)
		if used(budgets, now) {
			return "", p, ErrCrowd
		}
		spend(budgets, now)
		if a.data.Approve && a.HasHost() {
			return "", p, ErrApproval
		}
	}
	return rand.Text(), Phone{Host: v.Local}, nil
}

func (a *Access) checkCode(v Visitor, now time.Time) error {
	if v.Code == "" {
		return ErrJoin
	}
	budgets, network := a.tries.wrongCode(v.Address, now), NetworkOf(v.Address)
	if used(budgets, now) {
		if used(budgets[:1], now) {
			a.noteFailedJoin(network, now)
		}
		return ErrWait
	}
	between := func(r rune) bool { return unicode.IsSpace(r) || r == '-' } // people group the letters of a code
	given := strings.ToUpper(strings.Join(strings.FieldsFunc(v.Code, between), ""))
	if subtle.ConstantTimeCompare([]byte(given), []byte(a.data.Code)) == 1 {
		a.tries.address.Forget(v.Address)
		// A visitor who mistyped the code is let in now, and is taken off the hosts' list. One who tried many codes stays on it.
		a.failed = slices.DeleteFunc(a.failed, func(k FailedJoin) bool { return k.Network == network && k.Times < minTried })
		return nil
	}
	spend(budgets, now)
	a.noteFailedJoin(network, now)
	return ErrWrongCode
}

// noteFailedJoin adds a wrong code to the hosts' list.
func (a *Access) noteFailedJoin(from string, now time.Time) {
	k := FailedJoin{Network: from}
	if i := slices.IndexFunc(a.failed, func(k FailedJoin) bool { return k.Network == from }); i >= 0 {
		k = a.failed[i]
		a.failed = slices.Delete(a.failed, i, i+1)
	}
	k.Times, k.Last = k.Times+1, now
	a.failed = append(a.failed, k)
	if len(a.failed) > maxFailedJoins {
		a.failed = a.failed[1:]
	}
}

// ChangeCode makes a new join code, and forgets the wrong codes so far.
func (a *Access) ChangeCode() {
	a.data.Code, a.data.Removed = newCode(), nil
	a.tries, a.failed = newTries(), nil
}

// Remember stores a phone. If there are too many phones, it forgets one: of those that never had a seat the one that has been away longest, or else of all others.
// A host, a phone that is here, and one with a seat in the game under way are never forgotten, so that nobody loses anything because somebody joins again and
// again. A browser on the machine itself becomes host again by itself, and is forgotten unless it is the last host: where there is none, whoever sits down becomes
// host.
func (a *Access) Remember(hash string, p Phone, here func(hash string) bool) {
	a.data.Phones[hash] = p
	for len(a.data.Phones) > maxPhones {
		oldest, hosts := "", a.Hosts()
		for hash, other := range a.data.Phones {
			if other.Host && (!other.Local || hosts == 1) || other.Seat != "" && other.Game == a.data.Game.ID || here(hash) {
				continue
			}
			if oldest == "" || goesBefore(other, a.data.Phones[oldest]) {
				oldest = hash
			}
		}
		if oldest == "" {
			return
		}
		delete(a.data.Phones, oldest)
	}
}

// goesBefore reports whether a phone is forgotten before another one.
func goesBefore(p, other Phone) bool {
	if p.Played != other.Played {
		return !p.Played
	}
	return p.Last.Before(other.Last)
}

// ID returns the name by which hosts' requests name the phone with a hash. It stays the same when the phone gets a new token. It lets nobody in: neither the token
// nor its hash can be found from it.
func (p Phone) ID(hash string) string {
	sum := sha256.Sum256([]byte("phone " + cmp.Or(p.First, hash)))
	return hex.EncodeToString(sum[:6])
}

// WithID returns the phone that a host's request names.
func (a *Access) WithID(id string) (hash string, p Phone, err error) {
	for hash, p := range a.Phones {
		if p.ID(hash) == id {
			return hash, p, nil
		}
	}
	return "", p, ErrNoPhone
}

// Seen returns the seat of a game whose hand the phone may have seen; "" if there is none, as before the first move.
func (p Phone) Seen(game string, begun bool) string {
	switch {
	case p.Game != game:
		return ""
	case p.Had == "" && begun:
		return p.Seat
	}
	return p.Had
}

// Holder returns the hash of the phone that has a seat of a game.
func (a *Access) Holder(game, seat string) (hash string, ok bool) {
	for hash, p := range a.data.Phones {
		if p.Game == game && p.Seat == seat {
			return hash, true
		}
	}
	return "", false
}

// Move gives the phones that have a seat in one game the seats of the same names in the next game, and returns these phones by hash. Here reports whether the phone
// with a hash is connected. It does not save.
func (a *Access) Move(from, to string, seats []string, here func(hash string) bool) map[string]Phone {
	moved := make(map[string]Phone)
	for hash, p := range a.data.Phones {
		if from != "" && p.Game == from && slices.Contains(seats, p.Seat) {
			p.Game, p.Had, p.Absent = to, "", !here(hash)
			a.data.Phones[hash] = p
			moved[hash] = p
		}
	}
	return moved
}
