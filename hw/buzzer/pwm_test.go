package buzzer_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"familiar/hw/buzzer"
	"familiar/hw/virtual"
)

const pwmDir = "/sys/class/pwm/pwmchip0"

// newPWMChip returns a chip of two channels, and a buzzer on each.
func newPWMChip() (*virtual.PWMChip, [2]*virtual.Buzzer) {
	one, two := virtual.NewPWMPin("GPIO18", 18), virtual.NewPWMPin("GPIO19", 19)
	return virtual.NewPWMChip(pwmDir, one, two), [2]*virtual.Buzzer{virtual.NewPassiveBuzzer(one), virtual.NewPassiveBuzzer(two)}
}

func TestPWM(t *testing.T) {
	c, ears := newPWMChip()
	p, err := buzzer.OpenPWM(c, pwmDir, 1)
	if err != nil {
		t.Fatal(err)
	}
	opened := len(c.Writes())
	for _, hz := range []int{440, 880, 220, 0, 0, 220, -5} {
		if err := p.Sound(hz); err != nil {
			t.Fatalf("%d Hz: %v", hz, err)
		}
		if got := ears[1].Hz(); got != max(hz, 0) || ears[0].Hz() != 0 {
			t.Errorf("%d Hz sound as %d and %d", hz, got, ears[0].Hz())
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
	if diff := cmp.Diff(want, c.Writes()[opened:]); diff != "" {
		t.Errorf("writes (-want +got):\n%s", diff)
	}
	if err := p.Halt(); err != nil {
		t.Fatal(err)
	}
	if c.Exported(1) {
		t.Error("channel is still exported")
	}
}

// TestPWMTaken opens a channel that another program has left sounding, and
// leaves it exported.
func TestPWMTaken(t *testing.T) {
	c, ears := newPWMChip()
	for _, w := range [][2]string{{"export", "0"}, {"pwm0/period", "1000000"}, {"pwm0/duty_cycle", "500000"}, {"pwm0/enable", "1"}} {
		if err := c.Write(filepath.Join(pwmDir, w[0]), w[1]); err != nil {
			t.Fatal(err)
		}
	}
	if ears[0].Hz() != 1000 {
		t.Fatalf("someone has left %d Hz sounding", ears[0].Hz())
	}
	p, err := buzzer.OpenPWM(c, pwmDir, 0)
	if err != nil {
		t.Fatal(err)
	}
	if ears[0].Hz() != 0 {
		t.Errorf("after opening it sounds %d Hz", ears[0].Hz())
	}
	if err := p.Sound(440); err != nil {
		t.Error(err)
	}
	if err := p.Halt(); err != nil {
		t.Error(err)
	}
	if ears[0].Hz() != 0 || !c.Exported(0) {
		t.Errorf("after Halt it sounds %d Hz, exported: %t", ears[0].Hz(), c.Exported(0))
	}
}

// TestPWMExport waits for access to a new channel, but not for ever.
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
			synctest.Test(t, func(t *testing.T) {
				c, ears := newPWMChip()
				c.Slow(test.slow)
				start := time.Now()
				p, err := buzzer.OpenPWM(c, pwmDir, 0)
				if d := time.Since(start); d > time.Second {
					t.Errorf("took %s", d)
				}
				if !test.ok {
					if !errors.Is(err, fs.ErrPermission) || c.Exported(0) {
						t.Errorf("error %v, exported: %t", err, c.Exported(0))
					}
					return
				}
				if err != nil {
					t.Fatal(err)
				}
				if err := p.Sound(440); err != nil || ears[0].Hz() != 440 {
					t.Errorf("%d Hz, %v", ears[0].Hz(), err)
				}
			})
		})
	}
}

func TestPWMMissing(t *testing.T) {
	if _, err := buzzer.OpenPWM(buzzer.Kernel{}, filepath.Join(t.TempDir(), "pwmchip7"), 0); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("error %v", err)
	}
	c, _ := newPWMChip()
	if _, err := buzzer.OpenPWM(c, pwmDir, 2); err == nil {
		t.Error("a channel that the chip does not have was opened")
	}
}

// TestPWMFiles writes real files.
func TestPWMFiles(t *testing.T) {
	chip := filepath.Join(t.TempDir(), "pwmchip0")
	channel := filepath.Join(chip, "pwm0")
	if err := os.MkdirAll(channel, 0o755); err != nil {
		t.Fatal(err)
	}
	// Writing a file leaves the end of a longer old text there; an attribute
	// has no old text.
	for name, value := range map[string]string{"period": "1000000", "duty_cycle": "500000", "enable": "1"} {
		if err := os.WriteFile(filepath.Join(channel, name), []byte(value), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	p, err := buzzer.OpenPWM(buzzer.Kernel{}, chip, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Sound(1000); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"period": "1000000", "duty_cycle": "500000", "enable": "1"} {
		if got, err := os.ReadFile(filepath.Join(channel, name)); err != nil || string(got) != want {
			t.Errorf("%s is %q (%v), want %q", name, got, err, want)
		}
	}
}

// failingFile is a kernel in which nothing but zero can be written to one attribute.
type failingFile struct {
	buzzer.Sysfs
	name string
}

func (f failingFile) Write(path, value string) error {
	if filepath.Base(path) == f.name && value != "0" {
		return fs.ErrPermission
	}
	return f.Sysfs.Write(path, value)
}

// TestPWMFileFails: a tone that cannot be sounded is an error, whichever attribute is to blame, and the buzzer stays silent.
func TestPWMFileFails(t *testing.T) {
	for _, name := range []string{"period", "duty_cycle", "enable"} {
		c, ears := newPWMChip()
		for _, w := range [][2]string{{"export", "0"}, {"pwm0/period", "1000000"}} { // it was used before
			if err := c.Write(filepath.Join(pwmDir, w[0]), w[1]); err != nil {
				t.Fatal(err)
			}
		}
		p, err := buzzer.OpenPWM(failingFile{c, name}, pwmDir, 0)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if err := p.Sound(440); !errors.Is(err, fs.ErrPermission) || !strings.Contains(err.Error(), "PWM 0 of "+pwmDir+": "+name) {
				t.Errorf("%s: %v", name, err)
			}
			if hz := ears[0].Hz(); hz != 0 {
				t.Errorf("%s: it sounds %d Hz", name, hz)
			}
		}
		if err := p.Sound(0); err != nil {
			t.Errorf("%s: silence: %v", name, err)
		}
	}
}

// TestPWMWithoutAPeriod: a new channel that takes no period cannot be used, and is not left exported.
func TestPWMWithoutAPeriod(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, _ := newPWMChip()
		if _, err := buzzer.OpenPWM(failingFile{c, "period"}, pwmDir, 0); !errors.Is(err, fs.ErrPermission) || c.Exported(0) {
			t.Errorf("error %v, exported: %t", err, c.Exported(0))
		}
	})
}
