package cli

import (
	"fmt"
	"io"
	"os"
	"strings"
	"unicode"
)

// Output is the writer to which a command prints. It keeps the first error: a command has failed if its answer is lost, for example on a full disk.
type Output struct {
	io.Writer
	Err error // the first one
}

// Write implements io.Writer.
func (o *Output) Write(data []byte) (int, error) {
	n, err := o.Writer.Write(data)
	if err != nil && o.Err == nil {
		o.Err = fmt.Errorf("the answer cannot be written: %w", err)
	}
	return n, err
}

// Printable returns a text without what steers a terminal: records, and the names of files, may come from anywhere.
func Printable(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' || unicode.IsGraphic(r) {
			return r
		}
		return unicode.ReplacementChar
	}, text)
}

// IsTerminal reports whether the output goes to a terminal.
func IsTerminal(out io.Writer) bool {
	if o, ok := out.(*Output); ok {
		out = o.Writer
	}
	f, ok := out.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
