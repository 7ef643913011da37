package companion

import (
	"cmp"
	"errors"

	"familiar/companion/library"
	"familiar/companion/protocol"
	"familiar/companion/scene"
	"familiar/companion/tags"
	"familiar/engine"
	"familiar/engine/lang"
)

// enrolment is the enrolment of tags under way.
type enrolment struct {
	*tags.Enrolment
	game    string
	pack    string
	words   func(language string) *engine.Phrases
	catalog *engine.Catalog
	text    lang.Localized // what happened last; nil: nothing
	rest    bool           // what is left needs no tag
}

// tagsFailed says why the list of tags cannot be changed, without the UIDs that the whole reason may hold.
func (t *Table) tagsFailed(err error) error {
	t.log.Debug("tags", "error", err)
	if errors.Is(err, tags.ErrBroken) {
		return brokenTags(err)
	}
	return lang.T("the list of tags cannot be written: see whether the disk is full or may not be written to")
}

func (e *enrolment) view(language string) *protocol.Enrol {
	v := &protocol.Enrol{Game: e.game, Pack: e.pack, Of: e.words(language).Title, Done: e.Done(), Total: e.Total(), Bare: e.Bare()}
	if e.text != nil {
		v.Text = e.text.In(language)
	}
	if item, number, ok := e.Next(); ok {
		v.Next, v.Title, v.Copy, v.Optional = item.Word, itemTitle{e, item.Word}.In(language), number, item.Optional
	}
	return v
}

// itemTitle is what is enrolled as people call it.
type itemTitle struct {
	*enrolment
	word string
}

// In implements lang.Told.
func (i itemTitle) In(language string) string {
	if n := i.catalog.Name(i.word); n != engine.Unknown {
		return i.words(language).Name(i.catalog, n)
	}
	return i.word
}

// say tells what happened last, and that the rest may be left out where that begins.
func (e *enrolment) say(text lang.Localized) {
	item, _, ok := e.Next()
	rest := ok && item.Optional
	if rest && !e.rest {
		text = lang.T("{1} The rest is optional.", text)
	}
	e.text, e.rest = text, rest
}

// tagged is the word for which a tag stands in the game under way, or why it stands for none.
func (t *Table) tagged(id tags.UID) (word string, problem error) {
	box := t.box()
	if word, ok := t.tags.Word(box, id); ok {
		return word, nil
	}
	for other := range t.tags.Boxes() {
		word, ok := t.tags.Word(other, id)
		if !ok || other == box {
			continue
		}
		if other.Game == box.Game {
			return "", lang.T(`this is {1} of the card list "{2}", and the game is played with "{3}"`, t.library.Name(other, word), other.Pack, box.Pack)
		}
		return "", lang.T("this is {1} of {2}: it belongs to another game", t.library.Name(other, word), t.library.Name(other, ""))
	}
	return "", lang.T("this tag is not known. Say what it is on a phone, or enrol the tags of the box")
}

// box is the box that is played with.
func (t *Table) box() tags.Box { return tags.Box{Game: t.game.Setup.Game, Pack: t.game.Setup.Pack} }

// askEnrol begins, steers and ends the enrolment of tags, and names single tags.
func (t *Table) askEnrol(p *Phone, r protocol.EnrolRequest) answer {
	if t.game != nil && t.seatOf(p) == engine.Public && !p.kept.Host {
		return answered(errWatch)
	}
	switch r.Action {
	case "begin":
		return answered(t.beginEnrolment(r.Game, r.Pack))
	case "take":
		return t.takeTags(r.Game, r.Pack)
	case "name":
		return answered(t.nameTag(p, r.Args))
	case "skip", "redo", "stop":
		if t.enrol == nil {
			return answered(lang.T("no tags are being enrolled"))
		}
		return answered(t.steerEnrolment(r.Action))
	}
	return answered(lang.T(`enrolment cannot "{1}": it can begin, take, skip, redo, stop and name`, r.Action))
}

func (t *Table) beginEnrolment(game, pack string) error {
	if t.enrol != nil {
		return lang.T("tags are being enrolled already")
	}
	box, c, words, err := t.boxOf(game, pack)
	if err != nil {
		return err
	}
	e := tags.NewEnrolment(t.tags, box, tags.Items(c, words))
	t.enrol = &enrolment{Enrolment: e, game: game, catalog: c, words: func(language string) *engine.Phrases { return t.library.Phrases(game, box.Pack, language) }}
	if box.Pack != engine.HousePack {
		t.enrol.pack = box.Pack
	}
	switch item, _, ok := e.Next(); {
	case ok && item.Optional:
		t.enrol.say(lang.T("No tag is missing."))
	case ok:
		t.enrol.say(lang.T("Lay it on any reader."))
	}
	return nil
}

// boxOf is a box of cards: what stands on its list today.
func (t *Table) boxOf(game, pack string) (tags.Box, *engine.Catalog, *engine.Phrases, error) {
	box := tags.Box{Game: game, Pack: cmp.Or(pack, engine.HousePack)}
	spec, ok := t.library.Game(game)
	if !ok {
		return box, nil, nil, library.ErrNoGame(game)
	}
	data, err := t.library.Pack(spec, pack)
	if err != nil {
		return box, nil, nil, err
	}
	state, err := spec.Sample(box.Pack, data)
	if err != nil {
		return box, nil, nil, err
	}
	words, err := engine.ParsePhrases(spec.Words)
	if err != nil {
		return box, nil, nil, err
	}
	return box, state.Catalog(), words, nil
}

// takeTags lets the tags of the house list stand for the same names of an own one.
func (t *Table) takeTags(game, pack string) answer {
	if t.enrol != nil {
		return answered(lang.T("tags are being enrolled: stop that first"))
	}
	box, c, words, err := t.boxOf(game, pack)
	if err != nil {
		return answered(err)
	}
	if box.Pack == engine.HousePack {
		return answered(lang.T("these are the tags of the house list themselves"))
	}
	n, err := t.tags.TakeOver(tags.Box{Game: game, Pack: engine.HousePack}, box, tags.Items(c, words))
	if err != nil {
		return answered(t.tagsFailed(err))
	}
	switch n {
	case 0:
		return answer{Answer: protocol.Answer{OK: true}, said: lang.T("There was no tag to take over.")}
	case 1:
		return answer{Answer: protocol.Answer{OK: true}, said: lang.T("One tag was taken over.")}
	}
	return answer{Answer: protocol.Answer{OK: true}, said: lang.T("{1} tags were taken over.", n)}
}

func (t *Table) steerEnrolment(action string) error {
	switch action {
	case "skip":
		t.enrol.Skip()
		t.enrol.say(lang.T("Skipped."))
	case "redo":
		item, err := t.enrol.Redo()
		if err != nil {
			return t.tagsFailed(err)
		}
		t.enrol.say(lang.T("Once more: {1}.", itemTitle{t.enrol, item.Word}))
	case "stop":
		t.enrol = nil
	}
	return nil
}

// enrolTap takes a tag that was shown while tags are enrolled.
func (t *Table) enrolTap(id tags.UID) {
	out, err := t.enrol.Tap(id)
	if err != nil {
		t.enrol.say(lang.Sentence(t.tagsFailed(err)))
		t.announcer.sound(scene.CueRefuse)
		return
	}
	t.enrol.say(out.Text(itemTitle{t.enrol, out.Word}))
	if out.Result == tags.Assigned {
		t.announcer.sound(scene.CueAccept)
		return
	}
	t.announcer.sound(scene.CueRefuse)
}

// nameTag says what the last unknown tag is.
func (t *Table) nameTag(p *Phone, args []string) error {
	if t.game == nil || t.unknown == "" {
		return lang.T("no unknown tag was shown: lay it on a reader first")
	}
	if !t.unknownTo.Has(t.seatOf(p)) {
		return lang.T("that tag was shown in secret: only whose hand it is can say what it is")
	}
	g := t.game
	if len(args) != 1 || g.Named(args[0]) == engine.Unknown && !isCommand(args[0]) {
		return lang.T("a tag stands for one name of {1}, for a seat (seat-1), or for undo, confirm, drop, again or mute", g.Title())
	}
	if t.unknown.Random() {
		return lang.T("this tag changes its number each time, as phones do: take another one")
	}
	word := args[0]
	if err := t.tags.Assign(t.box(), t.unknown, word); err != nil {
		return t.tagsFailed(err)
	}
	text := lang.T("The tag is {1} from now on. Show it again.", word)
	if n := g.Named(word); n != engine.Unknown {
		text = lang.T("The tag is {1} from now on. Show it again.", g.Name(n))
	}
	to := t.unknownTo
	t.unknown, t.intake.gesture = "", nil
	t.announcer.announce(verdict{ok: true, text: text}, to, scene.CueNone)
	return nil
}
