package web

import (
	"log/slog"

	"familiar/engine"
)

// gameView describes a game to a phone, in `welcome`.
type gameView struct {
	ID      string       `json:"id"`
	Title   string       `json:"title"`
	About   string       `json:"about"`
	Least   int          `json:"least"` // players
	Most    int          `json:"most"`
	Options []optionView `json:"options"`
}

// optionView describes an option of a game.
type optionView struct {
	Name   string   `json:"name"`
	Values []string `json:"values"` // the default first
	Rule   string   `json:"rule"`
	Words  string   `json:"words"` // the plain words of that rule
}

// viewGames returns the games by language code, for each language that at least one game has.
func viewGames(games []engine.Game, log *slog.Logger) map[string][]gameView {
	views := map[string][]gameView{engine.English: make([]gameView, 0, len(games))}
	for _, g := range games {
		for code := range g.Languages {
			views[code] = nil
		}
	}
	for code := range views {
		for _, g := range games {
			views[code] = append(views[code], viewGame(g, code, log))
		}
	}
	return views
}

func viewGame(g engine.Game, code string, log *slog.Logger) gameView {
	v := gameView{ID: g.ID, Title: g.ID, Least: g.MinSeats, Most: g.MaxSeats, Options: make([]optionView, 0, len(g.Options))}
	words, err := g.Localization(code)
	if err != nil {
		log.Error("what people read of a game cannot be read", "game", g.ID, "error", err)
	}
	if words.Phrases != nil {
		v.Title, v.About = words.Title, words.About
	}
	for _, c := range g.Options {
		view := optionView{Name: c.Name, Values: c.Values, Rule: c.Rule}
		if words.Book != nil {
			view.Words = words.Book.Words(c.Rule)
		}
		v.Options = append(v.Options, view)
	}
	return v
}

// gamesIn returns the games in a language, and in English if no game has that language.
func (s *Server) gamesIn(code string) []gameView {
	if views, ok := s.games[code]; ok {
		return views
	}
	return s.games[engine.English]
}
