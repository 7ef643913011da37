package access

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"familiar/companion/durable/durabletest"
	"familiar/companion/settings"
)

// aFile returns a file with some phones, and its bytes.
func aFile(t testing.TB) (file, []byte) {
	t.Helper()
	f := file{
		Code: "K7PX2M",
		Phones: map[string]Phone{
			Hash("ann"): {Seat: "ann", Game: "game-1", Played: true, Device: "iPhone, Safari", Last: noon},
			Hash("ben"): {Host: true, Last: noon},
		},
		Removed:  []string{Hash("gus")},
		Settings: settings.Settings{Muted: true},
	}
	data, err := f.encode()
	if err != nil {
		t.Fatal(err)
	}
	return f, data
}

// Whatever happens to the file on a card that wears out, it is either found or makes no difference.
func TestDamageIsFound(t *testing.T) {
	f, whole := aFile(t)
	if got, err := decode(whole); err != nil || !reflect.DeepEqual(got, f) {
		t.Fatalf("the whole file is read as %+v: %v", got, err)
	}
	for what, data := range durabletest.Damaged(whole) {
		if got, err := decode(data); err == nil && !reflect.DeepEqual(got, f) {
			t.Errorf("%s, and it is read as %+v", what, got)
		}
	}
}

// A file of this format without its checksum is damaged.
func TestFileWithoutItsChecksum(t *testing.T) {
	for _, text := range []string{`{"format":2,"code":"K7PX2M","phones":{}}`, `{"code":"K7PX2M","phones":{},"format":2}`, "{\n\t\"format\": 2,\n\t\"code\": \"K7PX2M\"\n}"} {
		if f, err := decode([]byte(text)); !errors.Is(err, errSum) {
			t.Errorf("%s is read as %+v: %v", text, f, err)
		}
	}
}

// The file of an earlier version is read, and is written in the present format when something changes.
func TestEarlierFileIsRead(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, File)
	earlier := "{\n\t\"code\": \"K7PX2M\",\n\t\"phones\": {\n\t\t\"" + Hash("ann") + "\": {\"seat\": \"ann\", \"game\": \"game-1\", \"last\": \"2026-11-20T12:00:00Z\"}\n\t},\n\t\"muted\": true\n}"
	if err := os.WriteFile(path, []byte(earlier), 0o600); err != nil {
		t.Fatal(err)
	}
	a := Open(dir)
	if p, ok := a.Phone(Hash("ann")); a.Damage != nil || a.JoinCode() != "K7PX2M" || !ok || p.Seat != "ann" || !p.Played || !a.Settings().Muted {
		t.Errorf("it is read as %+v: %v", a.data, a.Damage)
	}
	if err := a.Saving()(); err != nil {
		t.Fatal(err)
	}
	if data, err := os.ReadFile(path); err != nil || !head.Match(data) {
		t.Errorf("it is written as %s: %v", data, err)
	}
}

// The file of a newer version is kept, for the day when that version is back.
func TestNewerFileIsKept(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, File)
	_, data := aFile(t)
	newer := bytes.Replace(data, []byte(`"format": 2`), []byte(`"format": 3`), 1)
	if err := os.WriteFile(path, newer, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadJoinCode(dir); !errors.Is(err, errNewer) {
		t.Errorf("its join code: %v", err)
	}
	a := Open(dir)
	if a.Damage == nil || !strings.Contains(a.Damage.Error(), "was written by a newer version of Familiar: it is kept as phones.json.damaged-1") {
		t.Errorf("it is said: %v", a.Damage)
	}
	if kept, err := os.ReadFile(path + ".damaged-1"); err != nil || !bytes.Equal(kept, newer) {
		t.Errorf("it is kept as %s: %v", kept, err)
	}
}

// FuzzFile reads any file, which either is refused or is written as it was read.
func FuzzFile(f *testing.F) {
	_, data := aFile(f)
	f.Add(data)
	f.Add([]byte(`{"code":"K7PX2M","phones":{"a":{"last":"2026-11-20T12:00:00Z"}}}`))
	f.Add([]byte(`{`))
	f.Fuzz(func(t *testing.T, data []byte) {
		read, err := decode(data)
		if err != nil {
			return
		}
		written, err := read.encode()
		if err != nil {
			t.Fatalf("%q cannot be written: %v", data, err)
		}
		again, err := decode(written)
		if err != nil || again.Code != read.Code || len(again.Phones) != len(read.Phones) || again.Settings.Muted != read.Settings.Muted {
			t.Errorf("%q is written as %s: %v", data, written, err)
		}
	})
}

// A list of phones that could not be read is written anew once somebody has repaired its folder, also if the list is gone.
func TestDamagedListWasRemovedByHand(t *testing.T) {
	state := filepath.Join(t.TempDir(), "state")
	if err := os.WriteFile(state, nil, 0o600); err != nil { // a file in place of the folder
		t.Fatal(err)
	}
	a := Open(state)
	if a.SaveErr == nil || a.Damage == nil {
		t.Fatal("the list is read")
	}
	if err := errors.Join(os.Remove(state), os.Mkdir(state, 0o700)); err != nil {
		t.Fatal(err)
	}
	if err := a.Saving()(); err != nil {
		t.Error(err)
	}
	if code, err := ReadJoinCode(state); code != a.JoinCode() {
		t.Errorf("the join code is %q, %v", code, err)
	}
}
