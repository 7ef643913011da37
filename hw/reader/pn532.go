package reader

import (
	"context"

	"familiar/hw/nfc"
	"familiar/hw/nfc/pn532"
	"familiar/hw/part"
)

// PN532 is the NXP PN532, by its name in a config.
const PN532 = "pn532"

func pn532Driver() Driver {
	return Driver{
		Chip: PN532, Market: "PN532",
		Module: part.Module{
			Power: []string{"VCC"}, Ground: "GND",
			Connections: []part.Connection{
				{Bus: part.SPI, Terminals: map[string]string{"MOSI": "MO", "MISO": "MI", "SCK": "SCK", "CS": "NSS"}, Note: "switches: 1 off, 2 on"},
				{Bus: part.I2C, Address: 0x24, Terminals: map[string]string{"SDA": "SDA", "SCL": "SCL"}, Note: "switches: 1 on, 2 off"},
				// Each side receives what the other one sends.
				{Bus: part.Serial, Terminals: map[string]string{"TXD": "RXD", "RXD": "TXD"}, Note: "switches: both off"},
			},
		},
		Open:     openPN532,
		Interval: pn532.Interval,
		Advice: []part.Advice{
			{Err: pn532.ErrReset, Text: part.CheckSupply},
		},
	}
}

func openPN532(ctx context.Context, opts Opts) (nfc.Reader, error) {
	dev, err := pn532.Open(ctx, opts.Bus)
	if err != nil {
		return nil, err
	}
	return dev, nil
}
