package web

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/util"

	"familiar/engine"
)

// rulebooks holds the rulebooks of the games, by GAME in English and by CODE/GAME in other languages. Each is rendered when somebody first opens it.
type rulebooks struct {
	books map[string]func() (*asset, error)
}

// rulesView is /rules/GAME.json, or /rules/CODE/GAME.json.
type rulesView struct {
	Title string     `json:"title"`
	Rules []ruleView `json:"rules"`
	Cards []cardView `json:"cards,omitempty"`
}

type ruleView struct {
	ID    string `json:"id"`
	Part  string `json:"part"`
	Plain string `json:"plain"`
	HTML  string `json:"html"`
}

func newRules(games []engine.Game, book func(game string) *engine.Rulebook, log *slog.Logger) *rulebooks {
	r := &rulebooks{books: make(map[string]func() (*asset, error))}
	add := func(path string, g engine.Game, code string) {
		r.books[path] = sync.OnceValues(func() (*asset, error) {
			words, err := g.Localization(code)
			if book != nil {
				words.Book, err = book(g.ID), nil
			}
			if err != nil || words.Book == nil {
				return nil, err
			}
			cards, err := houseCards(g, words)
			if err != nil {
				log.Error("the cards of a game cannot be shown beside its rules", "game", g.ID, "error", err)
			}
			return renderRules(words.Book, cards)
		})
	}
	for _, g := range games {
		add(g.ID, g, engine.English)
		for code := range g.Languages {
			add(code+"/"+g.ID, g, code)
		}
	}
	return r
}

func renderRules(b *engine.Rulebook, cards []cardView) (*asset, error) {
	md := markdown()
	view := rulesView{Title: b.Title, Rules: make([]ruleView, len(b.Rules)), Cards: cards}
	for i, r := range b.Rules {
		var html bytes.Buffer
		if err := md.Convert([]byte(r.Detail), &html); err != nil {
			return nil, fmt.Errorf("rule %s: %w", r.ID, err)
		}
		view.Rules[i] = ruleView{ID: r.ID, Part: r.Part, Plain: r.Plain, HTML: html.String()}
	}
	data, err := json.Marshal(view)
	if err != nil {
		return nil, err
	}
	return newAsset(mediaTypes[".json"], data, func() []byte { return data }), nil
}

// markdown returns a renderer of Markdown with tables and without HTML: text that looks like a tag is shown as text. Columns are aligned by
// attributes, because the page's policy forbids inline styles.
func markdown() goldmark.Markdown {
	isHTML := func(p util.PrioritizedValue) bool {
		return p.Value == parser.NewHTMLBlockParser() || p.Value == parser.NewRawHTMLParser()
	}
	return goldmark.New(
		goldmark.WithParser(parser.NewParser(
			parser.WithBlockParsers(slices.DeleteFunc(parser.DefaultBlockParsers(), isHTML)...),
			parser.WithInlineParsers(slices.DeleteFunc(parser.DefaultInlineParsers(), isHTML)...),
			parser.WithParagraphTransformers(parser.DefaultParagraphTransformers()...),
		)),
		goldmark.WithExtensions(
			extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute)),
			extension.NewTypographer(), // curly quotes, as everywhere on the page
		),
	)
}

// serveRules serves the rules of a game in a language.
func (s *Server) serveRules(w http.ResponseWriter, r *http.Request) {
	game, isJSON := strings.CutSuffix(r.PathValue("path"), ".json")
	book, ok := s.rules.books[game]
	if !isJSON || !ok {
		writeText(w, http.StatusNotFound, "There is no game of that name.")
		return
	}
	a, err := book()
	switch {
	case err != nil:
		s.log.Error("the rules of a game cannot be shown", "game", game, "error", err)
		writeText(w, http.StatusInternalServerError, "The rules of that game cannot be read; the log of the table says why.")
	case a == nil:
		writeText(w, http.StatusNotFound, "That game has no rules page.")
	default:
		a.serve(w, r, askAgain)
	}
}
