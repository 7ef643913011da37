//go:build !linux

package virtual

import "errors"

var errNoTerminal = errors.New("an emulated serial line needs Linux")

// serialLine is a terminal with a chip at its master side.
type serialLine struct {
	chip serialChip
	path string
}

func (l *serialLine) connect() error    { return errNoTerminal }
func (l *serialLine) disconnect() error { return errNoTerminal }
