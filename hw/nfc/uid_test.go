package nfc_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"familiar/hw/nfc"
)

func uid(tb testing.TB, s string) nfc.UID {
	tb.Helper()
	u, err := nfc.ParseUID(s)
	if err != nil {
		tb.Fatal(err)
	}
	return u
}

func TestParseUID(t *testing.T) {
	tests := map[string]struct {
		text string
		want string // "" if it is no UID
	}{
		"single":      {"DEADBEEF", "DEADBEEF"},
		"double":      {"04A1B2C3D4E5F6", "04A1B2C3D4E5F6"},
		"triple":      {"04A1B2C3D4E5F6071829", "04A1B2C3D4E5F6071829"},
		"lower case":  {"deadbeef", "DEADBEEF"},
		"colons":      {"04:a1:b2:c3:d4:e5:f6", "04A1B2C3D4E5F6"},
		"dashes":      {"DE-AD-BE-EF", "DEADBEEF"},
		"spaces":      {" DE AD BE EF ", "DEADBEEF"},
		"zeros":       {"00000000", "00000000"},
		"empty":       {"", ""},
		"odd":         {"DEADBEE", ""},
		"no hex":      {"DEADBEEG", ""},
		"three bytes": {"DEADBE", ""},
		"five bytes":  {"DEADBEEF00", ""},
		"eleven":      {"04A1B2C3D4E5F607182930", ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			u, err := nfc.ParseUID(test.text)
			if u.String() != test.want || (err == nil) != (test.want != "") {
				t.Errorf("ParseUID(%q) = %v, %v, want %q", test.text, u, err, test.want)
			}
			if err != nil && !errors.Is(err, nfc.ErrUID) {
				t.Errorf("ParseUID(%q): %v, want ErrUID", test.text, err)
			}
		})
	}
}

func TestUIDsOfEqualBytesAreEqual(t *testing.T) {
	if uid(t, "00000000") == uid(t, "00000000000000") {
		t.Error("UIDs of different lengths are equal")
	}
	if uid(t, "00000000") == (nfc.UID{}) {
		t.Error("a UID of zeros is the zero UID")
	}
	u := uid(t, "DEADBEEF")
	u.Bytes()[0] = 0
	if u != uid(t, "de:ad:be:ef") {
		t.Error("Bytes gave away the UID's own bytes")
	}
}

func TestUIDCompare(t *testing.T) {
	want := []nfc.UID{{}, uid(t, "00000000"), uid(t, "DEADBEEF"), uid(t, "00000000000000"), uid(t, "04A1B2C3D4E5F6071829")}
	got := slices.Clone(want)
	slices.Reverse(got)
	slices.SortFunc(got, nfc.UID.Compare)
	if !slices.Equal(got, want) {
		t.Errorf("sorted: %v, want %v", got, want)
	}
}

func TestUIDText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.SampledFrom([]int{4, 7, 10}).Draw(t, "size")
		raw := rapid.SliceOfN(rapid.Byte(), size, size).Draw(t, "bytes")
		u, err := nfc.NewUID(raw)
		if err != nil {
			t.Fatal(err)
		}
		if u.Len() != size || !bytes.Equal(u.Bytes(), raw) {
			t.Fatalf("% x became % x", raw, u.Bytes())
		}
		text, err := u.MarshalText()
		if err != nil {
			t.Fatal(err)
		}
		var back nfc.UID
		if err := back.UnmarshalText(text); err != nil || back != u {
			t.Fatalf("%s came back as %v, %v", text, back, err)
		}
	})
}

func TestUIDInJSON(t *testing.T) {
	type box struct {
		Names map[nfc.UID]string
		None  nfc.UID
	}
	in := box{Names: map[nfc.UID]string{uid(t, "DEADBEEF"): "imp"}}
	text, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := string(text), `{"Names":{"DEADBEEF":"imp"},"None":""}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	var out box
	if err := json.Unmarshal(text, &out); err != nil || out.Names[uid(t, "DEADBEEF")] != "imp" || !out.None.IsZero() {
		t.Errorf("came back as %v, %v", out, err)
	}
	if err := json.Unmarshal([]byte(`{"None":"xyz"}`), &out); !errors.Is(err, nfc.ErrUID) {
		t.Errorf("nonsense: %v, want ErrUID", err)
	}
}

func FuzzParseUID(f *testing.F) {
	f.Add("04:A1:b2 c3-d4E5F6")
	f.Fuzz(func(t *testing.T, s string) {
		u, err := nfc.ParseUID(s)
		if err != nil {
			return
		}
		if again, err := nfc.ParseUID(u.String()); err != nil || again != u {
			t.Errorf("%q became %v and then %v, %v", s, u, again, err)
		}
	})
}
