// Package access decides who may come to a table: it holds the join code, the phones that were let in, and how often wrong codes came from where.
//
// All of that, and what phones have set, is in one file of the state directory, so that a phone is known again after a restart. Tokens are kept as hashes: a
// token cannot be found from the file.
package access

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"familiar/companion/durable"
	"familiar/companion/settings"
	"familiar/engine/lang"
)

var (
	// ErrJoin says that a visitor needs the table's join code.
	ErrJoin = errors.New("this table asks for its join code: scan the QR code on its panel or on a phone that is in")
	// ErrWrongCode says that the code is not this table's.
	ErrWrongCode = errors.New("that is not this table's join code")
	// ErrWait says that too many wrong codes came from there.
	ErrWait = errors.New("too many wrong codes: wait a minute, then try again")
)

// phonesFile is where a state directory has the phones and the join code.
const phonesFile = "phones.json"

// Access is who may come to a table. It belongs to one goroutine.
type Access struct {
	Damage *lang.Text // what was wrong with the file when it was opened; nil: nothing
	Unkept error      // why a first file could not be written

	path   string
	unread bool // the file cannot be read: it is set aside before it is written anew
	kept   file
	wrong  map[string]*wrongCodes // by network
	all    wrongCodes             // from all networks together
	failed []FailedJoin           // what hosts are shown of wrong codes, the last one last
}

// file is the file, as JSON.
type file struct {
	Code   string           `json:"code"`
	Phones map[string]Phone `json:"phones"` // by the hash of the token
	settings.Settings
}

// Phone is a phone that was let in.
type Phone struct {
	Seat   string    `json:"seat,omitempty"` // the word of its seat
	Game   string    `json:"game,omitempty"` // in which game
	Host   bool      `json:"host,omitempty"`
	Local  bool      `json:"local,omitempty"`  // a browser on the machine itself
	Device string    `json:"device,omitempty"` // as people call it
	Last   time.Time `json:"last"`             // when it came or left
}

// wrongCodes counts the wrong codes that came from a network, or from all.
type wrongCodes struct {
	n     int
	until time.Time
}

// count counts another one.
func (w *wrongCodes) count(now time.Time) { w.n, w.until = w.n+1, now.Add(wrongPause) }

// tooMany reports whether there were so many that the next one has to wait.
func (w *wrongCodes) tooMany(most int, now time.Time) bool {
	if w.n >= most && !now.Before(w.until) {
		w.n = 0
	}
	return w.n >= most
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

	mostWrong    = 5
	mostWrongAll = 30 // from all networks: many addresses make nobody guess faster
	wrongPause   = time.Minute
	mostKnocks   = 8
	mostPhones   = 256
)

// Open reads the file of a state directory. A file that cannot be read is set aside, and a new one begun.
func Open(dir string) *Access {
	a := &Access{path: filepath.Join(dir, phonesFile), wrong: make(map[string]*wrongCodes)}
	data, err := os.ReadFile(a.path)
	if err == nil {
		err = json.Unmarshal(data, &a.kept)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		a.kept, a.unread = file{}, true
		if aside, problem := a.setAside(); problem != nil {
			a.Damage = lang.T("The list of phones cannot be read ({1}), and phones have to join anew. It is set aside as soon as the disk can be written to.", err)
		} else {
			a.Damage = lang.T("The list of phones cannot be read ({1}): it is kept as {2}, and phones have to join anew.", err, filepath.Base(aside))
		}
	}
	if a.kept.Phones == nil {
		a.kept.Phones = make(map[string]Phone)
	}
	if len(a.kept.Code) != codeLength {
		a.kept.Code = newCode()
		a.Unkept = a.Save()
	}
	return a
}

// setAside moves a file away that cannot be read, and returns its new path.
func (a *Access) setAside() (string, error) {
	aside, err := durable.MoveBeside(a.path, "damaged")
	a.unread = err != nil
	return aside, err
}

// ReadJoinCode returns the join code of the table that has a state directory. The table may be running.
func ReadJoinCode(dir string) (string, error) {
	data, err := os.ReadFile(filepath.Join(dir, phonesFile))
	if errors.Is(err, fs.ErrNotExist) {
		return "", errors.New("the table has no join code yet: it gets one when it is started for the first time")
	}
	var kept file
	if err == nil {
		err = json.Unmarshal(data, &kept)
	}
	if err != nil {
		return "", fmt.Errorf("the list of phones: %w", err)
	}
	return kept.Code, nil
}

func newCode() string {
	raw := make([]byte, codeLength)
	rand.Read(raw)
	for i, b := range raw {
		raw[i] = codeLetters[int(b)%len(codeLetters)]
	}
	return string(raw)
}

func (a *Access) Save() error {
	data, err := json.MarshalIndent(a.kept, "", "\t")
	if err != nil {
		return err
	}
	if a.unread {
		_, err = a.setAside()
	}
	if err == nil {
		err = os.MkdirAll(filepath.Dir(a.path), 0o700)
	}
	if err == nil {
		err = durable.Replace(a.path, data, 0o600)
	}
	if err != nil {
		return fmt.Errorf("the list of phones cannot be kept: %w", err)
	}
	return nil
}

func Hash(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// Visitor is a phone, or a browser, that asks to be let in.
type Visitor struct {
	Token   string // of an earlier visit
	Code    string // the join code
	Address string // where from, without a port
	Device  string // what people call such a phone: “iPhone, Safari”; empty if that is not known
	Local   bool   // a browser on the machine itself
	// Language is the code of the one that the viewer reads: "fr". What is not told in it is told in English.
	Language string
}

// JoinCode returns the join code.
func (a *Access) JoinCode() string { return a.kept.Code }

// Settings returns what phones have set. Save writes a change of it.
func (a *Access) Settings() *settings.Settings { return &a.kept.Settings }

// Phone returns the phone of a hash.
func (a *Access) Phone(hash string) (Phone, bool) {
	p, ok := a.kept.Phones[hash]
	return p, ok
}

// Phones yields the phones that were let in, by their hashes.
func (a *Access) Phones(yield func(hash string, p Phone) bool) { maps.All(a.kept.Phones)(yield) }

// Left notes when a phone left. Save writes it, with the next change.
func (a *Access) Left(hash string, now time.Time) {
	if p, ok := a.kept.Phones[hash]; ok {
		p.Last = now
		a.kept.Phones[hash] = p
	}
}

// Forget makes a phone's token worthless.
func (a *Access) Forget(hash string) { delete(a.kept.Phones, hash) }

// FailedJoins returns the networks that wrong codes came from, the last one last.
func (a *Access) FailedJoins() []FailedJoin { return a.failed }

// ForgetFailedJoins forgets the networks that wrong codes came from.
func (a *Access) ForgetFailedJoins() { a.failed = nil }

// Admit lets a visitor in, or returns why not: ErrJoin, ErrWrongCode, ErrWait. A new visitor gets a token.
func (a *Access) Admit(v Visitor, now time.Time) (token string, p Phone, err error) {
	if v.Token != "" {
		if p, ok := a.kept.Phones[Hash(v.Token)]; ok {
			p.Host = p.Host || v.Local
			return v.Token, p, nil
		}
	}
	if !v.Local {
		if err := a.codeIsRight(v, now); err != nil {
			return "", p, err
		}
	}
	return rand.Text(), Phone{Host: v.Local}, nil
}

func (a *Access) codeIsRight(v Visitor, now time.Time) error {
	if v.Code == "" {
		return ErrJoin
	}
	from := networkOf(v.Address)
	// Old ones count no more, so that the map has no more networks than codes may be wrong in that time.
	maps.DeleteFunc(a.wrong, func(_ string, w *wrongCodes) bool { return !now.Before(w.until) })
	w := a.wrong[from]
	switch all := a.all.tooMany(mostWrongAll, now); {
	case w != nil && w.tooMany(mostWrong, now):
		a.knocked(from, now)
		return ErrWait
	case all:
		return ErrWait
	}
	given := strings.ToUpper(strings.TrimSpace(v.Code))
	if subtle.ConstantTimeCompare([]byte(given), []byte(a.kept.Code)) == 1 {
		delete(a.wrong, from)
		// A visitor who mistyped the code is in now, and forgotten. One who tried many codes stays on the hosts' list.
		a.failed = slices.DeleteFunc(a.failed, func(k FailedJoin) bool { return k.Network == from && k.Times < mostWrong })
		return nil
	}
	if w == nil {
		w = &wrongCodes{}
		a.wrong[from] = w
	}
	w.count(now)
	a.all.count(now)
	a.knocked(from, now)
	return ErrWrongCode
}

// networkOf returns the network of an address, for which wrong codes are counted. In IPv6 everybody has a network full of addresses.
func networkOf(address string) string {
	a, err := netip.ParseAddr(address)
	if err != nil || a.Is4() {
		return address
	}
	p, _ := a.WithZone("").Prefix(64)
	return p.String()
}

// knocked notes a wrong code for the hosts.
func (a *Access) knocked(from string, now time.Time) {
	k := FailedJoin{Network: from}
	if i := slices.IndexFunc(a.failed, func(k FailedJoin) bool { return k.Network == from }); i >= 0 {
		k = a.failed[i]
		a.failed = slices.Delete(a.failed, i, i+1)
	}
	k.Times, k.Last = k.Times+1, now
	a.failed = append(a.failed, k)
	if len(a.failed) > mostKnocks {
		a.failed = a.failed[1:]
	}
}

// ChangeCode makes a new join code. Wrong codes of before count no more.
func (a *Access) ChangeCode() {
	a.kept.Code = newCode()
	a.all, a.failed = wrongCodes{}, nil
	clear(a.wrong)
}

// Remember notes what a phone is. If there are too many phones the one that was away longest is forgotten, but no phone that is here, and none with a seat in
// the game under way: coming in again and again takes nobody's seat.
func (a *Access) Remember(hash string, p Phone, here func(hash string) bool) {
	a.kept.Phones[hash] = p
	for len(a.kept.Phones) > mostPhones {
		oldest := ""
		for hash, other := range a.kept.Phones {
			if plays := other.Seat != "" && other.Game == a.kept.Game.ID; plays || here(hash) {
				continue
			}
			if oldest == "" || other.Last.Before(a.kept.Phones[oldest].Last) {
				oldest = hash
			}
		}
		if oldest == "" {
			return
		}
		delete(a.kept.Phones, oldest)
	}
}

// Hosted reports whether there is a host, here or away.
func (a *Access) Hosted() bool {
	for _, p := range a.kept.Phones {
		if p.Host {
			return true
		}
	}
	return false
}

// Holder returns the hash of the phone that has a seat of a game.
func (a *Access) Holder(game, seat string) (hash string, ok bool) {
	for hash, p := range a.kept.Phones {
		if p.Game == game && p.Seat == seat {
			return hash, true
		}
	}
	return "", false
}

// Move gives the phones that have a seat in one game the seats of the same names in the next, and returns them. Save writes it, with the next change.
func (a *Access) Move(from, to string, seats []string) map[string]Phone {
	moved := make(map[string]Phone)
	for hash, p := range a.kept.Phones {
		if from != "" && p.Game == from && slices.Contains(seats, p.Seat) {
			p.Game = to
			a.kept.Phones[hash] = p
			moved[hash] = p
		}
	}
	return moved
}
