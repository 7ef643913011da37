package companion

import (
	"errors"
	"fmt"

	"familiar/companion/tags"
	"familiar/engine"
)

// enrolment is the enrolment of tags under way.
type enrolment struct {
	*tags.Enrolment
	game string
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
	v := Enrol{Game: e.game, Of: e.of, Done: e.Done(), Total: e.Total(), Bare: e.Bare(), Text: e.text}
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
	case "name":
		return answered(t.nameTag(p, r))
	case "skip", "redo", "stop":
		if t.enrol == nil {
			return Answer{Text: "No tags are being enrolled."}
		}
		return answered(t.steerEnrolment(r.Action))
	}
	return Answer{Text: fmt.Sprintf("Enrolment cannot %q: it can begin, skip, redo, stop and name.", r.Action)}
}

func (t *Table) beginEnrolment(game, pack string) error {
	if t.enrol != nil {
		return errors.New("tags are being enrolled already")
	}
	spec, ok := t.gameOf(game)
	if !ok {
		return fmt.Errorf("there is no game %q", game)
	}
	if pack == "" {
		pack = engine.HousePack
	}
	data, err := t.pack(spec, pack)
	if err != nil {
		return err
	}
	state, err := spec.Sample(pack, data)
	if err != nil {
		return err
	}
	words, err := engine.ParsePhrases(spec.Words)
	if err != nil {
		return fmt.Errorf("words of %s: %w", spec.ID, err)
	}
	e := tags.NewEnrolment(t.tags, tags.Box{Game: game, Pack: pack}, tags.Items(state.Catalog(), words))
	t.enrol = &enrolment{Enrolment: e, game: game, of: words.Title}
	switch item, _, ok := e.Next(); {
	case ok && item.Optional:
		t.enrol.say("No tag is missing.")
	case ok:
		t.enrol.say("Lay it on any reader.")
	}
	return nil
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
