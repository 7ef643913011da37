package web

import (
	"log/slog"

	"familiar/engine"
)

// gameView is a game that can be begun, as `welcome` tells it.
type gameView struct {
	ID      string       `json:"id"`
	Title   string       `json:"title"`
	About   string       `json:"about"`
	Least   int          `json:"least"` // players
	Most    int          `json:"most"`
	Options []choiceView `json:"options"`
}

type choiceView struct {
	Name   string   `json:"name"`
	Values []string `json:"values"` // the default first
	Rule   string   `json:"rule"`
	Words  string   `json:"words"` // the plain words of that rule
}

func viewGames(games []engine.Game, log *slog.Logger) []gameView {
	views := make([]gameView, 0, len(games))
	for _, g := range games {
		v := gameView{ID: g.ID, Title: g.ID, Least: g.Least, Most: g.Most, Options: make([]choiceView, 0, len(g.Choices))}
		if p, err := engine.ParsePhrases(g.Words); err != nil {
			log.Error("the words of a game cannot be read", "game", g.ID, "error", err)
		} else {
			v.Title, v.About = p.Title, p.About
		}
		book, err := engine.ParseRulebook(g.Rules)
		if err != nil {
			log.Error("the rules of a game cannot be read", "game", g.ID, "error", err)
		}
		for _, c := range g.Choices {
			view := choiceView{Name: c.Name, Values: c.Values, Rule: c.Rule}
			if book != nil {
				view.Words = book.Words(c.Rule)
			}
			v.Options = append(v.Options, view)
		}
		views = append(views, v)
	}
	return views
}
