package companion

import (
	"familiar/companion/journal"
	"familiar/companion/packs"
	"familiar/companion/session"
	"familiar/engine"
	"familiar/engine/lang"
)

// begin makes the game of a setup, without a journal yet. It is played with the card list that is kept with a journal under the sum, or else with the one
// of today.
func (t *Table) begin(setup engine.Setup, cards string) (*session.Game, error) {
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
	return session.New(spec, setup, pack)
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
