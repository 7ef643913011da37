package companion

import (
	"cmp"
	"errors"
	"fmt"

	"familiar/companion/tags"
	"familiar/engine"
)

// enrolment is the enrolment of tags under way.
type enrolment struct {
	*tags.Enrolment
	game string
	pack string
	of   string // the game as people call it
	text string // what happened last
	rest bool   // what is left needs no tag
}

// tagsFailed says why the list of tags cannot be changed, without the UIDs that the whole reason may hold.
func (t *Table) tagsFailed(err error) error {
	t.log.Debug("tags", "error", err)
	if errors.Is(err, tags.ErrBroken) {
		return brokenTags(err)
	}
	return errors.New("the list of tags cannot be written: see whether the disk is full or may not be written to")
}

func (e *enrolment) view() Enrol {
	v := Enrol{Game: e.game, Pack: e.pack, Of: e.of, Done: e.Done(), Total: e.Total(), Bare: e.Bare(), Text: e.text}
	if item, number, ok := e.Next(); ok {
		v.Next, v.Title, v.Copy, v.Optional = item.Word, item.Title, number, item.Optional
	}
	return v
}

// say tells what happened last, and that the rest may be left out where that begins.
func (e *enrolment) say(text string) {
	item, _, ok := e.Next()
	rest := ok && item.Optional
	if rest && !e.rest {
		text += " The rest is optional."
	}
	e.text, e.rest = text, rest
}

// tagged is the word for which a tag stands in the game under way, or why it stands for none.
func (t *Table) tagged(id tags.UID) (word, problem string) {
	box := t.box()
	if word, ok := t.tags.Word(box, id); ok {
		return word, ""
	}
	for other := range t.tags.Boxes() {
		word, ok := t.tags.Word(other, id)
		if !ok || other == box {
			continue
		}
		if other.Game == box.Game {
			return "", fmt.Sprintf("This is %s of the card list %q, and the game is played with %q.", engine.TitleOf(word), other.Pack, box.Pack)
		}
		return "", fmt.Sprintf("This is %s of %s: it belongs to another game.", engine.TitleOf(word), engine.TitleOf(other.Game))
	}
	return "", "This tag is not known. Say what it is on a phone, or enrol the tags of the box."
}

// box is the box that is played with.
func (t *Table) box() tags.Box { return tags.Box{Game: t.game.setup.Game, Pack: t.game.setup.Pack} }

// askEnrol begins, steers and ends the enrolment of tags, and names single tags.
func (t *Table) askEnrol(p *Phone, r Request) Answer {
	if t.game != nil && t.seatOf(p) == engine.Table && !p.kept.Host {
		return answered(errWatch)
	}
	switch r.Action {
	case "begin":
		return answered(t.beginEnrolment(r.Game, r.Pack))
	case "take":
		return t.takeTags(r.Game, r.Pack)
	case "name":
		return answered(t.nameTag(p, r))
	case "skip", "redo", "stop":
		if t.enrol == nil {
			return Answer{Text: "No tags are being enrolled."}
		}
		return answered(t.steerEnrolment(r.Action))
	}
	return Answer{Text: fmt.Sprintf("Enrolment cannot %q: it can begin, take, skip, redo, stop and name.", r.Action)}
}

func (t *Table) beginEnrolment(game, pack string) error {
	if t.enrol != nil {
		return errors.New("tags are being enrolled already")
	}
	box, c, words, err := t.boxOf(game, pack)
	if err != nil {
		return err
	}
	e := tags.NewEnrolment(t.tags, box, tags.Items(c, words))
	t.enrol = &enrolment{Enrolment: e, game: game, of: words.Title}
	if box.Pack != engine.HousePack {
		t.enrol.pack = box.Pack
	}
	switch item, _, ok := e.Next(); {
	case ok && item.Optional:
		t.enrol.say("No tag is missing.")
	case ok:
		t.enrol.say("Lay it on any reader.")
	}
	return nil
}

// boxOf is a box of cards: what stands on its list today.
func (t *Table) boxOf(game, pack string) (tags.Box, *engine.Catalog, *engine.Phrases, error) {
	box := tags.Box{Game: game, Pack: cmp.Or(pack, engine.HousePack)}
	spec, ok := t.gameOf(game)
	if !ok {
		return box, nil, nil, fmt.Errorf("there is no game %q", game)
	}
	data, err := t.pack(spec, pack)
	if err != nil {
		return box, nil, nil, err
	}
	state, err := spec.Sample(box.Pack, data)
	if err != nil {
		return box, nil, nil, err
	}
	words, err := engine.ParsePhrases(spec.Words)
	if err != nil {
		return box, nil, nil, fmt.Errorf("words of %s: %w", spec.ID, err)
	}
	return box, state.Catalog(), words, nil
}

// takeTags lets the tags of the house list stand for the same names of an own one.
func (t *Table) takeTags(game, pack string) Answer {
	if t.enrol != nil {
		return answered(errors.New("tags are being enrolled: stop that first"))
	}
	box, c, words, err := t.boxOf(game, pack)
	if err != nil {
		return answered(err)
	}
	if box.Pack == engine.HousePack {
		return answered(errors.New("these are the tags of the house list themselves"))
	}
	n, err := t.tags.TakeOver(tags.Box{Game: game, Pack: engine.HousePack}, box, tags.Items(c, words))
	if err != nil {
		return answered(t.tagsFailed(err))
	}
	switch n {
	case 0:
		return Answer{OK: true, Text: "There was no tag to take over."}
	case 1:
		return Answer{OK: true, Text: "One tag was taken over."}
	}
	return Answer{OK: true, Text: fmt.Sprintf("%d tags were taken over.", n)}
}

func (t *Table) steerEnrolment(action string) error {
	switch action {
	case "skip":
		t.enrol.Skip()
		t.enrol.say("Skipped.")
	case "redo":
		item, err := t.enrol.Redo()
		if err != nil {
			return t.tagsFailed(err)
		}
		t.enrol.say("Once more: " + item.Title + ".")
	case "stop":
		t.enrol = nil
	}
	return nil
}

// enrolTap takes a tag that was shown while tags are enrolled.
func (t *Table) enrolTap(id tags.UID) {
	out, err := t.enrol.Tap(id)
	if err != nil {
		t.enrol.say(sentence(t.tagsFailed(err)))
		t.sound(CueRefuse)
		return
	}
	t.enrol.say(out.Text())
	if out.Result == tags.Assigned {
		t.sound(CueAccept)
		return
	}
	t.sound(CueRefuse)
}

// nameTag says what the last unknown tag is.
func (t *Table) nameTag(p *Phone, r Request) error {
	if t.game == nil || t.unknown == "" {
		return errors.New("no unknown tag was shown: lay it on a reader first")
	}
	if t.unknownTo != engine.Stranger && t.unknownTo != t.seatOf(p) {
		return errors.New("that tag was shown in secret: only whose hand it is can say what it is")
	}
	g := t.game
	if len(r.Args) != 1 || g.named(r.Args[0]) == engine.Unknown && !isCommand(r.Args[0]) {
		return fmt.Errorf("a tag stands for one name of %s, for a seat (seat-1), or for undo, confirm, drop or again", g.words.Title)
	}
	if t.unknown.Random() {
		return errors.New("this tag changes its number each time, as phones do: take another one")
	}
	word := r.Args[0]
	if err := t.tags.Assign(t.box(), t.unknown, word); err != nil {
		return t.tagsFailed(err)
	}
	title := word
	if n := g.named(word); n != engine.Unknown {
		title = g.words.Name(g.catalog, n)
	}
	only := t.unknownTo
	t.unknown, t.gesture = "", nil
	t.judge(Verdict{OK: true, Text: "The tag is " + title + " from now on. Show it again."}, only)
	return nil
}
