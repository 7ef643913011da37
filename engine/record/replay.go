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
	File string
	Line int
	Said string   // the statement
	Held []string // what is true instead, one line each
}

func (f *Failure) Error() string {
	return fmt.Sprintf("%s:%d: %s\n\t%s", f.File, f.Line, f.Said, strings.Join(f.Held, "\n\t"))
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
	table, failure := Begin(r, games, packs)
	if failure != nil {
		result.Failure = failure
		return result
	}
	for _, l := range r.Lines {
		if f := table.Step(l); f != nil {
			result.Failure = f
			return result
		}
		switch l.Kind {
		case Play:
			result.Moves++
		case Refusal, Verbs, Forms, Fact:
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
		return nil, &Failure{File: r.Name, Line: l.Number, Said: l.Said(), Held: []string{fmt.Sprintf(format, args...)}}
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
func (t *Playback) Step(l Line) *Failure {
	var held []string
	switch l.Kind {
	case Play:
		held = t.play(l)
	case Undo:
		if !t.fold.Apply(Step{Undo: 1}) {
			held = []string{"no move is left that could be taken back"}
			break
		}
		t.History.TakeBack(1)
	case Refusal:
		held = t.refused(l)
	case Verbs, Forms:
		held = t.listed(l)
	case Fact:
		held = t.fact(l)
	}
	if held == nil {
		return nil
	}
	return &Failure{File: t.File, Line: l.Number, Said: l.Said(), Held: held}
}

func (t *Playback) catalog() *engine.Catalog { return t.History.State().Catalog() }

func (t *Playback) play(l Line) []string {
	v := t.History.Play(t.catalog().Move(l.Seat, l.Verb, l.Args...))
	if v.OK() {
		t.fold.Apply(Step{Moves: []string{l.Said()}})
		return nil
	}
	return append(t.refusal("illegal", v), t.strange(l)...)
}

func (t *Playback) refused(l Line) []string {
	if l.Seat == tableWord && l.Verb == undoWord {
		return t.undoRefused(l)
	}
	v := t.History.State().Check(t.catalog().Move(l.Seat, l.Verb, l.Args...))
	switch {
	case v.OK():
		return []string{"it is legal"}
	case l.Rule != "" && l.Rule != v.Rule:
		return append(t.refusal("refused for another rule", v), t.strange(l)...)
	}
	return nil
}

// undoRefused checks `! table: undo`. No engine knows undo, and no rule forbids it.
func (t *Playback) undoRefused(l Line) []string {
	switch {
	case t.fold.Len() > 0 && len(l.Args) == 0:
		return []string{"there is a move that can be taken back"}
	case l.Rule != "":
		return []string{"refused, but not for a rule: no rule speaks of undo"}
	}
	return nil
}

// refusal returns the rule, the names involved and the plain words of the rules page.
func (t *Playback) refusal(how string, v engine.Violation) []string {
	c := t.catalog()
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
	held := []string{first}
	if book, err := engine.ParseRulebook(t.Game.Rules); err == nil {
		if rule, ok := book.Rule(v.Rule); ok {
			held = append(held, rule.Plain)
		}
	}
	return held
}

// strange lists the words of a move that the game does not have. They are mostly typing mistakes.
func (t *Playback) strange(l Line) []string {
	c := t.catalog()
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

func (t *Playback) listed(l Line) []string {
	c := t.catalog()
	seat := c.Move(l.Seat, "").Seat
	if seat == engine.NoSeat {
		return []string{fmt.Sprintf("there is no seat %q", l.Seat)}
	}
	if l.Kind == Forms && c.Class(c.Name(l.Verb))&engine.ClassVerb == 0 {
		return []string{fmt.Sprintf("there is no verb %q", l.Verb)}
	}
	said := make(map[string]bool, len(l.Set))
	for _, words := range l.Set {
		said[strings.Join(words, " ")] = true
	}
	held := make(map[string]bool)
	for m := range t.History.State().Moves {
		verb := c.Word(m.Verb)
		switch {
		case m.Seat != seat || verb == holdWord || verb == amendWord:
		case l.Kind == Verbs:
			held[verb] = true
		case verb == l.Verb:
			held[c.Args(m)] = true
		}
	}
	if maps.Equal(said, held) {
		return nil
	}
	var why []string
	if missing := without(said, held); len(missing) > 0 {
		why = append(why, "not legal: "+entries(missing))
	}
	if surplus := without(held, said); len(surplus) > 0 {
		why = append(why, "legal too: "+entries(surplus))
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

func entries(set []string) string {
	told := make([]string, 0, maxEntries)
	for _, e := range set[:min(len(set), maxEntries)] {
		told = append(told, formatEntry(e))
	}
	text := strings.Join(told, " | ")
	if more := len(set) - len(told); more > 0 {
		text += fmt.Sprintf(" … and %d more", more)
	}
	return text
}

func (t *Playback) fact(l Line) []string {
	value, ok := engine.Fact(t.History.State(), l.Path)
	if !ok {
		return append([]string{"there is no such path"}, t.near(l.Path)...)
	}
	value = strings.Join(strings.Fields(value), " ")
	if value == l.Value {
		return nil
	}
	return []string{"it is " + value}
}

// near lists the facts whose paths begin with the same name.
func (t *Playback) near(path string) []string {
	first, _, _ := strings.Cut(path, ".")
	var paths []string
	for p := range t.History.State().Facts {
		if p == first || strings.HasPrefix(p, first+".") {
			paths = append(paths, p)
		}
	}
	if len(paths) == 0 {
		return nil
	}
	slices.Sort(paths)
	return []string{"there are " + entries(paths)}
}
