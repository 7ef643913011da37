package companion_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"familiar/companion"
	"familiar/companion/access"
	"familiar/companion/journal"
	"familiar/companion/protocol"
	"familiar/engine"
	"familiar/engine/record"
	"familiar/engine/sacrilege"
)

// tableOf is a table at which a game has just begun, with a phone for each seat and one more.
func tableOf(b *testing.B, opt companion.Options, game string, seats ...string) (*companion.Table, []*companion.Phone) {
	b.Helper()
	table, err := companion.New(opt)
	if err != nil {
		b.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() { ended <- table.Run(ctx) }()
	b.Cleanup(func() {
		cancel()
		<-ended
	})
	var phones []*companion.Phone
	for range len(seats) + 1 {
		p, err := table.Join(ctx, access.Visitor{Local: true})
		if err != nil {
			b.Fatal(err)
		}
		phones = append(phones, p)
	}
	mustDo(b, phones[len(seats)], protocol.StartRequest{Game: game, Seats: seats})
	for i, seat := range seats {
		mustDo(b, phones[i], protocol.SitRequest{Seat: seat})
	}
	return table, phones
}

func mustDo(b *testing.B, p *companion.Phone, r protocol.Request) {
	b.Helper()
	if a := p.Do(b.Context(), r); !a.OK {
		b.Fatalf("%+v: %+v", r, a)
	}
}

// table6 is a table of six in the middle of a game, with a phone for each seat and one more.
func table6(b *testing.B) (*companion.Table, []*companion.Phone) {
	b.Helper()
	seats := []string{"ann", "ben", "cai", "dan", "eve", "fay"}
	table, phones := tableOf(b, companion.Options{
		Games: []engine.Game{sacrilege.Game()}, State: b.TempDir(), Buttons: []companion.Button{{Name: "x", Press: "knight"}},
	}, "sacrilege", seats...)
	mustDo(b, phones[6], tableMove("reveal", "king"))
	for round := range 3 {
		for i, seat := range seats {
			if round == 0 {
				mustDo(b, phones[i], move("draw"))
			}
			card := sacrilegeCards[round*len(seats)+i]
			mustDo(b, phones[i], tableMove("amend", card, "deck", seat+".altar"))
			mustDo(b, phones[i], move("end"))
		}
	}
	return table, phones
}

// BenchmarkSnapshot measures what a change at a table of six costs when all six and a watcher look on: scene, snapshots and
// their JSON.
func BenchmarkSnapshot(b *testing.B) {
	table, phones := table6(b)
	b.ReportAllocs()
	size := 0
	for b.Loop() {
		table.ShowAgain()
		for _, p := range phones {
			size = max(size, len(p.Snapshot().Bytes()))
		}
	}
	b.ReportMetric(float64(size), "B/snapshot")
}

// BenchmarkMisfit measures a card that fits nothing: the rule is looked for, and what may have been forgotten.
func BenchmarkMisfit(b *testing.B) {
	table, _ := table6(b)
	b.ReportAllocs()
	for b.Loop() {
		table.PressNow("x")
	}
}

// BenchmarkResume measures how long a table takes to go on with a game whose journal has many lines. Either all their moves stand, or each was taken back.
func BenchmarkResume(b *testing.B) {
	stand := record.Step{At: time.Now()}
	for range 25 {
		stand.Moves = append(stand.Moves, "table: amend ? deck ann.hand", "table: amend ? ann.hand deck")
	}
	undone := stand
	undone.Moves = slices.Concat(stand.Moves, stand.Moves)
	undo := record.Step{Undo: len(undone.Moves), At: stand.At}
	for name, steps := range map[string][]record.Step{"standing": {stand, stand, stand, stand}, "undone": {undone, undo}} {
		for _, lines := range []int{10_000, 100_000} {
			b.Run(fmt.Sprintf("%s/lines=%d", name, lines), func(b *testing.B) {
				opt := companion.Options{Games: []engine.Game{sacrilege.Game()}, State: b.TempDir()}
				j, err := journal.Create(opt.State, engine.Setup{Game: "sacrilege", Seats: []string{"ann", "ben"}}, time.Now(), nil)
				if err != nil {
					b.Fatal(err)
				}
				for range lines / 200 {
					for _, s := range steps {
						if err := j.Append(s); err != nil {
							b.Fatal(err)
						}
					}
				}
				if err := j.Close(); err != nil {
					b.Fatal(err)
				}
				over, cancel := context.WithCancel(b.Context())
				cancel()
				b.ReportAllocs()
				for b.Loop() {
					table, err := companion.New(opt)
					if err != nil {
						b.Fatal(err)
					}
					if err := table.Run(over); err != nil {
						b.Fatal(err)
					}
				}
				if all, err := os.ReadDir(filepath.Join(opt.State, journal.Folder)); err != nil || len(all) != 1 {
					b.Errorf("a part of the journal was set aside: %v, %v", all, err)
				}
			})
		}
	}
}

var sacrilegeCards = []string{
	"imp", "monk", "knight", "miller", "acolyte", "friar", "fence", "squire", "choirboy", "smuggler", "bell-ringer", "hermit",
	"seraph", "gravedigger", "nun", "healer", "bishop", "abbot",
}
