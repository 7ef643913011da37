package sator

import (
	"math/bits"

	"familiar/engine"
)

// site is what is known of the board during the laying of bridges.
type site struct {
	open     []cells // by form: the anchors at which it may be laid, apart from rule place.block
	laid     cells   // under bridges
	lack     [mostSeats]int
	relieved bool // the player whose turn it is may ignore place.block: rule place.relief
}

// prepare computes the site before the first bridge is laid.
func (s *State) prepare() {
	s.site.open = make([]cells, len(s.forms))
	for i := range s.forms {
		f := &s.forms[i]
		s.site.open[i] = f.inside.without(s.twins(f))
	}
	for seat := range engine.Seat(s.players) {
		s.site.lack[seat] = s.lackOf(seat, s.unary(seat), cells{})
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
					all = all.or(f.over[x].and(f.over[y]))
				}
			}
		}
	}
	return all
}

// occupy records that a bridge was laid on some cells.
func (x *site) occupy(forms []form, laid cells) {
	x.laid = x.laid.or(laid)
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

// less returns a stock without one bridge of a shape.
func less(stock uint64, shape int) uint64 {
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
		for way := range s.site.open[i].and(f.over[book]).all {
			if !f.laid[way].meets(laying) {
				shapes |= bit
				break
			}
		}
	}
	return shapes
}

// void returns the books of a seat that stand on no bridge.
func (s *State) void(seat engine.Seat) cells { return s.booksOf(seat).without(s.site.laid) }

// lackOf returns a player's lack after a laying: rule place.block. For a set of books, count the books minus the bridges that could be laid under at
// least one of them; the lack is the largest such number.
func (s *State) lackOf(seat engine.Seat, stock uint64, laying cells) int {
	var shapes [mostColours]uint64
	n := 0
	for book := range s.void(seat).without(laying).all {
		shapes[n] = s.under(book, stock, laying)
		n++
	}
	return worst(shapes[:n], stock)
}

func worst(shapes []uint64, stock uint64) int {
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
		if s.lackOf(seat, s.stockAfter(seat, shape), laying) > s.site.lack[seat] {
			return true
		}
	}
	return false
}

// stockAfter returns the bridges that a player has left after the seat with the turn has laid a shape.
func (s *State) stockAfter(seat engine.Seat, shape int) uint64 {
	if seat == s.turn {
		return less(s.unary(seat), shape)
	}
	return s.unary(seat)
}

// survey counts the layings under the books of all players over the void. It finds quickly which layings could block a book.
type survey struct {
	*State
	books [mostSeats * mostColours]exposed
	void  [mostSeats]int // number of books of each player
}

// exposed is a book over the void.
type exposed struct {
	at   cell
	ways [mostShapes]int // by shape: the number of layings under the book
}

func (s *State) survey() survey {
	v := survey{State: s}
	n := 0
	for seat := range engine.Seat(s.players) {
		for c := range s.void(seat).all {
			b := &v.books[n]
			b.at = c
			for i := range s.forms {
				f := &s.forms[i]
				b.ways[f.shape] += s.site.open[i].and(f.over[c]).size()
			}
			n++
			v.void[seat]++
		}
	}
	return v
}

// laying is the examination of a shape that is to be laid.
type laying struct {
	shape  int
	doubts [mostSeats * mostColours]doubt
	n      int
	spared bool // using up the bridge alone does not increase the player's lack
}

// doubt is a book that a laying might leave without a bridge.
type doubt struct {
	book  int    // index in the survey
	own   bool   // it belongs to the player who lays
	stock uint64 // the player's stock after the laying; the player is the owner of the book
	spare int    // number of bridges, at most mostSpare, that it can lose before it competes with its owner's other doubtful books
}

const mostSpare = 3

// bridges returns the number of bridges of a shape in a stock that could be laid under a book.
func (b *exposed) bridges(stock uint64, shape int) int {
	if b.ways[shape] == 0 {
		return 0
	}
	return bits.OnesCount64(stock >> (shapeBits * shape) & oneShape)
}

// laying examines the laying of a shape.
func (v *survey) laying(shape int) laying {
	x := laying{shape: shape, spared: true}
	from := 0
	for seat := range engine.Seat(v.players) {
		to := from + v.void[seat]
		v.doubt(&x, seat, from, to)
		from = to
	}
	return x
}

// doubt adds the doubtful books of a player, which are books[from:to] of the survey. A book is sure of a bridge if it keeps a laying of that bridge
// whatever is laid beside it. If for some N and all larger N at most N books are sure of at most N bridges, then books with more sure bridges always
// find one after these have theirs.
func (v *survey) doubt(x *laying, seat engine.Seat, from, to int) {
	books, hits, stock := v.books[from:to], v.hits[x.shape], v.stockAfter(seat, x.shape)
	var sure [mostColours]int
	var upTo [mostColours]int // by number: how many books are sure of at most that many bridges
	for i := range books {
		for shape, most := range hits {
			if books[i].ways[shape] > most {
				sure[i] += books[i].bridges(stock, shape)
			}
		}
		for n := sure[i]; n < len(books); n++ {
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
		x.spared = v.lackOf(seat, stock, cells{}) <= v.site.lack[seat]
	}
	for i := range books {
		if sure[i] > few {
			continue
		}
		bridges := 0
		for shape := range hits {
			bridges += books[i].bridges(stock, shape)
		}
		x.doubts[x.n] = doubt{book: from + i, own: seat == v.turn, stock: stock, spare: min(max(0, bridges-upTo[few]), mostSpare)}
		x.n++
	}
}

// layable returns the anchors at which a form of the shape may be laid: rules place.form to place.block.
func (v *survey) layable(i int, x *laying) cells {
	f, open := &v.forms[i], v.site.open[i]
	if v.site.relieved || x.n == 0 || open.empty() {
		return open
	}
	var sure, unsure cells
	for k := range x.doubts[:x.n] {
		d := &x.doubts[k]
		switch {
		case x.spared:
			unsure = unsure.or(v.cutting(i, d))
		case d.own: // only a laying under one of the player's own books can be legal
			unsure = unsure.or(open.and(f.over[v.books[d.book].at]))
		}
	}
	if x.spared {
		sure = open.without(unsure)
	}
	for anchor := range unsure.all {
		if !v.blocks(x.shape, f.laid[anchor]) {
			sure.add(anchor)
		}
	}
	return sure
}

// cutting returns the anchors at which a form, laid beside a book, takes more bridges from it than the book can spare. The laying takes the bridges
// of a shape if it meets all layings of that shape under the book.
func (v *survey) cutting(i int, d *doubt) cells {
	f, b := &v.forms[i], &v.books[d.book]
	hits := v.hits[f.shape]
	might := 0 // number of bridges that the laying could take
	for shape, most := range hits {
		if b.ways[shape] <= most {
			might += b.bridges(d.stock, shape)
		}
	}
	beside := v.site.open[i].without(f.over[b.at])
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

// meetingAll returns those anchors at which a form meets all layings of a shape over a cell.
func (v *survey) meetingAll(f *form, anchors cells, over cell, shape int) cells {
	for _, i := range v.cardList.shapes[shape].forms {
		if i == noForm {
			continue
		}
		g := &v.forms[i]
		for way := range v.site.open[i].and(g.over[over]).all {
			if anchors = anchors.and(f.meeting(g.laid[way])); anchors.empty() {
				return anchors
			}
		}
	}
	return anchors
}

// canLay reports whether the player whose turn it is can lay any bridge.
func (s *State) canLay() bool {
	v := s.survey()
	for shape := range s.shapes {
		if s.seats[s.turn].stock[shape] == 0 {
			continue
		}
		x := v.laying(shape)
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
			seat = s.beyond(seat)
			continue
		}
		s.turn = seat
		s.site.relieved = false
		if s.canLay() {
			return
		}
		if s.site.relieved = true; s.canLay() {
			s.event(seat, eventRelieved)
			return
		}
		s.event(seat, eventPassed, engine.CappedNumber(bits.OnesCount64(s.unary(seat))))
		s.seats[seat].stock = [mostShapes]uint8{}
		s.site.lack[seat] = s.lackOf(seat, 0, cells{})
		seat = s.beyond(seat)
	}
	s.deal()
}
