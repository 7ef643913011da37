package main

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"time"

	"familiar/cmd/familiar/internal/daemon"
	"familiar/web"
	"familiar/web/certificate"
)

type certificateCommand struct {
	State  string `env:"FAMILIAR_STATE" placeholder:"DIR" help:"Where games, tags and phones are kept (default: ${state})."`
	Listen string `env:"FAMILIAR_LISTEN" placeholder:"ADDR" help:"Where the table listens (default: ${listen}, or port 80 of the service)."`
	New    bool   `help:"Delete the authority, so that the table makes a new one. Every phone has to be told to trust that one."`
}

// Help is shown below the flags.
func (certificateCommand) Help() string {
	return `Over plain HTTP, who listens on the Wi-Fi reads along. A table that is started with --tls can be reached over TLS, too. For that it makes an
authority, which each phone has to be told to trust, once. This command tells where phones get it, draws that as a code to scan, and shows
the authority's fingerprint. The page shows it, too (“Encrypted connection” in the menu), and how to install it; but somebody on the
Wi-Fi could have changed what the page shows. So compare what the phone shows with this.

The authority can vouch for the names and private addresses alone that the table had when the first phone got it. Its key is in the state
directory, in authority.pem; no backup holds it. Make a new one with --new if the machine has got another name or address since, or if somebody
else may have the key.

Examples:
  sudo familiar certificate
  sudo familiar certificate --new`
}

// Run shows the authority, or deletes it.
func (c certificateCommand) Run(e env) error {
	p, err := paths{State: c.State}.enter(e)
	if err != nil {
		return err
	}
	dir := cmp.Or(p.State, defaultState())
	if c.New {
		if err := certificate.Forget(dir); err != nil {
			return err
		}
		fmt.Fprintln(e.stdout, "The authority is deleted. The table makes a new one within a minute, or when it is started. Phones have to be told to trust that one; take the old one away there.")
		return nil
	}
	addr, err := tableAddr(c.Listen, p.of(e.installed))
	if err != nil {
		return err
	}
	authority, err := certificate.Read(dir)
	if err != nil {
		return err
	}
	url := daemon.PhoneURL(addr) + web.AuthorityPath
	names, addresses := certificate.Permitted(authority)
	fmt.Fprintf(e.stdout, "The table's authority is at %s\n", url)
	fmt.Fprintf(e.stdout, "Its SHA-256 fingerprint is %s\n", certificate.Fingerprint(authority))
	fmt.Fprintf(e.stdout, "It can vouch for %s until %s.\n", strings.Join(append(names, addresses...), ", "), authority.NotAfter.Format(time.DateOnly))
	if len(names) > 0 {
		fmt.Fprintf(e.stdout, "Phones that trust it find the table at %s\n", web.SecureURL(names[0], strconv.Itoa(addr.Port)))
	}
	if IsTerminal(e.stdout) {
		return drawCode(e.stdout, url)
	}
	return nil
}
