package web

import (
	"log/slog"

	"familiar/companion/protocol"
	"familiar/engine"
)

// viewGames returns the games by language code, for each language that at least one game has.
func viewGames(games []engine.Game, log *slog.Logger) map[string][]protocol.GameView {
	views := map[string][]protocol.GameView{engine.English: make([]protocol.GameView, 0, len(games))}
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

func viewGame(g engine.Game, code string, log *slog.Logger) protocol.GameView {
	v := protocol.GameView{ID: g.ID, Title: g.ID, MinSeats: g.MinSeats, MaxSeats: g.MaxSeats, Options: make([]protocol.OptionView, 0, len(g.Options))}
	words, err := g.Localization(code)
	if err != nil {
		log.Error("what people read of a game cannot be read", "game", g.ID, "error", err)
	}
	if words.Phrases != nil {
		v.Title, v.About = words.Title, words.About
	}
	for _, c := range g.Options {
		view := protocol.OptionView{Name: c.Name, Values: c.Values, Rule: c.Rule}
		if words.Book != nil {
			view.Words = words.Book.Words(c.Rule)
		}
		v.Options = append(v.Options, view)
	}
	return v
}

// gamesIn returns the games in a language, and in English if no game has that language.
func (s *Server) gamesIn(code string) []protocol.GameView {
	if views, ok := s.games[code]; ok {
		return views
	}
	return s.games[engine.English]
}
