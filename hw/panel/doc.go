// Package panel shows pictures on a small panel: e-paper, or an OLED.
//
// A Panel owns its panel in a goroutine: Show hands a picture over and returns,
// and of several pictures the latest wins. A picture that is there already is not
// drawn. A panel may be unplugged, lose its settings or hang; it says so in its
// Health and is opened again every half second, for as long as it takes, and the
// last picture shown then comes first.
//
// The models, through periph's drivers:
//
//   - Waveshare 2.13" v2, 250×122, an SSD1675B (waveshare2in13v2). E-paper is slow
//     and wears: refreshes are a second apart, and a full one, which takes about
//     two seconds and clears the ghosts of earlier pictures, comes only at the
//     start and after every 30 partial ones of a quarter of a second.
//   - Waveshare 2.13" v4, 250×122, an SSD1680 (waveshare2in13v4). The driver
//     refreshes all of it, twice, which takes four seconds. Pictures are ten
//     seconds apart, and one is drawn when it has been wanted for a second, or
//     when something has been waiting for three.
//   - SSD1306, an OLED of 128×64 or 128×32 on I2C (ssd1306), at 0x3C. Ten pictures
//     a second; only what has changed goes over the bus. Its pixels grow dim with
//     the hours they shine, so pictures are inverted, a picture that stays for
//     five minutes is dimmed, and after an hour it goes off until the next one.
//     The panel is asked every second whether it is there and still on.
//
// Of e-paper nothing but its BUSY line tells how it does: a refresh with which it
// does not rise, falls too soon or does not fall is an error. So a panel that is
// unplugged while nothing changes is not noticed, and keeps its picture.
package panel
