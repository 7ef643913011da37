package companion

import (
	"slices"
	"strconv"
	"strings"

	"familiar/companion/intake"
	"familiar/companion/library"
	"familiar/companion/resolver"
	"familiar/companion/session"
	"familiar/companion/settings"
	"familiar/companion/tags"
	"familiar/companion/wired"
	"familiar/engine"
	"familiar/engine/lang"
)

// A menu is on the panel, which everyone sees: it is built from public knowledge only. An entry that turns out to be illegal is refused when it is selected.

// menu is a list from which a knob chooses. It has at least one item.
type menu struct {
	title lang.Localized
	items []item
}

// item is an item of a menu.
type item struct {
	key     string // identifies the item when the menu is made anew
	text    lang.Localized
	below   func() menu // the menu to which it leads; nil: it is done at once
	action  action      // the zero action does nothing
	narrows bool        // it answers a question that another one may follow
}

// action is what the table does when an item is taken. One of its fields is set.
type action struct {
	answer *resolver.Answer // answers the question about a gesture
	of     *intake.Gesture  // the gesture that is answered
	drop   bool             // drops the gesture under way
	move   *engine.Move
	undo   bool
	begin  *gameSetup // begins such a game
	mute   *bool      // makes the buzzer mute, or audible again
}

// menus makes the menus of a table as it stands.
type menus struct {
	game     *session.Game // nil: none
	last     gameSetup     // how the game on the table began, or else the last one
	intake   *intake.Intake
	settings *settings.Settings
	wiring   *wired.Devices
	library  *library.Library
}

// find returns the index of the item with a key, -1 if there is none.
func (m menu) find(key string) int {
	return slices.IndexFunc(m.items, func(i item) bool { return i.key == key })
}

// of returns the menu of a knob.
func (ms *menus) of(k Knob) menu {
	var m menu
	switch {
	case ms.game == nil:
		m = menu{lang.T("What shall be played?"), append(ms.gameItems(), ms.muteItems()...)}
	case ms.settings.Game.Pause != nil:
		m = menu{lang.Sentence(errPaused), append(ms.undoItems(), ms.muteItems()...)}
	case ms.intake.HasPublicQuestion():
		m = ms.questionMenu()
	case ms.game.Over():
		m = menu{ms.game.Awaited(), slices.Concat(ms.gameItems(), ms.otherwiseItems(), ms.undoItems(), ms.muteItems())}
	default:
		m = ms.turnMenu(k)
	}
	if len(m.items) == 0 {
		m.items = []item{{key: "close", text: lang.T("Close")}}
	}
	return m
}

// questionMenu returns the answers to the question about the gesture under way.
func (ms *menus) questionMenu() menu {
	q := ms.intake.UnderWay
	m := menu{title: ms.game.Localize(func(v *session.Localizer) string { return ms.intake.Prompt(q, ms.game, v.Code) })}
	for _, a := range ms.intake.QuestionTo(q, engine.Public, ms.game).Answers {
		text := a.Text.In(lang.English)
		m.items = append(m.items, item{
			key: "answer " + text, text: a.Text, narrows: a.Narrow != nil,
			action: action{answer: &a, of: q},
		})
	}
	none := item{key: "none", text: lang.T("None of these"), action: action{drop: true}}
	if len(m.items) == 0 {
		none.text = lang.T("Leave it")
	}
	m.items = append(m.items, none)
	return m
}

// turnMenu returns the moves that need no card: those of the knob's seat, or else of the seat that must answer, and then those of others.
func (ms *menus) turnMenu(k Knob) menu {
	g := ms.game
	seat := g.View(engine.Public).Status.Ask.Seat
	m := menu{title: g.Awaited()}
	anybodys := k.Seat == 0 || k.Seat > g.Catalog.Seats()
	if own := engine.Seat(k.Seat - 1); !anybodys && own != seat {
		if seat != engine.Nobody {
			m.title = g.Seat(own)
		}
		seat = own
	}
	moves := g.View(engine.Public).MenuMoves(engine.Nobody)
	if seat != engine.Nobody {
		moves = slices.Concat(g.View(engine.Public).MenuMoves(seat), moves)
	}
	m.items = ms.steps(moves, 0)
	if others := ms.othersMenu(seat); anybodys && len(others.items) > 0 {
		m.items = append(m.items, item{key: "others", text: lang.T("Somebody else"), below: func() menu { return others }})
	}
	m.items = slices.Concat(m.items, ms.otherwiseItems(), ms.undoItems(), ms.muteItems())
	return m
}

// otherwiseItems returns the item that corrects the last move, if the table has taken the usual reading of its card.
func (ms *menus) otherwiseItems() []item {
	q := ms.intake.Taken
	if q == nil {
		return nil
	}
	m := menu{title: q.Offered.Text}
	for _, a := range q.Offered.Answers {
		m.items = append(m.items, item{key: "otherwise " + a.Text.In(lang.English), text: a.Text, action: action{answer: &a, of: q}})
	}
	return []item{{key: "otherwise " + strconv.Itoa(q.ID), text: lang.T("It was something else"), below: func() menu { return m }}}
}

// othersMenu returns the other players who can make a move without a card.
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

// steps returns items for the next words of sorted moves. The moves have that many first words in common, the verb among them. A word without alternatives is no item of its
// own: it is shown with the next one, except the verb when a question is open.
func (ms *menus) steps(moves []engine.Move, words int) []item {
	from := words
	for len(moves) > 1 && sameWords(moves[0], moves[len(moves)-1], words+1) {
		words++
	}
	if from == 0 && words > 0 && ms.game.View(engine.Public).Status.Ask.Open {
		from = 1
	}
	var items []item
	for len(moves) > 0 {
		n := 1
		for n < len(moves) && sameWords(moves[0], moves[n], words+1) {
			n++
		}
		items = append(items, ms.step(moves[:n], from, words+1))
		moves = moves[n:]
	}
	return items
}

// sameWords reports whether two moves have their first words in common.
func sameWords(a, b engine.Move, words int) bool { return firstWords(a, words) == firstWords(b, words) }

// firstWords returns a move with its first words only; the verb is the first.
func firstWords(m engine.Move, words int) engine.Move {
	return engine.NewMove(m.Seat, m.Verb, m.Args[:words-1]...)
}

// step returns the item of moves that have that many first words in common. It shows their words from index from on. A single move is made when the item is taken.
func (ms *menus) step(moves []engine.Move, from, words int) item {
	g, m := ms.game, moves[0]
	if len(moves) > 1 {
		start := firstWords(m, words)
		below := func() menu { return menu{g.WordsOf(start, 0), ms.steps(moves, words)} }
		return item{key: "words " + g.Catalog.Format(start), text: g.WordsOf(start, from), below: below}
	}
	return item{key: "move " + g.Catalog.Format(m), text: g.WordsOf(m, from), action: action{move: &m}}
}

// undoItems returns the item that takes back the last gesture, if there is one.
func (ms *menus) undoItems() []item {
	n := len(ms.game.Log)
	if n == 0 {
		return nil
	}
	i := item{key: "undo " + strconv.Itoa(n), text: lang.T("Undo")}
	if redacted := ms.game.Log[n-1].RedactedFor(engine.Public); redacted.Verb != engine.None {
		i.key += " " + ms.game.Catalog.Format(redacted)
		i.text = lang.T("Undo: {1}", ms.game.Moves(redacted))
		if times := ms.game.LastGesture(); times > 1 {
			i.text = lang.T("Undo: {1}, {2} times", ms.game.Moves(redacted), times)
		}
	}
	i.action.undo = true
	return []item{i}
}

// gameItems returns the games that can begin: the last one with the same players, then each with any number of players.
func (ms *menus) gameItems() []item {
	var items []item
	last := ms.last
	games := slices.Clone(ms.library.Games)
	if i := slices.IndexFunc(games, func(g engine.Game) bool { return g.ID == last.setup.Game }); i >= 0 {
		g := games[i]
		games = slices.Insert(slices.Delete(games, i, i+1), 0, g)
		items = append(items, beginItem("again", lang.T("{1} again: {2}", ms.titleOf(g), session.Players(last.setup.Seats)), last))
	}
	for _, g := range games {
		items = append(items, item{key: "game " + g.ID, text: ms.titleOf(g), below: func() menu { return ms.playersMenu(g) }})
	}
	return items
}

// playersMenu asks how many play a game.
func (ms *menus) playersMenu(g engine.Game) menu {
	m := menu{title: lang.T("{1}: how many players?", ms.titleOf(g))}
	last := ms.last
	for n := g.MinSeats; n <= g.MaxSeats; n++ {
		next := gameSetup{engine.Setup{Game: g.ID, Pack: engine.HousePack, Seats: session.PlayerNames(n, last.setup.Seats)}, last.colours}
		text := lang.T("{1} players", n)
		if n == 1 {
			text = lang.T("One player")
		}
		start := func() menu {
			title := lang.T("{1}: {2}", ms.titleOf(g), session.Players(next.setup.Seats))
			return menu{title, []item{beginItem("begin", lang.T("Begin"), next)}}
		}
		m.items = append(m.items, item{key: "players " + strconv.Itoa(n), text: text, below: start})
	}
	return m
}

// beginItem returns the item that begins a game.
func beginItem(key string, text lang.Localized, next gameSetup) item {
	return item{key: strings.Join(append([]string{key, next.setup.Game}, next.setup.Seats...), " "), text: text, action: action{begin: &next}}
}

// titleOf returns what people call a game.
func (ms *menus) titleOf(g engine.Game) lang.Localized {
	return ms.library.Name(tags.Box{Game: g.ID, Pack: engine.HousePack}, "")
}

// muteItems returns the item that makes the buzzer mute, or audible again, if there is a buzzer.
func (ms *menus) muteItems() []item {
	switch {
	case !ms.wiring.HasBuzzer():
		return nil
	case ms.settings.Muted:
		return []item{{key: "sound", text: lang.T("Buzzer on"), action: action{mute: new(false)}}}
	}
	return []item{{key: "mute", text: lang.T("Mute the buzzer"), action: action{mute: new(true)}}}
}
