package oracle_test

import (
	"testing"

	"familiar/engine/enginetest"
	"familiar/engine/oracle"
)

func TestList(t *testing.T) { enginetest.Lists(t, oracle.Game(), "is not between 0 and 12") }
