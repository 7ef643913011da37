package enginetest

import (
	"math/rand/v2"
	"testing"

	"familiar/engine"
	"familiar/engine/record"
)

// benchLength is the most moves of the games that are measured.
const benchLength = 300

// game is a random game for measurements: its states and the moves that follow them.
type game struct {
	first  engine.State
	states []engine.State
	moves  []engine.Move
}

func newGame(b *testing.B, g engine.Game, setup engine.Setup) game {
	b.Helper()
	first, err := g.New(setup, g.House)
	if err != nil {
		b.Fatal(err)
	}
	played := game{first: first}
	rng := rand.New(rand.NewPCG(1, 1))
	for s := first.Clone(); len(played.moves) < benchLength; s = s.Clone() {
		m, ok := Pick(rng, s)
		if !ok {
			break
		}
		played.states = append(played.states, s.Clone())
		played.moves = append(played.moves, m)
		s.Play(m)
	}
	if len(played.moves) == 0 {
		b.Fatal("the game has no move")
	}
	return played
}

// BenchmarkLegal measures the list of legal moves: moves/s are those listed.
func BenchmarkLegal(b *testing.B, g engine.Game, setup engine.Setup) {
	played := newGame(b, g, setup)
	listed, i := 0, 0
	for b.Loop() {
		for range played.states[i%len(played.states)].Moves {
			listed++
		}
		i++
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(listed), "ns/listed")
	b.ReportMetric(float64(listed)/float64(i), "listed/op")
}

// BenchmarkCheck measures the verdict on a legal move.
func BenchmarkCheck(b *testing.B, g engine.Game, setup engine.Setup) {
	played := newGame(b, g, setup)
	i := 0
	for b.Loop() {
		n := i % len(played.moves)
		if v := played.states[n].Check(played.moves[n]); !v.OK() {
			b.Fatal(v)
		}
		i++
	}
	perSecond(b, i)
}

// BenchmarkPlay measures a game played move by move.
func BenchmarkPlay(b *testing.B, g engine.Game, setup engine.Setup) {
	played := newGame(b, g, setup)
	moves := 0
	for b.Loop() {
		s := played.first.Clone()
		for _, m := range played.moves {
			s.Play(m)
		}
		moves += len(played.moves)
	}
	perSecond(b, moves)
}

// BenchmarkClone measures a deep copy in the middle of a game.
func BenchmarkClone(b *testing.B, g engine.Game, setup engine.Setup) {
	played := newGame(b, g, setup)
	s := played.states[len(played.states)/2]
	b.ReportAllocs()
	for b.Loop() {
		s.Clone()
	}
}

// BenchmarkPlayouts measures random games, the choice of the moves included.
func BenchmarkPlayouts(b *testing.B, g engine.Game, setup engine.Setup) {
	played := newGame(b, g, setup)
	rng := rand.New(rand.NewPCG(1, 1))
	moves := 0
	for b.Loop() {
		moves += Playout(rng, played.first.Clone(), benchLength)
	}
	perSecond(b, moves)
}

// BenchmarkReplay measures the replay of a record, its setup included.
func BenchmarkReplay(b *testing.B, g engine.Game, setup engine.Setup) {
	played := newGame(b, g, setup)
	r := record.New("game.table", setup)
	c := played.first.Catalog()
	for _, m := range played.moves {
		l, err := record.ParseLine(record.FormatMove(c, m, ""))
		if err != nil {
			b.Fatal(err)
		}
		r.Add(l)
	}
	moves := 0
	for b.Loop() {
		result := record.Replay(r, []engine.Game{g}, nil)
		if !result.Passed() {
			b.Fatal(result.Failure)
		}
		moves += result.Moves
	}
	perSecond(b, moves)
}

func perSecond(b *testing.B, moves int) {
	b.ReportMetric(float64(moves)/b.Elapsed().Seconds(), "moves/s")
}
