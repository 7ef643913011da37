package buzzer

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// pwmChip is a tree of files that follows the rules of the kernel's PWM class
// (drivers/pwm/sysfs.c and pwm_apply_state): no period below the duty cycle, no
// duty cycle above the period, nothing at all without a period.
type pwmChip struct {
	dir    string
	slow   int // writes to a new channel that udev still forbids
	writes []string
}

func newPWMChip(t *testing.T) *pwmChip {
	t.Helper()
	c := &pwmChip{dir: filepath.Join(t.TempDir(), "pwmchip0")}
	if err := os.Mkdir(c.dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"export", "unexport"} {
		c.put(t, name, "")
	}
	return c
}

func (c *pwmChip) put(t *testing.T, name, value string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(c.dir, name), []byte(value), 0o644); err != nil {
		t.Fatal(err)
	}
}

// channel makes the files of a channel.
func (c *pwmChip) channel(n string) error {
	dir := filepath.Join(c.dir, "pwm"+n)
	if err := os.Mkdir(dir, 0o755); err != nil {
		return err
	}
	var err error
	for _, name := range []string{"period", "duty_cycle", "enable"} {
		err = errors.Join(err, os.WriteFile(filepath.Join(dir, name), []byte("0"), 0o644))
	}
	return err
}

func (c *pwmChip) value(dir, name string) int {
	b, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		return -1
	}
	n, err := strconv.Atoi(strings.TrimSpace(string(b)))
	if err != nil {
		return -1
	}
	return n
}

// write is what the kernel does of a write.
func (c *pwmChip) write(path, value string) error {
	dir, name := filepath.Split(path)
	n, err := strconv.Atoi(value)
	if err != nil {
		return syscall.EINVAL
	}
	switch name {
	case "export":
		return c.channel(value)
	case "unexport":
		return os.RemoveAll(filepath.Join(c.dir, "pwm"+value))
	}
	if c.slow > 0 {
		c.slow--
		return fs.ErrPermission
	}
	period, duty := c.value(dir, "period"), c.value(dir, "duty_cycle")
	switch {
	case name == "period" && (n <= 0 || n < duty),
		name == "duty_cycle" && n > period,
		name != "period" && period == 0:
		return syscall.EINVAL
	}
	if err := writeFile(path, value); err != nil {
		return err
	}
	c.writes = append(c.writes, name+" "+value)
	return nil
}

// writeFile is writeAttribute on a file that keeps the length of what was there.
func writeFile(path, value string) error {
	if err := os.Truncate(path, 0); err != nil {
		return err
	}
	return writeAttribute(path, value)
}

func TestPWM(t *testing.T) {
	c := newPWMChip(t)
	p, err := openPWM(c.dir, 1, c.write)
	if err != nil {
		t.Fatal(err)
	}
	c.writes = nil
	for _, hz := range []int{440, 880, 220, 0, 0, 220, -5} {
		if err := p.Sound(hz); err != nil {
			t.Fatalf("%d Hz: %v", hz, err)
		}
	}
	want := []string{
		"duty_cycle 0", "period 2272727", "duty_cycle 1136363", "enable 1",
		"duty_cycle 0", "period 1136363", "duty_cycle 568181",
		"duty_cycle 0", "period 4545454", "duty_cycle 2272727",
		"duty_cycle 0", "enable 0",
		"duty_cycle 0",
		"duty_cycle 2272727", "enable 1",
		"duty_cycle 0", "enable 0",
	}
	if diff := cmp.Diff(want, c.writes); diff != "" {
		t.Errorf("writes (-want +got):\n%s", diff)
	}
	if err := p.Halt(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(c.dir, "pwm1")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("channel is still exported: %v", err)
	}
}

// TestPWMTaken opens a channel that someone has left sounding, and leaves it
// exported.
func TestPWMTaken(t *testing.T) {
	c := newPWMChip(t)
	if err := c.channel("0"); err != nil {
		t.Fatal(err)
	}
	for name, value := range map[string]string{"period": "1000", "duty_cycle": "500", "enable": "1"} {
		c.put(t, filepath.Join("pwm0", name), value)
	}
	p, err := openPWM(c.dir, 0, c.write)
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(c.dir, "pwm0")
	if on, duty := c.value(dir, "enable"), c.value(dir, "duty_cycle"); on != 0 || duty != 0 {
		t.Errorf("after opening: enable %d, duty cycle %d", on, duty)
	}
	if err := p.Sound(440); err != nil {
		t.Error(err)
	}
	if err := p.Halt(); err != nil {
		t.Error(err)
	}
	if on := c.value(dir, "enable"); on != 0 {
		t.Errorf("after Halt: enable %d", on)
	}
}

// TestPWMExport waits for the rights to a new channel, but not for ever.
func TestPWMExport(t *testing.T) {
	tests := map[string]struct {
		slow int
		ok   bool
	}{
		"at once":     {0, true},
		"after 0.2 s": {10, true},
		"never":       {1000, false},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			c := newPWMChip(t)
			c.slow = test.slow
			synctest.Test(t, func(t *testing.T) {
				start := time.Now()
				p, err := openPWM(c.dir, 0, c.write)
				if d := time.Since(start); d > time.Second {
					t.Errorf("took %s", d)
				}
				if !test.ok {
					if !errors.Is(err, fs.ErrPermission) {
						t.Errorf("error %v", err)
					}
					return
				}
				if err != nil {
					t.Fatal(err)
				}
				if err := p.Sound(440); err != nil {
					t.Error(err)
				}
			})
		})
	}
}

func TestPWMMissing(t *testing.T) {
	if _, err := OpenPWM(filepath.Join(t.TempDir(), "pwmchip7"), 0); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("error %v", err)
	}
}

// TestPWMFiles writes real files, as OpenPWM does.
func TestPWMFiles(t *testing.T) {
	c := newPWMChip(t)
	if err := c.channel("0"); err != nil {
		t.Fatal(err)
	}
	p, err := OpenPWM(c.dir, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Sound(1000); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(c.dir, "pwm0")
	if period, duty, on := c.value(dir, "period"), c.value(dir, "duty_cycle"), c.value(dir, "enable"); period != 1000000 || duty != 500000 || on != 1 {
		t.Errorf("period %d, duty cycle %d, enable %d", period, duty, on)
	}
}
