package cli

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
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

// TestIsTerminal: a program may colour and draw on a terminal alone, also behind an Output. A file that is closed is none.
func TestIsTerminal(t *testing.T) {
	file, err := os.Create(filepath.Join(t.TempDir(), "file"))
	if err != nil {
		t.Fatal(err)
	}
	device, err := os.Open("/dev/null") // as a terminal, a character device
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		out  io.Writer
		want bool
	}{{device, true}, {&Output{Writer: device}, true}, {file, false}, {&Output{Writer: file}, false}, {io.Discard, false}} {
		if got := IsTerminal(test.out); got != test.want {
			t.Errorf("%T is taken for a terminal: %t", test.out, got)
		}
	}
	for _, f := range []*os.File{file, device} {
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		if IsTerminal(f) {
			t.Errorf("%s is taken for a terminal when it is closed", f.Name())
		}
	}
}

// TestOpenFile reads a file by its name, and leaves the standard input alone.
func TestOpenFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(name, []byte("written"), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := Env{Stdin: strings.NewReader("typed")}.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if text, err := io.ReadAll(f); err != nil || string(text) != "written" {
		t.Errorf("%q, %v", text, err)
	}
}
