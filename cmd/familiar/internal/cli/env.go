// Package cli holds what the commands of the program share: what they are given, and how they answer.
package cli

import (
	"context"
	"errors"
	"io"
	"os"

	"familiar/cmd/familiar/internal/install"
	"familiar/engine"
)

// Env holds what every command is given.
type Env struct {
	Ctx            context.Context
	Games          []engine.Game
	Installed      install.Service
	Version        string // of a release; "" of other builds
	Stdin          io.Reader
	Stdout, Stderr io.Writer
}

// Dash is the name of a file that stands for the standard input or output.
const Dash = "-"

// Open opens a file, or the standard input for a Dash.
func (e Env) Open(name string) (io.ReadCloser, error) {
	if name == Dash {
		return io.NopCloser(e.Stdin), nil
	}
	return os.Open(name)
}

// ErrReported is the error of a command that has already printed why it failed.
var ErrReported = errors.New("failed")
