package virtual_test

import (
	"errors"
	"io/fs"
	"syscall"
	"testing"

	"familiar/hw/virtual"
)

// TestPWMChipRefuses: what the kernel refuses of a PWM, the chip refuses, too, and changes nothing then.
func TestPWMChipRefuses(t *testing.T) {
	const dir = "/sys/class/pwm/pwmchip0"
	c := virtual.NewPWMChip(dir, virtual.NewPWMPin("GPIO18", 18), virtual.NewPWMPin("GPIO19", 19))
	for i, step := range []struct {
		file, value string
		want        error
	}{
		{"pwm0/period", "1000000", fs.ErrNotExist}, // not exported
		{"unexport", "0", syscall.ENODEV},
		{"export", "2", syscall.ENODEV},
		{"export", "-1", syscall.ENODEV},
		{"export", "zero", syscall.EINVAL},
		{"export", "0", nil},
		{"export", "0", syscall.EBUSY},
		{"pwm0/duty_cycle", "0", syscall.EINVAL}, // it has no period
		{"pwm0/enable", "1", syscall.EINVAL},
		{"pwm0/period", "0", syscall.EINVAL},
		{"pwm0/period", "1000000", nil},
		{"pwm0/duty_cycle", "1000001", syscall.EINVAL},
		{"pwm0/duty_cycle", "-1", syscall.EINVAL},
		{"pwm0/duty_cycle", "1000000", nil},
		{"pwm0/period", "999999", syscall.EINVAL},
		{"pwm0/enable", "2", syscall.EINVAL},
		{"pwm0/enable", "-1", syscall.EINVAL},
		{"pwm0/enable", "1", nil},
		{"pwm0/polarity", "1", fs.ErrNotExist},
		{"pwm1/period", "1000000", fs.ErrNotExist},
	} {
		before := len(c.Writes())
		err := c.Write(dir+"/"+step.file, step.value)
		if !errors.Is(err, step.want) || (err == nil) != (step.want == nil) {
			t.Errorf("step %d, %s %s: %v", i, step.file, step.value, err)
		}
		if err != nil && len(c.Writes()) != before {
			t.Errorf("step %d, %s %s: it is refused, and written", i, step.file, step.value)
		}
	}
	for file, want := range map[string]string{"period": "1000000\n", "duty_cycle": "1000000\n"} {
		if got, err := c.Read(dir + "/pwm0/" + file); err != nil || got != want {
			t.Errorf("%s reads %q, %v", file, got, err)
		}
	}
	if _, err := c.Read(dir + "/pwm0/polarity"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("an attribute that it has not reads %v", err)
	}
	if err := c.Write(dir+"/unexport", "0"); err != nil || c.Exported(0) {
		t.Errorf("exported: %t, %v", c.Exported(0), err)
	}
}
