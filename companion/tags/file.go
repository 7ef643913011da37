package tags

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

	"familiar/engine"
	"familiar/engine/cardlist"
)

// Error describes one wrong line of the file.
type Error struct {
	File string
	Line int // from 1; 0 if no line can be named
	Text string
}

func (e *Error) Error() string { return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Text) }

// maxErrors is how many wrong lines are reported at once.
const maxErrors = 10

type boxes map[Box]map[UID]string

// parse reads the file. The error joins an *Error for each wrong line, in their order.
func parse(file string, data []byte) (boxes, error) {
	if len(data) > maxFile {
		return nil, &Error{file, 1, fmt.Sprintf("the file is longer than %d MiB", maxFile>>20)}
	}
	if n := bytes.Count(data, []byte("\n[")); n > maxTables {
		return nil, &Error{file, 0, fmt.Sprintf("it has %d tables, more than the %d that a table's card lists can need", n, maxTables)}
	}
	if beyond, ok := errors.AsType[*cardlist.SyntaxError](cardlist.CheckLimits(data)); ok {
		return nil, &Error{file, beyond.Line, beyond.Err.Error()}
	}
	p := parser{file: file, boxes: make(boxes)}
	var games map[string]toml.Primitive
	var err error
	if p.meta, err = toml.Decode(string(data), &games); err != nil {
		p.report(err)
	}
	for _, game := range slices.Sorted(maps.Keys(games)) {
		p.game(game, games[game])
	}
	if len(p.errs) == 0 {
		return p.boxes, nil
	}
	slices.SortStableFunc(p.errs, func(a, b *Error) int { return cmp.Compare(a.Line, b.Line) })
	var all []error
	for _, e := range p.errs[:min(len(p.errs), maxErrors)] {
		all = append(all, e)
	}
	return nil, errors.Join(all...)
}

type parser struct {
	file  string
	meta  toml.MetaData
	boxes boxes
	errs  []*Error
}

func (p *parser) game(game string, value toml.Primitive) {
	packs, ok := p.table(value)
	if !ok {
		p.fail(value, "unknown key %q: the file consists of tables `[GAME.PACK]`", game)
		return
	}
	for _, pack := range slices.Sorted(maps.Keys(packs)) {
		p.box(Box{game, pack}, packs[pack])
	}
}

func (p *parser) box(b Box, value toml.Primitive) {
	tags, ok := p.table(value)
	switch {
	case !ok:
		p.fail(value, "unknown key %q: tags stand in a table `[GAME.PACK]`, as [%s.%s]", b.Pack, b.Game, engine.HousePack)
		return
	case !engine.IsName(b.Game):
		p.fail(value, "%q is not the name of a game: lower case letters, digits and -", b.Game)
		return
	case b.Pack == "":
		p.fail(value, "a table without the name of a pack: expected [%s.%s]", b.Game, engine.HousePack)
		return
	}
	words := make(map[UID]string, len(tags))
	for _, key := range slices.Sorted(maps.Keys(tags)) {
		p.tag(words, key, tags[key])
	}
	p.boxes[b] = words
}

func (p *parser) tag(words map[UID]string, key string, value toml.Primitive) {
	var word any
	if err := p.meta.PrimitiveDecode(value, &word); err != nil {
		p.report(err)
		return
	}
	uid, err := ParseUID(key)
	if err != nil {
		p.fail(value, "%v", err)
		return
	}
	text, ok := word.(string)
	if !ok || !isWord(text) {
		p.fail(value, "%v is no name: expected %q = \"NAME\", lower case letters, digits and -", word, uid)
		return
	}
	if old, ok := words[uid]; ok {
		p.fail(value, "the tag %s is there twice: it is %s already", uid, old)
		return
	}
	words[uid] = text
}

func isWord(word string) bool { return engine.IsName(word) || word == "?" }

func (p *parser) table(value toml.Primitive) (map[string]toml.Primitive, bool) {
	var kind any
	if err := p.meta.PrimitiveDecode(value, &kind); err != nil {
		return nil, false
	}
	if _, ok := kind.(map[string]any); !ok {
		return nil, false // which would be decoded as an empty table
	}
	var table map[string]toml.Primitive
	err := p.meta.PrimitiveDecode(value, &table)
	return table, err == nil
}

// failingValue is a value whose decoding always fails: the decoder adds the line to its error.
type failingValue struct{ error }

func (r *failingValue) UnmarshalTOML(any) error { return r.error }

func (p *parser) fail(value toml.Primitive, format string, args ...any) {
	p.report(p.meta.PrimitiveDecode(value, &failingValue{fmt.Errorf(format, args...)}))
}

func (p *parser) report(err error) {
	e := &Error{File: p.file, Text: err.Error()}
	if at, ok := errors.AsType[toml.ParseError](err); ok {
		e.Line, e.Text = at.Position.Line, at.Message
	}
	p.errs = append(p.errs, e)
}

const intro = `# Which tag stands for which name. A table [GAME.PACK] is a box of cards; its lines are "UID OF THE TAG" = "NAME".
# Familiar rewrites this file when tags are enrolled: what you change in the lines is kept, comments are not. The last line may stay as it is.
`

// sumLine begins the last line, with which a file that something has changed is found: a person, or a card that wears out.
const sumLine = "\n# The sum of the lines above, as Familiar wrote them: "

func sumOf(lines []byte) string {
	sum := sha256.Sum256(lines)
	return hex.EncodeToString(sum[:8])
}

// isAltered reports whether something has changed the file since it was written. A file without a sum is as a person or an earlier version wrote it, unless it
// begins as this version writes it: then its end was cut off.
func isAltered(data []byte) bool {
	i := bytes.LastIndex(data, []byte(sumLine))
	if i < 0 {
		return bytes.HasPrefix(data, []byte(intro)) || bytes.HasPrefix([]byte(intro), data)
	}
	return string(bytes.TrimSpace(data[i+len(sumLine):])) != sumOf(data[:i])
}

// format writes the file, with the tags of a box ordered by name so that people find them.
func format(all boxes) []byte {
	var b strings.Builder
	b.WriteString(intro)
	order := func(a, b Box) int { return cmp.Or(cmp.Compare(a.Game, b.Game), cmp.Compare(a.Pack, b.Pack)) }
	for _, box := range slices.SortedFunc(maps.Keys(all), order) {
		words := all[box]
		if len(words) == 0 {
			continue
		}
		fmt.Fprintf(&b, "\n[%s]\n", toml.Key{box.Game, box.Pack})
		for _, uid := range sorted(words) {
			fmt.Fprintf(&b, "%q = %q\n", uid, words[uid])
		}
	}
	b.WriteString(sumLine + sumOf([]byte(b.String())) + "\n")
	return []byte(b.String())
}

// sorted returns the tags, ordered by their names.
func sorted(words map[UID]string) []UID {
	return slices.SortedFunc(maps.Keys(words), func(a, b UID) int {
		return cmp.Or(cmp.Compare(words[a], words[b]), cmp.Compare(a, b))
	})
}
