package panel

import (
	"image"
	"testing"

	"periph.io/x/devices/v3/ssd1306/image1bit"

	"familiar/hw/virtual"
)

// changes are a change of the whole picture, and of a figure in it as by a countdown.
var changes = map[string]image.Rectangle{"whole": {Max: testSize}, "figure": image.Rect(100, 40, 124, 72)}

// painted returns a white picture with a black box.
func painted(size image.Point, box image.Rectangle) *picture {
	p := newPicture(image.White, size, false)
	for y := box.Min.Y; y < min(box.Max.Y, size.Y); y++ {
		for x := box.Min.X; x < min(box.Max.X, size.X); x++ {
			p.SetBit(x, y, image1bit.Off)
		}
	}
	return p
}

// BenchmarkPanelPartial measures a partial refresh, from comparing the pictures
// to the fall of BUSY, on a panel that is a thousand times as fast as a real one.
func BenchmarkPanelPartial(b *testing.B) {
	for name, part := range changes {
		b.Run(name, func(b *testing.B) {
			glass := virtual.NewWaveshareV2("SPI0.0", virtual.NewPin("GPIO25", 25), virtual.NewPin("GPIO17", 17), virtual.NewPin("GPIO24", 24))
			glass.SetFrameTime(virtual.DefaultFrameTime / 1000)
			port, err := glass.Open()
			if err != nil {
				b.Fatal(err)
			}
			w, err := openV2(Wires{Port: port, DC: glass.DC, RST: glass.RST, BUSY: glass.BUSY}, false)
			if err != nil {
				b.Fatal(err)
			}
			shown, next := newPicture(image.White, testSize, false), painted(testSize, part)
			if err := w.dev.Draw(shown.Rect, shown, image.Point{}); err != nil {
				b.Fatal(err)
			}
			if err := w.setMode(true); err != nil {
				b.Fatal(err)
			}
			fast := partialV2
			fast.minTime /= 1000
			bytes, transfers := glass.Traffic()
			b.ReportAllocs()
			for b.Loop() {
				part := changed(shown, next)
				if err := w.busy.run(fast, func() error { return w.dev.Draw(part, next, part.Min) }); err != nil {
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

// BenchmarkOLED measures a picture on an OLED of each model, on an emulated bus of
// 100 kHz.
func BenchmarkOLED(b *testing.B) {
	size := image.Pt(128, 64)
	chips := map[Model]func(*virtual.I2CBus) (*virtual.OLED, error){
		SSD1306: func(bus *virtual.I2CBus) (*virtual.OLED, error) { return virtual.NewOLED(bus, size.Y) },
		SH1106:  virtual.NewSH1106,
	}
	for model, chip := range chips {
		for name, part := range changes {
			b.Run(string(model)+" "+name, func(b *testing.B) { benchmarkOLED(b, model, chip, size, part) })
		}
	}
}

func benchmarkOLED(b *testing.B, model Model, chip func(*virtual.I2CBus) (*virtual.OLED, error), size image.Point, part image.Rectangle) {
	bus := virtual.NewI2CBus("I2C1")
	if _, err := chip(bus); err != nil {
		b.Fatal(err)
	}
	handle, err := bus.Open()
	if err != nil {
		b.Fatal(err)
	}
	d, err := Find(model)
	if err != nil {
		b.Fatal(err)
	}
	dev, err := d.open(Wires{I2C: handle}, Opts{Size: size}, new(counts))
	if err != nil {
		b.Fatal(err)
	}
	o := dev.(*oled)
	shown, next := newPicture(image.White, size, false), painted(size, part)
	if err := o.draw(shown); err != nil {
		b.Fatal(err)
	}
	bytes, transfers := bus.Traffic()
	b.ReportAllocs()
	for b.Loop() {
		if err := o.draw(next); err != nil {
			b.Fatal(err)
		}
		shown, next = next, shown
	}
	bytes2, transfers2 := bus.Traffic()
	b.ReportMetric(float64(bytes2-bytes)/float64(b.N), "I2C-bytes/picture")
	b.ReportMetric(float64(transfers2-transfers)/float64(b.N), "transfers/picture")
	if err := o.End(nil); err != nil {
		b.Fatal(err)
	}
}

// BenchmarkNewPicture measures the work of Show in its caller's goroutine.
func BenchmarkNewPicture(b *testing.B) {
	for name, img := range map[string]image.Image{
		"gray": image.NewGray(image.Rectangle{Max: testSize}),
		"rgba": image.NewRGBA(image.Rectangle{Max: testSize}),
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				newPicture(img, testSize, false)
			}
		})
	}
}
