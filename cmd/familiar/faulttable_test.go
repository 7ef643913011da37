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
	"familiar/hw/panel"
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
[digits]
clk = "GPIO22"
dio = "GPIO27"
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
	// reactionTime is the time limit for the reaction to an action: for a finger or a poll, and the news of it.
	reactionTime = 200 * time.Millisecond
	// recoveryTime is the time limit for everything to work again after the end of a fault.
	recoveryTime = 2 * time.Second
)

// refreshTime is how long a working panel may take to show a picture: the refresh under way, the pause that protects the display, and the
// picture itself.
var refreshTime = map[panel.Model]time.Duration{panel.WaveshareV2: 4500 * time.Millisecond, panel.WaveshareV4: 20 * time.Second}

// faultTable is a game of three on a table with faults. Every move is undone, so that it can be made again.
type faultTable struct {
	*rig.Rig
	during    string // what is happening, for error messages
	phones    []*rig.Phone
	expected  []string // the expected journal
	cardsLaid int      // cards laid so far
	undone    int      // undone so far
}

// withFaultTable runs a test with a game under way.
func withFaultTable(t *testing.T, config string, test func(o *faultTable)) {
	t.Helper()
	withFaultTableAt(t, config, t.TempDir(), test)
}

// withFaultTableAt does the same on a state directory.
func withFaultTableAt(t *testing.T, config, state string, test func(o *faultTable)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		r := rig.New(t, games(), config, state)
		defer r.Stop()
		o := &faultTable{Rig: r, during: "the beginning"}
		o.begin()
		o.waitUntilWorking(recoveryTime + refreshTime[o.Wiring.Panel.Model])
		test(o)
		o.compareJournal()
	})
}

// begin begins a game of three.
func (o *faultTable) begin() {
	o.Helper()
	seats := []string{"ann", "ben", "cai"}
	for i, seat := range seats {
		p := o.Phone("127.0.0.1", "")
		if i == 0 {
			p.Must(protocol.StartRequest{Game: "sacrilege", Seats: seats})
		}
		p.Must(protocol.SitRequest{Seat: seat})
		o.phones = append(o.phones, p)
	}
	o.phones[0].Must(protocol.MoveRequest{Seat: "table", Verb: "reveal", Args: []string{"king"}})
	o.expect("table: reveal king")
}

// expect waits until the journal has this line at its end.
func (o *faultTable) expect(line string) {
	o.Helper()
	o.expectWithin(reactionTime, line)
}

func (o *faultTable) expectWithin(most time.Duration, line string) {
	o.Helper()
	o.expected = append(o.expected, line)
	for waited := time.Duration(0); !o.journalMatches(); waited += 10 * time.Millisecond {
		if waited > most {
			o.Fatalf("%s: %q is not acknowledged", o.during, line)
		}
		o.Pass(10 * time.Millisecond)
	}
}

// journalMatches reports whether the journal holds every move of the test. It must not hold anything else.
func (o *faultTable) journalMatches() bool {
	o.Helper()
	held := o.lines()
	if n := min(len(held), len(o.expected)); !slices.Equal(held[:n], o.expected[:n]) || len(held) > n {
		n = max(0, n-2)
		o.Fatalf("%s: the journal holds … %q, and what was done is … %q", o.during, held[n:], o.expected[n:])
	}
	return len(held) == len(o.expected)
}

// compareJournal checks that the journal holds exactly the moves of the test, and can be replayed.
func (o *faultTable) compareJournal() {
	o.Helper()
	if !o.journalMatches() {
		o.Errorf("%s: not all that was done is in the journal", o.during)
	}
	history := o.JournalHistory(games())
	undone := 0
	for _, line := range o.expected {
		if line == "undo" {
			undone++
		}
	}
	if got, want := len(history.Moves()), len(o.expected)-2*undone; got != want {
		o.Errorf("%s: %d moves stand, not %d", o.during, got, want)
	}
}

// lines returns the moves and undos of the journal.
func (o *faultTable) lines() []string {
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
			lines = append(lines, strings.TrimSuffix(l.Statement(), " ?")) // a drawn card may be recorded as unseen
		case record.Undo:
			lines = append(lines, "undo")
		}
	}
	return lines
}

// layCard puts a card on a reader, where it stays.
func (o *faultTable) layCard(reader string) string {
	o.Helper()
	card := o.putCard(reader)
	o.expect(o.sacrifice(card, reader))
	return card
}

// putCard puts a card on a reader, whether the reader works or not.
func (o *faultTable) putCard(reader string) string {
	o.Helper()
	card := plainCards[o.cardsLaid%len(plainCards)]
	o.cardsLaid++
	o.Put(reader, o.Tags[card][0])
	return card
}

// sacrifice returns the move that a card on a reader makes.
func (o *faultTable) sacrifice(card, reader string) string {
	i := slices.IndexFunc(o.Wiring.Readers, func(r hw.Reader) bool { return r.Name == reader })
	return fmt.Sprintf("ann: sacrifice %s %s", card, []string{"ann", "ben", "cai"}[o.Wiring.Readers[i].Seat-1])
}

// undo undoes the last move, on a phone or by holding the button, unless the button is out of order.
func (o *faultTable) undo(button bool) {
	o.Helper()
	if o.undone++; button && o.undone%2 == 0 {
		o.Press("yes", true)
	} else {
		o.phones[o.undone%3].Must(protocol.UndoRequest{})
	}
	o.expect("undo")
}

// drawWithKnob draws a card with the knob.
func (o *faultTable) drawWithKnob() {
	o.Helper()
	o.Press("knob", false)
	o.Pass(reactionTime)
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

// brokenDevices returns what every screen reports about broken devices.
func (o *faultTable) brokenDevices() map[string]string {
	o.Helper()
	ill, all := o.brokenOnPhones()
	if !all { // some phones have not got the news yet
		o.Pass(rig.NewsDelay)
		if ill, all = o.brokenOnPhones(); !all {
			o.Errorf("%s: not everybody is told of %v; the scene says %q", o.during, ill, o.Daemon.Stage().Scene().Trouble)
		}
	}
	return ill
}

// brokenOnPhones returns what one phone reports, and whether all phones report the same, and the scene reports one of the devices.
func (o *faultTable) brokenOnPhones() (ill map[string]string, all bool) {
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

// waitUntilWorking waits until all devices work, and all displays show the present state.
func (o *faultTable) waitUntilWorking(most time.Duration) {
	o.Helper()
	o.within(most, "all devices are well", func() bool { return len(o.brokenDevices()) == 0 })
	if o.Daemon.Virtual().Bench().Lamps != nil {
		o.within(recoveryTime, "the lamps show the scene", o.lampsMatch)
	}
}

// within waits until a condition holds.
func (o *faultTable) within(most time.Duration, what string, is func() bool) {
	o.Helper()
	for waited := time.Duration(0); !is(); waited += 20 * time.Millisecond {
		if waited > most {
			o.Fatalf("%s: after %v it is not so that %s: %v", o.during, waited, what, o.brokenDevices())
		}
		o.Pass(20 * time.Millisecond)
	}
}

// lampsMatch reports whether the lamps show the scene, and no flash.
func (o *faultTable) lampsMatch() bool {
	lights := o.Daemon.Virtual().Bench().Lights()
	return slices.EqualFunc(lights, stage.Lamps(o.Daemon.Stage().Scene(), stage.Row{Count: len(lights)}, time.Now()), rig.SimilarColour)
}

// panelMatches reports whether the panel shows the scene, or a page of it.
func (o *faultTable) panelMatches() bool {
	got := o.Daemon.Virtual().Bench().Panel.Image()
	screen := stage.Screen{Size: got.Bounds().Size(), Negative: o.Wiring.Panel.Model == panel.SSD1306}
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

// toneSince reports whether the buzzer has started a tone after a moment.
func (o *faultTable) toneSince(since time.Time) bool {
	tones := o.Daemon.Virtual().Bench().Buzzer.Tones()
	return len(tones) > 0 && !tones[len(tones)-1].At.Before(since)
}

// useDevices uses every device that is not out of order.
func (o *faultTable) useDevices(out unusable) {
	o.Helper()
	for _, r := range o.Wiring.Readers {
		if slices.Contains(out.readers, r.Name) {
			continue
		}
		card := o.layCard(r.Name)
		o.undo(!out.button)
		o.Lift(o.Tags[card]...)
	}
	if !out.button {
		o.Press("draw", false)
		o.expect("ann: draw")
		o.undo(true)
	}
	if !out.knob {
		o.drawWithKnob()
		o.undo(!out.button)
	}
	o.phones[0].Must(protocol.MoveRequest{Verb: "draw"})
	o.expect("ann: draw")
	o.undo(!out.button)
}

// unusable lists what cannot be used during a fault.
type unusable struct {
	readers []string
	button  bool // the buttons "draw" and "yes"
	knob    bool
}

// isInk reports whether the panel is e-paper.
func (o *faultTable) isInk() bool { return o.Wiring.Panel.Model != panel.SSD1306 }
