// Package panel shows pictures on a small panel: e-paper, or an OLED.
//
// A Panel owns its device in a goroutine: Show hands a picture over and
// returns, and of several pictures the latest wins. A picture that is shown
// already is not drawn again. A panel may be unplugged, lose its settings or
// hang. Its Health then reports it, and the panel is opened again every half
// second, for as long as it takes, and first shows the latest picture.
//
// These are the models. Periph's drivers draw on all but the SH1106:
//
//   - Waveshare 2.13" v2, 250×122, an SSD1675B (waveshare2in13v2). E-paper is
//     slow and wears: refreshes are a second apart. A full refresh, which takes
//     about two seconds and clears the ghosts of earlier pictures, is made only
//     at the start and after every 30 partial ones of a quarter of a second.
//   - Waveshare 2.13" v4, 250×122, an SSD1680 (waveshare2in13v4). The driver
//     refreshes the whole panel, twice, which takes four seconds. Pictures are
//     ten seconds apart. A picture is drawn when it has stayed the latest for a
//     second, or when the first undrawn one has waited for three.
//   - Pimoroni Inky pHAT, 212×104 (inky), black and white also where it has a
//     third colour. The driver refreshes the whole panel, which takes nine seconds.
//     Pictures are fifteen seconds apart, and settle as on the v4, a little longer.
//   - SSD1306, an OLED of 128×64 or 128×32 on I2C (ssd1306), at 0x3C. Ten
//     pictures a second; only the changed part goes over the bus. Its pixels
//     grow dim with the hours that they are lit, so pictures are inverted, a
//     picture that stays for five minutes is dimmed, and after an hour it goes
//     off until the next one. Every second its status is read to see whether it
//     is there and still on.
//   - SH1106, another chip for OLEDs of 128×64; it is treated like an SSD1306.
//
// The health of e-paper comes from its BUSY line only: it is an error if a
// refresh does not raise it, or if it falls too soon or not at all. So a panel
// that is unplugged while nothing changes is not noticed, and keeps its
// picture.
package panel
