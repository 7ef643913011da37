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
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"familiar/companion/durable"
)

var (
	// ErrJoin says that a visitor needs the table's join code.
	ErrJoin = errors.New("this table asks for its join code: scan the QR code on its panel or on a phone that is in")
	// ErrWrongCode says that the code is not this table's.
	ErrWrongCode = errors.New("that is not this table's join code")
	// ErrWait says that too many wrong codes came from there.
	ErrWait = errors.New("too many wrong codes: wait a minute, then try again")
)

// desk is where visitors knock: it knows the join code, the phones that were let in, and what a host has forbidden. It keeps all of that in the
// state directory, so that a phone is known again after a restart. Tokens are kept as hashes: who reads the file cannot be a phone.
type desk struct {
	path   string
	damage string
	kept   deskFile
	wrong  map[string]*wrongCodes // by address
}

type deskFile struct {
	Code   string               `json:"code"`
	Phones map[string]phoneFile `json:"phones"` // by the hash of the token
	// NoHints forbids to tell players what they could reach.
	NoHints bool `json:"noHints,omitempty"`
}

type phoneFile struct {
	Seat string    `json:"seat,omitempty"` // the word of its seat
	Game string    `json:"game,omitempty"` // in which game
	Host bool      `json:"host,omitempty"`
	Last time.Time `json:"last"`
}

type wrongCodes struct {
	n     int
	until time.Time
}

const (
	// Letters and digits that nobody mixes up, without vowels so that no code is a word.
	codeLetters = "23456789BCDFGHJKLMNPQRSTVWXZ"
	codeLength  = 6

	mostWrong    = 5
	wrongPause   = time.Minute
	mostWrongers = 256
	mostPhones   = 256
)

func openDesk(dir string) (*desk, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("the state directory: %w", err)
	}
	d := &desk{path: filepath.Join(dir, "phones.json"), wrong: make(map[string]*wrongCodes)}
	data, err := os.ReadFile(d.path)
	if err == nil {
		err = json.Unmarshal(data, &d.kept)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		aside, moveErr := durable.MoveBeside(d.path, "damaged")
		if moveErr != nil {
			return nil, fmt.Errorf("the list of phones: %w", errors.Join(err, moveErr))
		}
		d.damage = fmt.Sprintf("The list of phones cannot be read (%v): it is kept as %s, and phones have to join anew.", err, filepath.Base(aside))
		d.kept = deskFile{}
	}
	if d.kept.Phones == nil {
		d.kept.Phones = make(map[string]phoneFile)
	}
	if len(d.kept.Code) != codeLength {
		d.kept.Code = newCode()
		return d, d.save()
	}
	return d, nil
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
	if err := durable.Replace(d.path, data, 0o600); err != nil {
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
	return rand.Text(), phoneFile{Host: v.Local, Last: now}, nil
}

func (d *desk) codeIsRight(v Visitor, now time.Time) error {
	w := d.wrong[v.Address]
	if w != nil && w.n >= mostWrong {
		if now.Before(w.until) {
			return ErrWait
		}
		w.n = 0
	}
	if v.Code == "" {
		return ErrJoin
	}
	given := strings.ToUpper(strings.TrimSpace(v.Code))
	if subtle.ConstantTimeCompare([]byte(given), []byte(d.kept.Code)) == 1 {
		delete(d.wrong, v.Address)
		return nil
	}
	if w == nil {
		if len(d.wrong) >= mostWrongers {
			clear(d.wrong)
		}
		w = &wrongCodes{}
		d.wrong[v.Address] = w
	}
	w.n++
	w.until = now.Add(wrongPause)
	return ErrWrongCode
}

// remember takes down a phone. The ones that were away longest are forgotten when there are too many.
func (d *desk) remember(token string, p phoneFile) {
	d.kept.Phones[tokenHash(token)] = p
	for len(d.kept.Phones) > mostPhones {
		oldest := ""
		for hash, other := range d.kept.Phones {
			if oldest == "" || other.Last.Before(d.kept.Phones[oldest].Last) {
				oldest = hash
			}
		}
		delete(d.kept.Phones, oldest)
	}
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

// dismiss takes its seat from a phone. It is kept with the next change.
func (d *desk) dismiss(hash string) {
	p := d.kept.Phones[hash]
	p.Seat, p.Game = "", ""
	d.kept.Phones[hash] = p
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
