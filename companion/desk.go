package companion

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

// desk is where visitors knock: it knows the join code, the phones that were let in, and what a host has settled. It keeps all of that in the
// state directory, so that a phone is known again after a restart. Tokens are kept as hashes: who reads the file cannot be a phone.
type desk struct {
	path        string
	damage      *lang.Text // nil: none
	unread      bool       // what lies there cannot be read, and is to be set aside before anything takes its place
	unkept      error      // why it could not be written at the start
	kept        deskFile
	wrong       map[string]*wrongCodes // by network
	all         wrongCodes             // from anywhere
	failedJoins []failedJoin           // of which the host is told, the last one last
}

type deskFile struct {
	Code   string               `json:"code"`
	Phones map[string]phoneFile `json:"phones"` // by the hash of the token
	// NoHints forbids to tell players what they could reach.
	NoHints bool `json:"noHints,omitempty"`
	// Muted keeps the buzzer still.
	Muted bool     `json:"muted,omitempty"`
	Game  gameFile `json:"game,omitzero"`
}

// gameFile is what the table keeps of the game under way beside its record.
type gameFile struct {
	ID      string            `json:"id"`
	Colours map[string]string `json:"colours,omitempty"` // chosen ones, by seat
	Pause   *pauseFile        `json:"pause,omitempty"`
}

type phoneFile struct {
	Seat   string    `json:"seat,omitempty"` // the word of its seat
	Game   string    `json:"game,omitempty"` // in which game
	Host   bool      `json:"host,omitempty"`
	Local  bool      `json:"local,omitempty"`  // a browser on the machine itself
	Device string    `json:"device,omitempty"` // as people call it
	Last   time.Time `json:"last"`             // when it came or left
}

type wrongCodes struct {
	n     int
	until time.Time
}

// count takes down another one.
func (w *wrongCodes) count(now time.Time) { w.n, w.until = w.n+1, now.Add(wrongPause) }

// tooMany reports whether there were so many that the next one has to wait.
func (w *wrongCodes) tooMany(most int, now time.Time) bool {
	if w.n >= most && !now.Before(w.until) {
		w.n = 0
	}
	return w.n >= most
}

// failedJoin is where wrong codes came from.
type failedJoin struct {
	network string
	times   int
	last    time.Time
}

const (
	// Letters and digits that nobody mixes up, without vowels so that no code is a word.
	codeLetters = "23456789BCDFGHJKLMNPQRSTVWXZ"
	codeLength  = 6

	mostWrong    = 5
	mostWrongAll = 30 // from all networks: whoever has many addresses, guesses no faster
	wrongPause   = time.Minute
	mostKnocks   = 8
	mostPhones   = 256
)

func openDesk(dir string) *desk {
	d := &desk{path: filepath.Join(dir, phonesFile), wrong: make(map[string]*wrongCodes)}
	data, err := os.ReadFile(d.path)
	if err == nil {
		err = json.Unmarshal(data, &d.kept)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		d.kept, d.unread = deskFile{}, true
		if aside, failed := d.setAside(); failed != nil {
			d.damage = lang.T("The list of phones cannot be read ({1}), and phones have to join anew. It is set aside as soon as the disk can be written to.", err)
		} else {
			d.damage = lang.T("The list of phones cannot be read ({1}): it is kept as {2}, and phones have to join anew.", err, filepath.Base(aside))
		}
	}
	if d.kept.Phones == nil {
		d.kept.Phones = make(map[string]phoneFile)
	}
	if len(d.kept.Code) != codeLength {
		d.kept.Code = newCode()
		d.unkept = d.save()
	}
	return d
}

// setAside moves a list away that cannot be read, and returns where it is now.
func (d *desk) setAside() (string, error) {
	aside, err := durable.MoveBeside(d.path, "damaged")
	d.unread = err != nil
	return aside, err
}

// JoinCode is the join code of the table whose state lies in a directory.
func JoinCode(dir string) (string, error) {
	data, err := os.ReadFile(filepath.Join(dir, phonesFile))
	if errors.Is(err, fs.ErrNotExist) {
		return "", errors.New("the table has no join code yet: it gets one when it is started for the first time")
	}
	var kept deskFile
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

func (d *desk) save() error {
	data, err := json.MarshalIndent(d.kept, "", "\t")
	if err != nil {
		return err
	}
	if d.unread {
		_, err = d.setAside()
	}
	if err == nil {
		err = os.MkdirAll(filepath.Dir(d.path), 0o700)
	}
	if err == nil {
		err = durable.Replace(d.path, data, 0o600)
	}
	if err != nil {
		return fmt.Errorf("the list of phones cannot be kept: %w", err)
	}
	return nil
}

func tokenHash(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// admit lets a visitor in, or says why not. A new visitor gets a token.
func (d *desk) admit(v Visitor, now time.Time) (token string, p phoneFile, err error) {
	if v.Token != "" {
		if p, ok := d.kept.Phones[tokenHash(v.Token)]; ok {
			p.Host = p.Host || v.Local
			return v.Token, p, nil
		}
	}
	if !v.Local {
		if err := d.codeIsRight(v, now); err != nil {
			return "", p, err
		}
	}
	return rand.Text(), phoneFile{Host: v.Local}, nil
}

func (d *desk) codeIsRight(v Visitor, now time.Time) error {
	if v.Code == "" {
		return ErrJoin
	}
	from := networkOf(v.Address)
	// What was long ago counts no more, so that there are no more of them than may be wrong in that time.
	maps.DeleteFunc(d.wrong, func(_ string, w *wrongCodes) bool { return !now.Before(w.until) })
	w := d.wrong[from]
	switch all := d.all.tooMany(mostWrongAll, now); {
	case w != nil && w.tooMany(mostWrong, now):
		d.knocked(from, now)
		return ErrWait
	case all:
		return ErrWait
	}
	given := strings.ToUpper(strings.TrimSpace(v.Code))
	if subtle.ConstantTimeCompare([]byte(given), []byte(d.kept.Code)) == 1 {
		delete(d.wrong, from)
		// Who has mistyped it is in now; who has guessed it is told of all the same.
		d.failedJoins = slices.DeleteFunc(d.failedJoins, func(k failedJoin) bool { return k.network == from && k.times < mostWrong })
		return nil
	}
	if w == nil {
		w = &wrongCodes{}
		d.wrong[from] = w
	}
	w.count(now)
	d.all.count(now)
	d.knocked(from, now)
	return ErrWrongCode
}

// networkOf is from where somebody guesses who comes from an address: in IPv6 everybody has a network full of them.
func networkOf(address string) string {
	a, err := netip.ParseAddr(address)
	if err != nil || a.Is4() {
		return address
	}
	p, _ := a.WithZone("").Prefix(64)
	return p.String()
}

// knocked takes down a wrong code for the host.
func (d *desk) knocked(from string, now time.Time) {
	k := failedJoin{network: from}
	if i := slices.IndexFunc(d.failedJoins, func(k failedJoin) bool { return k.network == from }); i >= 0 {
		k = d.failedJoins[i]
		d.failedJoins = slices.Delete(d.failedJoins, i, i+1)
	}
	k.times, k.last = k.times+1, now
	d.failedJoins = append(d.failedJoins, k)
	if len(d.failedJoins) > mostKnocks {
		d.failedJoins = d.failedJoins[1:]
	}
}

// changeCode makes a new join code. Those who have guessed at the old one begin anew.
func (d *desk) changeCode() {
	d.kept.Code = newCode()
	d.all, d.failedJoins = wrongCodes{}, nil
	clear(d.wrong)
}

// remember takes down a phone. The ones that were away longest are forgotten when there are too many, but neither those that are here nor those
// with a seat in the game under way: who comes in again and again takes nobody's seat.
func (d *desk) remember(hash string, p phoneFile, here func(hash string) bool) {
	d.kept.Phones[hash] = p
	for len(d.kept.Phones) > mostPhones {
		oldest := ""
		for hash, other := range d.kept.Phones {
			if plays := other.Seat != "" && other.Game == d.kept.Game.ID; plays || here(hash) {
				continue
			}
			if oldest == "" || other.Last.Before(d.kept.Phones[oldest].Last) {
				oldest = hash
			}
		}
		if oldest == "" {
			return
		}
		delete(d.kept.Phones, oldest)
	}
}

// hosted reports whether there is a host, here or away.
func (d *desk) hosted() bool {
	for _, p := range d.kept.Phones {
		if p.Host {
			return true
		}
	}
	return false
}

// holder is the hash of the phone that has a seat of a game.
func (d *desk) holder(game, seat string) (hash string, ok bool) {
	for hash, p := range d.kept.Phones {
		if p.Game == game && p.Seat == seat {
			return hash, true
		}
	}
	return "", false
}

// move takes the phones that have a seat of one game, by the same names, to the next. It is kept with the next change.
func (d *desk) move(from, to string, seats []string) map[string]phoneFile {
	moved := make(map[string]phoneFile)
	for hash, p := range d.kept.Phones {
		if from != "" && p.Game == from && slices.Contains(seats, p.Seat) {
			p.Game = to
			d.kept.Phones[hash] = p
			moved[hash] = p
		}
	}
	return moved
}
