//go:build linux

package machine

import (
	"bufio"
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// soon is the time limit for everything here.
const soon = 20 * time.Second

func within(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), soon)
	t.Cleanup(cancel)
	return ctx
}

// TestKeptIsMadeOnce makes a thing that is then found in the cache; an interrupted thing is made again, a failure leaves nothing, and
// another recipe makes another thing.
func TestKeptIsMadeOnce(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	made, fails := 0, true
	r := recipe{name: "thing", title: "the thing", inputs: []string{"a"}, make: func(_ context.Context, dir string, _ io.Writer) error {
		if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
			t.Errorf("it is made where there is %v, %v", left, err)
		}
		made++
		if err := os.WriteFile(filepath.Join(dir, "part"), nil, 0o644); err != nil {
			return err
		}
		if fails {
			return errors.New("no")
		}
		return nil
	}}
	if _, err := r.cached(within(t), io.Discard); err == nil || !strings.Contains(err.Error(), "the thing: no") {
		t.Fatal(err)
	}
	fails = false
	cache := filepath.Join(os.Getenv("XDG_CACHE_HOME"), "familiar")
	if left, err := filepath.Glob(filepath.Join(cache, "thing-*[0-9a-f]*")); err != nil || slices.ContainsFunc(left, func(s string) bool { return !strings.HasSuffix(s, ".lock") }) {
		t.Fatalf("what failed leaves %v, %v", left, err)
	}
	dir, err := r.cached(within(t), io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := r.cached(within(t), io.Discard); err != nil || again != dir || made != 2 {
		t.Fatalf("it is at %s and then at %s, made %d times: %v", dir, again, made, err)
	}
	if err := os.Rename(dir, dir+".half"); err != nil { // the state after an interruption
		t.Fatal(err)
	}
	if again, err := r.cached(within(t), io.Discard); err != nil || again != dir || made != 3 {
		t.Fatalf("interrupted it is at %s, made %d times: %v", again, made, err)
	}
	r.inputs = []string{"b"}
	if other, err := r.cached(within(t), io.Discard); err != nil || other == dir || made != 4 {
		t.Fatalf("of something else it is at %s, made %d times: %v", other, made, err)
	}
}

func TestKeptWaitsForWhoMakesIt(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	begun, end := make(chan struct{}), make(chan struct{})
	r := recipe{name: "thing", title: "the thing", make: func(context.Context, string, io.Writer) error {
		close(begun)
		<-end
		return nil
	}}
	done := make(chan error)
	go func() {
		_, err := r.cached(t.Context(), io.Discard)
		done <- err
	}()
	<-begun
	short, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	if _, err := r.cached(short, io.Discard); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a second one says %v", err)
	}
	close(end)
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// TestScriptEndsWithItsChildren ends a script whose child would go on.
func TestScriptEndsWithItsChildren(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	dir := t.TempDir()
	done := make(chan error)
	go func() { done <- script(ctx, dir, "sleep 1000 & echo $! >pid; mv pid child; wait", io.Discard) }()
	var pid string
	for deadline := time.Now().Add(soon); pid == "" && time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		data, _ := os.ReadFile(filepath.Join(dir, "child"))
		pid = strings.TrimSpace(string(data))
	}
	cancel()
	if err := <-done; err == nil {
		t.Error("it has ended well")
	}
	for deadline := time.Now().Add(soon); ; time.Sleep(10 * time.Millisecond) {
		state, err := os.ReadFile("/proc/" + pid + "/stat")
		if err != nil || strings.Contains(string(state), ") Z ") { // ended, perhaps without a wait for it so far
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("its child goes on: %s", state)
		}
	}
}

func TestScriptTellsItsLastWords(t *testing.T) {
	err := script(t.Context(), t.TempDir(), `echo "$1 went wrong" >&2; exit 3`, io.Discard, "this")
	if err == nil || !strings.Contains(err.Error(), "exit status 3") || !strings.Contains(err.Error(), "this went wrong") {
		t.Error(err)
	}
}

// TestModulesComeInOrder loads what a module needs before it, each once.
func TestModulesComeInOrder(t *testing.T) {
	k := &Kernel{Version: "6.1", Modules: t.TempDir()}
	for name, text := range map[string]string{
		"modules.dep":     "kernel/fs/ext4/ext4.ko: kernel/fs/jbd2/jbd2.ko kernel/lib/crc16.ko\nkernel/fs/jbd2/jbd2.ko:\nkernel/lib/crc16.ko:\nkernel/a-b.ko.xz: kernel/lib/crc16.ko\n",
		"modules.builtin": "kernel/drivers/virtio/virtio.ko\n",
	} {
		if err := os.WriteFile(filepath.Join(k.Modules, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	files, err := k.Load("virtio", "ext4", "a_b")
	if err != nil {
		t.Fatal(err)
	}
	for i := range files {
		files[i] = filepath.Base(files[i])
	}
	if want := []string{"crc16.ko", "jbd2.ko", "ext4.ko", "a-b.ko.xz"}; !slices.Equal(files, want) {
		t.Errorf("got %q, want %q", files, want)
	}
	if _, err := k.Load("nothing"); err == nil || !strings.Contains(err.Error(), "nothing") {
		t.Error(err)
	}
}

// archived is an entry of an archive.
type archived struct {
	name string
	mode int
	data string
}

// unpack reads an archive as the kernel does.
func unpack(t *testing.T, file string) (all []archived) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for r := bytes.NewReader(data); r.Len() > 0; {
		head := make([]byte, 110)
		if _, err := io.ReadFull(r, head); err != nil || string(head[:6]) != "070701" {
			t.Fatalf("%q, %v", head, err)
		}
		field := func(n int) int {
			b, err := hex.DecodeString(string(head[6+8*n : 14+8*n]))
			if err != nil {
				t.Fatal(err)
			}
			return int(b[0])<<24 | int(b[1])<<16 | int(b[2])<<8 | int(b[3])
		}
		skip := func(n int) string {
			b := make([]byte, n)
			if _, err := io.ReadFull(r, b); err != nil {
				t.Fatal(err)
			}
			for (len(data)-r.Len())%4 != 0 {
				if b, err := r.ReadByte(); err != nil || b != 0 {
					t.Fatal(b, err)
				}
			}
			return string(b)
		}
		name := strings.TrimSuffix(skip(field(11)), "\x00")
		all = append(all, archived{name, field(1), skip(field(6))})
	}
	return all
}

// TestInitrd writes an archive and reads it as the kernel does.
func TestInitrd(t *testing.T) {
	var i Initrd
	i.Add("/bin/tool", 0o755, []byte("five!"))
	i.AddFolder("dev")
	i.Add("/bin/other", 0o644, nil)
	file := filepath.Join(t.TempDir(), "initrd")
	if err := i.WriteFile(file); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range unpack(t, file) {
		got = append(got, fmt.Sprintf("%s %o %s", e.name, e.mode, e.data))
	}
	want := []string{"bin 40755 ", "bin/tool 100755 five!", "dev 40755 ", "bin/other 100644 ", "TRAILER!!! 0 "}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

// kernelOf returns a kernel whose files are in a temporary folder. Its module ext4 needs two others.
func kernelOf(t *testing.T) *Kernel {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"busybox":         "all tools",
		"modules.dep":     "fs/ext4.ko: fs/jbd2.ko lib/crc16.ko\nfs/jbd2.ko:\nlib/crc16.ko:\n",
		"modules.builtin": "",
		"fs/ext4.ko":      "the module ext4",
		"fs/jbd2.ko":      "the module jbd2",
		"lib/crc16.ko":    "the module crc16",
	} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	return &Kernel{Version: "6.1", Modules: dir, Busybox: filepath.Join(dir, "busybox")}
}

// TestInitrdOfDebian has all modules, a list of them in the order in which they must be loaded, and a program that loads them.
func TestInitrdOfDebian(t *testing.T) {
	file := filepath.Join(t.TempDir(), "initrd")
	if err := writeInitrd(kernelOf(t), []string{"ext4"}, file); err != nil {
		t.Fatal(err)
	}
	got := make(map[string]string)
	for _, e := range unpack(t, file) {
		got[e.name] = e.data
	}
	for name, want := range map[string]string{
		"bin/busybox": "all tools",
		"crc16.ko":    "the module crc16",
		"jbd2.ko":     "the module jbd2",
		"ext4.ko":     "the module ext4",
		"modules":     "/crc16.ko\n/jbd2.ko\n/ext4.ko",
		"init":        initScript,
	} {
		if got[name] != want {
			t.Errorf("%s is %q, want %q", name, got[name], want)
		}
	}
	for _, folder := range []string{"proc", "sys", "dev", "root"} {
		if _, ok := got[folder]; !ok {
			t.Errorf("the kernel finds no folder %s", folder)
		}
	}
}

// TestInitrdOfDebianIsComplete has no initrd without one of its files.
func TestInitrdOfDebianIsComplete(t *testing.T) {
	for _, missing := range []string{"busybox", "modules.dep", "lib/crc16.ko"} {
		k := kernelOf(t)
		if err := os.Remove(filepath.Join(k.Modules, missing)); err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(t.TempDir(), "initrd")
		if err := writeInitrd(k, []string{"ext4"}, file); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("without %s it says %v", missing, err)
		}
		if _, err := os.Stat(file); err == nil {
			t.Errorf("there is an initrd without %s", missing)
		}
	}
}

// TestDiskOfDebian gives the script that makes the disk what it needs, and leaves no files besides its result. In place of the script, which needs root, runs
// a program that writes down its arguments. A system that is no Debian cannot make one.
func TestDiskOfDebian(t *testing.T) {
	const suite = "trixie"
	tools, dir := t.TempDir(), t.TempDir()
	for _, name := range []string{"unshare", "sudo"} {
		if err := os.WriteFile(filepath.Join(tools, name), []byte("#!/bin/sh\nprintf '%s\\n' \"$@\" >arguments\n"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", tools+":"+os.Getenv("PATH"))
	if err := makeDisk(within(t), map[string]string{"VERSION_CODENAME": suite}, arm64, kernelOf(t), dir, io.Discard); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(dir, "arguments"))
	if err != nil {
		t.Fatal(err)
	}
	if want := "\nsh\narm64\n" + suite + "\n" + packages + "\n"; !strings.Contains(string(data), want) {
		t.Errorf("%s has no %q", data, want)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
		t.Errorf("left are %v, %v", left, err)
	}
	if err := makeDisk(within(t), nil, arm64, kernelOf(t), t.TempDir(), io.Discard); err == nil || !strings.Contains(err.Error(), "VERSION_CODENAME") {
		t.Errorf("on a system that is no Debian it says %v", err)
	}
}

// TestStartWithoutQEMU returns an error, and leaves nothing behind.
func TestStartWithoutQEMU(t *testing.T) {
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	m, err := Start(within(t), Options{QEMU: "/nowhere/qemu"})
	if m != nil || !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "starting the machine") {
		t.Errorf("it says %v", err)
	}
	if left, err := os.ReadDir(temporary); err != nil || len(left) > 0 {
		t.Errorf("left are %v, %v", left, err)
	}
}

// TestConsole reads all lines in order, including those that came before the first read, and the last one.
func TestConsole(t *testing.T) {
	out, in := io.Pipe()
	var copied bytes.Buffer
	c := newConsole(nil, out, &copied)
	go func() {
		io.WriteString(in, "one\r\ntwo\nthr")
		io.WriteString(in, "ee\nlast")
		in.Close()
	}()
	for _, want := range []string{"two", "three", "last"} {
		if line, err := c.Await(within(t), func(s string) bool { return s == want }); err != nil || line != want {
			t.Fatalf("got %q, %v", line, err)
		}
	}
	if _, err := c.Await(within(t), func(string) bool { return true }); !errors.Is(err, ErrEnded) {
		t.Errorf("in the end it says %v", err)
	}
	if got := c.Tail(2); got != "three\nlast" {
		t.Errorf("the tail is %q", got)
	}
	if copied.String() != "one\r\ntwo\nthree\nlast" {
		t.Errorf("copied is %q", copied.String())
	}
}

func TestConsoleForgetsTheOldest(t *testing.T) {
	c := &Console{ended: make(chan struct{}), fresh: make(chan struct{})}
	for n := range maxLines + 2 {
		c.add(fmt.Sprint(n))
	}
	first, err := c.Await(within(t), func(string) bool { return true })
	if err != nil || first == "0" {
		t.Errorf("the first is %q, %v", first, err)
	}
	last := fmt.Sprint(maxLines + 1)
	if _, err := c.Await(within(t), func(s string) bool { return s == last }); err != nil {
		t.Error(err)
	}
}

// TestShell runs commands in a shell of this machine.
func TestShell(t *testing.T) {
	ours, theirs := net.Pipe()
	cmd := exec.CommandContext(within(t), "/bin/sh", "-c", `echo; echo "=up="; exec /bin/sh`)
	cmd.Stdin, cmd.Stdout = theirs, theirs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		ours.Close()
		theirs.Close()
		_ = cmd.Wait() // its input is gone
	}()
	s := NewShell(ours)
	if err := s.Up(within(t)); err != nil {
		t.Fatal(err)
	}
	if said, err := s.Run(within(t), "echo 'it''s'; printf '\\nno end' >&2; cat"); err != nil || said != "its\n\nno end" {
		t.Errorf("%q, %v", said, err)
	}
	var failed *Failed
	if said, err := s.Run(within(t), "echo oh; exit 7"); !errors.As(err, &failed) || failed.Status != 7 || said != "oh" {
		t.Errorf("%q, %v", said, err)
	}
	short, cancel := context.WithTimeout(t.Context(), 4*time.Second)
	defer cancel()
	if _, err := s.Run(short, "sleep 1000"); !errors.As(err, &failed) || failed.Status != 124 { // that of timeout(1)
		t.Errorf("what hangs ends with %v", err)
	}
	if said, err := s.Run(within(t), "for i in 1 2; do\necho $i\ndone"); err != nil || said != "1\n2" {
		t.Errorf("%q, %v", said, err)
	}
}

// TestPins drives and watches lines against the other side of the protocol.
func TestPins(t *testing.T) {
	ours, theirs := net.Pipe()
	control, qemu := net.Pipe()
	said := make(chan string, 100)
	go func() { // QEMU's monitor
		io.WriteString(qemu, `{"QMP":{}}`+"\n")
		lines := bufio.NewScanner(qemu)
		lines.Split(bufio.ScanBytes)
		text := ""
		for lines.Scan() {
			if text += lines.Text(); strings.Count(text, "{") == strings.Count(text, "}") {
				answer := `{"return":{}}`
				if strings.Contains(text, "qom-list") {
					answer = `{"return":[{"name":"device[3]","type":"child<gpio>"},{"name":"device[7]","type":"child<pl061>"}]}`
				}
				text = ""
				io.WriteString(qemu, answer+"\n")
			}
		}
	}()
	go func() { // QEMU's test harness
		for lines := bufio.NewScanner(theirs); lines.Scan(); {
			said <- lines.Text()
			io.WriteString(theirs, "OK\n")
		}
	}()
	q, err := newQMP(within(t), control)
	if err != nil {
		t.Fatal(err)
	}
	defer q.close()
	b := &Board{Lines: [LineCount]Line{0: {Name: "GPIO17", Up: true}, PowerLine: {Name: "GPIO3"}, 5: {Name: "GPIO22"}}}
	p, err := newPins(within(t), ours, q, b)
	if err != nil {
		t.Fatal(err)
	}
	defer p.close()
	const path = "/machine/unattached/device[7]"
	begins := func() {
		t.Helper()
		for n := range LineCount {
			if n == PowerLine {
				continue
			}
			level := 0
			if n == 0 {
				level = 1
			}
			if got, want := <-said, fmt.Sprintf("set_irq_in %s unnamed-gpio-in %d %d", path, n, level); got != want {
				t.Fatalf("got %q, want %q", got, want)
			}
		}
	}
	if got := <-said; got != "irq_intercept_out "+path {
		t.Errorf("it begins with %q", got)
	}
	begins()
	io.WriteString(qemu, `{"event":"RESET"}`+"\n")
	begins() // once more: the controller has lost them

	if err := p.Drive("GPIO22", true); err != nil {
		t.Error(err)
	}
	if got := <-said; got != "set_irq_in "+path+" unnamed-gpio-in 5 1" {
		t.Errorf("got %q", got)
	}
	for _, name := range []string{"GPIO3", "GPIO4", ""} { // QEMU's own, and an unknown one
		if err := p.Drive(name, true); !errors.Is(err, errNoLine) {
			t.Errorf("%q: %v", name, err)
		}
	}
	w, err := p.Watch("GPIO22")
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(theirs, "IRQ raise 5\nIRQ raise 5\nIRQ raise 0\nIRQ lower 5\n")
	edges, err := w.Await(within(t), func(e []Edge) bool { return len(e) == 2 })
	if err != nil || !edges[0].High || edges[1].High || edges[1].At.Before(edges[0].At) {
		t.Errorf("%v, %v", edges, err)
	}
	w.Close()
	io.WriteString(theirs, "IRQ raise 5\n")
	if err := p.Drive("GPIO22", false); err != nil { // if this one after it was received
		t.Error(err)
	}
	if got := w.Edges(); len(got) != 2 {
		t.Errorf("it is watched on: %v", got)
	}
	theirs.Close()
	if err := p.Drive("GPIO22", true); err == nil {
		t.Error("a machine that has ended was driven")
	}
	qemu.Close()
}
