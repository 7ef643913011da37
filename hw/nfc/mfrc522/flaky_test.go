package mfrc522_test

import (
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"

	"familiar/hw/nfc/mfrc522"
)

// flakyPort garbles the bytes that one call reads, or a bit of what a tag has answered.
type flakyPort struct {
	spi.PortCloser
	garble bool
	answer int // the number of the answer, from now on, whose first byte loses a bit; 0: none does
}

// openFlaky opens the driver again, on a port that can be disturbed.
func (r *rig) openFlaky() *flakyPort {
	r.tb.Helper()
	port := &flakyPort{}
	var err error
	if port.PortCloser, err = r.chip.Open(); err != nil {
		r.tb.Fatal(err)
	}
	r.tb.Cleanup(func() { port.Close() })
	if r.dev, err = mfrc522.NewSPI(port, nil); err != nil {
		r.tb.Fatal(err)
	}
	return port
}

func (p *flakyPort) Connect(f physic.Frequency, mode spi.Mode, bits int) (spi.Conn, error) {
	c, err := p.PortCloser.Connect(f, mode, bits)
	return &flakyConn{Conn: c, port: p}, err
}

type flakyConn struct {
	spi.Conn
	port *flakyPort
}

func (c *flakyConn) TxPackets(packets []spi.Packet) error {
	err := c.Conn.TxPackets(packets)
	if c.port.garble {
		c.port.garble = false
		for _, k := range packets {
			for i := range k.R {
				k.R[i] ^= 0xA5
			}
		}
	}
	return err
}

func (c *flakyConn) Tx(w, r []byte) error {
	err := c.Conn.Tx(w, r)
	const readFIFO = 0x92 // datasheet 8.1.2.3: the address in bits 6 to 1
	if c.port.answer > 0 && len(w) > 1 && w[0] == readFIFO {
		if c.port.answer--; c.port.answer == 0 {
			r[1] ^= 0x10
		}
	}
	return err
}
