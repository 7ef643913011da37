package virtual

// ssd1306 is the controller of OLEDs with as many columns as the glass.
var ssd1306 = oledModel{columns: oledWidth, wraps: true, identity: 0x03, arguments: ssd1306Arguments}

// ssd1306Arguments returns how many bytes follow a command.
func ssd1306Arguments(b byte) (n int, known bool) {
	switch b {
	case oledColumns, oledPages:
		return 2, true
	case oledMode, oledContrast, oledChargePump, oledMultiplex, oledOffset, oledClock, oledPrecharge, oledCOMPins, oledDeselect:
		return 1, true
	case oledScrollOff, oledUseRAM, oledAllOn, oledNormal, oledInverse, oledOff, oledOn, oledScanUp, oledScanDown, oledNop:
		return 0, true
	}
	one := b < oledMode || b&0xC0 == oledStartLine || b&^1 == oledSegments || b&^7 == oledPage
	return 0, one
}
