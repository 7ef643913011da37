package stage

import (
	"image"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// fonts are the typefaces of a picture. We chose Go Medium and Go Bold by eye: reduced to black and white they keep
// even stems from 12 pixels on, where the regular weight breaks. They fit a third more words in a line than
// bitmap fonts of the same height, which also lack most letters with accents.
type fonts struct {
	medium, bold *sfnt.Font
	faces        map[faceKey]*typeface
	err          error // the fonts could not be loaded
}

type faceKey struct {
	bold bool
	size int
}

// typeface is a font in one size.
type typeface struct {
	font.Face
	font     *sfnt.Font
	cap      int // height of capitals, in pixels
	descent  int // below the base line
	advances map[rune]int
	glyphs   map[rune]glyph
	glyphBuf sfnt.Buffer
}

// glyph is a letter in black and white. Every letter is drawn at whole pixels, so one glyph serves all positions.
type glyph struct {
	bounds image.Rectangle // relative to the point on the base line where the letter begins
	inked  []bool          // row by row
}

// fontPool holds the fonts of earlier pictures, with the letters drawn so far. Fonts are not safe for concurrent use: each picture takes a set from it.
var fontPool = sync.Pool{New: func() any { return newFonts() }}

func newFonts() *fonts {
	f := &fonts{faces: make(map[faceKey]*typeface)}
	if f.medium, f.err = opentype.Parse(gomedium.TTF); f.err == nil {
		f.bold, f.err = opentype.Parse(gobold.TTF)
	}
	return f
}

// face returns a typeface whose letters are size pixels high, from the top of the highest to the bottom of the lowest.
func (f *fonts) face(bold bool, size int) (*typeface, error) {
	key := faceKey{bold, size}
	if t, ok := f.faces[key]; ok {
		return t, nil
	}
	t := &typeface{font: f.medium, advances: make(map[rune]int), glyphs: make(map[rune]glyph)}
	if bold {
		t.font = f.bold
	}
	var err error
	t.Face, err = opentype.NewFace(t.font, &opentype.FaceOptions{Size: float64(size), DPI: 72, Hinting: font.HintingFull})
	if err != nil {
		return nil, err
	}
	m := t.Metrics()
	t.cap, t.descent = m.CapHeight.Round(), m.Descent.Round()
	f.faces[key] = t
	return t, nil
}

// width returns the length of a line in pixels. It ignores kerning, which in whole pixels does more harm than good.
func (t *typeface) width(text string) int {
	sum := 0
	for _, r := range text {
		sum += t.advance(r)
	}
	return sum
}

func (t *typeface) advance(r rune) int {
	width, ok := t.advances[r]
	if !ok {
		a, _ := t.GlyphAdvance(r)
		width = a.Round()
		t.advances[r] = width
	}
	return width
}

// enough is how much of a pixel a letter must cover to make it black; a little less than half keeps thin stems whole.
const enough = 0x70

func (t *typeface) glyph(r rune) glyph {
	g, ok := t.glyphs[r]
	if ok {
		return g
	}
	bounds, mask, from, _, ok := t.Glyph(fixed.Point26_6{}, r)
	if alpha, isAlpha := mask.(*image.Alpha); ok && isAlpha {
		g = glyph{bounds, make([]bool, 0, bounds.Dx()*bounds.Dy())}
		for y := range bounds.Dy() {
			for x := range bounds.Dx() {
				g.inked = append(g.inked, alpha.AlphaAt(from.X+x, from.Y+y).A >= enough)
			}
		}
	}
	t.glyphs[r] = g
	return g
}

// missing replaces every letter that the font does not have.
const missing = '□'

// clean turns any text into one line of letters that the font has.
func (t *typeface) clean(text string) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.In(r, unicode.C, unicode.Mn, unicode.Me):
			return -1
		}
		if i, err := t.font.GlyphIndex(&t.glyphBuf, r); err != nil || i == 0 {
			return missing
		}
		return r
	}, strings.ToValidUTF8(text, string(missing)))
	return strings.Join(strings.Fields(text), " ")
}

const ellipsis = "…"

// shorten makes a text fit a width: a text that is too long ends in an ellipsis, or is empty if not even that fits.
func (t *typeface) shorten(text string, width int) string {
	if t.width(text) <= width {
		return text
	}
	left := width - t.width(ellipsis)
	if left < 0 {
		return ""
	}
	for i, r := range text {
		if left -= t.advance(r); left < 0 {
			return strings.TrimRight(text[:i], " ,;:.–-") + ellipsis
		}
	}
	return text
}

// shortenMiddle makes a text fit a width by leaving out its middle, because the items of a list often differ at their ends.
func (t *typeface) shortenMiddle(text string, width int) string {
	if t.width(text) <= width {
		return text
	}
	room := width - t.width(ellipsis)
	if room < 0 {
		return ""
	}
	letters := []rune(text)
	head, tail := 0, len(letters)
	for {
		// Add a letter of the head and one of the tail, alternating.
		next := head
		if head > len(letters)-tail {
			next = tail - 1
		}
		if room -= t.advance(letters[next]); room < 0 {
			return strings.TrimRight(string(letters[:head]), " ,") + ellipsis + strings.TrimLeft(string(letters[tail:]), " ,")
		}
		if next == head {
			head++
		} else {
			tail--
		}
	}
}

// truncate makes a text fit a width without a sign that something is missing, as is usual in labels.
func (t *typeface) truncate(text string, width int) string {
	text = t.clean(text)
	for i, r := range text {
		if width -= t.advance(r); width < 0 {
			return text[:i]
		}
	}
	return text
}

// wrap breaks text into lines that fit a width, but not into more than most; the last one is shortened. A word that is longer than a line is broken, too.
func (t *typeface) wrap(text string, width, most int) []string {
	var lines []string
	words := strings.Fields(t.clean(text))
	for len(words) > 0 && len(lines) < most {
		if len(lines) == most-1 {
			return append(lines, t.shorten(strings.Join(words, " "), width))
		}
		if head, tail := t.split(words[0], width); head != "" {
			lines, words[0] = append(lines, head), tail
			continue
		}
		n := 1
		for n < len(words) && t.width(strings.Join(words[:n+1], " ")) <= width {
			n++
		}
		lines = append(lines, t.shorten(strings.Join(words[:n], " "), width))
		words = words[n:]
	}
	return lines
}

// split breaks a word that does not fit a width, with a hyphen. The head is empty if the word fits, or if not even one letter does.
func (t *typeface) split(word string, width int) (head, tail string) {
	if t.width(word) <= width {
		return "", word
	}
	pieces := t.pieces(word, width-t.advance('-'))
	if len(pieces) < 2 || t.advance('-')+t.width(pieces[0]) > width {
		return "", word
	}
	head = pieces[0]
	if i := strings.LastIndexByte(head, '-'); i > len(head)/3 {
		head = head[:i+1]
	}
	tail = word[len(head):]
	if last, _ := utf8.DecodeLastRuneInString(head); unicode.IsLetter(last) {
		head += "-"
	}
	return head, tail
}

// pieces breaks text anywhere into pieces that fit a width, except that a single letter may be wider.
func (t *typeface) pieces(text string, width int) (all []string) {
	from, room := 0, width
	for i, r := range text {
		if room -= t.advance(r); room < 0 && i > from {
			all = append(all, text[from:i])
			from, room = i, width-t.advance(r)
		}
	}
	if from < len(text) {
		all = append(all, text[from:])
	}
	return all
}
