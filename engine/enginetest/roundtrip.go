package enginetest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/google/go-cmp/cmp"

	"familiar/engine"
	"familiar/engine/record"
)

// checkRoundTrip checks that a game written as a record, with facts and lists of moves in between, passes and leads to the same state.
func checkRoundTrip(t *trace) error {
	rng := t.rng()
	var b strings.Builder
	b.WriteString(record.FormatHeader(t.deal.setup))
	var last engine.State
	for s, m := range t.states() {
		b.WriteString(randomClaim(rng, s))
		if m.Verb == engine.None {
			last = s
			break
		}
		b.WriteString(record.FormatMove(s.Catalog(), m, "a comment") + "\n")
	}
	r, err := record.Parse("game.table", strings.NewReader(b.String()))
	if err != nil {
		return fmt.Errorf("the record of the game cannot be read: %w", err)
	}
	playback, failure := record.Begin(r, []engine.Game{t.deal.game}, nil)
	if failure != nil {
		return failure
	}
	for _, l := range r.Lines {
		if f := playback.Step(l); f != nil {
			return fmt.Errorf("the record of the game fails: %w", f)
		}
	}
	if err := same("the record leads to another state", last, playback.History.State()); err != nil {
		return err
	}
	var printed strings.Builder
	if err := record.Print(&printed, r); err != nil {
		return err
	}
	again, err := record.Parse("game.table", strings.NewReader(printed.String()))
	if err != nil {
		return err
	}
	if diff := cmp.Diff(r, again); diff != "" {
		return fmt.Errorf("the printed record parses to another one (-before +after):\n%s", diff)
	}
	return nil
}

// randomClaim returns a line that must be true: a fact, or the legal moves of a seat.
func randomClaim(rng *rand.Rand, s engine.State) string {
	c := s.Catalog()
	if rng.IntN(2) == 0 {
		all := textLines(s)
		all = slices.DeleteFunc(all, func(l string) bool { return !strings.HasPrefix(l, "= ") })
		return all[rng.IntN(len(all))] + "\n"
	}
	verbs := make(map[engine.Seat][][]string)
	for m := range s.Moves {
		word := []string{c.Word(m.Verb)}
		if !slices.ContainsFunc(verbs[m.Seat], func(w []string) bool { return w[0] == word[0] }) {
			verbs[m.Seat] = append(verbs[m.Seat], word)
		}
	}
	seat := viewers(c)[rng.IntN(c.Seats()+1)]
	return record.Line{Kind: record.Verbs, Seat: c.SeatWord(seat), Set: verbs[seat]}.String() + "\n"
}

// lines tries mistyped lines in games with the small card list: none may panic, and refused lines must change nothing.
func (s *suite) lines() error {
	rng := rand.New(rand.NewPCG(1, 2))
	d := s.deals[0]
	d.pack = s.cfg.Small
	first, err := d.begin()
	if err != nil {
		return err
	}
	g := s.game
	g.Rules = nil // otherwise each refusal would parse the page again
	words := append(first.Catalog().Words(), "?", "0", "1", "9", "10000", "-1", "undo", "table", "nobody", "ann.hand", "é", "A", "|", "=", ":", "!", "#")
	for range 200 {
		p := newPlayback(g, first)
		for range 60 {
			line := randomLine(rng, words)
			before, kept := digest(p.History.State()), lazyText(p.History.State().Clone())
			if tryLine(p, line) != nil {
				if err := unchanged("the refused line "+line+" changes the game", before, kept, p.History.State()); err != nil {
					return err
				}
			}
			if m, ok := Pick(rng, p.History.State()); ok && rng.IntN(3) == 0 {
				if failure := tryLine(p, first.Catalog().Format(m)); failure != nil {
					return failure
				}
			}
		}
	}
	return nil
}

func randomLine(rng *rand.Rand, words []string) string {
	word := func() string { return words[rng.IntN(len(words))] }
	line := []string{"ann: ", "ben: ", "table: ", "! ann: ", "!x.y table: ", "? ann = ", "? ben: ", "= ", word() + ": "}[rng.IntN(9)]
	for range rng.IntN(7) {
		line += word() + " "
	}
	return line
}

func newPlayback(g engine.Game, first engine.State) *record.Playback {
	return &record.Playback{Game: g, History: engine.NewHistory(first.Clone())}
}

// tryLine carries out a line, and returns why it fails. It returns nil if the line does not fail, or is no line of a record.
func tryLine(p *record.Playback, text string) *record.Failure {
	l, err := record.ParseLine(text)
	if err != nil {
		return nil
	}
	return p.Step(l)
}
