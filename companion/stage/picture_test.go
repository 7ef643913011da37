package stage

import (
	"bytes"
	"flag"
	"fmt"
	"image"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
	"rsc.io/qr"

	"familiar/companion/protocol"
	"familiar/companion/scene"
)

var update = flag.Bool("update", false, "write the golden pictures anew")

var (
	glass   = Screen{Size: image.Pt(250, 122)}
	low     = Screen{Size: image.Pt(212, 104)}
	oled    = Screen{Size: image.Pt(128, 64), Negative: true}
	slit    = Screen{Size: image.Pt(128, 32), Negative: true}
	evening = time.Date(2026, 11, 21, 18, 30, 2, 0, time.UTC)
)

func seats(names ...string) []scene.Seat {
	colours := [][3]uint8{{0xE6, 0x9F, 0x00}, {0x56, 0xB4, 0xE9}, {0x00, 0x9E, 0x73}, {0xF0, 0xE4, 0x42}, {0xCC, 0x79, 0xA7}, {0xD5, 0x5E, 0x00}}
	counts := [][]string{{"-4", "1", "5"}, {"6", "2", "4"}, {"0", "0", "12"}, {"-6", "0", "3"}, {"17", "1", "0"}, {"3", "0", "6"}}
	var all []scene.Seat
	for i, n := range names {
		all = append(all, scene.Seat{Title: n, Colour: colours[i%6], Counts: counts[i%6]})
	}
	return all
}

// game returns a scene, adapted by change.
func game(change func(*scene.Scene), names ...string) scene.Scene {
	s := scene.Scene{
		Phase: "game", Title: "Sacrilege", Prompt: names[0] + ", it is your turn.", Turn: 0, Asked: 0, Winner: -1,
		Seats: seats(names...), Counts: []string{"Alt", "Fav", "Hand"},
		Shared: []scene.Count{{Label: "Nec", Value: "23"}, {Label: "Grv", Value: "7"}},
	}
	if change != nil {
		change(&s)
	}
	return s
}

var (
	six      = []string{"Ann", "Ben", "Cleo", "Dorothea", "Eve", "Friedrich"}
	longList = []string{"Maximiliane-von-und-zu-Hohenlohe", "Bartholomäus the Elder", "Ωmega Жук", "雷電", "Æthelred", "Nn"}
	refusal  = &protocol.Verdict{Text: "Ann sacrifices Knight on the altar of Ben.", Rule: "turn.twice",
		Words: "In its turn a seat may carry out two different actions, and never the same one twice. Choose another action, or end the turn."}
	accepted = &protocol.Verdict{OK: true, Text: "Ann sacrifices Imp on the altar of Friedrich the Great of Prussia."}
)

func timer(left time.Duration) *scene.Timer {
	return &scene.Timer{Total: 6 * time.Second, Left: left, Ends: evening.Add(left), Seat: 1}
}

var scenes = map[string]scene.Scene{
	"board-2":       pentacle(func(s *scene.Scene) { marked(s, nil, []int{0, 1}, []int{0}) }, "Ann", "Ben"),
	"board-2-alike": pentacle(func(s *scene.Scene) { marked(s, []int{1}, []int{0, 1}, []int{0}) }, "Bea", "Ben"),
	"board-2-to-do": pentacle(func(s *scene.Scene) {
		marked(s, nil, []int{0, 1}, []int{0})
		s.Chores = owing[1:]
		s.Verdict = &protocol.Verdict{OK: true, Text: "Ann passes."}
		s.News = []string{"Ben: it is your turn."}
	}, "Ann", "Ben"),
	"board-2-news": pentacle(func(s *scene.Scene) {
		marked(s, nil, []int{0, 1}, []int{0})
		s.Chores = owing[3:]
		s.Verdict = &protocol.Verdict{OK: true, Text: "Ben moves the top disc to a point of the star: Influence."}
		s.News = []string{"The reserve has too few cubes: Ben goes without 1 of them.", "Ben has one more turn after this one."}
	}, "Ann", "Ben"),
	"board-3": pentacle(func(s *scene.Scene) { marked(s, []int{0, 2}, []int{0, 1, 2}, nil, []int{2}) }, six[:3]...),
	"board-3-to-do": pentacle(func(s *scene.Scene) {
		marked(s, []int{0, 2}, []int{0, 1, 2}, nil, []int{2})
		s.Chores = owing[:2]
	}, six[:3]...),
	"board-3-one-to-do": pentacle(func(s *scene.Scene) {
		s.Prompt = "Ben, discard a blade: the moon of the Favor that you announced brings a cube."
		s.Chores = owing[3:]
	}, six[:3]...),
	"board-5": pentacle(func(s *scene.Scene) {
		s.Prompt = "Ben, move a disc to the star."
		marked(s, []int{0, 1, 2, 3, 4}, []int{0, 1, 2, 4}, nil, []int{2}, []int{2, 3, 4})
	}, six[:5]...),
	"board-5-full": pentacle(func(s *scene.Scene) {
		s.Prompt = "Ben, move a disc to the star."
		all := []int{0, 1, 2, 3, 4}
		marked(s, all, all, all, all, all)
	}, "Maximilian", "Wilhelmina", "Quentin", "Ottokar", "Gundula"),
	"board-5-to-do": pentacle(func(s *scene.Scene) {
		marked(s, []int{0, 1, 2, 3, 4}, []int{0, 1, 2, 4})
		s.Chores = owing
	}, six[:5]...),
	"board-5-one-to-do": pentacle(func(s *scene.Scene) {
		s.Prompt = "Ben, announce a Favor."
		marked(s, []int{0, 1, 2, 3, 4}, []int{0, 1, 2, 4})
		s.Chores = owing[:1]
	}, six[:5]...),
	"rings-2":       ringed(nil, "Ann", "Ben"),
	"rings-2-to-do": ringed(func(s *scene.Scene) { s.Chores = owing[1:2] }, "Ann", "Ben"),
	"rings-3-signs": ringed(func(s *scene.Scene) {
		s.Prompt = "Ann, discard what Ember Tongue costs. Still to pay: 2."
		s.Shared = append([]scene.Count{{Label: "Paid", Value: "■ ♦"}, {Label: "of", Value: "■ 2 other 2"}}, s.Shared...)
	}, six[:3]...),
	"rings-3-accepted": ringed(func(s *scene.Scene) { s.Verdict = &protocol.Verdict{OK: true, Text: "Ann pays Square."} }, "Ann", "Ben", "Cleopatra"),
	"rings-4":          ringed(nil, six[:4]...),
	"rings-4-accepted": ringed(func(s *scene.Scene) { s.Verdict = &protocol.Verdict{OK: true, Text: "Dorothea ends the turn."} }, six[:4]...),
	"rings-4-many":     ringed(func(s *scene.Scene) { *s.Seats[3].Ring = scene.Ring{Done: 55, Of: 99} }, "Bea", "Ben", "Bo", "Bartholomäus"),
	"rings-4-begin": ringed(func(s *scene.Scene) {
		s.Prompt = "Ben, take a ritual circle that nobody has."
		for _, seat := range s.Seats {
			*seat.Ring = scene.Ring{}
		}
	}, six[:4]...),
	"lobby":         {Phase: "lobby", Title: "Familiar", JoinURL: "http://familiar.local:8080/j/K7PX2M", Code: "K7PX2M", Turn: -1, Asked: -1, Winner: -1},
	"lobby-trouble": {Phase: "lobby", Title: "Familiar", JoinURL: "http://familiar.local/#K7PX2M", Code: "K7PX2M", Trouble: "reader ann: no answer from the chip on SPI0.0; check its cable"},
	"lobby-bare":    {Phase: "lobby"},
	"game-2":        game(nil, "Ann", "Ben"),
	"game-3":        game(func(s *scene.Scene) { s.Asked = 2; s.Prompt = "Cleo, discard a card of your choice. (Imp)" }, six[:3]...),
	"game-4":        game(nil, six[:4]...),
	"game-6": game(func(s *scene.Scene) {
		s.Asked, s.Turn = 4, 1
		s.Prompt = "Eve, draw a card of your hand blindly, show it and put it into the Graveyard. (Inquisitor)"
	}, six...),
	"game-6-accepted": game(func(s *scene.Scene) { s.Verdict = accepted }, six...),
	"game-2-accepted": game(func(s *scene.Scene) { s.Verdict = accepted }, "Ann", "Ben"),
	"game-2-refused":  game(func(s *scene.Scene) { s.Verdict = refusal }, "Ann", "Ben"),
	"game-6-refused":  game(func(s *scene.Scene) { s.Verdict = refusal }, six...),
	"game-6-long":     game(func(s *scene.Scene) { s.Verdict = accepted }, longList...),
	"game-2-long": game(func(s *scene.Scene) {
		s.Counts = []string{"Altar", "Favours", "Hand", "Crystals", "Circles", "Lines"}
		for i := range s.Seats {
			s.Seats[i].Counts = []string{"-12", "3", "17", "4", "40", "123456"}
		}
	}, longList[:2]...),
	"game-trouble": game(func(s *scene.Scene) {
		s.Trouble = "The disk is full: moves are refused until there is room."
	}, six...),
	"game-paused": game(func(s *scene.Scene) { s.Paused, s.Prompt = true, "Paused by Ann. A phone lets it go on." }, six[:3]...),
	"prayer": game(func(s *scene.Scene) {
		s.Timer = timer(4300 * time.Millisecond)
		s.Prompt = "Ben is praying: who throws a green card?"
	}, six...),
	"prayer-refused": game(func(s *scene.Scene) { s.Timer = timer(2 * time.Second); s.Verdict = refusal }, "Ann", "Ben"),
	"prayer-paused": game(func(s *scene.Scene) {
		s.Timer = timer(3100 * time.Millisecond)
		s.Timer.Paused = true
		s.Prompt = "Ann, who discards a card? (Nun)"
	}, "Ann", "Ben"),
	"timer-long": game(func(s *scene.Scene) {
		s.Timer = &scene.Timer{Total: 3 * time.Minute, Ends: evening.Add(150 * time.Second), Seat: -1}
	}, "Ann", "Ben"),
	"over-2":      game(func(s *scene.Scene) { s.Phase, s.Winner = "over", 1 }, "Ann", "Ben"),
	"over-6":      game(func(s *scene.Scene) { s.Phase, s.Winner = "over", 5 }, six...),
	"over-nobody": game(func(s *scene.Scene) { s.Phase = "over" }, "Ann", "Ben"),
	"enrolment":   {Enrol: &protocol.Enrol{Of: "Sacrilege", Done: 31, Total: 80, Next: "grand-inquisitor", Title: "Grand Inquisitor", Copy: 2, Text: "Imp is enrolled."}},
	"enrolment-thing": {Enrol: &protocol.Enrol{Of: "Sacrilege", Done: 80, Total: 92, Next: "favour", Title: "Dark Favour", Copy: 3, Optional: true,
		Text: "Grand Inquisitor is enrolled. The rest is optional."}},
	"choice": game(func(s *scene.Scene) {
		s.Choice = &scene.Choice{Title: "Ann, what do you do?", At: 2,
			Items: []string{"Draw a card", "Draw all cards", "Pray", "End your turn", "Undo: Ann draws a card", "None of these"}}
	}, "Ann", "Ben"),
	"choice-alike": game(func(s *scene.Scene) {
		s.Choice = &scene.Choice{Title: "Imp: was something forgotten?", At: 1, Items: []string{
			"Ann ends the turn, then Ben sacrifices Imp on the altar of Ann", "Ann ends the turn, then Ben sacrifices Imp on the altar of Ben",
			"Ann ends the turn, then Ben invokes Imp", "None of these"}}
	}, "Ann", "Ben"),
	"choice-two": game(func(s *scene.Scene) {
		s.Muted = true
		s.Choice = &scene.Choice{Title: "Undo?", At: 1, Items: []string{"Yes", "No"}}
	}, "Ann", "Ben"),
	"choice-long": game(func(s *scene.Scene) {
		s.Choice = &scene.Choice{Title: "Bartholomäus, where does Grand Inquisitor go? (Knight on the altar of Cleo)", At: 11, Items: slices.Concat(slices.Repeat([]string{"Somewhere"}, 10), []string{
			"On the altar of Maximiliane-von-und-zu-Hohenlohe, in place of the Knight that lies there",
			"Into the Donaudampfschifffahrtsgesellschaftskapitänskajüte, with all cubes and two of the blades of Bartholomäus"})}
	}, "Bartholomäus", "Ben", "Cleo"),
	"choice-prayer": game(func(s *scene.Scene) {
		s.Timer = timer(4300 * time.Millisecond)
		s.Choice = &scene.Choice{Title: "Who throws?", At: 0, Items: []string{"Ann throws Imp", "Ben throws Knight", "Nobody"}}
	}, "Ann", "Ben"),
	"choice-lobby": {Phase: "lobby", Title: "Familiar", JoinURL: "http://familiar.local:8080/#join=K7PX2M", Code: "K7PX2M", Turn: -1, Asked: -1, Winner: -1,
		Choice: &scene.Choice{Title: "Which game?", At: 1, Items: []string{"The same players again", "Sacrilege", "Pantacle", "Athame", "The Oracle", "Sator Arepo Tenet Opera Rotas", "Mute the buzzer"}}},
	"lobby-muted": {Phase: "lobby", Title: "Familiar", JoinURL: "http://192.168.178.123:8080/#join=K7PX2M", Code: "K7PX2M", Muted: true},
	"lobby-far":   {Phase: "lobby", Title: "Familiar", JoinURL: "http://the-table-in-the-kitchen.ritual.example.org:8080/#join=K7PX2M", Code: "K7PX2M"},
	"hours-1":     hours(nil, "Ann"),
	"hours-4": hours(func(s *scene.Scene) {
		s.Prompt = "Friedrich der Große, sell goods. When all are done, end the day."
		s.Turn, s.Asked = 0, 3
	}, "Bartholomäus", "Maximiliane-von-und-zu-Hohenlohe", "Wilhelmina", "Friedrich der Große"),
	"books-3": books(nil, "Ottokar", "Ann", "Kunigunde"),
	"books-4": books(func(s *scene.Scene) {
		s.Prompt = "Bartholomäus, look through the common pile or your Liber Fidei, take a card, and shuffle that pile."
		s.Verdict = &protocol.Verdict{OK: true, Text: "Bartholomäus plays Donaudampfschifffahrtsgesellschaftskapitän."}
	}, "Bartholomäus", "Ben", "Cleo", "Dorothea"),
	"question-long": game(func(s *scene.Scene) {
		s.Prompt = "Grand Inquisitor, Knight: which of the Oberammergauer Weihnachtsschnitzereiausstellungsbesucher is meant? Yes: Ann sacrifices Grand Inquisitor on the altar of Friedrich."
	}, six[:5]...),
	"over-long":     game(func(s *scene.Scene) { s.Phase, s.Winner = "over", 0 }, longList[:3]...),
	"game-muted":    game(func(s *scene.Scene) { s.Muted = true }, six[:3]...),
	"enrolment-end": {Enrol: &protocol.Enrol{Of: "Sacrilege", Done: 80, Total: 80, Text: "All tags are enrolled."}},
}

// pentacle returns a scene of a game with a board of five spots.
func pentacle(change func(*scene.Scene), names ...string) scene.Scene {
	s := scene.Scene{
		Phase: "game", Title: "Stars", Prompt: names[1] + ", announce a Favor and move the tracker onto it.", Turn: 1, Asked: 1, Winner: -1,
		Counts: []string{"Cu", "Ad", "Fl", "Bl", "P", "Cr"},
		Shared: []scene.Count{{Label: "Cu", Value: "14"}, {Label: "Ad", Value: "17"}, {Label: "Bl", Value: "9"}, {Label: "Cr", Value: "21"}},
		Board:  &scene.Board{Circle: true, Lines: [][]int{{0, 2, 4, 1, 3, 0}}},
	}
	counts := [][]string{{"12", "3", "2", "3", "1", "2"}, {"4", "0", "1", "4", "0", "0"}, {"9", "11", "3", "3", "4", "1"}, {"0", "2", "0", "2", "2", "3"}, {"7", "1", "4", "3", "0", "5"}}
	for i, n := range names {
		s.Seats = append(s.Seats, scene.Seat{Title: n, Counts: counts[i]})
	}
	for i := range 5 {
		sin, cos := math.Sincos(float64(i) * 2 * math.Pi / 5)
		s.Board.Spots = append(s.Board.Spots, scene.Spot{X: 0.5 + sin/2, Y: 0.5 - cos/2})
	}
	if change != nil {
		change(&s)
	}
	return s
}

// ringed returns a scene of a game in which each seat has a ring that fills up.
func ringed(change func(*scene.Scene), names ...string) scene.Scene {
	s := scene.Scene{
		Phase: "game", Title: "Rings", Prompt: names[0] + ", build and cast as you like, then end your turn.", Turn: 0, Asked: 0, Winner: -1,
		Counts: []string{"Need", "Hand", "Sp"},
		Shared: []scene.Count{{Label: "Mk", Value: "▲ ● ▬ ■"}, {Label: "Bank", Value: "143"}},
	}
	counts := [][]string{{"6", "11", "1"}, {"5", "6", "2"}, {"12", "9", "0"}, {"0", "23", "1"}}
	for i, n := range names {
		s.Seats = append(s.Seats, scene.Seat{Title: n, Counts: counts[i], Ring: &scene.Ring{Done: []int{6, 7, 0, 12}[i], Of: 12}})
	}
	if change != nil {
		change(&s)
	}
	return s
}

// hours returns a scene of a game with many counts, most of them for one seat only.
func hours(change func(*scene.Scene), names ...string) scene.Scene {
	s := scene.Scene{
		Phase: "game", Title: "Bowls", Prompt: "Tell how the runes lie in the bowl. Still missing: 4.", Turn: 0, Asked: -1, Winner: -1,
		Counts: []string{"Hrs", "Cor", "Gold", "±1", "Mv"},
		Shared: []scene.Count{{Label: "Day", Value: "3"}, {Label: "Cor", Value: "0"}},
	}
	counts := [][]string{{"10", "5", "18", "0", "1"}, {"10", "7", "", "", ""}, {"9", "13", "", "", ""}, {"12", "5", "", "", ""}}
	for i, n := range names {
		s.Seats = append(s.Seats, scene.Seat{Title: n, Counts: counts[i]})
	}
	if change != nil {
		change(&s)
	}
	return s
}

// books returns a scene of a game in which points lie on the table.
func books(change func(*scene.Scene), names ...string) scene.Scene {
	s := scene.Scene{
		Phase: "game", Title: "The Library of the Abbey of the Drowned Saints", Prompt: names[0] + ", play cards, walk, or discard and draw.", Turn: 0, Asked: 0, Winner: -1,
		Counts: []string{"Bk", "Hand", "Pr", "Br"},
		Shared: []scene.Count{{Label: "Pts", Value: "3"}, {Label: "St", Value: "1"}},
	}
	for i, n := range names {
		s.Seats = append(s.Seats, scene.Seat{Title: n, Counts: [][]string{{"1", "6", "3", "0"}, {"3", "4", "1", "2"}, {"0", "5", "0", "1"}, {"2", "12", "0", "0"}}[i]})
	}
	if change != nil {
		change(&s)
	}
	return s
}

// marked puts marks of seats on spots.
func marked(s *scene.Scene, seats ...[]int) {
	for i, some := range seats {
		s.Board.Spots[i].Seats = some
	}
}

var (
	toll  = "Ben: your curses take their toll, put 1 of your cubes into the reserve."
	owing = []string{"Ann: draw 2 from the draw pile.", toll, "Ben: buy an Adept, put 4 of your cubes into the reserve.", "Ben: take 2 of the cubes in the reserve."}
)

// People must look at the golden pictures: after -update, look at each before you keep it. The pages of one scene are one below the other.
func TestPictures(t *testing.T) {
	for kind, screen := range map[string]Screen{"": glass, "104": low, "64": oled, "32": slit} {
		for name, sc := range scenes {
			t.Run(filepath.Join(kind, name), func(t *testing.T) {
				got := below(pagesOf(sc, screen, evening))
				path := filepath.Join("testdata", kind, name+".png")
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
}

// below joins pages to one picture.
func below(pages []*image.Paletted, _ string) *image.Paletted {
	all := image.NewPaletted(image.Rect(0, 0, pages[0].Rect.Dx(), len(pages)*pages[0].Rect.Dy()), pages[0].Palette)
	for i, p := range pages {
		copy(all.Pix[i*len(p.Pix):], p.Pix)
	}
	return all
}

func TestPictureIsStill(t *testing.T) {
	sc := scenes["prayer"] // 4.3 s are left
	first := picture(sc, glass, evening)
	for _, later := range []struct {
		by   time.Duration
		same bool
	}{{10 * time.Millisecond, true}, {299 * time.Millisecond, true}, {300 * time.Millisecond, false}, {time.Second, false}} {
		if p := picture(sc, glass, evening.Add(later.by)); bytes.Equal(p.Pix, first.Pix) != later.same {
			t.Errorf("%v later the picture is the same: %v, want %v", later.by, !later.same, later.same)
		}
	}
}

// The code in the picture is the code, dot by dot, with light around it. A panel that shows black as light has it inverted.
func TestQRCode(t *testing.T) {
	for _, url := range []string{"http://familiar.local:8080/j/K7PX2M", "http://192.168.178.123:8080/join#code=K7PX2M&table=kitchen"} {
		testQRCode(t, url, glass, 3)
		testQRCode(t, url, Screen{Size: image.Pt(264, 176)}, 3)
	}
	for _, url := range []string{"http://192.168.178.123:8080/#join=K7PX2M", "http://familiar.local:8080/#join=K7PX2M"} {
		testQRCode(t, url, oled, 1)
	}
	for _, none := range []Screen{slit, {Size: image.Pt(128, 60)}} {
		sc := scene.Scene{Phase: "lobby", JoinURL: "http://192.168.178.123:8080/#join=K7PX2M", Code: "K7PX2M"}
		with := picture(sc, none, evening)
		none.Negative = !none.Negative
		if !bytes.Equal(with.Pix, picture(sc, none, evening).Pix) {
			t.Errorf("there is a code on %v", none.Size)
		}
	}
}

func testQRCode(t *testing.T, url string, screen Screen, quietZone int) {
	t.Helper()
	code, err := qr.Encode(url, qr.L)
	if err != nil {
		t.Fatal(err)
	}
	p := picture(scene.Scene{Phase: "lobby", JoinURL: url}, screen, evening)
	if screen.Negative {
		for i := range p.Pix {
			p.Pix[i] = uint8(black) - p.Pix[i]
		}
	}
	box := image.Rect(screen.Size.X-min(screen.Size.X/2, screen.Size.Y), 0, screen.Size.X, screen.Size.Y)
	edge := blackBounds(p, box)
	if edge.Dx() != edge.Dy() || edge.Dx()%code.Size != 0 {
		t.Fatalf("%s: the code lies in %v, which is no multiple of %d", url, edge, code.Size)
	}
	scale := edge.Dx() / code.Size
	if scale < 2 {
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
	if quiet := min(edge.Min.X-box.Min.X, edge.Min.Y, screen.Size.Y-edge.Max.Y, screen.Size.X-edge.Max.X); quiet < quietZone*scale {
		t.Errorf("%s: %d pixels of light around dots of %d", url, quiet, scale)
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

var someScene = rapid.Custom(func(t *rapid.T) scene.Scene {
	texts := rapid.SliceOfN(someText, 0, 9)
	number := rapid.IntRange(-2, 9)
	s := scene.Scene{
		Phase:   rapid.SampledFrom([]protocol.Phase{"lobby", "game", "game", "over", "?"}).Draw(t, "phase"),
		Title:   someText.Draw(t, "title"),
		JoinURL: rapid.OneOf(someText, rapid.StringMatching(`http://[a-z]{1,90}\.local/[0-9]{0,90}`)).Draw(t, "url"),
		Code:    someText.Draw(t, "code"),
		Prompt:  someText.Draw(t, "prompt"),
		Turn:    number.Draw(t, "turn"), Asked: number.Draw(t, "asked"), Winner: number.Draw(t, "winner"),
		Counts:  texts.Draw(t, "counts"),
		Trouble: rapid.SampledFrom([]string{"", "", "reader"}).Draw(t, "trouble"),
	}
	for _, name := range texts.Draw(t, "seats") {
		s.Seats = append(s.Seats, scene.Seat{Title: name, Counts: texts.Draw(t, "seat's counts"), Colour: [3]uint8{1, 2, 3}})
	}
	if rapid.Bool().Draw(t, "rings") {
		for i := range s.Seats {
			s.Seats[i].Ring = &scene.Ring{Done: number.Draw(t, "done"), Of: rapid.IntRange(-2, 99).Draw(t, "of")}
		}
	}
	for _, label := range texts.Draw(t, "shared") {
		s.Shared = append(s.Shared, scene.Count{Label: label, Value: label})
	}
	if rapid.Bool().Draw(t, "board") {
		s.Board = someBoard(t, len(s.Seats))
	}
	s.Chores, s.News = texts.Draw(t, "to do"), texts.Draw(t, "news")
	if rapid.Bool().Draw(t, "verdict") {
		s.Verdict = &protocol.Verdict{OK: rapid.Bool().Draw(t, "ok"), Text: someText.Draw(t, "text"), Words: someText.Draw(t, "words")}
	}
	if rapid.IntRange(0, 4).Draw(t, "enrolment") == 0 {
		s.Enrol = &protocol.Enrol{Of: someText.Draw(t, "game"), Done: rapid.Int().Draw(t, "done"), Total: number.Draw(t, "total"),
			Next: someText.Draw(t, "next"), Title: someText.Draw(t, "card"), Copy: number.Draw(t, "copy"), Text: someText.Draw(t, "what")}
	}
	if s.Muted = rapid.Bool().Draw(t, "muted"); rapid.IntRange(0, 3).Draw(t, "choice") == 0 {
		s.Choice = &scene.Choice{Title: someText.Draw(t, "asked"), Items: texts.Draw(t, "items"), At: number.Draw(t, "at")}
	}
	if rapid.Bool().Draw(t, "timer") {
		duration := rapid.Custom(func(t *rapid.T) time.Duration {
			return time.Duration(rapid.OneOf(rapid.Int64(), rapid.Int64Range(-1e10, 1e10)).Draw(t, "ns"))
		})
		s.Timer = &scene.Timer{Total: duration.Draw(t, "all"), Left: duration.Draw(t, "left"),
			Ends: evening.Add(duration.Draw(t, "ends")), Paused: rapid.Bool().Draw(t, "paused"), Seat: number.Draw(t, "for")}
	}
	return s
})

func someBoard(t *rapid.T, seats int) *scene.Board {
	b := &scene.Board{Circle: rapid.Bool().Draw(t, "circle")}
	for range rapid.IntRange(0, 9).Draw(t, "spots") {
		s := scene.Spot{X: rapid.Float64Range(0, 1).Draw(t, "x"), Y: rapid.Float64Range(0, 1).Draw(t, "y")}
		for seat := range seats {
			if rapid.Bool().Draw(t, "mark") {
				s.Seats = append(s.Seats, seat)
			}
		}
		b.Spots = append(b.Spots, s)
	}
	if len(b.Spots) > 0 {
		b.Lines = rapid.SliceOfN(rapid.SliceOfN(rapid.IntRange(0, len(b.Spots)-1), 2, 5), 0, 5).Draw(t, "lines")
	}
	return b
}

// No scene panics on any size of panel, and each picture has that size and two colours.
func TestAnyScene(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sc := someScene.Draw(t, "scene")
		screen := rapid.SampledFrom([]Screen{glass, low, oled, slit}).Draw(t, "panel")
		if rapid.Bool().Draw(t, "another panel") {
			screen.Size = image.Pt(rapid.IntRange(-1, 400).Draw(t, "width"), rapid.IntRange(-1, 300).Draw(t, "height"))
		}
		pages, _ := pagesOf(sc, screen, evening)
		if len(pages) == 0 || len(pages) > maxPages {
			t.Errorf("there are %d pages", len(pages))
		}
		for _, p := range pages {
			if want := image.Rect(0, 0, max(0, screen.Size.X), max(0, screen.Size.Y)); p.Rect != want {
				t.Errorf("the picture has %v, want %v", p.Rect, want)
			}
			for _, i := range p.Pix {
				if i > uint8(black) {
					t.Fatalf("ink %d", i)
				}
			}
		}
	})
}

// Text stays in its box, and a line shows when something was left out.
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
		if l := face.shortenMiddle(face.clean(text), box.Dx()); face.width(l) > box.Dx() {
			t.Errorf("%q is %d pixels wide, of %d", l, face.width(l), box.Dx())
		}
		for _, l := range face.wrap(text, box.Dx(), 3) {
			if w := face.width(l); w > box.Dx() {
				t.Errorf("%q is %d pixels wide, of %d", l, w, box.Dx())
			}
		}
	})
}

func TestMarks(t *testing.T) {
	for _, tc := range []struct {
		names []string
		want  string
	}{
		{[]string{"Ann", "ben", "Érik"}, "A B É"},
		{[]string{"Ann", "ben", "abel"}, "1 2 3"},
		{[]string{"Ann", "7up"}, "1 2"},
		{[]string{"Ann", ""}, "1 2"},
		{[]string{"Ann", "雷電"}, "1 2"},
	} {
		marks, initials := newCanvas(glass).marksOf(seats(tc.names...))
		if got := strings.Join(marks, " "); got != tc.want || initials != (tc.want[0] == 'A') {
			t.Errorf("the marks of %q are %q, initials: %v; want %q", tc.names, got, initials, tc.want)
		}
	}
}

// Two marks that come closer to each other become smaller, size by size, and keep apart down to the smallest size. A size is left out where its letters take
// as much room as the next larger ones.
func TestMarksKeepApart(t *testing.T) {
	c := newCanvas(glass)
	sizeOf := make(map[*typeface]int)
	for size := 8; size <= 14; size++ {
		sizeOf[c.face(true, size)], sizeOf[c.face(false, size)] = size, size
	}
	sc := scene.Scene{Seats: seats("Ann", "Ben"), Board: &scene.Board{Spots: []scene.Spot{{Seats: []int{0}}, {Seats: []int{1}}}}}
	for _, tc := range []struct {
		name      string
		direction image.Point
		want      []int
	}{
		{"beside each other", image.Pt(1, 0), []int{13, 11, 10, 9}},
		{"one below the other", image.Pt(0, 1), []int{13, 12, 11, 9}},
	} {
		var sizes []int
		for distance := 40; distance > 0; distance-- {
			spot := image.Pt(50, 50)
			marks := c.marks(image.Rect(0, 0, 100, 100), []image.Point{spot, spot.Add(tc.direction.Mul(distance))}, sc)
			size := sizeOf[marks[0].face]
			if size > 9 && marks[0].box.Inset(-marksGap).Overlaps(marks[1].box) {
				t.Errorf("%s, %d pixels apart, marks of size %d are too close", tc.name, distance, size)
			}
			if len(sizes) == 0 || sizes[len(sizes)-1] != size {
				sizes = append(sizes, size)
			}
		}
		if !slices.Equal(sizes, tc.want) {
			t.Errorf("%s, the marks have the sizes %v, want %v", tc.name, sizes, tc.want)
		}
	}
}

// The board costs no count: it is left out before a count is, and nothing but the board gets lost with it.
func TestBoardCostsNoCount(t *testing.T) {
	c := newCanvas(glass)
	sc := pentacle(nil, six[:3]...)
	for n := range 9 {
		one := c.layout(glass.Size.X-2*ample.margin, sc, 1)
		g := c.withDrawing(image.Rect(0, 50, glass.Size.X, glass.Size.Y), sc, one)
		if len(g.columns) != len(one.columns) {
			t.Errorf("%d counts beside the board, %d without", len(g.columns), len(one.columns))
		}
		if drawn := n < 2; (g.drawing.X > 0) != drawn {
			t.Errorf("with %d counts the size of the board is %v", len(sc.Counts), g.drawing)
		}
		sc.Counts = append(sc.Counts, "More")
	}
}

// Things to be done are all shown, or the panel says how many are left out.
func TestToDo(t *testing.T) {
	c := newCanvas(glass)
	for n := range 9 {
		sc := pentacle(nil, six[:5]...)
		for i := range n {
			sc.Chores = append(sc.Chores, owing[i%len(owing)])
		}
		m, _ := c.arrange(image.Rect(0, ample.head, glass.Size.X, glass.Size.Y), sc)
		said := 0
		for _, lines := range m.items {
			if lines[0] != "" {
				said++
			}
		}
		if m.more == "" && said != n || m.more != "" && m.more != fmt.Sprintf("+%d more", n-said) {
			t.Errorf("of %d things %d are said, and %q", n, said, m.more)
		}
		if m.height > glass.Size.Y-ample.head {
			t.Errorf("%d things take %d pixels", n, m.height)
		}
		if prompt := strings.Join(m.lines, " "); prompt != sc.Prompt {
			t.Errorf("with %d things the prompt is %q", n, prompt)
		}
	}
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
	for _, test := range []struct {
		text  string
		width int
		want  string
	}{
		{"Ann", f.width("Ann"), "Ann"},
		{"Imp on the altar of Cleo", f.width("Imp…leo"), "Imp…leo"},
		{"Imp on the altar of Cleo", f.width("I…o"), "I…o"},
		{"Imp", f.width("…"), "…"},
		{"Imp", f.width("…") - 1, ""},
	} {
		if got := f.shortenMiddle(test.text, test.width); got != test.want {
			t.Errorf("the ends of %q in %d pixels: %q, want %q", test.text, test.width, got, test.want)
		}
	}
	if got, want := f.clean(" a\tb\x00\n雷 é\u0301\xff"), "a b □ é□"; got != want {
		t.Errorf("cleaned: %q, want %q", got, want)
	}
	if got, want := f.wrap("Zu Hohenlohe-Bartenstein geht es.", f.width("Hohenlohe-B"), 9), []string{"Zu", "Hohenlohe-", "Bartenstein", "geht es."}; !slices.Equal(got, want) {
		t.Errorf("broken at its hyphen: %q, want %q", got, want)
	}
	if got, want := f.wrap("Kapitänskajüte", f.width("Kapitän-"), 9), []string{"Kapitän-", "skajüte"}; !slices.Equal(got, want) {
		t.Errorf("broken anywhere: %q, want %q", got, want)
	}
	if got, want := len(f.wrap("one two three four five six seven", 70, math.MaxInt)), 4; got != want {
		t.Errorf("%d lines, want %d", got, want)
	}
}

func BenchmarkPicture(b *testing.B) {
	for name, screen := range map[string]Screen{"250x122": glass, "128x64": oled, "128x32": slit} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				pagesOf(scenes["game-6-refused"], screen, evening)
			}
		})
	}
}

// A small panel leaves out nothing of a rule, a question and the things to be done, unless nine pages are not enough.
func TestSmallPanelsSayAll(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sc := someScene.Draw(t, "scene")
		sc.News = nil
		c := newCanvas(rapid.SampledFrom([]Screen{oled, slit}).Draw(t, "panel"))
		want := []string{sc.Prompt}
		if want = append(want, sc.Chores...); refused(sc) {
			want = []string{whyNot(sc.Verdict)}
		}
		var said []string
		if s, ok := c.fit(c.Rect.Size(), sc); ok {
			if s.head+s.height+s.foot > c.Rect.Dy() {
				t.Errorf("a head of %d, a message of %d and a foot of %d are too high", s.head, s.height, s.foot)
			}
			said = s.lines
			for _, lines := range s.items {
				said = append(said, lines...)
			}
		} else {
			for _, r := range c.rows(sc, c.Rect.Dx()-2*c.m.margin) {
				said = append(said, r.text)
			}
		}
		letters := func(texts []string) string {
			all := c.face(false, c.m.note).clean(strings.Join(texts, " "))
			return strings.NewReplacer(" ", "", "-", "").Replace(all)
		}
		if letters(said) != letters(want) {
			t.Errorf("of %q there is %q", want, said)
		}
	})
}

// A list shows the chosen item and fills the panel with the items around it.
func TestNeighbours(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, rows := rapid.IntRange(1, 30).Draw(t, "items"), rapid.IntRange(0, 9).Draw(t, "rows")
		at := rapid.IntRange(0, n-1).Draw(t, "at")
		before, after := neighbours(n, at, rows)
		if before < 0 || before > at || after < 0 || at+after >= n {
			t.Errorf("%d before and %d after the %d. of %d", before, after, at, n)
		}
		if before+after != min(rows, n-1) {
			t.Errorf("%d and %d of %d items in %d rows", before, after, n, rows)
		}
	})
}

// Each step of the knob is visible, whatever the items are called.
func TestChoiceMoves(t *testing.T) {
	for _, screen := range []Screen{glass, low, oled, slit} {
		for _, name := range []string{"choice", "choice-long", "choice-prayer", "choice-two"} {
			sc := scenes[name]
			list := *sc.Choice
			sc.Choice = &list
			seen := make(map[string]int)
			for list.At = range list.Items {
				p := string(picture(sc, screen, evening).Pix)
				if was, ok := seen[p]; ok {
					t.Errorf("%s on %v: items %d and %d look alike", name, screen.Size, was, list.At)
				}
				seen[p] = list.At
			}
		}
	}
}

func TestAddresses(t *testing.T) {
	f := newCanvas(oled).face(false, 10)
	for _, tc := range []struct {
		text  string
		width int
		want  []string
	}{
		{"familiar.local:8080", 126, []string{"familiar.local:8080"}},
		{"familiar.local:8080", 60, []string{"familiar", ".local:8080"}},
		{"192.168.178.123:8080", f.width("192.168.178.123:80"), []string{"192.168.178.123", ":8080"}},
		{"abcdefghij", f.width("abcde"), []string{"abcde", "fghij"}},
		{"", 60, nil},
	} {
		if diff := cmp.Diff(tc.want, f.address(tc.text, tc.width)); diff != "" {
			t.Errorf("%s in %d pixels (-want +got):\n%s", tc.text, tc.width, diff)
		}
	}
}

// picture returns the first page.
func picture(sc scene.Scene, screen Screen, now time.Time) *image.Paletted {
	pages, _ := pagesOf(sc, screen, now)
	return pages[0]
}
