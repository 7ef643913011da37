package tags

import (
	"cmp"
	"errors"
	"familiar/engine/lang"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"

	"familiar/companion/durable"
	"familiar/engine"
)

// File is the name of the file in a state directory.
const File = "tags.toml"

const (
	filePerm = 0o644
	maxFile  = 4 << 20 // bytes: fifty thousand tags
	// maxTables is more than the lists of all games. To read a table takes the longer the more there are.
	maxTables = 1000
)

// ErrBroken means that the file cannot be read, and so must not be overwritten. Somebody must correct it, or
// move it away with SetAside.
var ErrBroken = errors.New("the tags cannot be read")

// Box is a box of cards: a game and one of its card lists. An empty Pack means `house`.
type Box struct{ Game, Pack string }

func (b Box) withDefault() Box {
	b.Pack = cmp.Or(b.Pack, engine.HousePack)
	return b
}

// SeatWord returns the word of a seat's tag; seats are counted from 1. In every game it stands for the player who sits there.
func SeatWord(seat int) string { return fmt.Sprintf("seat-%d", seat) }

// Seat returns the seat whose tag has that word, counted from 1; 0 if there is none.
func Seat(word string) int {
	for seat := 1; seat <= engine.MaxSeats; seat++ {
		if word == SeatWord(seat) {
			return seat
		}
	}
	return 0
}

// Tags is the content of the file: the tags of all boxes.
type Tags struct {
	path    string
	boxes   boxes
	altered []byte // the file as it was read, if something has changed it since it was written
}

// Load reads the tags in the state directory dir. Without a file there are none. If the file cannot be read, the error is
// ErrBroken with an *Error for each wrong line; the Tags returned with it is empty and can be used.
func Load(dir string) (*Tags, error) {
	t := &Tags{path: filepath.Join(dir, File), boxes: make(boxes)}
	read, err := t.read()
	if err != nil {
		return t, err
	}
	t.boxes = read
	return t, nil
}

func (t *Tags) read() (boxes, error) {
	t.altered = nil
	data, err := durable.Read(t.path, maxFile+1) // so that parse says what is too long
	if errors.Is(err, fs.ErrNotExist) {
		return make(boxes), nil
	}
	var read boxes
	if err == nil {
		read, err = parse(t.path, data)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrBroken, err)
	}
	if isAltered(data) {
		t.altered = data
	}
	return read, nil
}

// KeepAltered keeps a copy of the file as it was read if something has changed it since it was written, and then writes the tags as they were read: a person may
// have written them, or a card that wears out has spoilt some. It returns the path of the copy, empty if there is nothing to keep.
func (t *Tags) KeepAltered() (string, error) {
	if t.altered == nil {
		return "", nil
	}
	copied, err := t.keepCopy()
	if err != nil {
		return "", err
	}
	return copied, t.save(t.boxes)
}

func (t *Tags) keepCopy() (string, error) {
	copied, err := durable.WriteBeside(t.path, "altered", t.altered, filePerm)
	if err != nil {
		return "", fmt.Errorf("keeping a copy of the tags: %w", err)
	}
	return copied, nil
}

// Count returns how many tags a file holds.
func Count(data []byte) (int, error) {
	all, err := parse(File, data)
	n := 0
	for _, words := range all {
		n += len(words)
	}
	return n, err
}

// Word returns the name that a tag stands for in a box.
func (t *Tags) Word(b Box, uid UID) (string, bool) {
	word, ok := t.boxes[b.withDefault()][uid]
	return word, ok
}

// Words returns all tags of a box and their names.
func (t *Tags) Words(b Box) map[UID]string { return maps.Clone(t.boxes[b.withDefault()]) }

// Boxes returns how many tags each box has.
func (t *Tags) Boxes() map[Box]int {
	counts := make(map[Box]int)
	for b, words := range t.boxes {
		if len(words) > 0 {
			counts[b] = len(words)
		}
	}
	return counts
}

// Assign makes a tag stand for a name, whatever it stood for before, and saves that. If saving fails, nothing
// has changed.
func (t *Tags) Assign(b Box, uid UID, word string) error {
	return t.change(func(now boxes) { now.of(b)[uid] = word })
}

// AssignAlone makes a tag the only one of a box that stands for a name, and saves that. If saving fails, nothing has changed.
func (t *Tags) AssignAlone(b Box, uid UID, word string) error {
	return t.change(func(now boxes) {
		all := now.of(b)
		maps.DeleteFunc(all, func(_ UID, w string) bool { return w == word })
		all[uid] = word
	})
}

// AssignAll makes many tags of a box stand for names at once.
func (t *Tags) AssignAll(b Box, tags map[UID]string) error {
	return t.AssignBoxes(map[Box]map[UID]string{b: tags})
}

// AssignBoxes does the same for several boxes. It writes the file once.
func (t *Tags) AssignBoxes(all map[Box]map[UID]string) error {
	return t.change(func(now boxes) {
		for b, tags := range all {
			maps.Copy(now.of(b), tags)
		}
	})
}

// TakeOver makes tags of one box stand for the same names in another one, for each item as many as it still lacks there, and saves that. It returns
// how many tags it has added.
func (t *Tags) TakeOver(from, to Box, items []Item) (int, error) {
	theirs, ours := t.Words(from), t.Words(to)
	lacking := make(map[string]int)
	for _, item := range items {
		lacking[item.Word] = item.Copies
	}
	for _, word := range ours {
		lacking[word]--
	}
	taken := make(map[UID]string)
	for _, uid := range sorted(theirs) {
		word := theirs[uid]
		if _, ok := ours[uid]; ok || lacking[word] <= 0 {
			continue
		}
		taken[uid] = word
		lacking[word]--
	}
	if len(taken) == 0 {
		return 0, nil
	}
	return len(taken), t.AssignAll(to, taken)
}

// Rename gives a box another name: its tags stand for the same names there. Tags that the other box already has stay as they are.
func (t *Tags) Rename(from, to Box) error {
	if len(t.boxes[from.withDefault()]) == 0 || from.withDefault() == to.withDefault() {
		return nil
	}
	return t.change(func(now boxes) {
		for uid, word := range now.of(from) {
			if _, ok := now.of(to)[uid]; !ok {
				now.of(to)[uid] = word
			}
		}
		delete(now, from.withDefault())
	})
}

// Forget makes tags stand for nothing and saves that. If saving fails, nothing has changed.
func (t *Tags) Forget(b Box, uids ...UID) error {
	return t.change(func(now boxes) {
		for _, uid := range uids {
			delete(now.of(b), uid)
		}
	})
}

// change reads the file again and changes that, so that what people have written into it meanwhile is kept.
func (t *Tags) change(how func(boxes)) error {
	now, err := t.read()
	if err != nil {
		return fmt.Errorf("%s is left as it is: %w", t.path, err)
	}
	if t.altered != nil {
		if _, err := t.keepCopy(); err != nil {
			return err
		}
	}
	how(now)
	return t.save(now)
}

// of returns the tags of a box, to be changed.
func (all boxes) of(b Box) map[UID]string {
	b = b.withDefault()
	if all[b] == nil {
		all[b] = make(map[UID]string)
	}
	return all[b]
}

func (t *Tags) save(now boxes) error {
	data := format(now)
	if _, err := parse(t.path, data); err != nil {
		return fmt.Errorf("these tags cannot be written: %w", err)
	}
	if err := durable.Replace(t.path, data, filePerm); err != nil {
		return fmt.Errorf("saving the tags: %w", err)
	}
	t.boxes, t.altered = now, nil
	return nil
}

// SetAside moves the file away, to tags.toml.broken-1 or the next number that is free, and returns its new path. The tags that
// are in memory are saved to a new file.
func (t *Tags) SetAside() (string, error) {
	aside, err := durable.MoveBeside(t.path, "broken")
	if err != nil {
		return "", err
	}
	if len(t.Boxes()) > 0 {
		return aside, t.save(t.boxes)
	}
	return aside, nil
}

// TakenOver returns the text that says how many tags were taken over.
func TakenOver(n int) lang.Localized {
	switch n {
	case 0:
		return lang.T("There was no tag to take over.")
	case 1:
		return lang.T("One tag was taken over.")
	}
	return lang.T("{1} tags were taken over.", n)
}

// Broken returns an error that says where the list of tags is wrong. It leaves out the cause, which may hold the UID of a tag: nobody may see that.
func Broken(err error) error {
	where := File
	if e, ok := errors.AsType[*Error](err); ok {
		where = fmt.Sprintf("%s:%d", File, e.Line)
	}
	return lang.T("the list of tags cannot be read: mend {1}, then start again", where)
}
