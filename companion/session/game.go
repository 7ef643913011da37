package session

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"familiar/companion/palette"
	"familiar/companion/protocol"
	"familiar/engine"
	"familiar/engine/lang"
	"familiar/engine/record"
)

// Game is a game under way. The truth is its journal: its position is the one that the journal leads to.
type Game struct {
	Spec    engine.Game
	Setup   engine.Setup
	Words   *engine.Phrases // English, which the panel and the records use
	OwnPack []byte          // the owner's card list it is played with; nil: the game's own list
	Catalog *engine.Catalog
	History *engine.History
	Journal Journal // where it is written down; nil for a game that is only looked at
	Started time.Time
	Colours [][3]uint8 // by seat
	Steps   record.Fold
	Log     []Entry // one for each move that stands
	Notes   []Note  // the last ones
	Noted   int     // how many notes there were
	Played  PlayTime
	Secrets bool        // something of a hand was shown, though it may have made no move
	Hold    engine.Name // the verb by which a hand is shown; engine.Unknown in a game without hidden hands
	Amend   engine.Name // the verb of corrections

	localizers map[string]*Localizer // by language
	views      map[engine.Seat]*View // of the position that stands
	sizes      map[engine.Seat]size  // of the views of the position before
	told       map[engine.Seat]*told // made when somebody asks for it
}

// Journal is where the steps of a game are written.
type Journal interface {
	Name() string

	Append(record.Step) error
	Finish(reason string, at time.Time) error
	Close() error
}

// Note is something that happened beside the moves, and is told to everybody.
type Note struct {
	N     int // how many moves stood then
	Text  lang.Localized
	about string // notes about the same thing have the same
	act   bool   // it says what a player has done
}

// Begun reports whether a seat may have seen something of its hand: a move was made, or a card of a hand was shown.
func (g *Game) Begun() bool { return g.Secrets || g.Steps.Begun() }

// Phase returns the phase of a game, PhaseLobby for nil.
func (g *Game) Phase() protocol.Phase {
	switch {
	case g == nil:
		return protocol.PhaseLobby
	case g.Over():
		return protocol.PhaseOver
	}
	return protocol.PhaseGame
}

// Note notes something beside the moves. Notes about the same are those with the same text.
func (g *Game) Note(text lang.Localized) { g.note(Note{Text: text, about: text.In(engine.English)}) }

// NoteSeat notes who has a seat now. Notes about the same are those of the same seat.
func (g *Game) NoteSeat(seat engine.Seat, text lang.Localized) {
	g.note(Note{Text: text, about: "seat " + g.Catalog.SeatWord(seat)})
}

// NotedSeats returns the names of the seats that the log has notes about.
func (g *Game) NotedSeats() []string {
	return slices.DeleteFunc(slices.Clone(g.Setup.Seats), func(seat string) bool {
		return !slices.ContainsFunc(g.Notes, func(n Note) bool { return n.about == "seat "+seat })
	})
}

// NoteAct notes what a player, or the host, has done to another one, such as an answer in the place of that one, or to all, such as an undo: then other is NoSeat. Notes
// about the same are those of the same act by the same player to the same one.
func (g *Game) NoteAct(act string, by, other engine.Seat, text lang.Localized) {
	about := act + " " + g.Who(by).In(engine.English)
	if other != engine.NoSeat {
		about += " " + g.Who(other).In(engine.English)
	}
	g.note(Note{Text: text, about: about, act: true})
}

// NoteConflict notes that a player has told what does not fit what another one has told of a hand, and returns the text; other is NoSeat if it is not known whose hand it is.
func (g *Game) NoteConflict(teller, other engine.Seat) lang.Localized {
	text := lang.Sentence(lang.T("{1} has told something that cannot be", g.Who(teller)))
	if other != engine.NoSeat {
		text = lang.Sentence(lang.T("{1} has told something that does not fit what {2} has told", g.Who(teller), g.Who(other)))
	}
	g.NoteAct("conflict", teller, other, text)
	return text
}

// NoteHost notes that a host has made another phone a host. By is the seat of the first phone, and of is the seat of the other one. Either is Public if the phone has no seat.
func (g *Game) NoteHost(by, of engine.Seat) {
	var who lang.Localized = lang.T("a phone")
	if of != engine.Public {
		who = g.Who(of)
	}
	g.NoteAct("host", by, of, lang.Sentence(lang.T("{1} has made {2} a host", g.Who(by), who)))
}

// mostActs is how many notes of NoteAct a full log keeps: one of each act of each player to each other one, in a game of six. The rest of it is for other notes.
const mostActs = 5 * protocol.NoteLines / 6

// note adds a note. If there are too many notes then, it removes one: a note of NoteAct if there are more than mostActs of these, otherwise one of the others. Among
// them it takes the thing that most notes are about, and removes the oldest of those. So a player who does the same over and over pushes out only the notes about that.
// And a player who does many different things cannot push out the note that a seat was taken.
func (g *Game) note(n Note) {
	n.N = len(g.Log)
	n.Text = g.once(n.Text)
	g.Notes = append(g.Notes, n)
	g.Noted++
	if len(g.Notes) <= protocol.NoteLines {
		return
	}
	acts := 0
	for _, n := range g.Notes {
		if n.act {
			acts++
		}
	}
	times := make(map[string]int) // of those that may go
	for _, n := range g.Notes {
		if n.act == (acts > mostActs) {
			times[n.about]++
		}
	}
	most := slices.Max(slices.Collect(maps.Values(times)))
	i := slices.IndexFunc(g.Notes, func(n Note) bool { return times[n.about] == most })
	g.Notes = slices.Delete(g.Notes, i, i+1)
}

// MostTakenBack is how many moves are taken back at a time. Who saw what by each of them must be found out, and everybody waits for that.
const MostTakenBack = 1000

// AreHolds reports whether a step changes nothing but what players have said of their hands. The step takes back the last undo moves, and then makes others.
func (g *Game) AreHolds(undo int, moves []engine.Move) bool {
	made := g.History.Moves()
	return !slices.ContainsFunc(slices.Concat(made[len(made)-undo:], moves), func(m engine.Move) bool { return m.Verb != g.Hold })
}

// SourcePhone is the source of moves that a phone has told, as the journal writes it. A blank and the word of the phone's seat follow if not all of the moves are its own.
// A host without a seat has the word of the table.
const SourcePhone = "phone"

// PhoneSource returns the source of moves that the phone of a seat, or of a host without a seat, has told.
func (g *Game) PhoneSource(seat engine.Seat, moves ...engine.Move) string {
	if seat != engine.Nobody && !slices.ContainsFunc(moves, func(m engine.Move) bool { return m.Seat != seat }) {
		return SourcePhone
	}
	return SourcePhone + " " + g.Catalog.SeatWord(seat)
}

// AreOwn reports whether the last moves are those of a seat, or, for Nobody, such as a host without a seat has told.
func (g *Game) AreOwn(moves int, seat engine.Seat) bool {
	for i := max(0, len(g.Log)-moves); i < len(g.Log); i++ {
		if g.Log[i].Seat != seat || seat == engine.Nobody && g.Steps.Standing()[i].Source != g.PhoneSource(seat) {
			return false
		}
	}
	return true
}

// Entry is a move that stands.
type Entry struct {
	Seat     engine.Seat
	N        int                       // counted from 1
	Cue      engine.Cue                // the sound of its events
	redacted []engine.Move             // by seat, the last one for everybody else: as that viewer may know it, without a verb if it must not know of it
	events   []engine.Move             // its automatic consequences, at most mostEvents
	more     int                       // how many there were beyond these
	turned   bool                      // another turn began with it
	hasChore bool                      // one of its events asks for something to be done with the real pieces
	rendered map[*Localizer]*Rendering // by language, made when somebody reads it
}

// mostEvents is how many consequences of a move are told. In the games as they are a move has some ten; a list of somebody's own can make it thousands, and everybody is
// sent those of the last moves again and again.
const mostEvents = 100

// New begins the game of a setup with the text of a card list. KeepIn gives it its journal.
func New(spec engine.Game, setup engine.Setup, pack []byte) (*Game, error) {
	state, err := spec.New(setup, pack)
	if err != nil {
		return nil, err
	}
	english, err := spec.Localization(engine.English)
	if err != nil {
		return nil, err
	}
	g := &Game{
		Spec: spec, Setup: setup, Words: english.Phrases,
		Catalog: state.Catalog(), History: engine.NewHistory(state),
	}
	g.localizers = map[string]*Localizer{engine.English: {Localization: english, Code: engine.English, Game: g}}
	if setup.Pack != "" && setup.Pack != engine.HousePack {
		g.OwnPack = pack
	}
	g.Hold, g.Amend = g.Catalog.Name("hold"), g.Catalog.Name("amend")
	g.Colours, _ = palette.Assign(setup.Seats, nil)
	return g, nil
}

// Replay plays the steps of a journal: only the moves that stand after all of them, so that a long journal is read in linear time. If one is refused it
// returns how many steps precede its own. The game has then made a part of the steps, and must not be used any more. The steps before it may be refused without it,
// too, because it may have taken back one of their moves.
func (g *Game) Replay(steps []record.Step) (n int, err error) {
	for _, s := range steps {
		if !g.Steps.Apply(s) {
			err = lang.T(`"{1}", and no move stands`, record.UndoLine)
			break
		}
		g.Played.Pass(s.At)
		n++
	}
	for _, m := range g.Steps.Standing() {
		if v := g.Play(g.Parse(m.Move)); !v.OK() {
			return m.Step, lang.T(`"{1}" is refused by {2}`, m.Move, v.Rule)
		}
	}
	return n, err
}

// Parse reads a move as records write it.
func (g *Game) Parse(line string) engine.Move {
	seat, rest, _ := strings.Cut(line, ":")
	words := strings.Fields(rest)
	if len(words) == 0 {
		return engine.Move{Seat: engine.NoSeat}
	}
	return g.Catalog.Move(seat, words[0], words[1:]...)
}

// Write writes a step to the journal, and takes back the moves that the step takes back. Play makes the others after that: a move that is not on disk does not
// happen.
func (g *Game) Write(s record.Step) error {
	if err := g.Journal.Append(s); err != nil {
		return err
	}
	g.Steps.Apply(s)
	g.Played.Pass(s.At)
	if s.Undo > 0 {
		g.History.TakeBack(s.Undo)
		g.Log = g.Log[:len(g.Log)-s.Undo]
		g.ForgetViews()
		clear(g.told)
	}
	return nil
}

// Play makes a move of a step that is written, or says which rule forbids it.
func (g *Game) Play(m engine.Move) engine.Violation {
	before := g.History.State()
	if v := before.Check(m); !v.OK() {
		return v
	}
	turn := before.Status().Turn
	e := Entry{Seat: m.Seat, N: len(g.Log) + 1, redacted: make([]engine.Move, g.Catalog.Seats()+1), rendered: make(map[*Localizer]*Rendering)}
	for i := range e.redacted {
		viewer := engine.Seat(i)
		if i == g.Catalog.Seats() {
			viewer = engine.Public
		}
		if redacted, ok := before.Redacted(m, viewer); ok {
			e.redacted[i] = redacted
		}
	}
	if v := g.History.Play(m); !v.OK() {
		return v
	}
	g.ForgetViews()
	now := g.History.State()
	e.turned = now.Status().Turn != turn
	events := now.Events()
	e.events = slices.Clone(events[:min(len(events), mostEvents)])
	e.more = len(events) - len(e.events)
	for _, ev := range e.events {
		if _, chore := g.Words.Event(g.Catalog, ev); chore {
			e.hasChore = true
		}
		if cue, ok := g.Spec.Cues[g.Catalog.Word(ev.Verb)]; ok {
			e.Cue = cue
		}
	}
	g.Log = append(g.Log, e)
	return engine.Violation{}
}

// Over reports whether the game has ended.
func (g *Game) Over() bool { return g.History.State().Status().Over }

// LastGesture returns how many of the last moves that stand are taken back together.
func (g *Game) LastGesture() int { return max(1, g.Steps.GestureLen(g.Steps.Len())) }

// choresLast is the number of moves after which chores count as done.
const choresLast = 3

// chores returns the range of moves whose chores are likely not done yet: the last gesture with a chore. Chores count as done once another turn has begun, or
// after choresLast more moves. Those of moves before the last undo were done long ago.
func (g *Game) chores() (from, to int) {
	for to = len(g.Log); to > g.Steps.StoodAtUndo() && len(g.Log)-to < choresLast; to = from {
		from = max(to-g.Steps.GestureLen(to), g.Steps.StoodAtUndo())
		gesture := g.Log[from:to]
		if slices.ContainsFunc(gesture, func(e Entry) bool { return e.hasChore }) {
			return from, to
		}
		if slices.ContainsFunc(gesture, func(e Entry) bool { return e.turned }) {
			break
		}
	}
	return 0, 0
}

// WentOn reports whether a public move was made since the chores were given: people have likely done them by now.
func (g *Game) WentOn() bool {
	_, to := g.chores()
	return slices.ContainsFunc(g.Log[to:], func(e Entry) bool { return e.RedactedFor(engine.Public).Verb != engine.None })
}

// RedactedFor returns the move as a viewer may know it.
func (e *Entry) RedactedFor(seat engine.Seat) engine.Move { return forViewer(e.redacted, seat) }

// forViewer returns the element of a viewer from a list by seat, whose last element is for everybody else.
func forViewer[T any](bySeat []T, viewer engine.Seat) T {
	return bySeat[min(int(viewer), len(bySeat)-1)]
}

// KeepIn gives the game the journal that its moves are written to, and says when it began.
func (g *Game) KeepIn(j Journal, began time.Time) {
	g.Journal, g.Started, g.Played = j, began, PlayTimeFrom(began)
}

// Ending returns what the record says about the end of the game, so that the game need not be played again to know it.
func (g *Game) Ending() string {
	how := protocol.HowGivenUp
	switch s := g.History.State().Status(); {
	case s.Over && protocol.SeatNumber(s.Winner) >= 0:
		how = g.Catalog.SeatWord(s.Winner) + " " + protocol.HowWon
	case s.Over:
		how = protocol.HowOver
	}
	return fmt.Sprintf("moves %d, minutes %d: %s", len(g.Log), g.Played.Minutes(), how)
}
