package sator

import (
	"strconv"
	"strings"

	"familiar/engine"
)

// tellReach writes what a phone that draws the board would otherwise have to work out. The game does not need these facts.
func (s *State) tellReach(t *engine.FactWriter) {
	if s.over() {
		return
	}
	s.tellSteps(t)
	for b, laid := range s.laid {
		if laid.empty() {
			continue
		}
		if toll := s.toll(b); toll > 0 {
			t.Number(s.paths.tolls[b], toll)
		}
		if s.held(b) {
			continue
		}
		var turns, slides []string
		for pivot, q := range s.turnsOf(b, nowhere) {
			turns = append(turns, s.word(pivot)+" "+strconv.Itoa(90*q))
		}
		for d := range s.shiftsOf(b) {
			slides = append(slides, directionWords[d])
		}
		if len(turns) > 0 {
			t.Text(s.paths.turns[b], strings.Join(turns, " / "))
		}
		t.Words(s.paths.slides[b], slides)
	}
}

// tellSteps writes the cells that the player's Acolyte can reach now, by the number of steps.
func (s *State) tellSteps(t *engine.FactWriter) {
	r := &s.now
	if s.phase == inDraw || s.asked.task != noTask || r.pinned {
		return
	}
	w := s.walker(s.turn)
	var reached, from cells
	from.put(w.at)
	reached = from
	for n := 1; n <= r.steps; n++ {
		var next cells
		if n == 1 {
			next = w.ways(r.steps)
		} else {
			for c := range from.all {
				w.at = spot(c)
				next = next.or(w.ways(r.steps - n + 1))
			}
		}
		from = next.without(reached)
		if from.empty() {
			return
		}
		reached = reached.or(from)
		t.Text("reach."+strconv.Itoa(n), s.cellWords(from))
	}
}
