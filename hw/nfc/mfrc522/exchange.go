package mfrc522

import (
	"context"
	"time"

	"periph.io/x/conn/v3/spi"

	"familiar/hw/nfc/iso14443"
)

// Times on the air (ISO/IEC 14443-2, 8 and 14443-3, 6.2).
const (
	bitDur = 128 * time.Second / 13_560_000 // 106 kBd
	// frameDelay is the time before a tag answers, exact to the bit: 1236
	// periods of the carrier.
	frameDelay = 1236 * time.Second / 13_560_000
	// answerTimeout is the time of the chip's timer: some four times the frame
	// delay, as the timer stops only at the fifth bit of an answer.
	answerTimeout = (timerReload + 1) * (2*timerPrescaler + 1) * time.Second / 13_560_000
	// chipSlack is the time that the chip itself needs.
	chipSlack = 30 * time.Microsecond
)

const (
	// maxIrqReads is the longest read of ComIrqReg within one transfer. An exchange
	// at 10 MHz needs 1500; spidev takes 4096 bytes a call.
	maxIrqReads = 1600
	// extraReads is how many further reads, each of extraReadTime, a slow chip gets.
	extraReads    = 10
	extraReadTime = 150 * time.Microsecond
)

// The registers at the end of the long read: the state of the answer, and
// whether the chip still has its settings.
var statusAddresses = [...]byte{
	read(errorReg), read(fifoLevelReg), read(controlReg), read(collReg),
	read(txControlReg), read(tModeReg), read(versionReg), 0,
}

// frames holds the SPI frames of an exchange, made once and reused.
type frames struct {
	idle, clear, flush, start [2]byte
	framing, fire             [2]byte
	data                      [1 + iso14443.MaxFrame]byte
	addresses                 [maxIrqReads + len(statusAddresses)]byte // the addresses sent in the long read
	values                    [maxIrqReads + len(statusAddresses)]byte // the values that it returns
	maxReads                  int                                      // reads of ComIrqReg that fit into one call
	packets                   [8]spi.Packet
}

// prepare fills in the constant parts. limit is the maximum number of bytes
// that the connection takes in a call, 0 if it is unknown.
func (f *frames) prepare(limit int) {
	f.idle = [2]byte{write(commandReg), cmdIdle}
	f.clear = [2]byte{write(comIrqReg), irqAll}
	f.flush = [2]byte{write(fifoLevelReg), flushFIFO}
	f.start = [2]byte{write(commandReg), cmdTransceive}
	f.data[0] = write(fifoDataReg)
	for i := range maxIrqReads {
		f.addresses[i] = read(comIrqReg)
	}
	copy(f.addresses[maxIrqReads:], statusAddresses[:])
	f.maxReads = maxIrqReads
	// spidev counts each frame as a whole number of cache lines.
	if overhead := 8 * 128; limit > overhead+len(statusAddresses) {
		f.maxReads = min(f.maxReads, limit-overhead-len(statusAddresses))
	} else if limit > 0 {
		f.maxReads = 1
	}
}

// irqRead returns the two buffers of a long read that reads ComIrqReg n times.
func (f *frames) irqRead(n int) (w, r []byte) {
	n = min(max(n, 1), f.maxReads)
	return f.addresses[maxIrqReads-n:], f.values[maxIrqReads-n:]
}

// request is a frame to the field.
type request struct {
	data     []byte
	lastBits int  // bits of the last byte that are sent; 0: all
	align    int  // position of the answer's first bit in its byte
	answer   int  // bits of the expected answer; 0 if none is expected
	fetch    bool // the answer itself matters, not only its existence
}

// answer is the answer to a request.
type answer struct {
	heard     bool   // there was an answer
	garbled   bool   // parity, protocol or length are wrong
	collided  bool   // answers differed, the first time at collision
	collision int    // like CollPos, 1 to 32; 0 if unknown
	bytes     []byte // valid until the next exchange
}

// exchange sends a frame and waits for the answer or its absence.
func (d *Dev) exchange(ctx context.Context, q request) (answer, error) {
	if err := ctx.Err(); err != nil {
		return answer{}, err
	}
	f := &d.frames
	n := copy(f.data[1:], q.data)
	framing := byte(q.align<<4 | q.lastBits)
	f.framing = [2]byte{write(bitFramingReg), framing}
	f.fire = [2]byte{write(bitFramingReg), framing | startSend}
	w, r := f.irqRead(int((q.duration() + d.byteDur - 1) / d.byteDur))
	f.packets = [...]spi.Packet{
		{W: f.idle[:]}, {W: f.clear[:]}, {W: f.flush[:]}, {W: f.data[:1+n]},
		{W: f.framing[:]}, {W: f.start[:]}, {W: f.fire[:]}, {W: w, R: r},
	}
	if err := d.conn.TxPackets(f.packets[:]); err != nil {
		return answer{}, err
	}
	status := r
	for range extraReads {
		if done, err := d.ended(status); err != nil {
			return answer{}, err
		} else if done {
			return d.fetch(q, status)
		}
		w, r := f.irqRead(int(extraReadTime / d.byteDur))
		if err := d.conn.Tx(w, r); err != nil {
			return answer{}, err
		}
		status = r
	}
	if status[len(status)-atComIrq]&irqSent != 0 {
		// The frame was sent, and no silence followed: something in the field sends without end.
		return answer{heard: true, garbled: true}, nil
	}
	return answer{}, ErrStuck
}

// duration returns how long the exchange takes at most if there is no fault.
func (q request) duration() time.Duration {
	sent := 9*len(q.data) + 2 // a parity bit each, start and end
	if q.lastBits > 0 {
		sent -= 9 - q.lastBits
	}
	got := q.answer + q.answer/8 + 2
	wait := answerTimeout
	if q.answer > 0 {
		wait = max(wait, frameDelay+time.Duration(got)*bitDur)
	}
	return time.Duration(sent)*bitDur + wait + chipSlack
}

// The positions of the values at the end of a long read, counted from its end.
const (
	atVersion = 1 + iota
	atTMode
	atTxControl
	atColl
	atControl
	atFIFOLevel
	atError
	atComIrq
)

// longRead holds the values that one transfer has read from several registers.
type longRead []byte

// at returns a value by its place from the end: atVersion, 1, is the last one.
func (r longRead) at(i int) byte { return r[len(r)-i] }

// ended reports whether the exchange is over, given the values of a long read.
func (d *Dev) ended(r longRead) (bool, error) {
	if !knownVersion(r.at(atVersion)) || r.at(atTMode) != timerAuto || r.at(atTxControl)&antennaOn != antennaOn {
		return false, d.diagnose()
	}
	if r.at(atError)&errOverheated != 0 {
		return false, ErrOverheated
	}
	return r.at(atComIrq)&(irqReceived|irqTimer) != 0, nil
}

// fetch returns the answer, from the values of a long read and from the chip's FIFO.
func (d *Dev) fetch(q request, r longRead) (answer, error) {
	if r.at(atComIrq)&irqReceived == 0 {
		return answer{}, nil
	}
	a := answer{heard: true}
	if !q.fetch {
		return a, nil
	}
	flags, coll, level := r.at(atError), r.at(atColl), int(r.at(atFIFOLevel)&0x7F)
	if flags&errCollision != 0 {
		a.collided = true
		if coll&collNotValid == 0 {
			a.collision = int(coll & 0x1F)
			if a.collision == 0 {
				a.collision = 32
			}
		}
	}
	want := (q.align + q.answer + 7) / 8
	a.garbled = flags&(errOverflow|errParity|errProtocol) != 0 || level != want || r.at(atControl)&7 != 0
	var err error
	a.bytes, err = d.fifo(min(level, want))
	return a, err
}

// fifo reads n received bytes.
func (d *Dev) fifo(n int) ([]byte, error) {
	if n == 0 {
		return nil, nil
	}
	w, r := d.frames.data[:n+1], d.frames.values[:n+1]
	for i := range n {
		w[i] = read(fifoDataReg)
	}
	w[n] = 0
	err := d.conn.Tx(w, r)
	w[0] = write(fifoDataReg)
	return r[1:], err
}

// send writes registers, one frame each.
func (d *Dev) send(writes ...[]byte) error {
	packets := make([]spi.Packet, len(writes))
	for i, w := range writes {
		packets[i].W = w
	}
	return d.conn.TxPackets(packets)
}

// registers reads registers in one frame.
func (d *Dev) registers(regs ...byte) ([]byte, error) {
	w := make([]byte, len(regs)+1)
	for i, reg := range regs {
		w[i] = read(reg)
	}
	r := make([]byte, len(w))
	if err := d.conn.Tx(w, r); err != nil {
		return nil, err
	}
	return r[1:], nil
}
