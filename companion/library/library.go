// Package library is the games that a table knows, with the card lists they can be played with: those of the program, and those of the owner.
package library

import (
	"cmp"
	"sync"

	"familiar/companion/journal"
	"familiar/companion/packs"
	"familiar/companion/session"
	"familiar/companion/tags"
	"familiar/engine"
	"familiar/engine/lang"
)

// Library is the games that a table knows. It may be used by several goroutines.
type Library struct {
	Games []engine.Game
	State string // the state directory, where the owner's card lists are

	mu      sync.Mutex
	phrases map[[3]string]*engine.Phrases // by game, card list and language
}

// NoGameError returns the error for an id that no game of the library has.
func NoGameError(id string) error { return lang.T(`there is no game "{1}"`, id) }

// Game returns the game of an id.
func (l *Library) Game(id string) (engine.Game, bool) {
	for _, g := range l.Games {
		if g.ID == id {
			return g, true
		}
	}
	return engine.Game{}, false
}

// Pack returns the text of a game's card list, as it is today.
func (l *Library) Pack(g engine.Game, name string) ([]byte, error) {
	if name == "" || name == engine.HousePack {
		return g.House, nil
	}
	return packs.Read(l.State, g.ID, name)
}

// Begin makes the game of a setup, without a journal yet. Its card list is the one stored beside the journals under sum, or today's if sum is empty.
func (l *Library) Begin(setup engine.Setup, sum string) (*session.Game, error) {
	spec, ok := l.Game(setup.Game)
	if !ok {
		return nil, NoGameError(setup.Game)
	}
	pack, err := l.Pack(spec, setup.Pack)
	if sum != "" {
		pack, err = journal.Cards(l.State, sum)
	}
	if err != nil {
		return nil, lang.T(`card list "{1}": {2}`, setup.Pack, err)
	}
	g, err := session.New(spec, setup, pack)
	if err != nil || sum != "" {
		return g, err
	}
	if err := packs.CheckSize(g.Catalog); err != nil {
		return nil, lang.T(`card list "{1}": {2}`, setup.Pack, err)
	}
	return g, nil
}

// BeginNew is Begin for a game that has no record yet. It refuses a player whose name the game has a title for, such as a place: people would read that title in the place
// of the name.
func (l *Library) BeginNew(setup engine.Setup) (*session.Game, error) {
	g, err := l.Begin(setup, "")
	if err != nil {
		return nil, err
	}
	for seat, word := range setup.Seats {
		if title := g.Words.Seat(g.Catalog, engine.Seat(seat)); title != session.PlayerTitle(word) {
			return nil, lang.T("a player cannot be called “{1}”: in this game that is “{2}”", word, title)
		}
	}
	return g, nil
}

// Box is a box of cards whose names can be given tags.
type Box struct {
	tags.Box
	Catalog *engine.Catalog
	Items   []tags.Item // in the order of the card list
}

// Open returns the box of a game's card list, as it is today. That can take long where an owner's list is large.
func (l *Library) Open(game, pack string) (Box, error) {
	b := Box{Box: tags.Box{Game: game, Pack: cmp.Or(pack, engine.HousePack)}}
	spec, ok := l.Game(game)
	if !ok {
		return b, NoGameError(game)
	}
	data, err := l.Pack(spec, pack)
	if err != nil {
		return b, err
	}
	state, err := spec.Sample(b.Pack, data)
	if err != nil {
		return b, err
	}
	b.Catalog = state.Catalog()
	b.Items = tags.Items(b.Catalog, l.Phrases(game, b.Pack, engine.English))
	return b, nil
}

// Phrases returns the texts of a game that is played with a card list, empty ones if there is no such game.
func (l *Library) Phrases(game, pack, language string) *engine.Phrases {
	l.mu.Lock()
	defer l.mu.Unlock()
	key := [3]string{game, pack, language}
	if words, ok := l.phrases[key]; ok {
		return words
	}
	words := new(engine.Phrases)
	if spec, ok := l.Game(game); ok {
		if r, err := session.LocalizationOf(spec, pack, language); err == nil {
			words = r.Phrases
		}
	}
	if l.phrases == nil {
		l.phrases = make(map[[3]string]*engine.Phrases)
	}
	l.phrases[key] = words
	return words
}

// Title returns what people call a game, its id if the library does not have it.
func (l *Library) Title(game, language string) string {
	return cmp.Or(l.Phrases(game, engine.HousePack, language).Title, game)
}

// Name returns a word of a box of cards as people read it; without a word, the box's game.
func (l *Library) Name(box tags.Box, word string) lang.Localized { return localizedName{l, box, word} }

type localizedName struct {
	library *Library
	box     tags.Box
	word    string
}

// In implements lang.Localized.
func (n localizedName) In(language string) string {
	words := n.library.Phrases(n.box.Game, n.box.Pack, language)
	if n.word == "" {
		return cmp.Or(words.Title, engine.TitleOf(n.box.Game))
	}
	return cmp.Or(words.Cards[n.word], words.Words[n.word], engine.TitleOf(n.word))
}
