package sator

import (
	"math/bits"

	"familiar/engine"
)

// bridgeSetup is what is known of the board while bridges are laid.
type bridgeSetup struct {
	open     []cells // by form: the anchors at which it may be laid, apart from rule place.block
	lack     [mostSeats]int
	relieved bool // the player whose turn it is may ignore place.block: rule place.relief
}

// prepareBridges computes the bridgeSetup before the first bridge is laid.
func (s *State) prepareBridges() {
	s.setup.open = make([]cells, len(s.forms))
	for i := range s.forms {
		f := &s.forms[i]
		s.setup.open[i] = f.inside.without(s.twins(f))
	}
	for seat := range engine.Seat(s.players) {
		s.setup.lack[seat] = s.lackOf(seat, s.unary(seat), cells{})
	}
}

// twins returns the anchors at which a form would put two books of a colour on one bridge: rule place.twins.
func (s *State) twins(f *form) cells {
	var all cells
	for seat := range engine.Seat(s.players) {
		books := s.things[bookOf(seat, 0):bookOf(seat, len(s.colours))]
		for i, x := range books {
			for _, y := range books[:i] {
				if x != nowhere && y != nowhere && x != y {
					all = all.or(f.covering[x].and(f.covering[y]))
				}
			}
		}
	}
	return all
}

// occupy records that a bridge was laid on some cells.
func (x *bridgeSetup) occupy(forms []form, laid cells) {
	for i := range forms {
		x.open[i] = x.open[i].without(forms[i].meeting(laid))
	}
}

// unary returns the bridges that a player has left, in unary: four bits for each shape, with one bit set for each bridge. So the bridges of a set of
// shapes can be counted at once.
func (s *State) unary(seat engine.Seat) uint64 {
	var all uint64
	for shape := range s.shapes {
		all |= (1<<s.seats[seat].stock[shape] - 1) << (shapeBits * shape)
	}
	return all
}

const (
	shapeBits = 4
	oneShape  = 1<<shapeBits - 1
)

// withoutOne returns a stock without one bridge of a shape.
func withoutOne(stock uint64, shape int) uint64 {
	mine := stock >> (shapeBits * shape) & oneShape
	return stock&^(oneShape<<(shapeBits*shape)) | mine>>1<<(shapeBits*shape)
}

// under returns the shapes of a stock that could be laid under a book after a laying: four bits each.
func (s *State) under(book cell, stock uint64, laying cells) uint64 {
	var shapes uint64
	for i := range s.forms {
		f := &s.forms[i]
		bit := uint64(oneShape) << (shapeBits * f.shape)
		if shapes&bit != 0 || stock&bit == 0 {
			continue
		}
		for way := range s.setup.open[i].and(f.covering[book]).all {
			if !f.laid[way].meets(laying) {
				shapes |= bit
				break
			}
		}
	}
	return shapes
}

// booksOverVoid returns the cells with books of a seat under which no bridge lies.
func (s *State) booksOverVoid(seat engine.Seat) cells { return s.booksOf(seat).without(s.covered) }

// lackOf returns a player's lack after a laying: rule place.block. For a set of books, count the books minus the bridges that could be laid under at
// least one of them; the lack is the largest such number. It is the deficiency of Hall's marriage theorem: so many books cannot each get a bridge.
func (s *State) lackOf(seat engine.Seat, stock uint64, laying cells) int {
	var shapes [mostColours]uint64
	n := 0
	for book := range s.booksOverVoid(seat).without(laying).all {
		shapes[n] = s.under(book, stock, laying)
		n++
	}
	return deficiency(shapes[:n], stock)
}

// deficiency returns the lack of a player, given the shapes that could be laid under each book.
func deficiency(shapes []uint64, stock uint64) int {
	most := 0
	for set := uint(1); set < 1<<len(shapes); set++ {
		var any uint64
		for rest := set; rest != 0; rest &= rest - 1 {
			any |= shapes[bits.TrailingZeros(rest)]
		}
		most = max(most, bits.OnesCount(set)-bits.OnesCount64(any&stock))
	}
	return most
}

// blocks reports whether laying a shape on some cells increases the lack of any player: rule place.block.
func (s *State) blocks(shape int, laying cells) bool {
	for seat := range engine.Seat(s.players) {
		if s.lackOf(seat, s.stockAfter(seat, shape), laying) > s.setup.lack[seat] {
			return true
		}
	}
	return false
}

// stockAfter returns the bridges that a player has left after the seat with the turn has laid a shape.
func (s *State) stockAfter(seat engine.Seat, shape int) uint64 {
	if seat == s.turn {
		return withoutOne(s.unary(seat), shape)
	}
	return s.unary(seat)
}

// coverage counts the positions of bridges that would cover the books over the void, of all players. It finds quickly which positions could block a
// book.
type coverage struct {
	*State
	books     [mostSeats * mostColours]bookOptions
	bookCount [mostSeats]int // number of books of each player
}

// bookOptions is a book over the void with the positions of bridges that would cover it.
type bookOptions struct {
	at   cell
	ways [mostShapes]int // by shape: the number of positions that cover the book
}

func (s *State) coverage() coverage {
	v := coverage{State: s}
	n := 0
	for seat := range engine.Seat(s.players) {
		for c := range s.booksOverVoid(seat).all {
			b := &v.books[n]
			b.at = c
			for i := range s.forms {
				f := &s.forms[i]
				b.ways[f.shape] += s.setup.open[i].and(f.covering[c]).size()
			}
			n++
			v.bookCount[seat]++
		}
	}
	return v
}

// shapeCheck is what a coverage says of a shape that is to be laid.
type shapeCheck struct {
	shape         int
	risky         [mostSeats * mostColours]riskyBook
	n             int
	lackUnchanged bool // using up the bridge alone does not increase the player's lack
}

// riskyBook is a book that a laying might leave without a bridge.
type riskyBook struct {
	book  int    // index in the coverage
	own   bool   // it belongs to the player who lays
	stock uint64 // the player's stock after the laying; the player is the owner of the book
	spare int    // number of bridges, at most mostSpare, that it can lose before it competes with its owner's other risky books
}

const mostSpare = 3

// bridges returns the number of bridges of a shape in a stock that could be laid under a book.
func (b *bookOptions) bridges(stock uint64, shape int) int {
	if b.ways[shape] == 0 {
		return 0
	}
	return bits.OnesCount64(stock >> (shapeBits * shape) & oneShape)
}

// checkShape examines the laying of a shape.
func (v *coverage) checkShape(shape int) shapeCheck {
	x := shapeCheck{shape: shape, lackUnchanged: true}
	from := 0
	for seat := range engine.Seat(v.players) {
		to := from + v.bookCount[seat]
		v.addRisky(&x, seat, from, to)
		from = to
	}
	return x
}

// addRisky adds the risky books of a player, among books[from:to] of the coverage. A bridge is safe for a book if the book keeps a position for it
// whatever is laid beside the book. Let few be the largest n such that more than n books have at most n safe bridges. A book with more than few safe
// bridges always finds one after the others have theirs; only the others are risky.
func (v *coverage) addRisky(x *shapeCheck, seat engine.Seat, from, to int) {
	books, hits, stock := v.books[from:to], v.hits[x.shape], v.stockAfter(seat, x.shape)
	var safe [mostColours]int // by book: the number of safe bridges
	var upTo [mostColours]int // by number: how many books have at most that many safe bridges
	for i := range books {
		for shape, most := range hits {
			if books[i].ways[shape] > most {
				safe[i] += books[i].bridges(stock, shape)
			}
		}
		for n := safe[i]; n < len(books); n++ {
			upTo[n]++
		}
	}
	few := len(books) - 1
	for few >= 0 && upTo[few] <= few {
		few--
	}
	if few < 0 {
		return
	}
	if seat == v.turn {
		x.lackUnchanged = v.lackOf(seat, stock, cells{}) <= v.setup.lack[seat]
	}
	for i := range books {
		if safe[i] > few {
			continue
		}
		bridges := 0
		for shape := range hits {
			bridges += books[i].bridges(stock, shape)
		}
		x.risky[x.n] = riskyBook{book: from + i, own: seat == v.turn, stock: stock, spare: min(max(0, bridges-upTo[few]), mostSpare)}
		x.n++
	}
}

// layable returns the anchors at which a form of the shape may be laid: rules place.form to place.block.
func (v *coverage) layable(i int, x *shapeCheck) cells {
	f, open := &v.forms[i], v.setup.open[i]
	if v.setup.relieved || x.n == 0 || open.empty() {
		return open
	}
	var sure, unsure cells
	for k := range x.risky[:x.n] {
		d := &x.risky[k]
		switch {
		case x.lackUnchanged:
			unsure = unsure.or(v.blocking(i, d))
		case d.own: // only a laying under one of the player's own books can be legal
			unsure = unsure.or(open.and(f.covering[v.books[d.book].at]))
		}
	}
	if x.lackUnchanged {
		sure = open.without(unsure)
	}
	for anchor := range unsure.all {
		if !v.blocks(x.shape, f.laid[anchor]) {
			sure.add(anchor)
		}
	}
	return sure
}

// blocking returns the anchors at which a form, laid beside a book, takes more bridges from it than the book can spare. The laying takes the bridges
// of a shape if it meets all positions of that shape over the book.
func (v *coverage) blocking(i int, d *riskyBook) cells {
	f, b := &v.forms[i], &v.books[d.book]
	hits := v.hits[f.shape]
	might := 0 // number of bridges that the laying could take
	for shape, most := range hits {
		if b.ways[shape] <= most {
			might += b.bridges(d.stock, shape)
		}
	}
	beside := v.setup.open[i].without(f.covering[b.at])
	var lost [mostSpare + 1]cells // lost[k] has the anchors at which it takes more than k bridges
	for shape, most := range hits {
		n := b.bridges(d.stock, shape)
		if n == 0 || b.ways[shape] > most {
			continue
		}
		if might <= d.spare {
			return cells{}
		}
		cut := v.meetingAll(f, beside, b.at, shape)
		if cut.empty() {
			might -= n
			continue
		}
		for range n {
			for k := d.spare; k > 0; k-- {
				lost[k] = lost[k].or(lost[k-1].and(cut))
			}
			lost[0] = lost[0].or(cut)
		}
	}
	return lost[d.spare]
}

// meetingAll returns those anchors at which a form meets all positions in which a shape covers a cell.
func (v *coverage) meetingAll(f *form, anchors cells, over cell, shape int) cells {
	for _, i := range v.cardList.shapes[shape].forms {
		if i == noForm {
			continue
		}
		g := &v.forms[i]
		for way := range v.setup.open[i].and(g.covering[over]).all {
			if anchors = anchors.and(f.meeting(g.laid[way])); anchors.empty() {
				return anchors
			}
		}
	}
	return anchors
}

// canLay reports whether the player whose turn it is can lay any bridge.
func (s *State) canLay() bool {
	v := s.coverage()
	for shape := range s.shapes {
		if s.seats[s.turn].stock[shape] == 0 {
			continue
		}
		x := v.checkShape(shape)
		for _, i := range s.shapes[shape].forms {
			if i != noForm && !v.layable(i, &x).empty() {
				return true
			}
		}
	}
	return false
}

// nextToLay gives the turn to the next player who has a bridge that can be laid: rules place.order and place.relief. If there is none, the cards are dealt.
func (s *State) nextToLay(seat engine.Seat) {
	for range s.players {
		if s.unary(seat) == 0 {
			seat = s.counterClockwise(seat)
			continue
		}
		s.turn = seat
		s.setup.relieved = false
		if s.canLay() {
			return
		}
		s.setup.relieved = true
		if s.canLay() {
			s.Event(seat, eventRelieved)
			return
		}
		s.Event(seat, eventPassed, engine.CappedNumber(bits.OnesCount64(s.unary(seat))))
		s.seats[seat].stock = [mostShapes]uint8{}
		s.setup.lack[seat] = s.lackOf(seat, 0, cells{})
		seat = s.counterClockwise(seat)
	}
	s.deal()
}
