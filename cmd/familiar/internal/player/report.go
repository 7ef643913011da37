package player

import (
	"familiar/cmd/familiar/internal/rig"
	"familiar/engine"
	"fmt"
	"runtime/debug"
	"strings"
)

// ReportFailure logs at the end of a game that has failed what is needed to understand and to repeat it: the seed, the last steps and the
// command.
func ReportFailure(r *rig.Rig, game engine.Game, s *Strategy) {
	r.Cleanup(func() {
		if r.Failed() {
			r.Log(report(r, game, s))
		}
	})
}

func report(r *rig.Rig, game engine.Game, s *Strategy) string {
	const steps = 10
	var text strings.Builder
	before, last := r.LastSteps(steps)
	fmt.Fprintf(&text, "This game of %s has failed. Its seed is %d, and its last %d steps of %d were:\n", game.ID, s.seed, len(last), before+len(last))
	for i, sentence := range last {
		fmt.Fprintf(&text, "%5d. %s\n", before+i+1, sentence)
	}
	info, _ := debug.ReadBuildInfo()
	fmt.Fprintf(&text, "This repeats it:\n\t%s", repeat(info, r.Name(), s.seed))
	return text.String()
}

// repeat returns the command that runs a test of this program again, with a seed.
func repeat(info *debug.BuildInfo, test string, seed uint64) string {
	command, folder := "go test", "."
	if info != nil {
		for _, s := range info.Settings {
			switch {
			case s.Key == "-race" && s.Value == "true":
				command += " -race"
			case s.Key == "-tags" && s.Value != "":
				command += " -tags " + s.Value
			}
		}
		_, path, _ := strings.Cut(strings.TrimSuffix(info.Path, ".test"), "/")
		folder = "./" + path
	}
	return fmt.Sprintf("%s %s -run '^%s$' -seed %d", command, folder, strings.ReplaceAll(test, "/", "$/^"), seed)
}
