package toygame_test

import (
	"os"
	"testing"

	"familiar/engine/enginetest"
	"familiar/engine/enginetest/toygame"
)

var records = os.DirFS("../testdata")

// TestSuite runs the suite that all games pass.
func TestSuite(t *testing.T) {
	enginetest.Run(t, toygame.Game(), enginetest.Config{Players: []int{2, 3, 4}, Conserve: toygame.Conserve, Records: records, NeverRefuse: []string{"game.goal"}})
}

func TestRecords(t *testing.T) { enginetest.Records(t, toygame.Game(), records, "*.table") }
