package lamp

import (
	"image"

	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
	"periph.io/x/devices/v3/nrzled"
)

const (
	// nrzledClock is the only clock that the driver takes.
	nrzledClock = 2500 * physic.KiloHertz
	// ws2812Clock is the clock that the port gets instead. The driver makes four bits of
	// one: 1000 for 0, 1110 for 1. With the driver's clock a 1 is high for 1.2 µs, and
	// the first WS2812B's datasheet wants 0.8 µs ± 0.15 µs; with this clock it is 0.91
	// µs, or 0.93 µs on a Raspberry Pi 5, whose divider makes 3.23 MHz of it. Below 3.16
	// MHz a 1 is high for too long, above 3.33 MHz it is low for too short.
	ws2812Clock = 3300 * physic.KiloHertz
	// maxWS2812 is the number of lamps whose frame fits into the 4096 bytes of one
	// spidev transfer: 12 bytes a lamp and 6 around them. In several transfers the frame
	// would break off between them.
	maxWS2812 = (4096 - 6) / 12
)

// openWS2812 returns a function that shows a frame on WS2812 lamps on a port. The driver
// has no brightness, so the function dims the colours.
func openWS2812(port spi.Port, o Opts) (show func(*image.NRGBA) error, err error) {
	dev, err := nrzled.NewSPI(fixedClock{port}, &nrzled.Opts{NumPixels: o.Lamps, Channels: 3, Freq: nrzledClock})
	if err != nil {
		return nil, err
	}
	dim, intensity := newFrame(o.Lamps, nil), int(o.intensity())
	return func(frame *image.NRGBA) error {
		for i, channel := range frame.Pix {
			dim.Pix[i] = uint8((int(channel)*intensity + 127) / 255)
		}
		return dev.Draw(dev.Bounds(), dim, image.Point{})
	}, nil
}

// fixedClock is a port that connects with ws2812Clock, whatever clock the driver asks for.
type fixedClock struct{ spi.Port }

func (c fixedClock) Connect(_ physic.Frequency, mode spi.Mode, bits int) (spi.Conn, error) {
	return c.Port.Connect(ws2812Clock, mode, bits)
}
