package reader_test

import (
	"context"
	"fmt"
	"log"

	"familiar/hw/nfc"
	"familiar/hw/reader"
	"familiar/hw/virtual"
)

// A config says that a reader is a "pn532" on "I2C1". All else is known of the chip: which wires it needs there, and how
// it is opened. Here it is an emulated one with a card on it.
func Example() {
	driver, err := reader.Find("pn532")
	if err != nil {
		log.Fatal(err)
	}
	module, _ := driver.On("I2C1")
	fmt.Println("SDA goes to", module.Terminals["SDA"], "and SCL to", module.Terminals["SCL"], "with the", module.Note)

	bus := virtual.NewI2CBus("I2C1")
	chip := virtual.NewPN532OnI2C(bus)
	if err := bus.Register(); err != nil {
		log.Fatal(err)
	}
	defer bus.Unregister()
	if err := chip.Register(); err != nil {
		log.Fatal(err)
	}
	uid, err := nfc.ParseUID("04:A1:B2:C3:D4:E5:F6")
	if err != nil {
		log.Fatal(err)
	}
	card, err := virtual.NewTag(uid)
	if err != nil {
		log.Fatal(err)
	}
	chip.Field().Put(card)

	r, err := driver.Open(context.Background(), reader.Opts{Bus: "I2C1"})
	if err != nil {
		log.Fatal(err)
	}
	defer r.Halt()
	tags, err := r.Tags(context.Background(), nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(tags)
	// Output:
	// SDA goes to SDA and SCL to SCL with the switches: 1 on, 2 off
	// [04A1B2C3D4E5F6]
}
