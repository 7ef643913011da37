package companion

import (
	"fmt"
	"time"

	"familiar/engine"
)

// seatColours part up to eight players for most colour-blind eyes, after the palette of Okabe and Ito, on dark and on light.
var seatColours = [engine.MaxSeats][3]uint8{
	{0xE6, 0x9F, 0x00}, {0x56, 0xB4, 0xE9}, {0x00, 0x9E, 0x73}, {0xF0, 0xE4, 0x42},
	{0xCC, 0x79, 0xA7}, {0xD5, 0x5E, 0x00}, {0x00, 0x72, 0xB2}, {0xBB, 0xBB, 0xBB},
}

func hexColour(c [3]uint8) string { return fmt.Sprintf("#%02x%02x%02x", c[0], c[1], c[2]) }

// scene is what the wired table shows: what everybody may know.
func (t *Table) scene() Scene {
	s := Scene{
		Phase: t.phase(), Title: "Familiar", Code: t.desk.kept.Code, JoinURL: t.opt.JoinURL(t.desk.kept.Code),
		Turn: -1, Asked: -1, Winner: -1, Cue: t.cue, CueN: t.cues,
	}
	for _, d := range t.devices {
		if !d.OK {
			s.Trouble = d.Name + ": " + d.Text
		}
	}
	if t.enrol != nil {
		e := t.enrol.view()
		s.Enrol = &e
	}
	if t.secret == "" {
		s.Verdict = t.verdict
	}
	if t.game == nil {
		return s
	}
	t.sceneOfGame(&s)
	return s
}

func (t *Table) sceneOfGame(s *Scene) {
	g := t.game
	view := g.history.State().View(engine.Table)
	status := view.Status()
	facts := make(map[string]string)
	for path, value := range view.Facts {
		facts[path] = value
	}
	s.Title = g.words.Title
	s.Prompt = g.words.Ask(g.catalog, status.Ask)
	if t.gesture != nil && t.mayKnow(t.gesture.shown, engine.Table) {
		s.Prompt = t.gesture.text
	}
	s.Turn, s.Asked, s.Winner = seatNumber(status.Turn), seatNumber(status.Ask.Seat), seatNumber(status.Winner)
	for _, c := range g.words.Counts {
		s.Counts = append(s.Counts, c.Short)
	}
	for seat := range g.catalog.Seats() {
		row := SceneSeat{Title: g.words.Seat(g.catalog, engine.Seat(seat)), Colour: seatColours[seat%len(seatColours)]}
		for _, c := range g.words.Counts {
			row.Counts = append(row.Counts, facts[g.catalog.SeatWord(engine.Seat(seat))+"."+c.Fact])
		}
		s.Seats = append(s.Seats, row)
	}
	for _, c := range g.words.Shared {
		s.Shared = append(s.Shared, SceneCount{c.Short, facts[c.Fact]})
	}
	if t.timer.running {
		now := time.Now()
		s.Timer = &SceneTimer{
			Total: t.timer.total, Left: t.timer.leftAt(now), Ends: now.Add(t.timer.leftAt(now)),
			Paused: t.timer.since.IsZero(), Seat: seatNumber(t.timer.seat),
		}
	}
}
