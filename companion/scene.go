package companion

import (
	"fmt"
	"slices"

	"familiar/companion/intake"
	"familiar/companion/protocol"
	"familiar/companion/resolver"
	"familiar/companion/scene"
	"familiar/companion/session"
	"familiar/engine"
)

// scene returns what the wired table shows. Everybody sees it, so it comes from public knowledge only.
func (pr *presenter) scene() scene.Scene {
	s := scene.Scene{
		Phase: pr.game.Phase(), Title: "Familiar", Code: pr.roster.joinCode(), JoinURL: pr.joinURL(pr.roster.joinCode()),
		Turn: -1, Asked: -1, Winner: -1, Cue: pr.announcer.Cue(), CueN: pr.announcer.Cues(),
		Enrol: pr.textsIn(engine.English).enrol, Choice: pr.dial.scene(), Muted: pr.settings.Muted,
		Trouble: pr.disk.watch.Trouble(),
	}
	var made *session.Entry
	if s.Verdict, made = pr.announcer.Shown(pr.game); made != nil {
		s.News = pr.game.InLanguage(engine.English).Render(made).News
	}
	for _, d := range pr.textsIn(engine.English).devices {
		if !d.OK {
			s.Trouble = d.Name + ": " + d.Text
		}
	}
	if text := pr.disk.trouble(); text != nil {
		s.Trouble = text.In(engine.English)
	}
	if pr.game != nil {
		pr.sceneOfGame(&s)
	}
	return s
}

func (pr *presenter) sceneOfGame(s *scene.Scene) {
	g := pr.game
	view := g.View(engine.Public)
	s.Title = g.Words.Title
	s.Prompt = g.Words.Ask(g.Catalog, view.Status.Ask)
	if pr.intake.HasPublicQuestion() {
		s.Prompt = pr.promptOf(pr.intake.UnderWay)
	}
	if p := pr.settings.Game.Pause; p != nil {
		who := g.Who(g.Catalog.Seat(g.Catalog.Name(p.By)))
		s.Paused, s.Prompt = true, fmt.Sprintf("Paused by %s. A phone lets it go on.", who.In(engine.English))
	}
	s.Turn, s.Asked, s.Winner = protocol.SeatNumber(view.Status.Turn), protocol.SeatNumber(view.Status.Ask.Seat), protocol.SeatNumber(view.Status.Winner)
	counts := pr.countsOf(view.Facts)
	for _, c := range counts {
		s.Counts = append(s.Counts, c.Short)
	}
	for seat := range g.Catalog.Seats() {
		prefix := g.Catalog.SeatWord(engine.Seat(seat)) + "."
		row := scene.Seat{Title: g.Words.Seat(g.Catalog, engine.Seat(seat)), Colour: g.Colours[seat]}
		for _, c := range counts {
			row.Counts = append(row.Counts, g.Words.Short(c, view.Facts[prefix+c.Fact]))
		}
		row.Ring = scene.RingOf(g.Words.Ring, prefix, view.Facts)
		s.Seats = append(s.Seats, row)
	}
	for _, c := range g.Words.Shared {
		if value := g.Words.Short(c, view.Facts[c.Fact]); value != "" || !c.Signs {
			s.Shared = append(s.Shared, scene.Count{Label: c.Short, Value: value})
		}
	}
	s.Board = scene.BoardOf(g.Words.Board, g.Catalog, view.Facts)
	if !g.WentOn() {
		for _, d := range g.InLanguage(engine.English).Chores() {
			s.Chores = append(s.Chores, d.Text)
		}
	}
	if pr.timer.Active {
		left := pr.timer.LeftAt(pr.at)
		s.Timer = &scene.Timer{
			Total: pr.timer.Total, Left: left, Ends: pr.at.Add(left),
			Paused: pr.timer.StandsStill(), Seat: protocol.SeatNumber(pr.timer.Seat),
		}
	}
}

// countsOf returns the counts of the seats that are worth showing now.
func (pr *presenter) countsOf(facts map[string]string) []engine.Count {
	g := pr.game
	return slices.DeleteFunc(slices.Clone(g.Words.Counts), func(c engine.Count) bool {
		for seat := range g.Catalog.Seats() {
			if !c.Rare || facts[g.Catalog.SeatWord(engine.Seat(seat))+"."+c.Fact] != "" {
				return false
			}
		}
		return true
	})
}

// promptOf returns the observation, the question about it, and the move that confirming would make.
func (pr *presenter) promptOf(q *intake.Gesture) string {
	text := pr.intake.Prompt(q, pr.game, engine.English)
	if a, ok := pr.intake.Situation(pr.game).Confirmed(&q.Pending); ok && q.Kind() != resolver.UnknownTag {
		text += " Yes: " + a.Text.In(engine.English) + "."
	}
	return text
}
