package companion

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"familiar/companion/journal"
	"familiar/engine"
)

// game is the game under way: the truth is its journal, the state is the journal replayed.
type game struct {
	id      string
	engine  engine.Game
	setup   engine.Setup
	book    *engine.Rulebook
	words   *engine.Phrases
	catalog *engine.Catalog
	history *engine.History
	journal ledger
	started time.Time
	log     []entry // one for each move that stands
	names   *Names
	hold    engine.Name // the verb that every game with hidden hands has
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

// entry is a move that stands, as people read it.
type entry struct {
	seat  engine.Seat
	via   string
	told  []string // by seat, the last one for everybody else; "" if that viewer must not know of it
	also  []string
	n     int
	heard engine.Cue
}

// begin makes the game of a setup, without a journal yet.
func (t *Table) begin(setup engine.Setup) (*game, error) {
	spec, ok := t.gameOf(setup.Game)
	if !ok {
		return nil, fmt.Errorf("there is no game %q", setup.Game)
	}
	pack, err := t.pack(spec, setup.Pack)
	if err != nil {
		return nil, fmt.Errorf("card list %q: %w", setup.Pack, err)
	}
	state, err := spec.New(setup, pack)
	if err != nil {
		return nil, err
	}
	book, err := engine.ParseRulebook(spec.Rules)
	if err != nil {
		return nil, fmt.Errorf("rules of %s: %w", spec.ID, err)
	}
	words, err := engine.ParsePhrases(spec.Words)
	if err != nil {
		return nil, fmt.Errorf("words of %s: %w", spec.ID, err)
	}
	g := &game{
		engine: spec, setup: setup, book: book, words: words,
		catalog: state.Catalog(), history: engine.NewHistory(state),
	}
	g.hold = g.catalog.Name("hold")
	return g, nil
}

func (t *Table) gameOf(id string) (engine.Game, bool) {
	for _, g := range t.opt.Games {
		if g.ID == id {
			return g, true
		}
	}
	return engine.Game{}, false
}

func (t *Table) pack(g engine.Game, name string) ([]byte, error) {
	if name == "" || name == housePack {
		return g.House, nil
	}
	if t.opt.Pack == nil {
		return nil, errors.New("this table knows the house's card list only")
	}
	return t.opt.Pack(g, name)
}

const housePack = "house"

// replay plays the lines of a journal, and says how many could be played if not all could.
func (g *game) replay(lines []journal.Line) (played int, err error) {
	for i, l := range lines {
		if l.Words == undoLine {
			if !g.takeBack() {
				return i, fmt.Errorf("%q, and no move stands", l.Words)
			}
			continue
		}
		if v := g.play(g.parse(l.Words), l.Via); !v.OK() {
			return i, fmt.Errorf("%q is refused by %s", l.Words, v.Rule)
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
		return engine.Move{Seat: engine.Stranger}
	}
	return g.catalog.Move(seat, words[0], words[1:]...)
}

// play makes a move and writes down how people read it. It is in the journal already.
func (g *game) play(m engine.Move, via string) engine.Violation {
	before := g.history.State()
	if v := before.Check(m); !v.OK() {
		return v
	}
	e := entry{seat: m.Seat, via: via, n: len(g.log) + 1, told: make([]string, g.catalog.Seats()+1)}
	for i := range e.told {
		viewer := engine.Seat(i)
		if i == g.catalog.Seats() {
			viewer = engine.Table
		}
		if told, ok := before.Told(m, viewer); ok {
			e.told[i] = g.words.Move(g.catalog, told)
		}
	}
	if v := g.history.Play(m); !v.OK() {
		return v
	}
	for _, ev := range g.history.State().Events() {
		e.also = append(e.also, g.words.Event(g.catalog, ev))
		if cue, ok := g.engine.Cues[g.catalog.Word(ev.Verb)]; ok {
			e.heard = cue
		}
	}
	g.log = append(g.log, e)
	return engine.Violation{}
}

func (g *game) takeBack() bool {
	_, ok := g.history.Undo()
	if ok {
		g.log = g.log[:len(g.log)-1]
	}
	return ok
}

// toldTo is an entry as a viewer may read it.
func (e entry) toldTo(seat engine.Seat) string {
	if int(seat) < len(e.told)-1 {
		return e.told[seat]
	}
	return e.told[len(e.told)-1]
}

// refused is why moves were not made.
type refused struct {
	move  engine.Move
	why   engine.Violation
	cause error // the journal could not take it
}

// make plays moves one after the other, after taking back the last ones: all of it or nothing. First the moves are checked, then
// they are written to disk, then they are the state.
func (t *Table) make(undo int, moves []engine.Move, via string) *refused {
	g := t.game
	trial := g.history.State()
	switch {
	case undo > 0:
		trial = g.history.At(len(g.log) - undo)
	case len(moves) > 1:
		trial = trial.Clone()
	}
	var lines []journal.Line
	now := time.Now()
	for range undo {
		lines = append(lines, journal.Line{Words: undoLine, At: now, Via: via})
	}
	for i, m := range moves {
		if v := trial.Check(m); !v.OK() {
			return &refused{move: m, why: v}
		}
		if i < len(moves)-1 {
			trial.Play(m)
		}
		lines = append(lines, journal.Line{Words: g.catalog.Format(m), At: now, Via: via})
	}
	if err := g.journal.Append(lines...); err != nil {
		var m engine.Move
		if len(moves) > 0 {
			m = moves[0]
		}
		return &refused{move: m, cause: err}
	}
	turn := g.history.State().Status().Turn
	t.sound(CueAccept)
	for range undo {
		g.takeBack()
	}
	for _, m := range moves {
		g.play(m, via)
		t.hear(g.log[len(g.log)-1].heard)
	}
	t.gesture = nil
	t.settle()
	switch status := g.history.State().Status(); {
	case status.Over:
		t.sound(CueWin)
	case t.cue == CueAccept && status.Turn != turn:
		t.sound(CueTurn)
	}
	return nil
}

// hear sounds what a game says of an event.
func (t *Table) hear(c engine.Cue) {
	switch c {
	case engine.CueFanfare:
		t.sound(CueFanfare)
	case engine.CueThud:
		t.sound(CueThud)
	}
}

// takeBack undoes the last moves that stand.
func (t *Table) takeBack(steps int, via string) error {
	stand := len(t.game.log)
	if stand == 0 {
		return errors.New("there is no move to take back")
	}
	if steps < 1 || steps > stand {
		return fmt.Errorf("there are %d moves to take back, not %d", stand, steps)
	}
	if r := t.make(steps, nil, via); r != nil {
		return r.cause
	}
	t.verdict = t.newVerdict(Verdict{OK: true, Text: fmt.Sprintf("%d of the last moves taken back.", steps)})
	return nil
}

// settle follows a new state: the clock, and the end of the game.
func (t *Table) settle() {
	if t.game == nil {
		t.timer.stop()
		return
	}
	state := t.game.history.State()
	status := state.Status()
	was := t.timer.running
	t.timer.follow(status.Timer, time.Now())
	if t.timer.running && !was {
		t.sound(CueBegin)
	}
}

// timerEnds plays what the engine wanted at the end of its timer.
func (t *Table) timerEnds() {
	then := t.timer.then
	t.timer.disarm()
	if r := t.make(0, []engine.Move{then}, "clock"); r != nil {
		t.refuse(r)
		t.timer.retry()
		return
	}
	t.verdictOK()
}

// start begins a game.
func (t *Table) start(setup engine.Setup) error {
	if t.game != nil && !t.game.history.State().Status().Over {
		return errors.New("a game is under way: end it first")
	}
	g, err := t.begin(setup)
	if err != nil {
		return err
	}
	if t.game != nil {
		if err := t.end("over"); err != nil {
			return err
		}
	}
	g.started = time.Now()
	if g.journal, err = journal.Create(t.opt.State, setup, g.started); err != nil {
		return fmt.Errorf("the record of the game cannot be written: %w", err)
	}
	g.names = namesOf(g, g.journal.Name())
	t.game = g
	t.settle()
	t.sound(CueAccept)
	return nil
}

// end gives the game up; its record stays.
func (t *Table) end(reason string) error {
	if t.game == nil {
		return errors.New("no game is under way")
	}
	if err := t.game.journal.Finish(reason, time.Now()); err != nil {
		return fmt.Errorf("the end cannot be written: %w", err)
	}
	t.leaveGame()
	t.settle()
	return nil
}

// leaveGame clears the table.
func (t *Table) leaveGame() {
	if t.game == nil {
		return
	}
	if err := t.game.journal.Close(); err != nil {
		t.notice("warning", "The record of the last game could not be closed: "+err.Error())
	}
	t.game, t.gesture, t.verdict = nil, nil, nil
	t.timer.stop()
}
