package oracle

import "familiar/engine"

// packFile is the TOML form of a card list.
type packFile struct {
	Days    engine.Amount `toml:"days"`
	Colours []string      `toml:"colours"`
	Clock   struct {
		Hours engine.Amount `toml:"hours"`
		Act   engine.Amount `toml:"act"`
		Marks []struct {
			Hour  engine.Amount `toml:"hour"`
			Gives string        `toml:"gives"`
		} `toml:"marks"`
	} `toml:"clock"`
	Market struct {
		Price engine.Amount `toml:"price"`
	} `toml:"market"`
	Scoring struct {
		Total engine.Amount `toml:"total"`
	} `toml:"scoring"`
	Goods struct {
		Charm    engine.Amount `toml:"charm"`
		Talisman engine.Amount `toml:"talisman"`
	} `toml:"goods"`
	Adventurer []struct {
		Colour string        `toml:"colour"`
		Count  engine.Amount `toml:"count"`
	} `toml:"adventurer"`
	Corruption []struct {
		Name   string        `toml:"name"`
		Copies engine.Amount `toml:"copies"`
		Cost   engine.Amount `toml:"cost"`
	} `toml:"corruption"`
	Clan []struct {
		Name      string        `toml:"name"`
		Boxes     engine.Amount `toml:"boxes"`
		Icons     engine.Amount `toml:"icons"`
		Immediate []string      `toml:"immediate"`
		Market    []string      `toml:"market"`
		Gold      engine.Amount `toml:"gold"`
	} `toml:"clan"`
	Destiny struct {
		Nudge engine.Amount `toml:"nudge"`
		Shift engine.Amount `toml:"shift"`
		Start engine.Amount `toml:"start"`
	} `toml:"destiny"`
	Strip struct {
		Icons   engine.Amount `toml:"icons"`
		Colours []string      `toml:"colours"`
	} `toml:"strip"`
	Horoscope struct {
		Top    []string `toml:"top"`
		Bottom []string `toml:"bottom"`
	} `toml:"horoscope"`
	Map struct {
		Rows  [][]string `toml:"rows"`
		Cross []string   `toml:"cross"`
	} `toml:"map"`
	Slot []struct {
		Name   string   `toml:"name"`
		Effect []string `toml:"effect"`
	} `toml:"slot"`
	Townsfolk []struct {
		Name   string        `toml:"name"`
		Copies engine.Amount `toml:"copies"`
		Hours  engine.Amount `toml:"hours"`
		Clan   string        `toml:"clan"`
		Effect []string      `toml:"effect"`
	} `toml:"townsfolk"`
}
