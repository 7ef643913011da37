package stage

import (
	"bytes"
	"flag"
	"image"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	"pgregory.net/rapid"
	"rsc.io/qr"

	"familiar/companion"
)

var update = flag.Bool("update", false, "write the golden pictures anew")

var (
	glass   = image.Pt(250, 122)
	evening = time.Date(2026, 11, 21, 18, 30, 2, 0, time.UTC)
)

func seats(names ...string) []companion.SceneSeat {
	colours := [][3]uint8{{0xE6, 0x9F, 0x00}, {0x56, 0xB4, 0xE9}, {0x00, 0x9E, 0x73}, {0xF0, 0xE4, 0x42}, {0xCC, 0x79, 0xA7}, {0xD5, 0x5E, 0x00}}
	counts := [][]string{{"-4", "1", "5"}, {"6", "2", "4"}, {"0", "0", "12"}, {"-6", "0", "3"}, {"17", "1", "0"}, {"3", "0", "6"}}
	var all []companion.SceneSeat
	for i, n := range names {
		all = append(all, companion.SceneSeat{Title: n, Colour: colours[i%6], Counts: counts[i%6]})
	}
	return all
}

// game is a scene to begin with.
func game(change func(*companion.Scene), names ...string) companion.Scene {
	s := companion.Scene{
		Phase: "game", Title: "Sacrilege", Prompt: names[0] + ", it is your turn.", Turn: 0, Asked: 0, Winner: -1,
		Seats: seats(names...), Counts: []string{"Alt", "Fav", "Hand"},
		Shared: []companion.SceneCount{{Label: "Nec", Value: "23"}, {Label: "Grv", Value: "7"}},
	}
	if change != nil {
		change(&s)
	}
	return s
}

var (
	six      = []string{"Ann", "Ben", "Cleo", "Dorothea", "Eve", "Friedrich"}
	longList = []string{"Maximiliane-von-und-zu-Hohenlohe", "Bartholomäus the Elder", "Ωmega Жук", "雷電", "Æthelred", "Nn"}
	refusal  = &companion.Verdict{Text: "Ann sacrifices Knight on the altar of Ben.", Rule: "turn.twice",
		Words: "In its turn a seat may carry out two different actions, and never the same one twice. Choose another action, or end the turn."}
	accepted = &companion.Verdict{OK: true, Text: "Ann sacrifices Imp on the altar of Friedrich the Great of Prussia."}
)

func timer(left time.Duration) *companion.SceneTimer {
	return &companion.SceneTimer{Total: 6 * time.Second, Left: left, Ends: evening.Add(left), Seat: 1}
}

var scenes = map[string]companion.Scene{
	"lobby":         {Phase: "lobby", Title: "Familiar", JoinURL: "http://familiar.local:8080/j/K7PX2M", Code: "K7PX2M", Turn: -1, Asked: -1, Winner: -1},
	"lobby-trouble": {Phase: "lobby", Title: "Familiar", JoinURL: "http://familiar.local/#K7PX2M", Code: "K7PX2M", Trouble: "reader ann: no answer from the chip on SPI0.0; check its cable"},
	"lobby-bare":    {Phase: "lobby"},
	"game-2":        game(nil, "Ann", "Ben"),
	"game-3":        game(func(s *companion.Scene) { s.Asked = 2; s.Prompt = "Cleo, discard a card of your choice. (Imp)" }, six[:3]...),
	"game-4":        game(nil, six[:4]...),
	"game-6": game(func(s *companion.Scene) {
		s.Asked, s.Turn = 4, 1
		s.Prompt = "Eve, draw a card of your hand blindly, show it and put it into the Graveyard. (Inquisitor)"
	}, six...),
	"game-6-accepted": game(func(s *companion.Scene) { s.Verdict = accepted }, six...),
	"game-2-accepted": game(func(s *companion.Scene) { s.Verdict = accepted }, "Ann", "Ben"),
	"game-2-refused":  game(func(s *companion.Scene) { s.Verdict = refusal }, "Ann", "Ben"),
	"game-6-refused":  game(func(s *companion.Scene) { s.Verdict = refusal }, six...),
	"game-6-long":     game(func(s *companion.Scene) { s.Verdict = accepted }, longList...),
	"game-2-long": game(func(s *companion.Scene) {
		s.Counts = []string{"Altar", "Favours", "Hand", "Crystals", "Circles", "Lines"}
		for i := range s.Seats {
			s.Seats[i].Counts = []string{"-12", "3", "17", "4", "40", "123456"}
		}
	}, longList[:2]...),
	"game-trouble": game(func(s *companion.Scene) {
		s.Trouble = "The disk is full: moves are refused until there is room."
	}, six...),
	"prayer": game(func(s *companion.Scene) {
		s.Timer = timer(4300 * time.Millisecond)
		s.Prompt = "Ben is praying: who throws a green card?"
	}, six...),
	"prayer-refused": game(func(s *companion.Scene) { s.Timer = timer(2 * time.Second); s.Verdict = refusal }, "Ann", "Ben"),
	"prayer-paused": game(func(s *companion.Scene) {
		s.Timer = timer(3100 * time.Millisecond)
		s.Timer.Paused = true
		s.Prompt = "Ann, who discards a card? (Nun)"
	}, "Ann", "Ben"),
	"timer-long": game(func(s *companion.Scene) {
		s.Timer = &companion.SceneTimer{Total: 3 * time.Minute, Ends: evening.Add(150 * time.Second), Seat: -1}
	}, "Ann", "Ben"),
	"over-2":      game(func(s *companion.Scene) { s.Phase, s.Winner = "over", 1 }, "Ann", "Ben"),
	"over-6":      game(func(s *companion.Scene) { s.Phase, s.Winner = "over", 5 }, six...),
	"over-nobody": game(func(s *companion.Scene) { s.Phase = "over" }, "Ann", "Ben"),
	"enrolment":   {Enrol: &companion.Enrol{Of: "Sacrilege", Done: 31, Total: 80, Next: "grand-inquisitor", Title: "Grand Inquisitor", Copy: 2, Text: "Imp is enrolled."}},
	"enrolment-thing": {Enrol: &companion.Enrol{Of: "Sacrilege", Done: 80, Total: 92, Next: "favour", Title: "Dark Favour", Copy: 3, Thing: true,
		Text: "Grand Inquisitor is enrolled. The rest is optional."}},
	"enrolment-end": {Enrol: &companion.Enrol{Of: "Sacrilege", Done: 80, Total: 80, Text: "All tags are enrolled."}},
}

// The golden pictures are for eyes: after -update, look at each before it is kept.
func TestPictures(t *testing.T) {
	for name, scene := range scenes {
		t.Run(name, func(t *testing.T) {
			got := picture(scene, glass, evening)
			path := filepath.Join("testdata", name+".png")
			if *update {
				var b bytes.Buffer
				if err := png.Encode(&b, got); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			f, err := os.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			want, err := png.Decode(f)
			if err != nil {
				t.Fatal(err)
			}
			if w, ok := want.(*image.Paletted); !ok || w.Rect != got.Rect || !bytes.Equal(w.Pix, got.Pix) {
				t.Errorf("the picture differs from %s; look at it with -update", path)
			}
		})
	}
}

func TestPictureIsStill(t *testing.T) {
	scene := scenes["prayer"] // 4.3 s are left
	first := picture(scene, glass, evening)
	for _, later := range []struct {
		by   time.Duration
		same bool
	}{{10 * time.Millisecond, true}, {299 * time.Millisecond, true}, {300 * time.Millisecond, false}, {time.Second, false}} {
		if p := picture(scene, glass, evening.Add(later.by)); bytes.Equal(p.Pix, first.Pix) != later.same {
			t.Errorf("%v later the picture is the same: %v, want %v", later.by, !later.same, later.same)
		}
	}
}

// The code in the picture is the code, dot by dot, with white around it.
func TestQRCode(t *testing.T) {
	for _, url := range []string{"http://familiar.local:8080/j/K7PX2M", "http://192.168.178.123:8080/join#code=K7PX2M&table=kitchen"} {
		code, err := qr.Encode(url, qr.L)
		if err != nil {
			t.Fatal(err)
		}
		p := picture(companion.Scene{Phase: "lobby", JoinURL: url}, glass, evening)
		box := image.Rect(glass.X-glass.Y, 0, glass.X, glass.Y)
		edge, scale := blackBounds(p, box), 0
		if edge.Dx() != edge.Dy() || edge.Dx()%code.Size != 0 {
			t.Fatalf("%s: the code lies in %v, which is no multiple of %d", url, edge, code.Size)
		}
		if scale = edge.Dx() / code.Size; scale < 2 {
			t.Errorf("%s: %d pixels a dot", url, scale)
		}
		for y := range code.Size {
			for x := range code.Size {
				at := edge.Min.Add(image.Pt(x*scale+scale/2, y*scale+scale/2))
				if got := p.ColorIndexAt(at.X, at.Y) == uint8(black); got != code.Black(x, y) {
					t.Fatalf("%s: dot %d, %d is black: %v", url, x, y, got)
				}
			}
		}
		if quiet := min(edge.Min.Y, glass.Y-edge.Max.Y, glass.X-edge.Max.X); quiet < quietZone*scale {
			t.Errorf("%s: %d pixels of white around dots of %d", url, quiet, scale)
		}
	}
}

func blackBounds(p *image.Paletted, in image.Rectangle) image.Rectangle {
	var r image.Rectangle
	for y := in.Min.Y; y < in.Max.Y; y++ {
		for x := in.Min.X; x < in.Max.X; x++ {
			if p.ColorIndexAt(x, y) == uint8(black) {
				r = r.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return r
}

var someText = rapid.OneOf(rapid.String(), rapid.StringMatching(`[A-Za-z0-9 .,'-]{0,200}`), rapid.SampledFrom(longList))

var someScene = rapid.Custom(func(t *rapid.T) companion.Scene {
	texts := rapid.SliceOfN(someText, 0, 9)
	number := rapid.IntRange(-2, 9)
	s := companion.Scene{
		Phase:   rapid.SampledFrom([]string{"lobby", "game", "game", "over", "?"}).Draw(t, "phase"),
		Title:   someText.Draw(t, "title"),
		JoinURL: rapid.OneOf(someText, rapid.StringMatching(`http://[a-z]{1,90}\.local/[0-9]{0,90}`)).Draw(t, "url"),
		Code:    someText.Draw(t, "code"),
		Prompt:  someText.Draw(t, "prompt"),
		Turn:    number.Draw(t, "turn"), Asked: number.Draw(t, "asked"), Winner: number.Draw(t, "winner"),
		Counts:  texts.Draw(t, "counts"),
		Trouble: rapid.SampledFrom([]string{"", "reader"}).Draw(t, "trouble"),
	}
	for _, name := range texts.Draw(t, "seats") {
		s.Seats = append(s.Seats, companion.SceneSeat{Title: name, Counts: texts.Draw(t, "seat's counts"), Colour: [3]uint8{1, 2, 3}})
	}
	for _, label := range texts.Draw(t, "shared") {
		s.Shared = append(s.Shared, companion.SceneCount{Label: label, Value: label})
	}
	if rapid.Bool().Draw(t, "verdict") {
		s.Verdict = &companion.Verdict{OK: rapid.Bool().Draw(t, "ok"), Text: someText.Draw(t, "text"), Words: someText.Draw(t, "words")}
	}
	if rapid.IntRange(0, 4).Draw(t, "enrolment") == 0 {
		s.Enrol = &companion.Enrol{Of: someText.Draw(t, "game"), Done: rapid.Int().Draw(t, "done"), Total: number.Draw(t, "total"),
			Next: someText.Draw(t, "next"), Title: someText.Draw(t, "card"), Copy: number.Draw(t, "copy"), Text: someText.Draw(t, "what")}
	}
	if rapid.Bool().Draw(t, "timer") {
		duration := rapid.Custom(func(t *rapid.T) time.Duration {
			return time.Duration(rapid.OneOf(rapid.Int64(), rapid.Int64Range(-1e10, 1e10)).Draw(t, "ns"))
		})
		s.Timer = &companion.SceneTimer{Total: duration.Draw(t, "all"), Left: duration.Draw(t, "left"),
			Ends: evening.Add(duration.Draw(t, "ends")), Paused: rapid.Bool().Draw(t, "paused"), Seat: number.Draw(t, "for")}
	}
	return s
})

// No scene panics on any size of panel, and a picture is of that size and of two colours.
func TestAnyScene(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		scene := someScene.Draw(t, "scene")
		size := glass
		if rapid.Bool().Draw(t, "another panel") {
			size = image.Pt(rapid.IntRange(-1, 400).Draw(t, "width"), rapid.IntRange(-1, 300).Draw(t, "height"))
		}
		p := picture(scene, size, evening)
		if want := image.Rect(0, 0, max(0, size.X), max(0, size.Y)); p.Rect != want {
			t.Errorf("the picture has %v, want %v", p.Rect, want)
		}
		for _, i := range p.Pix {
			if i > uint8(black) {
				t.Fatalf("ink %d", i)
			}
		}
		lamps := rapid.IntRange(-1, 60).Draw(t, "lamps")
		if frame := Lamps(scene, lamps, evening); len(frame) != max(0, lamps) {
			t.Errorf("%d lamps, want %d", len(frame), lamps)
		}
	})
}

// Text stays in its box, and a line says that something was left out.
func TestTextStaysInItsBox(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := newCanvas(glass)
		c.fill(c.Rect, white)
		x, y := rapid.IntRange(-20, 260).Draw(t, "x"), rapid.IntRange(-20, 130).Draw(t, "y")
		box := image.Rect(x, y, x+rapid.IntRange(0, 200).Draw(t, "width"), y+rapid.IntRange(0, 40).Draw(t, "height"))
		face := c.face(rapid.Bool().Draw(t, "bold"), rapid.IntRange(8, 60).Draw(t, "size"))
		text := someText.Draw(t, "text")
		c.line(face, box, text, rapid.SampledFrom([]align{left, centre, right}).Draw(t, "align"), black)
		if drawn := blackBounds(c.Paletted, c.Rect); !drawn.In(box) {
			t.Errorf("drawn in %v, outside of %v", drawn, box)
		}
		for _, l := range face.wrap(text, box.Dx(), 3) {
			if w := face.width(l); w > box.Dx() {
				t.Errorf("%q is %d pixels wide, of %d", l, w, box.Dx())
			}
		}
	})
}

func TestShorten(t *testing.T) {
	c := newCanvas(glass)
	f := c.face(false, 13)
	if c.err != nil {
		t.Fatal(c.err)
	}
	for _, test := range []struct {
		text  string
		width int
		want  string
	}{
		{"Ann", 100, "Ann"},
		{"Ann, it is your turn", f.width("Ann, it is…"), "Ann, it is…"},
		{"Ann, it is your turn", f.width("Ann,…"), "Ann…"},
		{"Ann", f.width("Ann"), "Ann"},
		{"Ann", f.width("Ann") - 1, "A…"},
		{"Ann", f.width("…") - 1, ""},
	} {
		if got := f.shorten(test.text, test.width); got != test.want {
			t.Errorf("%q in %d pixels: %q, want %q", test.text, test.width, got, test.want)
		}
	}
	if got, want := f.clean(" a\tb\x00\n雷 é\u0301\xff"), "a b □ é□"; got != want {
		t.Errorf("cleaned: %q, want %q", got, want)
	}
	if got, want := len(f.wrap("one two three four five six seven", 70, math.MaxInt)), 4; got != want {
		t.Errorf("%d lines, want %d", got, want)
	}
}

func BenchmarkPicture(b *testing.B) {
	for b.Loop() {
		picture(scenes["game-6-refused"], glass, evening)
	}
}
