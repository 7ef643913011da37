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

// Text writes a fact.
func (w *FactWriter) Text(path, value string) { w.done = w.done || !w.yield(path, value) }

// Number writes a fact that is a number.
func (w *FactWriter) Number(path string, n int) { w.Text(path, strconv.Itoa(n)) }

// Bool writes a fact that is true or false.
func (w *FactWriter) Bool(path string, b bool) { w.Text(path, strconv.FormatBool(b)) }

// Words writes a fact that is a list of words. An empty list is no fact.
func (w *FactWriter) Words(path string, words []string) {
	if len(words) > 0 {
		w.Text(path, strings.Join(words, " "))
	}
}
