package access

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// admitted is a phone that was let in by the code and is remembered, with the seat of Ann.
func admitted(t *testing.T, a *Access) (token string) {
	t.Helper()
	token, p, err := a.Admit(Visitor{Code: a.JoinCode(), Address: "192.0.2.1"}, noon)
	if err != nil {
		t.Fatal(err)
	}
	p.Seat, p.Game, p.Host = "ann", "game-1", true
	a.Remember(Hash(token), p, func(string) bool { return true })
	return token
}

// A phone follows its link once: it is the same phone with a new token, and its old token ends.
func TestLinkCarriesAPhoneOver(t *testing.T) {
	a := Open(t.TempDir())
	old := admitted(t, a)
	link := a.Link(Hash(old), noon)
	if a.LinkedPhone(link) != Hash(old) || a.LinkedPhone("another") != "" {
		t.Error("the link does not belong to its phone")
	}
	token, p, err := a.Admit(Visitor{Link: link, Token: "of an earlier visit"}, noon.Add(time.Minute))
	if err != nil || token == "" || token == old || p.Seat != "ann" || p.Game != "game-1" || !p.Host {
		t.Fatalf("it is let in as %+v: %v", p, err)
	}
	a.Remember(Hash(token), p, func(string) bool { return true })
	if _, _, err := a.Admit(Visitor{Token: old}, noon); !errors.Is(err, ErrJoin) {
		t.Errorf("the old token: %v", err)
	}
	if _, _, err := a.Admit(Visitor{Link: link}, noon.Add(time.Minute)); !errors.Is(err, ErrLink) {
		t.Errorf("the link once more: %v", err)
	}
	if hash, ok := a.Holder("game-1", "ann"); !ok || hash != Hash(token) {
		t.Error("the seat has not come along")
	}
}

// A link ends after two minutes, with the next one, with a restart, and when a host sends the phone away. The phone stays in meanwhile.
func TestLinkEnds(t *testing.T) {
	for name, end := range map[string]func(a *Access, hash string) (*Access, time.Time){
		"too late":     func(a *Access, _ string) (*Access, time.Time) { return a, noon.Add(2*time.Minute + 1) },
		"another link": func(a *Access, hash string) (*Access, time.Time) { a.Link(hash, noon); return a, noon },
		"another moment": func(a *Access, _ string) (*Access, time.Time) {
			a.Link("of another phone", noon.Add(time.Hour))
			return a, noon
		},
		"a restart":       func(a *Access, _ string) (*Access, time.Time) { return Open(filepath.Dir(a.writer.path)), noon },
		"it is sent away": func(a *Access, hash string) (*Access, time.Time) { a.Remove(hash); return a, noon },
	} {
		a := Open(t.TempDir())
		token := admitted(t, a)
		if err := a.Saving()(); err != nil {
			t.Fatal(err)
		}
		link := a.Link(Hash(token), noon)
		if data, err := os.ReadFile(a.writer.path); err != nil || strings.Contains(string(data), link) || strings.Contains(string(data), Hash(link)) {
			t.Errorf("%s: the link is on the disk, %v", name, err)
		}
		after, now := end(a, Hash(token))
		if _, _, err := after.Admit(Visitor{Link: link}, now); !errors.Is(err, ErrLink) {
			t.Errorf("%s: %v", name, err)
		}
		if _, _, err := after.Admit(Visitor{Token: token}, now); err != nil && name != "it is sent away" {
			t.Errorf("%s: the phone itself: %v", name, err)
		}
		for _, wrong := range []string{"WRONG", Hash(link)} {
			if _, _, err := after.Admit(Visitor{Link: wrong, Code: after.JoinCode()}, now); !errors.Is(err, ErrLink) {
				t.Errorf("%s: the link %s: %v", name, wrong, err)
			}
		}
	}
}
