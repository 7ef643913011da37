package virtual

import (
	"bytes"
	"hash/crc32"
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

// TestChipSelfTest follows the steps of the datasheet, 16.1.1, and compares the CRC-32 of the 64 bytes that are listed there.
func TestChipSelfTest(t *testing.T) {
	tests := map[string]struct {
		version      byte
		memory, fifo []byte
		enabled      byte
		sum          uint32 // of the contents of the FIFO; 0: it is empty
	}{
		"version 1.0":           {0x91, make([]byte, 25), []byte{0}, 0x09, 0x57ab9ca0},
		"version 2.0":           {0x92, make([]byte, 25), []byte{0}, 0x09, 0x367110c6},
		"unknown version":       {0xEE, make([]byte, 25), []byte{0}, 0x09, 0},
		"not enabled":           {0x92, make([]byte, 25), []byte{0}, 0x00, 0},
		"buffer is not cleared": {0x92, bytes.Repeat([]byte{1}, 25), []byte{0}, 0x09, 0},
		"nothing in the FIFO":   {0x92, make([]byte, 25), nil, 0x09, 0},
		"not a zero":            {0x92, make([]byte, 25), []byte{1}, 0x09, 0},
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
				size := fifoSize
				if test.sum == 0 {
					size = 0
				}
				if sum := crc32.ChecksumIEEE(got); len(got) != size || sum != test.sum {
					t.Errorf("the FIFO holds % x with the CRC-32 %#x; want %d bytes with %#x", got, sum, size, test.sum)
				}
			})
		})
	}
}
