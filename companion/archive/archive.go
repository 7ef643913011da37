// Package archive is the games that were played before: lists of them with scores, their records, and their positions after any move.
//
// Games are read from their journals and replayed beside the table, by the goroutine of the phone that asks. The table waits for none of it.
package archive

import (
	"context"
	"errors"
	"slices"
	"time"

	"familiar/companion/journal"
	"familiar/companion/library"
	"familiar/companion/protocol"
	"familiar/companion/session"
	"familiar/engine"
	"familiar/engine/lang"
	"familiar/engine/record"
)

// Archive is the games that were played before, as their journals tell them. Its methods may be called by any goroutine; they wait for each other.
type Archive struct {
	library     *library.Library
	sourceTitle func(source string, words *session.Localizer) string

	readTime time.Duration
	reading  chan struct{}   // full while a goroutine reads
	ended    map[string]Game // by journal: a game that has ended does not change
	open     []*replay       // those that were looked at last, the last one first
}

var errNotEnded = lang.T("that game has not ended: its record can be read once it has")

// maxOpen is how many games are kept replayed: each step of a replay on a phone is a request of its own.
const maxOpen = 2

// New returns the archive of a library's state directory. sourceTitle is what people call the source of a move, such as a reader or a phone.
func New(games *library.Library, sourceTitle func(source string, words *session.Localizer) string) *Archive {
	return &Archive{library: games, sourceTitle: sourceTitle, readTime: readTime, reading: make(chan struct{}, 1), ended: make(map[string]Game)}
}

// enter waits until no other goroutine reads. If there is no error, leave must be called.
func (a *Archive) enter(ctx context.Context) (leave func(), err error) {
	select {
	case a.reading <- struct{}{}:
		return func() { <-a.reading }, nil
	case <-ctx.Done():
		return nil, lang.T("other phones are looking at old games: ask again")
	}
}

// Record returns the text of the record of a game that has ended. It does not read it line by line, which would keep the processor of a small machine for long.
func (a *Archive) Record(ctx context.Context, name string) (string, error) {
	leave, err := a.enter(ctx)
	if err != nil {
		return "", err
	}
	defer leave()
	g, err := journal.Glance(a.library.State, name)
	if err == nil {
		err = checkEnded(&g)
	}
	if err != nil {
		return "", err
	}
	text, err := journal.Text(a.library.State, name)
	switch {
	case err != nil:
		return "", err
	case len(text) > maxSent:
		return "", lang.T("that record is too long to be sent: it lies on the table's machine, in the folder {1} of its state directory", journal.Folder)
	}
	return text, nil
}

// maxSent is the longest record that is sent, in bytes: some 20,000 moves.
const maxSent = 2 << 20

// read reads the journal of a game that has ended.
func (a *Archive) read(name string) (*journal.Kept, error) {
	kept, err := journal.Read(a.library.State, name)
	if err != nil {
		return nil, err
	}
	return kept, checkEnded(&kept.Game)
}

// checkEnded returns an error for a game that cannot be read, or has not ended: its journal holds what some players must not see.
func checkEnded(g *journal.Game) error {
	switch {
	case g.Setup.Game == "":
		return lang.T("that record cannot be read: {1}", g.Damage)
	case !g.Ended:
		return errNotEnded
	}
	return nil
}

// replay is a game that has ended, ready to be shown as it stood at any time.
type replay struct {
	name        string
	game        *session.Game // without a journal
	sourceTitle func(source string, words *session.Localizer) string
	began       time.Time
	standing    []record.Standing // the moves that stand and can be made
	damage      lang.Localized    // what is wrong with the record; nil: nothing
}

// Past returns the position of a game that has ended after its first at moves. It is shown whole, as the record is: nothing is secret any more.
func (a *Archive) Past(ctx context.Context, name string, at int, names bool, language string) (*protocol.Past, error) {
	leave, err := a.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	i := slices.IndexFunc(a.open, func(o *replay) bool { return o.name == name })
	if i < 0 {
		fresh, err := a.replay(ctx, name)
		if err != nil {
			return nil, err
		}
		a.open = append(a.open, fresh)
		i = len(a.open) - 1
	}
	found := a.open[i]
	a.open = slices.Insert(slices.Delete(a.open, i, i+1), 0, found)
	a.open = a.open[:min(len(a.open), maxOpen)]
	return found.past(ctx, at, names, found.game.InLanguage(language))
}

// replay reads a game that has ended and replays its moves, by today's rules and with the card list that is stored beside the journal.
func (a *Archive) replay(ctx context.Context, name string) (*replay, error) {
	kept, err := a.read(name)
	if err != nil {
		return nil, err
	}
	g, err := a.library.Begin(kept.Setup, kept.Cards)
	if err != nil {
		return nil, lang.T("that game cannot be played again: {1}", err)
	}
	r := &replay{name: name, game: g, sourceTitle: a.sourceTitle, began: kept.Began}
	if kept.Damage != nil {
		r.damage = lang.T("The record is damaged: {1}. What comes before that is shown.", kept.Damage)
	}
	var fold record.Fold
	for _, step := range kept.Steps {
		fold.Apply(step)
	}
	r.standing = fold.Standing()
	err = session.PlayAgain(ctx, g.History.At(0), r.moves(len(r.standing)), nil)
	if refused, ok := errors.AsType[*session.Refused](err); ok {
		r.damage = lang.T("The record can be followed up to here: its next move, “{1}”, is refused by {2} today. The rules or the card list have changed since.",
			r.standing[refused.At].Move, refused.Rule)
		r.standing = r.standing[:refused.At]
	} else if err != nil {
		return nil, err
	}
	return r, nil
}

// moves returns the first n moves.
func (r *replay) moves(n int) []engine.Move {
	moves := make([]engine.Move, n)
	for i, s := range r.standing[:n] {
		moves[i] = r.game.Parse(s.Move)
	}
	return moves
}

func (r *replay) past(ctx context.Context, at int, names bool, words *session.Localizer) (*protocol.Past, error) {
	g := r.game
	at = min(at, len(r.standing))
	p := &protocol.Past{At: at, Of: len(r.standing), Game: protocol.Game{
		ID: r.name, Game: g.Spec.ID, Title: words.Title, Started: protocol.Time(r.began), Options: session.OptionsOf(g.Setup), Seats: g.SeatViews(), Log: []protocol.LogLine{},
	}}
	if r.damage != nil {
		p.Text = lang.Shortened(r.damage.In(words.Code), protocol.AnswerLetters)
	}
	state := g.History.At(0)
	err := session.PlayAgain(ctx, state, r.moves(at), func(i int) {
		if i >= at-protocol.LogLines {
			p.Game.Log = append(p.Game.Log, r.line(i, state, words))
		}
	})
	if err != nil {
		return nil, err
	}
	session.ShowPast(p, words.Phrases, state)
	if names {
		p.Names = words.NamesOf(r.name)
	}
	return p, nil
}

// line returns the log line of a move; state is the position after it.
func (r *replay) line(i int, state engine.State, words *session.Localizer) protocol.LogLine {
	c, s := r.game.Catalog, r.standing[i]
	m := r.game.Parse(s.Move)
	line := protocol.LogLine{N: i + 1, Seat: protocol.SeatNumber(m.Seat), Text: words.Move(c, m), Source: r.sourceTitle(s.Source, words), Repeat: s.Repeat}
	for _, ev := range state.Events() {
		text, chore := words.Event(c, ev)
		line.Also = append(line.Also, text)
		if !chore {
			line.News = append(line.News, text)
		}
	}
	return line
}
