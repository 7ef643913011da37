// Package machine is a computer with an Arm processor, emulated by QEMU and held in the hand: it is started, spoken to, played with
// at its pins, cut off and started again, all from Go. On it tests see Familiar as a Raspberry Pi would have it: with a kernel of its own, a
// real systemd, devices that are files in /dev, and a plug that can be pulled.
//
// A Machine has a console that tells what its kernel and its services say, further serial ports whose far ends are
// connections here, eight GPIO lines (Board) that are driven and watched from here, disks, and a network that reaches nothing but ports of
// this machine that lead to ports of that one.
//
// The time on the machine is the time here: its clock is this machine's, however slowly its processors are emulated.
//
// That is the Model Virt. Pi3 is a Raspberry Pi instead: the drivers of its chip, its device tree and its names are the real ones, and so is
// what it lacks, such as a clock that goes on while it is off. Pi2Header, Pi3Header and Pi4Header have their 40-pin header wired to a program.
//
// FetchKernel and BuildDebian bring what runs on it, and keep it in the user's cache. FetchQEMU builds an emulator of a Raspberry Pi with
// its header; it is kept there, too.
//
// # Concurrency
//
// Everything may be used from any goroutine. What waits takes a context, or ends when the machine does. Close ends the machine and
// all that was begun with it, and waits for that.
package machine
