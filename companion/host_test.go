package companion_test

import (
	"errors"
	"fmt"
	"log/slog"
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
	"familiar/companion/packs"
	"familiar/companion/protocol"
	"familiar/engine"
	"familiar/engine/athame"
	"familiar/engine/sacrilege"
	"familiar/engine/sator"
)

// phoneView returns a phone as a host sees it.
func (h *testTable) phoneView(host *companion.Phone, is func(protocol.PhoneView) bool) protocol.PhoneView {
	h.Helper()
	for _, v := range host.Snapshot().Phones {
		if is(v) {
			return v
		}
	}
	h.Fatalf("no such phone among %+v", host.Snapshot().Phones)
	return protocol.PhoneView{}
}

func inSeat(seat string) func(protocol.PhoneView) bool {
	return func(v protocol.PhoneView) bool { return v.Seat == seat }
}

// crowd has 300 phones join and leave, more than a table remembers, one after the other as fast as new phones are let in.
func (h *testTable) crowd() {
	for range 300 {
		time.Sleep(30 * time.Second)
		h.guest("192.0.2.66").Leave()
	}
}

// A visitor who joins again and again as another phone takes no seat from the players, connected or away.
func TestManyPhonesTakeNoSeat(t *testing.T) {
	atTable(t, nil, func(t *testing.T, h *testTable) {
		h.begin(h.phone(""), "ann", "ben")
		ann, ben := h.guest("192.0.2.7"), h.guest("192.0.2.8")
		h.must(ann, protocol.SitRequest{Seat: "ann"})
		h.must(ben, protocol.SitRequest{Seat: "ben"})
		watcher, played := h.guest("192.0.2.9"), h.guest("192.0.2.10")
		h.must(ben, protocol.StandRequest{})
		h.must(played, protocol.SitRequest{Seat: "ben"})
		h.must(played, protocol.StandRequest{})
		h.must(ben, protocol.SitRequest{Seat: "ben"})
		played.Leave()
		ben.Leave()
		time.Sleep(time.Second)
		h.crowd()
		h.settle()
		if n := h.table.KnownPhones(); n != 256 {
			t.Errorf("%d phones are known", n)
		}
		other := h.guest("192.0.2.66")
		for _, seat := range []string{"ann", "ben"} {
			h.mustRefuseWith(other, protocol.SitRequest{Seat: seat}, "Another phone has the seat of "+engine.TitleOf(seat)+": it can give it back, or the host can take it while that phone is away.")
		}
		if _, err := h.table.Join(t.Context(), access.Visitor{Token: watcher.Token(), Address: "192.0.2.9"}); err != nil {
			t.Errorf("a phone that was here is forgotten: %v", err)
		}
		if _, err := h.table.Join(t.Context(), access.Visitor{Token: played.Token(), Address: "192.0.2.10"}); err != nil {
			t.Errorf("a phone that has played is forgotten before those that have not: %v", err)
		}
	})
}

// A host without a seat sleeps. However many phones come meanwhile, none becomes host by sitting down, and the host is known again.
func TestSleepingHostStaysHost(t *testing.T) {
	atTable(t, nil, func(t *testing.T, h *testTable) {
		host := h.guest("192.0.2.7")
		h.begin(host, "ann", "ben")
		host.Leave()
		h.crowd()
		other := h.guest("192.0.2.67")
		h.must(other, protocol.SitRequest{Seat: "ann"})
		if other.Snapshot().You.Host {
			t.Error("who has sat down is host")
		}
		back, err := h.table.Join(t.Context(), access.Visitor{Token: host.Token(), Address: "192.0.2.7"})
		if err != nil {
			t.Fatal(err)
		}
		h.settle()
		if !back.Snapshot().You.Host {
			t.Error("the host is host no more")
		}
	})
}

// The only host is a browser on the table's own machine, and is closed. Such browsers are forgotten, but not the last host: a guest with many phones does not
// become one.
func TestLastHostIsABrowserOnTheMachine(t *testing.T) {
	atTable(t, nil, func(t *testing.T, h *testTable) {
		host := h.phone("")
		h.begin(host, "ann", "ben")
		host.Leave()
		h.crowd()
		other := h.guest("192.0.2.67")
		h.must(other, protocol.SitRequest{Seat: "ann"})
		if other.Snapshot().You.Host {
			t.Error("who has sat down is host")
		}
	})
}

// Only hosts see the phones, and what they see lets nobody in.
func TestHostSeesThePhones(t *testing.T) {
	atTable(t, nil, func(t *testing.T, h *testTable) {
		host := h.phone("")
		h.begin(host, "ann", "ben")
		guest := h.guest("192.0.2.7")
		h.must(guest, protocol.SitRequest{Seat: "ben"})
		own := h.phoneView(host, func(v protocol.PhoneView) bool { return v.You })
		if !own.Host || !own.Here || !own.Local || own.Seat != "" {
			t.Errorf("its own: %+v", own)
		}
		bens := h.phoneView(host, inSeat("ben"))
		if bens.Host || !bens.Here || bens.Local || bens.You || bens.Device != "iPhone, Safari" || bens.Last != "" {
			t.Errorf("the guest's: %+v", bens)
		}
		if s := guest.Snapshot(); s.Phones != nil || s.FailedJoins != nil || strings.Contains(string(s.Bytes()), "phones") {
			t.Errorf("the guest sees %+v", s.Phones)
		}
		kept, err := os.ReadFile(filepath.Join(h.dir, "phones.json"))
		if err != nil {
			t.Fatal(err)
		}
		for _, id := range []string{own.ID, bens.ID} {
			if strings.Contains(string(kept), id) || strings.Contains(guest.Token(), id) {
				t.Errorf("%s is written down", id)
			}
			if _, err := h.table.Join(t.Context(), access.Visitor{Token: id, Address: "192.0.2.8"}); !errors.Is(err, access.ErrJoin) {
				t.Errorf("%s lets in: %v", id, err)
			}
		}
		time.Sleep(90 * time.Second)
		guest.Leave()
		synctest.Wait()
		if v := h.phoneView(host, inSeat("ben")); v.Here || v.Last != "2000-01-01T00:01:00Z" || v.ID != bens.ID {
			t.Errorf("away: %+v", v)
		}
		// However many have come, so many are told of: first those that are here, then those with a seat.
		for range 60 {
			time.Sleep(30 * time.Second)
			h.guest("192.0.2.9").Leave()
		}
		synctest.Wait()
		if all := host.Snapshot().Phones; len(all) != 24 || !all[0].You || all[1].Seat != "ben" {
			t.Errorf("%d phones: %+v", len(all), all[:2])
		}
	})
}

// Only a host may do what hosts may, and not to itself or to the machine.
func TestWhatHostsMay(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, _ *companion.Phone) {
		guest := h.guest("192.0.2.7")
		own := h.phoneView(ann, func(v protocol.PhoneView) bool { return v.You }).ID
		guests := h.phoneView(ann, func(v protocol.PhoneView) bool { return !v.Local }).ID
		before := h.table.JoinCode()
		for _, r := range []protocol.Request{
			protocol.KickRequest{Phone: guests}, protocol.GiveRequest{Phone: guests, Seat: "ben"}, protocol.HostRequest{Phone: guests, On: true}, protocol.CodeRequest{}, protocol.KnocksRequest{},
		} {
			h.mustRefuseWith(guest, r, "Only the host can do that: whoever began the game, or a browser on the table's own machine.")
		}
		if h.table.JoinCode() != before || guest.Snapshot().You != (protocol.You{Seat: -1}) {
			t.Errorf("the guest is %+v", guest.Snapshot().You)
		}
		h.mustRefuseWith(ann, protocol.KickRequest{Phone: own}, "A phone cannot do that to itself: another host can.")
		h.mustRefuseWith(ann, protocol.HostRequest{Phone: own}, "A phone cannot do that to itself: another host can.")
		for _, v := range ann.Snapshot().Phones {
			if v.Local && !v.You {
				h.mustRefuseWith(ann, protocol.KickRequest{Phone: v.ID}, "That is a browser on the table's own machine: whoever sits there is always host.")
				h.mustRefuseWith(ann, protocol.HostRequest{Phone: v.ID}, "That is a browser on the table's own machine: whoever sits there is always host.")
			}
		}
		for _, r := range []protocol.Request{protocol.KickRequest{Phone: "nobody's"}, protocol.GiveRequest{Phone: "nobody's"}, protocol.HostRequest{Phone: "nobody's"}} {
			h.mustRefuseWith(ann, r, "That phone is no longer at this table.")
		}
		h.mustRefuseWith(ann, protocol.GiveRequest{Phone: guests, Seat: "cai"}, `There is no seat "cai" in this game.`)

		// The host goes home.
		h.must(ann, protocol.HostRequest{Phone: guests, On: true})
		if !guest.Snapshot().You.Host {
			t.Error("the guest is not host")
		}
		h.must(ann, protocol.HostRequest{Phone: guests})
		h.mustRefuseWith(guest, protocol.CodeRequest{}, "Only the host can do that: whoever began the game, or a browser on the table's own machine.")
	})
}

// A game that is over is put away by a host: anybody with a seat can make it over by a correction, which can be taken back, and neither a player nor a guest becomes host
// in that way, or reads the hands in its record.
func TestGameThatIsOverWaitsForAHost(t *testing.T) {
	const says = "Only the host can do that: whoever began the game, or a browser on the table's own machine."
	atTable(t, nil, func(t *testing.T, h *testTable) {
		host := h.guest("192.0.2.6")
		h.begin(host, "ann", "ben")
		player, guest := h.guest("192.0.2.7"), h.guest("192.0.2.8")
		h.must(player, protocol.SitRequest{Seat: "ben"})
		h.must(player, tableMove("reveal", "king"))
		record := h.game(host).ID
		h.must(player, tableMove("amend", "ben.favours", "3"))
		if phase := host.Snapshot().Phase; phase != "over" {
			t.Fatalf("the phase is %s", phase)
		}
		for _, p := range []*companion.Phone{player, guest} {
			h.mustRefuseWith(p, protocol.StartRequest{Game: "sacrilege", Seats: []string{"x", "y"}}, says)
			h.mustRefuseWith(p, protocol.EndRequest{}, says)
			if p.Snapshot().You.Host {
				t.Error("somebody is host who should not be")
			}
		}
		h.must(host, protocol.UndoRequest{})
		if s := guest.Snapshot(); s.Phase != "game" || s.Game.ID != record {
			t.Errorf("after the correction was taken back, the phase is %s", s.Phase)
		}
		h.must(player, tableMove("amend", "ben.favours", "3"))
		h.begin(host, "ann", "ben")
	})
}

// Hosts are never forgotten, so not everybody can be made one.
func TestHostsAreLimited(t *testing.T) {
	atTable(t, nil, func(t *testing.T, h *testTable) {
		host := h.phone("")
		for made := 1; ; made++ {
			h.guest(fmt.Sprintf("192.0.2.%d", made))
			id := h.phoneView(host, func(v protocol.PhoneView) bool { return !v.Host }).ID
			if a := host.Do(t.Context(), protocol.HostRequest{Phone: id, On: true}); !a.OK {
				if made != 24 || a.Text != "There are 24 hosts already: one of them has to give that up first." {
					t.Errorf("of %d hosts the table says: %s", made, a.Text)
				}
				return
			}
			synctest.Wait()
		}
	})
}

// A guest who begins the next game is host, too. It cannot send away who was host before, or take that or a seat from them; they can do so to it. This is so after a
// restart.
func TestEarlierHostsStay(t *testing.T) {
	atTable(t, nil, func(t *testing.T, h *testTable) {
		first := h.guest("192.0.2.6")
		h.begin(first, "ann", "ben")
		h.must(first, protocol.EndRequest{})
		later := h.guest("192.0.2.7")
		h.begin(later, "ann", "ben")
		firsts := h.phoneView(later, func(v protocol.PhoneView) bool { return !v.You && v.Host }).ID
		own := h.phoneView(later, func(v protocol.PhoneView) bool { return v.You }).ID
		h.must(first, protocol.SitRequest{Seat: "ann"})
		const says = "That phone was host before this one: only a host from before it can do that."
		for range 2 {
			h.mustRefuseWith(later, protocol.KickRequest{Phone: firsts, Code: true}, says)
			h.mustRefuseWith(later, protocol.HostRequest{Phone: firsts}, says)
			h.mustRefuseWith(later, protocol.GiveRequest{Phone: firsts}, says)
			h.mustRefuseWith(later, protocol.GiveRequest{Phone: firsts, Seat: "ben"}, says)
			h.mustRefuseWith(later, protocol.GiveRequest{Phone: own, Seat: "ann"}, says)
			h.must(later, protocol.GiveRequest{Phone: own, Seat: "ben"})
			h.stop()
			h.start()
			var err error
			if first, err = h.table.Join(t.Context(), access.Visitor{Token: first.Token()}); err != nil {
				t.Fatal(err)
			}
			if later, err = h.table.Join(t.Context(), access.Visitor{Token: later.Token()}); err != nil {
				t.Fatal(err)
			}
		}
		defer h.stop()
		// Whoever was host, is none and becomes one again comes after those who are.
		laters := h.phoneView(first, func(v protocol.PhoneView) bool { return !v.You }).ID
		h.must(first, protocol.GiveRequest{Phone: firsts, Seat: "ben"})
		h.must(first, protocol.HostRequest{Phone: laters})
		h.must(first, protocol.HostRequest{Phone: laters, On: true})
		h.mustRefuseWith(later, protocol.KickRequest{Phone: firsts}, says)
		h.must(first, protocol.KickRequest{Phone: laters})
	})
}

// A later host takes the seat of a phone that is away, but not that of an earlier host, nor of the table's own machine.
func TestSleepingHostKeepsItsSeat(t *testing.T) {
	atTable(t, nil, func(t *testing.T, h *testTable) {
		first := h.guest("192.0.2.6")
		h.begin(first, "ann", "ben", "cid")
		h.must(first, protocol.EndRequest{})
		later := h.guest("192.0.2.7")
		h.begin(later, "ann", "ben", "cid")
		machine, player := h.phone(""), h.guest("192.0.2.8")
		for seat, p := range map[string]*companion.Phone{"ann": first, "ben": machine, "cid": player} {
			h.must(p, protocol.SitRequest{Seat: seat})
			p.Leave()
		}
		synctest.Wait()
		const says = "That phone was host before this one: only a host from before it can do that."
		for i, seat := range []string{"ann", "ben"} {
			h.mustRefuseWith(later, protocol.SitRequest{Seat: seat}, says)
			if !h.game(later).Seats[i].Taken {
				t.Errorf("the seat of %s is free", seat)
			}
		}
		h.must(later, protocol.SitRequest{Seat: "cid"})
		host := h.phone("") // on the table's own machine
		h.must(host, protocol.SitRequest{Seat: "ann"})
	})
}

// Players have names that people can read, and that fit on a screen.
func TestNamesOfPlayers(t *testing.T) {
	atTable(t, nil, func(t *testing.T, h *testTable) {
		p := h.phone("")
		for name, says := range map[string]string{
			strings.Repeat("a", 33): "The name of a player has no more than 32 letters.",
			"Ann-":                  "The names “ann” and “Ann-” look alike: choose another one.",
			"-":                     "Every player needs a name with a letter or a digit.",
			" -- ":                  "Every player needs a name with a letter or a digit.",
			"":                      "Every player needs a name with a letter or a digit.",
			"The-host":              "A player cannot be called “The-host”: choose another name.",
			"a-host":                "A player cannot be called “a-host”: choose another name.",
			"the-host-of-the-game":  "A player cannot be called “the-host-of-the-game”: choose another name.",
			"Someone":               "A player cannot be called “Someone”: choose another name.",
			"Un-Telephone":          "A player cannot be called “Un-Telephone”: choose another name.",
		} {
			h.mustRefuseWith(p, protocol.StartRequest{Game: "sacrilege", Seats: []string{"ann", name}}, says)
		}
		h.must(p, protocol.StartRequest{Game: "sacrilege", Seats: []string{"ann", strings.Repeat("b", 32)}})
	})
	// Nor are they called like a place of the game: people would read the title of the place.
	atTable(t, func(o *companion.Options) { o.Games = []engine.Game{athame.Game(), sator.Game()} }, func(t *testing.T, h *testTable) {
		p := h.phone("")
		h.mustRefuseWith(p, protocol.StartRequest{Game: "athame", Seats: []string{"ann", "general"}}, "A player cannot be called “general”: in this game that is “Discarded resources”.")
		h.must(p, protocol.StartRequest{Game: "sator", Seats: []string{"general", "amber"}})
	})
}

func TestKick(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
		h.must(ben, protocol.StandRequest{})
		guest := h.guest("192.0.2.7")
		h.must(guest, protocol.SitRequest{Seat: "ben"})
		tab, err := h.table.Join(t.Context(), access.Visitor{Token: guest.Token()})
		if err != nil {
			t.Fatal(err)
		}
		select {
		case <-guest.Updates():
		default:
		}
		h.must(ann, protocol.KickRequest{Phone: h.phoneView(ann, inSeat("ben")).ID})
		for _, p := range []*companion.Phone{guest, tab} {
			if p.Ended() != protocol.RefusedKicked {
				t.Error("the phone does not know")
			}
			h.mustRefuseWith(p, move("draw"), "This phone is not at the table: join again, or wait until a host lets it in.")
		}
		select {
		case <-guest.Updates():
		default:
			t.Error("it was not woken")
		}
		if ann.Ended() == protocol.RefusedKicked || h.game(ann).Seats[1].Taken {
			t.Errorf("seats %+v", h.game(ann).Seats)
		}
		// What it does last brings it back as little as a restart does.
		guest.Leave()
		tab.Leave()
		synctest.Wait()
		for range 2 {
			if _, err := h.table.Join(t.Context(), access.Visitor{Token: guest.Token(), Address: "192.0.2.7"}); !errors.Is(err, access.ErrJoin) {
				t.Errorf("let in: %v", err)
			}
			h.stop()
			h.start()
		}
		defer h.stop()
		_, err = h.table.Join(t.Context(), access.Visitor{Token: guest.Token(), Code: h.table.JoinCode(), Address: "192.0.2.7"})
		if !errors.Is(err, access.ErrRemoved) {
			t.Errorf("with the code it is told %v", err)
		}
		other := h.guest("192.0.2.7") // another phone
		host := h.phone("")
		before := h.table.JoinCode()
		h.must(host, protocol.KickRequest{Phone: h.phoneView(host, func(v protocol.PhoneView) bool { return !v.Local && v.Here }).ID, Code: true})
		if other.Ended() != protocol.RefusedKicked || h.table.JoinCode() == before {
			t.Errorf("sent away: %t, the code is still %s", other.Ended() == protocol.RefusedKicked, before)
		}
		if _, err := h.table.Join(t.Context(), access.Visitor{Token: guest.Token(), Code: h.table.JoinCode(), Address: "192.0.2.7"}); err != nil {
			t.Errorf("with the new code: %v", err)
		}
	})
}

func TestGive(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
		host := h.phone("")
		guest := h.guest("192.0.2.7")
		h.layCard("hand-1", "monk") // asked of Ann alone
		id := h.phoneView(host, func(v protocol.PhoneView) bool { return !v.Local }).ID
		h.must(host, protocol.GiveRequest{Phone: id, Seat: "ann"})
		if guest.Snapshot().You.Seat != 0 || ann.Snapshot().You.Seat != -1 || ben.Snapshot().You.Seat != 1 {
			t.Errorf("guest %+v, ann %+v, ben %+v", guest.Snapshot().You, ann.Snapshot().You, ben.Snapshot().You)
		}
		if g := h.game(ann).Gesture; g != nil {
			t.Errorf("who had the seat sees %+v", g)
		}
		if v := h.game(ben).Verdict; v == nil || !v.OK || !strings.Contains(v.Text, "seat of Ann to another phone") {
			t.Errorf("verdict %+v", v)
		}
		h.must(guest, protocol.DropRequest{Gesture: h.game(guest).Gesture.ID})
		h.must(guest, move("draw"))
		n := h.game(ben).Verdict.N
		h.must(host, protocol.GiveRequest{Phone: id, Seat: "ann"}) // it has that already
		if h.game(ben).Verdict.N != n {
			t.Error("it is announced again")
		}
		h.must(host, protocol.GiveRequest{Phone: id})
		if guest.Snapshot().You.Seat != -1 || h.game(host).Seats[0].Taken {
			t.Errorf("guest %+v", guest.Snapshot().You)
		}
		// A phone that is away has its seat when it comes back.
		guest.Leave()
		synctest.Wait()
		h.must(host, protocol.GiveRequest{Phone: id, Seat: "ben"})
		back, err := h.table.Join(t.Context(), access.Visitor{Token: guest.Token()})
		if err != nil {
			t.Fatal(err)
		}
		if back.Snapshot().You.Seat != 1 || ben.Snapshot().You.Seat != -1 {
			t.Errorf("back %+v, ben %+v", back.Snapshot().You, ben.Snapshot().You)
		}
		h.must(host, protocol.EndRequest{})
		h.mustRefuseWith(host, protocol.GiveRequest{Phone: id, Seat: "ben"}, "No game is under way: start one.")
	})
}

func TestNewCode(t *testing.T) {
	atTable(t, nil, func(t *testing.T, h *testTable) {
		host := h.phone("")
		guest := h.guest("192.0.2.7")
		old := h.table.JoinCode()
		h.must(host, protocol.CodeRequest{})
		fresh := h.table.JoinCode()
		if fresh == old || len(fresh) != len(old) || h.shown.scene().Code != fresh {
			t.Errorf("%s, then %s; the panel shows %s", old, fresh, h.shown.scene().Code)
		}
		knock := func(code string) error {
			_, err := h.table.Join(t.Context(), access.Visitor{Code: code, Address: "192.0.2.8"})
			return err
		}
		if err := knock(old); !errors.Is(err, access.ErrWrongCode) {
			t.Error(err)
		}
		if err := knock(fresh); err != nil {
			t.Error(err)
		}
		h.stop()
		h.start()
		defer h.stop()
		if h.table.JoinCode() != fresh {
			t.Error("the code is forgotten")
		}
		if _, err := h.table.Join(t.Context(), access.Visitor{Token: guest.Token()}); err != nil {
			t.Error(err)
		}
	})
}

// Hosts see wrong codes: from where, how often and when.
func TestFailedJoins(t *testing.T) {
	atTable(t, nil, func(t *testing.T, h *testTable) {
		host, guest := h.phone(""), h.guest("192.0.2.7")
		knock := func(address, code string, want error) {
			t.Helper()
			if _, err := h.table.Join(t.Context(), access.Visitor{Code: code, Address: address}); !errors.Is(err, want) {
				t.Fatalf("%s with %s: %v", address, code, err)
			}
			synctest.Wait()
		}
		told := func(want string) {
			t.Helper()
			if got := fmt.Sprint(host.Snapshot().FailedJoins); got != want {
				t.Errorf("the host sees %s, not %s", got, want)
			}
			if guest.Snapshot().FailedJoins != nil {
				t.Error("the guest sees it, too")
			}
		}
		// A friend who mistypes the code and then does not is no news.
		knock("192.0.2.8", "WRONG7", access.ErrWrongCode)
		told("[{192.0.2.8 1 2000-01-01T00:00:00Z}]")
		knock("192.0.2.8", h.table.JoinCode(), nil)
		told("[]")

		for range 5 {
			knock("192.0.2.8", "WRONG7", access.ErrWrongCode)
		}
		knock("192.0.2.8", h.table.JoinCode(), access.ErrWait)
		time.Sleep(2 * time.Minute)
		// One network of IPv6 is shown as one, however many addresses it has.
		for i := range 5 {
			knock(fmt.Sprintf("2001:db8:0:7:%x::1", i), "WRONG7", access.ErrWrongCode)
		}
		knock("2001:db8:0:8::1", "WRONG7", access.ErrWrongCode)
		told("[{2001:db8:0:8::/64 1 2000-01-01T00:02:00Z} {2001:db8:0:7::/64 5 2000-01-01T00:02:00Z} {192.0.2.8 6 2000-01-01T00:00:00Z}]")

		// Who has guessed for so long is told of even when in.
		knock("192.0.2.8", h.table.JoinCode(), nil)
		if n := len(host.Snapshot().FailedJoins); n != 3 {
			t.Errorf("the host sees %d networks", n)
		}
		h.must(host, protocol.KnocksRequest{})
		told("[]")
	})
}

// However often strangers try to come in, nobody is shown the table again because of them, and its log does not fill the disk.
func TestRefusedVisitorsCostNothing(t *testing.T) {
	var log strings.Builder
	atTable(t, func(o *companion.Options) { o.Log = slog.New(slog.NewTextHandler(&log, nil)) }, func(t *testing.T, h *testTable) {
		defer h.stop()
		host := h.phone("")
		for range 5 {
			_, _ = h.table.Join(t.Context(), access.Visitor{Code: "WRONG7", Address: "192.0.2.8"})
		}
		h.settle()
		before := host.Snapshot().Revision
		log.Reset()
		for range 1000 {
			if _, err := h.table.Join(t.Context(), access.Visitor{Address: "192.0.2.8"}); !errors.Is(err, access.ErrJoin) {
				t.Fatal(err)
			}
			if _, err := h.table.Join(t.Context(), access.Visitor{Code: "WRONG7", Address: "192.0.2.8"}); !errors.Is(err, access.ErrWait) {
				t.Fatal(err)
			}
		}
		h.settle()
		if n := host.Snapshot().Revision - before; n > 1 { // that of settle
			t.Errorf("2,000 visitors who were refused made %d revisions", n)
		}
		if n := strings.Count(log.String(), "\n"); n > 10 {
			t.Errorf("they made %d lines of log", n)
		}
	})
}

// A visitor with many networks guesses no faster than some hundred codes in a minute, and friends come in all the while.
func TestWrongCodesFromManyNetworks(t *testing.T) {
	atTable(t, nil, func(t *testing.T, h *testTable) {
		host, guest := h.phone(""), h.guest("192.0.2.7")
		tried := 0
		for minute := range 10 {
			for i := range 250 {
				_, err := h.table.Join(t.Context(), access.Visitor{Code: "WRONG7", Address: fmt.Sprintf("192.0.%d.%d", minute, i)})
				switch {
				case errors.Is(err, access.ErrWrongCode):
					tried++
				case !errors.Is(err, access.ErrWait):
					t.Fatal(err)
				}
			}
			time.Sleep(time.Minute)
		}
		synctest.Wait()
		if tried > 10*(30+600) {
			t.Errorf("%d codes were tried", tried)
		}
		if n := len(host.Snapshot().FailedJoins); n != 8 {
			t.Errorf("the host sees %d networks", n)
		}
		// Phones that are in come in all the while, and a new code lets friends in at once.
		for i := range 40 {
			h.table.Join(t.Context(), access.Visitor{Code: "WRONG7", Address: fmt.Sprintf("198.51.100.%d", i)})
		}
		if _, err := h.table.Join(t.Context(), access.Visitor{Token: guest.Token(), Address: "198.51.100.1"}); err != nil {
			t.Error(err)
		}
		if _, err := h.table.Join(t.Context(), access.Visitor{Code: h.table.JoinCode(), Address: "203.0.113.1"}); err != nil {
			t.Error(err)
		}
		h.must(host, protocol.CodeRequest{})
		h.guest("203.0.113.2")
		if k := host.Snapshot().FailedJoins; k != nil {
			t.Errorf("the host still sees %+v", k)
		}
	})
}

// What seats a phone has had in a game is forgotten in the next one: there it has seen no hand yet.
func TestNextGameHasNewHands(t *testing.T) {
	atTable(t, nil, func(t *testing.T, h *testTable) {
		host, ann := h.phone(""), h.guest("192.0.2.7")
		h.begin(host, "ann", "ben")
		h.must(ann, protocol.SitRequest{Seat: "ann"})
		h.must(host, tableMove("reveal", "king"))
		h.must(ann, protocol.StandRequest{})
		h.must(ann, protocol.SitRequest{Seat: "ann"})
		h.must(host, protocol.EndRequest{})
		h.begin(host, "ann", "ben")
		h.must(ann, protocol.SitRequest{Seat: "ben"})
	})
}

// A phone that had a seat in the game before keeps it in the next one. If it was not there when that began, and comes once it is played, everybody is told, also after a
// restart: somebody else may play there by cards alone.
func TestSeatOfTheGameBeforeIsNotTakenUnseen(t *testing.T) {
	for name, restarts := range map[string]bool{"at once": false, "after a restart": true} {
		t.Run(name, func(t *testing.T) {
			atTable(t, nil, func(t *testing.T, h *testTable) {
				host, ann, guest := h.phone(""), h.guest("192.0.2.7"), h.guest("192.0.2.8")
				h.begin(host, "ann", "ben")
				h.must(ann, protocol.SitRequest{Seat: "ann"})
				h.must(guest, protocol.SitRequest{Seat: "ben"})
				guest.Leave()
				h.must(host, protocol.EndRequest{})
				h.begin(host, "ann", "ben")
				h.must(host, tableMove("reveal", "king"))
				back := func(p *companion.Phone) *companion.Phone {
					p, err := h.table.Join(t.Context(), access.Visitor{Token: p.Token()})
					if err != nil {
						t.Fatal(err)
					}
					synctest.Wait()
					return p
				}
				if restarts {
					h.stop()
					h.start()
					defer h.stop()
					host, ann = h.phone(""), back(ann)
				}
				if g := h.game(host); g.Verdict != nil && g.Verdict.Text != "The Necronomicon shows King." {
					t.Errorf("before it comes it is told %+v", g.Verdict)
				}
				for range 2 {
					back(guest).Leave()
				}
				g := h.game(ann)
				if v := g.Verdict; v == nil || v.Text != "A phone has taken the seat of Ben." || len(g.Notes) != 1 || g.Notes[0].Text != v.Text {
					t.Errorf("when it comes it is told %+v, and in the log stands %+v", v, g.Notes)
				}
				before := g.Verdict.N
				ann.Leave()
				if v := h.game(back(ann)).Verdict; v.N != before {
					t.Errorf("of a phone that was there it is told %+v", v)
				}
			})
		})
	}
}

// Whoever sits down in a game keeps the seat in the next one. The log of that game says so, too, however short the first one was: but not of seats that were taken before
// the first move.
func TestSeatOfAShortGameIsNoted(t *testing.T) {
	atTable(t, nil, func(t *testing.T, h *testTable) {
		host, ann, guest := h.phone(""), h.guest("192.0.2.7"), h.guest("192.0.2.8")
		h.begin(host, "ann", "ben")
		h.must(ann, protocol.SitRequest{Seat: "ann"})
		h.must(host, tableMove("reveal", "king"))
		h.must(guest, protocol.SitRequest{Seat: "ben"})
		for range 2 {
			h.must(host, protocol.EndRequest{})
			h.begin(host, "ann", "ben")
			want := []protocol.Note{{Text: "The phone that has come to the seat of Ben during the game before has it in this one, too."}}
			if notes := h.game(ann).Notes; !slices.Equal(notes, want) || guest.Snapshot().You.Seat != 1 {
				t.Errorf("the phone has seat %d, and the log says %+v", guest.Snapshot().You.Seat, notes)
			}
		}
		h.must(guest, protocol.StandRequest{})
		h.must(host, protocol.EndRequest{})
		h.begin(host, "ann", "ben")
		if notes := h.game(ann).Notes; len(notes) > 0 {
			t.Errorf("when the phone has stood up, the log of the next game says %+v", notes)
		}
	})
}

// Nobody looks into a hand unseen: that a seat is taken in the middle of a game is told to everybody, and stays in the log. Who has had a seat of that game gets another
// one from a host only.
func TestSeatIsTakenInTheMiddleOfAGame(t *testing.T) {
	atTable(t, nil, func(t *testing.T, h *testTable) {
		host, ann, guest := h.phone(""), h.guest("192.0.2.7"), h.guest("192.0.2.8")
		h.begin(host, "ann", "ben")
		h.must(ann, protocol.SitRequest{Seat: "ben"}) // by mistake, before the first move
		h.must(ann, protocol.SitRequest{Seat: "ann"})
		if v := h.game(ann).Verdict; v != nil {
			t.Errorf("before the first move it is told %+v", v)
		}
		h.must(host, tableMove("reveal", "king"))
		h.must(ann, move("draw"))

		h.must(guest, protocol.SitRequest{Seat: "ben"})
		h.must(guest, protocol.StandRequest{})
		const told = "A phone has taken the seat of Ben."
		if v := h.game(ann).Verdict; v == nil || v.Text != told || !v.OK {
			t.Errorf("Ann is told %+v", v)
		}
		if n := h.game(ann).Notes; len(n) != 1 || n[0] != (protocol.Note{N: 2, Text: told}) {
			t.Errorf("the log says %+v", n)
		}
		h.must(guest, protocol.SitRequest{Seat: "ben"})
		h.must(guest, protocol.StandRequest{})

		h.mustRefuseWith(ann, protocol.SitRequest{Seat: "ben"}, "You have had the seat of Ann in this game: only the host can give you another one.")
		h.must(ann, protocol.StandRequest{})
		h.mustRefuseWith(ann, protocol.SitRequest{Seat: "ben"}, "You have had the seat of Ann in this game: only the host can give you another one.")
		h.must(ann, protocol.SitRequest{Seat: "ann"})
		anns := h.phoneView(host, inSeat("ann"))
		h.must(host, protocol.GiveRequest{Phone: anns.ID, Seat: "ben"})
		if seat := ann.Snapshot().You.Seat; seat != 1 {
			t.Errorf("the host has given the seat of Ben, and the phone has %d", seat)
		}
		const given = "The host has given the seat of Ben to the phone that has had the seat of Ann."
		if v := h.game(guest).Verdict; v == nil || v.Text != given {
			t.Errorf("others are told %+v", v)
		}
		h.must(host, protocol.EndRequest{})
		h.begin(host, "ann", "ben")
		h.must(host, tableMove("reveal", "king"))
		h.must(ann, protocol.StandRequest{})
		h.must(guest, protocol.SitRequest{Seat: "ann"})
	})
}

// A phone that begins game after game fills no disk: each leaves a record.
// That a host takes a seat away in the middle of a game, or sends its phone away, everybody is told.
func TestSeatIsTakenAway(t *testing.T) {
	for name, take := range map[string]func(id string) protocol.Request{
		"give": func(id string) protocol.Request { return protocol.GiveRequest{Phone: id} },
		"kick": func(id string) protocol.Request { return protocol.KickRequest{Phone: id} },
	} {
		inGame(t, nil, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
			h.must(ben, protocol.StandRequest{})
			guest := h.guest("192.0.2.7")
			h.must(guest, protocol.SitRequest{Seat: "ben"})
			h.must(ann, take(h.phoneView(ann, inSeat("ben")).ID))
			const says = "Ann has taken the seat of Ben from its phone."
			if notes := h.game(ann).Notes; notes[len(notes)-1].Text != says || h.game(ann).Verdict.Text != says {
				t.Errorf("after %s the log says %+v, and Ann is told %+v", name, notes, h.game(ann).Verdict)
			}
		})
	}
}

// A host who plays, and gives the seat of another player away, is named.
func TestWhoGivesASeatIsNamed(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, _ *companion.Phone) {
		guest := h.guest("192.0.2.7")
		h.must(ann, protocol.GiveRequest{Phone: guest.ID(), Seat: "ben"})
		const says = "Ann has given the seat of Ben to another phone."
		if notes := h.game(guest).Notes; notes[len(notes)-1].Text != says || h.game(guest).Verdict.Text != says {
			t.Errorf("the log says %+v, and the guest is told %+v", notes, h.game(guest).Verdict)
		}
	})
}

// Before the first move, too, a seat may know of a card of its hand: of one that was refused.
func TestSeatIsTakenAfterAHandWasShown(t *testing.T) {
	for how, show := range map[string]func(h *testTable){
		"on its reader": func(h *testTable) { h.tap("hand-1", "04a1b2c3d4e5f6") }, // a tag that is not known
		"on a phone": func(h *testTable) {
			ann := h.phone("ann")
			h.mustRefuse(ann, move("hold", "monk", "imp", "knight", "duke", "bishop", "king", "queen", "peasant"))
			h.must(ann, protocol.StandRequest{})
		},
	} {
		atTable(t, nil, func(t *testing.T, h *testTable) {
			host, guest := h.phone(""), h.guest("192.0.2.7")
			h.begin(host, "ann", "ben")
			show(h)
			h.must(guest, protocol.SitRequest{Seat: "ann"})
			if n := h.game(host).Notes; len(n) != 1 || n[0].Text != "A phone has taken the seat of Ann." {
				t.Errorf("after a card was shown %s, others read %+v, and the guest %+v", how, n, h.game(guest).Verdict)
			}
		})
	}
}

// A phone that has taken a seat in the lobby, and was not there when the game began, may belong to somebody else: everybody is told when it comes.
func TestSeatOfTheLobbyIsNotTakenUnseen(t *testing.T) {
	atTable(t, nil, func(t *testing.T, h *testTable) {
		host, guest, player := h.phone(""), h.guest("192.0.2.7"), h.guest("192.0.2.8")
		h.begin(host, "ann", "ben")
		h.must(guest, protocol.SitRequest{Seat: "ann"})
		h.must(player, protocol.SitRequest{Seat: "ben"})
		guest.Leave()
		player.Leave()
		join := func(p *companion.Phone) {
			if _, err := h.table.Join(t.Context(), access.Visitor{Token: p.Token()}); err != nil {
				t.Fatal(err)
			}
		}
		join(player)
		h.must(host, tableMove("reveal", "king"))
		h.wantNotes(host)
		join(guest)
		h.wantNotes(host, "A phone has taken the seat of Ann.")
		join(guest)
		h.wantNotes(host, "A phone has taken the seat of Ann.")
	})
}

// A host who begins to enrol tags during a game, when no card makes a move, is named. A later one cannot do it again and again.
func TestEnrolmentDuringAGame(t *testing.T) {
	atTable(t, nil, func(t *testing.T, h *testTable) {
		owner, later := h.guest("192.0.2.6"), h.guest("192.0.2.7")
		h.begin(owner, "ann", "ben")
		h.must(owner, protocol.HostRequest{Phone: h.phoneView(owner, func(v protocol.PhoneView) bool { return !v.Host }).ID, On: true})
		begin := protocol.EnrolRequest{Action: "begin", Game: "sacrilege"}
		begun := 0
		for range 6 {
			if a := later.Do(t.Context(), begin); a.OK {
				begun++
				h.mustRefuse(later, begin)
				h.must(owner, protocol.EnrolRequest{Action: "stop"})
			} else if a.Text != "Tags were enrolled very often during this game: wait a minute." {
				t.Fatal(a.Text)
			}
		}
		if begun < 1 || begun > 4 {
			t.Errorf("enrolment has begun %d times", begun)
		}
		want := []string{"The host has made a phone a host."}
		for range begun {
			want = append(want, "The host has begun to enrol tags.")
		}
		h.wantNotes(owner, want...)
		h.must(owner, begin)
	})
}

// A host may take one seat after the other. Everybody is told that it is the same phone.
func TestHostInOneSeatAfterTheOther(t *testing.T) {
	inGame(t, nil, func(t *testing.T, h *testTable, ann, ben *companion.Phone) {
		h.must(ann, move("draw"))
		h.must(ben, protocol.StandRequest{})
		host := h.phone("")
		h.must(host, protocol.SitRequest{Seat: "ben"})
		h.must(ann, protocol.StandRequest{})
		h.must(host, protocol.SitRequest{Seat: "ann"})
		want := []string{"A phone has taken the seat of Ben.", "The phone that has had the seat of Ben has taken the seat of Ann."}
		var got []string
		for _, n := range h.game(ann).Notes {
			got = append(got, n.Text)
		}
		if !slices.Equal(got, want) || h.game(ann).Verdict.Text != want[1] {
			t.Errorf("Ann is told %q, and last %+v", got, h.game(ann).Verdict)
		}
	})
}

// Whoever sits down again and again does not keep others from reading what the table says.
func TestSittingDownVeryOften(t *testing.T) {
	atTable(t, nil, func(t *testing.T, h *testTable) {
		ann, guest, other := h.phone(""), h.guest("192.0.2.7"), h.guest("192.0.2.8")
		h.begin(ann, "ann", "ben")
		h.must(ann, protocol.SitRequest{Seat: "ann"})
		for range 9 { // before the first move nobody is told
			h.must(guest, protocol.SitRequest{Seat: "ben"})
			h.must(guest, protocol.StandRequest{})
		}
		h.must(ann, tableMove("reveal", "king"))
		for range 4 {
			h.must(guest, protocol.SitRequest{Seat: "ben"})
			h.must(guest, protocol.StandRequest{})
		}
		h.must(ann, move("draw"))
		before := h.game(ann).Verdict.N
		h.mustRefuseWith(guest, protocol.SitRequest{Seat: "ben"}, "You have sat down very often: wait half a minute.")
		if v := h.game(ann).Verdict; v.N != before {
			t.Errorf("Ann does not read about the move any more, but %+v", v)
		}
		h.must(other, protocol.SitRequest{Seat: "ben"})
		h.must(other, protocol.StandRequest{})
		time.Sleep(30 * time.Second)
		h.must(guest, protocol.SitRequest{Seat: "ben"})
	})
}

func TestManyGamesInARow(t *testing.T) {
	atTable(t, nil, func(t *testing.T, h *testTable) {
		p := h.guest("192.0.2.7")
		start := protocol.StartRequest{Game: "sacrilege", Seats: []string{"ann", "ben"}}
		for range 20 {
			h.must(p, start)
			h.must(p, protocol.EndRequest{})
		}
		h.mustRefuseWith(p, start, "Many games have just begun: wait a minute.")
		h.must(h.phone(""), start) // on the table's own machine
		h.must(p, protocol.EndRequest{})
		time.Sleep(time.Minute)
		h.must(p, start)
	})
}

// Somebody who begins game after game, and with other phones, too, keeps no earlier host from beginning one.
func TestEarlierHostBeginsBesideManyGames(t *testing.T) {
	atTable(t, nil, func(t *testing.T, h *testTable) {
		start := protocol.StartRequest{Game: "sacrilege", Seats: []string{"ann", "ben"}}
		// begin begins and ends games as long as it may, and returns how many.
		begin := func(p *companion.Phone) (begun int) {
			for {
				a := p.Do(t.Context(), start)
				if !a.OK {
					if a.Text != "Many games have just begun: wait a minute." {
						t.Fatal(a.Text)
					}
					return begun
				}
				begun++
				h.must(p, protocol.EndRequest{})
			}
		}
		first := h.guest("192.0.2.6")
		h.must(first, start)
		h.must(first, protocol.EndRequest{})
		began, begun := time.Now(), 0
		for range 3 {
			begun += begin(h.guest("192.0.2.7"))
		}
		if begun > 21 {
			t.Errorf("guests at one address have begun %d games", begun)
		}
		for n := range 8 {
			begun += begin(h.guest(fmt.Sprintf("192.0.2.%d", 8+n)))
		}
		if most := 60 + int(time.Since(began)/(20*time.Second)); begun < 50 || begun > most {
			t.Errorf("guests have begun %d games", begun)
		}
		if n := begin(first); n < 19 || n > 22 {
			t.Errorf("beside them the first host has begun %d games", n)
		}
	})
}

// A guest who has begun a game may write card lists, and each list with which a game begins is kept with the record. So guests begin few games with such lists, and hosts
// of all games as many as without.
func TestGuestsBeginFewGamesWithOwnLists(t *testing.T) {
	atTable(t, nil, func(t *testing.T, h *testTable) {
		if err := packs.Write(h.dir, "sacrilege", "mine", sacrilege.Game().House, false); err != nil {
			t.Fatal(err)
		}
		house := protocol.StartRequest{Game: "sacrilege", Seats: []string{"ann", "ben"}}
		own := house
		own.Pack = "mine"
		host := h.guest("192.0.2.6")
		h.must(host, own)
		h.must(host, protocol.EndRequest{})
		begun := 0
		for n := range 4 * 60 {
			p := h.guest(fmt.Sprintf("192.0.2.%d", 7+n%40))
			if p.Do(t.Context(), own).OK {
				begun++
				h.must(p, protocol.EndRequest{})
			}
			if n%50 == 0 {
				h.must(p, house)
				h.must(p, protocol.EndRequest{})
			}
			p.Leave()
			time.Sleep(time.Minute)
		}
		if most := 20 + 4*6 + 1; begun > most || begun < most-5 {
			t.Errorf("within four hours guests have begun %d games with own lists, not %d", begun, most)
		}
		h.must(host, own)
	})
}

// Whoever begins a game is host as long as it is on the table, if there is a host already. Who was made host by another one stays host.
func TestHostOfAGame(t *testing.T) {
	atTable(t, nil, func(t *testing.T, h *testTable) {
		first, second, third := h.guest("192.0.2.6"), h.guest("192.0.2.7"), h.guest("192.0.2.8")
		isHost := func(p *companion.Phone) bool { return p.Snapshot().You.Host }
		h.begin(first, "ann", "ben")
		h.must(first, protocol.EndRequest{})
		if !isHost(first) {
			t.Error("after the first game who has begun it is no host any more")
		}
		h.begin(second, "ann", "ben")
		h.stop()
		h.start()
		var err error
		for _, p := range []**companion.Phone{&first, &second, &third} {
			if *p, err = h.table.Join(t.Context(), access.Visitor{Token: (*p).Token()}); err != nil {
				t.Fatal(err)
			}
		}
		defer h.stop()
		if !isHost(first) || !isHost(second) {
			t.Error("during a game, and after a restart, who has begun it is no host")
		}
		h.must(second, protocol.EndRequest{})
		if !isHost(first) || isHost(second) {
			t.Error("after the second game, who has begun it is still host, or the first is no longer")
		}
		h.begin(third, "ann", "ben")
		thirds := h.phoneView(first, func(v protocol.PhoneView) bool { return v.Host && !v.You }).ID
		h.must(first, protocol.HostRequest{Phone: thirds, On: true})
		h.must(third, protocol.EndRequest{})
		if !isHost(third) {
			t.Error("who was made host is no host any more")
		}
	})
}

// A host of one game makes others hosts of that game only: they cannot make each other hosts for good. The first host stays host of all games.
func TestHostsMadeByTheHostOfAGame(t *testing.T) {
	atTable(t, nil, func(t *testing.T, h *testTable) {
		first, second, third := h.guest("192.0.2.6"), h.guest("192.0.2.7"), h.guest("192.0.2.8")
		h.begin(first, "ann", "ben")
		h.must(first, protocol.EndRequest{})
		h.begin(second, "ann", "ben")
		makeHost := func(by, who *companion.Phone) {
			h.must(by, protocol.HostRequest{Phone: who.ID(), On: true})
		}
		makeHost(second, third)
		makeHost(third, second)
		makeHost(third, first)
		h.wantNotes(third, "The host has made a phone a host.")
		makeHost(first, third)
		h.wantNotes(third, "The host has made a phone a host.", "The host has made a phone a host.")
		h.must(first, protocol.HostRequest{Phone: third.ID()})
		h.must(second, protocol.EndRequest{})
		if !first.Snapshot().You.Host {
			t.Error("the first host is no host any more")
		}
		if second.Snapshot().You.Host || third.Snapshot().You.Host {
			t.Error("who has begun the second game, or was made host by that phone, is still host after it")
		}
	})
}

// laterHost has one phone begin a game and end it, and another one begin the next game: the second is host after the first.
func (h *testTable) laterHost() (first, second *companion.Phone) {
	h.Helper()
	first, second = h.guest("192.0.2.6"), h.guest("192.0.2.7")
	h.begin(first, "ann", "ben")
	h.must(first, protocol.EndRequest{})
	h.begin(second, "ann", "ben")
	return first, second
}

// A game whose record is gone leaves no hosts behind.
func TestHostOfAGameWithoutARecord(t *testing.T) {
	atTable(t, nil, func(t *testing.T, h *testTable) {
		first, second := h.laterHost()
		h.stop()
		if err := os.RemoveAll(filepath.Join(h.dir, journal.Folder)); err != nil {
			t.Fatal(err)
		}
		h.start()
		for p, want := range map[*companion.Phone]bool{first: true, second: false} {
			again, err := h.table.Join(t.Context(), access.Visitor{Token: p.Token(), Address: "192.0.2.9"})
			if err != nil {
				t.Fatal(err)
			}
			if got := again.Snapshot().You.Host; got != want {
				t.Errorf("the phone that was host of all games (%t) is host: %t", want, got)
			}
		}
	})
}

// A host of one game leaves nothing at the table that only a host can end: new phones do not have to wait for a host, and no tags are being enrolled.
func TestHostOfOneGameLeavesNothing(t *testing.T) {
	atTable(t, nil, func(t *testing.T, h *testTable) {
		first, second := h.laterHost()
		h.mustRefuseWith(second, protocol.ApproveRequest{On: true}, "You are host of this game only: a host of all games decides whether new phones wait.")
		h.must(second, protocol.EnrolRequest{Action: "begin", Game: "sacrilege"})
		h.must(second, protocol.EndRequest{})
		if e := first.Snapshot().Enrol; e != nil {
			t.Errorf("tags are being enrolled: %+v", e)
		}
		h.must(first, protocol.EnrolRequest{Action: "begin", Game: "sacrilege"})
		h.begin(second, "ann", "ben")
		h.must(second, protocol.EndRequest{})
		if first.Snapshot().Enrol == nil {
			t.Error("the enrolment of a host of all games has ended with somebody’s game")
		}
	})
}

// A host of one game makes many phones hosts. Hosts of all games can still make others hosts.
func TestManyHostsOfOneGame(t *testing.T) {
	atTable(t, nil, func(t *testing.T, h *testTable) {
		first, second := h.laterHost()
		guest := func(n int) *companion.Phone { return h.guest(fmt.Sprintf("192.0.2.%d", 20+n)) }
		for n := range access.MostHostsOfGame - 1 {
			h.must(second, protocol.HostRequest{Phone: guest(n).ID(), On: true})
		}
		friend := guest(30)
		h.mustRefuseWith(second, protocol.HostRequest{Phone: friend.ID(), On: true}, "12 phones are hosts of this game already: one of them has to give that up first, or a host of all games adds another one.")
		h.must(first, protocol.HostRequest{Phone: friend.ID(), On: true})
	})
}

// No later host gives a seat to an earlier one: if that phone is away, nobody could give the seat back to its player.
func TestEarlierHostIsGivenNoSeat(t *testing.T) {
	atTable(t, nil, func(t *testing.T, h *testTable) {
		first, second := h.laterHost()
		player := h.guest("192.0.2.8")
		h.must(player, protocol.SitRequest{Seat: "ben"})
		first.Leave()
		for _, seat := range []string{"ben", "ann"} {
			h.mustRefuseWith(second, protocol.GiveRequest{Phone: first.ID(), Seat: seat}, "That phone was host before this one: only a host from before it can do that.")
		}
		if seat := player.Snapshot().You.Seat; seat != 1 {
			t.Errorf("the player has the seat %d", seat)
		}
		h.must(second, protocol.GiveRequest{Phone: second.ID(), Seat: "ann"})
	})
}

// A later host who makes one join code after the other has to wait, with sending phones away, too, and the log says who it was. An earlier host can still make one.
func TestManyJoinCodes(t *testing.T) {
	atTable(t, nil, func(t *testing.T, h *testTable) {
		first, second := h.laterHost()
		h.must(second, protocol.SitRequest{Seat: "ann"})
		for range 5 {
			h.must(second, protocol.CodeRequest{})
		}
		h.wantNotes(first, slices.Repeat([]string{"Ann has made a new join code."}, 5)...)
		const tooMany = "Many join codes have just been made: wait a minute."
		h.mustRefuseWith(second, protocol.CodeRequest{}, tooMany)
		guest := h.guest("192.0.2.8")
		h.mustRefuseWith(second, protocol.KickRequest{Phone: guest.ID(), Code: true}, "That phone was sent away, but many join codes have just been made: make a new one in a minute.")
		if guest.Ended() != protocol.RefusedKicked {
			t.Errorf("the phone that was sent away is told %q", guest.Ended())
		}
		h.must(first, protocol.CodeRequest{})
	})
}

// Somebody whom a host wants to be rid of may have many phones, may have begun a game with them, and may have made them hosts of it. All are out with one request, and are not told
// the new code. Hosts of all games stay, and so does the machine.
func TestAllAreSentOut(t *testing.T) {
	atTable(t, nil, func(t *testing.T, h *testTable) {
		machine, owner, friend := h.phone(""), h.guest("192.0.2.6"), h.guest("192.0.2.7")
		h.begin(owner, "ann", "ben")
		h.must(owner, protocol.HostRequest{Phone: friend.ID(), On: true})
		h.must(owner, protocol.EndRequest{})
		pests := []*companion.Phone{h.guest("192.0.2.8"), h.guest("192.0.2.9"), h.guest("192.0.2.10")}
		h.begin(pests[0], "ann", "ben")
		h.must(pests[0], protocol.SitRequest{Seat: "ann"})
		h.must(pests[0], protocol.HostRequest{Phone: pests[1].ID(), On: true})
		h.mustRefuseWith(pests[0], protocol.CodeRequest{Out: true}, "You are host of this game only: a host of all games can send everybody out.")
		old := h.table.JoinCode()
		h.must(owner, protocol.CodeRequest{Out: true})
		for i, p := range pests {
			if p.Ended() != protocol.RefusedNoCode {
				t.Errorf("phone %d is told %q", i, p.Ended())
			}
			if _, err := h.table.Join(t.Context(), access.Visitor{Token: p.Token(), Code: old, Address: "192.0.2.8"}); !errors.Is(err, access.ErrWrongCode) {
				t.Errorf("phone %d comes again: %v", i, err)
			}
		}
		for _, p := range []*companion.Phone{machine, owner, friend} {
			if p.Ended() != "" {
				t.Errorf("a host is told %q", p.Ended())
			}
		}
		h.wantNotes(owner, "Ann has made a phone a host.", "The host has made a new join code, and has sent all phones out that are no hosts.")
		h.must(owner, protocol.EndRequest{})
		h.begin(owner, "ann", "ben")
		h.must(h.guest("192.0.2.11"), protocol.SitRequest{Seat: "ann"})
	})
}

// Many guests who come after the hosts and the players hide none of these from the other hosts.
func TestGuestsHideNoHost(t *testing.T) {
	atTable(t, nil, func(t *testing.T, h *testTable) {
		owner, later, player := h.guest("192.0.2.6"), h.guest("192.0.2.7"), h.guest("192.0.2.8")
		h.begin(owner, "ann", "ben")
		h.must(owner, protocol.EndRequest{})
		h.begin(later, "ann", "ben")
		h.must(player, protocol.SitRequest{Seat: "ann"})
		later.Leave()
		player.Leave()
		for n := range 40 {
			h.guest(fmt.Sprintf("192.0.3.%d", n))
		}
		views := owner.Snapshot().Phones
		if len(views) != 24 {
			t.Errorf("the host sees %d phones", len(views))
		}
		for who, is := range map[string]func(protocol.PhoneView) bool{
			"itself":         func(v protocol.PhoneView) bool { return v.You },
			"the later host": func(v protocol.PhoneView) bool { return v.Host && !v.You && !v.Here },
			"the player":     inSeat("ann"),
		} {
			if !slices.ContainsFunc(views, is) {
				t.Errorf("the host does not see %s among %+v", who, views)
			}
		}
	})
}
