package mfrc522_test

import (
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
)

// flakyPort garbles the bytes that one call reads.
type flakyPort struct {
	spi.PortCloser
	garble bool
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
