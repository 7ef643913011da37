package virtual

// ssd1680 is the controller of Waveshare's 2.13" v4: 176 sources, with built-in
// waveforms for both display modes. That of mode 1 flashes every pixel to its
// value in the black and white memory, whatever the other memory holds, and
// Waveshare's own driver relies on it; that of mode 2 uses the other memory as
// the picture before, and drives the changed pixels. They take two seconds and
// three tenths of a second. A driver may load a waveform of its own instead,
// like that of Waveshare's 2.13" v3 does, which has the same controller.
var ssd1680 = controllerModel{
	columns: 22,
	arguments: map[byte]int{
		cmdSoftReset: 0, cmdActivate: 0, cmdWriteBW: 0, cmdWriteRed: 0,
		cmdGateVoltage: 1, cmdDeepSleep: 1, cmdDataEntry: 1, cmdSensor: 1, cmdUpdateControl2: 1, cmdVCOM: 1,
		cmdBorder: 1, cmdCounterX: 1, cmdEndOption: 1,
		cmdTemperature: 2, cmdUpdateControl1: 2, cmdWindowX: 2, cmdCounterY: 2,
		cmdDriverOutput: 3, cmdSourceVoltage: 3,
		cmdWindowY:       4,
		cmdDisplayOption: 10,
		cmdLUT:           lut12.size,
	},
	lut: &lut12,
	factory: &[2]waveform{
		{drive: [4]drive{{black, true}, {white, true}, {black, true}, {white, true}}, frames: 100},
		{drive: [4]drive{{}, {white, false}, {black, false}, {}}, frames: 15},
	},
}
