package web

import (
	"encoding/json"
	"image"
	"image/color"
	"image/png"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/gorilla/websocket"

	"familiar/companion/protocol"
)

// atBench returns a browser on the machine itself, at the bench.
func (p *place) atBench() *client {
	p.t.Helper()
	c, _, err := p.connect("127.0.0.1", "ws://localhost:8080/virtual/ws", "http://localhost:8080")
	if err != nil {
		p.t.Fatal(err)
	}
	return c
}

func TestBenchState(t *testing.T) {
	onWire(t, func(t *testing.T, p *place) {
		p.bench.state = protocol.BenchState{
			Readers: []protocol.BenchReader{{Name: "altar-1", Title: "Ann's altar", Seat: 1, Tags: []string{"imp"}}},
			Tags:    []protocol.BenchTag{{ID: 3, Game: "sacrilege", Word: "imp", Title: "Imp", Reader: "altar-1"}, {ID: 4}},
			Buttons: []protocol.BenchButton{{Name: "pray", Title: "Pray", Down: true}},
			Knobs:   []protocol.BenchButton{{Name: "knob", Title: "Knob"}},
			Lamps:   []string{"#ff0000"}, Shape: "ring", Buzzer: protocol.BenchBuzzer{Hz: 880}, Panel: 17,
		}
		_, data, err := p.atBench().conn.ReadMessage()
		const want = `{"type":"bench","readers":[{"name":"altar-1","title":"Ann's altar","seat":1,"tags":["imp"]}],` +
			`"tags":[{"id":3,"game":"sacrilege","word":"imp","title":"Imp","reader":"altar-1"},{"id":4,"word":"","title":""}],` +
			`"buttons":[{"name":"pray","title":"Pray","down":true}],"knobs":[{"name":"knob","title":"Knob","down":false}],"lamps":["#ff0000"],"shape":"ring","buzzer":{"hz":880},"panel":17}`
		if err != nil || string(data) != want {
			t.Errorf("got %s, %v\nwant %s", data, err, want)
		}
	})
}

func TestBenchWatchers(t *testing.T) {
	onWire(t, func(t *testing.T, p *place) {
		one, two := p.atBench().listen(), p.atBench().listen()
		slow := p.atBench()
		slow.want("bench")
		for panel := range 1000 {
			p.bench.change(func(s *protocol.BenchState) { s.Panel = panel + 1 })
			time.Sleep(time.Millisecond)
		}
		p.bench.change(func(s *protocol.BenchState) {}) // no visible change
		time.Sleep(2 * updateInterval)
		for _, h := range []*heard{one, two} {
			want := int(time.Second / updateInterval)
			if all, err := h.all(); err != nil || len(all) < want-5 || len(all) > want+3 {
				t.Errorf("%d states in a second, %v", len(all), err)
			}
		}
		slow.want("bench")
		var last protocol.BenchState
		if _, data, err := slow.conn.ReadMessage(); err != nil || json.Unmarshal(data, &last) != nil || last.Panel != 1000 {
			t.Errorf("the slow one reads %s, %v", data, err)
		}
	})
}

func TestBenchActions(t *testing.T) {
	onWire(t, func(t *testing.T, p *place) {
		c := p.atBench()
		c.want("bench")
		for _, request := range []string{
			`{"type":"lay","tag":3,"reader":"altar-1"}`,
			`{"type":"lift","tag":3}`,
			`{"type":"tap","tag":4,"reader":"altar-2","id":1}`,
			`{"type":"press","button":"pray","long":true}`,
			`{"type":"turn","knob":"knob","clicks":-2}`,
			`{"type":"fault","reader":"altar-1","fault":"unplug"}`,
		} {
			c.send(request)
			if m := c.want("answer"); !m.OK {
				t.Errorf("%s: %+v", request, m)
			}
		}
		want := []string{"lay 3 altar-1", "lift 3", "tap 4 altar-2", "press pray true", "turn knob -2", "fault altar-1 unplug"}
		if diff := cmp.Diff(want, p.bench.done); diff != "" {
			t.Error(diff)
		}
		for _, request := range []string{
			`{"type":"lay","tag":3,"reader":"nowhere","id":5}`,
			`{"type":"lay","tag":"three","id":5}`,
			`{"type":"burn","tag":3,"id":5}`,
			`{"id":5}`,
		} {
			c.send(request)
			if m := c.want("answer"); m.OK || m.Text == "" || m.ID != 5 {
				t.Errorf("%s: %+v", request, m)
			}
		}
		c.send(`lay`)
		c.wantClosed(websocket.ClosePolicyViolation, notJSON.reason)
		synctest.Wait()
	})
}

// The bench takes places as phones do: if none is free, its browser is told so, and its own is free when it has gone.
func TestPlacesOfTheBench(t *testing.T) {
	onWire(t, func(t *testing.T, p *place) {
		var at []*client
		for range maxPlaces {
			c := p.atBench()
			c.want("bench")
			at = append(at, c)
		}
		p.atBench().wantClosed(websocket.CloseTryAgainLater, noPlace.reason)
		synctest.Wait()
		if n := p.srv.places.taken(); n != maxPlaces {
			t.Errorf("%d places are taken", n)
		}
		at[0].conn.Close()
		synctest.Wait()
		if n := p.srv.places.taken(); n != maxPlaces-1 {
			t.Errorf("when one has gone, %d places are taken", n)
		}
	})
}

func TestPanelPicture(t *testing.T) {
	p := newPlace(t)
	picture := func() image.Image {
		t.Helper()
		w := p.ask("GET", here, fromHere, "/virtual/panel.png?n=1")
		if w.Code != http.StatusOK || w.Header().Get("Content-Type") != "image/png" || w.Header().Get("Cache-Control") != "no-store" {
			t.Fatalf("%d, %v", w.Code, w.Header())
		}
		img, err := png.Decode(w.Body)
		if err != nil {
			t.Fatal(err)
		}
		return img
	}
	if img := picture(); img.Bounds() != image.Rect(0, 0, 250, 122) {
		t.Errorf("a picture of %v", img.Bounds())
	}
	picture()
	if p.bench.drawn != 1 {
		t.Errorf("made %d times", p.bench.drawn)
	}
	white := image.NewGray(image.Rect(0, 0, 2, 2))
	white.Set(1, 1, color.White)
	p.bench.panel = white
	p.bench.change(func(s *protocol.BenchState) { s.Panel++ })
	if img := picture(); img.At(1, 1) != (color.Gray{255}) {
		t.Errorf("the old picture is shown: %v", img.At(1, 1))
	}
	p.bench.panel = nil
	p.bench.change(func(s *protocol.BenchState) { s.Panel++ })
	if w := p.ask("GET", here, fromHere, "/virtual/panel.png"); w.Code != http.StatusNotFound {
		t.Errorf("no panel: %d", w.Code)
	}
	p.bench.panel = image.NewGray(image.Rect(0, 0, 0, 0))
	if w := p.ask("GET", here, fromHere, "/virtual/panel.png"); w.Code != http.StatusInternalServerError {
		t.Errorf("a picture of nothing: %d", w.Code)
	}
}

// TestBenchIsSentWhenItHasChanged: a browser gets the state of the bench once, and again when it is another one.
func TestBenchIsSentWhenItHasChanged(t *testing.T) {
	bench := newFakeBench()
	f := &benchFeed{bench: bench}
	for i, want := range []int{1, 0, 1} {
		if i == 2 {
			bench.change(func(s *protocol.BenchState) { s.Panel++ })
		}
		if messages, err := f.latest(); err != nil || len(messages) != want {
			t.Errorf("at look %d it gets %d messages, not %d, %v", i, len(messages), want, err)
		}
	}
}
