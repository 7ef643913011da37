package companion

import (
	"slices"
	"strings"
	"time"

	"familiar/companion/journal"
	"familiar/companion/packs"
	"familiar/engine"
	"familiar/engine/lang"
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
	log        []entry    // one for each move that stands
	chores     chores
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
	Append(lines ...journal.Line) error
	SetAside(n int) (left int, beside string, err error)
	Finish(reason string, at time.Time) error
	Close() error
}

// entry is a move that stands.
type entry struct {
	seat     engine.Seat
	source   string
	redacted []engine.Move // by seat, the last one for everybody else: as that viewer may know it, without a verb if it must not know of it
	events   []engine.Move // what followed by itself
	hasChore bool          // something of that is to be done with the real pieces
	n        int
	repeat   int // so often the same move was made before in the same gesture
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
	g.colours, _ = colouring(setup.Seats, nil)
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

// replay plays the lines of a journal, and says how many could be played if not all could.
func (g *game) replay(lines []journal.Line) (played int, err error) {
	for i, l := range lines {
		g.passed(l.At)
		if l.Words == undoLine {
			if !g.takeBack(1) {
				return i, lang.T(`"{1}", and no move stands`, l.Words)
			}
			continue
		}
		if v := g.play(g.parse(l.Words), l.Source); !v.OK() {
			return i, lang.T(`"{1}" is refused by {2}`, l.Words, v.Rule)
		}
		if i > 0 && l == lines[i-1] {
			g.onceMore()
		}
	}
	return len(lines), nil
}

const undoLine = "table: undo"

// parse reads a move as records write it.
func (g *game) parse(line string) engine.Move {
	seat, rest, _ := strings.Cut(line, ":")
	words := strings.Fields(rest)
	if len(words) == 0 {
		return engine.Move{Seat: engine.NoSeat}
	}
	return g.catalog.Move(seat, words[0], words[1:]...)
}

// play makes a move and writes down how people read it. It is in the journal already.
func (g *game) play(m engine.Move, source string) engine.Violation {
	before := g.history.State()
	if v := before.Check(m); !v.OK() {
		return v
	}
	turn := before.Status().Turn
	e := entry{seat: m.Seat, source: source, n: len(g.log) + 1, redacted: make([]engine.Move, g.catalog.Seats()+1), rendered: make(map[*localizer]*rendering)}
	for i := range e.redacted {
		viewer := engine.Seat(i)
		if i == g.catalog.Seats() {
			viewer = engine.Public
		}
		if told, ok := before.Redacted(m, viewer); ok {
			e.redacted[i] = told
		}
	}
	if v := g.history.Play(m); !v.OK() {
		return v
	}
	clear(g.views)
	e.events = slices.Clone(g.history.State().Events())
	for _, ev := range e.events {
		if _, toDo := g.words.Event(g.catalog, ev); toDo {
			e.hasChore = true
		}
		if cue, ok := g.engine.Cues[g.catalog.Word(ev.Verb)]; ok {
			e.heard = cue
		}
	}
	g.log = append(g.log, e)
	switch {
	case e.hasChore:
		g.chores = chores{1, len(g.log)}
	case g.history.State().Status().Turn != turn, len(g.log)-g.chores.at >= choresLast:
		g.chores = chores{} // of the turn that is over, or done by now
	}
	return engine.Violation{}
}

// onceMore notes that the last move was made in one gesture with the one before, which is the same: what any of the gesture's moves asks for is still to be done.
func (g *game) onceMore() {
	last := len(g.log) - 1
	g.log[last].repeat = g.log[last-1].repeat + 1
	if n := g.lastGesture(); slices.ContainsFunc(g.log[len(g.log)-n:], func(e entry) bool { return e.hasChore }) {
		g.chores = chores{n, len(g.log)}
	}
}

// lastGesture is how many of the last moves that stand were made in one gesture: the same one several times.
func (g *game) lastGesture() int {
	if len(g.log) == 0 {
		return 1
	}
	return g.log[len(g.log)-1].repeat + 1
}

// takeBack undoes the last n moves that stand.
func (g *game) takeBack(n int) bool {
	if !g.history.TakeBack(n) {
		return false
	}
	clear(g.views)
	g.log = g.log[:len(g.log)-n]
	g.chores = chores{} // what a move before asked for was done long ago
	return true
}

// choresLast is how many moves later it is taken for done.
const choresLast = 3

// chores is the pending table chores: what the last move that asks for something told people to do with the real pieces. They are pending until another
// move asks for something, another turn begins or some more moves were made. Chores of a move that was forgotten were done before it was told.
type chores struct {
	moves int // so many of them ask for it, the last of those that stood then
	at    int // how many moves stood then
}

// wentOn reports whether a public move was made since the chores were given: people have likely done them by now.
func (g *game) wentOn() bool {
	return slices.ContainsFunc(g.log[g.chores.at:], func(e entry) bool { return e.redactedFor(engine.Public).Verb != engine.None })
}

// redactedFor is the move as a viewer may know it.
func (e *entry) redactedFor(seat engine.Seat) engine.Move {
	if int(seat) < len(e.redacted)-1 {
		return e.redacted[seat]
	}
	return e.redacted[len(e.redacted)-1]
}
