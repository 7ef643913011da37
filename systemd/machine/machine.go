//go:build linux

package machine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Options describe a machine.
type Options struct {
	Model  Model  // Virt if nil
	Kernel string // file of its image
	Initrd string // file; none if empty
	// Trees is the folder of the kernel's device trees, Kernel.Trees. Virt needs none.
	Trees  string
	Append string // the kernel's command line, besides its console
	// CPU is the processor; "cortex-a53", that of a Pi 3 and a Zero 2, if empty.
	CPU        string
	Processors int // if 0, 1, or all of a Raspberry Pi
	Memory     int // MiB; if 0, 512, or all of a Raspberry Pi
	Drives     []Drive
	// Ports is the number of serial ports besides its console: /dev/ttyS0 and so on.
	Ports int
	// NoConsole makes the port that would be the console the first one of Ports. The kernel's emergency messages go to the last one. Virt has enough
	// ports and does not need it.
	NoConsole bool
	// Forward are its network ports that can be reached from here, see Address. Without any it has no network. There are no other connections in either
	// direction.
	Forward []int
	Board   *Board // its GPIO lines and their connections; nil: they are not connected
	// Console gets the console's output as it comes; it must not block.
	Console io.Writer
	// Once makes the machine end, instead of starting again, when its system restarts it.
	Once bool
	// QEMU is the program that emulates the machine; "qemu-system-aarch64" if empty.
	QEMU string
	// Header is a Unix socket at which the far end of the 40-pin header listens. It carries the serial ports, too. Pi2Header, Pi3Header and Pi4Header
	// have one, and wait for the far end before they start.
	Header string
	// SPI1 enables that bus of the header with its chip select on pin GPIO18; PWM is on GPIO12 then.
	SPI1 bool
	// ICount makes the guest's time a count of its instructions: QEMU's -icount, such as "shift=5,sleep=on". If empty, the guest's time is the time
	// here.
	ICount string
	// Args are further arguments for QEMU.
	Args []string
}

// Drive is a disk. On Virt the disks are /dev/vda and so on; the other models describe theirs.
type Drive struct {
	Source   string // file, or an address of QEMU such as nbd+unix:///?socket=PATH
	Format   string // "raw" if empty
	Cache    string // QEMU's name of it; "writeback" if empty
	ReadOnly bool
}

// Machine is a machine that runs or has ended.
type Machine struct {
	Console *Console
	Ports   []net.Conn // the far ends of its serial ports, unless they are on its header

	dir     string
	cmd     *exec.Cmd
	stderr  tail
	control *qmp
	pins    *Pins // nil without a board
	forward map[int]string
	ended   chan struct{}
	exitErr error // the reason of the end
	close   func() error
}

// startTime is how long QEMU itself may take to start; the emulation has not begun by then.
const startTime = 30 * time.Second

// Start switches a machine on. It returns when the machine runs, long before its system is up. If ctx ends meanwhile, the machine is switched off again.
func Start(ctx context.Context, o Options) (*Machine, error) {
	ctx, cancel := context.WithTimeout(ctx, startTime)
	defer cancel()
	dir, err := os.MkdirTemp("", "machine")
	if err != nil {
		return nil, err
	}
	m := &Machine{dir: dir, ended: make(chan struct{}), stderr: tail{limit: 4 << 10}, forward: make(map[int]string)}
	m.close = sync.OnceValue(m.shut)
	if err := m.start(ctx, o); err != nil {
		if m.cmd == nil {
			return nil, errors.Join(err, os.RemoveAll(dir))
		}
		return nil, errors.Join(err, m.Close())
	}
	return m, nil
}

func (m *Machine) start(ctx context.Context, o Options) error {
	if o.Model == nil {
		o.Model = Virt
	}
	if err := o.Model.check(o); err != nil {
		return fmt.Errorf("a machine %v: %w", o.Model, err)
	}
	args := o.args()
	control := m.listen("control")
	defer control.close()
	args = append(args, "-chardev", control.chardev("control"), "-mon", "chardev=control,mode=control")
	var ports []*rendezvous
	for i := range o.Ports {
		id := "port" + strconv.Itoa(i)
		if o.Header != "" {
			args = append(args, "-chardev", "pi-port,id="+id)
		} else {
			port := m.listen(id)
			defer port.close()
			ports = append(ports, port)
			args = append(args, "-chardev", port.chardev(id))
		}
		args = append(args, o.Model.port(i, id)...)
	}
	tree := filepath.Join(m.dir, "tree.dtb")
	if own, err := o.Model.tree(ctx, o, tree); err != nil {
		return fmt.Errorf("the device tree of a machine %v: %w", o.Model, err)
	} else if own {
		args = append(args, "-dtb", tree)
	}
	var board *rendezvous
	if o.Board != nil {
		board = m.listen("board")
		defer board.close()
		args = append(args, "-qtest", "unix:"+board.path, "-qtest-log", "none")
		args = append(args, o.Board.pulls()...)
	}
	if err := m.run(o, args); err != nil {
		return err
	}
	conn, err := control.accept(ctx, m)
	if err != nil {
		return err
	}
	if m.control, err = newQMP(ctx, conn); err != nil {
		return err
	}
	for _, p := range ports {
		conn, err := p.accept(ctx, m)
		if err != nil {
			return err
		}
		m.Ports = append(m.Ports, conn)
	}
	if o.Board != nil {
		conn, err := board.accept(ctx, m)
		if err != nil {
			return err
		}
		if m.pins, err = newPins(ctx, conn, m.control, o.Board); err != nil {
			return err
		}
	}
	if err := m.findForwarded(ctx, o.Forward); err != nil {
		return err
	}
	// The machine has waited for this command, so that none of its first output is missed.
	_, err = m.control.do(ctx, "cont", nil)
	return err
}

// args returns the arguments that do not depend on a running machine.
func (o Options) args() []string {
	args := append(o.Model.core(o), "-S", "-nodefaults", "-display", "none",
		"-kernel", o.Kernel, "-append", strings.Join(strings.Fields(o.console()+" panic=-1 "+o.Model.words(o)+" "+o.Append), " "))
	if !o.NoConsole {
		args = append(args, "-chardev", "stdio,id=console,signal=off", "-serial", "chardev:console")
	}
	if o.Initrd != "" {
		args = append(args, "-initrd", o.Initrd)
	}
	if o.Once {
		args = append(args, "-no-reboot")
	}
	if o.ICount == "" {
		args = append(args, "-accel", "tcg,thread=multi")
	} else { // -icount counts the instructions of one processor at a time
		args = append(args, "-accel", "tcg,thread=single", "-icount", o.ICount)
	}
	for i, d := range o.Drives {
		drive := fmt.Sprintf("format=%s,cache=%s,file=%s", cmp.Or(d.Format, "raw"), cmp.Or(d.Cache, "writeback"), commas(d.Source))
		if d.ReadOnly {
			drive += ",readonly=on"
		}
		args = append(args, o.Model.drive(i, drive)...)
	}
	if len(o.Forward) > 0 {
		net := "user,id=net,restrict=on"
		for _, port := range o.Forward {
			net += fmt.Sprintf(",hostfwd=tcp:127.0.0.1:0-:%d", port)
		}
		args = append(args, "-netdev", net)
		args = append(args, o.Model.network("net")...)
	}
	if o.Header != "" {
		args = append(args, "-device", "pi-header,path="+commas(o.Header))
	}
	return append(args, o.Args...)
}

// console returns the kernel's argument for its console.
func (o Options) console() string {
	if o.NoConsole {
		return "console=ttyS0 quiet loglevel=1 systemd.show_status=false"
	}
	return "console=ttyAMA0"
}

// commas escapes a value for QEMU, where a comma separates values.
func commas(s string) string { return strings.ReplaceAll(s, ",", ",,") }

// run starts QEMU and reads its output.
func (m *Machine) run(o Options, args []string) error {
	cmd := exec.Command(cmp.Or(o.QEMU, "qemu-system-aarch64"), args...)
	cmd.Stderr = &m.stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} // it ends when this process ends in any way
	in, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("starting the machine: %w", err)
	}
	m.cmd = cmd
	m.Console = newConsole(in, out, o.Console)
	go func() {
		defer close(m.ended)
		<-m.Console.ended // all output must be read before Wait closes the pipe
		m.exitErr = cmd.Wait()
	}()
	return nil
}

// Address returns the address HOST:PORT at which a network port of the machine is reached from here. The port is one of Options.Forward.
func (m *Machine) Address(port int) string { return m.forward[port] }

// findForwarded asks QEMU which ports it uses.
func (m *Machine) findForwarded(ctx context.Context, ports []int) error {
	if len(ports) == 0 {
		return nil
	}
	text, err := m.control.monitor(ctx, "info usernet")
	if err != nil {
		return err
	}
	for line := range strings.Lines(text) {
		// TCP[HOST_FORWARD]  12  127.0.0.1 40321  10.0.2.15  80  0  0
		f := strings.Fields(line)
		if len(f) >= 6 && strings.HasPrefix(f[0], "TCP[HOST_FORWARD]") {
			if port, err := strconv.Atoi(f[5]); err == nil {
				m.forward[port] = net.JoinHostPort(f[2], f[3])
			}
		}
	}
	for _, port := range ports {
		if m.forward[port] == "" {
			return fmt.Errorf("QEMU does not tell where port %d is:\n%s", port, text)
		}
	}
	return nil
}

// Pins returns the GPIO lines; nil if the machine has no board.
func (m *Machine) Pins() *Pins { return m.pins }

// Ended is closed when the machine has ended: it has switched itself off, or was ended by Kill.
func (m *Machine) Ended() <-chan struct{} { return m.ended }

// Wait waits until the machine has switched itself off.
func (m *Machine) Wait(ctx context.Context) error {
	select {
	case <-m.ended:
		if m.exitErr != nil {
			return fmt.Errorf("the machine ended: %w: %s", m.exitErr, &m.stderr)
		}
		return nil
	case <-ctx.Done():
		return fmt.Errorf("the machine does not switch itself off: %w", ctx.Err())
	}
}

// Kill pulls the plug: data that the machine has not written to its disks by now are lost. It returns when the machine has ended.
func (m *Machine) Kill() {
	_ = m.cmd.Process.Kill() // it may have ended by itself
	<-m.ended
}

// Close pulls the plug and releases everything. A second Close does nothing.
func (m *Machine) Close() error { return m.close() }

func (m *Machine) shut() error {
	m.Kill()
	if m.control != nil {
		m.control.close()
	}
	if m.pins != nil {
		m.pins.close()
	}
	for _, p := range m.Ports {
		p.Close() // their other side is gone
	}
	return os.RemoveAll(m.dir)
}

// rendezvous is a socket to which a part of QEMU will connect.
type rendezvous struct {
	path     string
	listener net.Listener
	err      error
}

func (m *Machine) listen(name string) *rendezvous {
	path := filepath.Join(m.dir, name)
	l, err := net.Listen("unix", path)
	return &rendezvous{path, l, err}
}

func (m *rendezvous) chardev(id string) string {
	return fmt.Sprintf("socket,id=%s,path=%s", id, commas(m.path))
}

// accept waits for QEMU, unless QEMU ends first.
func (m *rendezvous) accept(ctx context.Context, of *Machine) (net.Conn, error) {
	if m.err != nil {
		return nil, m.err
	}
	over := make(chan struct{})
	var watched sync.WaitGroup
	watched.Go(func() {
		select {
		case <-ctx.Done():
		case <-of.ended:
		case <-over:
			return
		}
		m.listener.Close()
	})
	conn, err := m.listener.Accept()
	close(over)
	watched.Wait()
	if err != nil {
		return nil, fmt.Errorf("QEMU does not come up: %w: %s", errors.Join(err, ctx.Err()), &of.stderr)
	}
	return conn, nil
}

func (m *rendezvous) close() {
	if m.listener != nil {
		m.listener.Close()
	}
}
