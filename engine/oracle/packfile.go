package oracle

import "fmt"

// packFile is a card list as it is written.
type packFile struct {
	Game    string   `toml:"game"`
	Days    amount   `toml:"days"`
	Colours []string `toml:"colours"`
	Clock   struct {
		Hours amount `toml:"hours"`
		Act   amount `toml:"act"`
		Marks []struct {
			Hour  amount `toml:"hour"`
			Gives string `toml:"gives"`
		} `toml:"marks"`
	} `toml:"clock"`
	Market struct {
		Price amount `toml:"price"`
	} `toml:"market"`
	Scoring struct {
		Total amount `toml:"total"`
	} `toml:"scoring"`
	Goods struct {
		Charm    amount `toml:"charm"`
		Talisman amount `toml:"talisman"`
	} `toml:"goods"`
	Adventurer []struct {
		Colour string `toml:"colour"`
		Count  amount `toml:"count"`
	} `toml:"adventurer"`
	Corruption []struct {
		Name   string `toml:"name"`
		Copies amount `toml:"copies"`
		Cost   amount `toml:"cost"`
	} `toml:"corruption"`
	Clan []struct {
		Name      string   `toml:"name"`
		Boxes     amount   `toml:"boxes"`
		Icons     amount   `toml:"icons"`
		Immediate []string `toml:"immediate"`
		Market    []string `toml:"market"`
		Gold      amount   `toml:"gold"`
	} `toml:"clan"`
	Destiny struct {
		Nudge amount `toml:"nudge"`
		Shift amount `toml:"shift"`
		Start amount `toml:"start"`
	} `toml:"destiny"`
	Strip struct {
		Icons   amount   `toml:"icons"`
		Colours []string `toml:"colours"`
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
		Name   string   `toml:"name"`
		Copies amount   `toml:"copies"`
		Hours  amount   `toml:"hours"`
		Clan   string   `toml:"clan"`
		Effect []string `toml:"effect"`
	} `toml:"townsfolk"`
}

// amount is a number of a card list. None may be left out.
type amount struct {
	n     int
	there bool
}

// UnmarshalTOML is toml.Unmarshaler's.
func (a *amount) UnmarshalTOML(value any) error {
	n, ok := value.(int64)
	if !ok {
		return fmt.Errorf("%v is not a whole number", value)
	}
	if n != int64(int32(n)) {
		return fmt.Errorf("%d is far more than a box holds", n)
	}
	*a = amount{int(n), true}
	return nil
}

// within refuses an amount that is missing, or not between two numbers.
func (a amount) within(name string, least, most int) error {
	switch {
	case !a.there:
		return fmt.Errorf("%s is missing", name)
	case a.n < least || a.n > most:
		return fmt.Errorf("%s: %d is not between %d and %d", name, a.n, least, most)
	}
	return nil
}
