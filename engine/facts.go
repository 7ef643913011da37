package engine

import (
	"strconv"
	"strings"
)

// FactWriter passes facts to a yield function one by one, until that function returns false: see State.Facts.
type FactWriter struct {
	yield func(path, value string) bool
	done  bool
}

// NewFactWriter returns a writer that passes facts to yield.
func NewFactWriter(yield func(path, value string) bool) FactWriter { return FactWriter{yield: yield} }

// Tell writes a fact.
func (t *FactWriter) Tell(path, value string) { t.done = t.done || !t.yield(path, value) }

// Number writes a fact that is a number.
func (t *FactWriter) Number(path string, n int) { t.Tell(path, strconv.Itoa(n)) }

// Bool writes a fact that is true or false.
func (t *FactWriter) Bool(path string, b bool) { t.Tell(path, strconv.FormatBool(b)) }

// Words writes a fact that is a list of words. An empty list is no fact.
func (t *FactWriter) Words(path string, words []string) {
	if len(words) > 0 {
		t.Tell(path, strings.Join(words, " "))
	}
}
