package buzzer

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// udev gives the files of a channel to the gpio group some time after the
// kernel has made them.
const (
	exportTries = 50
	exportPause = 20 * time.Millisecond
)

// idlePeriod, in ns, is written to a channel that has no period.
const idlePeriod = 1_000_000

// PWM is a passive buzzer on a channel of the kernel's PWM class
// (Documentation/driver-api/pwm.rst, "Using PWMs with the sysfs interface").
type PWM struct {
	chip     string // the chip's directory
	channel  int
	exported bool  // by OpenPWM
	period   int64 // ns, as last written
	on       bool
	sysfs    Sysfs
}

// Sysfs gives access to the files of the kernel's devices.
type Sysfs interface {
	// Read returns the text of an attribute, white space included.
	Read(path string) (string, error)
	// Write writes an attribute in one write. It must not create it.
	Write(path, value string) error
}

// Kernel is the file system of this machine's kernel.
type Kernel struct{}

// Read implements Sysfs.
func (Kernel) Read(path string) (string, error) {
	b, err := os.ReadFile(path)
	return string(b), err
}

// Write implements Sysfs.
func (Kernel) Write(path, value string) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteString(value)
	return errors.Join(err, f.Close())
}

// OpenPWM opens a channel of a PWM chip, such as /sys/class/pwm/pwmchip0, and
// keeps it silent. It waits up to a second for a new channel.
func OpenPWM(sysfs Sysfs, chip string, channel int) (*PWM, error) {
	p := &PWM{chip: chip, channel: channel, sysfs: sysfs}
	if err := p.export(); err != nil {
		return nil, fmt.Errorf("buzzer: exporting %s: %w", p, err)
	}
	err := p.reset()
	for tries := 1; err != nil && tries < exportTries; tries++ {
		time.Sleep(exportPause)
		err = p.reset()
	}
	if err != nil {
		return nil, errors.Join(err, p.unexport())
	}
	return p, nil
}

// export makes the channel's directory if it does not exist.
func (p *PWM) export() error {
	if _, err := p.sysfs.Read(p.file("period")); !errors.Is(err, fs.ErrNotExist) {
		return nil // it exists, or reset returns why not
	}
	if err := p.sysfs.Write(filepath.Join(p.chip, "export"), strconv.Itoa(p.channel)); err != nil {
		return err
	}
	p.exported = true
	return nil
}

// reset silences a channel: another program may have left it sounding. Before
// Linux 6.13 a new channel accepts nothing else until it has a period.
func (p *PWM) reset() error {
	period, err := p.sysfs.Read(p.file("period"))
	if err != nil {
		return fmt.Errorf("buzzer: %s: %w", p, err)
	}
	if strings.TrimSpace(period) == "0" {
		if err := p.set("period", idlePeriod); err != nil {
			return err
		}
	}
	p.on = true
	return p.silence()
}

func (p *PWM) unexport() error {
	if !p.exported {
		return nil
	}
	p.exported = false
	if err := p.sysfs.Write(filepath.Join(p.chip, "unexport"), strconv.Itoa(p.channel)); err != nil {
		return fmt.Errorf("buzzer: unexporting %s: %w", p, err)
	}
	return nil
}

// Sound implements Sounder. The kernel refuses a period below the duty cycle,
// so the duty cycle is set to zero before a new period.
func (p *PWM) Sound(hz int) error {
	if hz <= 0 {
		return p.silence()
	}
	period := int64(time.Second) / int64(hz)
	if period != p.period {
		if err := p.set("duty_cycle", 0); err != nil {
			return err
		}
		if err := p.set("period", period); err != nil {
			return err
		}
		p.period = period
	}
	if err := p.set("duty_cycle", period/2); err != nil {
		return err
	}
	if p.on {
		return nil
	}
	if err := p.set("enable", 1); err != nil {
		return err
	}
	p.on = true
	return nil
}

// silence sets the duty cycle to zero before it disables the channel: a
// disabled one may stay at the level it had.
func (p *PWM) silence() error {
	err := p.set("duty_cycle", 0)
	if p.on {
		err = errors.Join(err, p.set("enable", 0))
		p.on = false
	}
	return err
}

// Halt implements Sounder. It unexports the channel if OpenPWM has exported it.
func (p *PWM) Halt() error { return errors.Join(p.silence(), p.unexport()) }

// String implements Sounder.
func (p *PWM) String() string { return fmt.Sprintf("PWM %d of %s", p.channel, p.chip) }

func (p *PWM) file(name string) string {
	return filepath.Join(p.chip, "pwm"+strconv.Itoa(p.channel), name)
}

func (p *PWM) set(name string, value int64) error {
	if err := p.sysfs.Write(p.file(name), strconv.FormatInt(value, 10)); err != nil {
		return fmt.Errorf("buzzer: %s: %s %d: %w", p, name, value, err)
	}
	return nil
}
