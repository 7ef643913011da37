package install

import (
	"testing"

	"familiar/hw/board"
)

// TestRefuseRoot: root may use the hardware of every model but the 5, other users that of all.
func TestRefuseRoot(t *testing.T) {
	for m := board.Unknown; m <= board.Pi5; m++ {
		if err := refused(m, 0); (err != nil) != (m == board.Pi5) {
			t.Errorf("root on a %s: %v", m, err)
		}
		if err := refused(m, 1000); err != nil {
			t.Errorf("somebody on a %s: %v", m, err)
		}
	}
}
