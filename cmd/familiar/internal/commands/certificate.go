package commands

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"time"

	"familiar/cmd/familiar/internal/cli"
	"familiar/cmd/familiar/internal/daemon"
	"familiar/cmd/familiar/internal/install"
	"familiar/web"
	"familiar/web/certificate"
)

// Certificate shows the authority of the table's certificate, or has the table make a new one.
type Certificate struct {
	State  string `env:"FAMILIAR_STATE" placeholder:"DIR" help:"Where games, tags and phones are kept (default: ${state})."`
	Listen string `env:"FAMILIAR_LISTEN" placeholder:"ADDR" help:"Where the table listens (default: ${listen}, or port 80 of the service)."`
	New    bool   `help:"Delete the authority, so that the table makes a new one. Every phone has to be told to trust that one."`
}

// Help is shown below the flags.
func (Certificate) Help() string {
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
func (c Certificate) Run(e cli.Env) error {
	p, err := install.Paths{State: c.State}.Enter(e.Installed)
	if err != nil {
		return err
	}
	dir := cmp.Or(p.State, install.DefaultState())
	if c.New {
		if err := certificate.Forget(dir); err != nil {
			return err
		}
		fmt.Fprintln(e.Stdout, "The authority is deleted. The table makes a new one within a minute, or when it is started. Phones have to be told to trust that one; take the old one away there.")
		return nil
	}
	addr, err := tableAddr(c.Listen, p.Of(e.Installed))
	if err != nil {
		return err
	}
	authority, err := certificate.Read(dir)
	if err != nil {
		return err
	}
	url := daemon.PhoneURL(addr) + web.AuthorityPath
	names, addresses := certificate.Permitted(authority)
	fmt.Fprintf(e.Stdout, "The table's authority is at %s\n", url)
	fmt.Fprintf(e.Stdout, "Its SHA-256 fingerprint is %s\n", certificate.Fingerprint(authority))
	fmt.Fprintf(e.Stdout, "It can vouch for %s until %s.\n", strings.Join(append(names, addresses...), ", "), authority.NotAfter.Format(time.DateOnly))
	if len(names) > 0 {
		fmt.Fprintf(e.Stdout, "Phones that trust it find the table at %s\n", web.SecureURL(names[0], strconv.Itoa(addr.Port)))
	}
	if cli.IsTerminal(e.Stdout) {
		return drawCode(e.Stdout, url)
	}
	return nil
}
