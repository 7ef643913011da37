package access

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"familiar/companion/settings"
)

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// A phone comes in with the join code, as people type it, and is known by its token after a restart.
func TestPhoneIsKnownAgain(t *testing.T) {
	dir := t.TempDir()
	a := Open(dir)
	token, phone, err := a.Admit(Visitor{Code: " " + strings.ToLower(a.JoinCode()[:3]) + "-" + a.JoinCode()[3:] + " ", Address: "192.0.2.1"}, noon)
	if err != nil || token == "" || phone.Host {
		t.Fatalf("let in with %q as %+v: %v", token, phone, err)
	}
	phone.Seat, phone.Game = "ann", "game-1"
	a.Remember(Hash(token), phone, func(string) bool { return true })
	if err := a.Saving()(); err != nil {
		t.Fatal(err)
	}
	if data, err := os.ReadFile(filepath.Join(dir, "phones.json")); err != nil || strings.Contains(string(data), token) {
		t.Errorf("the file holds the token itself (%v): %s", err, data)
	}
	again := Open(dir)
	if same, known, err := again.Admit(Visitor{Token: token, Address: "192.0.2.1"}, noon); err != nil || same != token || known.Seat != "ann" {
		t.Errorf("after a restart it is let in with %q as %+v: %v", same, known, err)
	}
	if hash, ok := again.Holder("game-1", "ann"); !ok || hash != Hash(token) {
		t.Error("the seat is not its own after a restart")
	}
	again.Remove(Hash(token))
	if _, _, err := again.Admit(Visitor{Token: token, Address: "192.0.2.1"}, noon); !errors.Is(err, ErrJoin) {
		t.Errorf("a phone that was sent away comes in with its token: %v", err)
	}
	if _, _, err := again.Admit(Visitor{Token: token, Code: again.JoinCode(), Address: "192.0.2.1"}, noon); !errors.Is(err, ErrRemoved) {
		t.Errorf("a phone that was sent away comes in with the code: %v", err)
	}
	again.ChangeCode()
	if other, _, err := again.Admit(Visitor{Token: token, Code: again.JoinCode(), Address: "192.0.2.1"}, noon); err != nil || other == token {
		t.Errorf("with a new code it comes in as %q: %v", other, err)
	}
}

// tryCode returns how a visitor without a token fares.
func tryCode(a *Access, code, address string, now time.Time) error {
	_, _, err := a.Admit(Visitor{Code: code, Address: address}, now)
	return err
}

// After five wrong codes an address has to wait, and may then try again bit by bit. Nobody else has to.
func TestWrongCodes(t *testing.T) {
	a := Open(t.TempDir())
	try := func(code, address string, now time.Time) error { return tryCode(a, code, address, now) }
	for i := range perAddress.Times {
		if err := try("WRONG7", "192.0.2.1", noon); !errors.Is(err, ErrWrongCode) {
			t.Fatalf("wrong code %d: %v", i, err)
		}
	}
	if err := try(a.JoinCode(), "192.0.2.1", noon.Add(perAddress.Again-1)); !errors.Is(err, ErrWait) {
		t.Errorf("the right code at once after %d wrong ones: %v", perAddress.Times, err)
	}
	if err := try(a.JoinCode(), "192.0.2.2", noon); err != nil {
		t.Errorf("the right code from another address: %v", err)
	}
	if err := try("WRONG7", "192.0.2.1", noon.Add(perAddress.Again)); !errors.Is(err, ErrWrongCode) {
		t.Errorf("a wrong code after the pause: %v", err)
	}
	if err := try(a.JoinCode(), "192.0.2.1", noon.Add(perAddress.Again)); !errors.Is(err, ErrWait) {
		t.Errorf("the right code at once after that: %v", err)
	}
	if err := try(a.JoinCode(), "192.0.2.1", noon.Add(2*perAddress.Again)); err != nil {
		t.Errorf("the right code after another pause: %v", err)
	}
}

// Typing errors of many people over months keep nobody out.
func TestWrongCodesAreForgotten(t *testing.T) {
	a := Open(t.TempDir())
	for day := range 200 {
		if err := tryCode(a, "WRONG7", fmt.Sprintf("192.0.2.%d", day), noon.AddDate(0, 0, day)); !errors.Is(err, ErrWrongCode) {
			t.Fatal(day, err)
		}
		if err := tryCode(a, a.JoinCode(), fmt.Sprintf("198.51.100.%d", day), noon.AddDate(0, 0, day)); err != nil {
			t.Fatalf("on day %d somebody else has the right code, and is told: %v", day, err)
		}
	}
	if a.tries.address.Len() > 64 {
		t.Errorf("%d addresses are remembered", a.tries.address.Len())
	}
	// Somebody mistypes twice, and then gets it right.
	for name, address := range map[string]string{"each from an address of its own": "192.0.2.%d", "all in one house in IPv6": "fd00::%x"} {
		for day := range 200 {
			now, from := noon.AddDate(1, 0, day), fmt.Sprintf(address, day)
			for range 2 {
				if err := tryCode(a, "WRONG7", from, now); !errors.Is(err, ErrWrongCode) {
					t.Fatalf("%s, a wrong code on day %d is answered: %v", name, day, err)
				}
			}
			if err := tryCode(a, a.JoinCode(), from, now); err != nil {
				t.Fatalf("%s, on day %d the right code after two wrong ones is answered: %v", name, day, err)
			}
		}
	}
}

// Who guesses from many addresses guesses no faster than some hundred codes in a minute, and keeps out nobody from whose address no wrong code came.
func TestWrongCodesFromEverywhere(t *testing.T) {
	a := Open(t.TempDir())
	tried, minutes := 0, 10
	for minute := range minutes {
		now := noon.Add(time.Duration(minute) * time.Minute)
		for i := range 10 * 250 {
			if errors.Is(tryCode(a, "WRONG7", fmt.Sprintf("192.0.%d.%d", i%500/10, i%10), now), ErrWrongCode) {
				tried++
			}
		}
		for i := range 100 {
			_ = tryCode(a, "WRONG7", "198.51.100.1", now.Add(time.Duration(i)*time.Millisecond))
		}
	}
	if tried > 700*minutes {
		t.Errorf("%d codes were tried in %d minutes", tried, minutes)
	}
	last := noon.Add(time.Duration(minutes) * time.Minute)
	for n := range otherAddresses.Times / 2 {
		_ = tryCode(a, "WRONG7", fmt.Sprintf("10.0.%d.%d", n/250, n%250), last)
	}
	if err := tryCode(a, a.JoinCode(), "203.0.113.1", last); err != nil {
		t.Errorf("the right code from a new address: %v", err)
	}
	if n := len(a.FailedJoins()); n != maxFailedJoins {
		t.Errorf("hosts are shown %d networks", n)
	}
	a.ChangeCode()
	if err := tryCode(a, a.JoinCode(), "198.51.100.1", last); err != nil {
		t.Errorf("the new code: %v", err)
	}
}

// Who guesses each code from another address, from which no wrong code came yet, tries 600 at once, and then ten a second.
func TestWrongCodesFromNewAddresses(t *testing.T) {
	a := Open(t.TempDir())
	const codes, most = 60_000, 600 + 60*10 // within a minute
	tried := 0
	for n := range codes {
		now := noon.Add(time.Duration(n) * time.Minute / codes)
		if errors.Is(tryCode(a, "WRONG7", fmt.Sprintf("10.%d.%d.%d", n>>16, n>>8&255, n&255), now), ErrWrongCode) {
			tried++
		}
	}
	if tried > most || tried < most-10 { // those of the last second may come later
		t.Errorf("%d codes were tried in a minute, not %d", tried, most)
	}
}

// In IPv6 a house is one network: one who mistypes keeps out no other, and one who guesses from many addresses guesses no faster than thirty codes.
func TestWrongCodesInAHouse(t *testing.T) {
	a := Open(t.TempDir())
	for range 2 * perAddress.Times {
		_ = tryCode(a, "WRONG7", "fd77::2", noon)
	}
	if err := tryCode(a, a.JoinCode(), "fd77::9", noon); err != nil {
		t.Errorf("the right code from another phone of the house: %v", err)
	}
	tried := 0
	for i := range 1000 {
		if errors.Is(tryCode(a, "WRONG7", fmt.Sprintf("fd77:0:0:1::%x", i), noon), ErrWrongCode) {
			tried++
		}
	}
	if tried != perNetwork.Times {
		t.Errorf("%d codes were tried from one network", tried)
	}
}

// However many new phones somebody makes, those of hosts and players are not forgotten for them, and only some of them come in at once.
func TestNewcomersDisplaceNobody(t *testing.T) {
	a := Open(t.TempDir())
	nobody := func(string) bool { return false }
	a.Settings().Game.ID = "game-2"
	keep := map[string]Phone{
		"host":   {Host: true, Last: noon},
		"plays":  {Seat: "ann", Game: "game-2", Last: noon},
		"played": {Played: true, Last: noon},
	}
	for hash, p := range keep {
		a.Remember(hash, p, nobody)
	}
	now, in := noon.Add(time.Hour), 0
	for range 60 * 60 {
		now = now.Add(time.Second)
		token, p, err := a.Admit(Visitor{Code: a.JoinCode(), Address: "192.0.2.1"}, now)
		if errors.Is(err, ErrCrowd) {
			continue
		} else if err != nil {
			t.Fatal(err)
		}
		in++
		p.Last = now
		a.Remember(Hash(token), p, nobody)
	}
	if most := newPerNetwork.Times + int(time.Hour/newPerNetwork.Again); in > most || in < most-2 {
		t.Errorf("%d new phones came in within an hour from one address, not %d", in, most)
	}
	for n := range 2 * maxPhones { // however they have come in
		a.Remember(fmt.Sprint("new ", n), Phone{Last: now}, nobody)
	}
	if len(a.data.Phones) != maxPhones {
		t.Errorf("%d phones are known", len(a.data.Phones))
	}
	for hash := range keep {
		if _, ok := a.Phone(hash); !ok {
			t.Errorf("the phone %q is forgotten", hash)
		}
	}
	if err := tryCode(a, a.JoinCode(), "192.0.2.2", now); err != nil {
		t.Errorf("a new phone from another address: %v", err)
	}
}

// Somebody with the join code and some addresses, who makes new phones on them without an end, does not keep out who comes from an address for the first time.
func TestNewcomersBesideMany(t *testing.T) {
	a := Open(t.TempDir())
	now, came := noon, 0
	const newcomers = 20
	for second := range 5 * newcomers {
		for n := range 60 { // three a second on each of 20 addresses
			now = now.Add(time.Second / 60)
			_ = tryCode(a, a.JoinCode(), fmt.Sprintf("192.0.2.%d", 100+n%20), now)
		}
		if second%5 == 0 && tryCode(a, a.JoinCode(), fmt.Sprintf("192.0.2.%d", second/5), now) == nil {
			came++
		}
	}
	if came < newcomers {
		t.Errorf("%d newcomers of %d come in", came, newcomers)
	}
}

// Somebody with the join code and any number of addresses makes some phones in a second: few of them on addresses that have made one, and more on others.
func TestNewPhonesOfManyAddresses(t *testing.T) {
	for name, test := range map[string]struct {
		addresses, most int
	}{
		"that come again":        {400, 120 + 60 + 100 + 60*3},
		"that come but one time": {1 << 20, 120 + 60*10/3},
	} {
		a := Open(t.TempDir())
		now, in := noon, 0
		for n := range 60 * 100 {
			now = now.Add(time.Second / 100)
			if n %= test.addresses; tryCode(a, a.JoinCode(), fmt.Sprintf("10.1.%d.%d", n>>8, n&255), now) == nil {
				in++
			}
		}
		if in > test.most || in < 120 {
			t.Errorf("%d new phones come in within a minute from addresses %s, not at most %d", in, name, test.most)
		}
	}
}

// The file has one order of its fields, and what is not set is not in it, so that files of earlier versions stay as they are.
func TestFile(t *testing.T) {
	f := file{Code: "BCDFGH", Phones: map[string]Phone{"hash": {Seat: "ann", Game: "game-1", Last: noon}}}
	got, err := json.Marshal(f)
	if want := `{"code":"BCDFGH","phones":{"hash":{"seat":"ann","game":"game-1","last":"2026-11-20T12:00:00Z"}}}`; err != nil || string(got) != want {
		t.Errorf("%s (%v)\nwant %s", got, err, want)
	}
	f.Phones = nil
	f.Settings = settings.Settings{NoHints: true, Muted: true, Game: settings.Game{ID: "game-1", Colours: map[string]string{"ann": "sky"}, Pause: &settings.Pause{By: "ann", Run: 2, Left: time.Second}}}
	got, err = json.Marshal(f)
	if want := `{"code":"BCDFGH","phones":null,"noHints":true,"muted":true,"game":{"id":"game-1","colours":{"ann":"sky"},"pause":{"by":"ann","run":2,"left":1000000000}}}`; err != nil || string(got) != want {
		t.Errorf("%s (%v)\nwant %s", got, err, want)
	}
}

// An owner gives a phone a new token: it keeps its seat and whatever it may do, in the file, too. The old token is worthless, and so is a link that was made with it.
func TestNewToken(t *testing.T) {
	dir := t.TempDir()
	a := Open(dir)
	first := admitted(t, a)
	link := a.Link(Hash(first), noon)
	second, _ := a.Renew(Hash(first))
	third, _ := a.Renew(Hash(second))
	if err := a.Saving()(); err != nil {
		t.Fatal(err)
	}
	for name, a := range map[string]*Access{"at once": a, "after a restart": Open(dir)} {
		for _, old := range []string{first, second} {
			if _, _, err := a.Admit(Visitor{Token: old, Address: "192.0.2.1"}, noon); !errors.Is(err, ErrJoin) {
				t.Errorf("%s, an old token: %v", name, err)
			}
		}
		if _, _, err := a.Admit(Visitor{Link: link}, noon); !errors.Is(err, ErrLink) {
			t.Errorf("%s, a link from before: %v", name, err)
		}
		same, p, err := a.Admit(Visitor{Token: third, Address: "192.0.2.1"}, noon)
		if err != nil || same != third || p.Seat != "ann" || p.Game != "game-1" || !p.Host || p.First != Hash(first) {
			t.Errorf("%s, the new token: %+v, %v", name, p, err)
		}
	}
}

// Of each phone the last visits are kept, one of each device and address. They stay with a new token, and end with the phone.
func TestVisits(t *testing.T) {
	a := Open(t.TempDir())
	hash := Hash(admitted(t, a))
	visit := func(address string, after time.Duration) Visit {
		return Visit{Device: "iPhone, Safari", Address: address, From: noon, Until: noon.Add(after)}
	}
	for n := range time.Duration(maxVisits + 2) {
		a.Left(hash, visit(fmt.Sprintf("192.0.2.%d", n), n*time.Minute))
	}
	a.Left(hash, visit("192.0.2.5", time.Hour))
	token, _ := a.Renew(hash)
	hash = Hash(token)
	token, p, err := a.Admit(Visitor{Link: a.Link(hash, noon)}, noon)
	if err != nil {
		t.Fatal(err)
	}
	hash = Hash(token)
	a.Remember(hash, p, func(string) bool { return true })
	if p, _ := a.Phone(hash); !p.Last.Equal(noon.Add(time.Hour)) {
		t.Errorf("it left at %v", p.Last)
	}
	var addresses []string
	for _, v := range a.Visits(hash) {
		addresses = append(addresses, strings.TrimPrefix(v.Address, "192.0.2."))
	}
	if got := strings.Join(addresses, " "); got != "2 3 4 6 7 8 9 5" {
		t.Errorf("the visits from %s are kept", got)
	}
	other := Hash(admitted(t, a))
	a.Forget(hash)
	a.Left(hash, visit("192.0.2.1", time.Hour))
	a.Left(other, visit("192.0.2.1", time.Hour))
	if len(a.Visits(hash)) != 0 || len(a.Visits(other)) != 1 {
		t.Errorf("after it was forgotten, %+v are kept; of another phone %+v", a.Visits(hash), a.Visits(other))
	}
}

// A phone that leaves is forgotten with its seat. With the join code it comes in again, at once.
func TestForget(t *testing.T) {
	a := Open(t.TempDir())
	token := admitted(t, a)
	a.Forget(Hash(token))
	if _, taken := a.Holder("game-1", "ann"); taken || a.HasHost() {
		t.Error("its seat is taken, or it is a host")
	}
	if _, _, err := a.Admit(Visitor{Token: token, Address: "192.0.2.1"}, noon); !errors.Is(err, ErrJoin) {
		t.Errorf("its token: %v", err)
	}
	if _, p, err := a.Admit(Visitor{Token: token, Code: a.JoinCode(), Address: "192.0.2.1"}, noon); err != nil || p != (Phone{}) {
		t.Errorf("with the code it comes in as %+v: %v", p, err)
	}
}

// Where hosts let new phones in, these need that beside the code. Nobody else does, nor anybody where there is no host. A code that is wrong stays wrong, a phone that
// was sent away stays away, and new phones come bit by bit.
func TestApproval(t *testing.T) {
	a := Open(t.TempDir())
	a.Settings().Approve = true
	host := admitted(t, a) // there was no host yet
	removed := "of a phone that was sent away"
	a.Remove(Hash(removed))
	for name, try := range map[string]struct {
		Visitor
		want error
	}{
		"a new phone":               {Visitor{Code: a.JoinCode()}, ErrApproval},
		"one with an unknown token": {Visitor{Code: a.JoinCode(), Token: "unknown"}, ErrApproval},
		"one that was sent away":    {Visitor{Code: a.JoinCode(), Token: removed}, ErrRemoved},
		"one without a code":        {Visitor{}, ErrJoin},
		"one with a wrong code":     {Visitor{Code: "WRONG7"}, ErrWrongCode},
		"a known phone":             {Visitor{Token: host}, nil},
		"one that a host lets in":   {Visitor{Approved: true}, nil},
		"the machine's browser":     {Visitor{Local: true}, nil},
	} {
		try.Address = "192.0.2.2"
		if token, _, err := a.Admit(try.Visitor, noon); !errors.Is(err, try.want) || (token == "") != (err != nil) {
			t.Errorf("%s gets the token %q: %v", name, token, err)
		}
	}
	for range newPerNetwork.Times {
		_ = tryCode(a, a.JoinCode(), "192.0.2.3", noon)
	}
	if err := tryCode(a, a.JoinCode(), "192.0.2.3", noon); !errors.Is(err, ErrCrowd) {
		t.Errorf("one of a crowd: %v", err)
	}
}

// Of a crowd the oldest one of the network with most of them goes. In IPv6 a house is a network.
func TestSurplus(t *testing.T) {
	for want, all := range map[string][]string{
		"192.0.2.1": {"192.0.2.1", "192.0.2.2", "192.0.2.3"},
		"192.0.2.2": {"192.0.2.1", "192.0.2.2", "192.0.2.3", "192.0.2.2"},
		"fd00::1":   {"192.0.2.1", "192.0.2.1", "fd00::1", "fd00::2", "fd00::3", "fd00:0:0:1::1"},
	} {
		if got := Surplus(all, func(address string) string { return address }); got != want {
			t.Errorf("of %v goes %s, not %s", all, got, want)
		}
	}
}

// TestFailedJoinsAreTheLastOnes: hosts are shown the networks from which wrong codes came last, and no fewer than there is room for.
func TestFailedJoinsAreTheLastOnes(t *testing.T) {
	a := Open(t.TempDir())
	var all []string
	for i := range maxFailedJoins + 3 {
		all = append(all, fmt.Sprintf("192.0.2.%d", i))
		a.noteFailedJoin(all[i], noon)
		var got []string
		for _, f := range a.FailedJoins() {
			got = append(got, f.Network)
		}
		if want := all[max(0, len(all)-maxFailedJoins):]; !slices.Equal(got, want) {
			t.Fatalf("after %d networks hosts are shown %q, not %q", i+1, got, want)
		}
	}
}
