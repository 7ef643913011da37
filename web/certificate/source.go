package certificate

import (
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"time"

	"golang.org/x/net/publicsuffix"
)

// Source has the certificate of a table. Any goroutine may call its methods.
type Source interface {
	// Refresh brings the certificate up to date. After an error, which says what is wrong, the last good one stays in use.
	Refresh(t Identity, now time.Time) error
	// Certificate returns the certificate, with its key; nil if there is none.
	Certificate() *tls.Certificate
	// Authority returns the table's own authority; nil if there is none, or if the certificate is the owner's.
	Authority() *x509.Certificate
	// HandOut returns the table's own authority for a phone that is going to trust it; nil as with Authority.
	HandOut() (*x509.Certificate, error)
}

// Identity is what a table is called in its network.
type Identity struct {
	Names     []string // the name that phones should use first, then all others; some may be addresses
	Addresses []netip.Addr
}

// Vouches reports whether the certificate of a source is good for a host: a name or an address, without a port.
func Vouches(s Source, host string) bool {
	c := s.Certificate()
	return c != nil && host != "" && c.Leaf.VerifyHostname(host) == nil
}

// Host returns the name or address under which a phone should reach the table: the first of some hosts for which the certificate of a source is good, or else the
// first name in it. It is empty if there is no certificate, or none but for wildcards.
func Host(s Source, preferred ...string) string {
	if i := slices.IndexFunc(preferred, func(host string) bool { return Vouches(s, host) }); i >= 0 {
		return preferred[i]
	}
	if names := Names(s); len(names) > 0 {
		return names[0]
	}
	return ""
}

// Names returns the names and addresses in the certificate of a source, without wildcards.
func Names(s Source) []string {
	c := s.Certificate()
	if c == nil {
		return nil
	}
	names := slices.DeleteFunc(slices.Clone(c.Leaf.DNSNames), func(name string) bool { return strings.HasPrefix(name, "*") })
	for _, ip := range c.Leaf.IPAddresses {
		names = append(names, ip.String())
	}
	return names
}

// Fingerprint returns the SHA-256 fingerprint of a certificate, as phones show it.
func Fingerprint(c *x509.Certificate) string {
	sum := sha256.Sum256(c.Raw)
	return strings.ReplaceAll(fmt.Sprintf("% X", sum), " ", ":")
}

// Permitted returns the names and addresses that an authority may vouch for.
func Permitted(authority *x509.Certificate) (names, addresses []string) {
	for _, n := range authority.PermittedIPRanges {
		addresses = append(addresses, n.IP.String())
	}
	return slices.Clone(authority.PermittedDNSDomains), addresses
}

// hosts returns the names and private addresses of a table, each once. It leaves out names that no certificate can hold, and those under which others have theirs:
// an authority for "games" would be one for all of www.bank.games.
func (t Identity) hosts() (names []string, addresses []netip.Addr) {
	addresses = []netip.Addr{netip.AddrFrom4([4]byte{127, 0, 0, 1}), netip.IPv6Loopback()}
	for _, name := range t.Names {
		if a, err := netip.ParseAddr(name); err == nil {
			addresses = append(addresses, a.Unmap())
		} else if isDomain(name) && !isSuffix(name) {
			names = append(names, name)
		}
	}
	for _, a := range t.Addresses {
		if a = a.Unmap().WithZone(""); a.IsPrivate() {
			addresses = append(addresses, a)
		}
	}
	slices.SortFunc(addresses, netip.Addr.Compare)
	if len(names) > 0 {
		slices.Sort(names[1:])
		names = slices.Compact(append(names[:1:1], slices.DeleteFunc(names[1:], func(name string) bool { return name == names[0] })...))
	}
	return names, slices.Compact(addresses)
}

// isSuffix reports whether people register their own names under a name, as under "games" or "co.uk".
func isSuffix(name string) bool {
	suffix, known := publicsuffix.PublicSuffix(name)
	return suffix == name && (known || strings.Contains(name, "."))
}

// isDomain reports whether a name is one that DNS could have, in lower case.
func isDomain(name string) bool {
	for label := range strings.SplitSeq(name, ".") {
		if label == "" || len(label) > 63 || strings.Trim(label, "abcdefghijklmnopqrstuvwxyz0123456789-_") != "" {
			return false
		}
	}
	return len(name) <= 253
}

// clamp returns a time that is no earlier than another one.
func clamp(at, earliest time.Time) time.Time {
	if at.Before(earliest) {
		return earliest
	}
	return at
}
