package virtual_test

import (
	"fmt"
	"image"
	"image/draw"
	"log"

	"periph.io/x/conn/v3/i2c/i2creg"
	"periph.io/x/devices/v3/ssd1306"
	"periph.io/x/devices/v3/ssd1306/image1bit"

	"familiar/hw/virtual"
)

// A driver that knows nothing of us, periph's, finds an OLED by the name of its bus and draws a square. The emulated
// glass shows it, and the emulated chip has found nothing wrong with what it was sent.
func Example() {
	wires := virtual.NewI2CBus("I2C1")
	oled, err := virtual.NewOLED(wires, 64)
	if err != nil {
		log.Fatal(err)
	}
	if err := wires.Register(); err != nil {
		log.Fatal(err)
	}
	defer wires.Unregister()

	bus, err := i2creg.Open("I2C1")
	if err != nil {
		log.Fatal(err)
	}
	defer bus.Close()
	dev, err := ssd1306.NewI2C(bus, &ssd1306.DefaultOpts)
	if err != nil {
		log.Fatal(err)
	}
	picture := image1bit.NewVerticalLSB(dev.Bounds())
	draw.Draw(picture, image.Rect(10, 10, 20, 20), &image.Uniform{C: image1bit.On}, image.Point{}, draw.Src)
	if err := dev.Draw(dev.Bounds(), picture, image.Point{}); err != nil {
		log.Fatal(err)
	}

	glass := oled.Image()
	fmt.Println("inside:", glass.GrayAt(15, 15).Y, "outside:", glass.GrayAt(25, 15).Y, "complaints:", len(oled.Complaints()))
	// Output: inside: 255 outside: 0 complaints: 0
}
