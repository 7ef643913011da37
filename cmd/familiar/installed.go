package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
)

// installed is Familiar as its package puts it on a Raspberry Pi: a service with a user of its own, to whom the state belongs. Whoever names neither a config
// nor a state there speaks of the service's, and root becomes its user: what is written stays the service's own, and the doctor sees what the service sees.
type installed struct {
	config, state string
	user          string
	groups        []string // that the service has beside its user's own
}

// byPackage is where the package puts it.
func byPackage() installed {
	return installed{config: "/etc/familiar.toml", state: "/var/lib/familiar", user: "familiar", groups: []string{"gpio", "spi", "i2c", "dialout"}}
}

// there tells whether it is installed on this machine.
func (i installed) there() bool {
	_, err := os.Stat(i.config)
	return err == nil
}

// settled is the place with what is left out.
func (p place) settled(w world) place {
	if p.Config == "" && p.State == "" && w.installed.there() {
		p.Config, p.State = w.installed.config, w.installed.state
	}
	return p
}

// of tells whether this is the place of an installed Familiar.
func (p place) of(i installed) bool { return i.state != "" && filepath.Clean(p.State) == i.state }

// enter settles a place and has this process be who may read and write there. With an error it is settled all the same.
func (p place) enter(w world) (place, error) {
	p = p.settled(w)
	if !p.of(w.installed) {
		return p, nil
	}
	if os.Geteuid() == 0 {
		return p, w.installed.become()
	}
	if _, err := os.ReadDir(p.State); errors.Is(err, fs.ErrPermission) && !w.installed.self() {
		return p, fmt.Errorf("%s belongs to the service: run this as `sudo familiar …`", p.State)
	}
	return p, nil
}

// self tells whether this process is the service's.
func (i installed) self() bool {
	u, err := user.Lookup(i.user)
	return err == nil && u.Uid == strconv.Itoa(os.Geteuid())
}

// become makes this process, which runs as root, the service's user's, with the groups that the service has.
func (i installed) become() error {
	u, err := user.Lookup(i.user)
	if err != nil {
		return fmt.Errorf("becoming the service's user: %w", err)
	}
	own, err := u.GroupIds()
	if err != nil {
		return fmt.Errorf("the groups of the user %s: %w", i.user, err)
	}
	for _, name := range i.groups {
		// A system without such devices need not have a group for them.
		if g, err := user.LookupGroup(name); err == nil {
			own = append(own, g.Gid)
		}
	}
	var ids []int
	for _, text := range append(own, u.Gid, u.Uid) {
		id, err := strconv.Atoi(text)
		if err != nil {
			return fmt.Errorf("the user %s: %w", i.user, err)
		}
		ids = append(ids, id)
	}
	n := len(ids)
	if err := errors.Join(syscall.Setgroups(ids[:n-1]), syscall.Setgid(ids[n-2]), syscall.Setuid(ids[n-1])); err != nil {
		return fmt.Errorf("becoming the user %s: %w", i.user, err)
	}
	return nil
}
