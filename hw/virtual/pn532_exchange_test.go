package virtual

import (
	"bytes"
	"errors"
	"testing"
	"time"
)

const soon = 20 * time.Millisecond

// says sends a command and checks the data of its answer.
func (b *pn532Bench) says(what string, command, want []byte) {
	b.t.Helper()
	b.want(what, b.command(soon, command...), answerFrame(append([]byte{command[0] + 1}, want...)...))
}

// radio is normal with a field in which tags have woken up.
func (b *pn532Bench) radio() {
	b.t.Helper()
	b.normal()
	b.command(soon, cmdRFConfiguration, rfField, 1)
}

func TestPN532ChipCommands(t *testing.T) {
	onPN532Bench(t, func(b *pn532Bench) {
		b.wake()
		b.want("Diagnose before SAMConfiguration", b.command(soon, cmdDiagnose, testLine, 1), pn532Error)
		b.radio()
		b.says("Diagnose of the line", []byte{cmdDiagnose, testLine, 'a', 'b'}, []byte{testLine, 'a', 'b'})
		b.says("Diagnose of the RAM", []byte{cmdDiagnose, testRAM}, []byte{statusOK})
		b.want("Diagnose of no kind", b.command(soon, cmdDiagnose, 0x0F), pn532Error)
		b.says("WriteRegister", []byte{cmdWriteRegister, 0x63, 0x05, 0xAB, 0x63, 0x38, 0x08}, nil)
		b.says("ReadRegister", []byte{cmdReadRegister, 0x63, 0x38, 0x63, 0x05, 0x63, 0x06}, []byte{0x08, 0xAB, 0})
		b.want("ReadRegister of half an address", b.command(soon, cmdReadRegister, 0x63), pn532Error)
		b.says("RFConfiguration of timings", []byte{cmdRFConfiguration, 0x02, 0, 0x0B, 0x0A}, nil)
		b.want("RFConfiguration with too few bytes", b.command(soon, cmdRFConfiguration, 0x02, 0, 0x0B), pn532Error)
		b.want("RFConfiguration of no item", b.command(soon, cmdRFConfiguration, 0x07, 0), pn532Error)
		b.says("GetGeneralStatus without targets", []byte{cmdGetGeneralStatus}, []byte{0, 0, 0, 0x80})
		b.put("04A1B2C3D4E5F6")
		b.command(2*soon, cmdInListPassiveTarget, 1, 0)
		b.says("InDataExchange with nobody", []byte{cmdInDataExchange, 2, tagRead, 0}, []byte{wrongContext})
		b.says("GetGeneralStatus", []byte{cmdGetGeneralStatus}, []byte{wrongContext, 0, 1, 1, 0, 0, 0, 0x80})
	})
}

func TestPN532ExchangesData(t *testing.T) {
	onPN532Bench(t, func(b *pn532Bench) {
		b.radio()
		tags := b.put("04A1B2C3D4E5F6", "04A1B2C3D4E5F7")
		list := func(most byte) {
			b.t.Helper()
			b.chip.Field().Clear()
			for _, tag := range tags {
				b.chip.Field().Put(tag)
			}
			if got := b.command(3*soon, cmdInListPassiveTarget, most, 0); len(got) < 8 || got[7] != most {
				b.t.Fatalf("%d targets are wanted: % x", most, got)
			}
		}
		page := func(tag *Tag, n int) []byte {
			b.t.Helper()
			p, err := tag.Page(n)
			if err != nil {
				b.t.Fatal(err)
			}
			return p[:]
		}
		list(2)
		for target := range byte(2) {
			// The tag whose bit is 1 is found first.
			tag := tags[1-target]
			first := append(append(append([]byte{statusOK}, page(tag, 0)...), page(tag, 1)...), page(tag, 2)...)
			b.says("READ of a target", []byte{cmdInDataExchange, target + 1, tagRead, 0}, append(first, page(tag, 3)...))
		}
		b.says("WRITE", []byte{cmdInDataExchange, 1, 0xA2, 4, 1, 2, 3, 4}, []byte{statusOK})
		b.want("the page", page(tags[1], 4), []byte{1, 2, 3, 4})
		b.says("InSelect", []byte{cmdInSelect, 2}, []byte{statusOK})
		b.says("InSelect of the selected", []byte{cmdInSelect, 2}, []byte{statusOK})
		b.says("InSelect of nobody", []byte{cmdInSelect, 3}, []byte{wrongContext})
		b.says("InDeselect", []byte{cmdInDeselect, 2}, []byte{statusOK})
		b.says("READ of a page that there is not", []byte{cmdInDataExchange, 2, tagRead, 0xFF}, []byte{statusFormat})
		b.says("READ after a refusal", []byte{cmdInDataExchange, 2, tagRead, 0}, []byte{statusTimeout})
		b.says("InRelease", []byte{cmdInRelease, 0}, []byte{statusOK})
		b.says("InRelease of none", []byte{cmdInRelease, 0}, []byte{statusOK})
		b.says("InRelease of one that there is not", []byte{cmdInRelease, 1}, []byte{wrongContext})
		b.says("READ of a released target", []byte{cmdInDataExchange, 1, tagRead, 0}, []byte{wrongContext})

		list(2)
		b.says("a byte that is no command of a tag", []byte{cmdInDataExchange, 1, 0x77}, []byte{statusTimeout})

		list(2)
		b.says("InRelease of the first", []byte{cmdInRelease, 1}, []byte{statusOK})
		b.says("READ of the first", []byte{cmdInDataExchange, 1, tagRead, 0}, []byte{wrongContext})
		b.says("GetGeneralStatus", []byte{cmdGetGeneralStatus}, []byte{wrongContext, 0, 1, 2, 0, 0, 0, 0x80})
		list(2)
		b.chip.Field().Clear()
		b.says("InSelect of a tag that was taken", []byte{cmdInSelect, 1}, []byte{statusTimeout})

		tags = b.put("DEADBEEF")
		list(1)
		b.says("READ without authentication", []byte{cmdInDataExchange, 1, tagRead, 4}, []byte{statusFormat})
		list(1)
		key := []byte{cmdInDataExchange, 1, tagAuthenticateA, 4, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xDE, 0xAD, 0xBE, 0xEF}
		b.says("authentication", key, []byte{statusAuthentication})
		if got := b.chip.Complaints(); len(got) != 0 {
			b.t.Errorf("complaints %q", got)
		}
	})
}

func TestPN532CommunicatesThrough(t *testing.T) {
	onPN532Bench(t, func(b *pn532Bench) {
		b.radio()
		tag := makeTagOf(t, NTAG216, "04A1B2C3D4E5F6")
		b.chip.Field().Put(tag)
		b.command(2*soon, cmdInListPassiveTarget, 1, 0)
		version := []byte{0, 4, 4, 2, 1, 0, 0x13, 3}
		b.says("GET_VERSION", []byte{cmdInCommunicateThru, tagGetVersion}, append([]byte{statusOK}, version...))
		b.says("READ", []byte{cmdInCommunicateThru, tagRead, 0xE0}, append(append([]byte{statusOK}, make([]byte, 8)...), 0, 0, 0, 0xBD, 4, 0, 0, 0xFF))
		b.says("more than a frame holds, of a target", []byte{cmdInDataExchange, 1, tagFastRead, 0, 0xE6}, []byte{statusBufferTooSmall})
		b.says("more than a frame holds", []byte{cmdInCommunicateThru, tagFastRead, 0, 0xE6}, []byte{statusBufferTooSmall})
		b.write(hostFrame(cmdInCommunicateThru, tagFastRead, 0, 64))
		b.acknowledged()
		time.Sleep(2 * soon)
		want := []byte{0, 0, 0xFF, 0xFF, 0xFF, 0x01, 0x07, 0xF8, fromChip, cmdInCommunicateThru + 1, statusOK, 0x04, 0xA1, 0xB2}
		if ok, got := b.read(280); !ok || !bytes.HasPrefix(got, want) || sum(got[8:8+0x107+1]) != 0 {
			t.Errorf("an extended frame: % x, want % x and so on", got, want)
		}
		// Without the chip's checksums.
		b.says("WriteRegister", []byte{cmdWriteRegister, 0x63, 0x02, 0, 0x63, 0x03, 0}, nil)
		b.says("a frame with its check sum", append([]byte{cmdInCommunicateThru}, withCRC([]byte{tagGetVersion})...), append([]byte{statusOK}, withCRC(version)...))
		b.says("a page that there is not", append([]byte{cmdInCommunicateThru}, withCRC([]byte{tagRead, 0xF0})...), []byte{statusOK, tagNAK})
		b.says("ReadRegister of the bits of the last byte", []byte{cmdReadRegister, 0x63, 0x3C}, []byte{4})
		b.says("GET_VERSION without its check sum", []byte{cmdInCommunicateThru, tagGetVersion}, []byte{statusTimeout})
		b.says("WriteRegister", []byte{cmdWriteRegister, 0x63, 0x3D, shortFrame}, nil)
		b.says("WUPA", []byte{cmdInCommunicateThru, tagWUPA}, []byte{statusOK, 0x44, 0x00})
		b.says("WriteRegister", []byte{cmdWriteRegister, 0x63, 0x3D, 0, 0x63, 0x02, 0x83}, nil)
		b.says("a frame of type B", []byte{cmdInCommunicateThru, tagGetVersion}, []byte{statusTimeout})
	})
}

func TestPN532ListsOneUID(t *testing.T) {
	onPN532Bench(t, func(b *pn532Bench) {
		b.radio()
		b.put("04A1B2C3D4E5F6", "04A1B2C3D4E5F7", "DEADBEEF")
		b.says("a tag of 7 bytes", []byte{cmdInListPassiveTarget, 1, 0, 0x88, 4, 0xA1, 0xB2, 0xC3, 0xD4, 0xE5, 0xF6},
			[]byte{1, 1, 0, 0x44, 0, 7, 4, 0xA1, 0xB2, 0xC3, 0xD4, 0xE5, 0xF6})
		b.chip.Field().Clear()
		b.put("DEADBEEF", "CAFEBABE")
		b.says("a tag that is not there", []byte{cmdInListPassiveTarget, 1, 0, 1, 2, 3, 4}, []byte{0})
		b.says("a tag of 4 bytes", []byte{cmdInListPassiveTarget, 1, 0, 0xDE, 0xAD, 0xBE, 0xEF}, []byte{1, 1, 0, 0x04, 8, 4, 0xDE, 0xAD, 0xBE, 0xEF})
		b.want("a UID of 5 bytes", b.command(soon, cmdInListPassiveTarget, 1, 0, 1, 2, 3, 4, 5), pn532Error)
	})
}

func TestPN532PollsByItself(t *testing.T) {
	onPN532Bench(t, func(b *pn532Bench) {
		b.radio()
		// Two rounds of two types, 300 ms each.
		poll := []byte{cmdInAutoPoll, 2, 2, 0x11, pollMIFARE}
		b.write(hostFrame(poll...))
		b.acknowledged()
		b.want("within two rounds", b.answer(1150*time.Millisecond), nil)
		b.want("nobody", b.answer(100*time.Millisecond), answerFrame(cmdInAutoPoll+1, 0))
		b.write(hostFrame(poll...))
		b.acknowledged()
		b.want("at first", b.answer(400*time.Millisecond), nil)
		b.put("04A1B2C3D4E5F6")
		b.want("before the turn of its type", b.answer(400*time.Millisecond), nil)
		b.want("a tag", b.answer(200*time.Millisecond), answerFrame(cmdInAutoPoll+1,
			1, pollMIFARE, 12, 1, 0, 0x44, 0, 7, 4, 0xA1, 0xB2, 0xC3, 0xD4, 0xE5, 0xF6))
		b.says("READ", []byte{cmdInDataExchange, 1, tagRead, 3}, []byte{statusOK, 0xE1, 0x10, 0x12, 0, 1, 3, 0xA0, 0xC, 0x34, 3, 0, 0xFE, 0, 0, 0, 0})
		b.put("DEADBEEF")
		b.says("InRelease", []byte{cmdInRelease, 0}, []byte{statusOK})
		b.chip.Field().Clear()
		b.put("DEADBEEF", "00000001", "00000003")
		b.says("the first two of three", []byte{cmdInAutoPoll, 1, 1, pollGenericA}, []byte{2,
			pollMIFARE, 9, 1, 0, 4, 8, 4, 0xDE, 0xAD, 0xBE, 0xEF,
			pollMIFARE, 9, 2, 0, 4, 8, 4, 0, 0, 0, 3})
		for _, bad := range [][]byte{{0, 1, 0}, {1, 0, 0}, {1, 0x10, 0}} {
			b.want("InAutoPoll with bad arguments", b.command(soon, append([]byte{cmdInAutoPoll}, bad...)...), pn532Error)
		}
	})
}

// TestPN532PollsWithoutEnd polls until there is a tag.
func TestPN532PollsWithoutEnd(t *testing.T) {
	onPN532Bench(t, func(b *pn532Bench) {
		b.radio()
		b.want("nobody", b.command(time.Hour, cmdInAutoPoll, pn532Infinite, 1, 0x11, pollMIFARE), nil)
		b.put("DEADBEEF")
		b.want("a tag", b.answer(time.Second), answerFrame(cmdInAutoPoll+1, 1, pollMIFARE, 9, 1, 0, 4, 8, 4, 0xDE, 0xAD, 0xBE, 0xEF))
	})
}

func TestPN532PowersDown(t *testing.T) {
	onPN532Bench(t, func(b *pn532Bench) {
		b.radio()
		b.put("04A1B2C3D4E5F6")
		b.command(2*soon, cmdInListPassiveTarget, 1, 0)
		b.says("PowerDown", []byte{cmdPowerDown, wakeI2C}, []byte{statusOK})
		if b.chip.Field().On() {
			t.Error("the field is on")
		}
		version := hostFrame(cmdGetFirmwareVersion)
		if err := b.conn.Tx(PN532Address, version, nil); !errors.Is(err, ErrNAK) {
			t.Errorf("a chip that sleeps: %v", err)
		}
		time.Sleep(pn532WakeTime)
		b.says("a command after it woke up, without SAMConfiguration", []byte{cmdDiagnose, testLine, 1}, []byte{testLine, 1})
		b.says("the target is forgotten", []byte{cmdInDataExchange, 1, tagRead, 0}, []byte{wrongContext})
		b.says("PowerDown until SPI wakes it", []byte{cmdPowerDown, wakeSPI, 1}, []byte{statusOK})
		for range 2 {
			if err := b.conn.Tx(PN532Address, version, nil); !errors.Is(err, ErrNAK) {
				t.Errorf("a chip that I2C does not wake: %v", err)
			}
			time.Sleep(pn532WakeTimeMax)
		}
		b.chip.SetFault(ChipBrownout)
		b.normal()
		b.says("after a loss of power", []byte{cmdDiagnose, testLine, 1}, []byte{testLine, 1})
	})
	onSerialBench(t, func(b *serialBench) {
		b.say(serialWake)
		b.say(hostFrame(cmdSAMConfiguration, 1)...)
		want := append(bytes.Clone(pn532ACK), answerFrame(cmdPowerDown+1, statusOK)...)
		if got := b.say(hostFrame(cmdPowerDown, wakeHSU)...); !bytes.Equal(got, want) {
			t.Errorf("PowerDown on a serial line: % x, want % x", got, want)
		}
		if got := b.say(hostFrame(cmdGetFirmwareVersion)...); got != nil {
			t.Errorf("it says % x while it sleeps", got)
		}
		b.say(serialWake)
		if got := b.say(hostFrame(cmdGetFirmwareVersion)...); got == nil {
			t.Error("the chip does not wake up")
		}
	})
}
