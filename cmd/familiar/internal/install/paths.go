package install

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"familiar/companion/backup"
	"familiar/hw"
	"familiar/hw/builds"
)

// Paths are the config and the state of a table. They are flags of the commands run and doctor.
type Paths struct {
	Config string `env:"FAMILIAR_CONFIG" placeholder:"FILE" xor:"wired" help:"What is wired where, a TOML file (default: that of the service, if it is installed and no state is named). Without one the virtual table is brought up."`
	State  string `env:"FAMILIAR_STATE" placeholder:"DIR" help:"Where games, tags and phones are kept (default: ${state})."`
}

// The default addresses of the page: of a Familiar that somebody starts by hand, and of the service.
const (
	DefaultListen = ":8080"
	serviceListen = ":80"
)

// ListenAddress returns the address of the page: the one given, or else the default.
func ListenAddress(flag string, service bool) string {
	switch {
	case flag != "":
		return flag
	case service:
		return serviceListen
	}
	return DefaultListen
}

// UsableConfig is ReadConfig for a process that opens the devices: it refuses root where root must not do that.
func (p Paths) UsableConfig() (*hw.Config, error) {
	if p.Config != "" {
		if err := RefuseRoot(); err != nil {
			return nil, err
		}
	}
	return p.ReadConfig()
}

// ReadConfig returns the config of the wired table, or of a virtual table if there is none.
func (p Paths) ReadConfig() (*hw.Config, error) {
	if p.Config == "" {
		return BuildConfig(builds.All)
	}
	return hw.ReadConfig(p.Config)
}

// BuildConfig returns the config of a build.
func BuildConfig(name string) (*hw.Config, error) {
	text, err := builds.Config(name)
	if err != nil {
		return nil, err
	}
	return hw.ParseConfig(text)
}

// StateDir returns the state directory, and makes it if needed.
func (p Paths) StateDir() (string, error) {
	dir := cmp.Or(p.State, DefaultState())
	// A full or read-only disk is no reason to stop here: it is reported when something must be saved.
	if err := os.MkdirAll(dir, 0o700); err != nil && !errors.Is(err, syscall.EROFS) && !errors.Is(err, syscall.ENOSPC) {
		return "", fmt.Errorf("the state directory cannot be made: %w. Choose another one with --state", err)
	}
	return filepath.Abs(dir)
}

// StateAt returns the state directory of a command without a config: the one given, or else the default of this machine.
func StateAt(s Service, named string) (string, error) {
	p, err := Paths{State: named}.Enter(s)
	if err != nil {
		return "", err
	}
	dir, err := p.StateDir()
	if err == nil && backup.Pending(dir) {
		if err = backup.Complete(dir); errors.Is(err, backup.ErrInUse) {
			err = errors.New("a backup is being restored just now: wait until that is done")
		}
	}
	return dir, err
}

// StateForHelp returns the state directory that a command uses if none is given, for its help.
func StateForHelp(s Service) string {
	return cmp.Or(Paths{}.Resolved(s).State, DefaultState())
}

// DefaultState returns the folder for state by the rules of the XDG base directories.
func DefaultState() string {
	if dir := os.Getenv("XDG_STATE_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "familiar")
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "familiar-state"
	}
	return filepath.Join(home, ".local", "state", "familiar")
}

// Resolved returns the paths, or those of the installed service if both are missing.
func (p Paths) Resolved(s Service) Paths {
	if p.Config == "" && p.State == "" && s.Exists() {
		p.Config, p.State = s.Config, s.State
	}
	return p
}

// Of reports whether these are the paths of an installed Familiar.
func (p Paths) Of(s Service) bool { return s.State != "" && filepath.Clean(p.State) == s.State }

// Enter resolves the paths, and lets this process use them: root becomes the service's user. The returned paths are valid even after an error.
func (p Paths) Enter(s Service) (Paths, error) {
	p = p.Resolved(s)
	if !p.Of(s) {
		return p, nil
	}
	if os.Geteuid() == 0 {
		return p, s.Enter()
	}
	if _, err := os.ReadDir(p.State); errors.Is(err, fs.ErrPermission) && !s.isServiceUser() {
		return p, s.NotOwnerError()
	}
	return p, nil
}
