//go:build machine

package main

import (
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"familiar/systemd/machine"
)

// piConfig is the config of a table on the header of the Raspberry Pi: one device of each kind that the service opens itself. QEMU's board has no
// chips on its header, so none of them answers.
const piConfig = `
[[reader]]
name = "altar-1"
chip = "mfrc522"
bus = "SPI0.0"
seat = 1
place = "altar"

[[reader]]
name = "altar-2"
chip = "pn532"
bus = "I2C1"
seat = 2
place = "altar"

[[button]]
name = "pray"
pin = "GPIO17"
press = "pray"

[buzzer]
pin = "GPIO22"
`

// piTable is a table on one Raspberry Pi, for a sequence of tests.
type piTable struct {
	*guest
	familiar string // the package
}

// TestOnARaspberryPi installs the package on an emulated Raspberry Pi 3, whose kernel has the drivers of a Raspberry Pi's own buses. It checks what
// is different there from any other machine: the devices, their permissions, the doctor's report, restarting and switching off.
func TestOnARaspberryPi(t *testing.T) {
	b := &piTable{familiar: os.Getenv("FAMILIAR_PACKAGE")}
	if b.familiar == "" {
		t.Fatal("FAMILIAR_PACKAGE has to name a package: `make boot-test` does that")
	}
	b.guest = newGuest(t, machine.Pi3, b.familiar)
	t.Cleanup(b.off)
	for _, step := range []struct {
		name string
		do   func(*piTable)
	}{
		{"it boots", (*piTable).boots},
		{"the package is installed", (*piTable).isInstalled},
		{"the header has its devices", (*piTable).hasDevices},
		{"a table is wired", (*piTable).isWired},
		{"the doctor looks", (*piTable).isExamined},
		{"it reboots", (*piTable).reboots},
		{"it is switched off", (*piTable).isOff},
	} {
		begun := time.Now()
		step.do(b)
		if t.Failed() {
			t.Fatalf("that was: %s", step.name)
		}
		t.Logf("%6.1f s: %s", time.Since(begun).Seconds(), step.name)
	}
}

func (b *piTable) boots() {
	b.start(machine.Options{Append: "quiet", Processors: 2, Ports: 1})
	b.booted()
	b.Logf("the shell is there %.1f s after power on", time.Since(b.begun).Seconds())
	if said := b.run("systemctl is-system-running --wait"); said != "running" {
		b.Errorf("the system is %s", said)
	}
}

func (b *piTable) isInstalled() {
	b.Log(b.installs(b.familiar))
	b.active()
	limitsMemory(b.T, b.run, true)
}

// active waits until the service is ready.
func (b *piTable) active() {
	b.Helper()
	b.waits(bootTime, "systemctl is-active familiar.socket familiar.service | xargs", func(said string) bool { return said == "active active" })
}

// headerDevices are the devices of the header, with their kinds as the kernel and the unit name them, and their groups.
var headerDevices = []struct{ path, kind, group string }{
	{"/dev/spidev0.0", "spi", "spi"},
	{"/dev/spidev0.1", "spi", "spi"},
	{"/dev/i2c-1", "i2c", "i2c"},
	{"/dev/gpiochip0", "gpiochip", "gpio"},
	{"/dev/ttyS0", "ttyS", "dialout"},
}

// others are devices that the service must not use.
var others = []string{"/dev/mmcblk0", "/dev/mem", "/dev/hwrng"}

// hasDevices checks the devices of the header: their numbers belong to the kinds in DeviceAllow, their groups are those of the service.
func (b *piTable) hasDevices() {
	b.run("udevadm settle --timeout=100")
	kinds := make(map[string]string) // by number
	for line := range strings.Lines(b.run("sed '/^Block/,$d' /proc/devices")) {
		if f := strings.Fields(line); len(f) == 2 {
			kinds[f[0]] += " " + f[1]
		}
	}
	for _, d := range headerDevices {
		f := strings.Fields(b.run("stat -c '%Hr %G %a' " + d.path))
		if len(f) != 3 || !slices.Contains(strings.Fields(kinds[f[0]]), d.kind) || f[1] != d.group || f[2] != "660" {
			b.Errorf("%s is %q, and that number is%s", d.path, f, kinds[f[0]])
		}
	}
	if said := b.run("cat /sys/class/gpio/gpiochip*/label"); !strings.Contains(said, "pinctrl-bcm2835") {
		b.Errorf("the GPIO controllers are %s", said)
	}
	b.run("test -d /sys/class/pwm/pwmchip0") // dtoverlay=pwm
}

// isWired has the service open devices of the header, and checks that it may open all of these and no others.
func (b *piTable) isWired() {
	b.run("cat >/etc/familiar.toml <<'END'\n" + piConfig + "END\nsystemctl restart familiar.service")
	b.active()
	b.opens()
	asItself := b.inService("setpriv --reuid=familiar --regid=familiar --no-new-privs --groups=$groups")
	for _, d := range headerDevices {
		if said := asItself[d.path]; said != "" {
			b.Errorf("the service may not open %s: %s", d.path, said)
		}
	}
	asRoot := b.inService("") // for root, only the unit's DeviceAllow restricts access
	for _, path := range others {
		if !strings.HasSuffix(asItself[path], "Permission denied") || !strings.HasSuffix(asRoot[path], "Operation not permitted") {
			b.Errorf("the service may open %s: as itself %q, as root %q", path, asItself[path], asRoot[path])
		}
		b.run("head -c 0 " + path) // it exists
	}
}

// opens waits until the running service has opened the buses, the GPIO controller and a line of it.
func (b *piTable) opens() {
	b.Helper()
	b.until("readlink /proc/$(systemctl show -P MainPID familiar.service)/fd/*", func(said string) bool {
		for _, file := range []string{"/dev/spidev0.0\n", "/dev/i2c-1\n", "/dev/gpiochip0\n", "anon_inode:gpio-line\n"} {
			if !strings.Contains(said+"\n", file) {
				return false
			}
		}
		return true
	})
}

// inService tries to open all devices in the control group and the mounts of the running service, through a given program, as. It returns
// the error of open for each device, which is empty if it opens.
func (b *piTable) inService(as string) map[string]string {
	b.Helper()
	paths := strings.Join(others, " ")
	for _, d := range headerDevices {
		paths += " " + d.path
	}
	said := b.run(`pid=$(systemctl show -P MainPID familiar.service)
groups=$(sed -n 's/^Groups:[[:space:]]*//p' /proc/$pid/status | xargs | tr ' ' ,)
echo $$ >/sys/fs/cgroup$(systemctl show -P ControlGroup familiar.service)/cgroup.procs
exec nsenter -t $pid -m ` + as + ` sh -c 'for d; do echo "$d: $(head -c 0 "$d" 2>&1)"; done' sh ` + paths)
	all := make(map[string]string)
	for line := range strings.Lines(said) {
		path, open, _ := strings.Cut(strings.TrimSpace(line), ":")
		all[path] = strings.TrimSpace(open)
	}
	if len(all) != len(headerDevices)+len(others) {
		b.Fatalf("in the service, open says %q", said)
	}
	return all
}

// isExamined checks that the doctor names the board and the parts of its header. No chip answers: the kernel's drivers wait and give up, one after the other, so the
// doctor is asked until both have.
func (b *piTable) isExamined() {
	said := b.until("familiar doctor", func(said string) bool { return strings.Count(said, "connection timed out") == 2 })
	b.Log(said)
	for _, line := range []string{
		"ok  this machine is a Raspberry Pi 3 Model B\n",
		"ok    SPI0 and SPI1 are all there is\n",
		"SD card QEMU!",
		"ok  the service's user familiar has the groups gpio spi i2c dialout\n",
		"ok  /dev/gpiochip0\n", "ok  /dev/spidev0.0\n", "ok  /dev/i2c-1\n",
		"ok  buzzer\n", "ok  pray\n",
		"mfrc522(SPI0.0): sysfs-spi: Tx() failed: connection timed out",
		"sysfs-i2c: connection timed out",
		"2 things need care.",
	} {
		if !strings.Contains(said, line) {
			b.Errorf("the doctor does not say %q", line)
		}
	}
}

func (b *piTable) reboots() {
	const id = "cat /proc/sys/kernel/random/boot_id"
	before := b.run(id)
	b.begun = time.Now()
	b.reboot()
	b.Logf("the shell is back %.1f s after the order to reboot", time.Since(b.begun).Seconds())
	if b.run(id) == before {
		b.Error("it did not reboot")
	}
	b.active()
	b.Logf("the service is active %.1f s after the order to reboot; %s", time.Since(b.begun).Seconds(), b.run("systemd-analyze time | head -n 1"))
	b.hasDevices()
	b.opens()
}

func (b *piTable) isOff() {
	begun := time.Now()
	b.powerOff()
	b.Logf("it is off %.1f s after the order", time.Since(begun).Seconds())
	if said := b.machine.Console.Tail(1); !strings.Contains(said, "Power down") {
		b.Errorf("the last that the console says is %q", said)
	}
}
