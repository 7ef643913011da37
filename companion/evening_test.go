package companion_test

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"familiar/companion"
	"familiar/companion/access"
	"familiar/companion/journal"
	"familiar/companion/protocol"
	"familiar/companion/scene"
	"familiar/engine"
)

// winGame ends a game with Ann's third Favour.
func (h *testTable) winGame(p *companion.Phone) {
	h.Helper()
	h.must(p, tableMove("amend", "ann.favours", "2"))
	h.altarOfSix(p)
	h.must(p, move("pray"))
	h.must(p, tableMove("amen"))
}

func TestGameOverAndBack(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
		h.winGame(ann)
		if s := ben.Snapshot(); s.Phase != "over" || s.Game.Winner != 0 || h.shown.scene().Phase != "over" || h.shown.cues()[len(h.shown.cues())-1] != scene.CueWin {
			t.Fatalf("phase %s, winner %d, cues %v", s.Phase, s.Game.Winner, h.shown.cues())
		}
		h.must(ben, move("hold", "monk")) // who has won is not sung twice
		if h.shown.cues()[len(h.shown.cues())-1] == scene.CueWin {
			t.Error("the fanfare was played twice")
		}
		h.stop()
		h.start()
		defer h.stop()
		ann = h.phone("ann")
		if got := ann.Snapshot().Phase; got != "over" {
			t.Fatalf("after a restart: %s", got)
		}
		h.must(ann, protocol.UndoRequest{Steps: 2})
		h.expectFact(ann, "ritual", "ann")
		if timer := h.game(ann).Timer; timer == nil || timer.Left != 6000 {
			t.Errorf("timer %+v", timer)
		}
		h.mustRefuse(ann, protocol.StartRequest{Game: "sacrilege", Seats: []string{"ann", "ben"}})
		h.must(ann, tableMove("amen"))
		h.layCard("altar-1", "knight") // over: refused, and nothing more
		if v := h.game(ann).Verdict; v == nil || v.OK {
			t.Errorf("verdict %+v", v)
		}
	})
}

func TestNextGame(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, _ *companion.Phone) {
		h.winGame(ann)
		// Without a place for the new record the old game stays.
		games, away := filepath.Join(h.dir, journal.Folder), filepath.Join(h.dir, "away")
		if err := errors.Join(os.Rename(games, away), os.WriteFile(games, nil, 0o600)); err != nil {
			t.Fatal(err)
		}
		again := protocol.StartRequest{Game: "sacrilege", Seats: []string{"cai", "ann"}}
		if a := h.mustRefuse(ann, again); !strings.Contains(a.Text, "cannot be written") {
			t.Errorf("answer %+v", a)
		}
		if got := ann.Snapshot().Phase; got != "over" {
			t.Fatalf("phase %s", got)
		}
		if err := errors.Join(os.Remove(games), os.Rename(away, games)); err != nil {
			t.Fatal(err)
		}
		h.must(ann, again)
		if s := ann.Snapshot(); s.Phase != "game" || s.You.Seat != 1 || s.Game.Verdict != nil || s.Game.Gesture != nil || s.Game.Undoable != 0 {
			t.Errorf("the next game begins in the same seats, with nothing left of the last one: %+v, %+v", s.You, s.Game)
		}
		h.stop()
		h.start()
		p := h.phone("")
		h.expectFact(p, "turn", "cai")
		listed, err := journal.List(h.dir)
		if err != nil || len(listed) != 2 || listed[0].Ended || !listed[1].Ended {
			t.Errorf("%+v, %v", listed, err)
		}
		h.must(p, protocol.EndRequest{})
		h.stop()
		h.start()
		defer h.stop()
		if got := h.phone("").Snapshot().Phase; got != "lobby" {
			t.Errorf("phase %s", got)
		}
	})
}

// The table knows a phone again by its token: on both of its pages, after a restart, with its seat.
func TestOnePhoneTwoPages(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, _ *companion.Phone) {
		twin, err := h.table.Join(t.Context(), access.Visitor{Token: ann.Token()})
		if err != nil {
			t.Fatal(err)
		}
		if got := twin.Snapshot().You.Seat; got != 0 {
			t.Errorf("seat %d", got)
		}
		h.must(twin, protocol.StandRequest{})
		if got := ann.Snapshot().You.Seat; got != -1 {
			t.Errorf("seat %d", got)
		}
		h.must(ann, protocol.SitRequest{Seat: "ann"})
		twin.Leave()
		synctest.Wait()
		if a := h.mustRefuse(twin, move("draw")); a.Text != "This phone is not at the table: join again, or wait until a host lets it in." {
			t.Errorf("answer %+v", a)
		}
		if seat := h.game(ann).Seats[0]; !seat.Taken || !seat.Here {
			t.Errorf("seat %+v", seat)
		}
		h.stop()
		h.start()
		defer h.stop()
		back, err := h.table.Join(t.Context(), access.Visitor{Token: ann.Token()})
		if err != nil {
			t.Fatal(err)
		}
		h.must(back, move("draw"))
		if seat := h.game(back).Seats[1]; !seat.Taken || seat.Here {
			t.Errorf("seat %+v", seat)
		}
	})
}

// Only the host can take the seat of a phone that is away.
func TestSeatOfAPhoneThatIsAway(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
		guest, err := h.table.Join(t.Context(), access.Visitor{Code: " " + strings.ToLower(h.table.JoinCode()), Address: "192.0.2.1"})
		if err != nil {
			t.Fatal(err)
		}
		sit := protocol.SitRequest{Seat: "ben"}
		h.mustRefuse(ann, sit)
		ben.Leave()
		synctest.Wait()
		h.mustRefuse(guest, sit)
		h.must(ann, sit)
		back, err := h.table.Join(t.Context(), access.Visitor{Token: ben.Token()})
		if err != nil {
			t.Fatal(err)
		}
		if got := back.Snapshot().You.Seat; got != -1 {
			t.Errorf("seat %d", got)
		}
		h.must(guest, protocol.SitRequest{Seat: "ann"})
		h.mustRefuse(guest, protocol.EndRequest{})
		h.must(ann, protocol.StandRequest{})
		h.must(back, sit)
	})
}

func TestWrongCodes(t *testing.T) {
	atTable(t, nil, func(t *testing.T, h *testTable) {
		knock := func(code, address string) error {
			_, err := h.table.Join(t.Context(), access.Visitor{Code: code, Address: address, Token: "stale"})
			return err
		}
		if err := knock("", "192.0.2.1"); !errors.Is(err, access.ErrJoin) {
			t.Error(err)
		}
		for range 5 {
			if err := knock("WRONG7", "192.0.2.1"); !errors.Is(err, access.ErrWrongCode) {
				t.Error(err)
			}
		}
		if err := knock(h.table.JoinCode(), "192.0.2.1"); !errors.Is(err, access.ErrWait) {
			t.Error(err)
		}
		for i := range 300 {
			p, err := h.table.Join(t.Context(), access.Visitor{Local: true})
			if err != nil {
				t.Fatal(i, err)
			}
			if p.Snapshot() == nil {
				t.Fatal("a phone that sees nothing")
			}
			p.Leave()
		}
		synctest.Wait()
		if n := h.table.KnownPhones(); n != 256 {
			t.Errorf("%d phones are known", n)
		}
	})
}

// Nobody waits for a table that has ended, and the table waits for nobody who has given up.
func TestCallersThatHaveGivenUp(t *testing.T) {
	atTable(t, nil, func(t *testing.T, h *testTable) {
		p := h.phone("")
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		for range 100 {
			if _, err := h.table.Join(gone, access.Visitor{Local: true}); err == nil {
				t.Fatal("joined")
			}
			if a := p.Do(gone, protocol.StandRequest{}); a.OK || a.Text == "" {
				t.Fatalf("answer %+v", a)
			}
		}
		h.settle()
		if n := h.table.Here(); n != 1 {
			t.Errorf("%d phones are here", n)
		}
		h.stop()
		if _, err := h.table.Join(t.Context(), access.Visitor{Local: true}); !errors.Is(err, companion.ErrEnded) {
			t.Error(err)
		}
		if a := p.Do(t.Context(), move("draw")); a.OK || !strings.Contains(a.Text, "ended") {
			t.Errorf("answer %+v", a)
		}
		p.Leave()
	})
}

// A refused visitor who does not wait for the answer is no phone that could leave.
func TestRefusedVisitorWhoHasGivenUp(t *testing.T) {
	dir := t.TempDir()
	run(t, func(t *testing.T) {
		h := newTestTable(t, dir, nil)
		defer h.stop()
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		for range 100 {
			if _, err := h.table.Join(gone, access.Visitor{Code: "WRONG", Address: "192.0.2.1"}); err == nil {
				t.Fatal("joined")
			}
		}
		h.settle()
		if n := h.table.Here(); n != 0 {
			t.Errorf("%d phones are here", n)
		}
	})
}

func TestDevices(t *testing.T) {
	atTable(t, nil, func(t *testing.T, h *testTable) {
		p := h.phone("")
		for _, ok := range []bool{false, true, false} {
			if err := h.table.Device(t.Context(), protocol.Device{Name: "panel", OK: ok, Text: "no answer: see its cable"}); err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
			if d := p.Snapshot().Devices; len(d) != 1 || d[0].OK != ok {
				t.Errorf("devices %+v", d)
			}
		}
		if h.shown.scene().Trouble != "panel: no answer: see its cable" {
			t.Errorf("trouble %q", h.shown.scene().Trouble)
		}
		if len(h.shown.cues()) != 2 {
			t.Errorf("cues %v", h.shown.cues())
		}
		h.layCard("middle", "imp") // no game is under way
		h.press("draw", false)
		h.press("draw", true) // nothing lies on it
		h.press("nothing", false)
		if v := h.shown.scene().Verdict; v == nil || !strings.Contains(v.Words, "Start one") {
			t.Errorf("verdict %+v", v)
		}
	})
}

// Many moves can be taken back at once, and the verdict says how many.
func TestUndoOfManyMoves(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
		for range 150 {
			h.must(ann, move("end"))
			h.must(ben, move("end"))
		}
		h.must(ann, protocol.UndoRequest{Steps: 299})
		h.expectFact(ann, "turn", "ben")
		if v := h.game(ben).Verdict; v == nil || v.Text != "Ann has taken the last 299 moves back." {
			t.Errorf("verdict %+v", v)
		}
		if got := h.game(ann).Undoable; got != 2 {
			t.Errorf("%d moves stand", got)
		}
		h.stop()
		h.start()
		defer h.stop()
		h.expectFact(h.phone(""), "turn", "ben")
	})
}

func TestEnrolmentWhileAGameIsUnderWay(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
		enrol := func(action string) protocol.Request {
			return protocol.EnrolRequest{Action: action, Game: "sacrilege"}
		}
		guest, err := h.table.Join(t.Context(), access.Visitor{Code: h.table.JoinCode()})
		if err != nil {
			t.Fatal(err)
		}
		h.mustRefuse(guest, enrol("begin"))
		h.must(ann, enrol("begin"))
		h.mustRefuse(ben, enrol("begin"))
		h.layCard("altar-2", "knight") // is enrolled already, and no move
		h.expectFact(ann, "ben.altar.count", "0")
		if e := ben.Snapshot().Enrol; e == nil || e.Done != 66 || !strings.Contains(e.Text, "already") || h.shown.scene().Enrol == nil {
			t.Errorf("enrolment %+v", e)
		}
		h.must(ben, enrol("redo"))
		if e := ben.Snapshot().Enrol; e.Next != "knight" || e.Done != 65 {
			t.Errorf("enrolment %+v", e)
		}
		h.layCard("altar-2", "knight")
		h.press("draw", false) // buttons go on
		h.expectFact(ann, "ann.actions", "draw")
		h.must(ben, enrol("skip"))
		h.must(ben, enrol("stop"))
		h.mustRefuse(ben, enrol("stop"))
		h.layCard("altar-2", "knight")
		h.expectFact(ann, "ben.altar", "knight")
	})
}

// If the end of a game cannot be written into its record, the next game begins all the same, and everybody is told.
func TestEndThatCannotBeWritten(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, _ *companion.Phone) {
		h.winGame(ann)
		before := h.game(ann).ID
		if err := h.table.BreakDisk(t.Context(), errors.New("paper jam")); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second) // records are named by their seconds
		h.must(ann, protocol.StartRequest{Game: "sacrilege", Seats: []string{"ann", "ben"}})
		s := ann.Snapshot()
		if s.Phase != protocol.PhaseGame || s.Game.ID == before {
			t.Errorf("the phase is %s, the record %s", s.Phase, s.Game.ID)
		}
		if n := s.Notices; len(n) != 1 || n[0].Text != "The end of the last game could not be written: paper jam." {
			t.Errorf("notices %+v", n)
		}
	})
}

// A record names the options of its game in the order of their names, however the phone has sent them.
func TestOptionsAreInTheRecordInOrder(t *testing.T) {
	game, chosen := boardGame(), make(map[string]string)
	var want []string
	for _, name := range []string{"ash", "elm", "fir", "oak", "yew"} {
		game.Options = append(game.Options, engine.OptionDef{Name: name, Values: []string{"no", "yes"}})
		chosen[name] = "yes"
		want = append(want, "option "+name+" yes")
	}
	slices.Reverse(game.Options)
	atTable(t, func(o *companion.Options) { o.Games = append(o.Games, game) }, func(t *testing.T, h *testTable) {
		host := h.phone("")
		h.must(host, protocol.StartRequest{Game: "board", Seats: []string{"ann", "ben"}, Options: chosen})
		if text := h.journalOf(host); !strings.Contains(text, strings.Join(want, "\n")) {
			t.Errorf("the record is\n%s", text)
		}
		if got := h.game(host).Options; !maps.Equal(got, chosen) {
			t.Errorf("the options are %v", got)
		}
	})
}
