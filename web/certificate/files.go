package certificate

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync/atomic"
	"time"
)

// Files is a Source whose certificate and key the owner keeps in two files, as PEM. New ones that take their place are used from the next Refresh on.
type Files struct {
	certificate, key string // paths

	leaf atomic.Pointer[tls.Certificate] // nil: it could not be read yet
}

// InFiles returns the certificate in one file, whose key is in another one.
func InFiles(certificate, key string) *Files { return &Files{certificate: certificate, key: key} }

// maxOwnFile is how many bytes a certificate with its chain, or a key, may have.
const maxOwnFile = 1 << 20

// Refresh implements Source. A certificate that has expired stays in use, and Refresh returns an error: browsers warn people, who can go on nevertheless.
func (f *Files) Refresh(_ Identity, now time.Time) error {
	leaf, err := f.read()
	if err != nil {
		return err
	}
	f.leaf.Store(leaf)
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
func (f *Files) Certificate() *tls.Certificate { return f.leaf.Load() }

// Authority implements Source.
func (f *Files) Authority() *x509.Certificate { return nil }

// HandOut implements Source.
func (f *Files) HandOut() (*x509.Certificate, error) { return nil, nil }
