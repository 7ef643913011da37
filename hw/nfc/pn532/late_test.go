package pn532_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"familiar/hw/nfc/pn532"
	"familiar/hw/part/serialtest"
)

// TestLateLines delays the chip's answers, as an adapter and a busy machine do: none is lost, and nothing has to be sent twice.
func TestLateLines(t *testing.T) {
	const tag = "04A1B2C3D4E5F6"
	for name, open := range map[string]func(ctx context.Context, host *serialtest.End) (*pn532.Dev, error){
		"adapter": func(ctx context.Context, host *serialtest.End) (*pn532.Dev, error) {
			return pn532.OpenLine(ctx, serialtest.Adapter{End: host, Every: 16 * time.Millisecond})
		},
		"busy machine": func(ctx context.Context, host *serialtest.End) (*pn532.Dev, error) {
			return pn532.OpenLine(ctx, serialtest.Busy{End: host, Late: 60 * time.Millisecond})
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := newRig(t, "serial")
				r.open = func(ctx context.Context) (*pn532.Dev, error) {
					host, chip := serialtest.New()
					go r.chip.ServeSerial(chip)
					return open(ctx, host)
				}
				r.start()
				r.put(tag)
				for range 20 {
					if got := r.poll(); len(got) != 1 || got[0].String() != tag {
						t.Fatalf("it sees %v", got)
					}
					time.Sleep(7 * time.Millisecond) // so that the poll falls on any time of an adapter's period
				}
				if n := r.dev.Retries(); n > 0 {
					t.Errorf("%d times something was said again", n)
				}
			})
		})
	}
}

// TestLineWithOldAnswers opens a line that still holds a chip's answers to another program: none is taken for an answer to this one.
func TestLineWithOldAnswers(t *testing.T) {
	const tag = "04A1B2C3D4E5F6"
	for name, old := range map[string][]byte{
		"an acknowledgement": {0x00, 0x00, 0xFF, 0x00, 0xFF, 0x00},
		"a version":          {0x00, 0x00, 0xFF, 0x06, 0xFA, 0xD5, 0x03, 0x32, 0x01, 0x06, 0x07, 0xE8, 0x00},
		"an error":           {0x00, 0x00, 0xFF, 0x01, 0xFF, 0x7F, 0x81, 0x00},
		"half a frame":       {0x00, 0x00, 0xFF, 0x06, 0xFA, 0xD5},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := newRig(t, "serial")
				r.open = func(ctx context.Context) (*pn532.Dev, error) {
					host, chip := serialtest.New()
					if _, err := chip.Write(old); err != nil {
						return nil, err
					}
					go r.chip.ServeSerial(chip)
					return pn532.OpenLine(ctx, host)
				}
				r.start()
				r.put(tag)
				if got := texts(r.poll()); len(got) != 1 || got[0] != tag {
					t.Errorf("it sees %v", got)
				}
				if n := r.dev.Retries(); n > 0 {
					t.Errorf("%d times something was said again", n)
				}
			})
		})
	}
}
