package sator

import (
	"math/bits"

	"familiar/engine"
)

// site is what is known of the board while bridges are laid.
type site struct {
	open     []cells // by form: the anchors with which it may be laid but for rule place.block
	laid     cells   // under bridges
	lack     [mostSeats]int
	relieved bool // the player whose turn it is need not obey place.block: rule place.relief
}

// prepare looks at the board before the first bridge is laid.
func (s *State) prepare() {
	s.site.open = make([]cells, len(s.forms))
	for i := range s.forms {
		f := &s.forms[i]
		s.site.open[i] = f.inside.without(s.twins(f))
	}
	for seat := range engine.Seat(s.players) {
		s.site.lack[seat] = s.lackOf(seat, s.unary(seat), &s.site)
	}
}

// twins are the anchors with which a form would bring two books of a colour onto one bridge: rule place.twins.
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

// occupy notes that a bridge was laid on some cells.
func (x *site) occupy(forms []form, laid cells) {
	x.laid = x.laid.or(laid)
	for i := range forms {
		x.open[i] = x.open[i].without(forms[i].meeting(laid))
	}
}

// unary are the bridges that a player has left to lay: four bits for each shape, as many of them set as there are bridges. With them a set of shapes is
// counted at once.
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

// less is a stock without one bridge of a shape.
func less(stock uint64, shape int) uint64 {
	mine := stock >> (shapeBits * shape) & oneShape
	return stock&^(oneShape<<(shapeBits*shape)) | mine>>1<<(shapeBits*shape)
}

// under are the shapes of which a bridge could be laid under a book: four bits each.
func (s *State) under(book cell, x *site) uint64 {
	var shapes uint64
	for i := range s.forms {
		f := &s.forms[i]
		if bit := uint64(oneShape) << (shapeBits * f.shape); shapes&bit == 0 && x.open[i].meets(f.over[book]) {
			shapes |= bit
		}
	}
	return shapes
}

// void are the books of a seat that stand on no bridge.
func (s *State) void(seat engine.Seat, x *site) cells { return s.booksOf(seat).without(x.laid) }

// lackOf is a player's lack: rule place.block. It is that of the worst set of books: how many more they are than the bridges of which any could
// be laid under one of them.
func (s *State) lackOf(seat engine.Seat, stock uint64, x *site) int {
	var shapes [mostColours]uint64
	n := 0
	for book := range s.void(seat, x).all {
		shapes[n] = s.under(book, x)
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

// blocks tells whether a laying makes somebody's lack greater: rule place.block.
func (s *State) blocks(f *form, anchor cell) bool {
	var room [mostShapes * quarters]cells
	after := site{open: room[:len(s.forms)], laid: s.site.laid}
	copy(after.open, s.site.open)
	after.occupy(s.forms, f.laid[anchor])
	for seat := range engine.Seat(s.players) {
		stock := s.unary(seat)
		if seat == s.turn {
			stock = less(stock, f.shape)
		}
		if s.lackOf(seat, stock, &after) > s.site.lack[seat] {
			return true
		}
	}
	return false
}

// survey is what the books of all players over the void can count on, to find quickly which layings block one.
type survey struct {
	*State
	books [mostSeats * mostColours]exposed
	n     int
	void  [mostSeats]int // how many of each player
}

// exposed is a book over the void.
type exposed struct {
	seat engine.Seat
	at   cell
	ways [mostShapes]int // of each shape: in how many ways a bridge could be laid under it
}

func (s *State) survey() survey {
	v := survey{State: s}
	for seat := range engine.Seat(s.players) {
		for c := range s.void(seat, &s.site).all {
			b := &v.books[v.n]
			b.seat, b.at = seat, c
			for i := range s.forms {
				f := &s.forms[i]
				b.ways[f.shape] += s.site.open[i].and(f.over[c]).size()
			}
			v.n++
			v.void[seat]++
		}
	}
	return v
}

// stock is what a player has left after the one whose turn it is has laid a shape.
func (v *survey) stock(seat engine.Seat, shape int) uint64 {
	if seat == v.turn {
		return less(v.unary(seat), shape)
	}
	return v.unary(seat)
}

// laying is a shape that is to be laid.
type laying struct {
	shape    int
	doubtful uint32 // the books that it might take out of reach, a bit each
	spared   bool   // without the bridge in hand the player's lack is not greater
}

// laying looks what laying a shape could do. Books that are not doubtful keep so many bridges, whatever is laid beside them, that each book of that player
// could have one.
func (v *survey) laying(shape int) laying {
	x := laying{shape: shape, spared: true}
	for i := range v.n {
		b := &v.books[i]
		var sure uint64
		for of := range v.shapes {
			if b.ways[of] > v.hits[shape][of] {
				sure |= oneShape << (shapeBits * of)
			}
		}
		if bits.OnesCount64(sure&v.stock(b.seat, shape)) < v.void[b.seat] {
			x.doubtful |= 1 << i
		}
	}
	if x.doubtful != 0 {
		x.spared = v.lackOf(v.turn, v.stock(v.turn, shape), &v.site) <= v.site.lack[v.turn]
	}
	return x
}

// layable are the anchors with which a form of the shape may be laid: rules place.form to place.block.
func (v *survey) layable(i int, x *laying) cells {
	f, open := &v.forms[i], v.site.open[i]
	if v.site.relieved || x.doubtful == 0 || open.empty() {
		return open
	}
	var sure, unsure cells
	for rest := x.doubtful; rest != 0; rest &= rest - 1 {
		b := &v.books[bits.TrailingZeros32(rest)]
		switch {
		case x.spared:
			unsure = unsure.or(v.cutting(i, b))
		case b.seat == v.turn: // only under an own book can it be laid
			unsure = unsure.or(open.and(f.over[b.at]))
		}
	}
	if x.spared {
		sure = open.without(unsure)
	}
	for anchor := range unsure.all {
		if !v.blocks(f, anchor) {
			sure.add(anchor)
		}
	}
	return sure
}

// cutting are the anchors with which a form, laid beside a book, meets all ways in which a bridge of some shape could be laid under it.
func (v *survey) cutting(i int, b *exposed) cells {
	f := &v.forms[i]
	beside := v.site.open[i].without(f.over[b.at])
	var all cells
	for shape := range v.shapes {
		if b.ways[shape] == 0 || b.ways[shape] > v.hits[f.shape][shape] {
			continue
		}
		all = all.or(v.meetingAll(f, beside, b.at, shape))
	}
	return all
}

// meetingAll are those of some anchors with which a form meets all ways in which a bridge of a shape could be laid over a cell.
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

// canLay tells whether a player can lay anything at all.
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

// nextToLay gives the turn to the next player who has bridges, if any of them can be laid: rules place.order and place.relief. After the last one the
// cards are dealt.
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
		s.event(seat, eventPassed, engine.Counted(bits.OnesCount64(s.unary(seat))))
		s.seats[seat].stock = [mostShapes]uint8{}
		s.site.lack[seat] = s.lackOf(seat, 0, &s.site)
		seat = s.beyond(seat)
	}
	s.deal()
}
