package hw_test

import (
	"testing"
	"time"

	"familiar/hw/bench"
	"familiar/hw/virtual"
)

const slowPanel = "[panel]\nmodel = \"inkyphat\"\nbus = \"SPI0.0\"\ndc = \"GPIO22\"\nreset = \"GPIO27\"\nbusy = \"GPIO17\"\n"

// TestSlowPanel: a panel whose first picture takes nine seconds is not called absent meanwhile, and one that is not there is.
func TestSlowPanel(t *testing.T) {
	onBench(t, slowPanel, func(r *rig) {
		r.Panel.Show(page(0))
		r.expect(8 * time.Second)
		r.expect(2*time.Second, "panel ok=true")
	})
	onSpoiltBench(t, slowPanel, slowPanel, func(b *bench.Bench) { b.Panel.SetFault(virtual.PanelUnplugged) }, func(r *rig) {
		r.Panel.Show(page(0))
		r.expect(time.Second, "panel ok=false check its wires, the names of its pins and that SPI is enabled (panel on SPI0.0: drawing: panel does not answer: BUSY does not rise)")
	})
	// Without a picture nothing is known of it.
	onBench(t, slowPanel, func(r *rig) {
		r.expect(14 * time.Second)
		r.expect(2*time.Second, "panel ok=false it has not answered yet: check its wires")
	})
}
