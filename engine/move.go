package engine

// Seat counts the players of a game from 0, in the order of its setup, which is clockwise.
type Seat uint8

const (
	// Nobody is the seat of moves that no player makes: time, dice, shuffles, cards turned up from a pile. Records write it "table".
	Nobody Seat = 0xFF
	// Public is the viewer that knows what everybody knows: a spectator without a seat. A move of Public is one of Nobody.
	Public = Nobody
	// NoSeat is a seat that the game does not have. A move of NoSeat is always malformed.
	NoSeat Seat = 0xFE
)

// MaxSeats is the most players that any game may have.
const MaxSeats = 8

// MaxArgs is the most arguments that a move may have.
const MaxArgs = 4

// Name is a word of a game's Catalog: a verb, a card, a seat, a place. Numbers are names too, and need no entry. Within one game equal words have equal names.
type Name uint16

const (
	// None stands for a missing argument.
	None Name = 0
	// Unknown stands for a word that the catalog does not have. A move with it is always malformed.
	Unknown Name = 0xFFFF
	// Excess is the last argument of a move that has more than MaxArgs of them. Such a move is always malformed.
	Excess Name = 0xFFFE

	firstNumber Name = 0xC000
	// MaxNumber is the largest number that is a name.
	MaxNumber = 9999
)

// Number returns the name of n, Unknown if n is not between 0 and MaxNumber.
func Number(n int) Name {
	if n < 0 || n > MaxNumber {
		return Unknown
	}
	return firstNumber + Name(n)
}

// CappedNumber returns the name of a number, with MaxNumber as the upper bound.
func CappedNumber(n int) Name { return Number(min(n, MaxNumber)) }

// Number returns the number that n names, if it names one.
func (n Name) Number() (int, bool) {
	if n < firstNumber || n > firstNumber+MaxNumber {
		return 0, false
	}
	return int(n - firstNumber), true
}

// Move is one small step of a game: a seat, a verb and up to four arguments, which fill Args from the front. Moves are
// compared with ==.
type Move struct {
	Seat Seat
	Verb Name
	Args [MaxArgs]Name
}

// NewMove returns a move. Arguments beyond MaxArgs make it malformed: the last one becomes Excess.
func NewMove(seat Seat, verb Name, args ...Name) Move {
	m := Move{Seat: seat, Verb: verb}
	if copy(m.Args[:], args) < len(args) {
		m.Args[MaxArgs-1] = Excess
	}
	return m
}

// Choices yields the moves of a verb with one argument: each of some words for whose index may is true, or all if may is nil. It returns false once yield does.
func Choices(seat Seat, verb Name, words []Name, may func(i int) bool, yield func(Move) bool) bool {
	for i, n := range words {
		if (may == nil || may(i)) && !yield(Move{Seat: seat, Verb: verb, Args: [MaxArgs]Name{n}}) {
			return false
		}
	}
	return true
}

// Arity returns the number of arguments.
func (m Move) Arity() int {
	for i, a := range m.Args {
		if a == None {
			return i
		}
	}
	return MaxArgs
}

// Has reports whether n is an argument of m.
func (m Move) Has(n Name) bool {
	return n != None && (m.Args[0] == n || m.Args[1] == n || m.Args[2] == n || m.Args[3] == n)
}

// Violation is the reason why a move is refused: the id of a rule of the game's rules page and the names involved.
// The zero Violation means that the move is legal.
type Violation struct {
	Rule  string
	Names [MaxArgs]Name
}

// Violate returns the violation of a rule.
func Violate(rule string, names ...Name) Violation {
	v := Violation{Rule: rule}
	copy(v.Names[:], names)
	return v
}

// Unless returns the violation of a rule, with the arguments of m as its names, if a condition does not hold.
func Unless(holds bool, rule string, m *Move) Violation {
	if holds {
		return Violation{}
	}
	return Violate(rule, m.Args[:]...)
}

// OK reports whether the move is legal.
func (v Violation) OK() bool { return v.Rule == "" }
