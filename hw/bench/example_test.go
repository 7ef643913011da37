package bench_test

import (
	"context"
	"fmt"
	"log"
	"time"

	"familiar/hw"
	"familiar/hw/bench"
	"familiar/hw/nfc"
)

// A table with one reader is put on the bench, and opened as on a Raspberry Pi. A hand lays a tag on it.
func Example() {
	config, err := hw.ParseConfig([]byte("[[reader]]\nname = \"altar\"\nbus = \"SPI0.0\"\n"))
	if err != nil {
		log.Fatal(err)
	}
	b, err := bench.New(config)
	if err != nil {
		log.Fatal(err)
	}
	defer b.Close()
	uid, err := nfc.ParseUID("04:A1:B2:C3:D4:E5:F6")
	if err != nil {
		log.Fatal(err)
	}
	if err := b.Lay(uid, "altar"); err != nil {
		log.Fatal(err)
	}

	ctx, stop := context.WithCancel(context.Background())
	devices := hw.Open(config, b.System(), hw.Listener{
		Tag: func(e nfc.Event) {
			fmt.Println("on", e.Reader, "lies", e.Tag)
			stop()
		},
		Press:  func(string, bool, time.Time) {},
		Turn:   func(string, int, time.Time) {},
		Push:   func(string, bool, time.Time) {},
		Health: func(hw.Health) {},
	})
	if err := devices.Run(ctx); err != nil {
		log.Fatal(err)
	}
	// Output: on altar lies 04A1B2C3D4E5F6
}
