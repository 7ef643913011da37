//go:build pi

package main

import (
	"strings"
	"testing"
)

// foundOnSPI1 is the part of a config that the doctor finds, for a table with a third reader beside the e-paper on SPI0; addedOnSPI1 is the rest.
var foundOnSPI1 = strings.Replace(headerTables["two RC522 and a PN532"].found, "SPI0.1", "SPI1.0", 1)

const addedOnSPI1 = paperOnHeader + prayOnHeader + `
[buzzer]
kind = "passive"
pwm = "/sys/class/pwm/pwmchip0/pwm0"
`

// testSPI1 reads cards with a reader on SPI1, through spi-bcm2835aux, beside two others and e-paper, and plays a prayer's tune with the kernel's PWM.
func testSPI1(t *testing.T, i prepared) {
	i.onRaspberry(t, foundOnSPI1+addedOnSPI1, func(r *raspberry) {
		var s *sitting
		r.step("it boots, and a game begins", func() { s = r.sits(foundOnSPI1 + addedOnSPI1) })
		r.step("cards are read", func() {
			for _, reader := range []string{"altar-1", "altar-2", "altar-3"} {
				s.reads(reader, "imp")
			}
		})
		r.step("a prayer is heard", func() {
			s.worthSix()
			s.measuresPrayers(1)
		})
		s.table.Stop()
		r.step("the doctor looks for devices", func() { r.writesConfig(foundOnSPI1) })
	})
}
