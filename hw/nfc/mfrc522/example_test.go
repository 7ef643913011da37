package mfrc522_test

import (
	"context"
	"fmt"
	"log"

	"periph.io/x/conn/v3/spi/spireg"

	"familiar/hw/nfc"
	"familiar/hw/nfc/mfrc522"
	"familiar/hw/virtual"
)

// On a Raspberry Pi host.Init of periph.io/x/host/v3 registers the ports; here
// it is an emulated chip with a card on it.
func Example() {
	chip := virtual.NewMFRC522("SPI0.0")
	if err := chip.Register(); err != nil {
		log.Fatal(err)
	}
	defer chip.Unregister()
	uid, err := nfc.ParseUID("04:A1:B2:C3:D4:E5:F6")
	if err != nil {
		log.Fatal(err)
	}
	card, err := virtual.NewTag(uid)
	if err != nil {
		log.Fatal(err)
	}
	chip.Field().Put(card)

	port, err := spireg.Open("SPI0.0")
	if err != nil {
		log.Fatal(err)
	}
	defer port.Close()
	reader, err := mfrc522.NewSPI(port, nil)
	if err != nil {
		log.Fatal(err)
	}
	defer reader.Halt()
	tags, err := reader.Tags(context.Background(), nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(reader, tags)
	// Output: mfrc522(SPI0.0) [04A1B2C3D4E5F6]
}
