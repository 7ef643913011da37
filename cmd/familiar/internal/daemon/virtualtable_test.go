package daemon

import (
	"testing"

	"familiar/hw"
	"familiar/hw/nfc"
)

// TestHandsOnTheVirtualTable lays, taps and lifts tags that there are, and some that there are not, and asks for other things that no hand can do.
func TestHandsOnTheVirtualTable(t *testing.T) {
	config, err := hw.ParseConfig([]byte("[[reader]]\nname = \"altar\"\nbus = \"SPI0.0\"\n"))
	if err != nil {
		t.Fatal(err)
	}
	uid, err := nfc.ParseUID("04:A1:B2:C3:D4:E5:F6")
	if err != nil {
		t.Fatal(err)
	}
	v, err := newVirtualTable(config, []VirtualTag{{UID: uid, Word: "king"}})
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	if err := v.Lay(0, "altar"); err != nil || v.State().Tags[0].Reader != "altar" {
		t.Errorf("the tag lies at %q, %v", v.State().Tags[0].Reader, err)
	}
	if err := v.Lift(0); err != nil || v.State().Tags[0].Reader != "" {
		t.Errorf("a lifted tag lies at %q, %v", v.State().Tags[0].Reader, err)
	}
	for what, err := range map[string]error{
		"lays a tag that there is not":        v.Lay(1, "altar"),
		"lays a tag before the first":         v.Lay(-1, "altar"),
		"taps a tag that there is not":        v.Tap(1, "altar"),
		"lifts a tag that there is not":       v.Lift(1),
		"lays on a reader that there is not":  v.Lay(0, "throne"),
		"breaks a reader that there is not":   v.Fault("throne", "silent"),
		"presses a button that there is not":  v.Press("end", false),
		"turns a knob that there is not":      v.Turn("knob", 1),
		"turns a knob too far in one request": v.Turn("knob", mostClicks+1),
	} {
		if err == nil {
			t.Errorf("a hand %s, without an error", what)
		}
	}
	if tags := v.State().Readers[0].Tags; len(tags) > 0 {
		t.Errorf("on the reader lie %q", tags)
	}
}
