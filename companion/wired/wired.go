// Package wired is what is wired to a table: its devices, what people call them, and whether they work.
package wired

import (
	"cmp"
	"slices"
	"strings"

	"familiar/companion/protocol"
	"familiar/companion/resolver"
	"familiar/companion/session"
	"familiar/engine"
	"familiar/engine/lang"
)

// Sources of moves, as the journal writes them, beside session.SourcePhone. The name of the device follows the first three.
const (
	SourceReader  = "reader "
	SourceButton  = "button "
	SourceKnob    = "knob "
	SourceClock   = "clock"
	SourceCatchUp = "catching up"
)

// SourceOf returns the source of an outcome's moves. If a phone has told moves of others, the source names that phone. Otherwise it is SourceCatchUp, if players had forgotten
// some of the moves, or the source of the observation. teller is the phone's seat.
func SourceOf(out resolver.Outcome, g *session.Game, teller engine.Seat) string {
	source := out.Observation.Source
	if source == session.SourcePhone {
		source = g.PhoneSource(teller, out.Moves...)
	}
	if out.CaughtUp && source == out.Observation.Source {
		return SourceCatchUp
	}
	return source
}

// Buzzer is the name of the buzzer among the devices.
const Buzzer = "buzzer"

// Reader is a reader of the wired table, and the seat and place that it stands for.
type Reader struct {
	Name  string
	Title string // what people call it; "": it is called by its seat and place
	Seat  int    // counted from 1; 0: it is shared
	Place string // of that seat, or of the table: "altar", "hand", "grave"; "" for any
}

// Button is a button of the wired table, and the words that it says.
type Button struct {
	Name  string
	Title string
	Press string // a verb of the game, a seat, "confirm", "undo", "drop", "again" or "mute"; or several of them, separated by spaces
	Long  string // the same for a long press; or "all": the words of Press, as often as their question is asked
	Seat  int    // whose button it is, counted from 1; 0: anybody's
}

// Knob is a knob of the wired table. Turning it chooses from a menu on the panel, pushing it takes the chosen item. What the menus hold is the matter of package companion.
type Knob struct {
	Name  string
	Title string // what people call it
	Seat  int    // for which seat it answers, counted from 1; 0: for the seat that must answer
}

// Devices are the devices of a table.
type Devices struct {
	Readers []Reader
	Buttons []Button
	Knobs   []Knob
	Stats   func() []ReaderStats

	devices []protocol.Device // sorted by name
}

// Set notes the state of a device, and reports whether it has just failed.
func (w *Devices) Set(d protocol.Device) (failed bool) {
	i, found := slices.BinarySearchFunc(w.devices, d.Name, func(o protocol.Device, name string) int { return strings.Compare(o.Name, name) })
	failed = !d.OK && (!found || w.devices[i].OK)
	if found {
		w.devices[i] = d
	} else {
		w.devices = slices.Insert(w.devices, i, d)
	}
	return failed
}

// Views returns the devices as people read them in a language; g is the game under way, nil if there is none.
func (w *Devices) Views(g *session.Game, language string) []protocol.Device {
	views := make([]protocol.Device, len(w.devices))
	for i, d := range w.devices {
		views[i] = protocol.Device{Name: w.Title(d.Name, g, language), OK: d.OK, Text: advice(d.Text, language)}
		if unused := w.unusedText(d.Name, g); d.OK && d.Text == "" && unused != nil {
			views[i].Text = unused.In(language)
		}
	}
	return views
}

// advice translates what a device says about itself: what to do, the cause in brackets, and perhaps more to do. The cause stays English.
func advice(text, language string) string {
	from, to := strings.Index(text, " ("), strings.LastIndex(text, ")")
	if from < 0 || to < from {
		return lang.Translate(text, language)
	}
	return lang.Translate(text[:from], language) + text[from:to+1] + lang.Translate(text[to+1:], language)
}

// unusedText returns what to say about a reader whose seat or place the game under way does not have; nil: nothing.
func (w *Devices) unusedText(name string, g *session.Game) lang.Localized {
	r, ok := w.Reader(name)
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

// Reader returns the reader with a name.
func (w *Devices) Reader(name string) (Reader, bool) {
	i := slices.IndexFunc(w.Readers, func(r Reader) bool { return r.Name == name })
	if i < 0 {
		return Reader{}, false
	}
	return w.Readers[i], true
}

// Title returns what people call a device in a language: a reader by its seat and place, a button by its label.
func (w *Devices) Title(name string, g *session.Game, language string) string {
	if r, ok := w.Reader(name); ok {
		return r.title(g, language)
	}
	i := slices.IndexFunc(w.Buttons, func(b Button) bool { return b.Name == name })
	if i >= 0 && w.Buttons[i].Title != "" {
		return w.Buttons[i].Title
	}
	if i := slices.IndexFunc(w.Knobs, func(k Knob) bool { return k.Name == name }); i >= 0 && w.Knobs[i].Title != "" {
		return w.Knobs[i].Title
	}
	switch name {
	case "panel":
		return lang.T("panel").In(language)
	case "knob":
		return lang.T("knob").In(language)
	case "digits":
		return lang.T("number display").In(language)
	case "lamps":
		return lang.T("lamps").In(language)
	case Buzzer:
		return lang.T("buzzer").In(language)
	}
	return name
}

// HasReader reports whether a place of a game has a reader of its own that works. That of a hand does not count: a card that was drawn can be shown to all, too.
func (w *Devices) HasReader(g *session.Game, place engine.Name) bool {
	fails := func(name string) bool {
		return slices.ContainsFunc(w.devices, func(d protocol.Device) bool { return d.Name == name && !d.OK })
	}
	return place != engine.None && g.Catalog.Class(place)&engine.ClassHand == 0 && slices.ContainsFunc(w.Readers, func(r Reader) bool { return g.PlaceOf(r.Seat, r.Place) == place && !fails(r.Name) })
}

// HasBuzzer reports whether the table has a buzzer, one that does not work included.
func (w *Devices) HasBuzzer() bool {
	return slices.ContainsFunc(w.devices, func(d protocol.Device) bool { return d.Name == Buzzer })
}

// title returns what people call a reader, by the seat and place that it stands for. These have names while a game is under way; g is nil if none is.
func (r Reader) title(g *session.Game, language string) string {
	switch {
	case r.Title != "":
		return lang.Translate(r.Title, language) // the titles in the example config have translations
	case g != nil && g.PlaceOf(r.Seat, r.Place) != engine.None:
		return g.InLanguage(language).Name(g.Catalog, g.PlaceOf(r.Seat, r.Place))
	case r.Seat == 0:
		return cmp.Or(r.Place, r.Name)
	case g != nil && r.Seat <= g.Catalog.Seats():
		who := g.InLanguage(language).Seat(g.Catalog, engine.Seat(r.Seat-1))
		if r.Place == "" {
			return who
		}
		return lang.T("{1}'s {2}", who, r.Place).In(language)
	case r.Place == "":
		return lang.T("Seat {1}", r.Seat).In(language)
	}
	return lang.T("Seat {1}: {2}", r.Seat, r.Place).In(language)
}

// SourceTitle returns what people call the source of a move, in the language of a localizer.
func (w *Devices) SourceTitle(source string, v *session.Localizer) string {
	for _, kind := range []string{SourceReader, SourceButton, SourceKnob} {
		if name, ok := strings.CutPrefix(source, kind); ok {
			return w.Title(name, v.Game, v.Code)
		}
	}
	if word, ok := strings.CutPrefix(source, session.SourcePhone+" "); ok {
		c := v.Game.Catalog
		if seat := c.Seat(c.Name(word)); seat != engine.NoSeat || word == c.SeatWord(engine.Nobody) {
			return lang.T("{1}'s phone", v.Game.Who(seat)).In(v.Code)
		}
	}
	switch source {
	case session.SourcePhone:
		return lang.T("phone").In(v.Code)
	case SourceClock:
		return lang.T("clock").In(v.Code)
	case SourceCatchUp:
		return lang.T("catching up").In(v.Code)
	}
	return source
}

// LogLines returns the moves of a game from index from up to to, as a seat may read them. It leaves out those that the seat must not know of.
func (w *Devices) LogLines(g *session.Game, words *session.Localizer, seat engine.Seat, from, to int) []protocol.LogLine {
	var lines []protocol.LogLine
	for i := max(0, from); i < to; i++ {
		e, standing := &g.Log[i], g.Steps.Standing()[i]
		rendering := words.Render(e)
		if text := rendering.To(seat); text != "" {
			source := w.SourceTitle(standing.Source, words)
			lines = append(slices.Grow(lines, to-i), protocol.LogLine{N: e.N, Seat: protocol.SeatNumber(e.Seat), Text: text, Also: rendering.Also, News: rendering.News, Source: source, Repeat: standing.Repeat})
		}
	}
	return lines
}
