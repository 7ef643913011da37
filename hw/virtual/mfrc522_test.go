package virtual

import (
	"bytes"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"periph.io/x/conn/v3"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
	"periph.io/x/conn/v3/spi/spireg"
)

// chipBench is a chip whose registers are used one by one, as the datasheet
// describes, in the time of a bubble.
type chipBench struct {
	t    *testing.T
	chip *MFRC522
	conn spi.Conn
}

func onBench(t *testing.T, test func(b *chipBench)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		b := &chipBench{t: t, chip: NewMFRC522("SPI9.0")}
		port, err := b.chip.Open()
		if err != nil {
			t.Fatal(err)
		}
		if b.conn, err = port.Connect(10*physic.MegaHertz, spi.Mode0, 8); err != nil {
			t.Fatal(err)
		}
		test(b)
	})
}

func (b *chipBench) write(reg byte, values ...byte) {
	b.t.Helper()
	if err := b.conn.Tx(append([]byte{reg << 1}, values...), nil); err != nil {
		b.t.Fatal(err)
	}
}

func (b *chipBench) read(regs ...byte) []byte {
	b.t.Helper()
	w := make([]byte, len(regs)+1)
	for i, reg := range regs {
		w[i] = reg<<1 | 0x80
	}
	r := make([]byte, len(w))
	if err := b.conn.Tx(w, r); err != nil {
		b.t.Fatal(err)
	}
	return r[1:]
}

func (b *chipBench) want(name string, reg, want byte) {
	b.t.Helper()
	if got := b.read(reg)[0]; got != want {
		b.t.Errorf("%s reads %#02x, want %#02x", name, got, want)
	}
}

// radio sets the chip up for type A and switches the field on.
func (b *chipBench) radio() {
	b.t.Helper()
	b.write(chipTMode, 0x80)
	b.write(chipTPrescaler, 169)
	b.write(chipTReloadLo, 39) // 1 ms
	b.write(chipMode, 0x3D)
	b.write(chipColl, 0x00)
	b.write(chipTxControl, 0x83)
	time.Sleep(tagWakeUp)
}

// transceive sends a frame and waits until the chip has finished.
func (b *chipBench) transceive(framing byte, data ...byte) (irq byte) {
	b.t.Helper()
	b.write(chipCommand, chipIdle)
	b.write(chipComIrq, 0x7F)
	b.write(chipFIFOLevel, 0x80)
	b.write(chipFIFOData, data...)
	b.write(chipBitFraming, framing)
	b.write(chipCommand, chipTransceive)
	b.write(chipBitFraming, framing|0x80)
	time.Sleep(5 * time.Millisecond)
	return b.read(chipComIrq)[0]
}

func (b *chipBench) received() []byte {
	b.t.Helper()
	n := b.read(chipFIFOLevel)[0]
	if n == 0 {
		return nil
	}
	return b.read(bytes.Repeat([]byte{chipFIFOData}, int(n))...)
}

func (b *chipBench) put(uids ...string) {
	for _, s := range uids {
		b.chip.Field().Put(makeTag(b.t, s))
	}
}

func TestChipRegisters(t *testing.T) {
	onBench(t, func(b *chipBench) {
		b.want("VersionReg", chipVersion, 0x92)
		b.want("CommandReg after a reset", chipCommand, 0x20)
		b.want("TxControlReg after a reset", chipTxControl, 0x80)
		b.want("RFCfgReg after a reset", chipRFCfg, 0x48)
		b.write(chipTPrescaler, 0xA9)
		b.want("TPrescalerReg", chipTPrescaler, 0xA9)
		b.write(chipVersion, 0x55)
		b.want("VersionReg, which cannot be written", chipVersion, 0x92)
		if got := b.read(chipVersion, chipTPrescaler, chipVersion); !bytes.Equal(got, []byte{0x92, 0xA9, 0x92}) {
			t.Errorf("three registers in one transfer read % x", got)
		}
		b.write(chipCommand, chipSoftReset)
		b.want("TPrescalerReg after SoftReset", chipTPrescaler, 0)
	})
}

func TestChipRequestBits(t *testing.T) {
	onBench(t, func(b *chipBench) {
		b.write(chipComIrq, 0x7F)
		b.want("ComIrqReg, cleared", chipComIrq, 0)
		b.write(chipComIrq, 0x80|0x21)
		b.want("ComIrqReg, two set", chipComIrq, 0x21)
		b.write(chipComIrq, 0x01)
		b.want("ComIrqReg, one cleared", chipComIrq, 0x20)
		b.want("Status1Reg without enabled requests", chipStatus1, statusLoAlert)
		b.write(chipComIEn, 0x20)
		b.want("Status1Reg with one", chipStatus1, statusLoAlert|statusIRq)
	})
}

func TestChipFIFO(t *testing.T) {
	onBench(t, func(b *chipBench) {
		b.write(chipFIFOData, 1, 2, 3)
		b.want("FIFOLevelReg", chipFIFOLevel, 3)
		if got := b.received(); !bytes.Equal(got, []byte{1, 2, 3}) {
			t.Errorf("FIFO reads % x", got)
		}
		b.want("FIFOLevelReg, emptied", chipFIFOLevel, 0)
		b.want("FIFODataReg, empty", chipFIFOData, 0)
		b.write(chipFIFOData, make([]byte, 64)...)
		b.want("ErrorReg, full", chipError, 0)
		b.want("Status1Reg, full", chipStatus1, statusHiAlert)
		b.write(chipFIFOData, 1)
		b.want("ErrorReg, overflow", chipError, errOverflow)
		b.want("FIFOLevelReg, overflow", chipFIFOLevel, 64)
		b.write(chipFIFOLevel, 0x80)
		b.want("FIFOLevelReg, flushed", chipFIFOLevel, 0)
		b.want("ErrorReg, flushed", chipError, 0)
	})
}

func TestChipCRC(t *testing.T) {
	onBench(t, func(b *chipBench) {
		b.write(chipMode, 0x3D)
		b.write(chipFIFOData, 0x12, 0x34)
		b.write(chipCommand, chipCalcCRC)
		b.want("DivIrqReg", chipDivIrq, irqCRC)
		// ISO/IEC 14443-3, annex B, example 2.
		if got := b.read(chipCRCLo, chipCRCHi); !bytes.Equal(got, []byte{0x26, 0xCF}) {
			t.Errorf("CRC_A is % x, want 26 cf", got)
		}
		b.write(chipDivIrq, irqCRC)
		b.want("DivIrqReg, cleared", chipDivIrq, 0)
	})
}

func TestChipTimer(t *testing.T) {
	onBench(t, func(b *chipBench) {
		b.write(chipComIrq, 0x7F)
		b.write(chipTPrescaler, 169) // 25 µs
		b.write(chipTReloadHi, 1)
		b.write(chipTReloadLo, 0x8F) // 400 ticks, 10 ms
		b.write(chipControl, timerStart)
		time.Sleep(9 * time.Millisecond)
		b.want("ComIrqReg before the end", chipComIrq, 0)
		b.want("Status1Reg before the end", chipStatus1, statusTRunning|statusLoAlert)
		if v := b.read(chipTCounterHi, chipTCounterLo); v[0] != 0 || v[1] < 20 || v[1] > 45 {
			t.Errorf("the counter reads %d, want about 35", int(v[0])<<8|int(v[1]))
		}
		time.Sleep(time.Millisecond)
		b.want("ComIrqReg at the end", chipComIrq, irqTimer)
		b.write(chipComIrq, 0x7F)
		time.Sleep(20 * time.Millisecond)
		b.want("ComIrqReg after the end", chipComIrq, 0)

		b.write(chipControl, timerStart)
		b.write(chipControl, timerStop)
		time.Sleep(20 * time.Millisecond)
		b.want("ComIrqReg, stopped", chipComIrq, 0)

		b.write(chipTMode, timerRestart)
		b.write(chipControl, timerStart)
		for range 3 {
			time.Sleep(10 * time.Millisecond)
			b.want("ComIrqReg, restarting", chipComIrq, irqTimer)
			b.write(chipComIrq, 0x7F)
		}
	})
}

// TestChipTimerOfEvenPeriods sets the bit that makes a tick one period of the field longer (datasheet 8.5: 2·prescaler + 2).
func TestChipTimerOfEvenPeriods(t *testing.T) {
	onBench(t, func(b *chipBench) {
		b.write(chipTPrescaler, 0) // one period, or two: 10 ms are 135,600 periods
		b.write(chipTReloadHi, 0xFF)
		b.write(chipTReloadLo, 0xFF) // 65,536 ticks
		for demod, want := range map[byte]time.Duration{0: 65536 * (time.Second / carrier), prescalerEven: 65536 * (2 * time.Second / carrier)} {
			b.write(chipDemod, demod)
			b.write(chipComIrq, 0x7F)
			b.write(chipControl, timerStart)
			time.Sleep(want - 200*time.Microsecond)
			b.want("ComIrqReg before the end", chipComIrq, 0)
			time.Sleep(200 * time.Microsecond)
			b.want("ComIrqReg at the end", chipComIrq, irqTimer)
		}
	})
}

// TestChipTimeGoesOnWithTransactions polls in a tight loop, as drivers do.
func TestChipTimeGoesOnWithTransactions(t *testing.T) {
	onBench(t, func(b *chipBench) {
		b.write(chipComIrq, 0x7F)
		b.write(chipTPrescaler, 169)
		b.write(chipTReloadLo, 39) // 1 ms
		b.write(chipControl, timerStart)
		polls := 0
		for b.read(chipComIrq)[0]&irqTimer == 0 {
			if polls++; polls > 100 {
				t.Fatal("the timer never ends")
			}
		}
		// A transaction takes 20 µs and two bytes of 0.8 µs.
		if polls < 44 || polls > 47 {
			t.Errorf("the timer of 1 ms ended after %d polls, want 46", polls)
		}
	})
}

func TestChipWithoutAnswer(t *testing.T) {
	onBench(t, func(b *chipBench) {
		b.radio()
		if irq := b.transceive(0x07, 0x52); irq != irqTx|irqTimer {
			t.Errorf("ComIrqReg reads %#02x, want TxIRq and TimerIRq", irq)
		}
		b.want("FIFOLevelReg", chipFIFOLevel, 0)
	})
}

func TestChipTagAnswers(t *testing.T) {
	onBench(t, func(b *chipBench) {
		b.put("DEADBEEF")
		b.radio()
		if irq := b.transceive(0x07, 0x52); irq != irqTx|irqRx {
			t.Errorf("ComIrqReg reads %#02x, want TxIRq and RxIRq", irq)
		}
		if got := b.received(); !bytes.Equal(got, []byte{0x04, 0x00}) {
			t.Errorf("ATQA is % x", got)
		}
		b.transceive(0x00, 0x93, 0x20)
		if got := b.received(); !bytes.Equal(got, []byte{0xDE, 0xAD, 0xBE, 0xEF, 0x22}) {
			t.Errorf("UID is % x", got)
		}
		b.want("ErrorReg", chipError, 0)
		b.want("CollReg", chipColl, collNotValid)
		b.want("ControlReg, all bits valid", chipControl, 0x10)
		// 11 bits known: the answer begins with the twelfth, at bit 3 of its byte.
		b.transceive(0x33, 0x93, 0x33, 0xDE, 0xAD)
		if got := b.received(); !bytes.Equal(got, []byte{0xA8, 0xBE, 0xEF, 0x22}) {
			t.Errorf("the rest of the UID is % x", got)
		}
	})
}

func TestChipComputesCRCOnTheAir(t *testing.T) {
	onBench(t, func(b *chipBench) {
		b.put("DEADBEEF")
		b.radio()
		b.transceive(0x07, 0x52)
		b.write(chipTxMode, 0x80)
		b.write(chipRxMode, 0x80)
		b.transceive(0x00, 0x93, 0x70, 0xDE, 0xAD, 0xBE, 0xEF, 0x22)
		if got := b.received(); !bytes.Equal(got, []byte{0x08}) {
			t.Errorf("SAK is % x, want it without its CRC", got)
		}
		b.want("ErrorReg", chipError, 0)
		b.chip.Field().Jam(func([]byte) []byte { return []byte{1, 2, 3} })
		b.transceive(0x00, 0x30, 0x00)
		b.want("ErrorReg after a bad CRC", chipError, errCRC)
	})
}

func TestChipCollision(t *testing.T) {
	tests := map[string]struct {
		uids    []string
		framing byte
		data    []byte
		counts  CollisionCount
		coll    byte
		fifo    []byte
	}{
		"first bit":     {[]string{"00000000", "01000000"}, 0, []byte{0x93, 0x20}, FromFirstBit, 1, []byte{0, 0, 0, 0, 0}},
		"eighth bit":    {[]string{"05000000", "85000000"}, 0, []byte{0x93, 0x20}, FromFirstBit, 8, []byte{5, 0, 0, 0, 0}},
		"32nd bit":      {[]string{"05060708", "05060788"}, 0, []byte{0x93, 0x20}, FromFirstBit, 0, []byte{5, 6, 7, 8, 0}},
		"of three":      {[]string{"05060708", "05060788", "05070708"}, 0, []byte{0x93, 0x20}, FromFirstBit, 9, []byte{5, 0, 0, 0, 0}},
		"aligned":       {[]string{"05060708", "05061708"}, 0x33, []byte{0x93, 0x33, 0x05, 0x06}, FromFirstBit, 10, []byte{0, 0x07, 0, 0}},
		"from its byte": {[]string{"05060708", "05061708"}, 0x33, []byte{0x93, 0x33, 0x05, 0x06}, FromByte, 13, []byte{0, 0x07, 0, 0}},
		"from level":    {[]string{"05060708", "05061708"}, 0x33, []byte{0x93, 0x33, 0x05, 0x06}, FromLevel, 21, []byte{0, 0x07, 0, 0}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			onBench(t, func(b *chipBench) {
				b.put(test.uids...)
				b.chip.CountCollisions(test.counts)
				b.radio()
				b.transceive(0x07, 0x52)
				if irq := b.transceive(test.framing, test.data...); irq&irqRx == 0 {
					t.Fatalf("ComIrqReg reads %#02x", irq)
				}
				if b.read(chipError)[0]&errColl == 0 {
					t.Error("CollErr is not set")
				}
				b.want("CollReg", chipColl, test.coll)
				if got := b.received(); !bytes.Equal(got, test.fifo) {
					t.Errorf("FIFO reads % x, want % x", got, test.fifo)
				}
			})
		})
	}
}

// TestChipParityAfterCollision makes tags collide whose parity bits differ too:
// in ATQA, of UIDs of 4 and of 7 bytes, and in an anticollision.
func TestChipParityAfterCollision(t *testing.T) {
	for _, checks := range []bool{false, true} {
		onBench(t, func(b *chipBench) {
			want := byte(errColl)
			if checks {
				b.chip.CheckParityAfterCollision(true)
				want |= errParity
			}
			b.put("05060708", "04A1B2C3D4E5F6")
			b.radio()
			b.transceive(0x07, tagWUPA)
			b.want("ErrorReg after WUPA", chipError, want)
			b.chip.Field().Clear()
			b.put("05060708", "05070708")
			b.transceive(0x07, tagWUPA)
			b.want("ErrorReg after WUPA to tags of one kind", chipError, 0)
			b.transceive(0x00, 0x93, 0x20)
			b.want("ErrorReg after an anticollision", chipError, want)
		})
	}
}

func TestChipKeepsValuesAfterCollision(t *testing.T) {
	onBench(t, func(b *chipBench) {
		b.put("05060708", "05070708")
		b.radio()
		b.write(chipColl, 0x80)
		b.transceive(0x07, 0x52)
		b.transceive(0x00, 0x93, 0x20)
		b.want("CollReg", chipColl, 0x80|9)
		if got := b.received(); !bytes.Equal(got[:4], []byte{5, 7, 7, 8}) {
			t.Errorf("FIFO reads % x", got)
		}
	})
}

// TestChipField: without a field tags are silent and lose their state, and
// after it is switched on they need time to wake up.
func TestChipField(t *testing.T) {
	onBench(t, func(b *chipBench) {
		b.put("DEADBEEF")
		answers := func() bool { return b.transceive(0x07, 0x26)&irqRx != 0 }
		b.radio()
		b.write(chipTxControl, 0x80)
		if b.chip.Field().On() || answers() {
			t.Error("the tag answers without a field")
		}
		b.write(chipTxControl, 0x83)
		b.write(chipComIrq, 0x7F)
		b.write(chipCommand, chipTransceive)
		b.write(chipFIFOData, 0x26)
		b.write(chipBitFraming, 0x87)
		time.Sleep(5 * time.Millisecond)
		if b.read(chipComIrq)[0]&irqRx != 0 {
			t.Error("the tag answers as soon as the field is on")
		}
		if !b.chip.Field().On() || !answers() {
			t.Error("the tag does not answer in the field")
		}
		if answers() {
			t.Error("a tag that is ready answers REQA")
		}
		b.write(chipTxControl, 0x80)
		b.write(chipTxControl, 0x83)
		time.Sleep(tagWakeUp)
		if !answers() {
			t.Error("the tag does not answer after the field was off")
		}
	})
}

func TestChipTransmitEnds(t *testing.T) {
	onBench(t, func(b *chipBench) {
		b.radio()
		b.write(chipComIrq, 0x7F)
		b.write(chipFIFOData, 0x50, 0x00, 0x57, 0xCD)
		b.write(chipCommand, chipTransmit)
		time.Sleep(time.Millisecond)
		if irq := b.read(chipComIrq)[0]; irq&(irqTx|irqIdle|irqRx) != irqTx|irqIdle {
			t.Errorf("ComIrqReg reads %#02x, want TxIRq and IdleIRq", irq)
		}
		b.want("CommandReg", chipCommand, 0)
	})
}

func TestChipFaults(t *testing.T) {
	onBench(t, func(b *chipBench) {
		b.write(chipTPrescaler, 0xA9)
		b.chip.SetFault(ChipLineHigh)
		b.want("VersionReg, pulled up", chipVersion, 0xFF)
		b.chip.SetFault(ChipLineLow)
		b.want("VersionReg, unplugged", chipVersion, 0x00)
		b.chip.SetFault(ChipSound)
		b.want("VersionReg, plugged in", chipVersion, 0x92)
		b.want("TPrescalerReg, which was without power", chipTPrescaler, 0)

		b.write(chipTPrescaler, 0xA9)
		b.chip.FaultAfter(2, ChipBrownout)
		b.want("TPrescalerReg before", chipTPrescaler, 0xA9)
		b.want("TPrescalerReg after a brownout", chipTPrescaler, 0)

		b.chip.SetFault(ChipBusFails)
		if err := b.conn.Tx([]byte{0, 0}, nil); !errors.Is(err, ErrBus) {
			t.Errorf("Tx: %v, want ErrBus", err)
		}
		if _, err := b.chip.Open(); !errors.Is(err, ErrBus) {
			t.Errorf("Open: %v, want ErrBus", err)
		}
		b.chip.SetFault(ChipSound)

		b.put("DEADBEEF")
		b.radio()
		b.chip.SetFault(ChipFrozen)
		if irq := b.transceive(0x07, 0x52); irq != 0 {
			t.Errorf("ComIrqReg of a frozen chip reads %#02x", irq)
		}
		b.chip.SetFault(ChipScrambled)
		if v := b.read(bytes.Repeat([]byte{chipVersion}, 20)...); bytes.Count(v, v[:1]) == len(v) {
			t.Errorf("a scrambled chip reads % x", v)
		}
	})
}

func TestChipUnknownCommandEnds(t *testing.T) {
	onBench(t, func(b *chipBench) {
		for cmd := range byte(16) {
			b.write(chipCommand, chipIdle)
			b.write(chipComIrq, 0x7F)
			b.write(chipCommand, cmd)
			switch cmd {
			case chipIdle, chipNoChange, chipCalcCRC, chipTransmit, chipTransceive, chipSoftReset:
				continue
			}
			b.want("CommandReg", chipCommand, 0)
			b.want("ComIrqReg", chipComIrq, irqIdle)
		}
	})
}

func TestChipPort(t *testing.T) {
	chip := NewMFRC522("SPI9.1")
	if err := chip.Register(); err != nil {
		t.Fatal(err)
	}
	port, err := spireg.Open("SPI9.1")
	if err != nil {
		t.Fatal(err)
	}
	if port.String() != "SPI9.1" || chip.String() != "SPI9.1" {
		t.Errorf("port %v, chip %v", port, chip)
	}
	for name, connect := range map[string]func() (spi.Conn, error){
		"mode":  func() (spi.Conn, error) { return port.Connect(physic.MegaHertz, spi.Mode3, 8) },
		"words": func() (spi.Conn, error) { return port.Connect(physic.MegaHertz, spi.Mode0, 9) },
		"speed": func() (spi.Conn, error) { return port.Connect(11*physic.MegaHertz, spi.Mode0, 8) },
	} {
		if _, err := connect(); err == nil {
			t.Errorf("it connects with a wrong %s", name)
		}
	}
	if err := port.LimitSpeed(0); err == nil {
		t.Error("no error for a speed limit of 0")
	}
	c, err := port.Connect(physic.MegaHertz, spi.Mode0, 8)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := port.Connect(physic.MegaHertz, spi.Mode0, 8); err == nil {
		t.Error("no error for connecting twice")
	}
	if n := c.(conn.Limits).MaxTxSize(); n != maxTx {
		t.Errorf("MaxTxSize() = %d", n)
	}
	for name, tx := range map[string]func() error{
		"nothing":   func() error { return c.Tx(nil, nil) },
		"unequal":   func() error { return c.Tx(make([]byte, 2), make([]byte, 3)) },
		"too large": func() error { return c.Tx(make([]byte, maxTx+1), nil) },
	} {
		if tx() == nil {
			t.Errorf("it transfers %s", name)
		}
	}
	if err := port.Close(); err != nil {
		t.Error(err)
	}
	if err := c.Tx([]byte{0}, nil); err == nil {
		t.Error("no error for a transfer on a closed port")
	}
	if err := port.Close(); err == nil {
		t.Error("no error for closing a port twice")
	}
	if err := chip.Register(); err == nil {
		t.Error("no error for registering a port twice")
	}
	if err := chip.Unregister(); err != nil {
		t.Error(err)
	}
	if err := chip.Unregister(); err == nil {
		t.Error("no error for unregistering a port twice")
	}
}

// TestChipSelect: packets that keep the chip selected are one transaction.
func TestChipSelect(t *testing.T) {
	onBench(t, func(b *chipBench) {
		got := make([]byte, 1)
		version := byte(chipVersion<<1 | 0x80)
		before, _ := b.chip.Traffic()
		err := b.conn.TxPackets([]spi.Packet{
			{W: []byte{chipFIFOData << 1}, KeepCS: true}, {W: []byte{1, 2}, KeepCS: true}, {},
			{W: []byte{version}, KeepCS: true}, {R: got},
		})
		if err != nil {
			t.Fatal(err)
		}
		if got[0] != 0x92 {
			t.Errorf("VersionReg reads %#02x", got[0])
		}
		if after, _ := b.chip.Traffic(); after-before != 2 {
			t.Errorf("%d transactions, want 2", after-before)
		}
		b.want("FIFOLevelReg", chipFIFOLevel, 2)
	})
}
