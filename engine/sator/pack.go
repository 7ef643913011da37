package sator

import (
	_ "embed" // the card list called house
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"familiar/engine"
)

//go:embed house.toml
var house []byte

// More than any box has.
const (
	mostColours = 8
	mostShapes  = 16
	mostCells   = 16 // of a bridge
	mostCopies  = 999
	mostPrice   = 999
	mostLevels  = 16
)

// types is how many bridges of each shape there are: the dealing knows of no other number.
const types = 4

// cardList is a pack.
type cardList struct {
	grid       grid
	quadrants  []quadrant
	colours    []colour
	types      []string
	shapes     []shape
	forms      []form
	incertus   []kind // sorted by name, so that lists of them are, too; so are the prayers
	prayers    []kind
	placements []placement
}

// quadrant is a square of the board.
type quadrant struct {
	name, from, to string
	cells          cells
}

type colour struct {
	name     string
	quadrant int
	start    cell      // the cell beside the start place
	side     direction // of that cell on which it lies
}

// square is the quadrant of a colour.
func (l *cardList) square(colour int) *quadrant { return &l.quadrants[l.colours[colour].quadrant] }

// shape is one of the shapes of bridges.
type shape struct {
	name  string
	cells []vector // from the anchor, not turned
	forms []int    // by orientation, noForm where it has none
}

const noForm = -1

// placement is a placement card.
type placement struct {
	name   string
	colour int
	cells  []cell // of the books, by colour
}

// kind is a kind of card. What does not go with its effect is 0.
type kind struct {
	name   string
	copies int
	does   effect
	bridge int // of a turn: the shape, of a shift: the type; anyBridge
	turn   price
	shift  price // also of other things than shifts, where they cost by the piece
	cost   int
	least  int
	most   int
	levels []level
}

const anyBridge = -1

// price is what something costs each time, and how often it may be done.
type price struct{ cost, most int }

// level is one of those between which `nihil` lets choose.
type level struct{ points, pawns, cells int }

// effect is what a card does.
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

const quarters = 4

var orientationWords = [quarters]string{"r0", "r90", "r180", "r270"}

// reader reads a card list.
type reader struct {
	*cardList
	data []byte
	file packFile
}

// readPack reads a card list: parts 1 and 8 of the rules.
func readPack(data []byte) (*cardList, error) {
	r := reader{cardList: new(cardList), data: data}
	if err := engine.ReadList(data, gameID, &r.file); err != nil {
		return nil, err
	}
	// What comes later names what comes before.
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
	if err := errors.Join(columns.Within("board.columns", 1, mostColumns), rows.Within("board.rows", 1, mostRows)); err != nil {
		return err
	}
	r.grid = newGrid(columns.N, rows.N)
	return nil
}

// cellWord is how a cell is called.
func cellWord(c cell) string { return fmt.Sprintf("%c%d", 'a'+c.column(), c.row()+1) }

// cell is the cell of a word.
func (l *cardList) cell(word string) (cell, error) {
	if word != "" {
		row, err := strconv.Atoi(word[1:])
		if c, ok := l.grid.at(int(word[0])-'a', row-1); err == nil && ok && cellWord(c) == word {
			return c, nil
		}
	}
	return 0, fmt.Errorf("%q is no cell of the board", word)
}

// among finds a word in a list by what its entries are called.
func among[T any](list []T, word string, called func(*T) string) int {
	return slices.IndexFunc(list, func(x T) bool { return called(&x) == word })
}

// fresh refuses a word that is no name, or that is in a list already.
func fresh[T any](list []T, word string, called func(*T) string) error {
	if err := engine.CheckKind(word); err != nil {
		return err
	}
	if among(list, word, called) >= 0 {
		return fmt.Errorf("there is a %q already", word)
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
		if err := errors.Join(fresh(r.quadrants, f.Name, (*quadrant).called), fromErr, toErr); err != nil {
			return rows.Error(i, f.Name, err)
		}
		for c := range r.grid.all.all {
			if from.column() <= c.column() && c.column() <= to.column() && from.row() <= c.row() && c.row() <= to.row() {
				q.cells.add(c)
			}
		}
		for j := range r.quadrants {
			if o := &r.quadrants[j]; o.cells.meets(q.cells) {
				return rows.Error(i, f.Name, fmt.Errorf("it lies over the quadrant %q", o.name))
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
		return fmt.Errorf("colour: %d are more than %d", len(r.colours), mostColours)
	}
	return nil
}

func (r *reader) colour(i int) (colour, error) {
	f := r.file.Colour[i]
	c := colour{name: f.Name, quadrant: among(r.quadrants, f.Quadrant, (*quadrant).called)}
	if err := fresh(r.colours, f.Name, (*colour).called); err != nil {
		return c, err
	}
	if c.quadrant < 0 {
		return c, fmt.Errorf("there is no quadrant %q", f.Quadrant)
	}
	side := slices.Index(directionWords[:], f.Side)
	if side < 0 {
		return c, fmt.Errorf("side: %q is none of %s", f.Side, strings.Join(directionWords[:], ", "))
	}
	c.side = direction(side)
	var err error
	if c.start, err = r.cell(f.Start); err != nil {
		return c, fmt.Errorf("start: %w", err)
	}
	if !r.grid.edge[c.side].has(c.start) {
		return c, fmt.Errorf("start: %s is not on the %s edge of the board", f.Start, f.Side)
	}
	for j := range r.colours {
		if o := &r.colours[j]; o.quadrant == c.quadrant {
			return c, fmt.Errorf("%s has the quadrant %q already", o.name, f.Quadrant)
		}
	}
	return c, nil
}

func (r *reader) readTypes() error {
	r.types = r.file.Bridges.Types
	for i := range r.types {
		if err := fresh(r.types[:i], r.types[i], func(w *string) string { return *w }); err != nil {
			return fmt.Errorf("bridges.types, %d: %w", i+1, err)
		}
	}
	if len(r.types) != types {
		return fmt.Errorf("bridges.types: there are %d, not %d", len(r.types), types)
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
		return fmt.Errorf("shape: there are %d, not 1 to %d", n, mostShapes)
	}
	called := make(map[string]bool)
	for b := range r.bridges() {
		if word := r.bridgeWord(b); called[word] {
			return fmt.Errorf("shape: two bridges would be called %q", word)
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
			return s, fmt.Errorf("cells: %v is not [east, north]", xy)
		}
		v := vector{xy[0], xy[1]}
		if slices.Contains(s.cells, v) {
			return s, fmt.Errorf("cells: %v is there twice", xy)
		}
		if max(v.e, -v.e) >= mostColumns || max(v.n, -v.n) >= mostRows {
			return s, fmt.Errorf("cells: %v is farther than any board reaches", xy)
		}
		s.cells = append(s.cells, v)
	}
	if !slices.Contains(s.cells, vector{}) {
		return s, errors.New("cells: the anchor [0, 0] is not among them")
	}
	if len(s.cells) > mostCells {
		return s, fmt.Errorf("cells: %d are more than %d", len(s.cells), mostCells)
	}
	if len(f.Orientations) == 0 {
		return s, errors.New("orientations: there is none")
	}
	for _, w := range f.Orientations {
		q := slices.Index(orientationWords[:], w)
		switch {
		case q < 0:
			return s, fmt.Errorf("orientations: %q is none of %s", w, strings.Join(orientationWords[:], ", "))
		case s.forms[q] != noForm:
			return s, fmt.Errorf("orientations: %s is there twice", w)
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
			return fmt.Errorf("placement: there is no card for %s", r.colours[i].name)
		}
	}
	return nil
}

func (r *reader) placement(i int) (placement, error) {
	f := r.file.Placement[i]
	p := placement{name: f.Card, colour: among(r.colours, f.Colour, (*colour).called)}
	if err := fresh(r.placements, f.Card, (*placement).called); err != nil {
		return p, err
	}
	if among(r.incertus, f.Card, (*kind).called) >= 0 || among(r.prayers, f.Card, (*kind).called) >= 0 {
		return p, fmt.Errorf("there is a kind of card %q", f.Card)
	}
	if p.colour < 0 {
		return p, fmt.Errorf("there is no colour %q", f.Colour)
	}
	for w := range f.Cells {
		if among(r.colours, w, (*colour).called) < 0 {
			return p, fmt.Errorf("cells: there is no colour %q", w)
		}
	}
	square := &r.quadrants[r.colours[p.colour].quadrant]
	for j := range r.colours {
		w, ok := f.Cells[r.colours[j].name]
		if !ok {
			return p, fmt.Errorf("cells: there is none for %s", r.colours[j].name)
		}
		c, err := r.cell(w)
		switch {
		case err != nil:
			return p, fmt.Errorf("cells: %w", err)
		case !square.cells.has(c):
			return p, fmt.Errorf("cells: %s lies outside the square %s", w, square.name)
		case slices.Contains(p.cells, c):
			return p, fmt.Errorf("cells: %s is there twice", w)
		}
		p.cells = append(p.cells, c)
	}
	return p, nil
}
