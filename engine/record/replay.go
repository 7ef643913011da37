package record

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"familiar/engine"
)

// Failure is a statement that is false.
type Failure struct {
	File      string
	Line      int
	Statement string   // the statement
	Actual    []string // what is true instead, one line each
}

func (f *Failure) Error() string {
	return fmt.Sprintf("%s:%d: %s\n\t%s", f.File, f.Line, f.Statement, strings.Join(f.Actual, "\n\t"))
}

// Result is the outcome of a replay.
type Result struct {
	File    string
	Moves   int      // moves made, taken-back ones included
	Checks  int      // other statements that were true: !, ? and =
	Failure *Failure // the first false statement; nil: the record passes
}

// Passed reports whether all statements of the record are true.
func (r Result) Passed() bool { return r.Failure == nil }

// Replay runs a record up to its first failure. For `house` it uses the game's own card list, and otherwise the one that packs returns.
func Replay(r *Record, games []engine.Game, packs Packs) Result {
	result := Result{File: r.Name}
	playback, failure := Begin(r, games, packs)
	if failure != nil {
		result.Failure = failure
		return result
	}
	for _, l := range r.Lines {
		if f := playback.Step(l); f != nil {
			result.Failure = f
			return result
		}
		switch l.Kind {
		case Play:
			result.Moves++
		case Refusal, Verbs, ArgLists, Fact:
			result.Checks++
		}
	}
	return result
}

// Playback is a game in progress that carries out the lines of a record one by one.
type Playback struct {
	Game    engine.Game
	History *engine.History
	File    string // the record's name, for failures
	fold    Fold
}

// Begin starts the game of a record.
func Begin(r *Record, games []engine.Game, packs Packs) (*Playback, *Failure) {
	fail := func(word, format string, args ...any) (*Playback, *Failure) {
		l := r.header(word)
		return nil, &Failure{File: r.Name, Line: l.Number, Statement: l.Statement(), Actual: []string{fmt.Sprintf(format, args...)}}
	}
	i := slices.IndexFunc(games, func(g engine.Game) bool { return g.ID == r.Setup.Game })
	if i < 0 {
		ids := make([]string, len(games))
		for i, g := range games {
			ids[i] = g.ID
		}
		return fail("game", "there is no game %q: the games are %s", r.Setup.Game, strings.Join(ids, ", "))
	}
	game := games[i]
	pack := game.House
	if r.Setup.Pack != "" && r.Setup.Pack != engine.HousePack {
		if packs == nil {
			return fail("pack", "there is no pack but %s here", engine.HousePack)
		}
		var err error
		if pack, err = packs(game, r.Setup.Pack); err != nil {
			return fail("pack", "%v", err)
		}
	}
	state, err := game.New(r.Setup, pack)
	if err != nil {
		return fail("game", "the game cannot begin: %v", err)
	}
	return &Playback{Game: game, History: engine.NewHistory(state), File: r.Name}, nil
}

// Step carries out a line: it makes the move, takes one back, or checks the statement. A line that fails changes nothing.
func (p *Playback) Step(l Line) *Failure {
	var actual []string
	switch l.Kind {
	case Play:
		actual = p.play(l)
	case Undo:
		if !p.fold.Apply(Step{Undo: 1}) {
			actual = []string{"no move is left that could be taken back"}
			break
		}
		p.History.TakeBack(1)
	case Refusal:
		actual = p.checkRefusal(l)
	case Verbs, ArgLists:
		actual = p.checkList(l)
	case Fact:
		actual = p.checkFact(l)
	}
	if actual == nil {
		return nil
	}
	return &Failure{File: p.File, Line: l.Number, Statement: l.Statement(), Actual: actual}
}

func (p *Playback) catalog() *engine.Catalog { return p.History.State().Catalog() }

func (p *Playback) play(l Line) []string {
	v := p.History.Play(p.catalog().Move(l.Seat, l.Verb, l.Args...))
	if v.OK() {
		p.fold.Apply(Step{Moves: []string{l.Statement()}})
		return nil
	}
	return append(p.explain("illegal", v), p.unknownWords(l)...)
}

func (p *Playback) checkRefusal(l Line) []string {
	if l.Seat == tableWord && l.Verb == undoWord {
		return p.checkUndoRefusal(l)
	}
	v := p.History.State().Check(p.catalog().Move(l.Seat, l.Verb, l.Args...))
	switch {
	case v.OK():
		return []string{"it is legal"}
	case l.Rule != "" && l.Rule != v.Rule:
		return append(p.explain("refused for another rule", v), p.unknownWords(l)...)
	}
	return nil
}

// checkUndoRefusal checks `! table: undo`. No engine knows undo, and no rule forbids it.
func (p *Playback) checkUndoRefusal(l Line) []string {
	switch {
	case p.fold.Len() > 0 && len(l.Args) == 0:
		return []string{"there is a move that can be taken back"}
	case l.Rule != "":
		return []string{"refused, but not for a rule: no rule speaks of undo"}
	}
	return nil
}

// explain returns the lines of a Failure for a refused move: how it was refused with the rule and the names involved, and the plain words of the rule.
func (p *Playback) explain(how string, v engine.Violation) []string {
	c := p.catalog()
	first := how + ": " + v.Rule
	var names []string
	for _, n := range v.Names {
		if n != engine.None && n != engine.Unknown {
			names = append(names, c.Word(n))
		}
	}
	if len(names) > 0 {
		first += " (" + strings.Join(names, ", ") + ")"
	}
	lines := []string{first}
	if book, err := engine.ParseRulebook(p.Game.Rules.Read()); err == nil {
		if rule, ok := book.Rule(v.Rule); ok {
			lines = append(lines, rule.Plain)
		}
	}
	return lines
}

// unknownWords lists the words of a move that the game does not have. They are mostly typing mistakes.
func (p *Playback) unknownWords(l Line) []string {
	c := p.catalog()
	var words []string
	if l.Seat != tableWord && c.Seat(c.Name(l.Seat)) == engine.NoSeat {
		words = append(words, l.Seat)
	}
	for _, w := range append([]string{l.Verb}, l.Args...) {
		if c.Name(w) == engine.Unknown {
			words = append(words, w)
		}
	}
	if len(words) == 0 {
		return nil
	}
	return []string{"this game does not have: " + strings.Join(words, ", ")}
}

func (p *Playback) checkList(l Line) []string {
	c := p.catalog()
	seat := c.Move(l.Seat, "").Seat
	if seat == engine.NoSeat {
		return []string{fmt.Sprintf("there is no seat %q", l.Seat)}
	}
	if l.Kind == ArgLists && c.Class(c.Name(l.Verb))&engine.ClassVerb == 0 {
		return []string{fmt.Sprintf("there is no verb %q", l.Verb)}
	}
	listed := make(map[string]bool, len(l.Set))
	for _, words := range l.Set {
		listed[strings.Join(words, " ")] = true
	}
	legal := make(map[string]bool)
	for m := range p.History.State().Moves {
		verb := c.Word(m.Verb)
		switch {
		case m.Seat != seat || verb == holdWord || verb == amendWord:
		case l.Kind == Verbs:
			legal[verb] = true
		case verb == l.Verb:
			legal[c.FormatArgs(m)] = true
		}
	}
	if maps.Equal(listed, legal) {
		return nil
	}
	var why []string
	if illegal := without(listed, legal); len(illegal) > 0 {
		why = append(why, "not legal: "+listEntries(illegal))
	}
	if surplus := without(legal, listed); len(surplus) > 0 {
		why = append(why, "legal too: "+listEntries(surplus))
	}
	return why
}

// without returns the keys of a that are not in b, sorted.
func without(a, b map[string]bool) []string {
	var rest []string
	for k := range a {
		if !b[k] {
			rest = append(rest, k)
		}
	}
	slices.Sort(rest)
	return rest
}

// maxEntries is how many entries of a set are listed; the others are only counted.
const maxEntries = 12

func listEntries(set []string) string {
	shown := make([]string, 0, maxEntries)
	for _, e := range set[:min(len(set), maxEntries)] {
		shown = append(shown, formatEntry(e))
	}
	text := strings.Join(shown, " | ")
	if more := len(set) - len(shown); more > 0 {
		text += fmt.Sprintf(" … and %d more", more)
	}
	return text
}

func (p *Playback) checkFact(l Line) []string {
	value, ok := engine.Fact(p.History.State(), l.Path)
	if !ok {
		return append([]string{"there is no such path"}, p.factsNear(l.Path)...)
	}
	if value == l.Value {
		return nil
	}
	return []string{"it is " + value}
}

// factsNear lists the facts whose paths begin with the same name.
func (p *Playback) factsNear(path string) []string {
	first, _, _ := strings.Cut(path, ".")
	var paths []string
	for p := range p.History.State().Facts {
		if p == first || strings.HasPrefix(p, first+".") {
			paths = append(paths, p)
		}
	}
	if len(paths) == 0 {
		return nil
	}
	slices.Sort(paths)
	return []string{"there are " + listEntries(paths)}
}
