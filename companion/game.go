package companion

import (
	"slices"
	"strings"
	"time"

	"familiar/companion/journal"
	"familiar/companion/packs"
	"familiar/companion/palette"
	"familiar/engine"
	"familiar/engine/lang"
	"familiar/engine/record"
)

// game is the game under way: the truth is its journal, the state is the journal replayed.
type game struct {
	engine     engine.Game
	setup      engine.Setup
	words      *engine.Phrases // in English
	localizers map[string]*localizer
	own        []byte // its card list, nil if that is the program's
	catalog    *engine.Catalog
	history    *engine.History
	journal    ledger
	started    time.Time
	colours    [][3]uint8 // of the seats
	steps      record.Fold
	log        []entry                   // one for each move that stands
	views      map[engine.Seat]*seatView // of the state that stands; forgotten when it changes
	last       time.Time                 // when a move was made or taken back last
	length     time.Duration             // for which it was played, long pauses left out
	hold       engine.Name               // the verb that every game with hidden hands has
	amend      engine.Name               // that of corrections
}

// ledger is what the table wants of its journal.
type ledger interface {
	Name() string
	Path() string
	Append(record.Step) error
	SetAside(n int) (left int, beside string, err error)
	Finish(reason string, at time.Time) error
	Close() error
}

// entry is a move that stands.
type entry struct {
	seat     engine.Seat
	redacted []engine.Move // by seat, the last one for everybody else: as that viewer may know it, without a verb if it must not know of it
	events   []engine.Move // what followed by itself
	turned   bool          // another turn has begun with it
	hasChore bool          // something of that is to be done with the real pieces
	n        int
	heard    engine.Cue
	rendered map[*localizer]*rendering // the same in the languages in which somebody has read it
}

// begin makes the game of a setup, without a journal yet. It is played with the card list that is kept with a journal under the sum, or else with the one
// of today.
func (t *Table) begin(setup engine.Setup, cards string) (*game, error) {
	spec, ok := t.gameOf(setup.Game)
	if !ok {
		return nil, noGame(setup.Game)
	}
	pack, err := t.pack(spec, setup.Pack)
	if cards != "" {
		pack, err = journal.Cards(t.opt.State, cards)
	}
	if err != nil {
		return nil, lang.T(`card list "{1}": {2}`, setup.Pack, err)
	}
	state, err := spec.New(setup, pack)
	if err != nil {
		return nil, err
	}
	english, err := spec.Reading(engine.English)
	if err != nil {
		return nil, err
	}
	g := &game{
		engine: spec, setup: setup, words: english.Phrases,
		catalog: state.Catalog(), history: engine.NewHistory(state),
	}
	g.localizers = map[string]*localizer{engine.English: {Reading: english, code: engine.English, game: g}}
	if setup.Pack != "" && setup.Pack != engine.HousePack {
		g.own = pack
	}
	g.hold, g.amend = g.catalog.Name("hold"), g.catalog.Name("amend")
	g.colours, _ = palette.Assign(setup.Seats, nil)
	return g, nil
}

func noGame(id string) error { return lang.T(`there is no game "{1}"`, id) }

func (t *Table) gameOf(id string) (engine.Game, bool) {
	for _, g := range t.opt.Games {
		if g.ID == id {
			return g, true
		}
	}
	return engine.Game{}, false
}

func (t *Table) pack(g engine.Game, name string) ([]byte, error) {
	if name == "" || name == engine.HousePack {
		return g.House, nil
	}
	return packs.Read(t.opt.State, g.ID, name)
}

// replay makes the steps of a journal again, and returns how many of its lines could be played if not all could. Then the game is of no use: it has made a
// part of a step.
func (g *game) replay(steps []record.Step) (lines int, err error) {
	for _, s := range steps {
		g.passed(s.At)
		if !g.steps.Apply(s) {
			return lines, lang.T(`"{1}", and no move stands`, record.UndoLine)
		}
		g.takeBack(s.Undo)
		for _, m := range s.Moves {
			if v := g.play(g.parse(m)); !v.OK() {
				return lines, lang.T(`"{1}" is refused by {2}`, m, v.Rule)
			}
		}
		lines += s.Lines()
	}
	return lines, nil
}

// parse reads a move as records write it.
func (g *game) parse(line string) engine.Move {
	seat, rest, _ := strings.Cut(line, ":")
	words := strings.Fields(rest)
	if len(words) == 0 {
		return engine.Move{Seat: engine.NoSeat}
	}
	return g.catalog.Move(seat, words[0], words[1:]...)
}

// play makes a move and writes down how people read it. It is in the journal, and in the fold of its steps, already.
func (g *game) play(m engine.Move) engine.Violation {
	before := g.history.State()
	if v := before.Check(m); !v.OK() {
		return v
	}
	turn := before.Status().Turn
	e := entry{seat: m.Seat, n: len(g.log) + 1, redacted: make([]engine.Move, g.catalog.Seats()+1), rendered: make(map[*localizer]*rendering)}
	for i := range e.redacted {
		viewer := engine.Seat(i)
		if i == g.catalog.Seats() {
			viewer = engine.Public
		}
		if redacted, ok := before.Redacted(m, viewer); ok {
			e.redacted[i] = redacted
		}
	}
	if v := g.history.Play(m); !v.OK() {
		return v
	}
	clear(g.views)
	now := g.history.State()
	e.turned = now.Status().Turn != turn
	e.events = slices.Clone(now.Events())
	for _, ev := range e.events {
		if _, chore := g.words.Event(g.catalog, ev); chore {
			e.hasChore = true
		}
		if cue, ok := g.engine.Cues[g.catalog.Word(ev.Verb)]; ok {
			e.heard = cue
		}
	}
	g.log = append(g.log, e)
	return engine.Violation{}
}

// takeBack undoes the last n moves that stand. The fold of the steps has done so already.
func (g *game) takeBack(n int) {
	if n > 0 {
		g.history.TakeBack(n)
		clear(g.views)
		g.log = g.log[:len(g.log)-n]
	}
}

// lastGesture is how many of the last moves that stand are taken back together.
func (g *game) lastGesture() int { return max(1, g.steps.Gesture(g.steps.Len())) }

// choresLast is how many moves later chores are taken for done.
const choresLast = 3

// chores are the moves, from and to, whose events ask for something to be done with the real pieces that is likely not done yet: the last gesture that asks for
// anything. It is done when another turn has begun or some more moves were made. Chores of a move that was made before the last undo were done long ago.
func (g *game) chores() (from, to int) {
	for to = len(g.log); to > g.steps.Fresh() && len(g.log)-to < choresLast; to = from {
		from = max(to-g.steps.Gesture(to), g.steps.Fresh())
		gesture := g.log[from:to]
		if slices.ContainsFunc(gesture, func(e entry) bool { return e.hasChore }) {
			return from, to
		}
		if slices.ContainsFunc(gesture, func(e entry) bool { return e.turned }) {
			break
		}
	}
	return 0, 0
}

// wentOn reports whether a public move was made since the chores were given: people have likely done them by now.
func (g *game) wentOn() bool {
	_, to := g.chores()
	return slices.ContainsFunc(g.log[to:], func(e entry) bool { return e.redactedFor(engine.Public).Verb != engine.None })
}

// redactedFor is the move as a viewer may know it.
func (e *entry) redactedFor(seat engine.Seat) engine.Move {
	if int(seat) < len(e.redacted)-1 {
		return e.redacted[seat]
	}
	return e.redacted[len(e.redacted)-1]
}
