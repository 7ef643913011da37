package durabletest

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

// calls are the system calls that can fail: all by which files are opened, read, written and changed.
var calls = map[uint32]string{
	unix.SYS_OPENAT: "openat", unix.SYS_MKDIRAT: "mkdirat", unix.SYS_UNLINKAT: "unlinkat", unix.SYS_RENAMEAT: "renameat", unix.SYS_RENAMEAT2: "renameat2",
	unix.SYS_LINKAT: "linkat", unix.SYS_SYMLINKAT: "symlinkat", unix.SYS_READLINKAT: "readlinkat", unix.SYS_FCHMODAT: "fchmodat", unix.SYS_FCHOWNAT: "fchownat",
	unix.SYS_UTIMENSAT: "utimensat", unix.SYS_NEWFSTATAT: "newfstatat", unix.SYS_FSTAT: "fstat", unix.SYS_GETDENTS64: "getdents64", unix.SYS_LSEEK: "lseek",
	unix.SYS_READ: "read", unix.SYS_PREAD64: "pread", unix.SYS_WRITE: "write", unix.SYS_PWRITE64: "pwrite", unix.SYS_COPY_FILE_RANGE: "copy_file_range",
	unix.SYS_FTRUNCATE: "ftruncate", unix.SYS_FCHMOD: "fchmod", unix.SYS_FCHOWN: "fchown", unix.SYS_FSYNC: "fsync", unix.SYS_FDATASYNC: "fdatasync", unix.SYS_FLOCK: "flock",
}

// Run runs a function on the disk: the call whose turn it is returns EIO. Only calls of the function's own goroutine count; it must not end the test.
func (d *Disk) Run(f func()) {
	d.t.Helper()
	listener, over, err := make(chan int), make(chan struct{}), error(nil)
	endRead, endWrite, pipeErr := os.Pipe()
	if pipeErr != nil {
		d.t.Fatal(pipeErr)
	}
	defer endRead.Close()
	go func() {
		defer close(over)
		defer endWrite.Close()
		runtime.LockOSThread() // for good: the thread ends with the goroutine
		var fd int
		if fd, err = listen(); err != nil {
			close(listener)
			return
		}
		listener <- fd
		f()
	}()
	fd, ok := <-listener
	if !ok {
		<-over
		d.t.Skipf("this kernel lets nobody decide about calls: %v", err)
	}
	err = errors.Join(d.decide(fd, int(endRead.Fd())), unix.Close(fd))
	<-over
	if err != nil {
		d.t.Fatalf("deciding about a call: %v", err)
	}
}

// listen lets all further calls of this thread wait until somebody who reads from the descriptor has decided about them: see seccomp_unotify(2).
func listen() (fd int, err error) {
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return 0, err
	}
	filter := []unix.SockFilter{{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS}} // the call's number
	for call := range calls {
		filter = append(filter,
			unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: call, Jf: 1},
			unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_USER_NOTIF},
		)
	}
	filter = append(filter, unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ALLOW})
	program := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	n, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_NEW_LISTENER, uintptr(unsafe.Pointer(&program)))
	if errno != 0 {
		return 0, errno
	}
	return int(n), nil
}

// decide lets the call whose turn it is fail, and all others be made, until the other descriptor says that it is over.
func (d *Disk) decide(listener, end int) error {
	for {
		ready := []unix.PollFd{{Fd: int32(listener), Events: unix.POLLIN}, {Fd: int32(end)}}
		if _, err := unix.Poll(ready, -1); err == unix.EINTR {
			continue
		} else if err != nil {
			return err
		}
		if ready[0].Revents&unix.POLLIN == 0 {
			return nil
		}
		var asked [80]byte // struct seccomp_notif
		if err := control(listener, unix.SECCOMP_IOCTL_NOTIF_RECV, &asked[0]); err == unix.EINTR || err == unix.ENOENT {
			continue // a signal, with which the call is made anew
		} else if err != nil {
			return err
		}
		var answer [24]byte // struct seccomp_notif_resp
		copy(answer[:8], asked[:8])
		call, fd := calls[binary.NativeEndian.Uint32(asked[16:])], binary.NativeEndian.Uint64(asked[32:])
		ofTest := call == "write" && isTestLog(fd)
		if d.n == 0 && !ofTest {
			d.Failed = call
			eio := -int32(unix.EIO)
			binary.NativeEndian.PutUint32(answer[16:], uint32(eio))
		} else {
			binary.NativeEndian.PutUint32(answer[20:], unix.SECCOMP_USER_NOTIF_FLAG_CONTINUE)
		}
		if !ofTest {
			d.n--
		}
		if err := control(listener, unix.SECCOMP_IOCTL_NOTIF_SEND, &answer[0]); err != nil && err != unix.ENOENT {
			return err
		}
	}
}

// isTestLog reports whether the descriptor is that of the file in which `go test` notes what a test has opened.
func isTestLog(fd uint64) bool {
	name, err := os.Readlink(fmt.Sprintf("/proc/self/fd/%d", fd))
	return err == nil && filepath.Base(name) == "testlog.txt"
}

func control(fd int, request uintptr, data *byte) error {
	if _, _, errno := unix.Syscall(unix.SYS_IOCTL, uintptr(fd), request, uintptr(unsafe.Pointer(data))); errno != 0 {
		return errno
	}
	return nil
}
