package enginetest

import (
	"io/fs"
	"math/rand/v2"
	"path"
	"testing"

	"familiar/engine"
	"familiar/engine/record"
)

// maxPlayed is the most moves in a measured random game.
const maxPlayed = 300

// Benchmark measures an engine with states of type S on its own records, *.table, and in random games, one benchmark each. Functions that the loops
// call for each move are created outside the loops: creating them inside would cost memory.
func Benchmark[S engine.State](b *testing.B, g engine.Game, fsys fs.FS) {
	games := recorded(b, g, fsys)
	b.Run("Replay", func(b *testing.B) { benchReplay(b, games) })
	b.Run("Check", func(b *testing.B) { benchCheck(b, games) })
	b.Run("Play", func(b *testing.B) { benchPlay(b, games) })
	b.Run("Legal", func(b *testing.B) { benchLegal[S](b, games) })
	b.Run("Playouts", func(b *testing.B) { benchPlayouts[S](b, g) })
	b.Run("Clone", func(b *testing.B) { benchEach(b, games, func(s engine.State) { s.Clone() }) })
	b.Run("CopyTo", func(b *testing.B) {
		other := games[0].first.Clone()
		benchEach(b, games, func(s engine.State) { s.CopyTo(other) })
	})
	b.Run("View", func(b *testing.B) { benchEach(b, games, func(s engine.State) { s.View(0) }) })
}

// played is a recorded game: its first state, its moves, and the state before each of them.
type played struct {
	first  engine.State
	states []engine.State
	moves  []engine.Move
}

func recorded(b *testing.B, g engine.Game, fsys fs.FS) []played {
	b.Helper()
	files, err := fs.Glob(fsys, "*.table")
	if err != nil {
		b.Fatal(err)
	}
	var all []played
	for _, file := range files {
		r, err := readRecord(fsys, file)
		if err != nil {
			b.Fatal(err)
		}
		all = append(all, replayed(b, g, fsys, r))
	}
	return all
}

func replayed(b *testing.B, g engine.Game, fsys fs.FS, r *record.Record) played {
	b.Helper()
	read := func(file string) ([]byte, error) { return fs.ReadFile(fsys, path.Clean(file)) }
	playback, failure := record.Begin(r, []engine.Game{g}, record.FindPacks(read, "."))
	if failure != nil {
		b.Fatal(failure)
	}
	for _, l := range r.Lines {
		if failure := playback.Step(l); failure != nil {
			b.Fatal(failure)
		}
	}
	p := played{first: playback.History.At(0), moves: playback.History.Moves()}
	for i := range p.moves {
		p.states = append(p.states, playback.History.At(i))
	}
	return p
}

// runs yields the ranges of moves without an `amend`: it comes once in an evening, so its speed does not matter.
func (p *played) runs(yield func(from, to int) bool) {
	amend := p.first.Catalog().Name("amend")
	from := 0
	for i := range len(p.moves) + 1 {
		if i < len(p.moves) && p.moves[i].Verb != amend {
			continue
		}
		if i > from && !yield(from, i) {
			return
		}
		from = i + 1
	}
}

// benchReplay replays all records: the result is the time of one move.
func benchReplay(b *testing.B, games []played) {
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

// benchCheck checks every recorded move in its state, except `amend`.
func benchCheck(b *testing.B, games []played) {
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		for _, g := range games {
			for from, to := range g.runs {
				for i, m := range g.moves[from:to] {
					if v := g.states[from+i].Check(m); !v.OK() {
						b.Fatal(v)
					}
				}
				n += to - from
			}
		}
	}
	perMove(b, n)
}

// moveRange is a range of recorded moves with a state to play them on.
type moveRange struct {
	from, on engine.State
	moves    []engine.Move
}

// benchPlay plays every recorded move, including its Check, except `amend`. The states are reset outside the measured time.
func benchPlay(b *testing.B, games []played) {
	b.ReportAllocs()
	var all []moveRange
	for _, g := range games {
		for from, to := range g.runs {
			s := moveRange{g.states[from], g.states[from].Clone(), g.moves[from:to]}
			for _, m := range s.moves { // once, so that all slices have grown before the measurement
				s.on.Play(m)
			}
			all = append(all, s)
		}
	}
	n := 0
	for b.Loop() {
		b.StopTimer()
		for _, s := range all {
			s.from.CopyTo(s.on)
		}
		b.StartTimer()
		for _, s := range all {
			for _, m := range s.moves {
				s.on.Play(m)
			}
			n += len(s.moves)
		}
	}
	perMove(b, n)
}

func perMove(b *testing.B, moves int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(moves), "ns/move")
}

// benchLegal lists the legal moves of every recorded state.
func benchLegal[S engine.State](b *testing.B, games []played) {
	b.ReportAllocs()
	listed := 0
	count := func(engine.Move) bool { listed++; return true }
	for b.Loop() {
		for _, g := range games {
			for _, s := range g.states {
				s.(S).Moves(count)
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(listed), "ns/listed")
}

// benchPlayouts plays random games of three, including the list of moves before each move.
func benchPlayouts[S engine.State](b *testing.B, g engine.Game) {
	first, err := g.New(engine.Setup{Game: g.ID, Pack: engine.HousePack, Seats: players[:3]}, g.House)
	if err != nil {
		b.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	s := first.Clone().(S)
	b.ReportAllocs()
	moves := 0
	var legal []engine.Move
	add := func(m engine.Move) bool { legal = append(legal, m); return true }
	for b.Loop() {
		first.CopyTo(s)
		for range maxPlayed {
			legal = legal[:0]
			if s.Moves(add); len(legal) == 0 {
				break
			}
			s.Play(legal[rng.IntN(len(legal))])
			moves++
		}
	}
	b.ReportMetric(float64(moves)/b.Elapsed().Seconds(), "moves/s")
}

// benchEach calls do with a state from the middle of each recorded game.
func benchEach(b *testing.B, games []played, do func(engine.State)) {
	b.ReportAllocs()
	for b.Loop() {
		for _, g := range games {
			do(g.states[len(g.states)/2])
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(games)), "ns/state")
}
