package doctor

import (
	"os"
	"path"

	"familiar/hw/board"
)

// examineBoard reports which Raspberry Pi this is, and how it differs from others.
func (v *examination) examineBoard() {
	model, name, err := board.Detect(v.machine.files())
	v.model = model
	switch {
	case err != nil:
		v.fail("%v", err)
	case name == "":
		v.ok("this machine is no Raspberry Pi")
	default:
		v.ok("this machine is a %s", name)
	}
	for _, remark := range model.Remarks() {
		v.ok("  %s", remark)
	}
}

// firstYear is the year of Familiar's first version: an earlier clock was never set.
const firstYear = 2026

// examineClock reports whether the clock was set. A Raspberry Pi has no battery for it: without a network it continues from when the Pi was last switched off.
func (v *examination) examineClock() {
	now, set := v.machine.clock()
	switch clock := now.Format(moment); {
	case now.Year() < firstYear:
		v.fail("the clock says %s: games would be dated so, and sorted before all others. Connect the Pi to a network, or `sudo timedatectl set-time '%d-12-31 20:00'`", clock, firstYear)
	case set:
		v.ok("the clock says %s, and was set by the network", clock)
	default:
		v.note("the clock says %s, and was not set by a network since the start. Games are still dated by it", clock)
	}
}

// examinePower reports whether the supply is too weak, if the kernel monitors it.
func (v *examination) examinePower() {
	for _, sensor := range v.machine.glob("/sys/class/hwmon/hwmon*") {
		sensor = sensor[1:]
		if v.machine.read(sensor, "name") != "rpi_volt" {
			continue
		}
		switch v.machine.read(path.Join(sensor, "in0_lcrit_alarm")) {
		case "1":
			v.fail("the supply is too weak: it has fallen below 4.63 V. Readers lose cards then, and cards their contents: use the supply that is meant for this Pi, and a short cable")
		case "0":
			v.ok("the supply holds its 5 V")
		}
	}
}

// target returns the name that a symbolic link of the machine points to, without the folder; "" if the file is no link.
func (m host) target(file string) string {
	to, err := os.Readlink(m.at(file))
	if err != nil {
		return ""
	}
	return path.Base(to)
}
