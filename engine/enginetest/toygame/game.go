package toygame

import (
	_ "embed"
	"fmt"

	"github.com/BurntSushi/toml"

	"familiar/engine"
)

//go:embed rules.md
var rules string

//go:embed words.toml
var words string

//go:embed house.toml
var house []byte

// Game is the toy game.
func Game() engine.Game {
	return engine.Game{
		ID:      "toy",
		House:   house,
		Rules:   engine.Written(rules),
		Words:   engine.Written(words),
		Options: []engine.OptionDef{{Name: "goal", Values: []string{"long", "short"}, Rule: "game.goal"}},
		New:     newState,
	}
}

// dealt is the number of cards in a hand at the start.
const dealt = 2

const (
	verbDraw engine.Name = iota + 1
	verbPlay
	verbChoose
	verbEnd
	verbWind
	verbHold
	verbReveal
	verbRing
	verbAmend
	eventRobbed
	eventExhausted
	unseen
	placeHeap
	firstKind
)

var ownWords = []engine.Entry{
	{Word: "draw", Class: engine.ClassVerb},
	{Word: "play", Class: engine.ClassVerb},
	{Word: "choose", Class: engine.ClassVerb},
	{Word: "end", Class: engine.ClassVerb},
	{Word: "wind", Class: engine.ClassVerb},
	{Word: "hold", Class: engine.ClassVerb},
	{Word: "reveal", Class: engine.ClassVerb},
	{Word: "ring", Class: engine.ClassVerb},
	{Word: "amend", Class: engine.ClassVerb},
	{Word: "robbed", Class: engine.ClassEvent},
	{Word: "exhausted", Class: engine.ClassEvent},
	{Word: "?", Class: engine.ClassUnseen},
	{Word: "heap", Class: engine.ClassPlace},
}

// classPoints is the class of the path of a seat's points, which can be amended.
const classPoints = engine.FirstClass

var signatures = []engine.Signature{
	{Verb: verbDraw, Cardless: true},
	{Verb: verbDraw, Args: []engine.Class{engine.ClassCard | engine.ClassUnseen}},
	{Verb: verbPlay, Args: []engine.Class{engine.ClassCard}},
	{Verb: verbChoose, Args: []engine.Class{engine.ClassPlayer}},
	{Verb: verbEnd, Cardless: true},
	{Verb: verbWind},
	{Verb: verbHold, Args: []engine.Class{engine.ClassCard}},
	{Verb: verbHold, Args: []engine.Class{engine.ClassCard, engine.ClassCard}},
	{Verb: verbReveal, ByNobody: true, Args: []engine.Class{engine.ClassCard}},
	{Verb: verbRing, ByNobody: true},
	{Verb: verbAmend, ByNobody: true, Args: []engine.Class{classPoints, engine.ClassNumber}, Key: "points"},
}

type pack struct {
	Game string `toml:"game"`
	Pack string `toml:"pack"`
	Kind []struct {
		Name   string `toml:"name"`
		Value  int    `toml:"value"`
		Copies int    `toml:"copies"`
	} `toml:"kind"`
}

func newState(setup engine.Setup, list []byte) (engine.State, error) {
	if err := engine.CheckSeats(setup.Seats, 2, 4); err != nil {
		return nil, err
	}
	settled, err := engine.ResolveOptions(Game().Options, setup.Options)
	if err != nil {
		return nil, err
	}
	var p pack
	if err := toml.Unmarshal(list, &p); err != nil {
		return nil, fmt.Errorf("reading the pack: %w", err)
	}
	if p.Game != "toy" {
		return nil, fmt.Errorf("the pack is of the game %q", p.Game)
	}
	r := &rulesOf{goal: 5}
	if settled["goal"] == "short" {
		r.goal = 3
	}
	entries := append([]engine.Entry(nil), ownWords...)
	s := &state{rules: r, hands: make([]hand, len(setup.Seats)), rob: engine.Nobody, winner: engine.Nobody}
	for _, k := range p.Kind {
		if !engine.IsName(k.Name) || k.Copies < 1 {
			return nil, fmt.Errorf("the kind %q is none", k.Name)
		}
		entries = append(entries, engine.Entry{
			Word: k.Name, Class: engine.ClassCard, Copies: k.Copies, Effects: []string{"points 1"},
		})
		r.values = append(r.values, k.Value)
		s.pool = append(s.pool, k.Copies)
		s.deck += k.Copies
	}
	for _, seat := range setup.Seats {
		entries = append(entries, engine.Entry{Word: seat + ".points", Class: classPoints})
	}
	if r.catalog, err = engine.NewCatalog(entries, setup.Seats, signatures); err != nil {
		return nil, err
	}
	s.heap = make([]int, len(s.pool))
	for i := range s.hands {
		s.hands[i] = hand{seen: make([]int, len(s.pool)), laid: make([]int, len(s.pool)), unseen: dealt}
		s.deck -= dealt
	}
	if s.deck < 1 {
		return nil, fmt.Errorf("too few cards for %d seats", len(setup.Seats))
	}
	return s, nil
}
