package companion

import (
	"slices"
	"strconv"
	"strings"

	"familiar/companion/library"
	"familiar/companion/resolver"
	"familiar/companion/session"
	"familiar/companion/settings"
	"familiar/companion/tags"
	"familiar/engine"
	"familiar/engine/lang"
)

// A menu is on the panel, which everyone sees: it is built from public knowledge only. An entry that turns out to be illegal is refused when it is selected.

// menu is a list from which a knob chooses. It has an item at least.
type menu struct {
	title lang.Localized
	items []item
}

// item is something in a menu.
type item struct {
	key     string // by which it is known again when the list is made anew: equal keys mean the same
	text    lang.Localized
	below   func() menu // the list to which it leads; nil: it is done at once
	action  action      // what is done; the zero action: nothing
	narrows bool        // it answers a question after which another one may be asked
}

// action is what the table does when an item is taken: what one of its fields says.
type action struct {
	answer *resolver.Answer // to the question of the gesture under way
	drop   bool             // the gesture under way is left
	move   *engine.Move
	undo   bool
	begin  *played // another game
	mute   *bool   // the buzzer
}

// menus makes the menus of a table as it stands.
type menus struct {
	game     *session.Game // nil: none
	last     played        // the game on the table, or else the last one
	intake   *intake
	settings *settings.Settings
	wiring   *wiring
	library  *library.Library
}

// find is where the item of a key stands, -1 if there is none.
func (m menu) find(key string) int {
	return slices.IndexFunc(m.items, func(i item) bool { return i.key == key })
}

// of is what a knob can choose from as the table stands.
func (ms *menus) of(k Knob) menu {
	var m menu
	switch {
	case ms.game == nil:
		m = menu{lang.T("What shall be played?"), append(ms.newGames(), ms.muting()...)}
	case ms.settings.Game.Pause != nil:
		m = menu{lang.Sentence(errPaused), append(ms.undoing(), ms.muting()...)}
	case ms.intake.publicQuestion():
		m = ms.questionMenu()
	case ms.game.Over():
		m = menu{ms.game.Awaited(), slices.Concat(ms.newGames(), ms.undoing(), ms.muting())}
	default:
		m = ms.turnMenu(k)
	}
	if len(m.items) == 0 {
		m.items = []item{{key: "close", text: lang.T("Close")}}
	}
	return m
}

// questionMenu are the answers to the question of the gesture under way.
func (ms *menus) questionMenu() menu {
	q := ms.intake.gesture
	m := menu{title: ms.game.Localize(func(v *session.Localizer) string { return ms.intake.prompt(q, ms.game, v.Code) })}
	for _, a := range ms.intake.questionTo(q, engine.Public, ms.game).Answers {
		text := a.Text.In(lang.English)
		m.items = append(m.items, item{
			key: "answer " + text, text: a.Text, narrows: a.Narrow != nil,
			action: action{answer: &a},
		})
	}
	none := item{key: "none", text: lang.T("None of these"), action: action{drop: true}}
	if len(m.items) == 0 {
		none.text = lang.T("Leave it")
	}
	m.items = append(m.items, none)
	return m
}

// turnMenu is what can be done without laying a card: by the seat of the knob, or else by whoever is awaited, and then by others.
func (ms *menus) turnMenu(k Knob) menu {
	g := ms.game
	seat := g.View(engine.Public).Status.Ask.Seat
	m := menu{title: g.Awaited()}
	anybodys := k.Seat == 0 || k.Seat > g.Catalog.Seats()
	if its := engine.Seat(k.Seat - 1); !anybodys && its != seat {
		if seat != engine.Nobody {
			m.title = g.Seat(its)
		}
		seat = its
	}
	moves := g.View(engine.Public).MenuMoves(engine.Nobody)
	if seat != engine.Nobody {
		moves = slices.Concat(g.View(engine.Public).MenuMoves(seat), moves)
	}
	m.items = ms.steps(moves, 0)
	if others := ms.othersMenu(seat); anybodys && len(others.items) > 0 {
		m.items = append(m.items, item{key: "others", text: lang.T("Somebody else"), below: func() menu { return others }})
	}
	m.items = slices.Concat(m.items, ms.undoing(), ms.muting())
	return m
}

// othersMenu are the players beside a seat who can do something without laying a card.
func (ms *menus) othersMenu(seat engine.Seat) menu {
	m := menu{title: lang.T("Who?")}
	for other := range engine.Seat(ms.game.Catalog.Seats()) {
		moves := ms.game.View(engine.Public).MenuMoves(other)
		if other == seat || len(moves) == 0 {
			continue
		}
		who := ms.game.Seat(other)
		m.items = append(m.items, item{
			key: "seat " + ms.game.Catalog.SeatWord(other), text: who,
			below: func() menu { return menu{who, ms.steps(moves, 0)} },
		})
	}
	return m
}

// steps are the words that can come next in sorted moves that have so many in common, their verb first. What leaves no choice is not asked; it is
// said with what follows, but for the verb that a question wants.
func (ms *menus) steps(moves []engine.Move, said int) []item {
	from := said
	for len(moves) > 1 && alikeUpTo(moves[0], moves[len(moves)-1], said+1) {
		said++
	}
	if from == 0 && said > 0 && ms.game.View(engine.Public).Status.Ask.Open {
		from = 1
	}
	var items []item
	for len(moves) > 0 {
		n := 1
		for n < len(moves) && alikeUpTo(moves[0], moves[n], said+1) {
			n++
		}
		items = append(items, ms.step(moves[:n], from, said+1))
		moves = moves[n:]
	}
	return items
}

// alikeUpTo reports whether two moves have their first words in common.
func alikeUpTo(a, b engine.Move, words int) bool { return begun(a, words) == begun(b, words) }

// begun is a move with its first words alone, the verb first.
func begun(m engine.Move, words int) engine.Move {
	return engine.NewMove(m.Seat, m.Verb, m.Args[:words-1]...)
}

// step is the item of moves that have so many words in common, and tells those from one on. A single move is made.
func (ms *menus) step(moves []engine.Move, from, said int) item {
	g, m := ms.game, moves[0]
	if len(moves) > 1 {
		so := begun(m, said)
		below := func() menu { return menu{g.WordsOf(so, 0), ms.steps(moves, said)} }
		return item{key: "words " + g.Catalog.Format(so), text: g.WordsOf(so, from), below: below}
	}
	return item{key: "move " + g.Catalog.Format(m), text: g.WordsOf(m, from), action: action{move: &m}}
}

// undoing takes the last gesture back, if there is one.
func (ms *menus) undoing() []item {
	n := len(ms.game.Log)
	if n == 0 {
		return nil
	}
	i := item{key: "undo " + strconv.Itoa(n), text: lang.T("Undo")}
	if told := ms.game.Log[n-1].RedactedFor(engine.Public); told.Verb != engine.None {
		i.key += " " + ms.game.Catalog.Format(told)
		i.text = lang.T("Undo: {1}", ms.game.Moves(told))
		if times := ms.game.LastGesture(); times > 1 {
			i.text = lang.T("Undo: {1}, {2} times", ms.game.Moves(told), times)
		}
	}
	i.action.undo = true
	return []item{i}
}

// newGames are the games that can begin: the last one with the same players, and then each with any number of them.
func (ms *menus) newGames() []item {
	var items []item
	last := ms.last
	games := slices.Clone(ms.library.Games)
	if i := slices.IndexFunc(games, func(g engine.Game) bool { return g.ID == last.setup.Game }); i >= 0 {
		g := games[i]
		games = slices.Insert(slices.Delete(games, i, i+1), 0, g)
		items = append(items, beginning("again", lang.T("{1} again: {2}", ms.called(g), session.Players(last.setup.Seats)), last))
	}
	for _, g := range games {
		items = append(items, item{key: "game " + g.ID, text: ms.called(g), below: func() menu { return ms.playersMenu(g) }})
	}
	return items
}

// playersMenu asks how many play a game.
func (ms *menus) playersMenu(g engine.Game) menu {
	m := menu{title: lang.T("{1}: how many players?", ms.called(g))}
	last := ms.last
	for n := g.MinSeats; n <= g.MaxSeats; n++ {
		next := played{engine.Setup{Game: g.ID, Pack: engine.HousePack, Seats: namesFor(n, last.setup.Seats)}, last.colours}
		text := lang.T("{1} players", n)
		if n == 1 {
			text = lang.T("One player")
		}
		start := func() menu {
			title := lang.T("{1}: {2}", ms.called(g), session.Players(next.setup.Seats))
			return menu{title, []item{beginning("begin", lang.T("Begin"), next)}}
		}
		m.items = append(m.items, item{key: "players " + strconv.Itoa(n), text: text, below: start})
	}
	return m
}

// beginning begins a game.
func beginning(key string, text lang.Localized, next played) item {
	return item{key: strings.Join(append([]string{key, next.setup.Game}, next.setup.Seats...), " "), text: text, action: action{begin: &next}}
}

// called is a game as people call it.
func (ms *menus) called(g engine.Game) lang.Localized {
	return ms.library.Name(tags.Box{Game: g.ID, Pack: engine.HousePack}, "")
}

// namesFor are names for so many players: those who played last, and then numbers.
func namesFor(n int, last []string) []string {
	names := slices.Clone(last[:min(n, len(last))])
	for i := 1; len(names) < n; i++ {
		if name := "player-" + strconv.Itoa(i); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// muting makes the buzzer mute, or heard again, where there is one.
func (ms *menus) muting() []item {
	switch {
	case !ms.wiring.hasBuzzer():
		return nil
	case ms.settings.Muted:
		return []item{{key: "sound", text: lang.T("Buzzer on"), action: action{mute: new(bool)}}}
	}
	on := true
	return []item{{key: "mute", text: lang.T("Mute the buzzer"), action: action{mute: &on}}}
}
