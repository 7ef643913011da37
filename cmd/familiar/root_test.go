package main

import (
	"testing"

	"familiar/hw/board"
)

// TestRefuseRoot checks that root may use the hardware of every model except the 5, and other users that of all.
func TestRefuseRoot(t *testing.T) {
	for m := board.Unknown; m <= board.Pi5; m++ {
		if err := refuseRoot(m, 0); (err != nil) != (m == board.Pi5) {
			t.Errorf("root on a %s: %v", m, err)
		}
		if err := refuseRoot(m, 1000); err != nil {
			t.Errorf("somebody on a %s: %v", m, err)
		}
	}
}
