package doctor

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"path"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"familiar/cmd/familiar/internal/cli"
	"familiar/cmd/familiar/internal/install"
	"familiar/companion/durable"
	"familiar/companion/protocol"
)

// running is what the doctor knows about a Familiar that uses this state.
type running struct {
	found  bool
	asked  bool // health and err are set
	health protocol.Health
	err    error
}

const unitService, unitSocket = "familiar.service", "familiar.socket"

// unit holds the properties of a unit, as systemd tells them.
type unit map[string]string

// units asks systemd for the state of units.
func (m host) units(ctx context.Context, names ...string) (map[string]unit, error) {
	args := append([]string{"show", "--property=Id,LoadState,ActiveState,SubState,UnitFileState,ActiveEnterTimestamp,NRestarts,Result"}, names...)
	text, err := m.systemctl(ctx, args...)
	if err != nil {
		return nil, fmt.Errorf("systemd does not say how the service is: %w", err)
	}
	all := make(map[string]unit)
	for block := range strings.SplitSeq(text, "\n\n") {
		u := make(unit)
		for line := range strings.Lines(block) {
			key, value, _ := strings.Cut(strings.TrimSpace(line), "=")
			u[key] = value
		}
		all[u["Id"]] = u
	}
	return all, nil
}

// serviceRuns reports whether an installed Familiar runs, and so uses the devices.
func (m host) serviceRuns(e cli.Env) bool {
	if !e.Installed.Exists() {
		return false
	}
	units, err := m.units(e.Ctx, unitService)
	return err == nil && units[unitService]["ActiveState"] == "active"
}

// examineService reports on the service's user and its units.
func (v *examination) examineService() {
	v.examineUser()
	units, err := v.machine.units(context.Background(), unitSocket, unitService)
	if err != nil {
		v.note("%v", err)
		return
	}
	socket, service := units[unitSocket], units[unitService]
	switch {
	case socket["LoadState"] != "loaded":
		v.fail("there is no %s: install the package again", unitSocket)
	case socket["ActiveState"] != "active":
		v.fail("%s is %s, and phones find nothing: `sudo systemctl enable --now %[1]s`", unitSocket, socket["ActiveState"])
	case socket["UnitFileState"] != "enabled":
		v.fail("%s is not started with the Pi: `sudo systemctl enable %[1]s`", unitSocket)
	default:
		v.socketActive = true
		v.ok("%s waits for phones, since %s", unitSocket, socket["ActiveEnterTimestamp"])
	}
	switch again, _ := strconv.Atoi(service["NRestarts"]); {
	case service["LoadState"] != "loaded":
		v.fail("there is no %s: install the package again", unitService)
	case service["ActiveState"] == "active":
		v.running.found = true
		v.ok("%s runs since %s", unitService, service["ActiveEnterTimestamp"])
		if again > 0 {
			v.note("it was started anew %d times by itself: `journalctl -u familiar` tells why", again)
		}
	case service["ActiveState"] == "inactive" && socket["ActiveState"] == "active":
		v.note("%s rests: the first phone starts it, and until then the panel stays dark", unitService)
	default:
		v.fail("%s is %s (%s): `journalctl -u familiar -e` tells why", unitService, service["ActiveState"], service["Result"])
	}
	if state := service["UnitFileState"]; service["LoadState"] == "loaded" && state != "enabled" {
		v.fail("%s is not started with the Pi: `sudo systemctl enable %[1]s`", unitService)
	}
}

// examineUser reports which groups the service's user has.
func (v *examination) examineUser() {
	s := v.env.Installed
	has, lacks, err := s.DeviceGroups()
	if err != nil {
		v.fail("%v: install the package again", err)
		return
	}
	v.ok("the service's user %s has the groups %s", s.User, strings.Join(has, " "))
	if len(lacks) > 0 {
		v.note("this system has no group %s: devices that belong to it elsewhere belong to root alone", strings.Join(lacks, ", nor "))
	}
}

// lookForRunning records whether a Familiar uses this state.
func (v *examination) lookForRunning(dir string) {
	held, err := durable.Hold(dir)
	switch {
	case errors.Is(err, durable.ErrHeld):
		v.running.found = true
	case err == nil:
		held.Close()
	}
}

// port returns the address of the page, and its port; 0 if it has none.
func (v *examination) port() (addr string, port int) {
	addr = install.ListenAddress(v.Listen, v.service)
	_, text, err := net.SplitHostPort(addr)
	if err == nil {
		port, _ = strconv.Atoi(text)
	}
	return addr, port
}

// examineListen reports whether phones can reach the page.
func (v *examination) examineListen() {
	addr, port := v.port()
	if v.running.found {
		// Ask only a running Familiar: a request to systemd's socket would start one.
		if v.askRunning(port) {
			v.ok("port %d is Familiar's own, version %s", port, cmp.Or(v.running.health.Version, "unknown"))
			return
		}
		v.note("a Familiar is running, and does not answer at port %d (%v)", port, v.running.err)
	}
	owner, held := v.machine.listener(port)
	switch {
	case v.service && held && v.socketActive:
		v.ok("port %d is held by systemd for Familiar, which the first phone starts", port)
	case v.service && held:
		v.fail("port %d is held by a program of %s: stop that, then `%s`", port, owner, install.StartService)
	case v.service:
		v.fail("nobody listens at port %d: `%s`", port, install.StartService)
	default:
		v.tryListening(addr, owner)
	}
}

// tryListening reports whether an address is free. Owner is the owner of a program that listens at its port, if any.
func (v *examination) tryListening(addr, owner string) {
	l, err := net.Listen("tcp", addr)
	switch {
	case errors.Is(err, syscall.EADDRINUSE) && owner != "":
		v.fail("phones cannot find the page: %v, by a program of %s. If Familiar is running that is why; else choose another address with --listen", err, owner)
	case err != nil:
		v.fail("phones cannot find the page: %v. If Familiar is running that is why; else choose another address with --listen", err)
	default:
		v.ok("%s is free", l.Addr())
		l.Close()
	}
}

// askRunning asks the running Familiar for the health of its devices, once, and reports whether it has answered.
func (v *examination) askRunning(port int) bool {
	if !v.running.asked {
		v.running.asked = true
		v.running.health, v.running.err = v.machine.health(context.Background(), port)
	}
	return v.running.err == nil
}

// reportRunning reports what the running Familiar says about its devices.
func (v *examination) reportRunning() {
	if v.running.err != nil {
		v.note("they are in use by the Familiar that is running: end it, to have them looked at")
		return
	}
	h := v.running.health
	if len(h.Devices) > 0 {
		v.ok("they are in use, and this is what the running Familiar says of them:")
	}
	for _, n := range h.Notices {
		v.fail("%s", n.Text)
	}
	for _, d := range h.Devices {
		stats := ""
		if i := slices.IndexFunc(h.ReaderStats, func(f protocol.ReaderStatsView) bool { return f.Device == d.Name }); i >= 0 {
			f := h.ReaderStats[i]
			stats = fmt.Sprintf(": %d polls, errors: %d, retries: %d, reconnects: %d", f.Polls, f.Errors, f.Retries, f.Returns)
		}
		switch {
		case !d.OK:
			v.fail("%s: %s", d.Name, d.Text)
		case d.Text != "":
			v.ok("%s%s (%s)", d.Name, stats, d.Text)
		default:
			v.ok("%s%s", d.Name, stats)
		}
	}
}

// listener returns the user whose program listens on a port, by name if the user has one.
func (m host) listener(port int) (owner string, ok bool) {
	for _, table := range []string{"tcp", "tcp6"} {
		for line := range strings.Lines(m.read("proc/net", table)) {
			fields := strings.Fields(line)
			const local, state, uid, listening = 1, 3, 7, "0A"
			if len(fields) <= uid || fields[state] != listening || portOf(fields[local]) != port {
				continue
			}
			id, err := strconv.Atoi(fields[uid])
			return userName(id), err == nil
		}
	}
	return "", false
}

// portOf returns the port of an address in the kernel's notation, 0100007F:0050; 0 if there is none.
func portOf(addr string) int {
	_, text, _ := strings.Cut(addr, ":")
	port, err := strconv.ParseUint(text, 16, 16)
	if err != nil {
		return 0
	}
	return int(port)
}

// same reports whether two paths are names of one device.
func (m host) same(a, b string) bool {
	return a == b || m.target(a) == path.Base(b) || m.target(b) == path.Base(a)
}
