package daemon

import (
	"net"
	"slices"

	"familiar/hw"
	"familiar/web/certificate"
)

// TLS says whether the page is served over TLS besides plain HTTP, and with what.
type TLS struct {
	On bool
	// Own is a certificate of the owner's. nil: the table makes one, with an authority of its own in the state directory.
	Own *certificate.Files
}

// openTLS returns the source of the table's certificate, nil if there is none, and all further names of this machine. With a certificate of the owner's, which
// browsers trust, phones are sent to the name in it at once.
func (d *Daemon) openTLS(o Options) (certificate.Source, []string) {
	switch {
	case !o.TLS.On:
		return nil, o.Hosts
	case o.TLS.Own == nil:
		return certificate.InState(o.State), o.Hosts
	}
	if host := o.TLS.Own.Host(o.Hosts); host != "" {
		d.home.fixed = "https://" + withPort(host, o.Listener.Addr())
	}
	return o.TLS.Own, append(slices.Clone(o.Hosts), o.TLS.Own.Names()...)
}

// withPort returns a host with the port of an address.
func withPort(host string, addr net.Addr) string {
	_, port, err := net.SplitHostPort(addr.String())
	if err != nil {
		port = "80"
	}
	return net.JoinHostPort(host, port)
}

// tlsFault tells everybody what is wrong with the table's certificate; nil: nothing is any more.
func (d *Daemon) tlsFault(err error) {
	h := hw.Health{Device: "TLS", OK: err == nil}
	if err != nil {
		h.Text = err.Error()
	}
	d.listen().Health(h)
}
