package durable

import (
	"errors"
	"io"
)

// ErrHeld says that somebody else holds a folder.
var ErrHeld = errors.New("another Familiar is using it")

// Hold takes a folder for this process, until what it returns is closed or the process ends. The error is ErrHeld if somebody has it.
func Hold(folder string) (io.Closer, error) { return hold(folder) }
