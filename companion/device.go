package companion

import (
	"cmp"
	"slices"
	"strings"

	"familiar/companion/protocol"
	"familiar/companion/scene"
	"familiar/companion/session"
	"familiar/engine"
	"familiar/engine/lang"
)

// What made a move, as the journal says it: the first three with the name of the device.
const (
	sourceReader  = "reader "
	sourceButton  = "button "
	sourceKnob    = "knob "
	sourcePhone   = "phone"
	sourceClock   = "clock"
	sourceCatchUp = "catching up"
)

// isReader reports whether a reader has made a move.
func isReader(source string) bool { return strings.HasPrefix(source, sourceReader) }

// deviceIs notes how a device is.
func (t *Table) deviceIs(d protocol.Device) {
	i := slices.IndexFunc(t.devices, func(o protocol.Device) bool { return o.Name == d.Name })
	if !d.OK && (i < 0 || t.devices[i].OK) {
		t.announcer.sound(scene.CueTrouble)
	}
	if i >= 0 {
		t.devices[i] = d
		return
	}
	at, _ := slices.BinarySearchFunc(t.devices, d.Name, func(o protocol.Device, name string) int { return strings.Compare(o.Name, name) })
	t.devices = slices.Insert(t.devices, at, d)
}

// devicesSeen are the devices as people call them.
func (t *Table) devicesSeen(language string) []protocol.Device {
	seen := make([]protocol.Device, len(t.devices))
	for i, d := range t.devices {
		seen[i] = protocol.Device{Name: t.deviceTitle(d.Name, language), OK: d.OK, Text: advice(d.Text, language)}
		if idle := t.idle(d.Name); d.OK && d.Text == "" && idle != nil {
			seen[i].Text = idle.In(language)
		}
	}
	return seen
}

// advice is what a device says of itself: what to do, the cause in brackets, and perhaps more to do. The cause is told in English.
func advice(text, language string) string {
	from, to := strings.Index(text, " ("), strings.LastIndex(text, ")")
	if from < 0 || to < from {
		return lang.Known(text, language)
	}
	return lang.Known(text[:from], language) + text[from:to+1] + lang.Known(text[to+1:], language)
}

// idle says of a reader that the game under way does not have the place for which it was meant, and for what it stands instead; nil if there is nothing to say.
func (t *Table) idle(name string) lang.Localized {
	i := slices.IndexFunc(t.opt.Readers, func(r Reader) bool { return r.Name == name })
	if t.game == nil || i < 0 {
		return nil
	}
	r := t.opt.Readers[i]
	switch {
	case r.Seat > t.game.Catalog.Seats():
		return lang.T("nobody sits there in this game")
	case r.Place == "" || t.game.PlaceOf(r.Seat, r.Place) != engine.None:
		return nil
	case r.Seat > 0:
		return lang.T(`{1} has no place "{2}": it stands for the seat alone`, t.game.Title(), r.Place)
	}
	return lang.T(`{1} has no place "{2}": it stands for nothing`, t.game.Title(), r.Place)
}

// deviceTitle is what people call a device in a language.
func (t *Table) deviceTitle(name, language string) string {
	if t.game == nil {
		return t.opt.deviceTitle(name, nil, language)
	}
	return t.opt.deviceTitle(name, t.game.InLanguage(language), language)
}

// deviceTitle is what people call a device in a language: a reader by what it stands for, a button by what is written on it. The voice is that of the game, if there
// is one.
func (o *Options) deviceTitle(name string, v *session.Localizer, language string) string {
	if i := slices.IndexFunc(o.Readers, func(r Reader) bool { return r.Name == name }); i >= 0 {
		return o.Readers[i].title(v, language)
	}
	i := slices.IndexFunc(o.Buttons, func(b Button) bool { return b.Name == name })
	if i >= 0 && o.Buttons[i].Title != "" {
		return o.Buttons[i].Title
	}
	if i := slices.IndexFunc(o.Knobs, func(k Knob) bool { return k.Name == name }); i >= 0 && o.Knobs[i].Title != "" {
		return o.Knobs[i].Title
	}
	switch name {
	case "panel":
		return lang.T("panel").In(language)
	case "knob":
		return lang.T("knob").In(language)
	case "lamps":
		return lang.T("lamps").In(language)
	case buzzerName:
		return lang.T("buzzer").In(language)
	}
	return name
}

// title is what people call a reader: by whom and for what it stands. Seats and places have names while a game is under way.
func (r Reader) title(v *session.Localizer, language string) string {
	switch {
	case r.Title != "":
		return lang.Known(r.Title, language) // as the example has it
	case v != nil && v.Game.PlaceOf(r.Seat, r.Place) != engine.None:
		return v.Name(v.Game.Catalog, v.Game.PlaceOf(r.Seat, r.Place))
	case r.Seat == 0:
		return cmp.Or(r.Place, r.Name)
	case v != nil && r.Seat <= v.Game.Catalog.Seats():
		who := v.Seat(v.Game.Catalog, engine.Seat(r.Seat-1))
		if r.Place == "" {
			return who
		}
		return lang.T("{1}'s {2}", who, r.Place).In(language)
	case r.Place == "":
		return lang.T("Seat {1}", r.Seat).In(language)
	}
	return lang.T("Seat {1}: {2}", r.Seat, r.Place).In(language)
}

// sourceTitle tells people what made a move, in the voice of its game.
func (o *Options) sourceTitle(source string, v *session.Localizer) string {
	for _, kind := range []string{sourceReader, sourceButton, sourceKnob} {
		if name, ok := strings.CutPrefix(source, kind); ok {
			return o.deviceTitle(name, v, v.Code)
		}
	}
	switch source {
	case sourcePhone:
		return lang.T("phone").In(v.Code)
	case sourceClock:
		return lang.T("clock").In(v.Code)
	case sourceCatchUp:
		return lang.T("catching up").In(v.Code)
	}
	return source
}
