package athame

import (
	"embed"

	"familiar/docs/rules"
	"familiar/engine"
	"familiar/engine/cards"
	"familiar/engine/lang"
)

const gameID = "athame"

// phrases are the texts of the game, in all languages.
//
//go:embed words.*.toml
var phrases embed.FS

const (
	leastSeats, mostSeats = 2, 4
	dealt                 = 7 // cards in a starting hand
	inMarket              = 4
	drawn                 = 4  // cards that a draw from the bank gives
	mostAllotted          = 4  // in a turn
	mostHeld              = 99 // largest number after a kind in hold
	mostSkips             = 9  // largest number that an amend can set
)

// Game is Athame.
func Game() engine.Game {
	return engine.Game{
		ID: gameID, House: house, List: list(), Options: choices(), MinSeats: leastSeats, MaxSeats: mostSeats,
		Cues: map[string]engine.Cue{
			"won":    engine.CueFanfare,
			"sealed": engine.CueThud, "countered": engine.CueThud, "void": engine.CueThud,
		},
		New: func(setup engine.Setup, pack []byte) (engine.State, error) { return newState(setup, pack) },
	}.WithTexts(phrases, rules.Pages)
}

func choices() []engine.OptionDef {
	return []engine.OptionDef{{Name: "seal", Values: []string{"spent", "lasting"}, Rule: "seal.works"}}
}

// ruleset is the constant part of a game. All states of a game share it.
type ruleset struct {
	*lexicon
	list    *cardList
	players int
	lasting bool // option seal: a Seal that works stays in the hand

	square                     cards.Kind
	others, jokerKinds         []cards.Kind // resources other than squares; the jokers
	resourceKinds              []cards.Kind // the resources
	resources, jokers, payable cards.Set
	artifices, eventKinds      cards.Set          // jokers are artifices too
	rounds                     cards.Set          // the events that stay for a round
	tools                      [moments]cards.Set // artifices that are not jokers
	classes                    [classes]cards.Set // of bank cards
	seals                      cards.Set          // spells that are Seals
	sealOrder                  []cards.Kind       // in the order of the card list
	toolCopies                 [moments]int
	prices                     prices
	paths                      []paths // paths of each seat's facts
	deckPaths, generalPaths    []string
}

func newRuleset(setup engine.Setup, pack []byte) (*ruleset, error) {
	if err := engine.CheckSeats(setup.Seats, leastSeats, mostSeats, "bank", "market", "deck"); err != nil {
		return nil, err
	}
	option, err := engine.ResolveOptions(choices(), setup.Options)
	if err != nil {
		return nil, err
	}
	list, err := readPack(pack)
	if err != nil {
		return nil, err
	}
	if n := len(setup.Seats); len(list.rituals) < n {
		return nil, lang.T("{1} rituals are too few for {2} players", len(list.rituals), n)
	}
	r := &ruleset{list: list, players: len(setup.Seats), lasting: option["seal"] == "lasting"}
	catalog, err := newCatalog(list, setup.Seats)
	if err != nil {
		return nil, err
	}
	r.lexicon = newLexicon(catalog, list, setup.Seats)
	r.classify()
	r.writePaths(setup.Seats)
	return r, nil
}

// classify finds the role of each kind.
func (r *ruleset) classify() {
	for i := range r.list.bank {
		k, c := cards.Kind(i), &r.list.bank[i]
		switch c.cardType {
		case typeResource:
			r.resources.Add(k)
			r.resourceKinds = append(r.resourceKinds, k)
			if c.pile == pileSquares {
				r.square = k
				r.classes[squareCard].Add(k)
			} else {
				r.classes[otherCard].Add(k)
				r.others = append(r.others, k)
			}
		case typeJoker:
			r.jokers.Add(k)
			r.jokerKinds = append(r.jokerKinds, k)
			r.artifices.Add(k)
		case typeArtifice:
			r.artifices.Add(k)
			r.tools[c.when].Add(k)
			r.toolCopies[c.when] += c.copies
		case typeEvent:
			r.eventKinds.Add(k)
			if c.span == spanRound {
				r.rounds.Add(k)
			}
		}
	}
	r.payable = r.resources
	r.payable.Include(&r.jokers)
	r.classes[artificeCard] = r.artifices
	r.classes[anyCard] = r.resources
	r.classes[anyCard].Include(&r.artifices)
	r.prices = newPrices(r.list.spells)
	for _, i := range r.list.spellOrder {
		if r.list.spells[i].seal {
			r.seals.Add(cards.Kind(i))
			r.sealOrder = append(r.sealOrder, cards.Kind(i))
		}
	}
}

// after returns the n-th seat after a seat: play goes clockwise.
func (r *ruleset) after(seat engine.Seat, n int) engine.Seat {
	return engine.Seat((int(seat) + n) % r.players)
}

// next returns the seat to the left.
func (r *ruleset) next(s engine.Seat) engine.Seat { return r.after(s, 1) }

// The places of bank cards.
const (
	bank cards.Place = iota
	market
	squares
	general
	arcana
	box // only before the set-up is over: the place of events and artifices
	firstOwn
)

// pileAt returns the place of a discard pile.
func pileAt(p pile) cards.Place { return squares + cards.Place(p) }

// The places of a seat.

func (r *ruleset) hand(s engine.Seat) cards.Place       { return firstOwn + 3*cards.Place(s) }
func (r *ruleset) allotted(s engine.Seat) cards.Place   { return firstOwn + 3*cards.Place(s) + 1 }
func (r *ruleset) eventPlace(s engine.Seat) cards.Place { return firstOwn + 3*cards.Place(s) + 2 }

// isHand reports whether a place is a hand.
func isHand(p cards.Place) bool { return p >= firstOwn && (p-firstOwn)%3 == 0 }

// The places of spells.

const decks cards.Place = 0

func held(s engine.Seat) cards.Place  { return 1 + 2*cards.Place(s) }
func built(s engine.Seat) cards.Place { return 2 + 2*cards.Place(s) }
