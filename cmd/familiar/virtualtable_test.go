package main

import (
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"

	"familiar/cmd/familiar/internal/rig"
	"familiar/companion/protocol"
	"familiar/companion/tags"
	"familiar/engine"
	"familiar/engine/enginetest"
	"familiar/hw"
	"familiar/hw/bench"
	"familiar/hw/buzzer"
)

// benchPage is the page of the bench in a browser on the daemon's machine.
type benchPage struct {
	*rig.Rig
	conn *websocket.Conn
	came chan protocol.BenchState
}

// openBench opens the page of the bench.
func openBench(r *rig.Rig) *benchPage {
	r.Helper()
	dialer := websocket.Dialer{NetDialContext: func(context.Context, string, string) (net.Conn, error) { return r.Dial("127.0.0.1") }}
	conn, resp, err := dialer.DialContext(r.Context(), "ws://"+r.Host()+"/virtual/ws", http.Header{"Origin": {"http://" + r.Host()}})
	if err != nil {
		r.Fatalf("dialling: %v, %+v", err, resp)
	}
	b := &benchPage{r, conn, make(chan protocol.BenchState, 1024)}
	go func() {
		defer close(b.came)
		for {
			var s protocol.BenchState
			if conn.ReadJSON(&s) != nil {
				return
			}
			b.came <- s
		}
	}()
	return b
}

// news returns everything that comes to the page within a time.
func (b *benchPage) news(within time.Duration) []protocol.BenchState {
	b.Pass(within)
	var all []protocol.BenchState
	for len(b.came) > 0 {
		all = append(all, <-b.came)
	}
	return all
}

// showing is a table with each kind of display and a buzzer.
const showing = `
[[reader]]
name = "table"
bus = "SPI0.0"
[[button]]
name = "end"
pin = "GPIO5"
press = "end"
[panel]
bus = "SPI2.0"
dc = "GPIO25"
reset = "GPIO17"
busy = "GPIO24"
[lamps]
bus = "SPI1.0"
count = 3
[digits]
clk = "GPIO22"
dio = "GPIO23"
[buzzer]
kind = "passive"
pwm = "/sys/class/pwm/pwmchip0/pwm0"
`

// TestBenchShowsByItself changes what each device shows while nobody does anything at the bench: the page is notified at once, of that and nothing else.
func TestBenchShowsByItself(t *testing.T) {
	red := color.NRGBA{R: 255, A: 255}
	var before protocol.BenchState
	for name, test := range map[string]struct {
		change func(*rig.Rig)
		seen   func(protocol.BenchState) bool
	}{
		"a buzzer that begins to sound": {
			func(r *rig.Rig) { r.Daemon.Wired().Buzzer.Play(buzzer.Tune{{Hz: 880, For: time.Hour}}) }, func(s protocol.BenchState) bool { return s.Buzzer.Hz == 880 },
		},
		"a buzzer that falls silent": {
			func(r *rig.Rig) { r.Daemon.Wired().Buzzer.Play(buzzer.Tune{{Hz: 880, For: 20 * time.Millisecond}}) }, func(s protocol.BenchState) bool { return s.Buzzer.Hz == 0 },
		},
		"digits": {
			func(r *rig.Rig) { r.Daemon.Wired().Digits.Show(6) }, func(s protocol.BenchState) bool { return s.Digits == "   6" },
		},
		"lamps": {
			func(r *rig.Rig) { r.Daemon.Wired().Lamps.Show([]color.NRGBA{red, red, red}) }, func(s protocol.BenchState) bool { return s.Lamps[1] == "#400000" },
		},
		"a panel": {
			func(r *rig.Rig) {
				r.Daemon.Wired().Panel.Show(image.NewGray(image.Rectangle{Max: r.Daemon.Wired().Panel.Size()}))
			}, func(s protocol.BenchState) bool { return s.Panel > before.Panel },
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := rig.New(t, games(), showing, t.TempDir())
				defer r.Stop()
				page := openBench(r)
				defer page.conn.Close()
				old := page.news(5 * time.Second)
				if len(old) == 0 {
					t.Fatal("the page is shown nothing")
				}
				before = old[len(old)-1]
				if more := page.news(10 * time.Second); len(more) > 0 {
					t.Fatalf("nothing happens, and the page is told of it %d times", len(more))
				}
				test.change(r)
				now := page.news(4 * time.Second) // e-paper takes its time
				if len(now) == 0 {
					t.Fatal("the page is told nothing")
				}
				if s := now[len(now)-1]; !test.seen(s) {
					t.Errorf("the page is told of %+v, %v and picture %d", s.Buzzer, s.Lamps, s.Panel)
				}
			})
		})
	}
}

// TestBenchIsPlayedWith lays, taps, lifts, presses, turns and breaks things at the bench, and checks the state after each action.
func TestBenchIsPlayedWith(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := rig.New(t, games(), showing+"[[knob]]\nname = \"dial\"\na = \"GPIO6\"\nb = \"GPIO13\"\npress = \"GPIO16\"\n", t.TempDir())
		defer r.Stop()
		page := openBench(r)
		defer page.conn.Close()
		v := r.Daemon.Virtual()
		var seen []protocol.BenchState
		// does does something and returns the state that the page gets.
		does := func(err error) protocol.BenchState {
			t.Helper()
			if err != nil {
				t.Error(err)
			}
			if seen = page.news(50 * time.Millisecond); len(seen) == 0 {
				t.Fatal("the page is told nothing")
			}
			return seen[len(seen)-1]
		}
		page.news(5 * time.Second)
		if s := does(v.Lay(3, "table")); len(s.Readers[0].Tags) != 1 || s.Tags[3].Reader != "table" {
			t.Errorf("laid: %+v", s.Readers)
		}
		if s := does(v.Lift(3)); len(s.Readers[0].Tags) != 0 || s.Tags[3].Reader != "" || len(v.Bench().Tags("table")) != 0 {
			t.Errorf("lifted: %+v", s.Readers)
		}
		if s := does(v.Tap(4, "table")); len(s.Readers[0].Tags) != 1 || len(v.Bench().Tags("table")) != 1 {
			t.Errorf("tapped: %+v", s.Readers)
		}
		r.Pass(500 * time.Millisecond) // as long as it lies
		if s := does(nil); len(s.Readers[0].Tags) != 0 || len(v.Bench().Tags("table")) != 0 {
			t.Errorf("tapped, a while ago: %+v", s.Readers)
		}
		if s := does(v.Fault("table", "unplug")); s.Readers[0].Fault != "unplug" {
			t.Errorf("unplugged: %+v", s.Readers)
		}
		if s := does(v.Fault("table", "none")); s.Readers[0].Fault != "" {
			t.Errorf("mended: %+v", s.Readers)
		}
		pressed := make(chan error, 1)
		go func() { pressed <- v.Press("end", true) }()
		if s := does(nil); !s.Buttons[0].Down {
			t.Errorf("pressed: %+v", s.Buttons)
		}
		r.Pass(time.Second)
		if s := does(<-pressed); s.Buttons[0].Down {
			t.Errorf("let go: %+v", s.Buttons)
		}
		for what, err := range map[string]error{
			"laying no tag": v.Lay(-1, "table"), "laying it nowhere": v.Lay(3, "cellar"), "tapping no tag": v.Tap(1<<20, "table"), "lifting no tag": v.Lift(1 << 20),
			"breaking nothing": v.Fault("cellar", "unplug"), "breaking it otherwise": v.Fault("table", "drown"), "pressing nothing": v.Press("cellar", false),
			"turning nothing": v.Turn("cellar", 1), "turning it too far": v.Turn("dial", 21), "turning it too far back": v.Turn("dial", -21),
		} {
			if err == nil {
				t.Errorf("%s: no error", what)
			}
		}
		if err := v.Turn("dial", 20); err != nil {
			t.Error(err)
		}
	})
}

// TestQuietHours checks that a card makes a sound, but not in quiet hours.
func TestQuietHours(t *testing.T) {
	// A bubble begins at midnight in UTC, whatever the local time is then.
	hours := func(from, to int) string {
		clock := func(hour int) string { return time.Date(2000, 1, 1, hour, 0, 0, 0, time.UTC).Local().Format("15:04") }
		return fmt.Sprintf("quiet = \"%s-%s\"\n", clock(from), clock(to))
	}
	for name, test := range map[string]struct {
		quiet string
		loud  bool
	}{"never": {"", true}, "later": {hours(3, 4), true}, "now": {hours(-1, 3), false}} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := rig.New(t, games(), showing+test.quiet, t.TempDir())
				defer r.Stop()
				p := r.Phone("127.0.0.1", "")
				p.Must(protocol.StartRequest{Game: games()[0].ID, Seats: []string{"ann", "ben"}})
				r.Lay("table", r.Tags["king"][0])
				r.Pass(5 * time.Second)
				if tones := r.Devices().Buzzer.Tones(); (len(tones) > 0) != test.loud {
					t.Errorf("it sounded %v", tones)
				}
			})
		})
	}
}

// moving is a network on which this machine's address changes.
type moving struct {
	*rig.Pipes
	port atomic.Int64
}

func (m *moving) Addr() net.Addr {
	return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: int(m.port.Load())}
}

// TestTableIsFoundElsewhere changes the machine's address while the table runs: everything shown to phones that want to join follows.
func TestTableIsFoundElsewhere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		network := &moving{Pipes: rig.NewPipes()}
		network.port.Store(8080)
		d, err := rig.NewDaemon(games(), showing, t.TempDir(), network, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- d.Run(ctx) }()
		for _, port := range []string{":8080", ":8081", ":8081", ":8082"} {
			number, _ := strconv.Atoi(port[1:])
			network.port.Store(int64(number))
			time.Sleep(6 * time.Second) // it looks every five
			synctest.Wait()
			if url := d.URL(); url != "http://localhost"+port {
				t.Errorf("at %s it is told to be at %s", port, url)
			}
			if url := d.Stage().Scene().JoinURL; !strings.HasPrefix(url, "http://localhost"+port+"/#join=") {
				t.Errorf("at %s phones are to join at %s", port, url)
			}
		}
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}

// TestVirtualTableThatCannotBe checks that the start fails, and releases the state and the names of the devices.
func TestVirtualTableThatCannotBe(t *testing.T) {
	noList, noWords := enginetest.ThingsGame("list"), enginetest.ThingsGame("words")
	noList.New = func(engine.Setup, []byte) (engine.State, error) { return nil, errors.New("nothing is in it") }
	noWords.Words = engine.Written("[words")
	taken, err := hw.ParseConfig([]byte("[buzzer]\npin = \"GPIO25\"\n"))
	if err != nil {
		t.Fatal(err)
	}
	for says, test := range map[string]struct {
		games []engine.Game
		taken *hw.Config
	}{
		"the card list of list: nothing is in it": {[]engine.Game{noList}, new(hw.Config)},
		"the words of words: ":                    {[]engine.Game{noWords}, new(hw.Config)},
		"the virtual table: ":                     {games(), taken},
	} {
		t.Run(says, func(t *testing.T) {
			other, err := bench.New(test.taken)
			if err != nil {
				t.Fatal(err)
			}
			state := t.TempDir()
			if _, err := rig.NewDaemon(test.games, showing, state, rig.NewPipes(), slog.New(slog.DiscardHandler)); err == nil || !strings.HasPrefix(err.Error(), says) {
				t.Errorf("it says %v", err)
			}
			if err := other.Close(); err != nil {
				t.Error(err)
			}
			synctest.Test(t, func(t *testing.T) { rig.New(t, games(), showing, state).Stop() })
		})
	}
}

// TestVirtualTableKeepsTags: the tags of a game that somebody has enrolled stay as they are; those of the others are enrolled, so that every game can be tried.
func TestVirtualTableKeepsTags(t *testing.T) {
	state := t.TempDir()
	if err := os.WriteFile(filepath.Join(state, tags.File), []byte("[sacrilege.house]\n\"04AABBCCDDEEFF\" = \"imp\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	serve(t, state, 0).stop()
	known, err := tags.Load(state)
	if err != nil {
		t.Fatal(err)
	}
	for box, n := range known.Boxes() {
		if (n == 1) != (box.Game == "sacrilege") {
			t.Errorf("%d tags of %s are known", n, box.Game)
		}
	}
	if n := len(known.Boxes()); n != len(games()) {
		t.Errorf("tags of %d games are known", n)
	}
}
