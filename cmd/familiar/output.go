package main

import (
	"fmt"
	"io"
	"os"
)

// output is where a command writes what it says. It keeps the first error: a command whose answer is lost, because the disk is full, has failed.
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

// isTerminal reports whether somebody looks at what is written.
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
