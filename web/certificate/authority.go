package certificate

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"familiar/companion/durable"
)

// AuthorityFile is the name of the file in a state directory that holds an authority and its key.
const AuthorityFile = "authority.pem"

const (
	authorityLasts = 10 * 365 * 24 * time.Hour
	leafLasts      = 90 * 24 * time.Hour // browsers take 398 days at most
	leafRenewed    = leafLasts / 3       // before its end
	// clockError is how far a phone's clock may be behind the table's. A Raspberry Pi has no clock of its own and may be wrong itself.
	clockError = 24 * time.Hour

	maxAuthorityFile = 64 << 10 // bytes
)

// ErrNoAuthority means that a state directory has no authority.
var ErrNoAuthority = errors.New("the table has no authority yet: it makes one when it is started with --tls")

// Authority is a Source that signs its certificates itself. The authority is in a file of the state directory; the certificate and its key are in memory only.
type Authority struct {
	path string

	mu     sync.Mutex
	text   []byte // of the file that the signer is from
	signer *signer

	shown atomic.Pointer[signed] // nil: there is no certificate. It is atomic, so that no handshake waits for the disk
}

// signed is a certificate, with the authority that has signed it.
type signed struct {
	leaf      *tls.Certificate
	authority *x509.Certificate
}

// signer is an authority with its key.
type signer struct {
	certificate *x509.Certificate
	key         crypto.Signer
	given       bool // a phone was given it, which may trust it from then on
}

// InState returns the authority of a state directory. Refresh reads it, or makes it.
func InState(dir string) *Authority { return &Authority{path: filepath.Join(dir, AuthorityFile)} }

// Read returns the authority of a state directory, whose table may be running.
func Read(dir string) (*x509.Certificate, error) {
	a := InState(dir)
	if err := a.read(); err != nil {
		return nil, err
	}
	if a.signer == nil {
		return nil, ErrNoAuthority
	}
	return a.signer.certificate, nil
}

// Forget deletes the authority of a state directory. The table makes a new one, which phones have to be told to trust.
func Forget(dir string) error {
	err := os.Remove(filepath.Join(dir, AuthorityFile))
	if errors.Is(err, fs.ErrNotExist) {
		return ErrNoAuthority
	}
	if err != nil {
		return fmt.Errorf("the authority cannot be deleted: %w", err)
	}
	return durable.SyncFolder(dir)
}

// Certificate implements Source.
func (a *Authority) Certificate() *tls.Certificate {
	if s := a.shown.Load(); s != nil {
		return s.leaf
	}
	return nil
}

// Authority implements Source.
func (a *Authority) Authority() *x509.Certificate {
	if s := a.shown.Load(); s != nil {
		return s.authority
	}
	return nil
}

// HandOut implements Source. From the first time on the authority stays the same, whatever the table is called.
func (a *Authority) HandOut() (*x509.Certificate, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	shown := a.shown.Load()
	if shown == nil {
		return nil, nil
	}
	if err := a.read(); err != nil {
		return nil, err
	}
	if a.signer == nil || a.signer.certificate != shown.authority {
		return nil, nil // it was deleted, and the next Refresh makes another one
	}
	if !a.signer.given {
		a.signer.given = true
		if err := a.write(); err != nil {
			a.signer.given = false
			return nil, err
		}
	}
	return a.signer.certificate, nil
}

// Refresh implements Source. It makes an authority if there is none. It makes another one if the table's names or addresses have changed and no phone was given the
// present one: at its first start a table may have no address yet. It signs a new certificate before the old one ends, and when the names or addresses have changed.
func (a *Authority) Refresh(t Identity, now time.Time) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if err := a.read(); err != nil {
		return err
	}
	if a.signer == nil || !a.signer.given && !a.signer.isFor(t) {
		if err := a.make(t, now); err != nil {
			return err
		}
	}
	if end := a.signer.certificate.NotAfter; now.After(end) {
		return fmt.Errorf("the table's authority has expired on %s: make a new one with `familiar certificate --new`", end.Format(time.DateOnly))
	}
	now = clamp(now, a.signer.certificate.NotBefore) // the clock is wrong, which the network will put right
	names, addresses := a.signer.vouched(t)
	if s := a.shown.Load(); s != nil && s.authority == a.signer.certificate && isFor(s.leaf.Leaf, names, addresses) &&
		!now.Before(s.leaf.Leaf.NotBefore) && now.Before(s.leaf.Leaf.NotAfter.Add(-leafRenewed)) {
		return nil
	}
	leaf, err := a.signer.sign(names, addresses, now)
	if err != nil {
		return fmt.Errorf("signing the table's certificate: %w", err)
	}
	a.shown.Store(&signed{leaf, a.signer.certificate})
	return nil
}

// read reads the file if it has changed. Without a file there is no signer.
func (a *Authority) read() error {
	text, err := durable.Read(a.path, maxAuthorityFile)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		a.text, a.signer = nil, nil
		return nil
	case err == nil && a.signer != nil && bytes.Equal(text, a.text):
		return nil
	}
	var s *signer
	if err == nil {
		s, err = parseSigner(text)
	}
	if err == nil {
		err = os.Chmod(a.path, 0o600) // it may have been copied here
	}
	if err != nil {
		return fmt.Errorf("the table's authority cannot be read: %w. Make a new one with `familiar certificate --new`", err)
	}
	a.text, a.signer = text, s
	return nil
}

// write writes the file.
func (a *Authority) write() error {
	text, err := a.signer.text()
	if err == nil {
		err = durable.Replace(a.path, text, 0o600)
	}
	if err != nil {
		return fmt.Errorf("the table's authority cannot be kept: %w", err)
	}
	a.text = text
	return nil
}

// make makes a new authority for what the table is called now.
func (a *Authority) make(t Identity, now time.Time) error {
	s, err := newSigner(t, now)
	if err != nil {
		return fmt.Errorf("making the table's authority: %w", err)
	}
	before := a.signer
	a.signer = s
	if err := a.write(); err != nil {
		a.signer = before
		return err
	}
	return nil
}

// newSigner makes an authority that can vouch for a table as it is called now.
func newSigner(t Identity, now time.Time) (*signer, error) {
	names, addresses := t.hosts()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	title := "Familiar"
	if len(names) > 0 {
		title += " at " + names[0]
	}
	template := &x509.Certificate{
		Subject:               pkix.Name{CommonName: title},
		NotBefore:             now.Add(-clockError),
		NotAfter:              now.Add(authorityLasts),
		BasicConstraintsValid: true,
		IsCA:                  true,
		MaxPathLenZero:        true,
		KeyUsage:              x509.KeyUsageCertSign,
		ExtKeyUsage:           []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},

		PermittedDNSDomainsCritical: true,
		PermittedDNSDomains:         names,
	}
	for _, a := range addresses {
		template.PermittedIPRanges = append(template.PermittedIPRanges, &net.IPNet{IP: a.AsSlice(), Mask: net.CIDRMask(a.BitLen(), a.BitLen())})
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		return nil, err
	}
	c, err := x509.ParseCertificate(der)
	return &signer{certificate: c, key: key}, err
}

// isFor reports whether an authority can vouch for everything that a table is called, and for nothing else.
func (s *signer) isFor(t Identity) bool {
	names, addresses := t.hosts()
	return slices.Equal(names, s.certificate.PermittedDNSDomains) && len(addresses) == len(s.certificate.PermittedIPRanges) &&
		!slices.ContainsFunc(addresses, func(a netip.Addr) bool { return !s.permits(a) })
}

// permits reports whether an authority can vouch for an address.
func (s *signer) permits(a netip.Addr) bool {
	return slices.ContainsFunc(s.certificate.PermittedIPRanges, func(n *net.IPNet) bool { return n.Contains(a.AsSlice()) })
}

// vouched returns what an authority can vouch for of what a table is called.
func (s *signer) vouched(t Identity) (names []string, addresses []netip.Addr) {
	names, addresses = t.hosts()
	names = slices.DeleteFunc(names, func(name string) bool { return !slices.Contains(s.certificate.PermittedDNSDomains, name) })
	return names, slices.DeleteFunc(addresses, func(a netip.Addr) bool { return !s.permits(a) })
}

// isFor reports whether a certificate is for certain names and addresses.
func isFor(c *x509.Certificate, names []string, addresses []netip.Addr) bool {
	return slices.Equal(c.DNSNames, names) && slices.EqualFunc(c.IPAddresses, addresses, func(ip net.IP, a netip.Addr) bool { return ip.Equal(a.AsSlice()) })
}

// sign makes a certificate with a key of its own.
func (s *signer) sign(names []string, addresses []netip.Addr, now time.Time) (*tls.Certificate, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	template := &x509.Certificate{
		Subject:               pkix.Name{CommonName: "Familiar"},
		NotBefore:             clamp(now.Add(-clockError), s.certificate.NotBefore),
		NotAfter:              now.Add(leafLasts),
		BasicConstraintsValid: true,
		KeyUsage:              x509.KeyUsageDigitalSignature,
		ExtKeyUsage:           []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
		DNSNames:              names,
	}
	for _, a := range addresses {
		template.IPAddresses = append(template.IPAddresses, a.AsSlice())
	}
	der, err := x509.CreateCertificate(rand.Reader, template, s.certificate, key.Public(), s.key)
	if err != nil {
		return nil, err
	}
	leaf, err := x509.ParseCertificate(der)
	return &tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key, Leaf: leaf}, err
}

// The blocks of the file. A certificate that a phone was given has the header.
const (
	keyBlock         = "PRIVATE KEY"
	certificateBlock = "CERTIFICATE"
	givenHeader      = "Given"
)

// text returns an authority as its file holds it.
func (s *signer) text() ([]byte, error) {
	key, err := x509.MarshalPKCS8PrivateKey(s.key)
	if err != nil {
		return nil, err
	}
	block := &pem.Block{Type: certificateBlock, Bytes: s.certificate.Raw}
	if s.given {
		block.Headers = map[string]string{givenHeader: "yes"}
	}
	return append(pem.EncodeToMemory(block), pem.EncodeToMemory(&pem.Block{Type: keyBlock, Bytes: key})...), nil
}

// parseSigner reads what text returns.
func parseSigner(text []byte) (*signer, error) {
	first, rest := pem.Decode(text)
	second, _ := pem.Decode(rest)
	if first == nil || second == nil || first.Type != certificateBlock || second.Type != keyBlock {
		return nil, fmt.Errorf("%s does not hold a certificate and its key", AuthorityFile)
	}
	c, err := x509.ParseCertificate(first.Bytes)
	if err != nil {
		return nil, err
	}
	parsed, err := x509.ParsePKCS8PrivateKey(second.Bytes)
	if err != nil {
		return nil, err
	}
	key, ok := parsed.(*ecdsa.PrivateKey)
	if !ok || !c.IsCA || !key.PublicKey.Equal(c.PublicKey) {
		return nil, fmt.Errorf("the key in %s does not belong to the authority in it", AuthorityFile)
	}
	return &signer{certificate: c, key: key, given: first.Headers[givenHeader] != ""}, nil
}
