package pantacle_test

import (
	"testing"

	"familiar/engine/enginetest"
	"familiar/engine/pantacle"
)

func TestList(t *testing.T) { enginetest.Lists(t, pantacle.Game()) }
