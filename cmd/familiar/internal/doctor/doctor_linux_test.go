package doctor

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/user"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"familiar/cmd/familiar/internal/cli"
	"familiar/cmd/familiar/internal/install"
	"familiar/companion/journal"
	"familiar/companion/protocol"
	"familiar/engine"
	"familiar/engine/enginetest"
	"familiar/hw/board"
)

// files are the files of a machine by their names; a text that begins with -> makes a link.
type files map[string]string

// madeUp returns a machine with some files, a clock that is right and no running programs.
func madeUp(t *testing.T, all files) host {
	t.Helper()
	m := host{
		root:      t.TempDir(),
		systemctl: func(context.Context, ...string) (string, error) { return "", errors.New("there is no systemd") },
		clock:     func() (time.Time, bool) { return time.Date(2026, 11, 22, 18, 30, 0, 0, time.UTC), true },
		statfs:    func(string) (syscall.Statfs_t, error) { return roomy, nil },
		health: func(context.Context, int) (protocol.Health, error) {
			return protocol.Health{}, errors.New("nobody answers")
		},
	}
	for name, text := range all {
		path := m.at(name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		var err error
		if to, link := strings.CutPrefix(text, "->"); link {
			err = os.Symlink(to, path)
		} else {
			err = os.WriteFile(path, []byte(text), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return m
}

// someGames are the games of the program here. Nobody plays them.
var someGames = []engine.Game{enginetest.ThingsGame("shelf"), enginetest.ThingsGame("cellar")}

var roomy = syscall.Statfs_t{Bsize: 4096, Bavail: 1 << 20, Files: 1 << 20, Ffree: 1 << 19}

// examined returns what the doctor prints in one section, each line with its mark, and how many things need care.
func examined(m host, prepare func(*examination), examine func(*examination)) (said string, sick int) {
	var out strings.Builder
	v := &examination{report: &report{env: cli.Env{Games: someGames, Stdout: &out}}, machine: m}
	v.Config = "table.toml"
	if prepare != nil {
		prepare(v)
	}
	examine(v)
	return out.String(), v.failures
}

// expect checks that the output has some lines, and how many things need care.
func expect(t *testing.T, said string, sick, wantSick int, lines ...string) {
	t.Helper()
	if sick != wantSick {
		t.Errorf("%d things need care, and should be %d:\n%s", sick, wantSick, said)
	}
	for _, line := range lines {
		if !strings.Contains(said, line) {
			t.Errorf("%q is not said:\n%s", line, said)
		}
	}
}

const rootMount = "22 1 179:2 / / rw,noatime - ext4 /dev/mmcblk0p2 rw\n"

func TestDoctorMounts(t *testing.T) {
	for name, test := range map[string]struct {
		mounts, cmdline string
		sick            int
		says            []string
		silent          bool
	}{
		"a card":           {rootMount, "", 0, nil, true},
		"unknown":          {"", "", 0, nil, true},
		"nonsense":         {"x\n1 2 3 - \n", "", 0, nil, true},
		"read-only":        {strings.Replace(rootMount, "rw,noatime", "ro,noatime", 1), "", 1, []string{"  !!  its disk is read-only (ext4 at /)"}, false},
		"failed":           {strings.Replace(rootMount, "p2 rw", "p2 rw,emergency_ro", 1), "", 1, []string{"is read-only"}, false},
		"no barriers":      {strings.Replace(rootMount, "p2 rw", "p2 rw,nobarrier", 1), "", 1, []string{"mounted with nobarrier"}, false},
		"no barriers, old": {strings.Replace(rootMount, "p2 rw", "p2 rw,barrier=0", 1), "", 1, []string{"mounted with barrier=0"}, false},
		"memory":           {rootMount + "30 22 0:25 / /var/lib rw - tmpfs tmpfs rw\n", "", 1, []string{"lies in memory (tmpfs at /var/lib)"}, false},
		"memory elsewhere": {rootMount + "30 22 0:25 / /var/li rw - tmpfs tmpfs rw\n31 22 0:26 / /var/lib/fam rw - tmpfs tmpfs rw\n", "", 0, nil, true},
		"one above another": {rootMount + "30 22 0:25 / /var/lib rw - tmpfs tmpfs rw\n31 30 8:1 / /var/lib rw - ext4 /dev/sda1 rw\n",
			"", 0, nil, true},
		"raspi-config": {"22 1 0:30 / / rw - overlay overlay rw,lowerdir=/lower,upperdir=/upper/upper\n", "console=tty1 overlayroot=tmpfs quiet", 1,
			[]string{"overlay file system of raspi-config"}, false},
		"raspi-config, before": {"22 1 0:30 / / rw - overlay overlay rw\n", "boot=overlay", 1, []string{"disable_overlayfs"}, false},
		"a container":          {"22 1 0:30 / / rw - overlay overlay rw\n", "quiet", 0, []string{"  ..  it lies on an overlay"}, false},
		"a stick":              {rootMount + "30 22 8:1 / /var/lib/familiar rw - vfat /dev/sda1 rw\n", "", 1, []string{"vfat file system"}, false},
		"a name with a blank":  {rootMount + "30 22 8:1 / /var/lib/fa\\040miliar rw - vfat /dev/sda1 rw\n", "", 0, nil, true},
	} {
		t.Run(name, func(t *testing.T) {
			m := madeUp(t, files{"proc/self/mountinfo": test.mounts, "proc/cmdline": test.cmdline})
			said, sick := examined(m, nil, func(v *examination) {
				if mount, ok := m.mountOf("/var/lib/familiar"); ok {
					v.examineMount(mount)
				}
			})
			expect(t, said, sick, test.sick, test.says...)
			if test.silent && said != "" {
				t.Errorf("it says %s", said)
			}
		})
	}
	// On a virtual table, a state in memory is no problem.
	m := madeUp(t, files{"proc/self/mountinfo": "30 22 0:25 / / rw - tmpfs tmpfs rw\n"})
	said, sick := examined(m, func(v *examination) { v.Config = "" }, func(v *examination) {
		mount, _ := m.mountOf("/tmp/x")
		v.examineMount(mount)
	})
	expect(t, said, sick, 0, "  ..  it lies in memory")
	if mount, _ := madeUp(t, files{"proc/self/mountinfo": "30 22 8:1 / /fa\\040miliar rw - ext4 /dev/sda1 rw\n"}).mountOf("/fa miliar/x"); mount.device != "8:1" {
		t.Errorf("with a blank: %+v", mount)
	}
}

func TestDoctorDisk(t *testing.T) {
	for name, test := range map[string]struct {
		disk syscall.Statfs_t
		err  error
		sick int
		says string
	}{
		"roomy":                      {roomy, nil, 0, "  ok  4096 MiB are free"},
		"full":                       {syscall.Statfs_t{Bsize: 4096, Bavail: 100, Files: 1000, Ffree: 500}, nil, 1, "  !!  0 MiB are free"},
		"full of files":              {syscall.Statfs_t{Bsize: 4096, Bavail: 1 << 20, Files: 1000, Ffree: 3}, nil, 1, "room for 3 more files"},
		"of a kind that counts none": {syscall.Statfs_t{Bsize: 4096, Bavail: 1 << 20}, nil, 0, "4096 MiB"},
		"of which nothing is told":   {syscall.Statfs_t{}, syscall.EIO, 0, ""},
	} {
		t.Run(name, func(t *testing.T) {
			m := madeUp(t, nil)
			m.statfs = func(string) (syscall.Statfs_t, error) { return test.disk, test.err }
			said, sick := examined(m, nil, func(v *examination) { v.examineDisk(t.TempDir()) })
			expect(t, said, sick, test.sick, test.says)
		})
	}
}

func TestDoctorCard(t *testing.T) {
	card := files{
		"sys/dev/block/179:2/uevent":                  "MAJOR=179\nMINOR=2\nDEVNAME=mmcblk0p2\nDEVTYPE=partition\n",
		"sys/block/mmcblk0/mmcblk0p2/partition":       "2\n",
		"sys/block/mmcblk0/stat":                      "1 2 3 4 5 6 4194304 8 9 10 11\n",
		"sys/fs/ext4/mmcblk0p2/lifetime_write_kbytes": "52428800\n",
		"sys/fs/ext4/mmcblk0p2/errors_count":          "0\n",
		"sys/block/mmcblk0/device/name":               "SC32G\n",
		"sys/block/mmcblk0/device/date":               "03/2021\n",
		"sys/block/mmcblk0/device/type":               "SD\n",
	}
	with := func(more files) files {
		all := files{}
		for _, from := range []files{card, more} {
			for name, text := range from {
				all[name] = text
			}
		}
		return all
	}
	emmc := func(life, spare string) files {
		return with(files{"sys/block/mmcblk0/device/type": "MMC\n", "sys/block/mmcblk0/device/life_time": life, "sys/block/mmcblk0/device/pre_eol_info": spare})
	}
	for name, test := range map[string]struct {
		all  files
		sick int
		says string
	}{
		"SD":             {card, 0, "  ..  SD card SC32G of 03/2021: 50 GiB were written to its file system in all, and 2048 MiB to mmcblk0 since the Pi was started"},
		"damaged":        {with(files{"sys/fs/ext4/mmcblk0p2/errors_count": "2\n"}), 1, "found damaged 2 times"},
		"eMMC":           {emmc("0x01 0x03\n", "0x01\n"), 0, "  ok  memory SC32G of 03/2021: up to 30% of its life are used. 50 GiB"},
		"eMMC, new":      {emmc("0x01 0x01\n", "0x01\n"), 0, "  ok  memory SC32G of 03/2021: up to 10% of its life are used. 50 GiB"},
		"eMMC, old":      {emmc("0x0a 0x01\n", "0x01\n"), 1, "near the end of its life"},
		"eMMC, no spare": {emmc("0x02 0x01\n", "0x03\n"), 1, "pre_eol_info 0x03"},
		"eMMC, worn out": {emmc("0x01 0x0b\n", "0x03\n"), 1, "worn out"},
		"eMMC, silent":   {emmc("0x00 0x00\n", "0x00\n"), 0, "  ..  memory SC32G"},
		"a disk of a PC": {files{"sys/dev/block/179:2/uevent": "DEVNAME=sda2\n", "sys/block/sda/sda2/partition": "2", "sys/block/sda/stat": "0 0 0 0 0 0 2048"}, 0, "disk sda: 1024 KiB to sda since"},
		"a whole disk":   {files{"sys/dev/block/179:2/uevent": "DEVNAME=vda\n", "sys/block/vda/stat": "0 0 0 0 0 0 2048"}, 0, "disk vda: 1024 KiB"},
		"no disk":        {files{}, 0, ""},
	} {
		t.Run(name, func(t *testing.T) {
			said, sick := examined(madeUp(t, test.all), nil, func(v *examination) { v.examineCard("179:2") })
			expect(t, said, sick, test.sick, test.says)
			if len(test.all) == 0 && said != "" {
				t.Errorf("it says %s", said)
			}
		})
	}
}

func TestDoctorClockAndPower(t *testing.T) {
	clock := func(year int, set bool) host {
		m := madeUp(t, nil)
		m.clock = func() (time.Time, bool) { return time.Date(year, 5, 1, 20, 0, 0, 0, time.UTC), set }
		return m
	}
	for _, test := range []struct {
		m    host
		sick int
		says string
	}{
		{clock(2026, true), 0, "  ok  the clock says 2026-05-01 20:00, and was set by the network"},
		{clock(2026, false), 0, "  ..  the clock says 2026-05-01 20:00, and was not set"},
		{clock(1970, false), 1, "  !!  the clock says 1970-05-01 20:00"},
	} {
		said, sick := examined(test.m, nil, (*examination).examineClock)
		expect(t, said, sick, test.sick, test.says)
	}
	volts := func(alarm string) files {
		return files{
			"sys/class/hwmon/hwmon0/name": "cpu_thermal\n", "sys/class/hwmon/hwmon0/in0_lcrit_alarm": "1\n",
			"sys/devices/hwmon1/name": "rpi_volt\n", "sys/devices/hwmon1/in0_lcrit_alarm": alarm, "sys/class/hwmon/hwmon1": "->../../devices/hwmon1",
		}
	}
	for alarm, want := range map[string]string{"0\n": "  ok  the supply holds", "1\n": "  !!  the supply is too weak", "": ""} {
		said, sick := examined(madeUp(t, volts(alarm)), nil, (*examination).examinePower)
		expect(t, said, sick, strings.Count(want, "!!"), want)
		if want == "" && said != "" {
			t.Errorf("it says %s", said)
		}
	}
	if now, _ := kernelClock(); time.Since(now) > time.Minute {
		t.Errorf("the kernel says %v", now)
	}
}

// If the clock were behind the last game, the next one would be sorted before it.
func TestDoctorClockBehindTheGames(t *testing.T) {
	dir := t.TempDir()
	m := madeUp(t, nil)
	now, _ := m.clock()
	j, err := journal.Create(dir, engine.Setup{Game: "shelf", Pack: engine.HousePack, Seats: []string{"ann", "ben"}}, now.Add(time.Hour), nil)
	if err != nil {
		t.Fatal(err)
	}
	j.Close()
	said, sick := examined(m, nil, func(v *examination) { v.examineGames(dir) })
	expect(t, said, sick, 1, "the clock is behind the last game (2026-11-22 19:30)", "1 games are kept, 1 of them unfinished")
}

func TestDoctorBuses(t *testing.T) {
	const all = "[[reader]]\nname = \"a\"\nbus = \"SPI1.1\"\n[[reader]]\nname = \"b\"\nchip = \"pn532\"\nbus = \"I2C1\"\n[[reader]]\nname = \"c\"\nchip = \"pn532\"\nbus = \"/dev/serial0\"\n"
	path := filepath.Join(t.TempDir(), "table.toml")
	if err := os.WriteFile(path, []byte(all), 0o644); err != nil {
		t.Fatal(err)
	}
	c, err := install.Paths{Config: path}.ReadConfig()
	if err != nil {
		t.Fatal(err)
	}
	there := files{"dev/gpiochip0": "", "dev/spidev0.0": "", "dev/spidev1.1": "", "dev/i2c-1": "", "dev/ttyAMA0": "", "dev/serial0": "->ttyAMA0"}
	without := func(names ...string) files {
		left := files{}
		for name, text := range there {
			if !slices.Contains(names, name) {
				left[name] = text
			}
		}
		return left
	}
	with := func(name, text string) files {
		more := without()
		more[name] = text
		return more
	}
	for name, test := range map[string]struct {
		all   files
		model board.Model
		sick  int
		says  []string
	}{
		"all":               {there, board.Pi4, 0, []string{"  ok  /dev/gpiochip0", "  ok  /dev/spidev1.1", "  ok  /dev/i2c-1", "  ok  /dev/serial0"}},
		"no SPI":            {without("dev/spidev0.0", "dev/spidev1.1"), board.Pi4, 1, []string{"there is no /dev/spidev*: enable SPI"}},
		"not that SPI":      {without("dev/spidev1.1"), board.Pi4, 1, []string{"there is no /dev/spidev1.1: dtoverlay=spi1-2cs in config.txt enables SPI1"}},
		"no I2C":            {without("dev/i2c-1"), board.Pi4, 1, []string{"enable I2C"}},
		"no pins":           {without("dev/gpiochip0"), board.Pi4, 1, []string{"there is no /dev/gpiochip*"}},
		"no serial":         {without("dev/serial0"), board.Pi4, 1, []string{"enable_uart=1 in config.txt enables /dev/serial0"}},
		"no serial, Pi 5":   {without("dev/serial0"), board.Pi5, 1, []string{"dtparam=uart0=on in config.txt"}},
		"a console":         {with("proc/cmdline", "console=tty1 console=ttyAMA0,115200 root=/dev/mmcblk0p2"), board.Pi4, 1, []string{"/dev/serial0 is the console", "do_serial_cons 1"}},
		"console elsewhere": {with("proc/cmdline", "console=tty1 console=ttyS0,115200"), board.Pi4, 0, nil},
		"unknown machine":   {without("dev/i2c-1", "dev/serial0"), board.Unknown, 2, []string{"enable I2C", "/dev/serial0: enable_uart=1"}},
	} {
		t.Run(name, func(t *testing.T) {
			said, sick := examined(madeUp(t, test.all), func(v *examination) { v.model = test.model }, func(v *examination) { v.examineBuses(c) })
			expect(t, said, sick, test.sick, test.says...)
		})
	}
}

const unitsWell = "Id=familiar.socket\nLoadState=loaded\nActiveState=active\nUnitFileState=enabled\nActiveEnterTimestamp=Sun 18:00\n\n" +
	"Id=familiar.service\nLoadState=loaded\nActiveState=active\nSubState=running\nUnitFileState=enabled\nActiveEnterTimestamp=Sun 18:01\nNRestarts=0\nResult=success\n"

func TestDoctorService(t *testing.T) {
	swap := func(pairs ...string) string { return strings.NewReplacer(pairs...).Replace(unitsWell) }
	service := func(text string) string { // changes only the second unit
		first, second, _ := strings.Cut(unitsWell, "\n\n")
		return first + "\n\n" + strings.Replace(second, "ActiveState=active", text, 1)
	}
	for name, test := range map[string]struct {
		units string
		err   error
		sick  int
		says  string
		runs  bool
	}{
		"well":        {unitsWell, nil, 0, "  ok  familiar.socket waits for phones, since Sun 18:00\n  ok  familiar.service runs since Sun 18:01", true},
		"restarted":   {swap("NRestarts=0", "NRestarts=7"), nil, 0, "  ..  it was started anew 7 times by itself", true},
		"resting":     {service("ActiveState=inactive"), nil, 0, "the first phone starts it", false},
		"failed":      {strings.Replace(service("ActiveState=failed"), "Result=success", "Result=exit-code", 1), nil, 1, "familiar.service is failed (exit-code)", false},
		"trying":      {service("ActiveState=activating"), nil, 1, "familiar.service is activating", false},
		"no socket":   {strings.Replace(unitsWell, "ActiveState=active", "ActiveState=inactive", 1), nil, 1, "enable --now familiar.socket", true},
		"not enabled": {swap("UnitFileState=enabled", "UnitFileState=disabled"), nil, 2, "not started with the Pi", true},
		"not there":   {swap("LoadState=loaded", "LoadState=not-found"), nil, 2, "install the package again", false},
		"no systemd":  {"", errors.New("no systemd"), 0, "  ..  systemd does not say", false},
	} {
		t.Run(name, func(t *testing.T) {
			m := madeUp(t, nil)
			m.systemctl = func(context.Context, ...string) (string, error) { return test.units, test.err }
			runs := false
			said, sick := examined(m, func(v *examination) {
				v.env.Installed, v.service = install.Service{User: "nobody", Groups: []string{"daemon", "no-such-group"}}, true
			}, func(v *examination) {
				v.examineService()
				runs = v.running.found
			})
			expect(t, said, sick, test.sick, test.says, "the service's user nobody has the groups daemon", "no group no-such-group")
			if runs != test.runs {
				t.Errorf("it is running: %v", runs)
			}
		})
	}
}

// TestDoctorHearsSystemd checks that systemctl's output is taken, or else the first line of what it says of its failure.
func TestDoctorHearsSystemd(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PATH", dir)
	for script, want := range map[string]string{
		"echo $2 $1": "familiar.socket show\n, <nil>",
		"echo 'it has no bus\nask again' >&2; exit 1": ", it has no bus",
		"exit 1": ", exit status 1",
	} {
		if err := os.WriteFile(filepath.Join(dir, "systemctl"), []byte("#!/bin/sh\n"+script+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
		out, err := systemctl(t.Context(), "show", "familiar.socket")
		if got := fmt.Sprintf("%s, %v", out, err); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
}

func TestDoctorPort(t *testing.T) {
	const head = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n"
	line := func(port, state, uid string) string {
		return head + "   0: 00000000:" + port + " 00000000:0000 " + state + " 00000000:00000000 00:00000000 00000000  " + uid + "        0 1 1\n"
	}
	nobody, err := user.Lookup("nobody")
	if err != nil {
		t.Fatal(err)
	}
	answers := func(_ context.Context, port int) (protocol.Health, error) {
		return protocol.Health{Version: "v1.2.3"}, map[bool]error{false: errors.New("nobody answers")}[port == 80]
	}
	for name, test := range map[string]struct {
		all              files
		waiting, running bool
		listen           string
		sick             int
		says             string
	}{
		"ours":              {files{"proc/net/tcp6": line("0050", "0A", "0")}, true, true, "", 0, "port 80 is Familiar's own, version v1.2.3"},
		"systemd's":         {files{"proc/net/tcp6": line("0050", "0A", "0")}, true, false, "", 0, "port 80 is held by systemd for Familiar"},
		"somebody else's":   {files{"proc/net/tcp": line("0050", "0A", nobody.Uid)}, false, false, "", 1, "port 80 is held by a program of nobody: stop that"},
		"of nobody we know": {files{"proc/net/tcp": line("0050", "0A", "4294")}, false, false, "", 1, "a program of user 4294"},
		"nobody's":          {files{"proc/net/tcp": line("0051", "0A", "0") + line("0050", "01", "0")}, false, false, "", 1, "nobody listens at port 80"},
		"running elsewhere": {files{}, true, true, ":8081", 1, "a Familiar is running, and does not answer at port 8081 (nobody answers)"},
		"nonsense":          {files{"proc/net/tcp": head + "0: x y 0A a b c d\n", "proc/net/tcp6": "\n\n"}, false, false, "", 1, "nobody listens"},
	} {
		t.Run(name, func(t *testing.T) {
			m := madeUp(t, test.all)
			m.health = answers
			said, sick := examined(m, func(v *examination) {
				v.service, v.socketActive, v.running.found, v.Listen = true, test.waiting, test.running, test.listen
			}, (*examination).examineListen)
			expect(t, said, sick, test.sick, test.says)
		})
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	me, err := user.Current()
	if err != nil {
		t.Fatal(err)
	}
	if owner, ok := thisMachine().listener(l.Addr().(*net.TCPAddr).Port); !ok || owner != me.Username {
		t.Errorf("this one is held by %q, %v", owner, ok)
	}
	said, sick := examined(thisMachine(), func(v *examination) { v.Listen = l.Addr().String() }, (*examination).examineListen)
	expect(t, said, sick, 1, "phones cannot find the page", "by a program of "+me.Username)
}

func TestDoctorHearsTheRunningOne(t *testing.T) {
	m := madeUp(t, nil)
	asked := 0
	m.health = func(context.Context, int) (protocol.Health, error) {
		asked++
		return protocol.Health{
			Devices:     []protocol.Device{{Name: "altar", OK: true}, {Name: "panel", Text: "check its wires"}, {Name: "pile", OK: true, Text: "it stands for nothing"}},
			ReaderStats: []protocol.ReaderStatsView{{Device: "altar", Polls: 12, Errors: 1}},
			Notices:     []protocol.Notice{{Level: "warning", Text: "The disk is full."}},
		}, nil
	}
	said, sick := examined(m, func(v *examination) { v.running.found = true }, func(v *examination) {
		v.askRunning(80)
		v.askRunning(80)
		v.reportRunning()
	})
	if asked != 1 {
		t.Errorf("the running Familiar is asked %d times", asked)
	}
	expect(t, said, sick, 2, "  ok  altar: 12 polls, errors: 1", "  !!  panel: check its wires", "  ok  pile (it stands for nothing)", "  !!  The disk is full.")
	said, sick = examined(madeUp(t, nil), func(v *examination) { v.running.found = true }, func(v *examination) {
		v.askRunning(80)
		v.reportRunning()
	})
	expect(t, said, sick, 0, "end it, to have them looked at")
}

// While the service runs, no other program looks for devices.
func TestDoctorLeavesTheServiceAlone(t *testing.T) {
	service := install.Service{Config: filepath.Join(t.TempDir(), "familiar.toml"), State: t.TempDir()}
	if err := os.WriteFile(service.Config, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	m := madeUp(t, nil)
	m.systemctl = func(context.Context, ...string) (string, error) { return unitsWell, nil }
	var out strings.Builder
	w := cli.Env{Ctx: t.Context(), Games: someGames, Installed: service, Stdout: &out, Stderr: &out}
	config := filepath.Join(t.TempDir(), "new.toml")
	if err := (Command{WriteConfig: config}).examine(w, m); err == nil || !strings.Contains(err.Error(), install.StopService) {
		t.Errorf("it says %v", err)
	}
	if _, err := os.Stat(config); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the config: %v", err)
	}
	if err := os.WriteFile(config, []byte("[[reader]]\nname = \"altar\"\nbus = \"SPI0.0\"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	err := Command{Paths: install.Paths{Config: config, State: t.TempDir()}, Listen: "127.0.0.1:0"}.examine(w, m)
	if !strings.Contains(out.String(), "in use by the service") || strings.Contains(out.String(), "reader altar: ") {
		t.Errorf("it says %s, and ends with %v", &out, err)
	}
}

// TestDoctorNamesTheOwner: who may not write to the state is told whose it is, and how to get it.
func TestDoctorNamesTheOwner(t *testing.T) {
	me, err := user.Current()
	if err != nil {
		t.Fatal(err)
	}
	root, err := user.LookupId("0")
	if err != nil {
		t.Fatal(err)
	}
	for dir, owner := range map[string]string{"/": root.Username, "/no/such/folder": "somebody else"} {
		want := fmt.Sprintf("it belongs to %s, and not to %s: `sudo chown -R %s: %s`", owner, me.Username, me.Username, dir)
		if got := ownerAdvice(dir); got != want {
			t.Errorf("it says %q, not %q", got, want)
		}
	}
	if got := userName(4294); got != "user 4294" {
		t.Errorf("somebody without a name is called %q", got)
	}
}

// TestDeviceOfABus finds the kernel's device for the name of a bus in a config.
func TestDeviceOfABus(t *testing.T) {
	for bus, want := range map[string][2]string{
		"SPI0.1": {"/dev/spidev0.1", "spi"}, "SPI1": {"/dev/spidev1.0", "spi"}, "I2C1": {"/dev/i2c-1", "i2c"}, "/dev/ttyAMA0": {"/dev/ttyAMA0", "dialout"}, "USB1": {},
	} {
		if file, group := deviceOf(bus); file != want[0] || group != want[1] {
			t.Errorf("%s is %q of %q", bus, file, group)
		}
	}
}

// TestDoctorMeasuresTheDisk asks the kernel how much space is free.
func TestDoctorMeasuresTheDisk(t *testing.T) {
	if disk, err := thisMachine().statfs(t.TempDir()); err != nil || disk.Bsize <= 0 || disk.Blocks == 0 {
		t.Errorf("%+v, %v", disk, err)
	}
	if _, err := thisMachine().statfs("/no/such/folder"); !errors.Is(err, syscall.ENOENT) {
		t.Errorf("of a folder that there is not it says %v", err)
	}
}

// TestStatusOfTheClock: the kernel's clock is set unless its status says that it is not, whatever else it says.
func TestStatusOfTheClock(t *testing.T) {
	for status, want := range map[int32]bool{0: true, unix.STA_PLL: true, unix.STA_UNSYNC: false, unix.STA_PLL | unix.STA_UNSYNC: false} {
		if got := isSet(status); got != want {
			t.Errorf("status %#x: set is %t, not %t", status, got, want)
		}
	}
}
