package panel_test

import (
	"fmt"
	"image"
	"image/draw"
	"log"

	"familiar/hw/panel"
	"familiar/hw/virtual"
)

// A square is shown on an OLED, whose black pixels give light. On a Raspberry Pi its wires are found by
// panel.Names{I2C: "I2C1"}.Open; here they lead to an emulated one.
func Example() {
	bus := virtual.NewI2CBus("I2C1")
	oled, err := virtual.NewOLED(bus, 64)
	if err != nil {
		log.Fatal(err)
	}
	p, err := panel.New(panel.Opts{Model: panel.SSD1306, Open: func() (panel.Wires, error) {
		port, err := bus.Open()
		return panel.Wires{I2C: port}, err
	}})
	if err != nil {
		log.Fatal(err)
	}
	defer p.Halt()
	changed, stop := oled.Watch()
	defer stop()

	picture := image.NewGray(image.Rectangle{Max: p.Size()})
	draw.Draw(picture, picture.Rect, image.White, image.Point{}, draw.Src)
	draw.Draw(picture, image.Rect(10, 10, 20, 20), image.Black, image.Point{}, draw.Src)
	p.Show(picture)
	for lit(oled) != 10*10 {
		<-changed
	}
	fmt.Println(p, "with", lit(oled), "lit pixels")
	// Output: ssd1306, 128×64 with 100 lit pixels
}

// lit counts the pixels of a glass that give light.
func lit(p virtual.Panel) (n int) {
	for _, pixel := range p.Image().Pix {
		if pixel == 0xFF {
			n++
		}
	}
	return n
}
