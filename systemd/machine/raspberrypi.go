//go:build linux

package machine

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Pi3 is a Raspberry Pi 3 Model B, as far as QEMU's raspi3b emulates it, with the header as with spi=on, i2c_arm=on and dtoverlay=pwm of Raspberry Pi
// OS.
//
// Its console is the PL011, which the real board uses for the Bluetooth chip; its one further serial port is the mini UART of the header, ttyS0. Its
// first disk is the SD card, mmcblk0, whose size must be a power of two; all others, and its network card, are on USB. Four processors and 1 GiB of
// memory are fixed; Options.Processors is how many of the four are switched on.
//
// QEMU 7.2 has nothing at the addresses of its SPI and I2C controllers: each transfer times out. GPIO lines have no inputs: reading one returns the
// last value written to it. PWM registers have no effect. There is no DMA for SPI, no firmware for the lines of the GPIO expander, no graphics, WiFi,
// Bluetooth or clock that survives the power.
var Pi3 Model = &raspberryPi{
	of: arm64, machine: "raspi3b", soc: "bcm2837", processors: 4, memory: 1024, ports: 1,
	file: "bcm2837-rpi-3-b.dtb", gpio: "/soc/gpio@7e200000", spi: "/soc/spi@7e204000", spi1: "/soc/spi@7e215080", pwm: "/soc/pwm@7e20c000", uart: "/soc/serial@7e215040", bluetooth: "/soc/serial@7e201000/bluetooth",
	i2c:     [3]string{"/soc/i2c@7e205000", "/soc/i2c@7e804000", "/soc/i2c@7e805000"},
	drivers: []string{"bcm2835", "bcm2835_wdt"},
}

// Pi3Header is a Pi3 of the emulator that FetchQEMU builds: its header is on a socket, Options.Header. Its first disk is a virtio one (qemu/pi_disk.c),
// so that a machine that counts instructions need not spend them on an SD card.
var Pi3Header Model = func() *raspberryPi {
	p := *Pi3.(*raspberryPi)
	p.virtio = true
	p.drivers = []string{"virtio_mmio", "virtio_blk", "bcm2835_wdt"}
	return &p
}()

// Pi2Header is a Raspberry Pi 2 Model B of the emulator that FetchQEMU builds, with 32 bits, and otherwise like Pi3Header.
var Pi2Header Model = func() *raspberryPi {
	p := *Pi3Header.(*raspberryPi)
	p.of, p.machine, p.soc, p.file = armhf, "raspi2b", "bcm2836", "bcm2836-rpi-2-b.dtb"
	p.bluetooth = "" // the board has none
	return &p
}()

// Pi4Header is a Raspberry Pi 4 Model B of the emulator that FetchQEMU builds, with 2 GiB of memory. QEMU 10.0 has neither its network nor its USB ports.
var Pi4Header Model = func() *raspberryPi {
	p := *Pi3Header.(*raspberryPi)
	p.machine, p.soc, p.file, p.memory = "raspi4b", "bcm2838", "bcm2711-rpi-4-b.dtb", 2048
	p.i2c[2] = "/soc/i2c@7ef04500"
	p.gic = true
	p.missing = []string{
		"/scb/pcie@7d500000", "/scb/ethernet@7d580000", "/scb/gpu@7ec00000", "/soc/avs-monitor@7d5d2000", "/soc/rng@7e104000", "/soc/pwm@7e20c800", "/soc/clock@7ef00000",
		"/soc/interrupt-controller@7ef00100", "/soc/hdmi@7ef00700", "/soc/hdmi@7ef05700", "/soc/i2c@7ef04500", "/soc/i2c@7ef09500", "/emmc2bus/mmc@7e340000",
	}
	return &p
}()

// raspberryPi is one model of Raspberry Pi.
type raspberryPi struct {
	of         processor // the kind of its processors
	virtio     bool      // its first disk is a virtio disk
	gic        bool      // its interrupt controller is a GIC-400
	machine    string    // QEMU's name for it
	soc        string    // QEMU's type of its chip
	processors int
	memory     int // MiB
	ports      int // serial ports besides the console

	file                       string // of its device tree
	gpio, spi, spi1, pwm, uart string // nodes in it: those of the header
	bluetooth                  string // and of the user of the PL011; "" if there is none
	i2c                        [3]string
	missing                    []string // nodes of devices that the emulator does not have
	drivers                    []string
}

// String implements fmt.Stringer.
func (p *raspberryPi) String() string {
	if p.virtio {
		return p.machine + "-header"
	}
	return p.machine
}

func (p *raspberryPi) processor() processor { return p.of }

func (p *raspberryPi) check(o Options) error {
	switch {
	case o.CPU != "":
		return errors.New("the processor of a Raspberry Pi cannot be chosen")
	case o.Processors < 0 || o.Processors > p.processors:
		return fmt.Errorf("it has %d processors, not %d", p.processors, o.Processors)
	case o.Memory != 0 && o.Memory != p.memory:
		return fmt.Errorf("it has %d MiB of memory, not %d", p.memory, o.Memory)
	case o.NoConsole && o.Ports != p.ports+1:
		return fmt.Errorf("without a console it has %d serial ports, not %d", p.ports+1, o.Ports)
	case !o.NoConsole && o.Ports > p.ports:
		return fmt.Errorf("it has %d serial ports besides the console, not %d", p.ports, o.Ports)
	case o.Board != nil:
		return errors.New("a Raspberry Pi has GPIO lines of its own: it takes no Board")
	case o.Trees == "":
		return errors.New("it needs a device tree: Options.Trees")
	case p.virtio != (o.Header != "") || p.virtio && o.QEMU == "":
		return errors.New("a model with a header, Options.Header and the emulator of FetchQEMU go together")
	}
	return nil
}

func (p *raspberryPi) core(o Options) []string {
	args := []string{"-M", p.machine}
	if o.Processors > 0 && o.Processors < p.processors {
		// A processor that is on waits for the kernel in a loop, which takes as much of this machine's time as work.
		args = append(args, "-global", fmt.Sprintf("%s.enabled-cpus=%d", p.soc, o.Processors))
	}
	return args
}

// absent are drivers that are not needed here: for hardware that QEMU does not emulate, which is graphics, sound, Bluetooth and WiFi; for instructions
// for encryption, which QEMU's processor has and that of a Pi 3 does not; and for missing file systems and disks. Loading them would only make the boot
// longer.
const absent = "modprobe.blacklist=vc4,drm,vchiq,hci_uart,brcmfmac,cfg80211,sdhci_iproc,raspberrypi_cpufreq," +
	"aes_ce_blk,aes_ce_cipher,ghash_ce,polyval_ce,sha1_ce,sha2_ce,sha256_arm64,crct10dif_ce,dm_mod,loop,fuse,efi_pstore"

func (p *raspberryPi) words(o Options) string {
	if o.Processors > 0 && o.Processors < p.processors {
		return absent + " nr_cpus=" + strconv.Itoa(o.Processors)
	}
	return absent
}

func (p *raspberryPi) drive(n int, drive string) []string {
	if n == 0 && !p.virtio {
		return []string{"-drive", "if=sd," + drive}
	}
	id := "drive" + strconv.Itoa(n)
	if n == 0 {
		return []string{"-drive", "if=none,id=" + id + "," + drive, "-device", "pi-disk", "-device", "virtio-blk-device,drive=" + id}
	}
	return []string{"-drive", "if=none,id=" + id + "," + drive, "-device", "usb-storage,drive=" + id}
}

func (*raspberryPi) port(_ int, chardev string) []string {
	return []string{"-serial", "chardev:" + chardev}
}

func (*raspberryPi) network(netdev string) []string {
	return []string{"-device", "usb-net,netdev=" + netdev}
}

func (p *raspberryPi) modules() []string { return p.drivers }

func (p *raspberryPi) tree(ctx context.Context, o Options, file string) (bool, error) {
	bare := file + ".bare"
	data, err := os.ReadFile(filepath.Join(o.Trees, p.file))
	if err != nil {
		return false, err
	}
	if err := os.WriteFile(bare, data, 0o600); err != nil {
		return false, err
	}
	// The emulated SPI has no DMA. The kernel would number the serial ports by aliases for another system. On some models the kernel's own tree uses
	// lines of the header for devices that are not wired there.
	for _, without := range [][]string{{p.spi, "dmas", "dma-names"}, {"/aliases", "serial0", "serial1"}, {p.gpio, "pinctrl-names"}} {
		node := without[0]
		has, err := runTool(ctx, nil, "fdtget", "-p", bare, node)
		if err != nil {
			return false, err
		}
		for _, property := range without[1:] {
			if !slices.Contains(strings.Fields(string(has)), property) {
				continue
			}
			if _, err := runTool(ctx, nil, "fdtput", "-d", bare, node, property); err != nil {
				return false, err
			}
		}
	}
	if o.NoConsole && p.bluetooth != "" { // the PL011 is an ordinary port, as with dtoverlay=disable-bt of Raspberry Pi OS
		if _, err := runTool(ctx, nil, "fdtput", "-r", bare, p.bluetooth); err != nil {
			return false, err
		}
	}
	phandle, err := runTool(ctx, nil, "fdtget", "-t", "x", bare, p.gpio, "phandle")
	if err != nil {
		return false, err
	}
	for _, node := range p.missing {
		if _, err := runTool(ctx, nil, "fdtput", "-t", "s", bare, node, "status", "disabled"); err != nil {
			return false, err
		}
	}
	return true, overlayTree(ctx, bare, p.header("0x"+strings.TrimSpace(string(phandle)), o.SPI1), file)
}

// header is the overlay for the header of Raspberry Pi OS with spi=on, i2c_arm=on and dtoverlay=pwm. With spi1 it has dtoverlay=spi1-1cs, too, and PWM
// on the pin that this leaves free: dtoverlay=pwm,pin=12,func=4. gpio is the phandle of the GPIO controller.
func (p *raspberryPi) header(gpio string, spi1 bool) string {
	pwm, aux := "brcm,pins = <18>; brcm,function = <2>; // ALT5", ""
	if spi1 {
		pwm = "brcm,pins = <12>; brcm,function = <4>; // ALT0"
		aux = fmt.Sprintf(`&{%[1]s} {
	spi1_header: spi1_header { brcm,pins = <19 20 21>; brcm,function = <3>; }; // ALT4
	spi1_header_cs: spi1_header_cs { brcm,pins = <18>; brcm,function = <1>; }; // output
};
&{%[2]s} {
	status = "okay";
	pinctrl-names = "default";
	pinctrl-0 = <&spi1_header &spi1_header_cs>;
	cs-gpios = <%[3]s 18 1>; // 1: active low
	#address-cells = <1>;
	#size-cells = <0>;
	spidev@0 { compatible = "rohm,dh2228fv"; reg = <0>; spi-max-frequency = <125000000>; };
};
&{/aliases} { spi1 = "%[2]s"; };`, p.gpio, p.spi1, gpio)
	}
	return fmt.Sprintf(`/dts-v1/; /plugin/;
&{%[1]s} {
	spi0_header: spi0_header { brcm,pins = <9 10 11>; brcm,function = <4>; }; // ALT0
	spi0_header_cs: spi0_header_cs { brcm,pins = <8 7>; brcm,function = <1>; }; // output
	pwm_header: pwm_header { %[10]s
	};
};
&{%[2]s} {
	status = "okay";
	pinctrl-names = "default";
	pinctrl-0 = <&spi0_header &spi0_header_cs>;
	cs-gpios = <%[3]s 8 1>, <%[3]s 7 1>; // 1: active low
	#address-cells = <1>;
	#size-cells = <0>;
	// The kernel wants a chip's name for what programs may use as they like; this one is taken for nothing else.
	spidev@0 { compatible = "rohm,dh2228fv"; reg = <0>; spi-max-frequency = <125000000>; };
	spidev@1 { compatible = "rohm,dh2228fv"; reg = <1>; spi-max-frequency = <125000000>; };
};
&{%[4]s} { status = "disabled"; }; // that of the camera
&{%[5]s} { status = "okay"; };
&{%[7]s} { status = "okay"; };
&{%[6]s} { status = "okay"; pinctrl-names = "default"; pinctrl-0 = <&pwm_header>; assigned-clock-rates = <100000000>; };
%[9]s
%[11]s
&{/aliases} { serial0 = "%[7]s"; spi0 = "%[2]s"; i2c0 = "%[4]s"; i2c1 = "%[5]s"; i2c2 = "%[8]s"; };
`, p.gpio, p.spi, gpio, p.i2c[0], p.i2c[1], p.pwm, p.uart, p.i2c[2], p.disk(), pwm, aux)
}

// disk is the overlay's node of the virtio disk, with the address and the interrupt in qemu/pi_disk.c: 40 is the ninth of the second bank.
func (p *raspberryPi) disk() string {
	switch {
	case !p.virtio:
		return ""
	case p.gic: // 0: shared by all processors, 4: active high
		return `&{/} { disk@150000000 { compatible = "virtio,mmio"; reg = <0x1 0x50000000 0x200>; interrupts = <0 160 4>; }; };`
	}
	return `&{/} { disk@50000000 { compatible = "virtio,mmio"; reg = <0x50000000 0x200>; interrupts = <2 8>; }; };`
}
