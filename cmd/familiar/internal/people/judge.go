package people

import (
	"fmt"
	"slices"

	"familiar/companion/protocol"
)

// compare holds what the table believes against the truth.
func (e *Evening) compare() {
	told := e.told
	e.told = 0
	e.Score.Told += told
	e.judge(told)
	if e.Watch != nil {
		e.Watch(told, e.noticed)
	}
	e.noticed = nil
	wrong := e.difference()
	if e.inStep = wrong == ""; e.inStep {
		e.Score.InStep += told
	} else {
		e.trace("  OUT OF STEP: %s", wrong)
	}
}

// reading is a move that the table has believed, and that was not made in truth.
type reading struct {
	n    int // of the move, as the table counts them
	text string
	told int // how many moves had been told by then
}

// standsFor is after how many told moves a false reading counts.
const standsFor = 3

// recent is how many of the last true moves a reading may be one of.
const recent = 12

// judge looks for false readings in the table's log: moves that are not among the last true ones.
func (e *Evening) judge(told int) {
	g := e.table.See(Watcher).Game
	if g == nil {
		return
	}
	stands := make(map[int]string)
	for _, line := range g.Log {
		stands[line.N] = line.Text
		if line.N <= e.judged {
			continue
		}
		if !slices.Contains(e.sentences[max(0, len(e.sentences)-recent):], line.Text) {
			e.trace("  FALSE: %s", line.Text)
			e.readings = append(e.readings, reading{line.N, line.Text, e.Score.Told - told})
		}
	}
	e.judged = g.Undoable
	e.readings = slices.DeleteFunc(e.readings, func(r reading) bool {
		text, visible := stands[r.n]
		switch {
		case r.n > g.Undoable || visible && text != r.text:
			return true // it was taken back
		case e.Score.Told < r.told+standsFor:
			return false
		}
		e.Score.Wrong++
		return true
	})
}

// difference returns the first public fact in which the table differs from the truth, or the question, or "".
func (e *Evening) difference() string {
	g := e.table.See(Watcher).Game
	if g == nil {
		return "there is no game"
	}
	for path, value := range Plain(e.State()) {
		if g.Facts[path] != value {
			return fmt.Sprintf("%s is %q, the table has %q", path, value, g.Facts[path])
		}
	}
	if ask := e.State().Status().Ask; !e.State().Status().Over && (g.Ask.Seat != protocol.SeatNumber(ask.Seat) || g.Ask.Open != ask.Open || g.Ask.Key != ask.Key) {
		return fmt.Sprintf("%s is asked, the table asks %s", ask.Key, g.Ask.Key)
	}
	return ""
}

// end notes how the game has ended at the table.
func (e *Evening) end() {
	e.Score.Right = e.State().Status().Over && e.table.See(Watcher).Phase == protocol.PhaseOver && e.difference() == ""
}
