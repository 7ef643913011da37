package player

import (
	"image"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"familiar/cmd/familiar/internal/rig"
	"familiar/companion/protocol"
	"familiar/companion/scene"
	"familiar/companion/stage"
	"familiar/engine"

	"github.com/google/go-cmp/cmp"
)

// Compare compares journal, phones and panel with the engine.
func (p *Player) Compare(after string) {
	p.Helper()
	p.CompareData(after)
	if p.Reference.State().Status().Over || p.rng.IntN(4) == 0 { // this takes a second
		p.compareDevices(after)
	}
}

// CompareData compares the journal, the phones and the scene with the engine.
func (p *Player) CompareData(after string) {
	p.Helper()
	state := p.Reference.State()
	if got := p.JournalHistory([]engine.Game{p.game}); !slices.Equal(got.Moves(), p.Reference.Moves()) {
		p.Errorf("after %s the journal holds %d moves, not %d", after, len(got.Moves()), len(p.Reference.Moves()))
	}
	for i, phone := range p.Phones {
		p.comparePhone(after, phone, state.View(phone.Viewer()), phone.Viewer())
		p.compareLog(after, i)
	}
	sc, seen := p.Scene()
	if !seen {
		return
	}
	status := state.View(engine.Public).Status()
	if sc.Turn != sceneSeat(status.Turn) || sc.Asked != sceneSeat(status.Ask.Seat) || sc.Winner != sceneSeat(status.Winner) {
		p.Errorf("after %s the scene has turn %d, asked %d, winner %d, and the game %+v", after, sc.Turn, sc.Asked, sc.Winner, status)
	}
	p.compareCounts(after, state, sc)
}

// compareCounts compares the counts of the scene with the facts. Rare counts are shown while somebody has some.
func (p *Player) compareCounts(after string, state engine.State, sc scene.Scene) {
	p.Helper()
	c := state.Catalog()
	column := 0
	for _, count := range p.words.Counts {
		values, there := make([]string, c.Seats()), !count.Rare
		for i := range values {
			fact, ok := engine.Fact(state, c.SeatWord(engine.Seat(i))+"."+count.Fact)
			values[i], there = count.Text(fact), there || ok
		}
		if !there {
			continue
		}
		for i, want := range values {
			if column >= len(sc.Counts) || sc.Counts[column] != count.Short || sc.Seats[i].Counts[column] != want {
				p.Errorf("after %s the scene has %v of seat %d as %v, not %s of %s", after, sc.Counts, i, sc.Seats[i].Counts, count.Short, want)
			}
		}
		column++
	}
	if column != len(sc.Counts) {
		p.Errorf("after %s the scene counts %v", after, sc.Counts)
	}
}

// sceneSeat returns a seat as scenes have it: -1 is nobody.
func sceneSeat(s engine.Seat) int {
	if s >= engine.NoSeat {
		return -1
	}
	return int(s)
}

// comparePhone compares the snapshot of a phone with the view of its seat.
func (p *Player) comparePhone(after string, phone *rig.Phone, view engine.State, seat engine.Seat) {
	p.Helper()
	s := phone.Snapshot()
	g := s.Game
	want := make(map[string]string)
	for path, value := range view.Facts {
		want[path] = value
	}
	if !reflect.DeepEqual(g.Facts, want) {
		p.Errorf("after %s the phone of seat %d has other facts (-engine +phone):\n%s", after, phone.Seat, cmp.Diff(want, g.Facts))
	}
	moves, table := protocol.Tree{}, protocol.Tree{}
	c := view.Catalog()
	for m := range view.Moves {
		words := append([]string{c.Word(m.Verb)}, strings.Fields(c.FormatArgs(m))...)
		switch f, _ := c.Match(m); {
		case f.Laid: // only readers make such moves
		case m.Seat == engine.Nobody:
			addToTree(table, words)
		case m.Seat == seat:
			addToTree(moves, words)
		}
	}
	if its, others := g.Moves.Plain(), g.TableMoves.Plain(); !reflect.DeepEqual(its, moves) || !reflect.DeepEqual(others, table) {
		p.Errorf("after %s seat %d is offered %v and %v, not %v and %v", after, phone.Seat, its, others, moves, table)
	}
	if g.Undoable != len(p.Reference.Moves()) {
		p.Errorf("after %s seat %d may undo %d moves of %d", after, phone.Seat, g.Undoable, len(p.Reference.Moves()))
	}
	for path := range g.Facts {
		if owner, ok := strings.CutSuffix(path, ".hand.seen"); ok && owner != c.SeatWord(seat) {
			p.Errorf("after %s seat %d is shown %s", after, phone.Seat, path)
		}
	}
	for _, v := range phone.TakeViolations() {
		p.Errorf("after %s seat %d was sent %s", after, phone.Seat, v)
	}
}

// addToTree adds a list of words to a tree, with a key for each word. A level where a move may end, although others go on, has an empty key.
func addToTree(t protocol.Tree, words []string) {
	for i, w := range words {
		below, known := t[w]
		if !known {
			below = protocol.Tree{}
			t[w] = below
		}
		ends, last := known && len(below) == 0, i == len(words)-1
		if ends && !last || last && len(below) > 0 {
			below[""] = protocol.Tree{}
		}
		t = below
	}
}

// compareLog compares the last moves on a phone with their texts for its seat.
func (p *Player) compareLog(after string, phone int) {
	p.Helper()
	log := p.Phones[phone].Snapshot().Game.Log
	for i := len(p.texts) - 1; i >= 0 && len(log) > 0; i-- {
		want := p.texts[i][phone]
		if want == "" {
			continue // this move is hidden from the phone
		}
		last := log[len(log)-1]
		if last.Text != want || last.N != i+1 || last.Repeat != p.repeats[i] {
			p.Errorf("after %s seat %d is shown as move %d %q, not %q", after, p.Phones[phone].Seat, last.N, last.Text, want)
			return
		}
		log = log[:len(log)-1]
	}
}

// compareDevices waits until panel, digits and lamps show the scene. While a clock runs, they may show a moment that is just past: the panel needs
// about a second to show a second.
func (p *Player) compareDevices(after string) {
	p.Helper()
	panelLag, ringLag := time.Duration(0), time.Duration(0)
	if timer := p.Phones[0].Snapshot().Game.Timer; timer != nil && !timer.Paused {
		if p.timeLeft() < 4500*time.Millisecond {
			return // the time would run out meanwhile
		}
		panelLag, ringLag = 1500*time.Millisecond, 120*time.Millisecond
	}
	if _, seen := p.Scene(); !seen {
		if panelLag == 0 && p.PanelPicture() != nil {
			p.waitForPicture(after, p.Recording.NextPicture(p.T, after))
		}
		return
	}
	p.comparePanel(after, panelLag)
	p.compareDigits(after, ringLag)
	p.waitForScene(after, "the ring", func(sc scene.Scene) bool {
		got := p.Devices().Lights()
		return wasTrueLately(ringLag, 10*time.Millisecond, func(at time.Time) bool {
			return slices.EqualFunc(got, stage.Lamps(sc, stage.Row{Count: len(got)}, at), rig.SimilarColour)
		})
	})
}

// compareDigits waits until the digits show the scene. lag is how late they may be while a clock runs.
func (p *Player) compareDigits(after string, lag time.Duration) {
	p.Helper()
	if p.Wiring.Digits == nil {
		return
	}
	p.waitForScene(after, "the number display", func(sc scene.Scene) bool {
		got := strings.TrimSpace(p.Devices().Number())
		return wasTrueLately(lag, 10*time.Millisecond, func(at time.Time) bool {
			if left, ok := stage.Seconds(sc, at); ok {
				return got == strconv.Itoa(left)
			}
			return got == ""
		})
	})
}

// comparePanel waits until the panel shows the scene. panelLag is how late it may be while a clock runs.
func (p *Player) comparePanel(after string, panelLag time.Duration) {
	p.Helper()
	if p.PanelPicture() == nil {
		return // there is none
	}
	var still scene.Scene // the scene of drawn, while no clock runs
	var drawn image.Image
	screen := p.Screen()
	p.waitForScene(after, "the panel", func(sc scene.Scene) bool {
		if panelLag == 0 {
			if drawn == nil || !reflect.DeepEqual(sc, still) {
				still, drawn = sc, stage.Picture(sc, screen, time.Now())
			}
			return rig.SameDots(drawn, p.PanelPicture())
		}
		return wasTrueLately(panelLag, 500*time.Millisecond, func(at time.Time) bool {
			return rig.SameDots(stage.Picture(sc, screen, at), p.PanelPicture())
		})
	})
	if panelLag == 0 {
		p.Recording.AddPicture(after, p.PanelPicture())
	}
}

// wasTrueLately reports whether a condition held at a moment not long ago.
func wasTrueLately(ago, step time.Duration, held func(time.Time) bool) bool {
	now := time.Now()
	for back := time.Duration(0); back <= ago; back += step {
		if held(now.Add(-back)) {
			return true
		}
	}
	return false
}

// waitForScene waits until a device shows the scene. The panel makes a partial refresh at most once a second, a full refresh takes two
// seconds, and lamps flash for a moment.
func (p *Player) waitForScene(after, device string, shows func(scene.Scene) bool) {
	p.Helper()
	for waited := time.Duration(0); !shows(p.ExpectedScene()); waited += 100 * time.Millisecond {
		if waited > 5*time.Second {
			p.Fatalf("after %s %s does not show the scene", after, device)
		}
		p.Pass(100 * time.Millisecond)
	}
}

// waitForPicture waits until the panel shows a picture.
func (p *Player) waitForPicture(after string, picture image.Image) {
	p.Helper()
	for waited := time.Duration(0); !rig.SameDots(picture, p.PanelPicture()); waited += 100 * time.Millisecond {
		if waited > 10*time.Second {
			p.Fatalf("after %s the panel does not show what it shows on the other table", after)
		}
		p.Pass(100 * time.Millisecond)
	}
}
