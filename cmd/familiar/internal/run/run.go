package run

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/KimMachineGun/automemlimit/memlimit"
	"github.com/coreos/go-systemd/v22/activation"

	"familiar/cmd/familiar/internal/cli"
	"familiar/cmd/familiar/internal/daemon"
	"familiar/cmd/familiar/internal/install"
	"familiar/hw"
	"familiar/hw/builds"
	"familiar/web/certificate"
)

// Command runs the table.
type Command struct {
	install.Paths
	Build   string   `placeholder:"NAME" xor:"wired" help:"Which virtual table: small, seats, full, all or places, or a config, whose devices are emulated (default: all)."`
	Listen  string   `env:"FAMILIAR_LISTEN" default:"${listen}" placeholder:"ADDR" help:"Where phones find the page, HOST:PORT or :PORT (default: ${default})."`
	Host    []string `env:"FAMILIAR_HOST" placeholder:"NAME" help:"A further name under which this machine is reached."`
	TLS     bool     `name:"tls" env:"FAMILIAR_TLS" help:"Serve the page over TLS (https) too, with an authority that the table makes for itself: see familiar certificate --help."`
	TLSCert string   `name:"tls-certificate" env:"FAMILIAR_TLS_CERTIFICATE" placeholder:"FILE" and:"own" help:"Serve it over TLS with this certificate and its chain, a PEM file, instead."`
	TLSKey  string   `name:"tls-key" env:"FAMILIAR_TLS_KEY" placeholder:"FILE" and:"own" help:"The key of that certificate, a PEM file that only the table's user should be able to read."`
	CatchUp bool     `hidden:""` // a flag of earlier versions
	Boot    string   `env:"FAMILIAR_BOOT" hidden:""`
	Verbose bool     `short:"v" help:"Log more."`
}

// Help is shown below the flags.
func (Command) Help() string {
	return `Follows a game: cards laid on the readers and buttons pressed are moves, and every phone shows the table.

Without a config the virtual table is brought up: readers, buttons, panel, lamps and buzzer are emulated, and are played with
in a browser on this machine, at /virtual. With --build it is one of the tables that docs/wiring.md shows how to wire: small, seats,
full; or that of a config of your own.

With --tls the page is at the same address over plain HTTP and over TLS: phones come in as ever, and those that were told to trust
the table's authority go on encrypted (“Encrypted connection” in the menu). A certificate of your own, with --tls-certificate and --tls-key, needs no
such trust. A new one that takes its place is used within a minute.

Examples:
  familiar run
  familiar run --build seats
  familiar run --tls
  familiar run --tls-certificate chain.pem --tls-key key.pem --host table.example
  familiar run --config /etc/familiar.toml --state /var/lib/familiar --listen :80`
}

// gcPercent makes the garbage collector run more often than by default, which is 100. That saves almost two megabytes on a small machine. Much less would make moves
// slower: what a table keeps is so small that the collector would run after every few of them.
const gcPercent = 50

// Run runs the daemon until it is interrupted.
func (r Command) Run(e cli.Env) error {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	ctx, stop := signal.NotifyContext(e.Ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	log := newLog(e.Stderr, r.Verbose)
	limitMemory(log)
	l, err := listen(r.Listen)
	if err != nil {
		return err
	}
	if r.Build == "" {
		if r.Paths, err = r.Enter(e.Installed); err != nil {
			return errors.Join(err, l.Close())
		}
	}
	d, err := r.Start(e, log, l)
	if err != nil {
		return errors.Join(err, l.Close())
	}
	url, local := d.URL(), daemon.LocalURL(l.Addr())
	fmt.Fprintf(e.Stdout, "The table is at %s and its join code is %s.\n", url, d.Table().JoinCode())
	if url != local {
		fmt.Fprintf(e.Stdout, "On this machine it is at %s, and needs no code.\n", local)
	}
	if r.TLS && r.TLSCert == "" {
		fmt.Fprintln(e.Stdout, "Phones can go on over TLS: `familiar certificate` shows what they have to trust for it.")
	}
	if d.Virtual() != nil {
		fmt.Fprintf(e.Stdout, "No hardware is configured: readers and buttons are at %s/virtual\n", local)
	}
	return d.Run(ctx)
}

// Shares of memory that Go's runtime may use: of what the service may have, and, where the kernel does not limit that, of the whole machine's. Raspberry Pi OS
// boots without the memory controller. The kernel's buffers for connections need the rest.
const (
	serviceShare = 0.6
	machineShare = 0.25
)

// limitMemory tells Go's runtime how much memory it may use, unless GOMEMLIMIT says that: it then collects garbage before it asks for more.
func limitMemory(log *slog.Logger) {
	limit := memlimit.ApplyFallback(memlimit.ApplyRatio(memlimit.FromCgroup, serviceShare), memlimit.ApplyRatio(memlimit.FromSystem, machineShare))
	if _, err := memlimit.Set(memlimit.WithProvider(limit), memlimit.WithRatio(1)); err != nil {
		log.Warn("the memory is not limited", "error", err)
		return
	}
	log.Info("the memory is limited", "MiB", debug.SetMemoryLimit(-1)>>20)
}

// Start makes the daemon, which Run runs. Only the goroutines of the devices run already.
func (r Command) Start(e cli.Env, log *slog.Logger, l net.Listener) (*daemon.Daemon, error) {
	config, wrong := r.config()
	switch {
	case wrong != nil && r.Of(e.Installed):
		config = new(hw.Config) // nobody reads an error at the start of a service: people play by phones, which show it
	case wrong != nil:
		return nil, wrong
	}
	secure, err := r.secure()
	if err != nil && !r.Of(e.Installed) {
		return nil, err
	}
	state, err := r.StateDir()
	if err != nil {
		return nil, err
	}
	if r.CatchUp {
		log.Warn("--catch-up does nothing any more: a host sets on a phone how much the table decides by itself, and the boldest choice makes forgotten moves")
	}
	return daemon.New(daemon.Options{
		Games: e.Games, Listener: l, Config: config, Virtual: r.Config == "", Fault: wrong, State: state, Boot: r.Boot, Hosts: r.Host,
		TLS: secure, Version: e.Version, Log: log,
	})
}

// secure returns whether and how the page is served over TLS. The error says what is wrong with a certificate of the owner's.
func (r Command) secure() (daemon.TLS, error) {
	if r.TLSCert == "" {
		return daemon.TLS{On: r.TLS}, nil
	}
	own := certificate.InFiles(r.TLSCert, r.TLSKey)
	return daemon.TLS{On: true, Own: own}, own.Refresh(certificate.Identity{}, time.Now())
}

// config returns the config of the wired table, or of the chosen virtual table.
func (r Command) config() (*hw.Config, error) {
	switch {
	case r.Build == "":
		return r.UsableConfig()
	case slices.Contains(builds.Names(), r.Build):
		return install.BuildConfig(r.Build)
	}
	c, err := hw.ReadConfig(r.Build)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("there is no build and no config %q: builds are %s", r.Build, strings.Join(builds.Names(), ", "))
	}
	return c, err
}

// listen returns the socket that systemd has passed to this process, or else opens one.
func listen(addr string) (net.Listener, error) {
	given, err := activation.Listeners()
	if err == nil && len(given) > 0 && given[0] != nil {
		return given[0], nil
	}
	l, err := net.Listen("tcp", addr)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("%s is in use: is Familiar running already? Choose another address with --listen", addr)
	case errors.Is(err, syscall.EACCES):
		return nil, fmt.Errorf("%s is not allowed to this user: ports below 1024 belong to the system. Choose another one with --listen", addr)
	case err != nil:
		return nil, fmt.Errorf("listening: %w", err)
	}
	return l, nil
}
