package listeditor

import (
	"fmt"
	"strings"

	"familiar/companion/packs"
	"familiar/companion/protocol"
	"familiar/companion/session"
	"familiar/companion/tags"
	"familiar/engine"
	"familiar/engine/cardlist"
	"familiar/engine/lang"
)

// What the page is shown of card lists.

// list lists all card lists, or those of the game that is named.
func (j *job) list() (protocol.Answer, error) {
	left := judgeTime
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
				judged, known := j.editor.judge(g, data, &left)
				v.Unread, v.OK, v.Kinds, v.Cards = !known, judged.ok, judged.kinds, judged.cards
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

// show answers with a list as it stands. The same list is made ready for the page once, however often it is asked for.
func (j *job) show(data []byte) (protocol.Answer, error) {
	if j.spec.List == nil {
		return protocol.Answer{}, lang.T("card lists of this game are written by hand")
	}
	key, all := showing{j.spec.ID, j.Pack, j.Language, j.edit.Form, markOf(data)}, j.editor.shown
	list, ok := all[key]
	if !ok {
		var err error
		if list, err = j.view(data); err != nil {
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

// view returns a list as the page shows it, without its tags.
func (j *job) view(data []byte) (v protocol.CardList, err error) {
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
		v.Faults[i].Text = lang.Shortened(lang.Sentence(v.Faults[i].Err).In(j.Language), packs.MaxText)
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
