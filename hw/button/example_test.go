package button_test

import (
	"fmt"
	"log"

	"periph.io/x/conn/v3/gpio"

	"familiar/hw/button"
	"familiar/hw/virtual"
)

// A button between a pin and ground is pressed. On a Raspberry Pi gpioreg.ByName("GPIO5") finds the pin.
func Example() {
	pin := virtual.NewPin("GPIO5", 5)
	b, err := button.New(pin, button.Opts{})
	if err != nil {
		log.Fatal(err)
	}
	defer b.Halt()

	pin.Set(gpio.Low) // the finger closes the contact
	press := <-b.Events()
	fmt.Println(b, "has seen a", press.Kind)
	// Output: button on GPIO5 has seen a press
}
