package companion

import (
	"slices"
	"strconv"
	"time"

	"familiar/companion/access"
	"familiar/companion/protocol"
	"familiar/engine/lang"
)

// Hosts may want new phones to wait until one of them lets them in. Until then a phone has no token and sees nothing of the table, and nothing of it is kept.

// maxWaiting is how many phones wait at a time. For one more, one of them is turned away: see access.Surplus.
const maxWaiting = 8

// letWait lets a visitor wait, who came with the right join code.
func (r *roster) letWait(v access.Visitor, language string) *Phone {
	p := newPhone(v, language)
	p.wait.Store(&protocol.Wait{Type: protocol.TypeWait, Mark: r.freeMark(), Device: v.Device, Host: r.hostIsHere()})
	r.waiting = append(r.waiting, p)
	if len(r.waiting) > maxWaiting {
		r.turnAway(access.Surplus(r.waiting, func(p *Phone) string { return p.visitor.Address }), protocol.RefusedWait)
	}
	return p
}

// freeMark returns the next number that no waiting phone has.
func (r *roster) freeMark() string {
	for {
		r.marks = r.marks%99 + 1
		mark := strconv.Itoa(r.marks)
		if !slices.ContainsFunc(r.waiting, func(p *Phone) bool { return p.wait.Load().Mark == mark }) {
			return mark
		}
	}
}

func (r *roster) turnAway(p *Phone, why protocol.RefusalCode) {
	r.waiting = slices.DeleteFunc(r.waiting, func(o *Phone) bool { return o == p })
	p.end(why)
}

// admit lets a waiting phone in, or turns it away.
func (r *roster) admit(id string, on bool) error {
	i := slices.IndexFunc(r.waiting, func(p *Phone) bool { return waitingID(p) == id })
	if i < 0 {
		return access.ErrNoPhone
	}
	if on {
		return r.letIn(r.waiting[i])
	}
	r.turnAway(r.waiting[i], protocol.RefusedTurned)
	return nil
}

// letIn lets a waiting phone in.
func (r *roster) letIn(p *Phone) error {
	p.visitor.Approved = true
	token, kept, err := r.access.Admit(p.visitor, time.Now())
	if err != nil {
		return lang.T("it cannot come in: {1}", err)
	}
	r.waiting = slices.DeleteFunc(r.waiting, func(o *Phone) bool { return o == p })
	r.enter(p, token, kept)
	// Its token is on the disk before the phone is told.
	r.saver.AfterSave(func() {
		p.wait.Store(&protocol.Wait{Type: protocol.TypeWait, Token: token})
		p.wake()
	})
	return nil
}

// approve makes new phones wait, or lets those in that do. Only a host of all games decides that: it also holds after the game, when perhaps no host is there to let anybody in.
func (r *roster) approve(by caller, on bool) error {
	if by.kept.HostOf != "" {
		return errDoor
	}
	if r.settings().Approve != on {
		r.settings().Approve = on
		r.save()
	}
	if !on {
		for _, p := range slices.Clone(r.waiting) {
			_ = r.letIn(p) // one that cannot come in now waits on
		}
	}
	return nil
}

// waitingID is the name by which hosts' requests name a waiting phone.
func waitingID(p *Phone) string { return "waiting " + p.wait.Load().Mark }

// waitingViews returns the waiting phones as hosts see them.
func (r *roster) waitingViews() []protocol.WaitingView {
	var all []protocol.WaitingView
	for _, p := range r.waiting {
		all = append(all, protocol.WaitingView{ID: waitingID(p), Device: p.visitor.Device, Address: p.visitor.Address, Mark: p.wait.Load().Mark})
	}
	return all
}

// hostIsHere reports whether a host is connected.
func (r *roster) hostIsHere() bool {
	return slices.ContainsFunc(r.phones, func(p *Phone) bool { return p.kept.Host })
}

// showWaiting shows the waiting phones whether a host is there.
func (r *roster) showWaiting() {
	here := r.hostIsHere()
	for _, p := range r.waiting {
		if w := *p.wait.Load(); w.Host != here {
			w.Host = here
			p.wait.Store(&w)
			p.wake()
		}
	}
}
