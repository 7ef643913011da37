package player

import (
	"fmt"
	"slices"
	"strings"

	"github.com/google/go-cmp/cmp"

	"familiar/cmd/familiar/internal/rig"
	"familiar/companion/protocol"
	"familiar/companion/scene"
	"familiar/engine"
	"familiar/hw"
)

// checkImpossible tries a move that everybody takes for possible, but that is impossible after what a seat has shown of its hand. In the end nobody else may
// see any effect, but that somebody else has asked, or that such cards were laid again and again.
func (p *Player) checkImpossible() {
	p.Helper()
	m, ok := p.secretlyImpossible()
	if !ok {
		return
	}
	c := p.Reference.State().Catalog()
	p.Verbosef("  impossible: %s", c.Format(m))
	p.takeAwayLeft()
	p.Inputs["impossible"]++
	p.waitForDevices()
	watcher := p.Phones[len(p.Phones)-1]
	before, seen, said, noted := p.undoable(), p.othersScreens(m.Seat), p.othersVerdicts(m.Seat), p.notes()
	mayNote := []string{"Cards were shown again and again that cannot be.", "The host has set aside what was shown."}
	pieces := p.pieces(m)
	for i, one := range pieces {
		p.Lay(p.openReaderFor(m, one, i), one.uid)
	}
	p.Lift(uidsOf(pieces)...)
	if len(pieces) == 0 {
		p.phoneOf(m).Do(p.request(m))
	}
	for from := 0; p.undoable() == before; {
		phone := p.phoneToAnswer(m)
		g := phone.Snapshot().Game.Gesture
		option := -1
		if g != nil {
			option, from = p.optionFor(m, from, g)
		}
		if option < 0 {
			break
		}
		if !phone.Do(protocol.PickRequest{Gesture: g.ID, Option: option}).OK {
			if phone == watcher {
				mayNote = append(mayNote, "The host has told something that cannot be.",
					fmt.Sprintf("The host has told something that does not fit what %s has told.", p.words.Seat(c, m.Seat)))
			}
			break
		}
	}
	saidThen := p.othersVerdicts(m.Seat)
	if g := watcher.Snapshot().Game.Gesture; g != nil {
		watcher.Must(protocol.DropRequest{Gesture: g.ID}) // everybody is told that
	}
	if more := p.undoable() - before; more > 0 {
		p.Inputs["impossible, but another move fitted"]++ // the cards fitted another move, and the rest perhaps the answer to that
		p.Phones[0].Must(protocol.UndoRequest{Steps: more})
		return
	}
	if diff := cmp.Diff(said, saidThen); diff != "" {
		p.Errorf("%s was refused, and others are told:\n%s", c.Format(m), diff)
	}
	if diff := cmp.Diff(seen, p.othersScreens(m.Seat)); diff != "" {
		p.Errorf("%s was refused, and others see of it:\n%s", c.Format(m), diff)
	}
	for text, times := range p.notes() {
		if times > noted[text] && !slices.Contains(mayNote, text) && !strings.HasPrefix(text, "The host has answered for ") {
			p.Errorf("%s was refused, and the log says: %s", c.Format(m), text)
		}
	}
}

// notes counts the notes in the log by their texts.
func (p *Player) notes() map[string]int {
	times := make(map[string]int)
	for _, n := range p.Phones[len(p.Phones)-1].Snapshot().Game.Notes {
		times[n.Text]++
	}
	return times
}

// phoneToAnswer returns a phone that is asked about an impossible move: that of its seat, unless that one, which knows better, is asked about other
// moves only. It would make one of those.
func (p *Player) phoneToAnswer(m engine.Move) *rig.Phone {
	own, watcher := p.phoneOf(m), p.Phones[len(p.Phones)-1]
	g, all := own.Snapshot().Game.Gesture, watcher.Snapshot().Game.Gesture
	if g != nil && all != nil && !slices.Equal(g.Options, all.Options) {
		return watcher
	}
	return own
}

// secretlyImpossible picks a move of a seat that only the table and that seat know to be impossible.
func (p *Player) secretlyImpossible() (engine.Move, bool) {
	state := p.Reference.State()
	var all []engine.Move
	for m := range state.View(engine.Public).Moves {
		if m.Seat != engine.Nobody && !state.View(m.Seat).Check(m).OK() {
			all = append(all, m)
		}
	}
	if len(all) == 0 {
		return engine.Move{}, false
	}
	return all[p.rng.IntN(len(all))], true
}

// openReaderFor picks a reader that everybody sees, for a piece of a move.
func (p *Player) openReaderFor(m engine.Move, one piece, nth int) string {
	for {
		reader := p.readerFor(m, one, nth)
		if i := slices.IndexFunc(p.Wiring.Readers, func(r hw.Reader) bool { return r.Name == reader }); !p.hides(p.Wiring.Readers[i]) {
			return reader
		}
	}
}

// othersVerdicts returns the last verdict as everybody but a seat reads it.
func (p *Player) othersVerdicts(seat engine.Seat) []string {
	var verdicts []string
	for _, phone := range p.otherPhones(seat) {
		text := ""
		if v := phone.Snapshot().Game.Verdict; v != nil {
			text = v.Text
		}
		verdicts = append(verdicts, text)
	}
	return verdicts
}

// othersScreens returns what everybody but a seat sees, without notes and the last verdict, and without effects that pass by themselves.
func (p *Player) othersScreens(seat engine.Seat) []string {
	p.Helper()
	var screens []string
	for _, phone := range p.otherPhones(seat) {
		s := *phone.Snapshot()
		game := *s.Game
		game.Notes, game.Verdict = nil, nil
		s.Game = &game
		screens = append(screens, withoutCounters(p, &s))
	}
	sc, seen := p.Scene()
	if !seen {
		return screens
	}
	sc.Cue, sc.CueN, sc.Verdict, sc.News = scene.CueNone, 0, nil, nil // phones show the same verdict
	return append(screens, string(rig.MustJSON(sc)))
}
