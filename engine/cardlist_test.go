package engine_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"familiar/engine"
)

// TestReadList checks that TOML errors and wrong types are reported before the wrong game.
func TestReadList(t *testing.T) {
	for list, says := range map[string]string{
		"game = \"x\"\ncopies = 3":         "",
		"copies = 3":                       `it is a card list of the game "", not of "x"`,
		"game = \"y\"\ncopies = 3":         `it is a card list of the game "y", not of "x"`,
		"game = \"y\"\ncopies = 3\n[[a":    "line 3: ",
		"game = \"y\"\ncopies = \"3\"":     `line 2 (last key "copies"): incompatible types`,
		"copies = 3\ngame = 1":             `line 2 (last key "game"): incompatible types`,
		"copies = 3\n\n[game]\nid = \"x\"": `(last key "game"): incompatible types`,
	} {
		var file struct {
			Copies int `toml:"copies"`
		}
		err := engine.ReadList([]byte(list), "x", &file)
		if (err == nil) != (says == "") || err != nil && !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v, not %q", list, err, says)
		}
		if err == nil && file.Copies != 3 {
			t.Errorf("%d copies are read", file.Copies)
		}
	}
}

func TestTableLines(t *testing.T) {
	file := "game = \"x\"\r\n\n[[kind]]\nname = \"a\"\n[[kinds]]\n  [[ kind ]] # second\n# [[kind]]\n[kind]\n[[kind]]"
	if got := engine.TableLines([]byte(file), "kind"); !slices.Equal(got, []int{3, 6, 9}) {
		t.Errorf("lines %v", got)
	}
}

// TestAmount: a number of a card list that is absent is told from one that is nought, and one that no box can hold is refused.
func TestAmount(t *testing.T) {
	for list, want := range map[string]struct {
		amount engine.Amount
		says   string
	}{
		"":                     {engine.Amount{}, ""},
		"copies = 0":           {engine.Amount{Given: true}, ""},
		"copies = -6":          {engine.Amount{N: -6, Given: true}, ""},
		"copies = 2147483647":  {engine.Amount{N: 1<<31 - 1, Given: true}, ""},
		"copies = -2147483648": {engine.Amount{N: -1 << 31, Given: true}, ""},
		"copies = 2147483648":  {engine.Amount{}, "2147483648 is far more than a box holds"},
		"copies = -2147483649": {engine.Amount{}, "-2147483649 is far more than a box holds"},
		"copies = 1.5":         {engine.Amount{}, "1.5 is not a whole number"},
		"copies = \"a\\n\"":    {engine.Amount{}, `a\n is not a whole number`},
	} {
		var file struct {
			Copies engine.Amount `toml:"copies"`
		}
		err := engine.ReadList([]byte("game = \"x\"\n"+list), "x", &file)
		if (err == nil) != (want.says == "") || err != nil && !strings.Contains(err.Error(), want.says) || file.Copies != want.amount {
			t.Errorf("%s is %+v, %v", list, file.Copies, err)
		}
	}
}

func TestAmountWithin(t *testing.T) {
	for _, c := range []struct {
		amount engine.Amount
		says   string
	}{
		{engine.Amount{}, "copies is missing"},
		{engine.Amount{N: 1, Given: true}, "copies: 1 is not between 2 and 4"},
		{engine.Amount{N: 2, Given: true}, ""},
		{engine.Amount{N: 4, Given: true}, ""},
		{engine.Amount{N: 5, Given: true}, "copies: 5 is not between 2 and 4"},
	} {
		if err := c.amount.Within("copies", 2, 4); (err == nil) != (c.says == "") || err != nil && err.Error() != c.says {
			t.Errorf("%+v: %v, not %q", c.amount, err, c.says)
		}
	}
}

// TestListErrorPlace: the message names as much of the place as is known, and the cause can still be found in the error.
func TestListErrorPlace(t *testing.T) {
	cause := errors.New("no value")
	list := []byte("game = \"x\"\n[[kind]]\nname = \"a\"\n\n[[kind]]\nname = \"b\"\n")
	for want, err := range map[string]error{
		`line 5: kind 2 ("b\""): no value`: engine.RowsOf(list, "kind", 2).Error(1, `b"`, cause),
		`kind 2 ("b"): no value`:           engine.RowsOf(list, "kind", 3).Error(1, "b", cause),
		"line 3: no value":                 &engine.ListError{Line: 3, Err: cause},
		"no value":                         &engine.ListError{Err: cause},
	} {
		if err.Error() != want {
			t.Errorf("the error is %q, not %q", err, want)
		}
		if !errors.Is(err, cause) {
			t.Errorf("the error %q has lost its cause", err)
		}
	}
}

// TestSortKinds: kinds of the same name keep their order.
func TestSortKinds(t *testing.T) {
	kinds := []string{"monk 1", "imp 1", "nun 1", "imp 2"}
	order := engine.SortKinds(kinds, func(k string) string { return strings.Fields(k)[0] })
	if !slices.Equal(kinds, []string{"imp 1", "imp 2", "monk 1", "nun 1"}) || !slices.Equal(order, []int{2, 0, 3, 1}) {
		t.Errorf("the kinds are %q, in the order %v", kinds, order)
	}
}

func TestCheckKind(t *testing.T) {
	for name, says := range map[string]string{
		"imp": "", "bell-2": "", "-": "",
		"": "it has no name", "Imp": "its name is not made of lower case letters", "12": "or of digits alone",
	} {
		if err := engine.CheckKind(name); (err == nil) != (says == "") || err != nil && !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v, not %q", name, err, says)
		}
	}
}

func TestTitleOf(t *testing.T) {
	for word, want := range map[string]string{"imp": "Imp", "bell-ringer": "Bell Ringer", "-3-imps-": "3 Imps"} {
		if got := engine.TitleOf(word); got != want {
			t.Errorf("%q is called %q, not %q", word, got, want)
		}
	}
}
