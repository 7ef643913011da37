package cli

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
)

// failing is a writer that fails with the next of its errors.
type failing struct{ errs []error }

func (f *failing) Write(data []byte) (int, error) {
	err := f.errs[0]
	f.errs = f.errs[1:]
	return len(data), err
}

// TestOutputKeepsTheFirstError: what is written later may succeed, and the answer is lost nevertheless.
func TestOutputKeepsTheFirstError(t *testing.T) {
	full, gone := errors.New("full"), errors.New("gone")
	o := &Output{Writer: &failing{[]error{nil, full, gone, nil}}}
	for i, want := range []error{nil, full, full, full} {
		io.WriteString(o, "answer")
		if !errors.Is(o.Err, want) || (want == nil) != (o.Err == nil) {
			t.Errorf("after %d answers the error is %v, not %v", i+1, o.Err, want)
		}
	}
	if IsTerminal(&Output{Writer: new(bytes.Buffer)}) {
		t.Error("a buffer is taken for a terminal")
	}
}

// TestOpenDash reads the standard input, and else a file.
func TestOpenDash(t *testing.T) {
	e := Env{Stdin: strings.NewReader("typed")}
	f, err := e.Open(Dash)
	if err != nil {
		t.Fatal(err)
	}
	if text, err := io.ReadAll(f); err != nil || string(text) != "typed" {
		t.Errorf("%q, %v", text, err)
	}
	if _, err := e.Open("no-such-file"); err == nil {
		t.Error("a file that is not there is opened")
	}
}
