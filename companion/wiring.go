package companion

import (
	"cmp"
	"slices"
	"strings"

	"familiar/companion/protocol"
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

// wiring is the wired table: which devices it has, what people call them, and how they are.
type wiring struct {
	readers []Reader
	buttons []Button
	knobs   []Knob
	stats   func() []ReaderStats
	devices []protocol.Device // sorted by name
}

// note notes how a device is, and reports whether it has failed just now.
func (w *wiring) note(d protocol.Device) (failed bool) {
	i, found := slices.BinarySearchFunc(w.devices, d.Name, func(o protocol.Device, name string) int { return strings.Compare(o.Name, name) })
	failed = !d.OK && (!found || w.devices[i].OK)
	if found {
		w.devices[i] = d
	} else {
		w.devices = slices.Insert(w.devices, i, d)
	}
	return failed
}

// seen returns the devices as people call them in a language, while a game is under way; g is nil if none is.
func (w *wiring) seen(g *session.Game, language string) []protocol.Device {
	seen := make([]protocol.Device, len(w.devices))
	for i, d := range w.devices {
		seen[i] = protocol.Device{Name: w.title(d.Name, g, language), OK: d.OK, Text: advice(d.Text, language)}
		if idle := w.idle(d.Name, g); d.OK && d.Text == "" && idle != nil {
			seen[i].Text = idle.In(language)
		}
	}
	return seen
}

// advice is what a device says of itself: what to do, the cause in brackets, and perhaps more to do. The cause is told in English.
func advice(text, language string) string {
	from, to := strings.Index(text, " ("), strings.LastIndex(text, ")")
	if from < 0 || to < from {
		return lang.Translate(text, language)
	}
	return lang.Translate(text[:from], language) + text[from:to+1] + lang.Translate(text[to+1:], language)
}

// idle returns what there is to say about a reader if the game under way does not have the place for which it was meant; nil: nothing.
func (w *wiring) idle(name string, g *session.Game) lang.Localized {
	r, ok := w.reader(name)
	if g == nil || !ok {
		return nil
	}
	switch {
	case r.Seat > g.Catalog.Seats():
		return lang.T("nobody sits there in this game")
	case r.Place == "" || g.PlaceOf(r.Seat, r.Place) != engine.None:
		return nil
	case r.Seat > 0:
		return lang.T(`{1} has no place "{2}": it stands for the seat alone`, g.Title(), r.Place)
	}
	return lang.T(`{1} has no place "{2}": it stands for nothing`, g.Title(), r.Place)
}

// reader returns the reader of a name.
func (w *wiring) reader(name string) (Reader, bool) {
	i := slices.IndexFunc(w.readers, func(r Reader) bool { return r.Name == name })
	if i < 0 {
		return Reader{}, false
	}
	return w.readers[i], true
}

// title returns what people call a device in a language: a reader by the seat and place that it stands for in the game under way, a button by its label.
func (w *wiring) title(name string, g *session.Game, language string) string {
	if r, ok := w.reader(name); ok {
		if g == nil {
			return r.title(nil, language)
		}
		return r.title(g.InLanguage(language), language)
	}
	i := slices.IndexFunc(w.buttons, func(b Button) bool { return b.Name == name })
	if i >= 0 && w.buttons[i].Title != "" {
		return w.buttons[i].Title
	}
	if i := slices.IndexFunc(w.knobs, func(k Knob) bool { return k.Name == name }); i >= 0 && w.knobs[i].Title != "" {
		return w.knobs[i].Title
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

// hasBuzzer reports whether the table has a buzzer, one that does not work included.
func (w *wiring) hasBuzzer() bool {
	return slices.ContainsFunc(w.devices, func(d protocol.Device) bool { return d.Name == buzzerName })
}

// title is what people call a reader: by whom and for what it stands. Seats and places have names while a game is under way.
func (r Reader) title(v *session.Localizer, language string) string {
	switch {
	case r.Title != "":
		return lang.Translate(r.Title, language) // as the example has it
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

// sourceTitle returns what people call the source of a move, in the language of a localizer.
func (w *wiring) sourceTitle(source string, v *session.Localizer) string {
	for _, kind := range []string{sourceReader, sourceButton, sourceKnob} {
		if name, ok := strings.CutPrefix(source, kind); ok {
			return w.title(name, v.Game, v.Code)
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

// log are the moves of a game from one to another as a seat may read them, without those that it must not know.
func (w *wiring) log(g *session.Game, words *session.Localizer, seat engine.Seat, from, to int) []protocol.LogLine {
	var lines []protocol.LogLine
	for i := max(0, from); i < to; i++ {
		e, is := &g.Log[i], g.Steps.Standing()[i]
		said := words.Render(e)
		if text := said.To(seat); text != "" {
			lines = append(lines, protocol.LogLine{N: e.N, Seat: protocol.SeatNumber(e.Seat), Text: text, Also: said.Also, News: said.News, Source: w.sourceTitle(is.Source, words), Repeat: is.Repeat})
		}
	}
	return lines
}
