// Package panel shows pictures on an e-paper panel.
//
// A Panel owns its panel in a goroutine: Show hands a picture over and returns,
// and of several pictures the latest wins. E-paper is slow and wears, so a
// picture that is there already is not drawn, refreshes are a second apart, and
// a full refresh, which takes about two seconds and clears the ghosts of
// earlier pictures, comes only at the start and after every 30 partial ones of
// a quarter of a second.
//
// A panel may be unplugged, or hang with its BUSY line high. The panel says so
// in its Health and is opened again, with growing pauses, for as long as it
// takes; the last picture shown then comes first.
//
// The one model is the Waveshare 2.13" v2, 250×122 pixels, an SSD1675B behind
// periph's waveshare2in13v2.
package panel
