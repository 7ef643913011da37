package rig

import (
	"bytes"
	"strings"

	"familiar/engine"
	"familiar/engine/record"
)

// JournalHistory reads the new part of the present journal, which must be valid. It returns the journal's history.
func (r *Rig) JournalHistory(games []engine.Game) *engine.History {
	r.Helper()
	name, data, err := r.Journal()
	if err != nil {
		r.Fatal(err)
	}
	if r.journal == nil {
		r.beginJournal(name, data, games)
	} else {
		for text := range strings.Lines(string(data[r.read:])) {
			l, err := record.ParseLine(strings.TrimSuffix(text, "\n"))
			if err != nil {
				r.Fatal(err)
			}
			r.stepJournal(l)
		}
	}
	r.read = len(data)
	return r.journal.History
}

// beginJournal starts to read a new journal.
func (r *Rig) beginJournal(name string, data []byte, games []engine.Game) {
	r.Helper()
	rec, err := record.Parse(name, bytes.NewReader(data))
	if err != nil {
		r.Fatal(err)
	}
	var failure *record.Failure
	if r.journal, failure = record.Begin(rec, games, func(g engine.Game, _ string) ([]byte, error) { return g.House, nil }); failure != nil {
		r.Fatal(failure)
	}
	for _, l := range rec.Lines {
		r.stepJournal(l)
	}
}

func (r *Rig) stepJournal(l record.Line) {
	r.Helper()
	if failure := r.journal.Step(l); failure != nil {
		r.Fatal(failure)
	}
}
