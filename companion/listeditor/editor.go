// Package listeditor reads and changes the card lists of owners.
//
// An owner describes their own box of cards: a list is copied from the house list, or read from a file, and changed field by field. The game's own reader
// checks it after each change. Lists are read and written beside the table, by the goroutine of the phone that asks, one at a time.
package listeditor

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

var (
	errHost         = lang.T("only the host can change card lists: whoever began the game, or a browser on the table's own machine")
	errChanged      = lang.T("the list has been changed in between: look at it again")
	errUsed         = lang.T("that list is being used at the table: end the game, or the enrolment of its tags, first")
	errMissingPiece = lang.T("a piece of the file is missing: send it again from the beginning")
)

// Editor reads and changes the card lists of a library. Several goroutines may use it; they wait for each other.
type Editor struct {
	library *library.Library
	editing chan struct{}                 // full while a goroutine reads or writes card lists
	judged  map[[2]string]judgement       // by game and text; like shown, it belongs to the goroutine that is editing
	shown   map[showing]protocol.CardList // the lists that were shown last, without their tags
}

// showing is what decides what a list looks like on the page, but for its tags.
type showing struct {
	game, pack, language string
	form                 bool
	mark                 string
}

// maxShown is how many lists are kept as they are shown: one in two languages, or two of them. A large one takes megabytes.
const maxShown = 2

// judgement is what is known of the text of a card list.
type judgement struct {
	ok           bool
	kinds, cards int
}

// maxJudged is how many judgements are kept: a few for each list that there may be.
const maxJudged = 256

// New returns the editor of a library's card lists.
func New(l *library.Library) *Editor {
	return &Editor{library: l, editing: make(chan struct{}, 1), judged: make(map[[2]string]judgement), shown: make(map[showing]protocol.CardList)}
}

// judge checks the text of a list. The same text of the same game is checked once: anybody may ask for the list of lists, as often as they like.
func (e *Editor) judge(g engine.Game, data []byte) judgement {
	sum := sha256.Sum256(data)
	key := [2]string{g.ID, string(sum[:])}
	j, ok := e.judged[key]
	if !ok {
		v := packs.Validate(g, data)
		j = judgement{v.State != nil, v.Kinds, v.Cards}
		if len(e.judged) >= maxJudged {
			clear(e.judged)
		}
		e.judged[key] = j
	}
	return j
}

// Job is a request of a phone, with what the table knows about it at that moment.
type Job struct {
	protocol.PacksRequest
	Language string
	Tags     map[tags.Box]int  // how many tags each box of cards has
	InUse    map[tags.Box]bool // the boxes that are played with, or whose tags are being enrolled
	Upload   *Upload           // of the phone
	// Rename makes the tags of a box belong to another one.
	Rename func(ctx context.Context, from, to tags.Box) error
}

// Upload holds the pieces that have arrived of a file that a phone sends.
type Upload struct{ data []byte }

// Check returns why a request cannot be done, nil if it can. mayChange reports whether the phone may change card lists.
func (e *Editor) Check(r protocol.PacksRequest, mayChange bool) error {
	if _, ok := actions[r.Action]; !ok {
		return lang.T("card lists cannot {1}: they can list, read, copy, rename, set, add, remove, move, plain, import, check, export and delete", fmt.Sprintf("%.40q", r.Action))
	}
	if r.Action == "list" {
		return nil
	}
	if !mayChange {
		return errHost
	}
	if _, ok := e.library.Game(r.Game); !ok {
		return library.ErrNoGame(r.Game)
	}
	return nil
}

// Do does a job whose request Check has allowed. It first waits until no other job is being done.
func (e *Editor) Do(ctx context.Context, asked Job) (protocol.Answer, error) {
	select {
	case e.editing <- struct{}{}:
		defer func() { <-e.editing }()
	case <-ctx.Done():
		return protocol.Answer{}, lang.T("someone else is editing card lists: try again")
	}
	j := &job{Job: asked, editor: e, library: e.library}
	if j.Edit != nil {
		j.edit = *j.Edit
	}
	j.Pack = cmp.Or(j.Pack, engine.HousePack)
	j.spec, _ = e.library.Game(j.Game)
	a, err := actions[j.Action](ctx, j)
	a.OK = err == nil
	return a, err
}

// job is a Job that is being done.
type job struct {
	Job
	editor  *Editor
	library *library.Library
	edit    protocol.Edit
	spec    engine.Game
	phrases *engine.Phrases
}

var actions = map[string]func(context.Context, *job) (protocol.Answer, error){
	"list":   func(_ context.Context, j *job) (protocol.Answer, error) { return j.list() },
	"read":   func(_ context.Context, j *job) (protocol.Answer, error) { return j.read() },
	"export": func(_ context.Context, j *job) (protocol.Answer, error) { return j.export() },
	"copy":   func(_ context.Context, j *job) (protocol.Answer, error) { return j.copy() },
	"rename": func(ctx context.Context, j *job) (protocol.Answer, error) { return j.rename(ctx) },
	"delete": func(_ context.Context, j *job) (protocol.Answer, error) { return j.delete() },
	"import": func(_ context.Context, j *job) (protocol.Answer, error) { return j.receive(true) },
	"check":  func(_ context.Context, j *job) (protocol.Answer, error) { return j.receive(false) },
	"set": editAction(func(j *job, f *cardlist.File) (*cardlist.File, error) {
		return f.Set(j.spec.List, j.edit.Table, j.edit.Row, j.edit.Field, j.edit.Value)
	}),
	"add": editAction(func(j *job, f *cardlist.File) (*cardlist.File, error) {
		row, ok := j.edit.Value.(map[string]any)
		if !ok {
			return nil, lang.T("a row is made of fields")
		}
		return f.Add(j.spec.List, j.edit.Table, j.edit.Row, row)
	}),
	"remove": editAction(func(j *job, f *cardlist.File) (*cardlist.File, error) {
		return f.Remove(j.spec.List, j.edit.Table, j.edit.Row)
	}),
	"move": editAction(func(j *job, f *cardlist.File) (*cardlist.File, error) {
		return f.Move(j.spec.List, j.edit.Table, j.edit.Row)
	}),
	"plain": editAction(func(j *job, f *cardlist.File) (*cardlist.File, error) { return f.Rewrite(j.spec.List) }),
}

func (j *job) box(name string) tags.Box { return tags.Box{Game: j.spec.ID, Pack: name} }

// data returns the text of the list.
func (j *job) data() ([]byte, error) { return j.library.Pack(j.spec, j.Pack) }

// list lists all card lists, or those of the game that is named.
func (j *job) list() (protocol.Answer, error) {
	a := protocol.Answer{Lists: []protocol.ListView{}}
	for _, g := range j.library.Games {
		if j.Game != "" && j.Game != g.ID {
			continue
		}
		names, err := packs.Names(j.library.State, g.ID)
		if err != nil {
			return protocol.Answer{}, lang.T("the card lists cannot be read: {1}", err)
		}
		for _, name := range append([]string{engine.HousePack}, names...) {
			v := protocol.ListView{Game: g.ID, Name: name, Tags: j.Tags[tags.Box{Game: g.ID, Pack: name}]}
			if data, err := j.library.Pack(g, name); err == nil {
				judged := j.editor.judge(g, data)
				v.OK, v.Kinds, v.Cards = judged.ok, judged.kinds, judged.cards
			}
			a.Lists = append(a.Lists, v)
		}
	}
	return a, nil
}

func (j *job) read() (protocol.Answer, error) {
	data, err := j.data()
	if err != nil {
		return protocol.Answer{}, err
	}
	return j.show(data)
}

// show answers with a list as it stands. The same list is taken apart once, however often it is asked for.
func (j *job) show(data []byte) (protocol.Answer, error) {
	if j.spec.List == nil {
		return protocol.Answer{}, lang.T("card lists of this game are written by hand")
	}
	key, all := showing{j.spec.ID, j.Pack, j.Language, j.edit.Form, markOf(data)}, j.editor.shown
	list, ok := all[key]
	if !ok {
		var err error
		if list, err = j.takeApart(data); err != nil {
			return protocol.Answer{}, err
		}
		if len(all) >= maxShown {
			clear(all)
		}
		all[key] = list
	}
	list.Tags = j.Tags[j.box(j.Pack)]
	return protocol.Answer{List: &list}, nil
}

// takeApart returns a list as the page shows it, without its tags.
func (j *job) takeApart(data []byte) (v protocol.CardList, err error) {
	words, err := session.LocalizationOf(j.spec, j.Pack, j.Language)
	if err != nil {
		return v, err
	}
	j.phrases = words.Phrases
	v.Game, v.Name, v.Mark = j.spec.ID, j.Pack, markOf(data)
	if j.edit.Form {
		v.Form, v.Words = j.spec.List, j.phrases.List
	}
	file, err := cardlist.Parse(data)
	if err == nil && file.NotEditable() != nil {
		v.Odd = lang.Sentence(file.NotEditable()).In(j.Language)
	}
	validation := packs.Validate(j.spec, data)
	v.OK, v.Faults, v.Kinds, v.Cards = validation.State != nil, validation.Faults, validation.Kinds, validation.Cards
	for i := range v.Faults {
		v.Faults[i].Text = lang.Sentence(v.Faults[i].Err).In(j.Language)
	}
	catalog := j.catalog(validation.State)
	if validation.State != nil {
		v.Names = make(map[string]protocol.NameView)
		for _, n := range catalog.Names(engine.ClassCard | engine.ClassThing) {
			v.Names[catalog.Word(n)] = session.NameView(catalog, j.phrases, n)
		}
	}
	if file != nil {
		v.Tables = j.rows(file, catalog)
	}
	return v, nil
}

// catalog returns the catalog of a state, or else that of the house list, which has the words of the rules.
func (j *job) catalog(state engine.State) *engine.Catalog {
	if state == nil {
		var err error
		if state, err = j.spec.Sample(engine.HousePack, j.spec.House); err != nil {
			return new(engine.Catalog)
		}
	}
	return state.Catalog()
}

func (j *job) rows(file *cardlist.File, c *engine.Catalog) map[string][]protocol.RowView {
	tables := make(map[string][]protocol.RowView)
	for i := range j.spec.List.Tables {
		of := &j.spec.List.Tables[i]
		rows := []protocol.RowView{}
		for _, row := range file.Rows(of.Name) {
			v := protocol.RowView{Values: make(map[string]any), Effects: make(map[string][]string)}
			for key, x := range row {
				f := of.Find(key, row)
				if f == nil {
					continue
				}
				v.Values[key] = cardlist.ToPage(&f.Value, x)
				if effects, ok := x.([]any); ok && f.Each != nil && f.Each.Kind == cardlist.Effect {
					for _, effect := range effects {
						v.Effects[key] = append(v.Effects[key], j.render(of.Name, f, effect, c))
					}
				}
			}
			if of.IsEffect {
				v.Effects[""] = []string{j.sentences(j.spec.List.Sentences(of.Name, "", row), c)}
			}
			rows = append(rows, v)
		}
		tables[of.Name] = rows
	}
	return tables
}

// render returns an effect in words, followed by the numbered choices that it offers.
func (j *job) render(table string, f *cardlist.Field, effect any, c *engine.Catalog) string {
	text := j.sentences(cardlist.SentencesOf(j.spec.List, table, f, effect), c)
	parts, _ := effect.(map[string]any)
	for _, arg := range parts {
		choices, _ := arg.([]any)
		for i, choice := range choices {
			effects, ok := choice.([]any)
			if !ok {
				continue
			}
			text += fmt.Sprintf(" (%d)", i+1)
			for _, e := range effects {
				text += " " + j.render(table, f, e, c)
			}
		}
	}
	return text
}

func (j *job) sentences(all [][]string, c *engine.Catalog) string {
	sentences := make([]string, len(all))
	for i, words := range all {
		sentences[i] = j.phrases.Sentence(c, words)
	}
	return strings.Join(sentences, " ")
}

// editAction returns an action that changes the text of a list. The result is written and shown, even if the list has faults.
func editAction(change func(*job, *cardlist.File) (*cardlist.File, error)) func(context.Context, *job) (protocol.Answer, error) {
	return func(_ context.Context, j *job) (protocol.Answer, error) {
		if err := packs.CheckName(j.Pack); err != nil {
			return protocol.Answer{}, err
		}
		data, err := j.data()
		if err != nil {
			return protocol.Answer{}, err
		}
		if j.edit.Mark != markOf(data) {
			return protocol.Answer{}, errChanged
		}
		file, err := cardlist.Parse(data)
		if err != nil {
			return protocol.Answer{}, lang.T("the list cannot be edited before its file is mended: {1}", err)
		}
		if file, err = change(j, file); err != nil {
			return protocol.Answer{}, err
		}
		return j.write(j.Pack, file.Bytes(), true)
	}
}

// write writes a list and shows it.
func (j *job) write(name string, data []byte, over bool) (protocol.Answer, error) {
	err := packs.Write(j.library.State, j.spec.ID, name, data, over)
	switch {
	case errors.Is(err, packs.ErrExists):
		return protocol.Answer{}, lang.T(`there is a card list "{1}" already`, name)
	case err != nil:
		return protocol.Answer{}, lang.T("the list cannot be written: {1}", err)
	}
	j.Pack = name
	return j.show(data)
}

// withName returns the text of a list under another name.
func withName(data []byte, name string) []byte {
	file, err := cardlist.Parse(data)
	if err != nil || file.Pack() == "" {
		return data
	}
	if fresh, err := file.SetPack(name); err == nil {
		return fresh.Bytes()
	}
	return data
}

func (j *job) copy() (protocol.Answer, error) {
	data, err := j.data()
	if err != nil {
		return protocol.Answer{}, err
	}
	return j.write(j.edit.Name, withName(data, j.edit.Name), false)
}

// rename gives a list another name, and its tags with it.
func (j *job) rename(ctx context.Context) (protocol.Answer, error) {
	from, to := j.box(j.Pack), j.box(j.edit.Name)
	if j.InUse[from] {
		return protocol.Answer{}, errUsed
	}
	data, err := packs.Read(j.library.State, j.spec.ID, j.Pack)
	if err != nil {
		return protocol.Answer{}, err
	}
	if j.Pack == j.edit.Name {
		return j.show(data)
	}
	a, err := j.write(j.edit.Name, withName(data, j.edit.Name), false)
	if err != nil {
		return a, err
	}
	if err := j.Rename(ctx, from, to); err != nil {
		return protocol.Answer{}, lang.T("there is a copy of the list under the new name, but its tags stay with the old one: {1}", err)
	}
	a.List.Tags = j.Tags[from]
	if err := packs.Delete(j.library.State, j.spec.ID, from.Pack); err != nil {
		return protocol.Answer{}, lang.T("the list under its old name cannot be deleted: {1}", err)
	}
	return a, nil
}

// delete deletes a list. Its tags stay known: they stand for the same cards if the list comes back.
func (j *job) delete() (protocol.Answer, error) {
	if j.InUse[j.box(j.Pack)] {
		return protocol.Answer{}, errUsed
	}
	return protocol.Answer{}, packs.Delete(j.library.State, j.spec.ID, j.Pack)
}

func (j *job) export() (protocol.Answer, error) {
	data, err := j.data()
	if err != nil {
		return protocol.Answer{}, err
	}
	return protocol.Answer{Record: string(data)}, nil
}

// receive receives a piece of a file. With the last piece it checks the file, and writes it if keep is set.
func (j *job) receive(keep bool) (protocol.Answer, error) {
	data := j.Upload.data
	j.Upload.data = nil
	if j.edit.From == 0 {
		data = nil
	}
	switch {
	case j.edit.From != len(data):
		return protocol.Answer{}, errMissingPiece
	case len(data)+len(j.edit.Text) > packs.MaxSize:
		return protocol.Answer{}, lang.T("a card list is not longer than {1} KiB", packs.MaxSize>>10)
	}
	data = append(data, j.edit.Text...)
	if j.edit.More {
		j.Upload.data = data
		return protocol.Answer{}, nil
	}
	file, err := cardlist.Parse(data)
	switch {
	case err != nil:
		return protocol.Answer{}, err
	case file.Game() != j.spec.ID:
		return protocol.Answer{}, lang.T(`it is a card list of the game "{1}", not of "{2}"`, file.Game(), j.spec.ID)
	case !keep:
		return j.show(data)
	}
	if file.Pack() != "" && file.Pack() != j.Pack {
		data = withName(data, j.Pack)
	}
	return j.write(j.Pack, data, j.edit.Over)
}

// markOf returns a short hash of the text of a list: an edit of another text is refused.
func markOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:8])
}
