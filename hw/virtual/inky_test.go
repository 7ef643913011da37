package virtual_test

import (
	"image"
	"image/color"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/devices/v3/inky"

	"familiar/hw/virtual"
)

// patient is a BUSY line whose endless waits end with the fall of the line, as the contract of periph's pins has it.
type patient struct{ *virtual.Pin }

func (p patient) WaitForEdge(time.Duration) bool { return p.Pin.WaitForEdge(0) }

// TestInkyDriver draws through periph's driver, with colours too, which are black on this glass or white. On a line of the kernel's the driver does not
// wait for the end of a refresh, and speaks into it.
func TestInkyDriver(t *testing.T) {
	for name, test := range map[string]struct {
		busy    func(*virtual.Pin) gpio.PinIn
		lasts   time.Duration
		rude    string // what the panel complains of
		refresh int    // how many are over when the driver has returned
	}{
		"on a patient line":    {func(p *virtual.Pin) gpio.PinIn { return patient{p} }, 8844 * time.Millisecond, "", 1},
		"on one of the kernel": {func(p *virtual.Pin) gpio.PinIn { return p }, 200 * time.Millisecond, "while BUSY", 0},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := virtual.NewInkyPHAT("SPI0.0", virtual.NewPin("GPIO22", 22), virtual.NewPin("GPIO27", 27), virtual.NewPin("GPIO17", 17))
				port, err := p.Open()
				if err != nil {
					t.Fatal(err)
				}
				dev, err := inky.New(port, p.DC, p.RST, test.busy(p.BUSY), &inky.Opts{Model: inky.PHAT, Width: 104, Height: 212, ModelColor: inky.Black})
				if err != nil {
					t.Fatal(err)
				}
				img := image.NewGray(dev.Bounds())
				for i := range img.Pix {
					img.Pix[i] = 0xFF
				}
				img.SetGray(3, 7, color.Gray{})
				start := time.Now()
				if err := dev.DrawAll(img); err != nil {
					t.Fatal(err)
				}
				if took := time.Since(start).Round(time.Millisecond); took != test.lasts {
					t.Errorf("it took %v, want %v", took, test.lasts)
				}
				if full, partial := p.Refreshes(); full != test.refresh || partial != 0 {
					t.Errorf("%d full and %d partial refreshes", full, partial)
				}
				complaints := strings.Join(p.Complaints(), "\n")
				if (test.rude == "") != (complaints == "") || !strings.Contains(complaints, test.rude) {
					t.Errorf("the panel complains: %s", complaints)
				}
				time.Sleep(10 * time.Second)
				if test.rude == "" {
					checkDot(t, p, image.Pt(204, 100))
				}
			})
		})
	}
}

// checkDot checks that one pixel of the panel is black.
func checkDot(t *testing.T, p *virtual.EPaper, at image.Point) {
	t.Helper()
	img := p.Image()
	if img.Rect != image.Rect(0, 0, 212, 104) {
		t.Errorf("the picture has %v", img.Rect)
	}
	for y := range img.Rect.Dy() {
		for x := range img.Rect.Dx() {
			if black := img.GrayAt(x, y).Y == 0; black != (image.Pt(x, y) == at) {
				t.Errorf("the pixel at %d, %d is black: %t", x, y, black)
			}
		}
	}
	if !p.Asleep() {
		t.Error("the driver has not put the controller to sleep")
	}
}
