package companion

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	"familiar/companion/library"
	"familiar/companion/packs"
	"familiar/companion/protocol"
	"familiar/companion/session"
	"familiar/companion/tags"
	"familiar/engine"
	"familiar/engine/cardlist"
	"familiar/engine/lang"
)

// An owner teaches the table the own box: a list is copied from the house's, or read from a file, and changed field by field. The game's own reader judges it
// after each change. Lists are read and written beside the table, by the goroutine that asks, one at a time: the table waits for none of it.

var (
	errTeach   = lang.T("only the host can change card lists: whoever began the game, or a browser on the table's own machine")
	errChanged = lang.T("the list has been changed in between: look at it again")
	errUsed    = lang.T("that list is being used at the table: end the game, or the enrolment of its tags, first")
	errSpoilt  = lang.T("a piece of the file is missing: send it again from the beginning")
)

// cardListEditor is a request on its way beside the table.
type cardListEditor struct {
	table *Table
	phone *Phone
	protocol.Request
	edit  protocol.Edit
	spec  engine.Game
	tags  map[tags.Box]int
	inUse map[tags.Box]bool
	said  *engine.Phrases
}

// askPacks lists, reads and changes the card lists of owners.
func (t *Table) askPacks(p *Phone, r protocol.Request) answer {
	do, ok := teachings[r.Action]
	switch {
	case !ok:
		return answered(lang.T("card lists cannot {1}: they can list, read, copy, rename, set, add, remove, move, plain, import, check, export and delete", fmt.Sprintf("%.40q", r.Action)))
	case r.Action != "list" && !t.mayTeach(p):
		return answered(errTeach)
	}
	j := &cardListEditor{table: t, phone: p, Request: r, tags: t.tags.Boxes(), inUse: make(map[tags.Box]bool)}
	if r.Edit != nil {
		j.edit = *r.Edit
	}
	j.Pack = cmp.Or(j.Pack, engine.HousePack)
	if t.game != nil {
		j.inUse[t.box()] = true
	}
	if t.enrol != nil {
		j.inUse[tags.Box{Game: t.enrol.game, Pack: cmp.Or(t.enrol.pack, engine.HousePack)}] = true
	}
	if j.spec, ok = t.library.Game(r.Game); !ok && r.Action != "list" {
		return answered(library.ErrNoGame(r.Game))
	}
	return answer{later: func(ctx context.Context) answer {
		select {
		case t.editing <- struct{}{}:
			defer func() { <-t.editing }()
		case <-ctx.Done():
			return answered(lang.T("someone else is editing card lists: try again"))
		}
		return do(ctx, j)
	}}
}

// mayTeach reports whether a phone may change card lists: that of a host, or any one as long as there is no host yet.
func (t *Table) mayTeach(p *Phone) bool { return p.kept.Host || !t.desk.hosted() }

var teachings = map[string]func(context.Context, *cardListEditor) answer{
	"list":   func(_ context.Context, j *cardListEditor) answer { return j.list() },
	"read":   func(_ context.Context, j *cardListEditor) answer { return j.read() },
	"export": func(_ context.Context, j *cardListEditor) answer { return j.export() },
	"copy":   func(_ context.Context, j *cardListEditor) answer { return j.copy() },
	"rename": func(ctx context.Context, j *cardListEditor) answer { return j.rename(ctx) },
	"delete": func(_ context.Context, j *cardListEditor) answer { return j.delete() },
	"import": func(_ context.Context, j *cardListEditor) answer { return j.take(true) },
	"check":  func(_ context.Context, j *cardListEditor) answer { return j.take(false) },
	"set": edits(func(j *cardListEditor, f *cardlist.File) (*cardlist.File, error) {
		return f.Set(j.spec.List, j.edit.Table, j.edit.Row, j.edit.Field, j.edit.Value)
	}),
	"add": edits(func(j *cardListEditor, f *cardlist.File) (*cardlist.File, error) {
		row, ok := j.edit.Value.(map[string]any)
		if !ok {
			return nil, lang.T("a row is made of fields")
		}
		return f.Add(j.spec.List, j.edit.Table, j.edit.Row, row)
	}),
	"remove": edits(func(j *cardListEditor, f *cardlist.File) (*cardlist.File, error) {
		return f.Remove(j.spec.List, j.edit.Table, j.edit.Row)
	}),
	"move": edits(func(j *cardListEditor, f *cardlist.File) (*cardlist.File, error) {
		return f.Move(j.spec.List, j.edit.Table, j.edit.Row)
	}),
	"plain": edits(func(j *cardListEditor, f *cardlist.File) (*cardlist.File, error) { return f.Anew(j.spec.List) }),
}

func (j *cardListEditor) dir() string { return j.table.opt.State }

func (j *cardListEditor) box(name string) tags.Box { return tags.Box{Game: j.spec.ID, Pack: name} }

// data is the text of the list.
func (j *cardListEditor) data() ([]byte, error) { return j.table.library.Pack(j.spec, j.Pack) }

// list lists the card lists, those of one game if it is named.
func (j *cardListEditor) list() answer {
	a := answer{Answer: protocol.Answer{OK: true, Lists: []protocol.ListView{}}}
	for _, g := range j.table.library.Games {
		if j.Game != "" && j.Game != g.ID {
			continue
		}
		names, err := packs.Names(j.dir(), g.ID)
		if err != nil {
			return answered(lang.T("the card lists cannot be read: {1}", err))
		}
		for _, name := range append([]string{engine.HousePack}, names...) {
			v := protocol.ListView{Game: g.ID, Name: name, Tags: j.tags[tags.Box{Game: g.ID, Pack: name}]}
			if data, err := j.table.library.Pack(g, name); err == nil {
				judged := packs.Judge(g, data)
				v.OK, v.Kinds, v.Cards = judged.State != nil, judged.Kinds, judged.Cards
			}
			a.Lists = append(a.Lists, v)
		}
	}
	return a
}

func (j *cardListEditor) read() answer {
	data, err := j.data()
	if err != nil {
		return answered(err)
	}
	return j.show(data)
}

// show answers with a list as it stands.
func (j *cardListEditor) show(data []byte) answer {
	if j.spec.List == nil {
		return answered(lang.T("card lists of this game are written by hand"))
	}
	words, err := session.ReadingOf(j.spec, j.Pack, j.phone.language)
	if err != nil {
		return answered(err)
	}
	j.said = words.Phrases
	v := &protocol.CardList{Mark: markOf(data)}
	v.Game, v.Name, v.Tags = j.spec.ID, j.Pack, j.tags[j.box(j.Pack)]
	if j.edit.Form {
		v.Form, v.Words = j.spec.List, j.said.List
	}
	file, err := cardlist.Parse(data)
	if err == nil && file.Odd() != nil {
		v.Odd = lang.Sentence(file.Odd()).In(j.phone.language)
	}
	judged := packs.Judge(j.spec, data)
	v.OK, v.Faults, v.Kinds, v.Cards = judged.State != nil, judged.Faults, judged.Kinds, judged.Cards
	for i := range v.Faults {
		v.Faults[i].Text = lang.Sentence(v.Faults[i].Err).In(j.phone.language)
	}
	catalog := j.catalog(judged.State)
	if judged.State != nil {
		v.Names = make(map[string]protocol.NameView)
		for _, n := range catalog.Names(engine.ClassCard | engine.ClassThing) {
			v.Names[catalog.Word(n)] = session.NameView(catalog, j.said, n)
		}
	}
	if file != nil {
		v.Tables = j.rows(file, catalog)
	}
	return answer{Answer: protocol.Answer{OK: true, List: v}}
}

// catalog is that of a game, or else of one with the house list: it knows the words of the rules.
func (j *cardListEditor) catalog(state engine.State) *engine.Catalog {
	if state == nil {
		var err error
		if state, err = j.spec.Sample(engine.HousePack, j.spec.House); err != nil {
			return new(engine.Catalog)
		}
	}
	return state.Catalog()
}

func (j *cardListEditor) rows(file *cardlist.File, c *engine.Catalog) map[string][]protocol.RowView {
	tables := make(map[string][]protocol.RowView)
	for i := range j.spec.List.Tables {
		of := &j.spec.List.Tables[i]
		rows := []protocol.RowView{}
		for _, row := range file.Rows(of.Name) {
			v := protocol.RowView{Values: make(map[string]any), Said: make(map[string][]string)}
			for key, x := range row {
				f := of.Find(key, row)
				if f == nil {
					continue
				}
				v.Values[key] = cardlist.Unfold(&f.Value, x)
				if steps, ok := x.([]any); ok && f.Each != nil && f.Each.Kind == cardlist.Step {
					for _, step := range steps {
						v.Said[key] = append(v.Said[key], j.tell(of.Name, f, step, c))
					}
				}
			}
			if of.Told {
				v.Said[""] = []string{j.sentences(j.spec.List.Say(of.Name, "", row), c)}
			}
			rows = append(rows, v)
		}
		tables[of.Name] = rows
	}
	return tables
}

// tell says what an effect does. What it lets choose between follows it, numbered.
func (j *cardListEditor) tell(table string, f *cardlist.Field, step any, c *engine.Catalog) string {
	text := j.sentences(cardlist.Tell(j.spec.List, table, f, step), c)
	parts, _ := step.(map[string]any)
	for _, arg := range parts {
		choices, _ := arg.([]any)
		for i, choice := range choices {
			steps, ok := choice.([]any)
			if !ok {
				continue
			}
			text += fmt.Sprintf(" (%d)", i+1)
			for _, s := range steps {
				text += " " + j.tell(table, f, s, c)
			}
		}
	}
	return text
}

func (j *cardListEditor) sentences(all [][]string, c *engine.Catalog) string {
	said := make([]string, len(all))
	for i, words := range all {
		said[i] = j.said.Sentence(c, words)
	}
	return strings.Join(said, " ")
}

// edits makes a change of a list out of one of its text. What comes of it is written down, good or not, and shown.
func edits(change func(*cardListEditor, *cardlist.File) (*cardlist.File, error)) func(context.Context, *cardListEditor) answer {
	return func(_ context.Context, j *cardListEditor) answer {
		if err := packs.CheckName(j.Pack); err != nil {
			return answered(err)
		}
		data, err := j.data()
		if err != nil {
			return answered(err)
		}
		if j.edit.Mark != markOf(data) {
			return answered(errChanged)
		}
		file, err := cardlist.Parse(data)
		if err != nil {
			return answered(lang.T("the list cannot be edited before its file is mended: {1}", err))
		}
		if file, err = change(j, file); err != nil {
			return answered(err)
		}
		return j.write(j.Pack, file.Bytes(), true)
	}
}

// write writes a list and shows it.
func (j *cardListEditor) write(name string, data []byte, over bool) answer {
	err := packs.Write(j.dir(), j.spec.ID, name, data, over)
	switch {
	case errors.Is(err, packs.ErrThere):
		return answered(lang.T(`there is a card list "{1}" already`, name))
	case err != nil:
		return answered(lang.T("the list cannot be written: {1}", err))
	}
	j.Pack = name
	return j.show(data)
}

// named is the text of a list under another name.
func named(data []byte, name string) []byte {
	file, err := cardlist.Parse(data)
	if err != nil || file.Pack() == "" {
		return data
	}
	if fresh, err := file.SetPack(name); err == nil {
		return fresh.Bytes()
	}
	return data
}

func (j *cardListEditor) copy() answer {
	data, err := j.data()
	if err != nil {
		return answered(err)
	}
	return j.write(j.edit.Name, named(data, j.edit.Name), false)
}

// rename gives a list another name, and its tags with it.
func (j *cardListEditor) rename(ctx context.Context) answer {
	was, is := j.box(j.Pack), j.box(j.edit.Name)
	if j.inUse[was] {
		return answered(errUsed)
	}
	data, err := packs.Read(j.dir(), j.spec.ID, j.Pack)
	if err != nil {
		return answered(err)
	}
	if j.Pack == j.edit.Name {
		return j.show(data)
	}
	a := j.write(j.edit.Name, named(data, j.edit.Name), false)
	if !a.OK {
		return a
	}
	err, lost := ask(ctx, j.table, func() error { return j.table.tags.Rename(was, is) }, func(error) {})
	if err = errors.Join(err, lost); err != nil {
		return answered(lang.T("there is a copy of the list under the new name, but its tags stay with the old one: {1}", j.table.tagsFailed(err)))
	}
	a.List.Tags = j.tags[was]
	if err := packs.Delete(j.dir(), j.spec.ID, was.Pack); err != nil {
		return answered(lang.T("the list under its old name cannot be deleted: {1}", err))
	}
	return a
}

// delete deletes a list. Its tags stay known: they stand for the same cards if it comes back.
func (j *cardListEditor) delete() answer {
	if j.inUse[j.box(j.Pack)] {
		return answered(errUsed)
	}
	return answered(packs.Delete(j.dir(), j.spec.ID, j.Pack))
}

func (j *cardListEditor) export() answer {
	data, err := j.data()
	if err != nil {
		return answered(err)
	}
	return answer{Answer: protocol.Answer{OK: true, Record: string(data)}}
}

// take takes a piece of a file; with the last one the file is judged, and kept if it is to be.
func (j *cardListEditor) take(keep bool) answer {
	sent := &j.phone.sending
	if j.edit.From == 0 {
		*sent = nil
	}
	switch {
	case j.edit.From != len(*sent):
		*sent = nil
		return answered(errSpoilt)
	case len(*sent)+len(j.edit.Text) > packs.MaxSize:
		*sent = nil
		return answered(lang.T("a card list is not longer than {1} KiB", packs.MaxSize>>10))
	}
	*sent = append(*sent, j.edit.Text...)
	if j.edit.More {
		return done
	}
	data := *sent
	*sent = nil
	file, err := cardlist.Parse(data)
	switch {
	case err != nil:
		return answered(err)
	case file.Game() != j.spec.ID:
		return answered(lang.T(`it is a card list of the game "{1}", not of "{2}"`, file.Game(), j.spec.ID))
	case !keep:
		return j.show(data)
	}
	if file.Pack() != "" && file.Pack() != j.Pack {
		data = named(data, j.Pack)
	}
	return j.write(j.Pack, data, j.edit.Over)
}

// markOf tells a text from all others.
func markOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:8])
}
