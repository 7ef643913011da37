package sator

import (
	_ "embed" // for the house list
	"fmt"
	"slices"
	"strconv"
	"strings"

	"familiar/engine"
	"familiar/engine/lang"
)

//go:embed house.toml
var house []byte

// Limits above the contents of any box.
const (
	mostColours = 8
	mostShapes  = 16
	mostCells   = 16 // of a bridge
	mostCopies  = 999
	mostPrice   = 999
	mostLevels  = 16
)

// typesPerShape is the number of bridges of each shape. The deal of the bridges needs exactly that many.
const typesPerShape = 4

// cardList is a card list that was read.
type cardList struct {
	grid       grid
	quadrants  []quadrant
	colours    []colour
	types      []string
	shapes     []shape
	forms      []form
	incertus   []kind // sorted by name, which also sorts every list of them; the same holds for prayers
	prayers    []kind
	placements []placement
}

// quadrant is a rectangle of cells of the board.
type quadrant struct {
	name, from, to string
	cells          cells
}

type colour struct {
	name     string
	quadrant int
	start    cell      // the cell beside the start place
	side     direction // the side of that cell where the start place is
}

// quadrantOf returns the quadrant of a colour.
func (l *cardList) quadrantOf(colour int) *quadrant { return &l.quadrants[l.colours[colour].quadrant] }

// shape is a shape of bridges.
type shape struct {
	name  string
	cells []vector // relative to the anchor, not turned
	forms []int    // by orientation, or noForm
}

const noForm = -1

// placement is a placement card.
type placement struct {
	name   string
	colour int
	cells  []cell // by colour: the cell of the book
}

// kind is a kind of card. Fields that its effect does not use are 0.
type kind struct {
	name        string
	copies      int
	does        effect
	shapeOrType int // the bridges that it moves: a shape for turns, a type for shifts, or anyBridge
	turn        price
	shift       price // of a shift or of a cell of a leap
	cost        int
	least       int
	most        int
	levels      []level
}

const anyBridge = -1

// price is what each time costs, and how many times are allowed.
type price struct{ cost, most int }

// level is one of the prices that a push card offers, with what it buys.
type level struct{ points, acolytes, cells int }

// effect is the kind of thing that a card does.
type effect uint8

const (
	doRotas effect = iota
	doMoves
	doEither
	doPush
	doGargoyle
	doStride
	doRelay
	doHaul
	doLeap
	doFervour
	doRemove
	doManual
	effects
)

var effectWords = [effects]string{"rotas", "moves", "either", "push", "gargoyle", "stride", "relay", "haul", "leap", "fervour", "remove", "manual"}

var directionWords = [directions]string{"north", "east", "south", "west"}

const orientations = 4

var orientationWords = [orientations]string{"r0", "r90", "r180", "r270"}

// reader parses a card list.
type reader struct {
	*cardList
	data []byte
	file packFile
}

// readPack reads a card list: sections Components and the card list, and Bad input.
func readPack(data []byte) (*cardList, error) {
	r := reader{cardList: new(cardList), data: data}
	if err := engine.ReadList(data, gameID, &r.file); err != nil {
		return nil, err
	}
	// Later parts refer to earlier ones.
	for _, read := range []func() error{
		r.readBoard, r.readQuadrants, r.readColours, r.readTypes, r.readShapes, r.readIncertus, r.readPrayers, r.readPlacements,
	} {
		if err := read(); err != nil {
			return nil, err
		}
	}
	return r.cardList, nil
}

func (r *reader) readBoard() error {
	columns, rows := r.file.Board.Columns, r.file.Board.Rows
	if err := lang.Join(columns.Within("board.columns", 1, mostColumns), rows.Within("board.rows", 1, mostRows)); err != nil {
		return err
	}
	r.grid = newGrid(columns.N, rows.N)
	return nil
}

// cellWord returns the word of a cell.
func cellWord(c cell) string { return fmt.Sprintf("%c%d", 'a'+c.column(), c.row()+1) }

// cell returns the cell of a word.
func (l *cardList) cell(word string) (cell, error) {
	if word != "" {
		row, err := strconv.Atoi(word[1:])
		if c, ok := l.grid.at(int(word[0])-'a', row-1); err == nil && ok && cellWord(c) == word {
			return c, nil
		}
	}
	return 0, lang.T(`"{1}" is no cell of the board`, lang.Escaped(word))
}

// indexOf returns the index of a word in a list; called returns the word of an entry.
func indexOf[T any](list []T, word string, called func(*T) string) int {
	return slices.IndexFunc(list, func(x T) bool { return called(&x) == word })
}

// fresh refuses a word that is malformed or in the list already.
func fresh[T any](list []T, word string, called func(*T) string) error {
	if err := engine.CheckKind(word); err != nil {
		return err
	}
	if indexOf(list, word, called) >= 0 {
		return lang.T(`there is a "{1}" already`, lang.Escaped(word))
	}
	return nil
}

func (q *quadrant) called() string  { return q.name }
func (c *colour) called() string    { return c.name }
func (s *shape) called() string     { return s.name }
func (k *kind) called() string      { return k.name }
func (p *placement) called() string { return p.name }

func (r *reader) readQuadrants() error {
	rows := engine.RowsOf(r.data, "quadrant", len(r.file.Quadrant))
	for i, f := range r.file.Quadrant {
		q := quadrant{name: f.Name, from: f.From, to: f.To}
		from, fromErr := r.cell(f.From)
		to, toErr := r.cell(f.To)
		if err := lang.Join(fresh(r.quadrants, f.Name, (*quadrant).called), fromErr, toErr); err != nil {
			return rows.Error(i, f.Name, err)
		}
		for c := range r.grid.all.all {
			if from.column() <= c.column() && c.column() <= to.column() && from.row() <= c.row() && c.row() <= to.row() {
				q.cells.add(c)
			}
		}
		for j := range r.quadrants {
			if o := &r.quadrants[j]; o.cells.meets(q.cells) {
				return rows.Error(i, f.Name, lang.T(`it lies over the quadrant "{1}"`, lang.Escaped(o.name)))
			}
		}
		r.quadrants = append(r.quadrants, q)
	}
	return nil
}

func (r *reader) readColours() error {
	rows := engine.RowsOf(r.data, "colour", len(r.file.Colour))
	for i, f := range r.file.Colour {
		c, err := r.colour(i)
		if err != nil {
			return rows.Error(i, f.Name, err)
		}
		r.colours = append(r.colours, c)
	}
	if len(r.colours) > mostColours {
		return lang.T("{1}: {2} are more than {3}", "colour", len(r.colours), mostColours)
	}
	return nil
}

func (r *reader) colour(i int) (colour, error) {
	f := r.file.Colour[i]
	c := colour{name: f.Name, quadrant: indexOf(r.quadrants, f.Quadrant, (*quadrant).called)}
	if err := fresh(r.colours, f.Name, (*colour).called); err != nil {
		return c, err
	}
	if c.quadrant < 0 {
		return c, lang.T(`there is no quadrant "{1}"`, lang.Escaped(f.Quadrant))
	}
	side := slices.Index(directionWords[:], f.Side)
	if side < 0 {
		return c, lang.T(`{1}: "{2}" is none of {3}`, "side", lang.Escaped(f.Side), strings.Join(directionWords[:], ", "))
	}
	c.side = direction(side)
	var err error
	if c.start, err = r.cell(f.Start); err != nil {
		return c, lang.T("{1}: {2}", "start", err)
	}
	if !r.grid.edge[c.side].has(c.start) {
		return c, lang.T("start: {1} is not on the {2} edge of the board", f.Start, f.Side)
	}
	for j := range r.colours {
		if o := &r.colours[j]; o.quadrant == c.quadrant {
			return c, lang.T(`{1} has the quadrant "{2}" already`, o.name, lang.Escaped(f.Quadrant))
		}
	}
	return c, nil
}

func (r *reader) readTypes() error {
	r.types = r.file.Bridges.Types
	for i := range r.types {
		if err := fresh(r.types[:i], r.types[i], func(w *string) string { return *w }); err != nil {
			return lang.T("{1}, {2}: {3}", "bridges.types", i+1, err)
		}
	}
	if len(r.types) != typesPerShape {
		return lang.T("bridges.types: there are {1}, not {2}", len(r.types), typesPerShape)
	}
	return nil
}

func (r *reader) readShapes() error {
	rows := engine.RowsOf(r.data, "shape", len(r.file.Shape))
	for i, f := range r.file.Shape {
		s, err := r.shape(i)
		if err != nil {
			return rows.Error(i, f.Name, err)
		}
		r.shapes = append(r.shapes, s)
	}
	if n := len(r.shapes); n == 0 || n > mostShapes {
		return lang.T("{1}: there are {2}, not 1 to {3}", "shape", n, mostShapes)
	}
	called := make(map[string]bool)
	for b := range r.bridges() {
		if word := r.bridgeWord(b); called[word] {
			return lang.T(`shape: two bridges would be called "{1}"`, lang.Escaped(word))
		}
		called[r.bridgeWord(b)] = true
	}
	return nil
}

func (r *reader) shape(i int) (shape, error) {
	f := r.file.Shape[i]
	s := shape{name: f.Name, forms: []int{noForm, noForm, noForm, noForm}}
	if err := fresh(r.shapes, f.Name, (*shape).called); err != nil {
		return s, err
	}
	for _, xy := range f.Cells {
		if len(xy) != 2 {
			return s, lang.T("cells: {1} is not [east, north]", xy)
		}
		v := vector{xy[0], xy[1]}
		if slices.Contains(s.cells, v) {
			return s, lang.T("{1}: {2} is there twice", "cells", xy)
		}
		if max(v.e, -v.e) >= mostColumns || max(v.n, -v.n) >= mostRows {
			return s, lang.T("cells: {1} is farther than any board reaches", xy)
		}
		s.cells = append(s.cells, v)
	}
	if !slices.Contains(s.cells, vector{}) {
		return s, lang.T("cells: the anchor [0, 0] is not among them")
	}
	if len(s.cells) > mostCells {
		return s, lang.T("{1}: {2} are more than {3}", "cells", len(s.cells), mostCells)
	}
	if len(f.Orientations) == 0 {
		return s, lang.T("orientations: there is none")
	}
	for _, w := range f.Orientations {
		q := slices.Index(orientationWords[:], w)
		switch {
		case q < 0:
			return s, lang.T(`{1}: "{2}" is none of {3}`, "orientations", lang.Escaped(w), strings.Join(orientationWords[:], ", "))
		case s.forms[q] != noForm:
			return s, lang.T("{1}: {2} is there twice", "orientations", w)
		}
		s.forms[q] = len(r.forms)
		r.forms = append(r.forms, newForm(&r.grid, i, s.cells, q))
	}
	return s, nil
}

func (r *reader) readPlacements() error {
	rows := engine.RowsOf(r.data, "placement", len(r.file.Placement))
	for i, f := range r.file.Placement {
		p, err := r.placement(i)
		if err != nil {
			return rows.Error(i, f.Card, err)
		}
		r.placements = append(r.placements, p)
	}
	for i := range r.colours {
		if !slices.ContainsFunc(r.placements, func(p placement) bool { return p.colour == i }) {
			return lang.T("placement: there is no card for {1}", r.colours[i].name)
		}
	}
	return nil
}

func (r *reader) placement(i int) (placement, error) {
	f := r.file.Placement[i]
	p := placement{name: f.Card, colour: indexOf(r.colours, f.Colour, (*colour).called)}
	if err := fresh(r.placements, f.Card, (*placement).called); err != nil {
		return p, err
	}
	if indexOf(r.incertus, f.Card, (*kind).called) >= 0 || indexOf(r.prayers, f.Card, (*kind).called) >= 0 {
		return p, lang.T(`there is a kind of card "{1}"`, lang.Escaped(f.Card))
	}
	if p.colour < 0 {
		return p, lang.T(`there is no colour "{1}"`, lang.Escaped(f.Colour))
	}
	for w := range f.Cells {
		if indexOf(r.colours, w, (*colour).called) < 0 {
			return p, lang.T("{1}: {2}", "cells", lang.T(`there is no colour "{1}"`, lang.Escaped(w)))
		}
	}
	quadrant := &r.quadrants[r.colours[p.colour].quadrant]
	for j := range r.colours {
		w, ok := f.Cells[r.colours[j].name]
		if !ok {
			return p, lang.T("cells: there is none for {1}", r.colours[j].name)
		}
		c, err := r.cell(w)
		switch {
		case err != nil:
			return p, lang.T("{1}: {2}", "cells", err)
		case !quadrant.cells.has(c):
			return p, lang.T("cells: {1} lies outside the square {2}", w, quadrant.name)
		case slices.Contains(p.cells, c):
			return p, lang.T("{1}: {2} is there twice", "cells", w)
		}
		p.cells = append(p.cells, c)
	}
	return p, nil
}
