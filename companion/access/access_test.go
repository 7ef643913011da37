package access

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
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
	token, phone, err := a.Admit(Visitor{Code: " " + strings.ToLower(a.JoinCode()) + " ", Address: "192.0.2.1"}, noon)
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
	again.Forget(Hash(token))
	if _, _, err := again.Admit(Visitor{Token: token, Address: "192.0.2.1"}, noon); !errors.Is(err, ErrJoin) {
		t.Errorf("a forgotten phone comes in with its token: %v", err)
	}
}

// Wrong codes are counted for each network, and over all networks. No more networks are remembered than codes may be wrong in a minute.
func TestWrongCodes(t *testing.T) {
	a := Open(t.TempDir())
	try := func(code, address string, now time.Time) error {
		_, _, err := a.Admit(Visitor{Code: code, Address: address}, now)
		return err
	}
	for i := range maxWrong {
		if err := try("WRONG7", "192.0.2.1", noon); !errors.Is(err, ErrWrongCode) {
			t.Fatalf("wrong code %d: %v", i, err)
		}
	}
	if err := try(a.JoinCode(), "192.0.2.1", noon.Add(wrongPause-1)); !errors.Is(err, ErrWait) {
		t.Errorf("the right code after %d wrong ones, within the pause: %v", maxWrong, err)
	}
	if err := try(a.JoinCode(), "192.0.2.1", noon.Add(wrongPause)); err != nil {
		t.Errorf("the right code after the pause: %v", err)
	}
	tried := 0
	for minute := range 10 {
		for i := range 250 {
			if err := try("WRONG7", fmt.Sprintf("192.0.%d.%d", minute, i), noon.Add(time.Duration(minute+2)*wrongPause)); errors.Is(err, ErrWrongCode) {
				tried++
			}
		}
	}
	if tried != 10*maxWrongAll-maxWrong { // the first ones above count
		t.Errorf("%d codes were tried in ten minutes from everywhere", tried)
	}
	if len(a.wrong) > maxWrongAll {
		t.Errorf("%d networks are remembered", len(a.wrong))
	}
	if n := len(a.FailedJoins()); n != maxFailedJoins {
		t.Errorf("hosts are shown %d networks", n)
	}
	a.ChangeCode()
	if err := try(a.JoinCode(), "203.0.113.1", noon.Add(11*wrongPause)); err != nil {
		t.Errorf("the new code: %v", err)
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
