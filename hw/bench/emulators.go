package bench

import (
	"fmt"
	"image"

	"familiar/hw"
	"familiar/hw/digits"
	"familiar/hw/panel"
	"familiar/hw/part"
	"familiar/hw/reader"
	"familiar/hw/virtual"
)

// This file is the only one that registers emulators: it names those of the chips of package reader and of the
// models of packages panel and digits.

// readerChips holds for each chip a function that makes its emulator on the bus of a name.
var readerChips = map[string]func(b *Bench, bus string) (Chip, error){
	reader.MFRC522: func(b *Bench, bus string) (Chip, error) {
		chip := virtual.NewMFRC522(bus)
		b.onSPI(bus, chip)
		return chip, nil
	},
	reader.PN532: func(b *Bench, bus string) (Chip, error) {
		switch {
		case part.SPI.Names(bus):
			chip := virtual.NewPN532OnSPI(bus)
			b.onSPI(bus, chip)
			return chip, nil
		case part.I2C.Names(bus):
			wires, err := b.i2cBus(bus)
			return virtual.NewPN532OnI2C(wires), err
		case part.Serial.Names(bus):
			path, err := b.serialPort(bus)
			return virtual.NewPN532OnSerial(path), err
		}
		return nil, fmt.Errorf("bus %q: a PN532 has no such wires", bus)
	},
}

// panels holds for each model a function that makes its emulator, of a size, on the wires of a config.
var panels = map[panel.Model]func(*Bench, *hw.Panel, image.Point) (virtual.Panel, error){
	panel.WaveshareV2: func(b *Bench, p *hw.Panel, _ image.Point) (virtual.Panel, error) {
		return b.ePaper(p, virtual.NewWaveshareV2)
	},
	panel.WaveshareV4: func(b *Bench, p *hw.Panel, _ image.Point) (virtual.Panel, error) {
		return b.ePaper(p, virtual.NewWaveshareV4)
	},
	panel.InkyPHAT: func(b *Bench, p *hw.Panel, _ image.Point) (virtual.Panel, error) {
		return b.ePaper(p, virtual.NewInkyPHAT)
	},
	panel.SSD1306: func(b *Bench, p *hw.Panel, size image.Point) (virtual.Panel, error) {
		wires, err := b.i2cBus(p.Bus)
		if err != nil {
			return nil, err
		}
		return virtual.NewOLED(wires, size.Y)
	},
	panel.SH1106: func(b *Bench, p *hw.Panel, _ image.Point) (virtual.Panel, error) {
		wires, err := b.i2cBus(p.Bus)
		if err != nil {
			return nil, err
		}
		return virtual.NewSH1106(wires)
	},
}

// displays holds for each model of digits a function that makes its emulator on two lines.
var displays = map[digits.Model]func(clock, data *virtual.Pin) Digits{
	digits.TM1637: func(clock, data *virtual.Pin) Digits { return virtual.NewTM1637(clock, data) },
}
