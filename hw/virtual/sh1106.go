package virtual

// sh1106 is the controller of OLEDs that are sold beside those with an SSD1306
// and look like them. Its memory has four columns more than the glass, two on
// each side, and it knows the page mode only: the commands for modes, windows
// and scrolling are unknown, and so is that for the charge pump, which has
// another code here (datasheet V2.3, "Commands").
var sh1106 = oledModel{columns: oledColumnsMax, identity: 0x08, pumps: true, arguments: sh1106Arguments}

// sh1106Arguments returns how many bytes follow a command.
func sh1106Arguments(b byte) (n int, known bool) {
	switch b {
	case oledContrast, oledMultiplex, oledDCDC, oledOffset, oledClock, oledPrecharge, oledCOMPins, oledDeselect:
		return 1, true
	case oledUseRAM, oledAllOn, oledNormal, oledInverse, oledOff, oledOn, oledScanUp, oledScanDown, oledNop:
		return 0, true
	}
	one := b < oledMode || b&^3 == oledPump || b&0xC0 == oledStartLine || b&^1 == oledSegments || b&^7 == oledPage
	return 0, one
}
