package companion

import (
	"slices"

	"familiar/companion/protocol"
	"familiar/engine/lang"
)

// A phone's owner sees where its token is in use, and can end that: somebody may have read it on the Wi-Fi, or have been lent the phone.

// connectionViews returns the connections of a phone, then those that have ended lately, the last one first.
func (r *roster) connectionViews(own *Phone) []protocol.ConnectionView {
	var all []protocol.ConnectionView
	for _, p := range r.connections(own.hash) {
		all = append(all, protocol.ConnectionView{Device: p.visitor.Device, Address: p.visitor.Address, Since: protocol.Time(p.came), Own: p == own})
	}
	for _, v := range slices.Backward(r.access.Visits(own.hash)) {
		if !slices.ContainsFunc(all, func(c protocol.ConnectionView) bool { return c.Device == v.Device && c.Address == v.Address }) {
			all = append(all, protocol.ConnectionView{Device: v.Device, Address: v.Address, Since: protocol.Time(v.From), Until: protocol.Time(v.Until)})
		}
	}
	return all
}

// endOthers ends all other connections of a phone, and gives it a new token.
func (r *roster) endOthers(p *Phone) (token string) {
	r.end(p.hash, protocol.RefusedEnded, p)
	token, kept := r.access.Renew(p.hash)
	p.setToken(token, kept)
	r.save()
	return token
}

// forgetPhone ends a phone's token, and with it all its connections. These are told so when the token is gone from the disk, too.
func (r *roster) forgetPhone(p *Phone) error {
	isOther := func(o *Phone) bool { return o.hash != p.hash }
	if p.kept.Host && r.access.Hosts() == 1 && slices.ContainsFunc(r.phones, isOther) {
		return lang.T("this is the only host: make another phone host first")
	}
	r.access.Forget(p.hash)
	leaving := r.disconnect(p.hash, nil)
	r.save()
	r.saver.AfterSave(func() {
		for _, p := range leaving {
			p.end(protocol.RefusedLeft)
		}
	})
	return nil
}
