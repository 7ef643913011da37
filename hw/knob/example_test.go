package knob_test

import (
	"fmt"
	"log"

	"familiar/hw/knob"
	"familiar/hw/virtual"
)

// An encoder on two pins is turned, a click at a time, until that is noticed.
func Example() {
	a, b := virtual.NewPin("GPIO5", 5), virtual.NewPin("GPIO6", 6)
	encoder := virtual.NewEncoder(a, b, virtual.EncoderOpts{})
	k, err := knob.New(a, b, knob.Opts{})
	if err != nil {
		log.Fatal(err)
	}
	defer k.Halt()

	for len(k.Events()) == 0 {
		encoder.Turn(-1)
	}
	turn := <-k.Events()
	fmt.Println(k, "was turned by", turn.Steps)
	// Output: knob on GPIO5 and GPIO6 was turned by -1
}
