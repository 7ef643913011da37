package virtual

// SPIBus is the wires that several ports share, as SPI0.0 and SPI0.1 do: their
// transfers take turns, in the order in which they are asked for, as the kernel
// lets them. Only those of paced chips take time. A nil SPIBus is shared with
// nobody.
type SPIBus struct {
	// A channel, because a goroutine that waits for a mutex keeps the time of a
	// bubble from passing.
	turn chan struct{}
}

// NewSPIBus makes the wires of a bus.
func NewSPIBus() *SPIBus { return &SPIBus{turn: make(chan struct{}, 1)} }

func (b *SPIBus) lock() {
	if b != nil {
		b.turn <- struct{}{}
	}
}

func (b *SPIBus) unlock() {
	if b != nil {
		<-b.turn
	}
}
