//go:build !linux

package pn532

import "errors"

func openLine(string) (line, error) {
	return nil, errors.New("readers on a serial line need Linux")
}
