package commands

import (
	"bytes"
	"strings"
	"testing"

	"rsc.io/qr"
)

// TestDrawCode reads a drawn code dot by dot.
func TestDrawCode(t *testing.T) {
	const text = "http://192.168.1.5/#join=QZ7KXM"
	want, err := qr.Encode(text, qr.L)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := drawCode(&out, text); err != nil {
		t.Fatal(err)
	}
	const edge = 4
	rows := 0
	for line := range strings.Lines(out.String()) {
		drawn, ok := strings.CutPrefix(strings.TrimSuffix(line, "\x1b[0m\n"), "\x1b[30;107m")
		if !ok {
			t.Fatalf("line %q", line)
		}
		for x, dots := range []rune(drawn) {
			for half, dark := range []bool{dots == '▀' || dots == '█', dots == '▄' || dots == '█'} {
				if y := rows + half; dark != want.Black(x-edge, y-edge) {
					t.Fatalf("dot %d, %d is %v", x, y, dark)
				}
			}
		}
		rows += 2
	}
	if rows < want.Size+2*edge {
		t.Errorf("%d rows of %d", rows, want.Size+2*edge)
	}
	if err := drawCode(&out, strings.Repeat("long", 3000)); err == nil {
		t.Error("a text too long for any code was drawn")
	}
}
