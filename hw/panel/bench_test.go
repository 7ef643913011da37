package panel

import (
	"image"
	"testing"

	"periph.io/x/devices/v3/ssd1306/image1bit"

	"familiar/hw/virtual"
)

// BenchmarkPanelPartial measures a partial refresh, from comparing the pictures
// to the fall of BUSY, on a panel that is a thousand times as fast as a real
// one: the whole picture, and a figure of it as a countdown changes it.
func BenchmarkPanelPartial(b *testing.B) {
	for name, part := range map[string]image.Rectangle{
		"whole":  Bounds(),
		"figure": image.Rect(100, 40, 124, 72),
	} {
		b.Run(name, func(b *testing.B) {
			glass := virtual.NewPanel("SPI0.0", virtual.NewPin("GPIO25", 25), virtual.NewPin("GPIO17", 17), virtual.NewPin("GPIO24", 24))
			glass.SetFrameTime(virtual.DefaultFrameTime / 1000)
			w, err := openWaveshare(func() (Wires, error) {
				port, err := glass.Open()
				return Wires{Port: port, DC: glass.DC, RST: glass.RST, BUSY: glass.BUSY}, err
			}, false)
			if err != nil {
				b.Fatal(err)
			}
			white := newPicture(image.White)
			black := newPicture(image.White)
			for y := part.Min.Y; y < part.Max.Y; y++ {
				for x := part.Min.X; x < part.Max.X; x++ {
					black.SetBit(x, y, image1bit.Off)
				}
			}
			shown, next := white, black
			if err := w.draw(shown, shown.Rect, true); err != nil {
				b.Fatal(err)
			}
			if err := w.setMode(true); err != nil {
				b.Fatal(err)
			}
			bytes, transfers := glass.Traffic()
			b.ReportAllocs()
			for b.Loop() {
				if err := w.draw(next, changed(shown, next), false); err != nil {
					b.Fatal(err)
				}
				shown, next = next, shown
			}
			bytes2, transfers2 := glass.Traffic()
			b.ReportMetric(float64(bytes2-bytes)/float64(b.N), "SPI-bytes/refresh")
			b.ReportMetric(float64(transfers2-transfers)/float64(b.N), "transfers/refresh")
			if err := w.sleep(); err != nil {
				b.Fatal(err)
			}
		})
	}
}

// BenchmarkNewPicture is what Show costs its caller.
func BenchmarkNewPicture(b *testing.B) {
	for name, img := range map[string]image.Image{
		"gray": image.NewGray(Bounds()),
		"rgba": image.NewRGBA(Bounds()),
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				newPicture(img)
			}
		})
	}
}
