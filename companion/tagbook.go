package companion

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"

	"familiar/companion/library"
	"familiar/companion/protocol"
	"familiar/companion/resolver"
	"familiar/companion/scene"
	"familiar/companion/session"
	"familiar/companion/tags"
	"familiar/engine"
	"familiar/engine/lang"
)

// tagBook is what the tags at the table stand for: the list of them, their enrolment, and the last tag that is in no list.
type tagBook struct {
	log       *slog.Logger
	library   *library.Library
	announcer *announcer

	list      *tags.Tags
	enrolment *enrolment        // nil: no tags are being enrolled
	unknown   tags.UID          // the last tag shown that is in no list
	unknownTo resolver.Audience // who may know of it
}

// boxOf is the box that a game is played with.
func boxOf(g *session.Game) tags.Box { return tags.Box{Game: g.Setup.Game, Pack: g.Setup.Pack} }

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

// open reads the list of a state directory.
func (b *tagBook) open(dir string) {
	var err error
	if b.list, err = tags.Load(dir); err != nil {
		b.log.Debug("tags", "error", err)
		b.announcer.notice("warning", lang.Sentence(brokenTags(err)))
	}
}

// brokenTags tells where the list of tags is wrong. What stands there may be the UID of a tag, which is for nobody's eyes.
func brokenTags(err error) error {
	where := tags.File
	if e, ok := errors.AsType[*tags.Error](err); ok {
		where = fmt.Sprintf("%s:%d", tags.File, e.Line)
	}
	return lang.T("the list of tags cannot be read: mend {1}, then start again", where)
}

// failed says why the list of tags cannot be changed, without the UIDs that the whole reason may hold.
func (b *tagBook) failed(err error) error {
	b.log.Debug("tags", "error", err)
	if errors.Is(err, tags.ErrBroken) {
		return brokenTags(err)
	}
	return lang.T("the list of tags cannot be written: see whether the disk is full or may not be written to")
}

func (e *enrolment) view(language string) *protocol.Enrol {
	v := &protocol.Enrol{Game: e.game, Pack: e.pack, Of: e.words(language).Title, Done: e.Done(), Total: e.Total(), Bare: e.Missing()}
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

// tagged is the word for which a tag stands in a game that is played with a box, or why it stands for none.
func (b *tagBook) tagged(box tags.Box, id tags.UID) (word string, problem error) {
	if word, ok := b.list.Word(box, id); ok {
		return word, nil
	}
	for other := range b.list.Boxes() {
		word, ok := b.list.Word(other, id)
		if !ok || other == box {
			continue
		}
		if other.Game == box.Game {
			return "", lang.T(`this is {1} of the card list "{2}", and the game is played with "{3}"`, b.library.Name(other, word), other.Pack, box.Pack)
		}
		return "", lang.T("this is {1} of {2}: it belongs to another game", b.library.Name(other, word), b.library.Name(other, ""))
	}
	return "", lang.T("this tag is not known. Say what it is on a phone, or enrol the tags of the box")
}

// noteUnknown notes a tag that is in no list, so that somebody who may know of it can say what it is.
func (b *tagBook) noteUnknown(id tags.UID, to resolver.Audience) { b.unknown, b.unknownTo = id, to }

// forgetUnknown forgets it again.
func (b *tagBook) forgetUnknown() { b.unknown = "" }

// inUse are the boxes of the game under way, nil if there is none, and of the enrolment.
func (b *tagBook) inUse(g *session.Game) map[tags.Box]bool {
	boxes := make(map[tags.Box]bool)
	if g != nil {
		boxes[boxOf(g)] = true
	}
	if e := b.enrolment; e != nil {
		boxes[tags.Box{Game: e.game, Pack: cmp.Or(e.pack, engine.HousePack)}] = true
	}
	return boxes
}

// rename has the tags of one box stand for those of another one.
func (b *tagBook) rename(was, is tags.Box) error {
	if err := b.list.Rename(was, is); err != nil {
		return b.failed(err)
	}
	return nil
}

// view is the enrolment under way in a language; nil: there is none.
func (b *tagBook) view(language string) *protocol.Enrol {
	if b.enrolment == nil {
		return nil
	}
	return b.enrolment.view(language)
}

func (b *tagBook) begin(game, pack string) error {
	if b.enrolment != nil {
		return lang.T("tags are being enrolled already")
	}
	box, c, words, err := b.openBox(game, pack)
	if err != nil {
		return err
	}
	e := tags.NewEnrolment(b.list, box, tags.Items(c, words))
	b.enrolment = &enrolment{Enrolment: e, game: game, catalog: c, words: func(language string) *engine.Phrases { return b.library.Phrases(game, box.Pack, language) }}
	if box.Pack != engine.HousePack {
		b.enrolment.pack = box.Pack
	}
	switch item, _, ok := e.Next(); {
	case ok && item.Optional:
		b.enrolment.say(lang.T("No tag is missing."))
	case ok:
		b.enrolment.say(lang.T("Lay it on any reader."))
	}
	return nil
}

// openBox is a box of cards: what stands on its list today.
func (b *tagBook) openBox(game, pack string) (tags.Box, *engine.Catalog, *engine.Phrases, error) {
	box := tags.Box{Game: game, Pack: cmp.Or(pack, engine.HousePack)}
	spec, ok := b.library.Game(game)
	if !ok {
		return box, nil, nil, library.ErrNoGame(game)
	}
	data, err := b.library.Pack(spec, pack)
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

// takeOver lets the tags of the house list stand for the same names of an own one.
func (b *tagBook) takeOver(game, pack string) answer {
	if b.enrolment != nil {
		return answered(lang.T("tags are being enrolled: stop that first"))
	}
	box, c, words, err := b.openBox(game, pack)
	if err != nil {
		return answered(err)
	}
	if box.Pack == engine.HousePack {
		return answered(lang.T("these are the tags of the house list themselves"))
	}
	n, err := b.list.TakeOver(tags.Box{Game: game, Pack: engine.HousePack}, box, tags.Items(c, words))
	if err != nil {
		return answered(b.failed(err))
	}
	switch n {
	case 0:
		return answer{Answer: protocol.Answer{OK: true}, said: lang.T("There was no tag to take over.")}
	case 1:
		return answer{Answer: protocol.Answer{OK: true}, said: lang.T("One tag was taken over.")}
	}
	return answer{Answer: protocol.Answer{OK: true}, said: lang.T("{1} tags were taken over.", n)}
}

func (b *tagBook) steer(action string) error {
	if b.enrolment == nil {
		return lang.T("no tags are being enrolled")
	}
	switch action {
	case "skip":
		b.enrolment.Skip()
		b.enrolment.say(lang.T("Skipped."))
	case "redo":
		item, err := b.enrolment.Redo()
		if err != nil {
			return b.failed(err)
		}
		b.enrolment.say(lang.T("Once more: {1}.", itemTitle{b.enrolment, item.Word}))
	case "stop":
		b.enrolment = nil
	}
	return nil
}

// tap takes a tag that was shown while tags are enrolled.
func (b *tagBook) tap(id tags.UID) {
	out, err := b.enrolment.Tap(id)
	if err != nil {
		b.enrolment.say(lang.Sentence(b.failed(err)))
		b.announcer.sound(scene.CueRefuse)
		return
	}
	b.enrolment.say(out.Text(itemTitle{b.enrolment, out.Word}))
	if out.Result == tags.Assigned {
		b.announcer.sound(scene.CueAccept)
		return
	}
	b.announcer.sound(scene.CueRefuse)
}

// name says for which word of a game the last unknown tag stands, if the seat that says so may know of it.
func (b *tagBook) name(g *session.Game, seat engine.Seat, words []string) error {
	if g == nil || b.unknown == "" {
		return lang.T("no unknown tag was shown: lay it on a reader first")
	}
	if !b.unknownTo.Has(seat) {
		return lang.T("that tag was shown in secret: only whose hand it is can say what it is")
	}
	if len(words) != 1 || g.Named(words[0]) == engine.Unknown && !isCommand(words[0]) {
		return lang.T("a tag stands for one name of {1}, for a seat (seat-1), or for undo, confirm, drop, again or mute", g.Title())
	}
	if b.unknown.Random() {
		return lang.T("this tag changes its number each time, as phones do: take another one")
	}
	word := words[0]
	if err := b.list.Assign(boxOf(g), b.unknown, word); err != nil {
		return b.failed(err)
	}
	text := lang.T("The tag is {1} from now on. Show it again.", word)
	if n := g.Named(word); n != engine.Unknown {
		text = lang.T("The tag is {1} from now on. Show it again.", g.Name(n))
	}
	b.forgetUnknown()
	b.announcer.announce(verdict{ok: true, text: text}, b.unknownTo, scene.CueNone)
	return nil
}
