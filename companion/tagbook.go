package companion

import (
	"errors"
	"log/slog"
	"path/filepath"

	"familiar/companion/access"
	"familiar/companion/announce"
	"familiar/companion/library"
	"familiar/companion/protocol"
	"familiar/companion/resolver"
	"familiar/companion/scene"
	"familiar/companion/session"
	"familiar/companion/tags"
	"familiar/engine"
	"familiar/engine/lang"
)

// tagBook is what the tags at the table stand for: the list of tags, their enrolment, and the last unknown tag.
type tagBook struct {
	log       *slog.Logger
	library   *library.Library
	announcer *announce.Announcer

	list      *tags.Tags
	enrolment *enrolment // nil: no tags are being enrolled
	unknown   tags.UID   // the last tag that was shown to everybody and is in no list, until somebody says what it is; empty: none
}

// enrolment is the enrolment of tags under way.
type enrolment struct {
	*tags.Enrolment
	box      tags.Box
	words    func(language string) *engine.Phrases
	catalog  *engine.Catalog
	text     lang.Localized // what happened last; nil: nothing
	optional bool           // only optional items are left
	hostOf   string         // the game, if a host of that game only has begun the enrolment; otherwise empty
}

// boxOf returns the box that a game is played with.
func boxOf(g *session.Game) tags.Box { return tags.Box{Game: g.Setup.Game, Pack: g.Setup.Pack} }

// open reads the list of tags in a state directory.
func (b *tagBook) open(dir string) {
	var err error
	if b.list, err = tags.Load(dir); err != nil {
		b.log.Debug("tags", "error", err)
		b.announcer.Notice(lang.Sentence(tags.Broken(err)))
		return
	}
	switch kept, err := b.list.KeepAltered(); {
	case err != nil:
		b.announcer.Notice(lang.Sentence(b.changeError(err)))
	case kept != "":
		b.announcer.Notice(lang.T("Somebody, or a card that wears out, has changed the list of tags. It is used as it reads now, and kept as {1}: see whether its names are right.", filepath.Base(kept)))
	}
}

// changeError returns why the list of tags cannot be changed, nil for nil. It leaves out the UIDs that the cause may hold.
func (b *tagBook) changeError(err error) error {
	if err == nil {
		return nil
	}
	b.log.Debug("tags", "error", err)
	if errors.Is(err, tags.ErrBroken) {
		return tags.Broken(err)
	}
	return lang.T("the list of tags cannot be written: see whether the disk is full or may not be written to")
}

// itemTitle is the name of an item as people read it.
type itemTitle struct {
	*enrolment
	word string
}

// In implements lang.Localized.
func (i itemTitle) In(language string) string {
	if n := i.catalog.Name(i.word); n != engine.Unknown {
		return i.words(language).Name(i.catalog, n)
	}
	return i.word
}

// setText sets what happened last. Where the optional items begin, it adds that they are optional.
func (e *enrolment) setText(text lang.Localized) {
	item, _, ok := e.Next()
	optional := ok && item.Optional
	if optional && !e.optional {
		text = lang.T("{1} The rest is optional.", text)
	}
	e.text, e.optional = text, optional
}

// wordOf returns the word that a tag stands for in a game that is played with a box, or why it stands for none. What was shown in secret cannot be
// named: everybody sees which card is the next one without a tag.
func (b *tagBook) wordOf(box tags.Box, id tags.UID, secret bool) (word string, problem error) {
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
	if secret {
		return "", lang.T("this tag is not known. Choose the card on your phone. You can say what the tag is when all may see it")
	}
	return "", lang.T("this tag is not known. Say what it is on a phone, or enrol the tags of the box")
}

// inUse returns the boxes of the game under way, if g is not nil, and of the enrolment.
func (b *tagBook) inUse(g *session.Game) map[tags.Box]bool {
	boxes := make(map[tags.Box]bool)
	if g != nil {
		boxes[boxOf(g)] = true
	}
	if e := b.enrolment; e != nil {
		boxes[e.box] = true
	}
	return boxes
}

// rename makes the tags of one box stand for the same words in another one.
func (b *tagBook) rename(from, to tags.Box) error { return b.changeError(b.list.Rename(from, to)) }

// view returns the enrolment under way in a language, nil if there is none.
func (b *tagBook) view(language string) *protocol.Enrol {
	e := b.enrolment
	if e == nil {
		return nil
	}
	v := &protocol.Enrol{Game: e.box.Game, Of: e.words(language).Title, Done: e.Done(), Total: e.Total(), Bare: e.Missing()}
	if e.box.Pack != engine.HousePack {
		v.Pack = e.box.Pack
	}
	if e.text != nil {
		v.Text = e.text.In(language)
	}
	if item, number, ok := e.Next(); ok {
		v.Next, v.Title, v.Copy, v.Optional = item.Word, itemTitle{e, item.Word}.In(language), number, item.Optional
	}
	return v
}

// begin begins the enrolment of the tags of a box, for a phone.
func (b *tagBook) begin(box library.Box, by access.Phone) error {
	if b.enrolment != nil {
		return lang.T("tags are being enrolled already")
	}
	e := tags.NewEnrolment(b.list, box.Box, box.Items)
	words := func(language string) *engine.Phrases { return b.library.Phrases(box.Game, box.Pack, language) }
	b.enrolment = &enrolment{Enrolment: e, box: box.Box, catalog: box.Catalog, words: words, hostOf: by.HostOf}
	switch item, _, ok := e.Next(); {
	case ok && item.Optional:
		b.enrolment.setText(lang.T("No tag is missing."))
	case ok:
		b.enrolment.setText(lang.T("Lay it on any reader."))
	}
	return nil
}

// endOf ends the enrolment if a host of this game only has begun it. After the game that phone is no host any more, and perhaps no other host is there to end it.
func (b *tagBook) endOf(game string) {
	if b.enrolment != nil && b.enrolment.hostOf == game {
		b.enrolment = nil
	}
}

// takeOver makes the tags of the house list stand for the same names in an owner's list.
func (b *tagBook) takeOver(box library.Box) answer {
	if b.enrolment != nil {
		return answered(lang.T("tags are being enrolled: stop that first"))
	}
	if box.Pack == engine.HousePack {
		return answered(lang.T("these are the tags of the house list themselves"))
	}
	n, err := b.list.TakeOver(tags.Box{Game: box.Game, Pack: engine.HousePack}, box.Box, box.Items)
	if err != nil {
		return answered(b.changeError(err))
	}
	return answer{Answer: done.Answer, text: tags.TakenOver(n)}
}

// steer skips or redoes the item whose tag is awaited, or stops the enrolment.
func (b *tagBook) steer(action string) error {
	if b.enrolment == nil {
		return lang.T("no tags are being enrolled")
	}
	switch action {
	case "skip":
		b.enrolment.Skip()
		b.enrolment.setText(lang.T("Skipped."))
	case "redo":
		item, err := b.enrolment.Redo()
		if err != nil {
			return b.changeError(err)
		}
		b.enrolment.setText(lang.T("Once more: {1}.", itemTitle{b.enrolment, item.Word}))
	case "stop":
		b.enrolment = nil
	}
	return nil
}

// tap handles a tag that was put on a reader during an enrolment. Everybody is told what it is, so the reader of a hand takes none.
func (b *tagBook) tap(id tags.UID, atHand bool) {
	if atHand {
		b.enrolment.setText(lang.T("Lay it on a reader that is no hand’s."))
		b.announcer.Sound(scene.CueRefuse)
		return
	}
	out, err := b.enrolment.Tap(id)
	if err != nil {
		b.enrolment.setText(lang.Sentence(b.changeError(err)))
		b.announcer.Sound(scene.CueRefuse)
		return
	}
	b.enrolment.setText(out.Text(itemTitle{b.enrolment, out.Word}))
	if out.Result == tags.Assigned {
		b.announcer.Sound(scene.CueAccept)
		return
	}
	b.announcer.Sound(scene.CueRefuse)
}

// name makes the last unknown tag stand for a word of a game, and tells everybody who has said so.
func (b *tagBook) name(g *session.Game, words []string, by engine.Seat) error {
	if g == nil || b.unknown == "" {
		return lang.T("no unknown tag was shown: lay it on a reader first")
	}
	if len(words) != 1 || g.Named(words[0]) == engine.Unknown && !isCommand(words[0]) {
		return lang.T("a tag stands for one name of {1}, for a seat (seat-1), or for undo, confirm, drop, again or mute", g.Title())
	}
	if b.unknown.Random() {
		return lang.T("this tag changes its number each time, as phones do: take another one")
	}
	word := words[0]
	assign := b.list.Assign
	if e := g.Catalog.Entry(g.Named(word)); e.Class&engine.ClassCard != 0 && e.IsUnique() {
		assign = b.list.AssignAlone // with a second tag for a card somebody could find out who holds it
	}
	if err := assign(boxOf(g), b.unknown, word); err != nil {
		return b.changeError(err)
	}
	var title any = word
	if n := g.Named(word); n != engine.Unknown {
		title = g.Name(n)
	}
	b.unknown = ""
	g.NoteAct("tag", by, engine.NoSeat, lang.Sentence(lang.T("{1} has said that a tag is {2}", g.Who(by), title)))
	b.announcer.Announce(lang.T("The tag is {1} from now on. Show it again.", title), resolver.Everyone, scene.CueNone)
	return nil
}
