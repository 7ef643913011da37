//go:build pi

package main

import (
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// testUnit tries the service's unit on a real system, which has no memory controller, like Raspberry Pi OS.
func testUnit(t *testing.T, i prepared) {
	i.onRaspberry(t, mixedOnHeader, func(r *raspberry) {
		var s *sitting
		r.step("it boots, and a game begins", func() { s = r.sits(mixedOnHeader) })
		r.step("its memory is limited", func() { limitsMemory(r.T, r.run, false) })
		r.step("there are neighbours", func() { r.run(makeNeighbours) })
		r.step("they ask", func() { askedByNeighbours(r.T, r.run) })
		r.step("they open connections", s.isCrowded)
		s.table.Stop()
		r.step("the doctor looks from inside and from outside", r.isSeenAlike)
		r.step("systemd judges the unit", func() {
			r.run("systemd-analyze verify --recursive-errors=no familiar.service familiar.socket")
			r.run("systemd-analyze security --offline=true --threshold=" + strconv.Itoa(mostExposed) + " familiar.service")
		})
	})
}

// What strangers try, and how much memory the service may have used then, in MiB.
const (
	strangersTry = 4000
	mostUsed     = 64
)

// isCrowded has strangers in the house open connections, from fifty addresses, and hold them. Nothing but the service itself limits its memory. The game goes on.
func (s *sitting) isCrowded() {
	s.Helper()
	s.run(`for n in $(seq 50); do printf 'addr add 2001:db8:77::a:%x/64 dev here nodad\n' $n; done | ip -n phone -batch -`)
	held := s.run(`ulimit -n 8192
exec ip netns exec phone perl -MErrno=ECONNRESET -MSocket=:DEFAULT,inet_pton -e '
my ($refused, $to, @held) = (0, pack_sockaddr_in6(80, inet_pton(AF_INET6, "2001:db8:77::5")));
for my $n (1 .. ` + strconv.Itoa(strangersTry) + `) {
	socket($held[$n], AF_INET6, SOCK_STREAM, 0) or die $!;
	bind($held[$n], pack_sockaddr_in6(0, inet_pton(AF_INET6, sprintf "2001:db8:77::a:%x", $n % 50 + 1))) or die $!;
	connect($held[$n], $to) or $! == ECONNRESET and ++$refused or die "connection $n: $!";
}
print "$#held tried, of which $refused were refused at once\n";
open my $status, "<", "/proc/$ARGV[0]/status";
/^Vm(HWM|RSS)/ and print while <$status>;
' $(systemctl show -P MainPID familiar.service)`)
	s.Log(held)
	peak := regexp.MustCompile(`(?m)^VmHWM:\s+(\d+) kB$`).FindStringSubmatch(held)
	if peak == nil || !strings.HasPrefix(held, strconv.Itoa(strangersTry)+" tried") {
		s.Fatalf("the strangers say %q", held)
	}
	if kib, err := strconv.Atoi(peak[1]); err != nil || kib>>10 > mostUsed {
		s.Errorf("the service has used %s KiB", peak[1])
	}
	s.plays("after strangers have come")
}

// insideUnit runs the doctor in the service's own sandbox.
const insideUnit = `[Service]
Type=oneshot
Restart=no
WatchdogSec=0
ExecStartPre=
ExecStart=
ExecStart=/usr/bin/familiar doctor
`

// isSeenAlike has the doctor look at the devices as an owner does, and in the sandbox of the service, where it sees no more than the service itself. Both see the
// same, and the pins by the driver by which the service has used them.
func (r *raspberry) isSeenAlike() {
	r.Helper()
	r.run("systemctl stop familiar.socket familiar")
	outside, _ := r.try("familiar doctor") // it says that the service does not run
	r.run("cp /usr/lib/systemd/system/familiar.service /run/systemd/system/inside.service; mkdir /run/systemd/system/inside.service.d")
	r.write("/run/systemd/system/inside.service.d/doctor.conf", insideUnit)
	inside := r.run("systemctl daemon-reload; systemctl start inside.service; journalctl -u inside.service -o cat --no-pager")
	r.Logf("outside:\n%s\ninside:\n%s", outside, inside)
	want, got := devicesSection(outside), devicesSection(inside)
	if want != got || !strings.Contains(got, "ok  reader altar-1: ") {
		r.Errorf("outside the doctor sees\n%s\nand inside\n%s", want, got)
	}
	const controller = "controller pinctrl-bcm2835"
	service := r.run("journalctl -b -u familiar.service -o cat --no-pager")
	if !strings.Contains(got, controller) || !strings.Contains(service, "the header's pins are the kernel's: "+controller) {
		r.Errorf("the pins are not the kernel's for the doctor, who sees\n%s\nor for the service, which says\n%s", got, service)
	}
}

// devicesSection returns the section of a doctor's report with the devices, in which readers differ in their number of polls alone.
func devicesSection(report string) string {
	_, section, _ := strings.Cut(report, "\nDevices\n")
	for _, end := range []string{"All is well.", "One thing needs care.", " things need care."} {
		section, _, _ = strings.Cut(section, end)
	}
	return regexp.MustCompile(`\d+ polls`).ReplaceAllString(strings.TrimRight(section, "0123456789"), "N polls")
}
