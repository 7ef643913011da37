package lamp_test

import (
	"fmt"
	"image/color"
	"log"

	"familiar/hw/lamp"
	"familiar/hw/virtual"
)

// Of three lamps the one in the middle is lit. On a Raspberry Pi they hang on a port, lamp.Port("SPI0.1"); here they are
// emulated.
func Example() {
	emulated := virtual.NewAPA102("SPI0.1", 3)
	lamps, err := lamp.New(lamp.Opts{Model: lamp.APA102, Open: emulated.Open, Lamps: 3, Brightness: 100})
	if err != nil {
		log.Fatal(err)
	}
	defer lamps.Halt()
	changed, stop := emulated.Watch()
	defer stop()

	violet := color.NRGBA{R: 0x90, B: 0xFF, A: 0xFF}
	lamps.Show([]color.NRGBA{{}, violet, {}})
	for emulated.Colors()[1] != violet {
		<-changed
	}
	for i, c := range emulated.Colors() {
		fmt.Println("lamp", i, "red", c.R, "green", c.G, "blue", c.B)
	}
	// Output:
	// lamp 0 red 0 green 0 blue 0
	// lamp 1 red 144 green 0 blue 255
	// lamp 2 red 0 green 0 blue 0
}
