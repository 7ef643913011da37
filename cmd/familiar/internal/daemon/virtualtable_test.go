package daemon

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"familiar/companion/protocol"
	"familiar/hw"
	"familiar/hw/bench"
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

// TestReaderTitle: on the bench a reader is called as its config says, or else by its seat and place.
func TestReaderTitle(t *testing.T) {
	for _, test := range []struct {
		reader hw.Reader
		want   string
	}{
		{hw.Reader{Name: "a", Title: "The altar", Seat: 1, Place: "altar"}, "The altar"},
		{hw.Reader{Name: "a", Seat: 1, Place: "altar"}, "Seat 1: altar"},
		{hw.Reader{Name: "a", Seat: 2}, "Seat 2"},
		{hw.Reader{Name: "a", Place: "pile"}, "pile"},
		{hw.Reader{Name: "a"}, "a"},
	} {
		if got := readerTitle(test.reader); got != test.want {
			t.Errorf("%+v is called %q, not %q", test.reader, got, test.want)
		}
	}
}

// TestStateOfTheVirtualTable lists every device of a config, and what lies, is wrong and is shown there.
func TestStateOfTheVirtualTable(t *testing.T) {
	config, err := hw.ParseConfig([]byte("[[reader]]\nname = \"altar\"\nbus = \"SPI0.0\"\nseat = 1\n[[button]]\nname = \"end\"\npin = \"GPIO5\"\npress = \"end\"\n" +
		"[[button]]\nname = \"pray\"\ntitle = \"Pray\"\npin = \"GPIO7\"\npress = \"pray\"\n[[knob]]\na = \"GPIO6\"\nb = \"GPIO22\"\npress = \"GPIO16\"\n" +
		"[lamps]\nbus = \"SPI1.0\"\ncount = 2\nshape = \"strip\"\n"))
	if err != nil {
		t.Fatal(err)
	}
	uid, err := nfc.ParseUID("04:A1:B2:C3:D4:E5:F6")
	if err != nil {
		t.Fatal(err)
	}
	v, err := newVirtualTable(config, []VirtualTag{{UID: uid, Game: "chess", Word: "king", Title: "King"}})
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	want := protocol.BenchState{
		Type:    protocol.TypeBench,
		Readers: []protocol.BenchReader{{Name: "altar", Title: "Seat 1", Seat: 1, Tags: []string{}}},
		Tags:    []protocol.BenchTag{{Game: "chess", Word: "king", Title: "King"}},
		Buttons: []protocol.BenchButton{{Name: "end", Title: "end"}, {Name: "pray", Title: "Pray"}},
		Knobs:   []protocol.BenchButton{{Name: "knob", Title: "Knob"}},
		Lamps:   []string{"#000000", "#000000"}, Shape: hw.ShapeStrip,
	}
	expect := func(what string) {
		t.Helper()
		if diff := cmp.Diff(want, v.State()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", what, diff)
		}
	}
	expect("at first")
	changed := v.Changed()
	if err := v.Lay(0, "altar"); err != nil {
		t.Fatal(err)
	}
	select {
	case <-changed:
	default:
		t.Error("a viewer that waits is told of no change")
	}
	want.Readers[0].Tags, want.Tags[0].Reader = []string{"king"}, "altar"
	expect("with a tag")
	if err := v.Fault("altar", bench.FaultUnplug); err != nil {
		t.Fatal(err)
	}
	want.Readers[0].Fault = bench.FaultUnplug
	expect("unplugged")
	if err := v.Fault("altar", bench.FaultNone); err != nil {
		t.Fatal(err)
	}
	want.Readers[0].Fault = ""
	expect("plugged in again")
}

// TestTapOnTheVirtualTable lifts a card that is only tapped half a second later.
func TestTapOnTheVirtualTable(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		config, err := hw.ParseConfig([]byte("[[reader]]\nname = \"altar\"\nbus = \"SPI0.0\"\n"))
		if err != nil {
			t.Fatal(err)
		}
		v, err := newVirtualTable(config, []VirtualTag{{UID: virtualUID("chess", "king", 0), Word: "king"}})
		if err != nil {
			t.Fatal(err)
		}
		defer v.Close()
		lies := func() bool { return v.State().Tags[0].Reader == "altar" }
		if err := v.Tap(0, "altar"); err != nil || !lies() {
			t.Errorf("it lies there: %t, %v", lies(), err)
		}
		time.Sleep(tapTime - time.Millisecond)
		if !lies() {
			t.Error("it is lifted too early")
		}
		time.Sleep(2 * time.Millisecond)
		if lies() {
			t.Error("it is not lifted")
		}
	})
}
