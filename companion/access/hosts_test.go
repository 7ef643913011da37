package access

import "testing"

// Whoever begins a game becomes its host. If no other phone is host of all games, that phone becomes host of all games. The browser on the machine itself does not count.
func TestWhoBeginsAGame(t *testing.T) {
	for name, test := range map[string]struct {
		other  Phone
		hostOf string
	}{
		"nobody is host":                   {Phone{}, ""},
		"another phone is host":            {Phone{Host: true}, "friday"},
		"another is host of one game":      {Phone{Host: true, HostOf: "monday"}, ""},
		"the machine's own browser is one": {Phone{Host: true, Local: true}, ""},
	} {
		a := Open(t.TempDir())
		a.Remember("other", test.other, func(string) bool { return true })
		p := &Phone{}
		a.MakeHostOf(p, "friday")
		if !p.Host || p.HostOf != test.hostOf {
			t.Errorf("%s: it is host (%t) of %q, not of %q", name, p.Host, p.HostOf, test.hostOf)
		}
	}
}
