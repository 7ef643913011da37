package daemon

import (
	"familiar/companion/stage"
	"familiar/hw"
	"familiar/hw/buzzer"
	"familiar/web"
)

// devicesOf returns the wired table's devices for the stage; nil where the table has none.
func devicesOf(t *hw.Devices, c *hw.Config) stage.Devices {
	var d stage.Devices
	if t.Panel != nil {
		d.Panel, d.Screen = t.Panel, stage.Screen{Size: t.Panel.Size(), Negative: t.Panel.Lit()}
	}
	if t.Digits != nil {
		d.Digits = t.Digits
	}
	if t.Lamps != nil {
		l := c.Lamps
		d.Lamps, d.Row = t.Lamps, stage.Row{Count: l.Count, Strip: l.Shape == hw.ShapeStrip, First: l.First, Reversed: l.Reversed}
	}
	if t.Buzzer != nil {
		d.Buzzer = tunes{t.Buzzer}
		if c.Buzzer.Quiet != (hw.Hours{}) {
			d.Quiet = c.Buzzer.Quiet.Include
		}
	}
	return d
}

// tunes plays the stage's tunes on a buzzer.
type tunes struct{ player *buzzer.Player }

// Play implements stage.Buzzer.
func (t tunes) Play(notes []stage.Note) {
	tune := make(buzzer.Tune, len(notes))
	for i, n := range notes {
		tune[i] = buzzer.Note(n)
	}
	t.player.Play(tune)
}

// benchOf returns the bench for the server; nil if the hardware is real.
func benchOf(v *VirtualTable) web.Bench {
	if v == nil {
		return nil
	}
	return v
}
