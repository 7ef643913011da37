package main

import (
	"familiar/engine"
	"familiar/engine/athame"
	"familiar/engine/oracle"
	"familiar/engine/pantacle"
	"familiar/engine/sacrilege"
	"familiar/engine/sator"
)

// games lists all games of the program.
func games() []engine.Game {
	return []engine.Game{
		sacrilege.Game(),
		pantacle.Game(),
		athame.Game(),
		oracle.Game(),
		sator.Game(),
	}
}
