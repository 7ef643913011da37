package athame_test

import (
	"testing"

	"familiar/engine/athame"
	"familiar/engine/enginetest"
)

func TestList(t *testing.T) { enginetest.Lists(t, athame.Game(), "seal stands alone") }
