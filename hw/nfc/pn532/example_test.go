package pn532_test

import (
	"context"
	"fmt"
	"log"

	"familiar/hw/nfc"
	"familiar/hw/nfc/pn532"
	"familiar/hw/virtual"
)

// On a Raspberry Pi host.Init of periph.io/x/host/v3 registers the buses; here
// it is an emulated chip with a card on it.
func Example() {
	bus := virtual.NewI2CBus("I2C1")
	if err := bus.Register(); err != nil {
		log.Fatal(err)
	}
	defer bus.Unregister()
	chip := virtual.NewPN532OnI2C(bus)
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

	reader, err := pn532.Open(context.Background(), "I2C1")
	if err != nil {
		log.Fatal(err)
	}
	defer reader.Halt()
	tags, err := reader.Tags(context.Background(), nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(reader, tags)
	// Output: pn532(I2C1) [04A1B2C3D4E5F6]
}
