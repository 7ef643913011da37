package engine

import (
	"strconv"
	"strings"
)

// FactWriter tells facts one after the other, until somebody has heard enough: see State.Facts.
type FactWriter struct {
	yield func(path, value string) bool
	done  bool
}

// NewFactWriter tells facts to yield.
func NewFactWriter(yield func(path, value string) bool) FactWriter { return FactWriter{yield: yield} }

// Tell tells a fact.
func (t *FactWriter) Tell(path, value string) { t.done = t.done || !t.yield(path, value) }

// Number tells a fact that is a number.
func (t *FactWriter) Number(path string, n int) { t.Tell(path, strconv.Itoa(n)) }

// Bool tells a fact that is true or false.
func (t *FactWriter) Bool(path string, b bool) { t.Tell(path, strconv.FormatBool(b)) }

// Words tells a fact that is a list of words. There is no such fact if there are none.
func (t *FactWriter) Words(path string, words []string) {
	if len(words) > 0 {
		t.Tell(path, strings.Join(words, " "))
	}
}
