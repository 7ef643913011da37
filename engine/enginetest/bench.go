package enginetest

import (
	"io/fs"
	"math/rand/v2"
	"path"
	"testing"

	"familiar/engine"
	"familiar/engine/record"
)

// Speed is what the measurements have to be told of a game.
type Speed struct {
	// Records holds the engine's own records, *.table, and the packs that they name.
	Records fs.FS
	// Restart makes a state that of another one, in the room that it has already.
	Restart func(s, first engine.State)
	// Count counts the legal moves. It lists them of the engine's own type: through engine.State each listing costs memory.
	Count func(engine.State) int
	// Append adds the legal moves to a list, in the same way.
	Append func([]engine.Move, engine.State) []engine.Move
}

// mostPlayed is the most moves of a random game that is measured.
const mostPlayed = 300

// Benchmark measures an engine over its own records and in random games, a benchmark each.
func Benchmark(b *testing.B, g engine.Game, speed Speed) {
	games := recorded(b, g, speed.Records)
	b.Run("Replay", func(b *testing.B) { benchReplay(b, games) })
	b.Run("Check", func(b *testing.B) { benchCheck(b, games) })
	b.Run("Play", func(b *testing.B) { benchPlay(b, games, speed) })
	b.Run("Legal", func(b *testing.B) { benchLegal(b, games, speed) })
	b.Run("Playouts", func(b *testing.B) { benchPlayouts(b, g, speed) })
	b.Run("Clone", func(b *testing.B) { benchEach(b, games, func(s engine.State) { s.Clone() }) })
	b.Run("View", func(b *testing.B) { benchEach(b, games, func(s engine.State) { s.View(0) }) })
}

// played is a recorded game: the state before each move, and the moves.
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
	table, failure := record.Begin(r, []engine.Game{g}, record.FindPacks(read, "."))
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

// runs yields the stretches of moves between corrections: an `amend` comes once in an evening, and may take its time.
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

// benchReplay plays all records again: the time is that of one move.
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

// benchCheck judges every recorded move in its state, corrections excepted.
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

// stretch is a run of recorded moves with a state to play them on.
type stretch struct {
	from, on engine.State
	moves    []engine.Move
}

// benchPlay plays every recorded move, Check included, corrections excepted. The states are set back outside the measured time.
func benchPlay(b *testing.B, games []played, speed Speed) {
	b.ReportAllocs()
	var all []stretch
	for _, g := range games {
		for from, to := range g.runs {
			s := stretch{g.states[from], g.states[from].Clone(), g.moves[from:to]}
			for _, m := range s.moves { // once, so that the room for all that grows is there
				s.on.Play(m)
			}
			all = append(all, s)
		}
	}
	n := 0
	for b.Loop() {
		b.StopTimer()
		for _, s := range all {
			speed.Restart(s.on, s.from)
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
func benchLegal(b *testing.B, games []played, speed Speed) {
	b.ReportAllocs()
	listed := 0
	for b.Loop() {
		for _, g := range games {
			for _, s := range g.states {
				listed += speed.Count(s)
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(listed), "ns/listed")
}

// benchPlayouts plays random games of three, the list of moves before each one included.
func benchPlayouts(b *testing.B, g engine.Game, speed Speed) {
	first, err := g.New(engine.Setup{Game: g.ID, Pack: engine.HousePack, Seats: players[:3]}, g.House)
	if err != nil {
		b.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	s := first.Clone()
	b.ReportAllocs()
	moves := 0
	var legal []engine.Move
	for b.Loop() {
		speed.Restart(s, first)
		for range mostPlayed {
			if legal = speed.Append(legal[:0], s); len(legal) == 0 {
				break
			}
			s.Play(legal[rng.IntN(len(legal))])
			moves++
		}
	}
	b.ReportMetric(float64(moves)/b.Elapsed().Seconds(), "moves/s")
}

// benchEach does something with a state in the middle of each recorded game.
func benchEach(b *testing.B, games []played, do func(engine.State)) {
	b.ReportAllocs()
	for b.Loop() {
		for _, g := range games {
			do(g.states[len(g.states)/2])
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(games)), "ns/state")
}
