//go:build pi

package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"familiar/cmd/familiar/internal/rig"
	"familiar/companion/protocol"
	"familiar/hw/virtual"
)

// prayerLasts is how long a prayer lasts.
const prayerLasts = 6 * time.Second

// measures measures on the guest's clock how late a Raspberry Pi is: with the end of a prayer and the ticks of its buzzer, while three processes take all the
// time they can get and the e-paper is refreshed, and with the effects of a card. A guest second has 500 million instructions: the figures are
// instructions as time.
func (s *sitting) measures() {
	s.Helper()
	s.step("cards are laid", s.measuresCards)
	before := s.ann.Snapshot().Game.Undoable
	s.step("the altar is worth six", s.worthSix)
	busy := s.run("for n in 1 2 3; do (while :; do :; done) </dev/null >/dev/null 2>&1 & echo $!; done")
	s.step("prayers, with three busy processes", func() { s.measuresPrayers(5) })
	s.run("kill " + strings.Join(strings.Fields(busy), " "))
	s.ann.Must(protocol.UndoRequest{Steps: s.ann.Snapshot().Game.Undoable - before}) // it is Ann's turn again
}

// worthSix makes Ann's altar worth six, so that she may pray.
func (s *sitting) worthSix() {
	s.Helper()
	ben := s.table.Phone("", "")
	ben.Must(protocol.SitRequest{Seat: "ben"})
	for _, m := range []struct {
		who  *rig.Phone
		verb string
		args []string
	}{
		{s.ann, "sacrifice", []string{"knight", "ann"}}, {s.ann, "draw", []string{"?"}}, {s.ann, "end", nil},
		{ben, "sacrifice", []string{"miller", "ann"}}, {ben, "give", []string{"?"}},
	} {
		m.who.Must(protocol.MoveRequest{Verb: m.verb, Args: m.args})
	}
	s.until("the altar is worth six", func() bool { return s.ann.Snapshot().Game.Facts["ann.altar.value"] == "6" })
}

// measuresCards puts down a card ten times, and logs how long phone and panel take to show an effect.
func (s *sitting) measuresCards() {
	var phone, panel spread
	for range 10 {
		s.Pass(3 * time.Second) // until the panel is idle
		before := s.bench.Panel.Image()
		at := time.Now()
		phone = append(phone, s.reads("altar-1", "imp"))
		s.until("the panel", func() bool { return !slices.Equal(before.Pix, s.bench.Panel.Image().Pix) })
		panel = append(panel, time.Since(at))
	}
	s.Logf("from a card on an RC522 to a phone: %v", phone)
	s.Logf("from a card on an RC522 to the panel: %v", panel)
}

// measuresPrayers lets some prayers run out, and logs how late each end and each tick was.
func (s *sitting) measuresPrayers(times int) {
	var ends, ticks spread
	for range times {
		s.until("nothing sounds", s.silent)
		silent := len(s.bench.Buzzer.Tones())
		if err := s.bench.Press("pray", false); err != nil {
			s.Fatal(err)
		}
		s.until("the prayer runs", func() bool {
			return s.ann.Snapshot().Game.Facts["ritual"] == "ann" && s.ann.Snapshot().Game.Timer != nil
		})
		s.until("the prayer is heard", func() bool { return s.ann.Snapshot().Game.Timer == nil })
		s.Pass(time.Second)
		ends = append(ends, s.recorded()-prayerLasts)
		heard := s.bench.Buzzer.Tones()[silent:]
		if len(heard) == 0 {
			s.Fatal("nothing is heard")
		}
		for second := time.Second; second < prayerLasts; second += time.Second {
			due := heard[0].At.Add(second)
			nearest := slices.MinFunc(heard, func(a, b virtual.Tone) int { return int(a.At.Sub(due).Abs() - b.At.Sub(due).Abs()) })
			ticks = append(ticks, nearest.At.Sub(due))
		}
		s.ann.Must(protocol.UndoRequest{Steps: 2})
	}
	s.Logf("how late the end of a prayer is in the record: %v", ends)
	s.Logf("how late a tick of the buzzer is after the first: %v", ticks)
	if worst := slices.Max(ends); worst > 500*time.Millisecond || slices.Min(ends) < 0 {
		s.Errorf("a prayer ended %v late", worst)
	}
	if worst := slices.MaxFunc(ticks, func(a, b time.Duration) int { return int(a.Abs() - b.Abs()) }); worst.Abs() > 200*time.Millisecond {
		s.Errorf("a tick came %v late", worst)
	}
}

// silent reports whether the buzzer has been silent for longer than the pause between two notes of a tune.
func (s *sitting) silent() bool {
	tones := s.bench.Buzzer.Tones()
	if len(tones) == 0 {
		return true
	}
	last := tones[len(tones)-1]
	return time.Since(last.At.Add(last.For)) > 300*time.Millisecond
}

// recorded returns how long the last prayer took, by the record of the game.
func (s *sitting) recorded() time.Duration {
	s.Helper()
	_, journal, err := s.Journal()
	if err != nil {
		s.Fatal(err)
	}
	at := func(move string) time.Time {
		s.Helper()
		found := regexp.MustCompile(`(?m)^`+move+` +# (\S+)`).FindAllStringSubmatch(string(journal), -1)
		if found == nil {
			s.Fatalf("there is no %q in\n%s", move, journal)
		}
		t, err := time.Parse(time.RFC3339, found[len(found)-1][1])
		if err != nil {
			s.Fatal(err)
		}
		return t
	}
	return at("table: amen").Sub(at("ann: pray"))
}

// spread is a series of measurements.
type spread []time.Duration

// String implements fmt.Stringer.
func (s spread) String() string {
	all := slices.Sorted(slices.Values(s))
	at := func(part float64) time.Duration {
		return all[int(part*float64(len(all)-1)+0.5)].Round(100 * time.Microsecond)
	}
	return fmt.Sprintf("least %v, median %v, nine of ten within %v, most %v (%d times)", at(0), at(0.5), at(0.9), at(1), len(all))
}
