package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
)

// installed describes Familiar as its package installs it: a service whose own user owns the state. A command without a config and a state uses the
// service's, and root becomes the service's user for it: so the files stay the service's own, and the doctor has the rights that the service has.
type installed struct {
	config, state string
	user          string
	groups        []string // that the service has besides its user's own
}

// packageDefaults returns the package's paths and names.
func packageDefaults() installed {
	return installed{config: "/etc/familiar.toml", state: "/var/lib/familiar", user: "familiar", groups: []string{"gpio", "spi", "i2c", "dialout"}}
}

// exists reports whether Familiar is installed on this machine.
func (i installed) exists() bool {
	_, err := os.Stat(i.config)
	return err == nil
}

// resolved returns the paths, or those of the installed service if both are missing.
func (p paths) resolved(e env) paths {
	if p.Config == "" && p.State == "" && e.installed.exists() {
		p.Config, p.State = e.installed.config, e.installed.state
	}
	return p
}

// of reports whether these are the paths of an installed Familiar.
func (p paths) of(i installed) bool { return i.state != "" && filepath.Clean(p.State) == i.state }

// enter resolves the paths, and lets this process use them: root becomes the service's user. The returned paths are valid even after an error.
func (p paths) enter(e env) (paths, error) {
	p = p.resolved(e)
	if !p.of(e.installed) {
		return p, nil
	}
	if os.Geteuid() == 0 {
		return p, e.installed.enter()
	}
	if _, err := os.ReadDir(p.State); errors.Is(err, fs.ErrPermission) && !e.installed.isServiceUser() {
		return p, e.installed.errNotOwner()
	}
	return p, nil
}

// errNotOwner returns the error for users who may not read the service's state.
func (i installed) errNotOwner() error {
	return fmt.Errorf("%s belongs to the service: run this as `sudo familiar …`", i.state)
}

// isServiceUser reports whether this process runs as the service's user.
func (i installed) isServiceUser() bool {
	s, err := i.lookUp()
	return err == nil && s.uid == os.Geteuid()
}

// enter makes root the service's user. If the service has never run, enter makes its state directory first.
func (i installed) enter() error {
	u, err := i.lookUp()
	if err != nil {
		return err
	}
	err = os.Mkdir(i.state, 0o700)
	if err == nil {
		err = os.Chown(i.state, u.uid, u.groups[0])
	}
	if err != nil && !errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("making the state directory of the service: %w", err)
	}
	return u.become()
}

// service is the service's user.
type service struct {
	name   string
	uid    int
	groups []int // its main group first
}

// lookUp finds the service's user in the user database.
func (i installed) lookUp() (service, error) {
	s := service{name: i.user}
	u, err := user.Lookup(i.user)
	if err != nil {
		return s, fmt.Errorf("the service's user: %w", err)
	}
	groups, err := u.GroupIds()
	if err != nil {
		return s, fmt.Errorf("the groups of the user %s: %w", i.user, err)
	}
	groups = slices.Insert(groups, 0, u.Gid)
	for _, name := range i.groups {
		// A system without such devices may have no group for them.
		if g, err := user.LookupGroup(name); err == nil {
			groups = append(groups, g.Gid)
		}
	}
	s.uid, err = strconv.Atoi(u.Uid)
	for _, text := range groups {
		gid, failed := strconv.Atoi(text)
		s.groups, err = append(s.groups, gid), errors.Join(err, failed)
	}
	return s, err
}

// become makes this process, which runs as root, run as the service's user from now on.
func (s service) become() error {
	if err := errors.Join(syscall.Setgroups(s.groups), syscall.Setgid(s.groups[0]), syscall.Setuid(s.uid)); err != nil {
		return fmt.Errorf("becoming the user %s: %w", s.name, err)
	}
	return nil
}
