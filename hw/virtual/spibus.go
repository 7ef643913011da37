package virtual

// SPIBus is the wires that several ports share, such as SPI0.0 and SPI0.1:
// their transfers run one after the other in the order in which they are
// requested, as in the kernel. Only those of paced chips take time. A nil
// SPIBus is not shared.
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
