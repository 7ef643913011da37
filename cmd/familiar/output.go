package main

import (
	"fmt"
	"io"
	"os"
)

// output is the writer to which a command prints. It keeps the first error: a command has failed if its answer is lost, for example on a full disk.
type output struct {
	io.Writer
	err error
}

// Write implements io.Writer.
func (o *output) Write(data []byte) (int, error) {
	n, err := o.Writer.Write(data)
	if err != nil && o.err == nil {
		o.err = fmt.Errorf("the answer cannot be written: %w", err)
	}
	return n, err
}

// isTerminal reports whether the output goes to a terminal.
func isTerminal(out io.Writer) bool {
	if o, ok := out.(*output); ok {
		out = o.Writer
	}
	f, ok := out.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
