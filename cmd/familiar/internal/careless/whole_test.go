package careless

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"familiar/cmd/familiar/internal/rig"
)

var whole = flag.Int("whole", 0, "play so many games of each line at a whole table, too")

// TestWholeIsTheSame plays games at a whole table, over emulated chips, and at one without devices: people do and see the same, gesture by gesture.
func TestWholeIsTheSame(t *testing.T) {
	if *whole == 0 {
		t.Skip("a game takes most of a minute: make careless WHOLE=1 runs it")
	}
	for _, tk := range tasksOf(lines, *whole) {
		t.Run(tk.name(), func(t *testing.T) {
			if !rig.OwnProcess(t) {
				return
			}
			var told [2][]string
			for i, sitAt := range []sit{sitWithoutDevices, sitAtWhole} {
				r := tk.line.play(t, tk.game, tk.n, sitAt, func(format string, args ...any) {
					if line := fmt.Sprintf(format, args...); !strings.HasPrefix(line, "    ") {
						told[i] = append(told[i], line)
					}
				})
				t.Logf("%+v", r.Score)
			}
			for n := range min(len(told[0]), len(told[1])) {
				if told[0][n] != told[1][n] {
					t.Fatalf("after %d gestures the table without devices has\n%s\nand the whole one\n%s", n, strings.Join(told[0][max(0, n-5):n+1], "\n"),
						strings.Join(told[1][max(0, n-5):n+1], "\n"))
				}
			}
		})
	}
}
