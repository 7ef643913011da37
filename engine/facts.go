package engine

import (
	"strconv"
	"strings"
)

// Teller tells facts one after the other, until somebody has heard enough: see State.Facts.
type Teller struct {
	yield func(path, value string) bool
	done  bool
}

// NewTeller tells facts to yield.
func NewTeller(yield func(path, value string) bool) Teller { return Teller{yield: yield} }

// Tell tells a fact.
func (t *Teller) Tell(path, value string) { t.done = t.done || !t.yield(path, value) }

// Number tells a fact that is a number.
func (t *Teller) Number(path string, n int) { t.Tell(path, strconv.Itoa(n)) }

// Bool tells a fact that is true or false.
func (t *Teller) Bool(path string, b bool) { t.Tell(path, strconv.FormatBool(b)) }

// Words tells a fact that is a list of words. There is no such fact if there are none.
func (t *Teller) Words(path string, words []string) {
	if len(words) > 0 {
		t.Tell(path, strings.Join(words, " "))
	}
}
