package reader

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"periph.io/x/conn/v3/spi"

	"familiar/hw/nfc"
	"familiar/hw/nfc/mfrc522"
	"familiar/hw/part"
)

// MFRC522 is the NXP MFRC522, by its name in a config.
const MFRC522 = "mfrc522"

func mfrc522Driver() Driver {
	return Driver{
		Chip: MFRC522, Market: "RC522",
		Module: part.Module{
			Power: []string{"3.3V", "RST"}, Ground: "GND",
			Connections: []part.Connection{
				{Bus: part.SPI, Terminals: map[string]string{"MOSI": "MOSI", "MISO": "MISO", "SCK": "SCK", "CS": "SDA"}},
			},
		},
		Gains: slices.Sorted(maps.Keys(mfrc522Gains)),
		Open:  openMFRC522,
		Advice: []part.Advice{
			{Err: mfrc522.ErrReset, Text: part.CheckSupply},
			{Err: mfrc522.ErrOverheated, Text: "let it cool down"},
		},
	}
}

// mfrc522Gains maps dB to the gains of the chip.
var mfrc522Gains = map[int]mfrc522.Gain{
	18: mfrc522.Gain18dB, 23: mfrc522.Gain23dB, 33: mfrc522.Gain33dB,
	38: mfrc522.Gain38dB, 43: mfrc522.Gain43dB, 48: mfrc522.Gain48dB,
}

// openMFRC522 takes some milliseconds, and some fifty if the chip is stuck, so it ignores the context.
func openMFRC522(_ context.Context, opts Opts) (nfc.Reader, error) {
	gain, ok := mfrc522Gains[opts.Gain]
	if !ok {
		return nil, fmt.Errorf("%s: there is no gain of %d dB", opts.Bus, opts.Gain)
	}
	port, err := part.OpenSPI(opts.Bus)
	if err != nil {
		return nil, err
	}
	dev, err := mfrc522.NewSPI(port, &mfrc522.Opts{Gain: gain})
	if err != nil {
		return nil, errors.Join(err, port.Close())
	}
	return &portReader{dev, port}, nil
}

// portReader is an MFRC522 that owns its port.
type portReader struct {
	*mfrc522.Dev
	port spi.PortCloser
}

// Halt switches the field off and closes the port. Halting twice is allowed and does nothing.
func (r *portReader) Halt() error {
	if r.port == nil {
		return nil
	}
	port := r.port
	r.port = nil
	return errors.Join(r.Dev.Halt(), port.Close())
}
