package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"image"
	"image/png"
	"io"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/emulation"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"familiar/cmd/familiar/internal/cli"
	"familiar/cmd/familiar/internal/daemon"
	"familiar/cmd/familiar/internal/install"
	"familiar/cmd/familiar/internal/run"
	"familiar/companion/access"
	"familiar/companion/journal"
	"familiar/companion/protocol"
	"familiar/engine"
)

var pictures = flag.String("pictures", "", "keep pictures of the page in this folder")

// roomName is a name by which a browser reaches the table as a phone on the network does: from outside of the machine.
const roomName = "familiar.test"

// served is a daemon on a real network, in real time.
type served struct {
	*testing.T
	state  string
	port   int
	daemon *daemon.Daemon
	stop   func()
}

// serve starts a daemon on a port, or on a free one if port is 0.
func serve(t *testing.T, state string, port int) *served {
	t.Helper()
	return serveGames(t, state, port, games())
}

// serveGames starts a daemon with certain games.
func serveGames(t *testing.T, state string, port int, known []engine.Game) *served {
	t.Helper()
	return serveCommand(t, run.Command{Paths: install.Paths{State: state}}, port, known)
}

// serveCommand starts a daemon as a command line does.
func serveCommand(t *testing.T, command run.Command, port int, known []engine.Game) *served {
	t.Helper()
	var l net.Listener
	var err error
	// The port of a daemon that has just ended may still be taken for a moment.
	for range 50 {
		if l, err = net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port))); err == nil {
			break
		}
		time.Sleep(100 * time.Millisecond)
	}
	if err != nil {
		t.Fatal(err)
	}
	command.Host = []string{roomName}
	w := cli.Env{Ctx: context.Background(), Games: known, Stdout: io.Discard, Stderr: io.Discard}
	d, err := command.Start(w, slog.New(slog.DiscardHandler), l)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- d.Run(ctx) }()
	s := &served{T: t, state: command.State, port: l.Addr().(*net.TCPAddr).Port, daemon: d}
	var once sync.Once
	s.stop = func() {
		once.Do(func() {
			cancel()
			if err := <-ended; err != nil {
				t.Error(err)
			}
		})
	}
	t.Cleanup(func() { s.stop() })
	return s
}

// lay taps a card on a reader of the bench. It waits until the readers have answered, because tags from before that make no move. The card stays until the
// reader has seen it, and then until the table has reacted, for a second at most.
func (s *served) lay(reader, card string) {
	s.Helper()
	p, err := s.daemon.Table().Join(s.Context(), access.Visitor{Local: true})
	if err != nil {
		s.Fatal(err)
	}
	defer p.Leave()
	further := 2 // devices that answer before the readers, besides buttons and knobs: lamps, and a buzzer or a panel
	if s.daemon.Virtual().State().Digits != "" {
		further++
	}
	s.waits("the readers do not answer", func() bool {
		state := s.daemon.Virtual().State()
		return len(p.Snapshot().Devices) >= len(state.Buttons)+len(state.Knobs)+len(state.Readers)+further
	})
	game := func() string {
		data, err := json.Marshal(p.Snapshot().Game)
		if err != nil {
			s.Fatal(err)
		}
		return string(data)
	}
	for id, tag := range s.daemon.Virtual().State().Tags {
		if tag.Word == card {
			lying := len(s.daemon.Virtual().Bench().Tags(reader))
			s.waits("the reader still sees what was lifted", func() bool { return s.tagsOn(reader) == lying })
			before := game()
			if err := s.daemon.Virtual().Lay(id, reader); err != nil {
				s.Fatal(err)
			}
			// Before that, the game may change for another reason.
			s.waits("the reader does not see the card", func() bool { return s.tagsOn(reader) > lying })
			for range 100 {
				if time.Sleep(10 * time.Millisecond); game() != before {
					break
				}
			}
			if err := s.daemon.Virtual().Lift(id); err != nil {
				s.Fatal(err)
			}
			return
		}
	}
	s.Fatalf("there is no card %s", card)
}

// tagsOn returns how many tags a reader sees in its field.
func (s *served) tagsOn(reader string) int {
	s.Helper()
	for _, r := range s.daemon.Wired().Readers() {
		if r.Reader == reader {
			return r.Tags
		}
	}
	s.Fatalf("there is no reader %s", reader)
	return 0
}

// waits waits until a condition holds.
func (s *served) waits(problem string, holds func() bool) {
	s.Helper()
	for deadline := time.Now().Add(patience); !holds(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			s.Fatal(problem)
		}
	}
}

// tell makes a request that must succeed.
func (s *served) tell(r protocol.Request) {
	s.Helper()
	if a := s.ask(r); !a.OK {
		s.Fatalf("%+v: %s", r, a.Text)
	}
}

// ask makes a request as a browser on the machine itself.
func (s *served) ask(r protocol.Request) protocol.Answer {
	s.Helper()
	p, err := s.daemon.Table().Join(s.Context(), access.Visitor{Local: true})
	if err != nil {
		s.Fatal(err)
	}
	defer p.Leave()
	return p.Do(s.Context(), r)
}

// chromium is the browser of all tests. Each page has a context of its own.
var chromium struct {
	start sync.Once
	ctx   context.Context
	stop  func()
	err   error
}

// startChromium starts the browser at its first use. It is stopped at the end of all tests.
func startChromium() {
	var path string
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		chromium.err = errors.New("this test needs Chromium: install it with `sudo apt-get install chromium`, or run `make test`, which does")
		return
	}
	opts := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("host-resolver-rules", "MAP "+roomName+" 127.0.0.1"),
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true),
	)
	alloc, stopAlloc := chromedp.NewExecAllocator(context.Background(), opts...)
	ctx, stop := chromedp.NewContext(alloc, chromedp.WithErrorf(func(string, ...any) {}))
	chromium.ctx, chromium.stop = ctx, func() { stop(); stopAlloc() }
	if err := chromedp.Run(ctx); err != nil {
		chromium.err = fmt.Errorf("starting Chromium: %w", err)
	}
}

// stopChromium ends the browser, if it was started.
func stopChromium() {
	if chromium.stop != nil {
		chromium.stop()
	}
}

// page is a tab with a phone's size, and the errors in it.
type page struct {
	*testing.T
	ctx context.Context
	own cdp.BrowserContextID // the storage of its phone

	touches bool // it has no mouse

	mu     sync.Mutex
	errors []string
}

// open opens a page in the machine's own browser.
func (s *served) open(path string, width, height int64) *page {
	s.Helper()
	return openPage(s.T, fmt.Sprintf("http://localhost:%d%s", s.port, path), width, height)
}

// openInRoom opens a page on a phone on the network, which needs the join code: in its path, or typed.
func (s *served) openInRoom(path string, width, height int64) *page {
	s.Helper()
	return openPage(s.T, fmt.Sprintf("http://%s:%d%s", roomName, s.port, path), width, height)
}

// invitation returns the path of the page with the join code.
func (s *served) invitation() string { return "/#join=" + s.daemon.Table().JoinCode() }

// openPage opens a page in a tab with cookies and storage of its own, as on another phone.
func openPage(t *testing.T, url string, width, height int64) *page {
	t.Helper()
	chromium.start.Do(startChromium)
	if chromium.err != nil {
		t.Fatal(chromium.err)
	}
	control := cdp.WithExecutor(chromium.ctx, chromedp.FromContext(chromium.ctx).Browser)
	own, err := target.CreateBrowserContext().Do(control)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := target.DisposeBrowserContext(own).Do(control); err != nil {
			t.Error(err)
		}
	})
	return openTab(t, own, url, width, height)
}

// openTab opens a page in another tab of a phone.
func openTab(t *testing.T, own cdp.BrowserContextID, url string, width, height int64) *page {
	t.Helper()
	control := cdp.WithExecutor(chromium.ctx, chromedp.FromContext(chromium.ctx).Browser)
	// The first tab of a context needs a window.
	tab, err := target.CreateTarget("about:blank").WithBrowserContextID(own).WithNewWindow(true).Do(control)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := chromedp.NewContext(chromium.ctx, chromedp.WithTargetID(tab))
	t.Cleanup(stop)
	p := &page{T: t, ctx: ctx, own: own}
	chromedp.ListenTarget(ctx, func(ev any) {
		p.mu.Lock()
		defer p.mu.Unlock()
		switch ev := ev.(type) {
		case *runtime.EventExceptionThrown:
			p.errors = append(p.errors, ev.ExceptionDetails.Error())
		case *runtime.EventConsoleAPICalled:
			if ev.Type == runtime.APITypeError {
				p.errors = append(p.errors, fmt.Sprintf("console: %s", ev.Args[0].Value))
			}
		}
	})
	// The first run binds the tab to its context, which a time limit would cancel.
	if err := chromedp.Run(ctx); err != nil {
		t.Fatal(err)
	}
	dots := 1.0 // pixels of the screen for each px
	if p.touches {
		dots = 2
	}
	p.run(emulation.SetDeviceMetricsOverride(width, height, dots, p.touches), emulation.SetTouchEmulationEnabled(p.touches), chromedp.Navigate(url))
	return p
}

// keepStill makes the page move nothing, as for viewers who asked their browser for that.
func (p *page) keepStill() {
	p.Helper()
	still := &emulation.MediaFeature{Name: "prefers-reduced-motion", Value: "reduce"}
	p.run(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{still}))
}

// run runs actions in the page, with a time limit.
func (p *page) run(actions ...chromedp.Action) {
	p.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	if err := chromedp.Run(ctx, actions...); err != nil {
		p.shot("failure")
		p.Fatalf("%v; the page reads:\n%s", err, p.text("main"))
	}
}

// awaited makes an evaluation return the value of the script's promise.
func awaited(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }

// complete waits until the page has what it loads after it was drawn. From a table that is switched off it cannot load anything.
func (p *page) complete() {
	p.Helper()
	p.run(chromedp.Evaluate(`Promise.all(["builder", "enrol", "hold", "lobby", "menu"].map((name) =>
		import(new URL(name + ".js", document.querySelector('script[src$="phone/app.js"]').src)))).then(() => true)`, nil, awaited))
}

// shot saves a screenshot of the page.
func (p *page) shot(name string) {
	p.Helper()
	if *pictures == "" {
		return
	}
	var shot []byte
	look := chromedp.ActionFunc(func(ctx context.Context) (err error) {
		shot, err = cdppage.CaptureScreenshot().WithFormat(cdppage.CaptureScreenshotFormatWebp).WithQuality(85).Do(ctx)
		return err
	})
	if err := chromedp.Run(p.ctx, chromedp.Evaluate("scrollTo(0, 0)", nil), look); err != nil {
		p.Error(err)
		return
	}
	if err := os.WriteFile(filepath.Join(*pictures, name+".webp"), shot, 0o644); err != nil {
		p.Error(err)
	}
}

func (p *page) text(selector string) string {
	p.Helper()
	var text string
	js := fmt.Sprintf(`[...document.querySelectorAll(%q)].map((e) => e.innerText).join("\n")`, selector)
	if err := chromedp.Run(p.ctx, chromedp.Evaluate(js, &text)); err != nil {
		return "(" + err.Error() + ")"
	}
	return text
}

// reads waits until a part of the page contains a text.
func (p *page) reads(selector, want string) {
	p.Helper()
	deadline := time.Now().Add(patience)
	for !strings.Contains(strings.ToLower(p.text(selector)), strings.ToLower(want)) {
		if time.Now().After(deadline) {
			p.shot("failure")
			p.Fatalf("%s reads\n%s\nwithout %q", selector, p.text(selector), want)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// counts waits until the clock shows at most that many seconds, and returns how many.
func (p *page) counts(most int) int {
	p.Helper()
	deadline := time.Now().Add(patience)
	for time.Now().Before(deadline) {
		if n, err := strconv.Atoi(strings.TrimSpace(p.text("#table .timer .digits"))); err == nil && n <= most && n > 0 {
			return n
		}
		time.Sleep(20 * time.Millisecond)
	}
	p.shot("failure")
	p.Fatalf("the clock does not count down from %d: it reads %q", most, p.text("#table .timer"))
	return 0
}

// press presses the button with that label, as a finger would: it must be visible and large enough.
func (p *page) press(within, label string) {
	p.Helper()
	js := fmt.Sprintf(`(() => {
		const all = [...document.querySelectorAll(%q + " button")].filter((b) => b.checkVisibility() && !b.disabled);
		const reads = (b) => (b.getAttribute("aria-label") ?? b.innerText).trim().replace(/\s+/g, " ");
		const button = all.find((b) => reads(b) === %q) ?? all.find((b) => reads(b).includes(%[2]q));
		if (!button) return "no such button among: " + all.map(reads).join(" | ");
		button.scrollIntoView({ block: "center" });
		const box = button.getBoundingClientRect();
		if (box.height < 43.5 && !button.classList.contains("link")) return "the button is " + box.height + " px high";
		button.click();
		return "";
	})()`, within, label)
	deadline := time.Now().Add(patience)
	for {
		var problem string
		p.run(chromedp.Evaluate(js, &problem))
		if problem == "" {
			return
		}
		if time.Now().After(deadline) {
			p.shot("failure")
			p.Fatalf("pressing %q in %s: %s", label, within, problem)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// click clicks on an element once it exists. The page finds and clicks it in one step, because otherwise it could redraw the element in between.
func (p *page) click(selector string) {
	p.Helper()
	p.inPage(selector, `field.scrollIntoView({ block: "center" }); field.click();`)
}

// types types a text with the keyboard.
func (p *page) types(selector, text string) {
	p.Helper()
	p.inPage(selector, `field.value = ""; field.focus();`)
	p.run(chromedp.KeyEvent(text))
}

// inPage runs a script on a visible element, called field, once it exists.
func (p *page) inPage(selector, does string) {
	p.Helper()
	js := fmt.Sprintf(`(() => {
		const field = [...document.querySelectorAll(%q)].find((f) => f.checkVisibility());
		if (!field) return %q;
		%s
		return "";
	})()`, selector, "there is no "+selector, does)
	p.until(func() string {
		var problem string
		p.run(chromedp.Evaluate(js, &problem))
		return problem
	})
}

// upload chooses a file.
func (p *page) upload(selector, file string) {
	p.Helper()
	p.run(chromedp.ActionFunc(func(ctx context.Context) error {
		var field *runtime.RemoteObject
		if err := chromedp.Evaluate(fmt.Sprintf(`document.querySelector(%q)`, selector), &field).Do(ctx); err != nil {
			return err
		}
		return dom.SetFileInputFiles([]string{file}).WithObjectID(field.ObjectID).Do(ctx)
	}))
}

// sound checks what must never happen on a page: errors, and elements wider than the screen.
func (p *page) sound(name string) {
	p.Helper()
	p.shot(name)
	var wide float64
	p.run(chromedp.Evaluate(`document.documentElement.scrollWidth - innerWidth`, &wide))
	if wide > 0 {
		p.Errorf("%s: the page is %v px wider than the screen", name, wide)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, e := range p.errors {
		p.Errorf("%s: %s", name, e)
	}
	p.errors = nil
}

// TestPageInBrowser joins with a phone, plays, is refused, prays, and loses and regains the table.
func TestPageInBrowser(t *testing.T) {
	s := serve(t, t.TempDir(), 0)

	// The host begins a game on the machine itself.
	ann := s.open("/", 390, 844)
	ann.reads("#lobby", "Begin a game")
	ann.sound("lobby")
	ann.fill(0, "Ann")
	ann.fill(1, "Ben")
	ann.press("#lobby", "Begin")
	ann.press("#table", "Ann")
	ann.reads("#table", "turn up the top card")

	// A friend's phone needs the code; a wrong one is refused in words.
	ben := s.openInRoom("/#join="+strings.Repeat("A", 20_000), 360, 740) // a link that somebody has spoilt
	ben.reads("#cover", "join code")
	ben.sound("join")
	ben.types("#code", "WRONGX\r")
	ben.reads("#cover", "not the code of this table")
	ben.run(chromedp.KeyEvent(s.daemon.Table().JoinCode() + "\r")) // it takes the place of the wrong one
	ben.press("#table", "Ben")

	s.lay("table", "king")
	ann.reads("#table .ask", "Your turn")
	ann.sound("turn")
	ben.sound("watching")

	// Ann sacrifices on her phone, and Ben sees it.
	ann.press("#table .dock", "Sacrifice")
	ann.sound("choose-card")
	ann.press("dialog", "Knight")
	ann.press("dialog", "Ann")
	ben.reads("#table", "Ann sacrifices Knight")

	// A second sacrifice on the reader is refused with the words of the rule, because no forgotten move explains it.
	book, err := engine.ParseRulebook(games()[0].Rules.Read())
	if err != nil {
		t.Fatal(err)
	}
	s.lay("altar-2", "king")
	ann.reads("#refusal", book.Words("turn.twice"))
	ann.reads("#refusal", "turn.twice")
	ann.sound("refused")
	ann.press("#refusal", "turn.twice")
	ann.reads("dialog", "turn.twice")
	ann.sound("rules")
	ann.run(chromedp.Evaluate(`document.querySelector("dialog").close()`, nil))
	ann.press("#refusal", "Put away")

	// An altar of six: the prayer counts down.
	s.tell(protocol.MoveRequest{Seat: "table", Verb: "amend", Args: []string{"miller", "deck", "ann.altar"}})
	ann.press("#table .dock", "Pray")
	first := ben.counts(6)
	ben.shot("prayer")
	ben.counts(first - 1)
	ben.reads("#table .log", "Amen")
	ben.sound("after-prayer")
	ann.reads("#table", "take a Dark Favour")
	ann.sound("favour")

	// Undo, after a confirmation.
	ann.press("#table .dock", "Undo")
	ann.press("dialog", "Take it back")
	ann.counts(6)

	// The table goes away and comes back: the phones reconnect by themselves, to the same seats.
	port := s.port
	s.stop()
	ben.reads("#ribbon", "Reconnecting")
	ben.sound("lost")
	s = serve(t, s.state, port)
	ben.reads("#table .log", "Amen") // the prayer was started again, and has ended
	ann.reads("#table .dock", "End")
	ann.press("#table .dock", "End")
	ben.reads("#table .ask", "Your turn")
	ann.sound("back")
	ben.sound("back-ben")

	names, err := filepath.Glob(filepath.Join(s.state, journal.Folder, "*.table"))
	if err != nil || len(names) != 1 {
		t.Errorf("journals %v, %v", names, err)
	}
}

// TestPicturesOfTheTable takes screenshots in the middle of a game on a phone, on a wide screen and on the bench.
func TestPicturesOfTheTable(t *testing.T) {
	s := serve(t, t.TempDir(), 0)
	s.tell(protocol.StartRequest{Game: games()[0].ID, Seats: []string{"ann", "ben", "cai", "dee"}})
	s.lay("table", "gravedigger")
	for _, amend := range []string{
		"knight deck ann.altar", "imp deck ann.altar", "witness deck ann.altar", "usurer deck ben.altar", "hermit deck ben.altar",
		"monk deck ben.altar", "seraph deck cai.altar", "leech deck dee.altar", "king deck grave", "ann.favours 1", "cai.favours 2",
	} {
		s.tell(protocol.MoveRequest{Seat: "table", Verb: "amend", Args: strings.Fields(amend)})
	}
	phone := s.open("/", 390, 844)
	phone.press("#table", "Ann")
	phone.reads("#table .picture", "Witness")
	phone.sound("table-phone")
	wide := s.open("/", 1280, 900)
	wide.press("#table", "Only watch")
	wide.reads("#table .picture", "Witness")
	wide.sound("table-wide")
	bench := s.open("/virtual", 1280, 900)
	bench.reads("body", "Draw")
	bench.reads("body", "Imp")
	time.Sleep(3 * time.Second) // until the panel has settled
	bench.sound("bench")
	bench.press("body", "Draw")
	phone.reads("#table .log", "Ann draws")
	if *pictures != "" {
		f, err := os.Create(filepath.Join(*pictures, "panel.png"))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if err := png.Encode(f, enlarged(s.daemon.Virtual().Panel(), 3)); err != nil {
			t.Fatal(err)
		}
	}
}

// enlarged returns a picture with each pixel enlarged.
func enlarged(img image.Image, times int) image.Image {
	size := img.Bounds().Size().Mul(times)
	large := image.NewGray(image.Rectangle{Max: size})
	for y := range size.Y {
		for x := range size.X {
			large.Set(x, y, img.At(x/times, y/times))
		}
	}
	return large
}

// fill types a player's name in the lobby.
func (p *page) fill(nth int, name string) {
	p.Helper()
	js := fmt.Sprintf(`(() => {
		const input = document.querySelectorAll("#lobby input:not([type=radio])")[%d];
		input.focus();
		input.value = %q;
		input.dispatchEvent(new Event("input", { bubbles: true }));
		input.dispatchEvent(new Event("change", { bubbles: true }));
	})()`, nth, name)
	p.run(chromedp.Evaluate(js, nil))
}
