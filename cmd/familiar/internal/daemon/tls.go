package daemon

import (
	"net"
	"slices"

	"familiar/hw"
	"familiar/web"
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
	_, port, err := net.SplitHostPort(o.Listener.Addr().String())
	if host := certificate.Host(o.TLS.Own, o.Hosts...); host != "" && err == nil {
		d.home.fixed = web.SecureURL(host, port)
	}
	return o.TLS.Own, append(slices.Clone(o.Hosts), certificate.Names(o.TLS.Own)...)
}

// tlsFault tells everybody what is wrong with the table's certificate; nil: nothing is any more.
func (d *Daemon) tlsFault(err error) {
	h := hw.Health{Device: "TLS", OK: err == nil}
	if err != nil {
		h.Text = err.Error()
	}
	d.listen().Health(h)
}
