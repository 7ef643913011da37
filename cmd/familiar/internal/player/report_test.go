package player

import (
	"os"
	"os/exec"
	"regexp"
	"runtime/debug"
	"strings"
	"testing"
	"testing/synctest"

	"familiar/cmd/familiar/internal/rig"
	"familiar/engine"
	"familiar/engine/sacrilege"
)

// brokenState is a game that goes wrong from one of its moves on.
type brokenState struct {
	engine.State
	moves   int
	refuses bool // it forbids that move; otherwise it takes the move and forgets to make it
}

// brokenMove is the move with which a broken game goes wrong.
const brokenMove = 12

func (s *brokenState) Check(m engine.Move) engine.Violation {
	if s.refuses && s.moves >= brokenMove {
		return engine.Violation{Rule: "1"}
	}
	return s.State.Check(m)
}

func (s *brokenState) Play(m engine.Move) engine.Violation {
	if v := s.Check(m); !v.OK() {
		return v
	}
	if s.moves++; s.moves == brokenMove && !s.refuses {
		return engine.Violation{}
	}
	return s.State.Play(m)
}

func (s *brokenState) Clone() engine.State {
	clone := *s
	clone.State = s.State.Clone()
	return &clone
}

// broken returns a game that goes wrong.
func broken(game engine.Game, refuses bool) engine.Game {
	begin := game.New
	game.New = func(setup engine.Setup, pack []byte) (engine.State, error) {
		state, err := begin(setup, pack)
		return &brokenState{State: state, refuses: refuses}, err
	}
	return game
}

// brokenVariable is set in a process whose game is meant to fail.
const brokenVariable = "FAMILIAR_TEST_BROKEN"

// wantReport matches what is printed about a game that has failed: the seed, ten sentences, the command.
var wantReport = regexp.MustCompile(`This game of sacrilege has failed\. Its seed is (\d+), and its last 10 steps of \d+ were:
((?: +\d+\. (?:Ann|Ben|Cai|Somebody|Everybody|A watcher) .*\.\n){10}) +This repeats it:
\s+go test ((?:-race )?\./cmd/familiar/internal/player -run '\^TestFailureIsReported\$/\^(?:forgets|refuses)\$' -seed \d+)
`)

// TestFailureIsReported has the table play other rules than the engine: the player fails with the seed, the last ten steps as sentences,
// and a command that repeats the same steps.
func TestFailureIsReported(t *testing.T) {
	for _, name := range []string{"forgets", "refuses"} {
		t.Run(name, func(t *testing.T) {
			if os.Getenv(brokenVariable) != "" {
				playBroken(t, name == "refuses")
				return
			}
			t.Parallel()
			first := reportOf(t, name)
			if first[1] != "3" || !strings.HasSuffix(first[3], " -seed 3") {
				t.Errorf("the seed is reported as %s, and the command as %s", first[1], first[3])
			}
			if again := reportOf(t, name, "-seed", "3"); again[2] != first[2] {
				t.Errorf("the steps were\n%sand with the same seed they are\n%s", first[2], again[2])
			}
			if other := reportOf(t, name, "-seed", "4"); other[1] != "4" || other[2] == first[2] {
				t.Errorf("with another seed the report is\n%s", other[0])
			}
		})
	}
}

// playBroken plays a game at a table whose rules are broken.
func playBroken(t *testing.T, refuses bool) {
	state, game := t.TempDir(), sacrilege.Game()
	synctest.Test(t, func(t *testing.T) {
		r := rig.New(t, []engine.Game{broken(game, refuses)}, TableFor(t, game), state)
		defer r.Stop()
		p := New(r, game, NewStrategy(3), NewHistory(t, game, []string{"ann", "ben", "cai"}))
		p.Play(100)
	})
}

// reportOf runs a broken game in a process of its own, which must fail, and returns the report and its parts.
func reportOf(t *testing.T, name string, args ...string) []string {
	t.Helper()
	itself, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), itself, append([]string{"-test.run=^TestFailureIsReported$/^" + name + "$"}, args...)...)
	cmd.Env = append(os.Environ(), brokenVariable+"=yes")
	out, err := cmd.CombinedOutput()
	if err == nil {
		t.Fatalf("the game does not fail:\n%s", out)
	}
	report := wantReport.FindStringSubmatch(string(out))
	if report == nil {
		t.Fatalf("there is no such report in\n%s", out)
	}
	return report
}

// TestRepeat checks the command that repeats a game, with what the test was built with.
func TestRepeat(t *testing.T) {
	info := &debug.BuildInfo{Path: "familiar/cmd/familiar.test", Settings: []debug.BuildSetting{{Key: "-race", Value: "true"}, {Key: "-tags", Value: "pi"}}}
	const want = `go test -race -tags pi ./cmd/familiar -run '^TestWholeGames$/^oracle_with_1$' -seed 7`
	if got := repeat(info, "TestWholeGames/oracle_with_1", 7); got != want {
		t.Errorf("got\n%s\nand not\n%s", got, want)
	}
}
