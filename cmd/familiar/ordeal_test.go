package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"familiar/cmd/familiar/internal/rig"
	"familiar/companion/protocol"
	"familiar/companion/stage"
	"familiar/engine/record"
	"familiar/hw"
)

// Readers of all kinds: two chips on the selects of one bus, one on another bus, and PN532s. Two seats have several readers at their altars.
const (
	faultyReaders = `
[[reader]]
name = "first"
title = "First"
bus = "SPI0.0"
seat = 2
place = "altar"
[[reader]]
name = "second"
title = "Second"
bus = "SPI0.1"
seat = 3
place = "altar"
[[reader]]
name = "third"
title = "Third"
bus = "SPI1.0"
seat = 2
place = "altar"
[[reader]]
name = "fourth"
title = "Fourth"
chip = "pn532"
bus = "I2C1"
seat = 3
place = "altar"
[[reader]]
name = "fifth"
title = "Fifth"
chip = "pn532"
bus = "SPI1.1"
seat = 2
place = "altar"

[[button]]
name = "draw"
title = "Draw"
pin = "GPIO16"
press = "draw"
[[button]]
name = "yes"
title = "Yes"
pin = "GPIO26"
press = "confirm"
long = "undo"
[[knob]]
name = "knob"
title = "Knob"
a = "GPIO5"
b = "GPIO6"
press = "GPIO12"
`
	faultyInk = faultyReaders + `
[panel]
bus = "SPI4.0"
dc = "GPIO25"
reset = "GPIO17"
busy = "GPIO24"
[lamps]
model = "apa102"
bus = "SPI5.0"
count = 12
brightness = 100
[buzzer]
kind = "active"
pin = "GPIO23"
`
	faultyOLED = faultyReaders + `
[panel]
model = "ssd1306"
bus = "I2C1"
[lamps]
model = "ws2812"
bus = "SPI5.0"
count = 12
brightness = 100
[buzzer]
kind = "passive"
pwm = "/sys/class/pwm/pwmchip0/pwm0"
`
	faultyWhole = faultyReaders + `
[panel]
model = "waveshare2in13v4"
bus = "SPI4.0"
dc = "GPIO25"
reset = "GPIO17"
busy = "GPIO24"
`
)

// faultyTables are the tables on which devices fail; together they have all kinds of devices.
var faultyTables = map[string]string{"ink": faultyInk, "OLED": faultyOLED, "whole": faultyWhole}

const (
	// usual is the time limit for the reaction to an action: for a finger or a poll, and the news of it.
	usual = 200 * time.Millisecond
	// again is the time limit for everything to work again after the end of a fault.
	again = 2 * time.Second
)

// refreshing is how long a working panel may take to show a picture: the refresh under way, the pause that protects the display, and the
// picture itself.
var refreshing = map[string]time.Duration{hw.PanelV2: 4500 * time.Millisecond, hw.PanelV4: 20 * time.Second}

// ordeal is a game of three on a table with faults. Every move is undone, so that it can be made again.
type ordeal struct {
	*rig.Rig
	during string // what is happening, for error messages
	phones []*rig.Phone
	said   []string // the expected journal
	dealt  int      // cards laid so far
	byHand int      // undone so far
}

// inOrdeal runs a test with a game under way.
func inOrdeal(t *testing.T, config string, test func(o *ordeal)) {
	t.Helper()
	inOrdealAt(t, config, t.TempDir(), test)
}

// inOrdealAt does the same on a state directory.
func inOrdealAt(t *testing.T, config, state string, test func(o *ordeal)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		r := rig.New(t, games(), config, state)
		defer r.Stop()
		o := &ordeal{Rig: r, during: "the beginning"}
		o.begin()
		o.isWell(again + refreshing[o.Wiring.Panel.Model])
		test(o)
		o.keptAll()
	})
}

// begin begins a game of three.
func (o *ordeal) begin() {
	o.Helper()
	seats := []string{"ann", "ben", "cai"}
	for i, seat := range seats {
		p := o.Phone("127.0.0.1", "")
		if i == 0 {
			p.Must(protocol.Request{Kind: "start", Game: "sacrilege", Seats: seats})
		}
		p.Must(protocol.Request{Kind: "sit", Seat: seat})
		o.phones = append(o.phones, p)
	}
	o.phones[0].Must(protocol.Request{Kind: "move", Seat: "table", Verb: "reveal", Args: []string{"king"}})
	o.expect("table: reveal king")
}

// expect waits until the journal has this line at its end.
func (o *ordeal) expect(line string) {
	o.Helper()
	o.expectWithin(usual, line)
}

func (o *ordeal) expectWithin(most time.Duration, line string) {
	o.Helper()
	o.said = append(o.said, line)
	for waited := time.Duration(0); !o.agrees(); waited += 10 * time.Millisecond {
		if waited > most {
			o.Fatalf("%s: %q is not acknowledged", o.during, line)
		}
		o.Pass(10 * time.Millisecond)
	}
}

// agrees reports whether the journal holds every move of the test. It must not hold anything else.
func (o *ordeal) agrees() bool {
	o.Helper()
	held := o.lines()
	if n := min(len(held), len(o.said)); !slices.Equal(held[:n], o.said[:n]) || len(held) > n {
		n = max(0, n-2)
		o.Fatalf("%s: the journal holds … %q, and what was done is … %q", o.during, held[n:], o.said[n:])
	}
	return len(held) == len(o.said)
}

// keptAll checks that the journal holds exactly the moves of the test, and can be replayed.
func (o *ordeal) keptAll() {
	o.Helper()
	if !o.agrees() {
		o.Errorf("%s: not all that was done is in the journal", o.during)
	}
	history := o.JournalHistory(games())
	undone := 0
	for _, line := range o.said {
		if line == "undo" {
			undone++
		}
	}
	if got, want := len(history.Moves()), len(o.said)-2*undone; got != want {
		o.Errorf("%s: %d moves stand, not %d", o.during, got, want)
	}
}

// lines returns the moves and undos of the journal.
func (o *ordeal) lines() []string {
	o.Helper()
	_, data, err := o.Journal()
	if err != nil {
		o.Fatal(err)
	}
	var lines []string
	for text := range strings.Lines(string(data)) {
		l, err := record.ParseLine(strings.TrimSuffix(text, "\n"))
		if err != nil {
			o.Fatal(err)
		}
		switch l.Kind {
		case record.Play:
			lines = append(lines, strings.TrimSuffix(l.Said(), " ?")) // a drawn card may be recorded as unseen
		case record.Undo:
			lines = append(lines, "undo")
		}
	}
	return lines
}

// card puts a card on a reader, where it stays.
func (o *ordeal) card(reader string) string {
	o.Helper()
	card := o.deal(reader)
	o.expect(o.sacrifice(card, reader))
	return card
}

// deal puts a card on a reader, whether the reader works or not.
func (o *ordeal) deal(reader string) string {
	o.Helper()
	card := plainCards[o.dealt%len(plainCards)]
	o.dealt++
	o.Put(reader, o.Tags[card][0])
	return card
}

// sacrifice returns the move that a card on a reader makes.
func (o *ordeal) sacrifice(card, reader string) string {
	i := slices.IndexFunc(o.Wiring.Readers, func(r hw.Reader) bool { return r.Name == reader })
	return fmt.Sprintf("ann: sacrifice %s %s", card, []string{"ann", "ben", "cai"}[o.Wiring.Readers[i].Seat-1])
}

// undo undoes the last move, on a phone or by holding the button, unless the button is out of order.
func (o *ordeal) undo(button bool) {
	o.Helper()
	if o.byHand++; button && o.byHand%2 == 0 {
		o.Press("yes", true)
	} else {
		o.phones[o.byHand%3].Must(protocol.Request{Kind: "undo"})
	}
	o.expect("undo")
}

// dial draws a card with the knob.
func (o *ordeal) dial() {
	o.Helper()
	o.Press("knob", false)
	o.Pass(usual)
	choice := o.Daemon.Stage().Scene().Choice
	if choice == nil {
		o.Fatalf("%s: the knob was pushed, and there is no list", o.during)
	}
	at := slices.Index(choice.Items, "Draw")
	if at < 0 {
		o.Fatalf("%s: the knob's list is %q", o.during, choice.Items)
	}
	if err := o.Daemon.Virtual().Bench().Turn("knob", at-choice.At); err != nil {
		o.Fatal(err)
	}
	o.Pass(500 * time.Millisecond) // the time it takes to read the chosen item
	o.Press("knob", false)
	o.expect("ann: draw")
}

// ill returns what every screen reports about broken devices.
func (o *ordeal) ill() map[string]string {
	o.Helper()
	ill, all := o.illOn()
	if !all { // some phones have not got the news yet
		o.Pass(rig.NewsDelay)
		if ill, all = o.illOn(); !all {
			o.Errorf("%s: not everybody is told of %v; the scene says %q", o.during, ill, o.Daemon.Stage().Scene().Trouble)
		}
	}
	return ill
}

// illOn returns what one phone reports, and whether all phones report the same, and the scene reports one of the devices.
func (o *ordeal) illOn() (ill map[string]string, all bool) {
	for i, p := range o.phones {
		its := make(map[string]string)
		for _, d := range p.Snapshot().Devices {
			if !d.OK {
				its[d.Name] = d.Text
			}
		}
		if i > 0 && !maps.Equal(its, ill) {
			return ill, false
		}
		ill = its
	}
	trouble := o.Daemon.Stage().Scene().Trouble
	all = trouble == "" && len(ill) == 0
	for name, text := range ill {
		all = all || trouble == name+": "+text
	}
	return ill, all
}

// isWell waits until all devices work, and all displays show the present state.
func (o *ordeal) isWell(most time.Duration) {
	o.Helper()
	o.within(most, "all devices are well", func() bool { return len(o.ill()) == 0 })
	if o.Daemon.Virtual().Bench().Lamps != nil {
		o.within(again, "the lamps show the scene", o.lit)
	}
}

// within waits until a condition holds.
func (o *ordeal) within(most time.Duration, what string, is func() bool) {
	o.Helper()
	for waited := time.Duration(0); !is(); waited += 20 * time.Millisecond {
		if waited > most {
			o.Fatalf("%s: after %v it is not so that %s: %v", o.during, waited, what, o.ill())
		}
		o.Pass(20 * time.Millisecond)
	}
}

// lit reports whether the lamps show the scene, and no flash.
func (o *ordeal) lit() bool {
	lights := o.Daemon.Virtual().Bench().Lights()
	return slices.EqualFunc(lights, stage.Lamps(o.Daemon.Stage().Scene(), stage.Row{Count: len(lights)}, time.Now()), rig.SimilarColour)
}

// drawn reports whether the panel shows the scene, or a page of it.
func (o *ordeal) drawn() bool {
	got := o.Daemon.Virtual().Bench().Panel.Image()
	screen := stage.Screen{Size: got.Bounds().Size(), Negative: o.Wiring.Panel.Model == hw.PanelOLED}
	if screen.Negative { // on this panel, black dots are light
		for i, shade := range got.Pix {
			got.Pix[i] = ^shade
		}
	}
	for _, page := range stage.Pages(o.Daemon.Stage().Scene(), screen, time.Now()) {
		if rig.SameDots(page, got) {
			return true
		}
	}
	return false
}

// heard reports whether the buzzer has started a tone after a moment.
func (o *ordeal) heard(since time.Time) bool {
	tones := o.Daemon.Virtual().Bench().Buzzer.Tones()
	return len(tones) > 0 && !tones[len(tones)-1].At.Before(since)
}

// works uses every device that is not out of order.
func (o *ordeal) works(out outOfOrder) {
	o.Helper()
	for _, r := range o.Wiring.Readers {
		if slices.Contains(out.readers, r.Name) {
			continue
		}
		card := o.card(r.Name)
		o.undo(!out.button)
		o.Lift(o.Tags[card]...)
	}
	if !out.button {
		o.Press("draw", false)
		o.expect("ann: draw")
		o.undo(true)
	}
	if !out.knob {
		o.dial()
		o.undo(!out.button)
	}
	o.phones[0].Must(protocol.Request{Kind: "move", Verb: "draw"})
	o.expect("ann: draw")
	o.undo(!out.button)
}

// outOfOrder lists what cannot be used during a fault.
type outOfOrder struct {
	readers []string
	button  bool // the buttons "draw" and "yes"
	knob    bool
}

// isInk reports whether the panel is e-paper.
func (o *ordeal) isInk() bool { return o.Wiring.Panel.Model != hw.PanelOLED }
