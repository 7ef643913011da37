package install

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/user"
	"slices"
	"strconv"
	"syscall"
)

// Service describes Familiar as its package installs it: a service whose own user owns the state. A command without a config and a state uses the
// service's, and root becomes the service's user for it: so the files stay the service's own, and the doctor has the rights that the service has.
type Service struct {
	Config, State string
	User          string
	Groups        []string // that the service has besides its user's own
}

// Commands that stop and start the service, for advice.
const (
	StopService  = "sudo systemctl stop familiar.socket familiar.service"
	StartService = "sudo systemctl start familiar.socket familiar.service"
)

// PackageDefaults returns the package's paths and names.
func PackageDefaults() Service {
	return Service{Config: "/etc/familiar.toml", State: "/var/lib/familiar", User: "familiar", Groups: []string{"gpio", "spi", "i2c", "dialout"}}
}

// Exists reports whether Familiar is installed on this machine.
func (s Service) Exists() bool {
	_, err := os.Stat(s.Config)
	return err == nil
}

// NotOwnerError returns the error for users who may not read the service's state.
func (s Service) NotOwnerError() error {
	return fmt.Errorf("%s belongs to the service: run this as `sudo familiar …`", s.State)
}

// isServiceUser reports whether this process runs as the service's user.
func (s Service) isServiceUser() bool {
	a, err := s.account()
	return err == nil && a.uid == os.Geteuid()
}

// Enter makes root the service's user. If the service has never run, Enter makes its state directory first.
func (s Service) Enter() error {
	a, err := s.account()
	if err != nil {
		return err
	}
	err = os.Mkdir(s.State, 0o700)
	if err == nil {
		err = os.Chown(s.State, a.uid, a.groups[0])
	}
	if err != nil && !errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("making the state directory of the service: %w", err)
	}
	return a.become()
}

// DeviceGroups returns which of the groups for devices the service's user has, and which are not on this system.
func (s Service) DeviceGroups() (has, lacks []string, err error) {
	a, err := s.account()
	if err != nil {
		return nil, nil, err
	}
	for _, name := range s.Groups {
		g, err := user.LookupGroup(name)
		if err == nil && slices.ContainsFunc(a.groups, func(id int) bool { return strconv.Itoa(id) == g.Gid }) {
			has = append(has, name)
		} else {
			lacks = append(lacks, name)
		}
	}
	return has, lacks, nil
}

// account is a user of this system.
type account struct {
	name   string
	uid    int
	groups []int // its main group first
}

// account finds the service's user in the user database.
func (s Service) account() (account, error) {
	a := account{name: s.User}
	u, err := user.Lookup(s.User)
	if err != nil {
		return a, fmt.Errorf("the service's user: %w", err)
	}
	groups, err := u.GroupIds()
	if err != nil {
		return a, fmt.Errorf("the groups of the user %s: %w", s.User, err)
	}
	groups = slices.Insert(groups, 0, u.Gid)
	for _, name := range s.Groups {
		// A system without such devices may have no group for them.
		if g, err := user.LookupGroup(name); err == nil {
			groups = append(groups, g.Gid)
		}
	}
	a.uid, err = strconv.Atoi(u.Uid)
	for _, text := range groups {
		gid, failed := strconv.Atoi(text)
		a.groups, err = append(a.groups, gid), errors.Join(err, failed)
	}
	return a, err
}

// become makes this process, which runs as root, run as this user from now on.
func (a account) become() error {
	if err := errors.Join(syscall.Setgroups(a.groups), syscall.Setgid(a.groups[0]), syscall.Setuid(a.uid)); err != nil {
		return fmt.Errorf("becoming the user %s: %w", a.name, err)
	}
	return nil
}
