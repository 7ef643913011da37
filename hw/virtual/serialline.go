package virtual

import (
	"io"
	"time"
)

// serialChip is a chip at the end of a serial line. A readerChip has busFails.
type serialChip interface {
	// takeSerial takes bytes of the host.
	takeSerial(bytes []byte)
	// nextSerial returns the frame that is due for the host, or in what time to
	// ask again.
	nextSerial() (frame []byte, next time.Duration)
	// stirred receives a value when nextSerial should be asked again at once: there
	// is a frame, or a fault.
	stirred() <-chan struct{}
	// busFails reports whether the line is gone.
	busFails() bool
}

// serveSerial connects a chip to a line until that is closed or the chip's bus
// fails, and then closes the line.
func serveSerial(c serialChip, line io.ReadWriteCloser) {
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		receiveBytes(c, line)
	}()
	sendFrames(c, line, closed)
	line.Close()
	<-closed
}

// receiveBytes gives the chip the host's bytes.
func receiveBytes(c serialChip, line io.Reader) {
	buf := make([]byte, 256)
	for {
		n, err := line.Read(buf)
		c.takeSerial(buf[:n])
		if err != nil {
			return
		}
	}
}

// sendFrames sends the chip's frames to the host when they are due.
func sendFrames(c serialChip, line io.Writer, closed <-chan struct{}) {
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	for !c.busFails() {
		frame, next := c.nextSerial()
		if len(frame) > 0 {
			if _, err := line.Write(frame); err != nil {
				return
			}
			continue
		}
		timer.Reset(next)
		select {
		case <-timer.C:
		case <-c.stirred():
		case <-closed:
			return
		}
	}
}
