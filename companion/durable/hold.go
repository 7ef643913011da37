package durable

import (
	"errors"
	"io"
)

// ErrHeld means that another process holds the folder.
var ErrHeld = errors.New("another Familiar is using it")

// Hold locks a folder for this process, until the returned Closer is closed or the process ends. The error is ErrHeld if another process holds it.
func Hold(folder string) (io.Closer, error) { return hold(folder) }
