package sator_test

import (
	"testing"

	"familiar/engine/enginetest"
	"familiar/engine/sator"
)

func TestList(t *testing.T) { enginetest.Lists(t, sator.Game()) }
