package main

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/network"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"familiar/companion"
	"familiar/companion/access"
	"familiar/companion/protocol"
)

// air is the Wi-Fi between a phone and the table. When it goes away no WebSocket is closed: data simply does not arrive. (For other connections
// browsers check by themselves whether they are alive.)
type air struct {
	net.Listener
	to string

	mu    sync.Mutex
	moved *sync.Cond
	gone  bool
	lines []*airLine
}

// airLine is a connection through the air.
type airLine struct {
	phone, table net.Conn
	socket       bool // whether it is a WebSocket
	lost         bool // it stays dead when the Wi-Fi is back, as for a phone with a new address
}

func (l *airLine) close() {
	l.phone.Close()
	if l.table != nil {
		l.table.Close()
	}
}

// air makes a Wi-Fi network around the table.
func (s *served) air() *air {
	s.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		s.Fatal(err)
	}
	a := &air{Listener: l, to: fmt.Sprintf("127.0.0.1:%d", s.port)}
	a.moved = sync.NewCond(&a.mu)
	var all sync.WaitGroup
	all.Go(func() {
		for {
			phone, err := l.Accept()
			if err != nil {
				return
			}
			all.Go(func() { a.carry(phone) })
		}
	})
	s.Cleanup(func() {
		l.Close()
		a.mu.Lock()
		a.gone = false
		for _, line := range a.lines {
			line.lost = false
			line.close()
		}
		a.moved.Broadcast()
		a.mu.Unlock()
		all.Wait()
	})
	return a
}

// carry forwards a connection until both its ends are closed.
func (a *air) carry(phone net.Conn) {
	line := &airLine{phone: phone}
	a.mu.Lock()
	a.lines = append(a.lines, line)
	a.mu.Unlock()
	defer phone.Close()
	a.arrive(line)
	table, err := net.Dial("tcp", a.to)
	if err != nil {
		return // the phone notices at once that nobody listens
	}
	a.mu.Lock()
	line.table = table
	a.mu.Unlock()
	var both sync.WaitGroup
	for _, way := range [][2]net.Conn{{phone, table}, {table, phone}} {
		both.Go(func() {
			defer way[1].Close()
			some := make([]byte, 32<<10)
			for {
				n, err := way[0].Read(some)
				if bytes.HasPrefix(some[:n], []byte("GET /ws ")) {
					a.change(func() { line.socket = true })
				}
				a.arrive(line)
				if _, failed := way[1].Write(some[:n]); err != nil || failed != nil {
					return
				}
			}
		})
	}
	both.Wait()
}

// arrive waits until data on a line can arrive.
func (a *air) arrive(line *airLine) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for a.gone || line.lost {
		a.moved.Wait()
	}
}

// change changes the Wi-Fi.
func (a *air) change(how func()) {
	a.mu.Lock()
	defer a.mu.Unlock()
	how()
	a.moved.Broadcast()
}

// goes switches the Wi-Fi off.
func (a *air) goes() {
	a.change(func() {
		a.gone = true
		a.lose()
	})
}

// comes switches it on for new lines. The old ones stay dead.
func (a *air) comes() {
	a.change(func() {
		a.gone = false
		a.lose()
	})
}

func (a *air) lose() {
	for _, line := range a.lines {
		line.lost = line.socket
		if !line.socket {
			line.close()
		}
	}
}

// recalls delivers the data on the old lines after all.
func (a *air) recalls() {
	a.change(func() {
		for _, line := range a.lines {
			line.lost = false
		}
	})
}

// sleeps makes the table close all connections of the phone, as after unanswered pings. The phone does not notice.
func (a *air) sleeps() {
	a.change(func() {
		a.lose()
		for _, line := range a.lines {
			if line.table != nil {
				line.table.Close()
			}
		}
	})
}

// phone opens the page on a phone in this Wi-Fi, with a script before it.
func (a *air) phone(s *served, script string) *page {
	s.Helper()
	p := openPage(s.T, "about:blank", 360, 740)
	p.begin(script, a.address(s))
	return p
}

// address returns the address of the table in this Wi-Fi.
func (a *air) address(s *served) string {
	return fmt.Sprintf("http://%s:%d%s", roomName, a.Addr().(*net.TCPAddr).Port, s.invitation())
}

// begin loads a page; the script runs before each page in this tab.
func (p *page) begin(script, url string) {
	p.Helper()
	p.run(chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := cdppage.AddScriptToEvaluateOnNewDocument(script).Do(ctx)
		return err
	}), chromedp.Navigate(url))
}

// Scripts by which pages wait only a twentieth of the time: for everything, or for everything except the regular tests of the connection.
const (
	hasty  = `{ const wait = setTimeout; window.setTimeout = (f, ms = 0, ...rest) => wait(f, ms / 20, ...rest); }`
	sleepy = `{ const wait = setTimeout; window.setTimeout = (f, ms = 0, ...rest) => wait(f, ms < 20000 ? ms / 20 : ms * 20, ...rest); }`
)

// began begins a game between Ann, whose turn it is, and Ben.
func (s *served) began() {
	s.Helper()
	s.tell(protocol.StartRequest{Game: games()[0].ID, Seats: []string{"ann", "ben"}})
	s.amends("reveal king")
}

// amends makes moves of the table.
func (s *served) amends(moves ...string) {
	s.Helper()
	for _, m := range moves {
		words := strings.Fields(m)
		s.tell(protocol.MoveRequest{Seat: "table", Verb: words[0], Args: words[1:]})
	}
}

// onLine waits until the page has a connection to the table.
func (p *page) onLine() {
	p.Helper()
	p.until(func() string {
		var lost bool
		p.run(chromedp.Evaluate(`document.body.classList.contains("lost")`, &lost))
		if lost {
			return "the page is out of touch"
		}
		return ""
	})
}

// TestWifiIsLost switches the Wi-Fi off in the middle of a choice, and in the middle of a move. The phone notices and reconnects by itself, and
// a move that it has sent and given up as lost is not made later.
func TestWifiIsLost(t *testing.T) {
	s := serve(t, t.TempDir(), 0)
	s.began()
	wifi := s.air()
	ann := wifi.phone(s, hasty)
	ann.press("#table", "Ann")
	ann.reads("#table .ask h1", "Your turn")

	// Nobody does anything and nothing is closed, but the phone notices. The half-made choice stays as long as it is possible.
	ann.press("#table .dock", "Sacrifice")
	ann.press("dialog", "Knight")
	ann.reads("dialog .crumbs", "Knight")
	wifi.goes()
	ann.reads("#ribbon", "Reconnecting")
	s.amends("amend imp deck ben.altar")
	wifi.comes()
	ann.onLine()
	ann.reads("#table .picture", "Imp")
	ann.reads("dialog .crumbs", "Knight")
	wifi.goes()
	ann.reads("#ribbon", "Reconnecting")
	s.amends("amend knight deck ben.altar")
	wifi.comes()
	ann.gone("dialog .crumbs")
	ann.reads("dialog .question", "Which card")
	ann.sound("away-choice")

	// A move that gets no answer: the phone says so, and the move is not made when it finally arrives.
	ann.press("dialog", "Witness")
	wifi.goes()
	ann.press("dialog", "Ann")
	ann.reads("#ribbon", "Reconnecting")
	ann.gone("dialog")
	wifi.comes()
	ann.onLine()
	ann.reads("#table .ask h1", "Your turn")
	before := s.look().Undoable
	wifi.recalls()
	s.amends("amend ben.favours 1")
	ann.reads("#table .log", "Favours")
	if after := s.look(); after.Undoable != before+1 || !after.Seats[0].Taken {
		t.Errorf("%d moves after %d, seats %+v", after.Undoable, before, after.Seats)
	}
	ann.press("#table .dock", "Sacrifice")
	ann.press("dialog", "Witness")
	ann.press("dialog", "Ann")
	ann.reads("#table .log", "Ann sacrifices Witness")
	ann.sound("away-wifi")
}

// loses makes the page lose its next requests for some files: as many as the returned counter says. The counter goes on below 0.
func (p *page) loses(pattern string) *atomic.Int64 {
	var left atomic.Int64
	chromedp.ListenTarget(p.ctx, func(ev any) {
		if ev, ok := ev.(*fetch.EventRequestPaused); ok {
			answer := chromedp.Action(fetch.ContinueRequest(ev.RequestID))
			if left.Add(-1) >= 0 {
				answer = fetch.FailRequest(ev.RequestID, network.ErrorReasonConnectionClosed)
			}
			go chromedp.Run(p.ctx, answer) // the page is not asked in its own listener
		}
	})
	p.run(network.SetCacheDisabled(true), fetch.Enable().WithPatterns([]*fetch.RequestPattern{{URLPattern: pattern}}))
	return &left
}

// TestModuleIsLost: a page of which a module does not come is loaded again until it does, and says so if it never does.
func TestModuleIsLost(t *testing.T) {
	s := serve(t, t.TempDir(), 0)
	p := openPage(t, "about:blank", 360, 740)
	lost := p.loses("*/shared/store.js*")
	at := fmt.Sprintf("http://localhost:%d/", s.port)
	lost.Store(4)
	p.begin(hasty, at)
	p.reads("#lobby", "Begin a game")
	lost.Store(1000)
	p.begin(`sessionStorage.setItem("familiar.tries", "8");`, at) // as after eight tries
	p.reads("#parts-lost", "Parts of this page do not come. Load it again in a moment.")
}

// TestModuleOfTheTableIsLost: what a game needs is loaded after the page. If a module of it does not come, the page is loaded again until it does.
func TestModuleOfTheTableIsLost(t *testing.T) {
	s := serve(t, t.TempDir(), 0)
	s.began()
	p := openPage(t, "about:blank", 360, 740)
	lost := p.loses("*/phone/dock.js*")
	lost.Store(3)
	p.begin(hasty, fmt.Sprintf("http://localhost:%d/", s.port))
	p.reads("#table", "Ann") // nothing can be pressed while the page is loaded again
	p.press("#table", "Ann")
	p.reads("#table .ask h1", "Your turn")
	if left := lost.Load(); left != -1 {
		t.Errorf("%d of 3 requests were lost", 3-left)
	}
}

// TestModuleOfASheetIsLost: the sheets that are often opened are loaded after the table is drawn. If a module of one does not come then, the page goes on. Some browsers
// load it when somebody opens that sheet, others do not load a lost module again for the same page. If it does not come, the page is loaded again.
func TestModuleOfASheetIsLost(t *testing.T) {
	s := serve(t, t.TempDir(), 0)
	s.began()
	p := openPage(t, "about:blank", 360, 740)
	lost := p.loses("*/phone/devices.js*")
	lost.Store(2)
	p.begin(hasty, fmt.Sprintf("http://localhost:%d/", s.port))
	p.press("#table", "Ann")
	s.waits("the page does not load the menu", func() bool { return lost.Load() <= 1 })
	p.reads("#table .ask h1", "Your turn")
	loads := 0
	for opened := false; !opened; loads++ {
		p.run(chromedp.Evaluate(`document.documentElement.id = "old"`, nil))
		p.press("#old #head", "Menu")
		p.until(func() string {
			opened = strings.Contains(p.text("dialog h2"), "The table")
			if old := p.text("#old"); !opened {
				return old
			}
			return ""
		})
	}
	if loads < 2 {
		t.Error("the menu opens without the module that was lost")
	}
}

// TestPageComesSlowly breaks the connection while most of the page is still missing: earlier messages on the connection are forgotten.
func TestPageComesSlowly(t *testing.T) {
	s := serve(t, t.TempDir(), 0)
	s.began()
	wifi := s.air()
	p := openPage(t, "about:blank", 360, 740)
	held := make(chan fetch.RequestID, 1)
	chromedp.ListenTarget(p.ctx, func(ev any) {
		if ev, ok := ev.(*fetch.EventRequestPaused); ok {
			held <- ev.RequestID
		}
	})
	p.run(fetch.Enable().WithPatterns([]*fetch.RequestPattern{{URLPattern: "*/phone/app.js"}}), chromedp.ActionFunc(func(ctx context.Context) error {
		// Do not wait for the page's load event.
		_, err := cdppage.AddScriptToEvaluateOnNewDocument(`window.snapshots = 0;
			window.WebSocket = class extends WebSocket {
				constructor(...all) {
					super(...all);
					this.addEventListener("message", (e) => (snapshots += JSON.parse(e.data).type === "snapshot"));
				}
			};`).Do(ctx)
		if err != nil {
			return err
		}
		_, _, _, _, err = cdppage.Navigate(wifi.address(s)).Do(ctx)
		return err
	}))
	heard := func(n int) {
		t.Helper()
		p.until(func() string {
			var snapshots int
			if p.run(chromedp.Evaluate("snapshots", &snapshots)); snapshots < n {
				return fmt.Sprintf("%d snapshots came", snapshots)
			}
			return ""
		})
	}
	heard(1)
	wifi.change(func() {
		for _, line := range wifi.lines {
			line.close()
		}
	})
	heard(2)
	p.run(fetch.ContinueRequest(<-held))
	p.press("#table", "Ann")
	p.reads("#table .ask h1", "Your turn")
	s.amends("amend imp deck ben.altar")
	p.reads("#table .picture", "Imp")
	p.sound("away-slow")
	if seats := s.look().Seats; !seats[0].Taken || seats[1].Taken {
		t.Errorf("the seats: %+v", seats)
	}
}

// TestPhoneSleeps makes a phone sleep for so long that the table hangs up, and wakes it in every way that browsers know. The page is right at once.
func TestPhoneSleeps(t *testing.T) {
	s := serve(t, t.TempDir(), 0)
	s.began()
	wifi := s.air()
	ann := wifi.phone(s, sleepy)
	ann.press("#table", "Ann")
	ann.reads("#table .ask h1", "Your turn")
	lifecycle := func(state cdppage.SetWebLifecycleStateState) {
		t.Helper()
		ann.run(cdppage.SetWebLifecycleState(state))
	}
	for i, wake := range []func(){
		func() { ann.run(chromedp.Evaluate(`document.dispatchEvent(new Event("visibilitychange"))`, nil)) },
		func() { ann.run(chromedp.Evaluate(`dispatchEvent(new Event("online"))`, nil)) },
		func() { lifecycle(cdppage.SetWebLifecycleStateStateActive) },
	} {
		card := []string{"imp", "monk", "witness"}[i]
		if card == "witness" {
			lifecycle(cdppage.SetWebLifecycleStateStateFrozen)
		}
		wifi.sleeps()
		s.amends("amend " + card + " deck ben.altar")
		wake()
		ann.reads("#table .picture", card)
	}
	ann.onLine()
	ann.reads("#table .ask h1", "Your turn")

	// A prayer has begun meanwhile: the clock is right. It is stopped, so that a slow machine has the time to show it. What the phone was told before its connection
	// died, and reads only now, does not make it believe that it is connected.
	phone := ann.another(s)
	lifecycle(cdppage.SetWebLifecycleStateStateFrozen)
	s.amends("amend knight deck ann.altar", "amend miller deck ann.altar")
	s.waits("another phone is told of it", func() bool { return strings.Contains(fmt.Sprint(phone.Snapshot().Game.Facts), "miller") })
	wifi.sleeps()
	if a := phone.Do(t.Context(), protocol.MoveRequest{Verb: "pray"}); !a.OK {
		t.Fatal(a.Text)
	}
	s.waits("the clock does not run", func() bool { return phone.Snapshot().Game.Timer.Left < 5000 })
	s.tell(protocol.PauseRequest{On: true})
	lifecycle(cdppage.SetWebLifecycleStateStateActive)
	shown := ann.counts(5)
	if left := phone.Snapshot().Game.Timer.Left; shown*1000 < left || shown*1000 >= left+1000 {
		t.Errorf("the page counts %d, and %d ms are left", shown, left)
	}
	s.tell(protocol.UndoRequest{})
	s.tell(protocol.PauseRequest{})
	ann.gone("#table .timer")
	phone.Leave()

	// A page that the user leaves and comes back to.
	var kept bool
	ann.run(chromedp.Evaluate(`addEventListener("pageshow", (e) => { window.kept = e.persisted; })`, nil), chromedp.Navigate(s.room("/healthz")))
	s.waits("the seat looks taken", func() bool { return !s.look().Seats[0].Here })
	s.amends("amend ben.favours 2")
	ann.run(chromedp.Evaluate(`setTimeout(() => history.back(), 1); 0`, nil))
	ann.reads("#table .log", "Favours: 2")
	ann.run(chromedp.Evaluate(`window.kept ?? false`, &kept))
	if !kept {
		t.Error("the page was not kept, but loaded again")
	}
	ann.sound("away-slept")
}

// TestPhoneInTwoTabs opens the table twice on one phone. The tabs are the same player, whatever either of them does.
func TestPhoneInTwoTabs(t *testing.T) {
	s := serve(t, t.TempDir(), 0)
	s.began()
	url := s.room("/")
	// Both tabs are new here. When one of them joins, so does the other one.
	one := openPage(t, url, 360, 740)
	two := openTab(t, one.own, url, 360, 740)
	one.reads("#cover", "join code")
	two.reads("#cover", "join code")
	one.comeIn(s.daemon.Table().JoinCode())
	one.press("#table", "Ann")
	two.reads("#table .ask h1", "Your turn")

	// Both see what one does, and the half-made choice of the other one continues from there.
	two.press("#table .dock", "Sacrifice")
	two.reads("dialog", "Which card")
	one.press("#table .dock", "Sacrifice")
	one.press("dialog", "Knight")
	one.press("dialog", "Ann")
	two.reads("#table .log", "Ann sacrifices Knight")
	two.lacks("dialog", "Knight")
	two.press("dialog", "Close")
	two.press("#table .dock", "Undo")
	two.press("dialog", "Take it back")
	one.lacks("#table .log", "Knight")
	one.sound("tabs")

	// One leaves the seat, and so has the other one. One sits down, and so does the other one.
	one.press("#head", "Menu")
	one.press("dialog", "Leave Ann’s seat")
	two.reads("#table .sit", "Take your seat")
	two.press("#table", "Ann")
	one.reads("#table .ask h1", "Your turn")

	// One tab is closed: the seat is still taken, and the other one plays on. Then it leaves, too, and is recognized later.
	two.run(chromedp.Navigate("about:blank"))
	one.press("#table .dock", "Sacrifice")
	one.press("dialog", "Witness")
	one.press("dialog", "Ann")
	one.reads("#table .log", "Ann sacrifices Witness")
	if seat := s.look().Seats[0]; !seat.Taken || !seat.Here {
		t.Errorf("seat %+v", seat)
	}
	one.sound("tab-alone")
	one.run(chromedp.Navigate("about:blank"))
	s.waits("the phone is still here", func() bool { return !s.look().Seats[0].Here })
	two.run(chromedp.Navigate(url))
	two.reads("#table .ask h1", "Your turn")
	two.sound("tab-back")
}

// TestTwoTabsComeInAtOnce opens the QR code twice on a phone: both tabs say hello before either has a token. They are one phone nevertheless.
func TestTwoTabsComeInAtOnce(t *testing.T) {
	s := serve(t, t.TempDir(), 0)
	s.began()
	const held = `
		const send = WebSocket.prototype.send, all = [];
		WebSocket.prototype.send = function (m) { all.push(() => send.call(this, m)); };
		window.saysHello = () => {
			if (all.length) WebSocket.prototype.send = send;
			return all.splice(0).map((f) => f()).length;
		};`
	one := openPage(t, "about:blank", 360, 740)
	two := openTab(t, one.own, "about:blank", 360, 740)
	tabs := []*page{one, two}
	for _, p := range tabs {
		p.begin(held, s.room(s.invitation()))
		p.reads("#cover", "Lighting the candles")
	}
	for _, p := range tabs {
		p.until(func() string {
			var n int
			p.run(chromedp.Evaluate(`saysHello()`, &n))
			if n == 0 {
				return "no hello was said"
			}
			return ""
		})
	}
	for _, p := range tabs {
		p.reads("#table .sit", "Take your seat")
	}
	s.waits("the tabs are still two phones", func() bool { return s.phonesHere() == 1 })
	one.press("#table", "Ann")
	two.reads("#table .ask h1", "Your turn")
	two.sound("tabs-at-once")
}

// room returns an address for phones on the network.
func (s *served) room(path string) string {
	return fmt.Sprintf("http://%s:%d%s", roomName, s.port, path)
}

// TestADayLater leaves a page open while the table is switched off, changed and switched on: it is right by itself, or says what to do.
func TestADayLater(t *testing.T) {
	s := serve(t, t.TempDir(), 0)
	s.began()
	ann := openPage(t, "about:blank", 360, 740)
	again := func(meanwhile func()) {
		t.Helper()
		s.stop()
		ann.finds("body.lost", 1) // or she would still seem to be on line when the table is back
		if meanwhile != nil {
			meanwhile()
		}
		s = serve(t, s.state, s.port)
	}
	ann.begin(hasty, s.room(s.invitation()))
	ann.press("#table", "Ann")
	ann.complete()
	// A mark in the page disappears when the page is loaded again.
	ann.run(chromedp.Evaluate(`document.body.append(Object.assign(document.createElement("i"), { id: "mark", textContent: "marked" }))`, nil))
	marked := func() bool { return ann.text("#mark") == "marked" }

	// A refusal is shown, even though the table counts refusals from the beginning after a restart.
	ann.press("#table .dock", "Sacrifice")
	ann.press("dialog", "Knight")
	ann.press("dialog", "Ann")
	ann.reads("#table .log", "Ann sacrifices Knight")
	again(nil)
	ann.onLine()
	s.lay("altar-2", "king")
	ann.reads("#refusal", "Put away")
	ann.press("#refusal", "Put away")

	// The same refusal is the first one of a table that was started while the phone slept. The phone knows by the revision, which has become
	// smaller, that it is another one.
	for range 50 {
		if err := s.daemon.Table().Redraw(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	s.amends("amend imp deck ben.altar")
	ann.reads("#table .picture", "Imp")
	ann.run(chromedp.Evaluate(`setTimeout(() => { for (const end = Date.now() + 5000; Date.now() < end;); })`, nil))
	s.stop()
	s = serve(t, s.state, s.port)
	s.lay("altar-2", "king")
	ann.reads("#refusal", "Put away")
	ann.press("#refusal", "Put away")

	// Another game begins while a sheet about the old one is open.
	ann.press("#head", "Menu")
	ann.press("dialog", "Fix something")
	ann.reads("dialog", "lies elsewhere")
	s.tell(protocol.EndRequest{})
	s.tell(protocol.StartRequest{Game: games()[1].ID, Seats: []string{"ann", "ben"}})
	again(nil)
	ann.onLine()
	ann.gone("dialog")
	ann.reads("#title", s.look().Title)
	ann.reads("#table .dock", "My cards") // in her seat
	ann.sound("day-game")
	if !marked() {
		t.Error("the page was loaded again without need")
	}

	// All phones are forgotten, and the code is new: open sheets are closed, and the page asks for the code.
	ann.press("#head", "Menu")
	old := s.daemon.Table().JoinCode()
	again(func() {
		if err := os.Remove(filepath.Join(s.state, "phones.json")); err != nil {
			t.Fatal(err)
		}
	})
	ann.reads("#cover", "join code")
	ann.gone("dialog")
	ann.comeIn(old)
	ann.reads("#cover", "not the code of this table")
	ann.run(chromedp.Evaluate(`location.hash = "join=`+s.daemon.Table().JoinCode()+`"`, nil)) // as the QR code does
	ann.press("#table", "Ann")
	ann.reads("#table .dock", "My cards")
	if !marked() {
		t.Error("the page was loaded again without need")
	}

	// The page has changed, too: it loads itself again.
	ann.run(chromedp.Evaluate(`document.documentElement.dataset.page = "yesterday's"`, nil))
	again(nil)
	s.waits("the old page stays", func() bool { return !marked() })
	ann.reads("#table .dock", "My cards")
	ann.sound("day-page")

	// A page with another protocol than the table loads itself once, and then says what to do.
	ann.begin(`
		sessionStorage.setItem("loads", Number(sessionStorage.getItem("loads")) + 1);
		const send = WebSocket.prototype.send;
		WebSocket.prototype.send = function (m) { send.call(this, m.replace('"protocol":1', '"protocol":0')); };`, s.room("/"))
	ann.reads("#cover", "Load again")
	var loads string
	ann.run(chromedp.Evaluate(`sessionStorage.getItem("loads")`, &loads))
	if loads != "2" {
		t.Errorf("the page was loaded %s times", loads)
	}
	ann.sound("day-protocol")
}

// another connects another page of the same phone.
func (p *page) another(s *served) *companion.Phone {
	p.Helper()
	var token string
	p.run(chromedp.Evaluate(`localStorage.getItem("familiar.token")`, &token))
	phone, err := s.daemon.Table().Join(p.Context(), access.Visitor{Token: token})
	if err != nil {
		p.Fatal(err)
	}
	return phone
}
