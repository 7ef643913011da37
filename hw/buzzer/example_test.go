package buzzer_test

import (
	"fmt"
	"time"

	"familiar/hw/buzzer"
	"familiar/hw/virtual"
)

// A fourth is played on a buzzer at an emulated pin. A Raspberry Pi makes the signal with OpenPWM.
func Example() {
	pin := virtual.NewPWMPin("GPIO18", 18)
	emulated := virtual.NewPassiveBuzzer(pin)
	player := buzzer.NewPlayer(func() (buzzer.Sounder, error) { return buzzer.Passive{Pin: pin}, nil })
	changed, stop := emulated.Watch()
	defer stop()

	player.Play(buzzer.Tune{{Hz: 880, For: 5 * time.Millisecond}, {Hz: 1175, For: 5 * time.Millisecond}})
	for len(emulated.Tones()) < 2 || emulated.Hz() != 0 {
		<-changed
	}
	player.Halt()
	for _, tone := range emulated.Tones() {
		fmt.Println(tone.Hz, "Hz")
	}
	// Output:
	// 880 Hz
	// 1175 Hz
}
