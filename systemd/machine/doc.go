// Package machine is a computer with an Arm processor, emulated by QEMU and controlled from Go: tests start it, send it commands, drive its
// pins, cut its power and start it again. On it tests see Familiar as on a Raspberry Pi: with a kernel of its own, a real systemd, devices
// that are files in /dev, and a plug that can be pulled.
//
// A Machine has a console with the output of its kernel and its services, further serial ports whose far ends are connections here, eight GPIO
// lines (Board) that are driven and watched from here, disks, and a network that connects only ports of this machine to ports of that one.
//
// The machine's clock is this machine's clock, however slowly its processors are emulated.
//
// All this describes the Model Virt. Pi3 is a Raspberry Pi instead: the drivers of its chip, its device tree and its names are the real ones,
// and it has the same limits, such as no clock while it is off. Pi2Header, Pi3Header and Pi4Header have their 40-pin header connected to a
// program.
//
// FetchKernel and BuildDebian provide its software, and FetchQEMU builds an emulator of a Raspberry Pi with its header. They keep their
// results in the user's cache.
//
// # Concurrency
//
// Everything may be used from any goroutine. Calls that wait take a context, or end when the machine does. Close ends the machine and
// everything started with it, and waits for that.
package machine
