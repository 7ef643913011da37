package serialtest

import (
	"errors"
	"os"
	"testing"
	"testing/synctest"
	"time"
)

// TestReadEndsAtItsDeadline: a driver that waits for a chip that says nothing goes on at its deadline, and is told that this is why.
func TestReadEndsAtItsDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host, chip := New()
		began := time.Now()
		if err := host.SetDeadline(began.Add(time.Second)); err != nil {
			t.Fatal(err)
		}
		b := make([]byte, 8)
		if n, err := host.Read(b); n != 0 || !errors.Is(err, os.ErrDeadlineExceeded) || time.Since(began) != time.Second {
			t.Errorf("after %v %d bytes come, and the error %v", time.Since(began), n, err)
		}
		if _, err := chip.Write([]byte("ready")); err != nil {
			t.Fatal(err)
		}
		if n, err := host.Read(b); err != nil || string(b[:n]) != "ready" {
			t.Errorf("what comes late is %q, %v", b[:n], err)
		}
	})
}
