package sacrilege_test

import (
	"testing"

	"familiar/engine/enginetest"
	"familiar/engine/sacrilege"
)

func TestList(t *testing.T) { enginetest.Lists(t, sacrilege.Game()) }
