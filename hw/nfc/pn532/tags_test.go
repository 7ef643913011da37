package pn532_test

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"familiar/hw/nfc"
)

func TestTagsAreListedEveryPoll(t *testing.T) {
	tests := map[string][]string{
		"empty":               {},
		"four bytes":          {"DEADBEEF"},
		"seven bytes":         {"04A1B2C3D4E5F6"},
		"ten bytes":           {"04A1B2C3D4E5F6071829"},
		"two of four":         {"DEADBEEF", "DEADBEEE"},
		"two of ten":          {"04A1B2C3D4E5F6071829", "04A1B2C3D4E5F60718A9"},
		"one of each":         {"DEADBEEF", "04A1B2C3D4E5F6", "04A1B2C3D4E5F6071829"},
		"last bit of a level": {"00000000", "00000080"},
		"same first level":    {"04A1B2C3D4E5F6", "04A1B2C3D4E5F7", "04A1B2FFFFFFFF"},
		"seven and ten share": {"04A1B2C3D4E5F6", "04A1B2C3D4E5F6071829"},
		"cascade tag as data": {"04888888", "04888801020388", "88881122334455", "04A1B288D4E5F6071829"},
		"five":                {"00000000", "FFFFFFFF", "55555555", "AAAAAAAA", "04A1B2C3D4E5F6"},
		"eight":               {"00000000", "00000080", "00000040", "000000C0", "00000020", "000000A0", "04A1B2C3D4E5F6", "04A1B2C3D4E5F7"},
	}
	for name, uids := range tests {
		t.Run(name, func(t *testing.T) {
			onEach(t, func(t *testing.T, r *rig) {
				r.start()
				r.put(uids...)
				want := slices.Sorted(slices.Values(uids))
				for poll := range 4 {
					if diff := cmp.Diff(want, texts(r.poll()), cmpopts.EquateEmpty()); diff != "" {
						t.Errorf("poll %d (-want +got):\n%s", poll, diff)
					}
				}
				r.content()
			})
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
	for _, wire := range wires {
		t.Run(wire, func(t *testing.T) {
			rapid.Check(t, func(draw *rapid.T) {
				uids := drawUIDs(draw, 7)
				var seen [3][]nfc.UID
				var complaints []string
				synctest.Test(t, func(t *testing.T) {
					r := newRig(t, wire)
					r.start()
					for _, u := range uids {
						r.put(u.String())
					}
					for poll := range seen {
						seen[poll] = r.poll()
					}
					complaints = r.chip.Complaints()
				})
				want := texts(uids)
				for poll, uids := range seen {
					if got := texts(uids); !slices.Equal(got, want) {
						draw.Fatalf("poll %d: saw %v, want %v", poll, got, want)
					}
				}
				if len(complaints) > 0 {
					draw.Fatalf("the chip complains: %q", complaints)
				}
			})
		})
	}
}

func TestWeakTagIsListedBesideStrongOnes(t *testing.T) {
	onEach(t, func(t *testing.T, r *rig) {
		r.start()
		tags := r.put("DEADBEEF", "04A1B2C3D4E5F6", "04A1B2C3D4E5F7")
		tags[0].SetCoupling(10)
		tags[1].SetCoupling(100)
		for range 3 {
			if got := texts(r.poll()); !slices.Equal(got, []string{"04A1B2C3D4E5F6", "04A1B2C3D4E5F7", "DEADBEEF"}) {
				t.Errorf("saw %v", got)
			}
		}
	})
}

func TestTwoTagsOfOneUIDAreOne(t *testing.T) {
	onEach(t, func(t *testing.T, r *rig) {
		r.start()
		r.put("DEADBEEF", "DEADBEEF")
		for range 3 {
			if got := texts(r.poll()); !slices.Equal(got, []string{"DEADBEEF"}) {
				t.Errorf("saw %v", got)
			}
		}
	})
}

// TestTagsThatCannotBeHalted: some tags answer every search, and the poll ends
// nevertheless.
func TestTagsThatCannotBeHalted(t *testing.T) {
	onEach(t, func(t *testing.T, r *rig) {
		r.start()
		tag := newTag(t, "DEADBEEF")
		r.chip.Field().Jam(func(sent []byte) []byte {
			switch sent[0] {
			case 0x26:
				return []byte{0x04, 0x00}
			case 0x93:
				if len(sent) == 2 {
					return []byte{0xDE, 0xAD, 0xBE, 0xEF, 0x22}
				}
				return []byte{0x00, 0xFE, 0x51}
			}
			return nil
		})
		for range 3 {
			if got := r.poll(); len(got) != 1 || got[0] != tag.UID() {
				t.Errorf("saw %v", got)
			}
		}
	})
}

func TestTagLeavesAndReturns(t *testing.T) {
	onEach(t, func(t *testing.T, r *rig) {
		r.start()
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
	})
}

func TestTagsAppends(t *testing.T) {
	onEach(t, func(t *testing.T, r *rig) {
		r.start()
		r.put("DEADBEEF")
		dst, err := r.dev.Tags(context.Background(), r.poll())
		if err != nil {
			t.Fatal(err)
		}
		if got := texts(dst); !slices.Equal(got, []string{"DEADBEEF", "DEADBEEF"}) {
			t.Errorf("got %v, want what was there and what was seen", got)
		}
	})
}

// TestTornTag removes a tag after each byte of its read, alone and among
// others: its UID is read right or not at all, and the others are read.
func TestTornTag(t *testing.T) {
	tests := map[string][]string{
		"alone":           {},
		"beside another":  {"04A1B2C3D4E5F7"},
		"beside three":    {"DEADBEEF", "04A1B2C3D4E5F7", "04A1B2C3D4E5F6071828"},
		"beside its like": {"04A1B2C3D4E5F607182A", "04A1B2C3D4E5F607182B"},
	}
	for name, others := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := newRig(t, "SPI")
				r.start()
				r.put(others...)
				want := slices.Sorted(slices.Values(others))
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
						if !slices.Equal(texts(rest), want) {
							t.Fatalf("torn after %d bytes: saw %v, want %v and at most %v", k, got, want, torn)
						}
					}
					r.chip.Field().Take(torn)
				}
				if whole < 100 {
					t.Errorf("the tag was read whole only %d times: it was torn too early to try all of a read", whole)
				}
				r.content()
			})
		})
	}
}

// TestSlowestOscillator wakes a chip that takes the longest time that the
// manual allows (6.3.2.3).
func TestSlowestOscillator(t *testing.T) {
	onEach(t, func(t *testing.T, r *rig) {
		r.chip.SetOscillatorStart(2 * time.Millisecond)
		r.put("04A1B2C3D4E5F6")
		r.start()
		if got := texts(r.poll()); !slices.Equal(got, []string{"04A1B2C3D4E5F6"}) {
			t.Errorf("it reads %q", got)
		}
		r.content()
	})
}
