package mfrc522_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"familiar/hw/nfc"
	"familiar/hw/virtual"
)

// texts returns UIDs as sorted text, for comparison.
func texts(uids []nfc.UID) []string {
	s := make([]string, len(uids))
	for i, u := range uids {
		s[i] = u.String()
	}
	slices.Sort(s)
	return s
}

func TestTagsAreListedEveryPoll(t *testing.T) {
	tests := map[string][]string{
		"empty":                    {},
		"four bytes":               {"DEADBEEF"},
		"seven bytes":              {"04A1B2C3D4E5F6"},
		"ten bytes":                {"04A1B2C3D4E5F6071829"},
		"two of four":              {"DEADBEEF", "DEADBEEE"},
		"one of each":              {"DEADBEEF", "04A1B2C3D4E5F6", "04A1B2C3D4E5F6071829"},
		"first bit differs":        {"00000000", "01000000"},
		"last bit of a level":      {"00000000", "00000080"},
		"last bit of the last":     {"04A1B2C3D4E5F6071829", "04A1B2C3D4E5F60718A9"},
		"same first level":         {"04A1B2C3D4E5F6", "04A1B2C3D4E5F7", "04A1B2FFFFFFFF"},
		"seven and ten share":      {"04A1B2C3D4E5F6", "04A1B2C3D4E5F6071829"},
		"cascade tag as data":      {"04888888", "04888801020388", "88881122334455", "04A1B288D4E5F6071829"},
		"all bits known":           {"00000000", "FFFFFFFF", "55555555", "AAAAAAAA"},
		"six that share 31 bits":   {"00000000", "00000080", "00000040", "000000C0", "00000020", "000000A0"},
		"six of ten, nearly alike": {"04A1B2C3D4E500000001", "04A1B2C3D4E500000002", "04A1B2C3D4E500000004", "04A1B2C3D4E580000001", "04A1B2C3D4E580000080", "04A1B2C3D4E5FFFFFFFF"},
	}
	for name, uids := range tests {
		t.Run(name, func(t *testing.T) {
			r := newRig(t)
			r.put(uids...)
			want := slices.Sorted(slices.Values(uids))
			for poll := range 4 {
				if diff := cmp.Diff(want, texts(r.poll()), cmpopts.EquateEmpty()); diff != "" {
					t.Errorf("poll %d (-want +got):\n%s", poll, diff)
				}
			}
		})
	}
}

// drawUIDs draws distinct UIDs that often share their first bytes.
func drawUIDs(t *rapid.T, most int) []nfc.UID {
	common := rapid.SliceOfN(rapid.SampledFrom([]byte{0x00, 0x01, 0x04, 0x80, 0x88, 0xFE, 0xFF}), 10, 10).Draw(t, "common")
	uid := rapid.Custom(func(t *rapid.T) nfc.UID {
		size := rapid.SampledFrom([]int{4, 7, 10}).Draw(t, "size")
		shared := rapid.IntRange(0, size).Draw(t, "shared")
		raw := append(slices.Clone(common[:shared]), rapid.SliceOfN(rapid.Byte(), size-shared, size-shared).Draw(t, "own")...)
		if size < 10 && raw[size-4] == 0x88 {
			raw[size-4] = 0x08 // 0x88 is forbidden there
		}
		u, err := nfc.NewUID(raw)
		if err != nil {
			t.Fatal(err)
		}
		return u
	})
	return rapid.SliceOfNDistinct(uid, 0, most, rapid.ID[nfc.UID]).Draw(t, "uids")
}

func TestAnyTagsAreListedEveryPoll(t *testing.T) {
	for name, chip := range map[string]struct {
		from   virtual.CollisionCount
		parity bool
	}{
		"from first bit":         {virtual.FromFirstBit, false},
		"from byte":              {virtual.FromByte, false},
		"from level":             {virtual.FromLevel, false},
		"parity after collision": {virtual.FromFirstBit, true},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t)
			r.chip.CountCollisions(chip.from)
			r.chip.CheckParityAfterCollision(chip.parity)
			r.poll()
			rapid.Check(t, func(t *rapid.T) {
				uids := drawUIDs(t, 6)
				r.chip.Field().Clear()
				for _, u := range uids {
					tag, err := virtual.NewTag(u)
					if err != nil {
						t.Fatal(err)
					}
					r.chip.Field().Put(tag)
				}
				want := texts(uids)
				for poll := range 3 {
					seen, err := r.dev.Tags(t.Context(), nil)
					if err != nil {
						t.Fatal(err)
					}
					if got := texts(seen); !slices.Equal(got, want) {
						t.Fatalf("poll %d: saw %v, want %v", poll, got, want)
					}
				}
			})
		})
	}
}

func TestWeakTagIsListedBesideStrongOne(t *testing.T) {
	r := newRig(t)
	tags := r.put("DEADBEEF", "04A1B2C3D4E5F6")
	tags[1].SetCoupling(10)
	for range 3 {
		if got := texts(r.poll()); !slices.Equal(got, []string{"04A1B2C3D4E5F6", "DEADBEEF"}) {
			t.Errorf("saw %v", got)
		}
	}
}

func TestTwoTagsOfOneUIDAreOne(t *testing.T) {
	r := newRig(t)
	r.put("DEADBEEF", "DEADBEEF")
	for range 3 {
		if got := texts(r.poll()); !slices.Equal(got, []string{"DEADBEEF"}) {
			t.Errorf("saw %v", got)
		}
	}
}

func TestTagLeavesAndReturns(t *testing.T) {
	r := newRig(t)
	tag := r.put("04A1B2C3D4E5F6")[0]
	for range 3 {
		if got := r.poll(); len(got) != 1 || got[0] != tag.UID() {
			t.Fatalf("saw %v, want %v", got, tag)
		}
		r.chip.Field().Take(tag)
		if got := r.poll(); len(got) != 0 {
			t.Fatalf("saw %v in an empty field", got)
		}
		r.chip.Field().Put(tag)
	}
}

func TestTagsAppends(t *testing.T) {
	r := newRig(t)
	r.put("DEADBEEF")
	dst := r.poll()
	dst, err := r.dev.Tags(t.Context(), dst)
	if err != nil {
		t.Fatal(err)
	}
	if got := texts(dst); !slices.Equal(got, []string{"DEADBEEF", "DEADBEEF"}) {
		t.Errorf("got %v, want what was there and what was seen", got)
	}
}

// TestTornTag removes a tag after each byte of its read, alone and among
// others: its UID is read right or not at all, and the others are read.
func TestTornTag(t *testing.T) {
	others := map[string][]string{
		"alone":         {},
		"beside others": {"DEADBEEF", "04A1B2C3D4E5F7"},
	}
	for name, others := range others {
		t.Run(name, func(t *testing.T) {
			r := newRig(t)
			r.put(others...)
			r.poll()
			whole := 0
			for k := range 250 {
				torn := newTag(t, "04A1B2C3D4E5F6071829")
				torn.TearAfter(k)
				r.chip.Field().Put(torn)
				for range 3 {
					got := r.poll()
					rest := slices.DeleteFunc(slices.Clone(got), func(u nfc.UID) bool { return u == torn.UID() })
					if len(rest) != len(got) {
						whole++
					}
					want := slices.Sorted(slices.Values(others))
					if !slices.Equal(texts(rest), want) {
						t.Fatalf("torn after %d bytes: saw %v, want %v and at most %v", k, got, want, torn)
					}
				}
				r.chip.Field().Take(torn)
			}
			if whole < 100 {
				t.Errorf("the tag was read whole only %d times: it was torn too early to try all of a read", whole)
			}
		})
	}
}
