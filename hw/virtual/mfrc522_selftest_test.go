package virtual

import (
	"bytes"
	"testing"
)

func TestChipMemory(t *testing.T) {
	onBench(t, func(b *chipBench) {
		memory := func() []byte {
			b.write(chipFIFOLevel, flushFIFO)
			b.write(chipComIrq, comIrqRequests)
			b.write(chipCommand, chipMem)
			b.want("CommandReg after Mem", chipCommand, chipIdle)
			b.want("ComIrqReg after Mem", chipComIrq, irqIdle)
			return b.received()
		}
		if got := memory(); !bytes.Equal(got, make([]byte, chipMemorySize)) {
			t.Errorf("the internal buffer holds % x", got)
		}
		data := []byte("abcdefghijklmnopqrstuvwxyz")
		b.write(chipFIFOData, data...)
		b.write(chipCommand, chipMem)
		if got := b.received(); !bytes.Equal(got, data[chipMemorySize:]) {
			t.Errorf("Mem leaves % x in the FIFO", got)
		}
		b.write(chipCommand, chipSoftReset)
		if got := memory(); !bytes.Equal(got, data[:chipMemorySize]) {
			t.Errorf("the internal buffer holds %q", got)
		}
		b.write(chipCommand, chipRandomID)
		b.want("CommandReg after GenerateRandomID", chipCommand, chipIdle)
		first := memory()
		if bytes.Equal(first[:chipRandomBytes], data[:chipRandomBytes]) || !bytes.Equal(first[chipRandomBytes:], data[chipRandomBytes:chipMemorySize]) {
			t.Errorf("after GenerateRandomID the internal buffer holds % x", first)
		}
		b.chip.SetFault(ChipBrownout)
		if got := memory(); !bytes.Equal(got, make([]byte, chipMemorySize)) {
			t.Errorf("after a loss of power the internal buffer holds % x", got)
		}
	})
}

// TestChipSelfTest follows the steps of the datasheet, 16.1.1.
func TestChipSelfTest(t *testing.T) {
	tests := map[string]struct {
		version      byte
		memory, fifo []byte
		enabled      byte
		head, tail   []byte // of the contents of the FIFO; nil: it is empty
	}{
		"version 1.0":           {0x91, make([]byte, 25), []byte{0}, 0x09, []byte{0x00, 0xC6, 0x37}, []byte{0x1D, 0x29, 0x79}},
		"version 2.0":           {0x92, make([]byte, 25), []byte{0}, 0x09, []byte{0x00, 0xEB, 0x66}, []byte{0x95, 0x3B, 0x2F}},
		"unknown version":       {0xEE, make([]byte, 25), []byte{0}, 0x09, nil, nil},
		"not enabled":           {0x92, make([]byte, 25), []byte{0}, 0x00, nil, nil},
		"buffer is not cleared": {0x92, bytes.Repeat([]byte{1}, 25), []byte{0}, 0x09, nil, nil},
		"nothing in the FIFO":   {0x92, make([]byte, 25), nil, 0x09, nil, nil},
		"not a zero":            {0x92, make([]byte, 25), []byte{1}, 0x09, nil, nil},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			onBench(t, func(b *chipBench) {
				b.chip.SetVersion(test.version)
				b.write(chipCommand, chipSoftReset)
				b.write(chipFIFOData, test.memory...)
				b.write(chipCommand, chipMem)
				b.write(chipAutoTest, test.enabled)
				b.write(chipFIFOData, test.fifo...)
				b.write(chipCommand, chipCalcCRC)
				b.write(chipCommand, chipIdle)
				got := b.received()
				if len(test.head) == 0 {
					if len(got) != 0 {
						t.Errorf("the FIFO holds % x", got)
					}
					return
				}
				if len(got) != fifoSize || !bytes.HasPrefix(got, test.head) || !bytes.HasSuffix(got, test.tail) {
					t.Errorf("the FIFO holds % x, want % x to % x", got, test.head, test.tail)
				}
			})
		})
	}
}
