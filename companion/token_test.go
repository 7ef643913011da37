package companion_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"familiar/companion"
	"familiar/companion/access"
	"familiar/companion/protocol"
)

// A token is good for as long as the table remembers the phone: days later, from another address, after a restart and with another join code. Its seat is
// there, and in the next game of the same players it is, too.
func TestTokensLast(t *testing.T) {
	atTable(t, nil, func(t *testing.T, h *testTable) {
		host := h.phone("")
		h.begin(host, "ann", "ben")
		ben := h.guest("192.0.2.7")
		h.must(ben, protocol.SitRequest{Seat: "ben"})
		ben.Leave()
		synctest.Wait()
		back := func() *companion.Phone {
			t.Helper()
			p, err := h.table.Join(t.Context(), access.Visitor{Token: ben.Token(), Address: "198.51.100.9"})
			if err != nil {
				t.Fatal(err)
			}
			return p
		}
		time.Sleep(30 * time.Hour)
		h.must(host, protocol.CodeRequest{})
		if p := back(); p.Snapshot().You.Seat != 1 {
			t.Errorf("after a day: seat %d", p.Snapshot().You.Seat)
		} else {
			p.Leave()
		}
		h.must(host, protocol.EndRequest{})
		h.stop() // between two games
		h.start()
		h.begin(h.phone(""), "ben", "cai")
		h.stop()
		time.Sleep(90 * 24 * time.Hour)
		h.start()
		defer h.stop()
		if p := back(); p.Snapshot().You.Seat != 0 {
			t.Errorf("after a season, in the next game: seat %d", p.Snapshot().You.Seat)
		}
	})
}

// A token is told to its own phone alone, and nothing that others see or that is written down is one.
func TestTokensAreSecret(t *testing.T) {
	atTable(t, nil, func(t *testing.T, h *testTable) {
		host := h.phone("")
		h.begin(host, "ann", "ben")
		ben, cai := h.guest("192.0.2.7"), h.guest("192.0.2.8")
		h.must(ben, protocol.SitRequest{Seat: "ben"})
		synctest.Wait()
		written := ""
		err := filepath.WalkDir(h.dir, func(path string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			data, err := os.ReadFile(path)
			written += string(data)
			return err
		})
		if err != nil || !strings.Contains(written, `"ben"`) {
			t.Fatalf("%v: what is written is\n%s", err, written)
		}
		for _, p := range []*companion.Phone{host, ben, cai} {
			seen := written + string(host.Snapshot().Bytes()) + string(ben.Snapshot().Bytes()) + string(cai.Snapshot().Bytes())
			if strings.Contains(strings.ToLower(seen), strings.ToLower(p.Token())) {
				t.Errorf("the token %s can be read", p.Token())
			}
		}
		// Nor does one that is nearly right let anybody in, or what is written down in its place.
		tries := []string{strings.ToLower(ben.Token()), ben.Token()[1:], ben.Token() + " ", ben.Token() + "\x00", cai.Token() + ben.Token()}
		tries = append(tries, strings.FieldsFunc(written, func(r rune) bool { return strings.ContainsRune("\"{}:,\n\t ", r) })...)
		for _, token := range tries {
			if _, err := h.table.Join(t.Context(), access.Visitor{Token: token, Address: "192.0.2.9"}); !errors.Is(err, access.ErrJoin) {
				t.Errorf("%q lets in: %v", token, err)
			}
		}
		// Another phone's own token is no way to a seat that is taken.
		h.mustRefuseWith(cai, protocol.SitRequest{Seat: "ben"}, "Another phone has the seat of Ben: it can give it back, or the host can take it while that phone is away.")
		h.mustRefuseWith(cai, protocol.MoveRequest{Seat: "ben", Verb: "draw"}, "You are watching: take a seat first.")
	})
}
