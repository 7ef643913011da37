package access

import (
	"crypto/rand"
	"errors"
	"maps"
	"time"
)

// A browser keeps what a page has stored for that page's address only. So a phone that is in over plain HTTP brings no token when it opens the table over TLS: it
// follows a link, by which the table knows it again. Links are in memory only.

// ErrLink means that a link was followed already, is too old, or never was one.
var ErrLink = errors.New("that link was used already, or is too old: ask for another one where this phone was in")

// linkLasts is how long a link can be followed.
const linkLasts = 2 * time.Minute

// link leads a phone on to another address of the table.
type link struct {
	phone string // the hash of its token
	until time.Time
}

// Link returns a link for the phone with a hash. Its earlier links are worthless.
func (a *Access) Link(hash string, now time.Time) string {
	maps.DeleteFunc(a.links, func(_ string, l link) bool { return l.phone == hash || now.After(l.until) })
	if a.links == nil {
		a.links = make(map[string]link)
	}
	text := rand.Text()
	a.links[Hash(text)] = link{hash, now.Add(linkLasts)}
	return text
}

// LinkedPhone returns the hash of the phone that has a link; "" if there is no such link.
func (a *Access) LinkedPhone(text string) (hash string) { return a.links[Hash(text)].phone }

// follow lets a phone in by its link, with a new token. The old token is worthless. Like any visitor who is let in, the phone is on the list once the caller has put
// it there.
func (a *Access) follow(text string, now time.Time) (token string, p Phone, err error) {
	l := a.links[Hash(text)]
	delete(a.links, Hash(text))
	if _, ok := a.data.Phones[l.phone]; !ok || now.After(l.until) {
		return "", Phone{}, ErrLink
	}
	token, p = a.takeOut(l.phone)
	return token, p, nil
}
