package commands

import (
	"cmp"
	"fmt"
	"io"
	"net"

	"rsc.io/qr"

	"familiar/cmd/familiar/internal/cli"
	"familiar/cmd/familiar/internal/daemon"
	"familiar/cmd/familiar/internal/install"
	"familiar/companion/access"
)

// Join tells where phones find the table.
type Join struct {
	State  string `env:"FAMILIAR_STATE" placeholder:"DIR" help:"Where games, tags and phones are kept (default: ${state})."`
	Listen string `env:"FAMILIAR_LISTEN" placeholder:"ADDR" help:"Where the table listens (default: ${listen}, or port 80 of the service)."`
}

// Help is shown below the flags.
func (Join) Help() string {
	return `Tells where phones find the table, and the join code that lets them in, and draws both as a code to scan.

Example:
  sudo familiar join`
}

// Run prints the address and the join code.
func (j Join) Run(e cli.Env) error {
	p, err := install.Paths{State: j.State}.Enter(e.Installed)
	if err != nil {
		return err
	}
	code, err := access.ReadJoinCode(cmp.Or(p.State, install.DefaultState()))
	if err != nil {
		return err
	}
	addr, err := tableAddr(j.Listen, p.Of(e.Installed))
	if err != nil {
		return err
	}
	url := daemon.PhoneURL(addr)
	fmt.Fprintf(e.Stdout, "The table is at %s and its join code is %s.\n", url, code)
	if cli.IsTerminal(e.Stdout) {
		return drawCode(e.Stdout, url+"/#join="+code)
	}
	return nil
}

// tableAddr returns the address of a table, from the flag --listen or its default.
func tableAddr(flag string, service bool) (*net.TCPAddr, error) {
	addr, err := net.ResolveTCPAddr("tcp", install.ListenAddress(flag, service))
	if err != nil {
		return nil, fmt.Errorf("--listen: %w", err)
	}
	if addr.IP == nil {
		addr.IP = net.IPv6unspecified
	}
	return addr, nil
}

// drawCode draws a QR code on a terminal, two rows in a line, with the quiet zone of four modules that the standard demands. It sets the colours, because
// the terminal's own are unknown.
func drawCode(out io.Writer, text string) error {
	code, err := qr.Encode(text, qr.L)
	if err != nil {
		return err
	}
	const edge = 4
	halves := map[[2]bool]string{{false, false}: " ", {true, false}: "▀", {false, true}: "▄", {true, true}: "█"}
	for y := -edge; y < code.Size+edge; y += 2 {
		line := "\x1b[30;107m"
		for x := -edge; x < code.Size+edge; x++ {
			line += halves[[2]bool{code.Black(x, y), code.Black(x, y+1)}]
		}
		if _, err := fmt.Fprintln(out, line+"\x1b[0m"); err != nil {
			return err
		}
	}
	return nil
}
