package virtual

// ssd1675b is the controller of Waveshare's 2.13" v2: 160 sources, and no
// waveform except the driver's.
var ssd1675b = controllerModel{
	columns: 20,
	arguments: map[byte]int{
		cmdSoftReset: 0, cmdActivate: 0, cmdWriteBW: 0, cmdWriteRed: 0,
		cmdGateVoltage: 1, cmdDeepSleep: 1, cmdDataEntry: 1, cmdUpdateControl1: 1, cmdUpdateControl2: 1, cmdVCOM: 1,
		cmdDummyLine: 1, cmdGateLine: 1, cmdBorder: 1, cmdCounterX: 1, cmdAnalogBlock: 1, cmdDigitalBlock: 1,
		cmdWindowX: 2, cmdCounterY: 2,
		cmdDriverOutput: 3, cmdSourceVoltage: 3,
		cmdWindowY:       4,
		cmdDisplayOption: 7,
		cmdLUT:           lut7.size,
	},
	lut: &lut7,
}
