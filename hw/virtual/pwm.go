package virtual

import (
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"
	"sync"
	"syscall"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/physic"
)

// PWMChip is a PWM of the kernel as sysfs shows it: a directory of attributes with the rules of drivers/pwm/sysfs.c and
// pwm_apply_state: a channel has no attributes before it is exported, a period must not be below the duty cycle, and without a period
// everything else is refused. The output of a channel is on a pin.
//
// Its methods may be called from any goroutine.
type PWMChip struct {
	dir  string
	pins []*Pin

	mu       sync.Mutex
	channels map[int]*pwmChannel
	slow     int // number of writes to a channel that udev still forbids
	fault    error
	writes   []string
}

// pwmChannel is an exported channel. Times are in ns.
type pwmChannel struct {
	period, duty int64
	on           bool
}

// NewPWMChip returns a chip in a directory such as /sys/class/pwm/pwmchip0, with a channel for each pin.
func NewPWMChip(dir string, pins ...*Pin) *PWMChip {
	return &PWMChip{dir: dir, pins: pins, channels: make(map[int]*pwmChannel)}
}

// Fail makes every use of the chip return an error, as if it were gone; nil brings it back, with no channel exported.
func (c *PWMChip) Fail(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.fault = err
	for n := range c.channels {
		c.channels[n] = &pwmChannel{}
		c.drive(n)
	}
	clear(c.channels)
}

// Slow makes the given number of writes to a channel fail, as they do until udev has given a new channel to its group.
func (c *PWMChip) Slow(writes int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.slow = writes
}

// Writes lists the successful writes to the attributes of channels: "period 2272727".
func (c *PWMChip) Writes() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return append([]string(nil), c.writes...)
}

// Exported reports whether a channel is exported.
func (c *PWMChip) Exported(channel int) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.channels[channel] != nil
}

// Read reads an attribute.
func (c *PWMChip) Read(file string) (string, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	_, ch, name, err := c.find(file)
	switch {
	case err != nil:
		return "", err
	case name == "period":
		return fmt.Sprintln(ch.period), nil
	case name == "duty_cycle":
		return fmt.Sprintln(ch.duty), nil
	}
	return "", &fs.PathError{Op: "read", Path: file, Err: fs.ErrNotExist}
}

// Write writes an attribute.
func (c *PWMChip) Write(file, value string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.write(file, value); err != nil {
		return &fs.PathError{Op: "write", Path: file, Err: err}
	}
	return nil
}

// write is Write; c.mu is held.
func (c *PWMChip) write(file, value string) error {
	n, err := strconv.ParseInt(value, 10, 64)
	if err != nil {
		return syscall.EINVAL
	}
	if c.fault != nil {
		return c.fault
	}
	switch file {
	case path.Join(c.dir, "export"):
		return c.export(int(n))
	case path.Join(c.dir, "unexport"):
		if c.channels[int(n)] == nil {
			return syscall.ENODEV
		}
		delete(c.channels, int(n))
		return nil
	}
	at, ch, name, err := c.find(file)
	if err != nil {
		return err
	}
	if c.slow > 0 {
		c.slow--
		return fs.ErrPermission
	}
	if err := ch.set(name, n); err != nil {
		return err
	}
	c.writes = append(c.writes, name+" "+value)
	c.drive(at)
	return nil
}

func (c *PWMChip) export(n int) error {
	switch {
	case n < 0 || n >= len(c.pins):
		return syscall.ENODEV
	case c.channels[n] != nil:
		return syscall.EBUSY
	}
	c.channels[n] = &pwmChannel{}
	return nil
}

// find finds the channel of a file; c.mu is held.
func (c *PWMChip) find(file string) (n int, ch *pwmChannel, name string, err error) {
	if c.fault != nil {
		return 0, nil, "", c.fault
	}
	dir, name := path.Split(file)
	number, ok := strings.CutPrefix(path.Clean(dir), path.Join(c.dir, "pwm"))
	n, err = strconv.Atoi(number)
	if ch = c.channels[n]; !ok || err != nil || ch == nil {
		return 0, nil, "", &fs.PathError{Op: "open", Path: file, Err: fs.ErrNotExist}
	}
	return n, ch, name, nil
}

// set sets an attribute like the kernel does.
func (ch *pwmChannel) set(name string, n int64) error {
	switch name {
	case "period":
		if n <= 0 || n < ch.duty {
			return syscall.EINVAL
		}
		ch.period = n
	case "duty_cycle":
		if ch.period == 0 || n < 0 || n > ch.period {
			return syscall.EINVAL
		}
		ch.duty = n
	case "enable":
		if ch.period == 0 || n < 0 || n > 1 {
			return syscall.EINVAL
		}
		ch.on = n == 1
	default:
		return fs.ErrNotExist
	}
	return nil
}

// drive puts the output of a channel on its pin; c.mu is held.
func (c *PWMChip) drive(n int) {
	ch := c.channels[n]
	if !ch.on || ch.duty == 0 {
		c.pins[n].put(Change{Level: gpio.Low})
		return
	}
	c.pins[n].put(Change{Freq: physic.GigaHertz / physic.Frequency(ch.period), Duty: gpio.Duty(int64(gpio.DutyMax) * ch.duty / ch.period)})
}
