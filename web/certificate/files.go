package certificate

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"time"
)

// Files is a Source whose certificate and key the owner keeps in two files, as PEM. New ones that take their place are used from the next Refresh on.
type Files struct {
	certificate, key string // paths

	mu   sync.Mutex
	leaf *tls.Certificate
}

// InFiles returns the certificate in one file, whose key is in another one.
func InFiles(certificate, key string) *Files { return &Files{certificate: certificate, key: key} }

// maxOwnFile is how many bytes a certificate with its chain, or a key, may have.
const maxOwnFile = 1 << 20

// Refresh implements Source. It uses a certificate that has expired, of which browsers tell people, and returns an error.
func (f *Files) Refresh(_ Table, now time.Time) error {
	leaf, err := f.read()
	if err != nil {
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.leaf = leaf
	c := leaf.Leaf
	switch {
	case now.After(c.NotAfter):
		return fmt.Errorf("the certificate in %s has expired on %s: put a new one in its place", f.certificate, c.NotAfter.Format(time.DateOnly))
	case now.Before(c.NotBefore):
		return fmt.Errorf("the certificate in %s begins on %s: see whether this machine's clock is right", f.certificate, c.NotBefore.Format(time.DateOnly))
	case len(c.DNSNames)+len(c.IPAddresses) == 0:
		return fmt.Errorf("the certificate in %s is for no name and no address, and no browser takes it: have one made with a “subject alternative name”", f.certificate)
	}
	return nil
}

func (f *Files) read() (*tls.Certificate, error) {
	certificate, err := readOwn(f.certificate)
	if err != nil {
		return nil, fmt.Errorf("the certificate cannot be read: %w", err)
	}
	key, err := readOwn(f.key)
	if err != nil {
		return nil, fmt.Errorf("the key of the certificate cannot be read: %w", err)
	}
	pair, err := tls.X509KeyPair(certificate, key)
	if err != nil {
		return nil, fmt.Errorf("the certificate in %s and the key in %s cannot be used: %s", f.certificate, f.key, strings.TrimPrefix(err.Error(), "tls: "))
	}
	return &pair, nil
}

// readOwn reads a file of the owner's, which may be a link.
func readOwn(path string) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s: it is no file", path)
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(file, maxOwnFile))
	return text, errors.Join(err, file.Close())
}

// Certificate implements Source.
func (f *Files) Certificate() *tls.Certificate {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.leaf
}

// Authority implements Source.
func (f *Files) Authority() *x509.Certificate { return nil }

// HandOut implements Source.
func (f *Files) HandOut() (*x509.Certificate, error) { return nil, nil }

// Host returns the name, or else the address, at which phones should find the table: the first of some names that the certificate is for, or else the first
// one in it. It is empty if the certificate cannot be read, or has nothing but wildcards.
func (f *Files) Host(preferred []string) string {
	c := f.Certificate()
	if c == nil {
		return ""
	}
	for _, name := range preferred {
		if c.Leaf.VerifyHostname(name) == nil {
			return name
		}
	}
	if names := f.Names(); len(names) > 0 {
		return names[0]
	}
	return ""
}

// Names returns the names and addresses in the certificate, without wildcards.
func (f *Files) Names() []string {
	c := f.Certificate()
	if c == nil {
		return nil
	}
	names := slices.DeleteFunc(slices.Clone(c.Leaf.DNSNames), func(name string) bool { return strings.HasPrefix(name, "*") })
	for _, ip := range c.Leaf.IPAddresses {
		names = append(names, ip.String())
	}
	return names
}
