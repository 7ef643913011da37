package people

import (
	"maps"
	"slices"

	"familiar/engine"
)

// piece is something with a tag that goes on a reader to tell a move.
type piece struct {
	tag    Tag
	reader string
	card   bool
	stays  bool // it lies there in truth after the move
}

// pieces returns what a player lays down to tell a move, and on which readers. A card goes to the reader of its new place. If the table has no such reader, it
// goes to the middle, as everything else does.
func (e *Evening) pieces(t *telling) []piece {
	c, m := t.at.Catalog(), t.move
	middle := e.readerOf("")
	goes := e.arrivals(t)
	var all []piece
	used := make(map[Tag]bool)
	signature, _ := c.Match(m)
	for i, a := range m.Args[:m.Arity()] {
		word, class := c.Word(a), c.Class(a)
		if class&(engine.ClassCard|engine.ClassThing) == 0 || i < len(signature.Args) && signature.Args[i]&engine.ClassDeclared != 0 {
			continue
		}
		p := piece{reader: middle, card: c.IsCard(word)}
		if on := goes[word]; p.card && len(on) > 0 {
			p.reader, goes[word], p.stays = on[0], on[1:], e.layout.Stays
		}
		var ok bool
		if p.tag, ok = e.free(word, p.reader, used); !ok || p.reader == "" {
			return nil
		}
		used[p.tag] = true
		all = append(all, p)
	}
	return all
}

// arrivals returns the readers of the places where cards come to lie by a move, by their words.
func (e *Evening) arrivals(t *telling) map[string][]string {
	goes := make(map[string][]string)
	after := t.at.Clone()
	after.Play(t.move)
	for _, r := range e.layout.Readers {
		now, _ := engine.Lying(after, r.Place)
		before, _ := engine.Lying(t.at, r.Place)
		for _, word := range now {
			if i := slices.Index(before, word); i >= 0 {
				before = slices.Delete(before, i, i+1)
			} else {
				goes[word] = append(goes[word], r.Name)
			}
		}
	}
	c := t.at.Catalog()
	if to := e.readerOf(c.Word(t.at.Destination(t.move))); to != "" && t.at.Destination(t.move) != engine.None {
		for _, a := range t.move.Args[:t.move.Arity()] {
			if word := c.Word(a); c.Class(a)&engine.ClassCard != 0 && len(goes[word]) == 0 {
				goes[word] = []string{to}
				break
			}
		}
	}
	return goes
}

// free returns a tag of a word that does not lie on a reader already: one that lies on none, if there is one.
func (e *Evening) free(word, reader string, used map[Tag]bool) (Tag, bool) {
	var elsewhere []Tag
	for i := range e.copies[word] {
		tag := Tag{word, i}
		_, beside := e.beside[tag]
		switch on := e.readerWith(tag); {
		case used[tag] || on == reader:
		case on != "" || beside:
			elsewhere = append(elsewhere, tag)
		default:
			return tag, true
		}
	}
	if len(elsewhere) == 0 {
		return Tag{}, false
	}
	return elsewhere[0], true
}

// Lying returns the words of the tags that lie on the reader of a place.
func (e *Evening) Lying(place string) (words []string) {
	for _, tag := range e.lying[e.readerOf(place)] {
		words = append(words, tag.Word)
	}
	return words
}

// readerOf returns the reader that stands for a place; "" if there is none.
func (e *Evening) readerOf(place string) string {
	i := slices.IndexFunc(e.layout.Readers, func(r Reader) bool { return r.Place == place })
	if i < 0 {
		return ""
	}
	return e.layout.Readers[i].Name
}

// readerWith returns the reader on which a tag lies; "" if on none.
func (e *Evening) readerWith(tag Tag) string {
	for _, r := range e.layout.Readers {
		if slices.Contains(e.lying[r.Name], tag) {
			return r.Name
		}
	}
	return ""
}

func (e *Evening) put(reader string, tag Tag) {
	if on := e.readerWith(tag); on != "" {
		e.take(on, tag)
	}
	e.trace("  lays %s on %s", tag.Word, reader)
	e.lying[reader] = append(e.lying[reader], tag)
	e.table.Put(reader, tag)
}

func (e *Evening) take(reader string, tag Tag) {
	i := slices.Index(e.lying[reader], tag)
	if i < 0 {
		return
	}
	e.trace("  lifts %s from %s", tag.Word, reader)
	e.lying[reader] = slices.Delete(e.lying[reader], i, i+1)
	e.table.Take(reader, tag)
}

// tidy puts the cards where they lie in truth, as hands do in playing: on the readers of their places, if they stay there.
func (e *Evening) tidy() {
	for tag, until := range e.beside {
		if until > 0 && until <= e.Score.Moves {
			delete(e.beside, tag)
		}
	}
	if !e.layout.Stays {
		return
	}
	for _, r := range e.layout.Readers {
		there, ok := engine.Lying(e.State(), r.Place)
		if !ok {
			continue
		}
		for _, tag := range slices.Clone(e.lying[r.Name]) {
			if i := slices.Index(there, tag.Word); i >= 0 {
				there = slices.Delete(there, i, i+1)
			} else if _, mistaken := e.beside[tag]; !mistaken {
				e.take(r.Name, tag)
			}
		}
	}
	for _, r := range e.layout.Readers {
		there, _ := engine.Lying(e.State(), r.Place)
		for _, tag := range slices.Concat(e.lying[r.Name], slices.Collect(maps.Keys(e.beside))) {
			if i := slices.Index(there, tag.Word); i >= 0 {
				there = slices.Delete(there, i, i+1)
			}
		}
		for _, word := range there {
			if tag, ok := e.free(word, r.Name, nil); ok {
				e.put(r.Name, tag)
				e.pass(settling)
			}
		}
	}
}
