package session_test

import (
	"slices"
	"testing"

	"familiar/companion/protocol"
	"familiar/companion/session"
	"familiar/engine"
	"familiar/engine/games"
)
