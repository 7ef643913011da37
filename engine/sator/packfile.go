package sator

import "familiar/engine"

// packFile is the TOML form of a card list.
type packFile struct {
	Board struct {
		Columns engine.Amount `toml:"columns"`
		Rows    engine.Amount `toml:"rows"`
	} `toml:"board"`
	Quadrant []struct {
		Name string `toml:"name"`
		From string `toml:"from"`
		To   string `toml:"to"`
	} `toml:"quadrant"`
	Colour []struct {
		Name     string `toml:"name"`
		Quadrant string `toml:"quadrant"`
		Start    string `toml:"start"`
		Side     string `toml:"side"`
	} `toml:"colour"`
	Bridges struct {
		Types []string `toml:"types"`
	} `toml:"bridges"`
	Shape []struct {
		Name         string   `toml:"name"`
		Cells        [][]int  `toml:"cells"`
		Orientations []string `toml:"orientations"`
	} `toml:"shape"`
	Incertus  []kindFile `toml:"incertus"`
	Prayer    []kindFile `toml:"prayer"`
	Placement []struct {
		Card   string            `toml:"card"`
		Colour string            `toml:"colour"`
		Cells  map[string]string `toml:"cells"`
	} `toml:"placement"`
}

// kindFile is the TOML form of a kind of card.
type kindFile struct {
	Kind     string            `toml:"kind"`
	Copies   engine.Amount     `toml:"copies"`
	Effect   string            `toml:"effect"`
	Shape    string            `toml:"shape"`
	Type     string            `toml:"type"`
	Cost     engine.Amount     `toml:"cost"`
	Least    engine.Amount     `toml:"least"`
	Most     engine.Amount     `toml:"most"`
	TurnCost engine.Amount     `toml:"turn_cost"`
	TurnMost engine.Amount     `toml:"turn_most"`
	CellCost engine.Amount     `toml:"cell_cost"`
	CellMost engine.Amount     `toml:"cell_most"`
	Levels   [][]engine.Amount `toml:"levels"`
}
