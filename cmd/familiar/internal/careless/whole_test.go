//go:build careless

package careless

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"familiar/cmd/familiar/internal/people"
	"familiar/cmd/familiar/internal/rig"
	"familiar/companion/protocol"
	"familiar/engine"
	"familiar/hw"
)

// wholeTable is a whole daemon over emulated chips.
type wholeTable struct {
	*rig.Rig
	phones []*rig.Phone // of the seats, and then of somebody who watches
	state  string
	field  *field
	trace  trace
}

// sitAtWhole is a sit at a whole table.
func sitAtWhole(t *testing.T, game *people.Game, config *hw.Config, state string, rng *rand.Rand, trace trace) gameTable {
	t.Helper()
	w := &wholeTable{Rig: rig.New(t, []engine.Game{game.Rules}, config.Text(), state), state: state, trace: trace}
	w.field = newField(w, rng)
	watcher := w.Phone("127.0.0.1", "")
	watcher.Must(protocol.StartRequest{Game: game.Rules.ID, Seats: game.Seats})
	for i, seat := range game.Seats {
		p := w.Phone(fmt.Sprintf("192.0.2.%d", i+1), "")
		p.Must(protocol.SitRequest{Seat: seat})
		w.phones = append(w.phones, p)
	}
	w.phones = append(w.phones, watcher)
	return w
}

func (w *wholeTable) tags() map[string]int {
	copies := make(map[string]int)
	for word, uids := range w.Tags {
		copies[word] = len(uids)
	}
	return copies
}

func (w *wholeTable) leave() { w.Stop() }

func (w *wholeTable) phone(seat int) *rig.Phone {
	if seat == people.Watcher {
		return w.phones[len(w.phones)-1]
	}
	return w.phones[seat]
}

// Put implements people.Table.
func (w *wholeTable) Put(reader string, tag people.Tag) { w.field.put(reader, tag) }

// Take implements people.Table.
func (w *wholeTable) Take(reader string, tag people.Tag) { w.field.take(reader, tag) }

// arrive implements antenna.
func (w *wholeTable) arrive(reader string, tag people.Tag) {
	if w.trace != nil {
		w.trace("    seen on %s: %s", reader, tag.Word)
	}
	w.Rig.Put(reader, w.Tags[tag.Word][tag.Copy])
	w.Pass(w.DetectionTime(reader) + w.SettleTime(reader))
}

// leaving is the longest time until a reader has noticed that a tag is gone.
const leaving = 400 * time.Millisecond

// depart implements antenna.
func (w *wholeTable) depart(reader string, tag people.Tag) {
	if w.trace != nil {
		w.trace("    gone from %s: %s", reader, tag.Word)
	}
	w.Devices().Lift(w.Tags[tag.Word][tag.Copy])
	w.Pass(leaving)
}

// Press implements people.Table.
func (w *wholeTable) Press(button string) { w.Rig.Press(button, false) }

// Ask implements people.Table.
func (w *wholeTable) Ask(seat int, r protocol.Request) protocol.Answer { return w.phone(seat).Do(r) }

// See implements people.Table.
func (w *wholeTable) See(seat int) *protocol.Snapshot { return w.phone(seat).Snapshot() }

// Moves implements people.Table.
func (w *wholeTable) Moves() []string { return standing(w.T, w.state) }

// Wait implements people.Table.
func (w *wholeTable) Wait(d time.Duration) { w.field.pass(d, w.Pass) }

var whole = flag.Int("whole", 1, "how many games of each line TestWholeIsTheSame plays")

// TestWholeIsTheSame plays games at a whole table, over emulated chips, and at one without devices: people do and see the same, gesture by gesture. A game takes
// most of a minute.
func TestWholeIsTheSame(t *testing.T) {
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
				}, false)
				t.Logf("%+v", r.Score)
			}
			for n := range max(len(told[0]), len(told[1])) {
				without, with := at(told[0], n), at(told[1], n)
				if without != with {
					t.Fatalf("after\n%s\nthe table without devices has\n%s\nand the whole one\n%s", strings.Join(told[0][max(0, n-5):min(n, len(told[0]))], "\n"), without, with)
				}
			}
		})
	}
}

// at returns the n-th line of some, or that they are over.
func at(lines []string, n int) string {
	if n >= len(lines) {
		return "the end"
	}
	return lines[n]
}
