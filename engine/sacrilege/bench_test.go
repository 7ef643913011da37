package sacrilege_test

import (
	"io/fs"
	"math/rand/v2"
	"path"
	"testing"

	"familiar/engine"
	"familiar/engine/enginetest"
	"familiar/engine/record"
	"familiar/engine/sacrilege"
)

// played is a recorded game: the state before each move, and the moves.
type played struct {
	first  engine.State
	states []engine.State
	moves  []engine.Move
}

// recorded replays all records of the package that use the house list.
func recorded(b *testing.B) []played {
	b.Helper()
	files, err := fs.Glob(records(b), "*.table")
	if err != nil {
		b.Fatal(err)
	}
	var all []played
	for _, file := range files {
		f, err := records(b).Open(file)
		if err != nil {
			b.Fatal(err)
		}
		r, err := record.Parse(file, f)
		f.Close()
		if err != nil {
			b.Fatal(err)
		}
		all = append(all, replayed(b, r))
	}
	return all
}

func replayed(b *testing.B, r *record.Record) played {
	read := func(file string) ([]byte, error) { return fs.ReadFile(records(b), path.Clean(file)) }
	table, failure := record.Begin(r, []engine.Game{sacrilege.Game()}, record.FindPacks(read, "."))
	if failure != nil {
		b.Fatal(failure)
	}
	for _, l := range r.Lines {
		if failure := table.Step(l); failure != nil {
			b.Fatal(failure)
		}
	}
	p := played{first: table.History.At(0), moves: table.History.Moves()}
	for i := range p.moves {
		p.states = append(p.states, table.History.At(i))
	}
	return p
}

// BenchmarkReplay plays all records again: the time is that of one move.
func BenchmarkReplay(b *testing.B) {
	games := recorded(b)
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		for _, g := range games {
			s := g.first.Clone()
			for _, m := range g.moves {
				s.Play(m)
			}
			n += len(g.moves)
		}
	}
	perMove(b, n)
}

// BenchmarkCheck judges every recorded move in its state.
func BenchmarkCheck(b *testing.B) {
	games := recorded(b)
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		for _, g := range games {
			for i, m := range g.moves {
				if v := g.states[i].Check(m); !v.OK() {
					b.Fatal(v)
				}
			}
			n += len(g.moves)
		}
	}
	perMove(b, n)
}

// BenchmarkPlay plays every recorded move, Check included. Each game is begun anew outside the measured time.
func BenchmarkPlay(b *testing.B) {
	games := recorded(b)
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		for _, g := range games {
			b.StopTimer()
			s := g.first.Clone()
			for _, m := range g.moves { // once, so that the room for agenda, events and pools is there
				s.Play(m)
			}
			s.(*sacrilege.State).Restart(g.first)
			b.StartTimer()
			for _, m := range g.moves {
				s.Play(m)
			}
			n += len(g.moves)
		}
	}
	perMove(b, n)
}

func perMove(b *testing.B, moves int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(moves), "ns/move")
}

// BenchmarkLegal lists the legal moves of every recorded state.
func BenchmarkLegal(b *testing.B) {
	games := recorded(b)
	b.ReportAllocs()
	listed := 0
	for b.Loop() {
		for _, g := range games {
			for _, s := range g.states {
				for range s.(*sacrilege.State).Moves {
					listed++
				}
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(listed), "ns/listed")
}

// BenchmarkPlayouts plays random games of three, the list of moves before each one included.
func BenchmarkPlayouts(b *testing.B) {
	first := begin(b, setup("ann", "ben", "cai"))
	rng := rand.New(rand.NewPCG(1, 2))
	s := first.Clone().(*sacrilege.State)
	b.ReportAllocs()
	moves := 0
	var room []engine.Move
	for b.Loop() {
		s.Restart(first)
		for range 300 {
			legal := room[:0]
			for m := range s.Moves {
				legal = append(legal, m)
			}
			if room = legal; len(legal) == 0 {
				break
			}
			s.Play(legal[rng.IntN(len(legal))])
			moves++
		}
	}
	b.ReportMetric(float64(moves)/b.Elapsed().Seconds(), "moves/s")
}

func BenchmarkClone(b *testing.B) {
	enginetest.BenchmarkClone(b, sacrilege.Game(), setup("ann", "ben", "cai"))
}

// BenchmarkView makes the view of a seat in the middle of a recorded game.
func BenchmarkView(b *testing.B) {
	games := recorded(b)
	s := games[0].states[len(games[0].states)/2]
	b.ReportAllocs()
	for b.Loop() {
		s.View(0)
	}
}

func begin(t testing.TB, s engine.Setup) engine.State {
	t.Helper()
	g := sacrilege.Game()
	state, err := g.New(s, g.House)
	if err != nil {
		t.Fatal(err)
	}
	return state
}
